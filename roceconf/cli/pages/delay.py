"""A delay that counts in a headroom: what it is, and how a page tells it."""

from typing import NamedTuple

from roceconf.cli.pages.layout import number, paragraph


class Delay(NamedTuple):
    """A delay that was asked for.

    Attributes:
        delay_ns: how long.
        title: what has it; empty where it is given as a time.
        source: where it comes from.
        note: what to know of it.
    """

    delay_ns: float
    title: str = ""
    source: str = "given"
    note: str = ""


def delay_text(what: str, delay: Delay | None) -> str:
    """A line or more on a delay that is named; nothing where none is.

    Args:
        what: whose delay it is.
        delay: the delay.
    """
    if delay is None:
        return ""
    if not delay.title:
        return f"{what}: {number(delay.delay_ns)} ns\n"
    return paragraph(f"{what}: {delay.title}, {number(delay.delay_ns)} ns ({delay.note}; {delay.source})")


def delay_data(delay: Delay | None) -> dict[str, object] | None:
    """The same as :func:`delay_text`, as what JSON can say."""
    if delay is None:
        return None
    return {"delay_ns": delay.delay_ns, "title": delay.title or None, "source": delay.source, "note": delay.note}
