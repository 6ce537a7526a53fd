"""Fields that SONiC does not take together within one row."""

from roceconf.nos.sonic.document import Document, Row
from roceconf.nos.sonic.numbers import number
from roceconf.nos.sonic.remarks.collect import YANG, Collector, Seen
from roceconf.switch import RemarkKind

_NEEDS = (("pir", "cir"), ("cbs", "cir"), ("pbs", "pir"))
_AT_LEAST = (("pir", "cir"), ("pbs", "cbs"))


def notice(seen: Seen, found: Collector) -> None:
    """Note fields that contradict each other; what holds for every network OS the rules judge."""
    document = seen.document
    for name, row in document.table("WRED_PROFILE").items():
        _check_wred(document, name, row, found)
    for name, row in document.table("SCHEDULER").items():
        _check_scheduler(document, name, row, found)
    dynamic = document.table("DEVICE_METADATA").get("localhost", {}).get("buffer_model") == "dynamic"
    for name, row in document.table("BUFFER_POOL").items():
        _check_pool(document, name, row, dynamic, found)
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
            "SCHEDULER priority is known to YANG but not to orchagent, which rejects the whole scheduler: queues that "
            "name it keep the chip's default",
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
                also_at=(document.at("SCHEDULER", name, other),),
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
