"""Which concerns an EOS text covers; absence is a fault only inside them."""

from roceconf.nos.eos.text import EosText
from roceconf.nos.text.transcript import Form
from roceconf.switch import Concern

_HEADS: tuple[tuple[str, Concern], ...] = (
    ("qos map", Concern.CLASSES),
    ("qos trust", Concern.CLASSES),
    ("priority-flow-control pause watchdog", Concern.WATCHDOG),
    ("priority-flow-control", Concern.PFC),
    ("platform trident mmu", Concern.BUFFERS),
    ("ingress", Concern.BUFFERS),
    ("egress", Concern.BUFFERS),
    ("random-detect", Concern.MARKING),
    ("priority", Concern.SCHEDULING),
    ("bandwidth", Concern.SCHEDULING),
    ("shape", Concern.SCHEDULING),
)
"""The concern a statement belongs to, by how it begins; the first that fits."""


def read_scope(text: EosText, whole: bool) -> frozenset[Concern]:
    """The concerns a text covers.

    Args:
        text: the text, taken apart.
        whole: whether it is the whole configuration of a switch: that covers everything but, where no line is about
            it, buffers, which EOS sizes by itself.

    Returns:
        Concerns; of a part, those that a statement of it belongs to. A diff covers nothing that is absent from it.
    """
    if text.form is Form.DIFF:
        return frozenset()
    found = {
        concern
        for (_, statement), record in text.records.items()
        if record is not None and (concern := _concern(statement)) is not None
    }
    if text.ports:
        found.add(Concern.PORTS)
    if whole:
        found |= set(Concern) - {Concern.BUFFERS}
    return frozenset(found)


def _concern(statement: str) -> Concern | None:
    positive = statement.removeprefix("no ").removeprefix("default ")
    return next((concern for head, concern in _HEADS if positive.startswith(head)), None)
