"""Faults of the JSON itself: keys twice, values that are no strings, one thing where another belongs."""

from roceconf.nos.sonic.document import Document
from roceconf.nos.sonic.remarks.collect import YANG, Collector, Seen
from roceconf.switch import At, RemarkKind

_LIST = "sonic-swss: swssconfig sample format"
_STRINGS = "SONiC wiki, Configuration: every value of CONFIG_DB is a string"
_TABLE_DEPTH = 2


def notice(seen: Seen, found: Collector) -> None:
    """Note what is wrong with the shape of the text."""
    document = seen.document
    if document.has_repeats:
        _repeats(document, found)
    for misshapen in document.misshapen:
        found.add(
            RemarkKind.MALFORMED,
            misshapen.at,
            f"{_name(misshapen.at)} is {misshapen.found} where {misshapen.wanted} belongs; it cannot be loaded",
            f"write {misshapen.wanted}",
            source=_STRINGS,
        )
    if document.bare:
        found.add(
            RemarkKind.MALFORMED,
            document.bare[0],
            "a value is written without quotation marks; SONiC keeps every value as a string",
            "put it in quotation marks",
            source=_STRINGS,
            is_fatal=False,
            also_at=document.bare[1:],
        )
    for table, key, at in document.shared:
        taken = "orchagent takes it, but " if table != "PFC_WD" else ""
        found.add(
            RemarkKind.MALFORMED,
            (*at, -1),
            f"{table} key '{key}' lists several ports: {taken}{YANG}",
            "write one row a port",
            source="sonic-buffer-pg.yang; measured with libyang" if taken else "sonic-pfcwd.yang: the key is one port",
            ports=tuple(each.strip() for each in key.partition("|")[0].split(",") if each.strip()),
        )
    for table, key, at, earlier in document.rebound:
        found.add(
            RemarkKind.CONFLICTING,
            at,
            f"{table} {_indices(key)} is set a second time to something else: the last operation wins, and what the "
            "first one bound is gone",
            "keep the one that is meant; profiles of a port's pool do not belong on its priority groups and queues",
            source=_LIST,
            ports=(key.partition("|")[0],),
            also_at=(earlier,),
        )


def _repeats(document: Document, found: Collector) -> None:
    for path in document.index.repeated:
        same_object = len(path) <= _TABLE_DEPTH
        lost = "everything in the earlier one is lost" if same_object else "the earlier value is lost"
        found.add(
            RemarkKind.CONFLICTING,
            (*path, -2),
            f"'{path[-1]}' stands twice in {_name(path[:-1]) or 'the file'}: JSON keeps the last one, {lost}",
            "merge the two" if same_object else "keep the one that is meant",
            source="RFC 8259, section 4; Python's json module keeps the last",
            also_at=((*path, -1),),
        )


def _name(at: At) -> str:
    return " ".join(f"[{step}]" if isinstance(step, int) else str(step) for step in at)


def _indices(key: str) -> str:
    return key.partition("|")[2] or key
