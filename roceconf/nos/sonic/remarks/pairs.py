"""Fields that do not go together within one row.

What the model can say (two thresholds, a profile of the wrong side, a minimum above a maximum, a detection time below
the poll interval) is for the rules, which judge it on every network OS.
"""

from roceconf.nos.sonic.document import Document, Row
from roceconf.nos.sonic.numbers import number
from roceconf.nos.sonic.remarks.collect import YANG, Collector, Seen
from roceconf.switch import RemarkKind

_SMALLEST_HEADROOM_BYTES = 1518
"""One full-size Ethernet frame: below it a headroom is none, and most likely a number of cells."""
_NEEDS = (("pir", "cir"), ("cbs", "cir"), ("pbs", "pir"))
_AT_LEAST = (("pbs", "cbs"),)


def notice(seen: Seen, found: Collector) -> None:
    """Note fields that contradict each other."""
    document = seen.document
    for name, row in document.table("WRED_PROFILE").items():
        _check_wred(document, name, row, found)
    for name, row in document.table("SCHEDULER").items():
        _check_scheduler(document, name, row, found)
    dynamic = document.table("DEVICE_METADATA").get("localhost", {}).get("buffer_model") == "dynamic"
    for name, row in document.table("BUFFER_POOL").items():
        _check_pool(document, name, row, dynamic, found)
    if not document.table("PORT"):  # with ports and speeds the headroom is judged against the link
        for name, row in document.table("BUFFER_PROFILE").items():
            _check_profile(document, name, row, found)
    _check_watchdog_fields(document, found)


def _check_wred(document: Document, name: str, row: Row, found: Collector) -> None:
    for colour in ("green", "yellow", "red"):
        if f"{colour}_max_threshold" in row and f"{colour}_min_threshold" not in row:
            found.add(
                RemarkKind.MALFORMED,
                document.at("WRED_PROFILE", name, f"{colour}_max_threshold"),
                f"WRED_PROFILE '{name}' has {colour}_max_threshold without {colour}_min_threshold: {YANG}",
                f"add {colour}_min_threshold",
                source="sonic-wred-profile.yang; measured with libyang",
            )


def _check_scheduler(document: Document, name: str, row: Row, found: Collector) -> None:
    if "priority" in row:
        found.add(
            RemarkKind.FOREIGN,
            (*document.at("SCHEDULER", name, "priority"), -1),
            "SCHEDULER priority is known to YANG but not to orchagent, which rejects the whole scheduler because of "
            "it: queues that name it keep the chip's default",
            "take the field out",
            source="sonic-swss e6b0c5b5d2ab: orchagent/qosorch.cpp:1437",
        )
    for field, other in _NEEDS:
        if number(row.get(field)) and not number(row.get(other)):
            found.add(
                RemarkKind.CONFLICTING,
                document.at("SCHEDULER", name, field),
                f"SCHEDULER '{name}' has {field} without {other} above zero: {YANG}",
                f"add {other}",
                source="sonic-scheduler.yang",
            )
    for field, other in _AT_LEAST:
        larger, smaller = number(row.get(field)), number(row.get(other))
        if larger is not None and smaller and larger < smaller:
            found.add(
                RemarkKind.CONFLICTING,
                document.at("SCHEDULER", name, field),
                f"SCHEDULER '{name}' has {field} {larger:,} below {other} {smaller:,}: {YANG}",
                f"write a {field} of at least {smaller:,}",
                source="sonic-scheduler.yang",
            )


def _check_pool(document: Document, name: str, row: Row, dynamic: bool, found: Collector) -> None:
    if "percentage" not in row:
        return
    at = document.at("BUFFER_POOL", name, "percentage")
    if not dynamic:
        found.add(
            RemarkKind.CONFLICTING,
            at,
            f"BUFFER_POOL '{name}' has a percentage, which only the dynamic buffer model knows: {YANG}",
            "write size in bytes",
            source="sonic-buffer-pool.yang; sonic-swss orchagent/bufferorch.cpp:499",
        )
    elif "size" in row:
        found.add(
            RemarkKind.CONFLICTING,
            at,
            f"BUFFER_POOL '{name}' has both size and percentage: {YANG}",
            "keep one of the two",
            source="sonic-buffer-pool.yang",
        )


def _check_profile(document: Document, name: str, row: Row, found: Collector) -> None:
    xoff = number(row.get("xoff"))
    if xoff is not None and 0 < xoff < _SMALLEST_HEADROOM_BYTES:
        found.add(
            RemarkKind.OUT_OF_RANGE,
            document.at("BUFFER_PROFILE", name, "xoff"),
            f"BUFFER_PROFILE '{name}' keeps {xoff} B of headroom, less than one frame of 1518 B: every pause loses "
            "frames. It looks like a number of cells",
            "xon, xoff and size are bytes: multiply by the cell size of the chip",
            source="sonic-swss pull request 164",
        )


def _check_watchdog_fields(document: Document, found: Collector) -> None:
    per_port = ("action", "detection_time", "restoration_time", "pfc_stat_history")
    for key, row in document.table("PFC_WD").items():
        strays = [field for field in per_port if field in row] if key == "GLOBAL" else ["POLL_INTERVAL"]
        for field in strays:
            if field in row:
                found.add(
                    RemarkKind.MALFORMED,
                    document.at("PFC_WD", key, field),
                    f"PFC_WD {field} does not belong in the row of {'GLOBAL' if key == 'GLOBAL' else 'a port'}: {YANG}",
                    "write it in the rows of the ports" if key == "GLOBAL" else "write it in the row GLOBAL",
                    source="sonic-pfcwd.yang",
                    ports=() if key == "GLOBAL" else (key,),
                )
        if key != "GLOBAL" and "detection_time" not in row:
            found.add(
                RemarkKind.MALFORMED,
                document.at("PFC_WD", key),
                "PFC_WD has a row without detection_time, which orchagent demands: no watchdog starts on the port",
                'add "detection_time", 100 to 5000 ms',
                source="sonic-swss e6b0c5b5d2ab: orchagent/pfcwdorch.cpp:320",
                ports=(key,),
            )
