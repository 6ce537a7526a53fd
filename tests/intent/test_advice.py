"""What an error message says to write is itself accepted, at the key that was wrong."""

import re
from collections.abc import Iterator

import pytest
from pydantic import BaseModel

from roceconf.intent import IntentErrors, load
from roceconf.intent.model import ClassIntent, DcqcnIntent, EcnIntent, Intent, PortGroupIntent, WatchdogIntent

GROUP = {"ports": "Ethernet0", "speed": "200G", "cable": "40m"}
CLASS = {"dscp": "26", "priority": "3", "lossless": "true"}
WRONG = (
    *("0", "0.0", "00", "-1", "1.5", "7", "13", "64", "999999", "9999999999", "0.07", "0.001", "1e-07", "1e20", "true"),
    *('"7"', '"0"', '"0.5"', '"0%"', '"101%"', '"5%%"', '"x!"', '"a b"', '""', '"1e3"', '"-5KB"', '"0KB"', '"0cells"'),
    *('"0G"', '"7G"', '"0m"', '"0ms"', '"0ns"', '"0us"', '"0.0"', '"400 kb"', '"999GB"', '"1/3"', '"31-24"', '"3-3x"'),
    *(
        '"Ethernet0-8"',
        '"Ethernet[8-0]"',
        '"Ethernet[00-08]"',
        '"Ethernet[0-8:0]"',
        '"Ethernet[1,9-2]/1"',
        '"Ethernet[1-4:0]"',
        '"10.0.0.1/24"',
        ".nan",
        ".inf",
        "[]",
        "{}",
        "[1]",
    ),
    *('"١"', '"²"', '"٤٠m"', '"７%"', "0.015", "64.0"),
)


def aliases(model: type[BaseModel]) -> list[str]:
    return [info.alias or name for name, info in model.model_fields.items()]


PLACES = [
    *((key,) for key in aliases(Intent) if key != "asic"),
    *(("ports", key) for key in aliases(PortGroupIntent)),
    *(("classes", key) for key in aliases(ClassIntent)),
    *(("ecn", key) for key in aliases(EcnIntent)),
    *(("watchdog", key) for key in aliases(WatchdogIntent)),
    *(("dcqcn", key) for key in aliases(DcqcnIntent)),
]


def flow(said: dict[str, str]) -> str:
    return "{" + ", ".join(f"{key}: {value}" for key, value in said.items()) + "}"


def intent(place: tuple[str, ...], value: str) -> str:
    """An intent that says this value at this place, and nothing else that could be wrong."""
    said = {"switch": "s", "nos": "sonic", "asic": "th5", "ports": f"[{flow(GROUP)}]"}
    if len(place) == 1:
        said[place[0]] = value
    elif place[0] == "ports":
        said["ports"] = f"[{flow(GROUP | {place[1]: value})}]"
    elif place[0] == "classes":
        said["classes"] = f"{{rdma: {flow(CLASS | {place[1]: value})}}}"
    else:
        said[place[0]] = flow({place[1]: value})
    if "sku" in said:
        del said["asic"]
    return "".join(f"{key}: {held}\n" for key, held in said.items())


def refusals(place: tuple[str, ...], value: str) -> list[str]:
    try:
        load(intent(place, value))
    except IntentErrors as errors:
        return [each.message for each in errors.errors]
    return []


def advised(message: str) -> Iterator[str]:
    """What a message says to write, as YAML."""
    said = message.partition(": ")[2]
    for words in re.findall(r"(?:such as|one of|known:|did you mean) (.+?)(?:; |\(|$)", said):
        yield from _spelled(words)
    for words in re.findall(
        r"; write (?!it |true|a whole|numbers|one such|one of|names|at least|a prefix)(.+?)(?: for |; |$)", said
    ):
        yield from _spelled(words)
    for words in re.findall(r"write it as (.+?)(?:; |$)", said):
        yield from _spelled(words)
    for low, high, unit in re.findall(r"\(?([0-9.,]+)(%|ns|ms|m|km|)(?: to |-)", said) and re.findall(
        r"(?:from |\()([0-9,]+)(?:ns|ms)? to ([0-9,]+)(ns|ms|)(?: percent)?(?:\)|$)", said
    ):
        yield from (low.replace(",", "") + unit, high.replace(",", "") + unit)


def _spelled(words: str) -> Iterator[str]:
    for word in re.split(r", (?![^\[]*\])(?![^{]*\})| or ", words.strip("?` ")):
        clean = word.strip("'`? ")
        if clean:
            yield clean


def test_advice_is_found() -> None:
    assert list(advised("rtt: 7 has no unit; write 7ns or 7us")) == ["7ns", "7us"]
    assert list(advised("mtu: '7' is no MTU; write a whole number from 68 to 9216")) == ["68", "9216"]
    assert list(advised("rtt: 1ns is out of range (100ns to 10,000,000ns)")) == ["100ns", "10000000ns"]
    assert list(advised("alpha: 3 is no alpha; one of 1/2, 1")) == ["1/2", "1"]
    assert list(advised("pmax: 'x' is no percentage; write it as 7 or 7%")) == ["7", "7%"]
    assert list(advised("nos: 'x' is not known here; did you mean 'eos'?")) == ["eos"]


CHECKED = {
    *("mtu", "fan_in", "rtt", "headroom", "alpha", "small_packets", "peer", "gearbox", "kmin", "pmax", "detection"),
    *("poll", "action", "speed", "cable", "dscp", "priority", "bandwidth", "lanes", "addresses", "nos", "version"),
}


@pytest.mark.parametrize("place", PLACES, ids=".".join)
def test_what_is_advised_is_accepted(place: tuple[str, ...]) -> None:
    tried = set()
    for value in WRONG:
        for message in refusals(place, value):
            if not message.startswith(f"{place[-1]}: "):
                continue
            for spelling in advised(message):
                quoted = f"'{spelling}'" if re.search(r"^Ethernet.*\[", spelling) else spelling
                assert not refusals(place, quoted), f"{value}: {message!r} advises {spelling!r}"
                tried.add(spelling)
    assert tried or place[-1] not in CHECKED


def test_ports_that_are_missing_are_shown() -> None:
    (message,) = refusals(("ports",), "[]")
    assert "leave the line out" not in message
    assert not refusals(("ports",), message.split("`")[1])


@pytest.mark.parametrize("key", ["classes", "port_channels"])
def test_what_may_be_left_out_may_be_left_out(key: str) -> None:
    (message,) = refusals((key,), "{}")
    assert "leave the line out" in message
    assert not refusals(("mtu",), "9100")


def test_a_range_says_what_it_takes() -> None:
    assert refusals(("small_packets",), "-1") == ["small_packets: -1 is out of range (0 to 100 percent)"]
    assert refusals(("ecn", "pmax"), "0") == ["pmax: 0 is out of range (above 0, up to 100 percent)"]
    assert refusals(("headroom",), "0") == [
        "headroom: 0 has no unit; 0KB is zero; a size is above zero, such as 950KB or 1200cells"
    ]
    assert not refusals(("ecn", "pmax"), "0.5%")


@pytest.mark.parametrize("priority", [6, 7, 5])
def test_a_class_for_cnps_gets_a_priority_that_is_free(priority: int) -> None:
    classes = f"classes: {{rdma: {{dscp: 26, priority: 3, lossless: true}}, x: {{dscp: 1, priority: {priority}}}"
    head = "switch: s\nnos: sonic\nasic: th5\nports: [" + flow(GROUP) + "]\ndcqcn: {cnp_dscp: 48}\n"
    with pytest.raises(IntentErrors) as caught:
        load(f"{head}{classes}}}\n")
    (message,) = [each.message for each in caught.value.errors]
    load(f"{head}{classes}, {message.split('`')[1]}}}\n")
