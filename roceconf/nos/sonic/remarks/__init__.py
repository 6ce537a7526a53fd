"""What is malformed, unknown, obsolete, in conflict or without effect in a SONiC text."""

from roceconf.nos.sonic.remarks import effects, keys, leaves, pairs, shape
from roceconf.nos.sonic.remarks.collect import Collector, Seen
from roceconf.switch import Remark

__all__ = ["Seen", "remarks_of"]


def remarks_of(seen: Seen) -> tuple[Remark, ...]:
    """Every remark on a text, in order of place.

    Args:
        seen: the text and what was understood of it.
    """
    found = Collector()
    for notice in (shape.notice, leaves.notice, keys.notice, pairs.notice, effects.notice):
        notice(seen, found)
    remarks = found.remarks()
    if len(remarks) > 1:
        return tuple(sorted(remarks, key=lambda remark: seen.document.span(remark.at)))
    return remarks
