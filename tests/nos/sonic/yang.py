"""SONiC's own YANG models as a judge of what we write.

The models are no part of the project. ``ROCECONF_SONIC_YANG`` names a folder with them: the files of
``src/sonic-yang-models/yang-models`` of sonic-buildimage, the four rendered templates of ``yang-templates``
(``yang_model_type='py'``), and ``ietf-inet-types`` and ``ietf-yang-types``. yangson refuses ``text()`` in an XPath, so
``[text()='all']`` in sonic-port.yang has to read ``[.='all']``.
"""

import json
import os
import re
from functools import cache
from pathlib import Path
from typing import Any

import pytest

FOLDER = os.environ.get("ROCECONF_SONIC_YANG", "")

needs_yang = pytest.mark.skipif(not FOLDER, reason="ROCECONF_SONIC_YANG names no folder of SONiC's YANG models")

_MODULES = {
    "BUFFER_PG": "sonic-buffer-pg",
    "BUFFER_POOL": "sonic-buffer-pool",
    "BUFFER_PROFILE": "sonic-buffer-profile",
    "BUFFER_QUEUE": "sonic-buffer-queue",
    "CABLE_LENGTH": "sonic-cable-length",
    "DEVICE_METADATA": "sonic-device_metadata",
    "DOT1P_TO_TC_MAP": "sonic-dot1p-tc-map",
    "DSCP_TO_TC_MAP": "sonic-dscp-tc-map",
    "INTERFACE": "sonic-interface",
    "MAP_PFC_PRIORITY_TO_QUEUE": "sonic-pfc-priority-queue-map",
    "PFC_WD": "sonic-pfcwd",
    "PORT": "sonic-port",
    "PORTCHANNEL": "sonic-portchannel",
    "PORTCHANNEL_INTERFACE": "sonic-portchannel",
    "PORTCHANNEL_MEMBER": "sonic-portchannel",
    "PORT_QOS_MAP": "sonic-port-qos-map",
    "QUEUE": "sonic-queue",
    "SCHEDULER": "sonic-scheduler",
    "TC_TO_PRIORITY_GROUP_MAP": "sonic-tc-priority-group-map",
    "TC_TO_QUEUE_MAP": "sonic-tc-queue-map",
    "WRED_PROFILE": "sonic-wred-profile",
}
Rows = dict[str, dict[str, str]]


@cache
def _model() -> Any:
    from yangson import DataModel

    modules = []
    for path in sorted(Path(FOLDER).glob("*.yang")):
        text = path.read_text("utf-8")
        name = re.search(r"^\s*module\s+([^\s{]+)", text, re.MULTILINE)
        revision = re.search(r"^\s*revision\s+\"?([0-9-]+)", text, re.MULTILINE)
        namespace = re.search(r"namespace\s+\"?([^\";\s]+)", text)
        if name is None or namespace is None:
            continue
        modules.append(
            {
                "name": name[1],
                "revision": revision[1] if revision else "",
                "namespace": namespace[1],
                "conformance-type": "import" if name[1].startswith("ietf-") else "implement",
            }
        )
    library = {"ietf-yang-library:modules-state": {"module-set-id": "sonic", "module": modules}}
    return DataModel(json.dumps(library), (FOLDER,))


def verdict(text: str) -> str:
    """What the models say of a ``config_db.json``.

    Args:
        text: the whole text; tables that the models of this test do not cover are left out.

    Returns:
        Empty where it is valid, else what is not.
    """
    from yangson.exceptions import YangsonException

    tables: dict[str, Rows] = json.loads(text)
    try:
        data: dict[str, Any] = {}
        for table, rows in tables.items():
            if table in _MODULES:
                module = _MODULES[table]
                top = data.setdefault(f"{module}:{module}", {})
                top[table] = _table(table, rows)
        instance = _model().from_raw(data)
        instance.add_defaults().validate()
    except (YangsonException, UnknownFieldError) as error:
        return f"{type(error).__name__}: {error}"
    return ""


class UnknownFieldError(Exception):
    """A field the models do not have."""


def _table(table: str, rows: Rows) -> dict[str, Any]:
    module = _MODULES[table]
    container = _model().get_schema_node(f"/{module}:{module}/{table}")
    result: dict[str, Any] = {}
    for key, fields in rows.items():
        if table == "DEVICE_METADATA":
            result[key] = _leaves(container.get_child(key), fields)
            continue
        steps = key.split("|")
        chosen = next(child for child in container.children if len(getattr(child, "keys", ())) == len(steps))
        entry = {name: _raw(chosen.get_child(name), step) for (name, _), step in zip(chosen.keys, steps, strict=True)}
        inner = chosen.get_child(table)
        if inner is not None:
            value = next(child.name for child in inner.children if child.name not in {name for name, _ in inner.keys})
            first = inner.keys[0][0]
            entry[table] = [
                {first: _raw(inner.get_child(first), source), value: _raw(inner.get_child(value), target)}
                for source, target in fields.items()
            ]
        else:
            entry |= _leaves(chosen, fields)
        result.setdefault(chosen.name, []).append(entry)
    return result


def _leaves(node: Any, fields: dict[str, str]) -> dict[str, Any]:
    leaves = {}
    for name, value in fields.items():
        leaf = node.get_child(name)
        if leaf is None:
            raise UnknownFieldError(f"{node.name} has no field {name}")
        is_list = type(leaf).__name__ == "LeafListNode"
        leaves[name] = [_raw(leaf, each) for each in value.split(",")] if is_list else _raw(leaf, value)
    return leaves


def _raw(leaf: Any, text: str) -> Any:
    """A value as JSON carries it (RFC 7951): numbers up to 32 bits bare, all else as strings."""
    value = leaf.type.parse_value(text)
    return text if value is None else leaf.type.to_raw(value)
