"""NICs under the names people type, and what the others ask of them."""

import dataclasses
from pathlib import Path

import pytest

from roceconf.nic import Kind, UnknownNic, UnknownParameter, load, nic, nic_names, nics
from roceconf.nic.catalogue import _plain


@pytest.mark.parametrize(
    ("typed", "key"),
    [
        ("connectx", "connectx"),
        ("ConnectX-7", "connectx"),
        ("connectx-4 lx", "connectx"),
        ("cx7", "connectx"),
        ("CX-6 Dx", "connectx"),
        ("BlueField-3", "connectx"),
        ("NVIDIA ConnectX", "connectx"),
        ("Thor2", "thor"),
        ("thor_2", "thor"),
        ("BCM57608", "thor"),
        ("E810", "e810"),
        ("irdma", "e810"),
        ("Pollara 400", "ionic"),
        ("ionic", "ionic"),
        ("Pensando DSC", "pensando-dsc"),
        ("dcqcn15", "dcqcn15"),
        ("HPCC", "hpcc"),
    ],
)
def test_a_nic_answers_to_the_names_people_type(typed: str, key: str) -> None:
    assert nic(typed).key == key


def test_no_two_nics_answer_to_one_name() -> None:
    names = [name for each in nics() for name in dict.fromkeys((_plain(each.key), _plain(each.name), *each.aliases))]
    assert sorted(names) == sorted(set(names))
    assert all(alias == _plain(alias) for each in nics() for alias in each.aliases)


def test_nics_come_before_references() -> None:
    kinds = [each.kind for each in nics()]
    assert kinds == sorted(kinds)
    assert kinds.count(Kind.REFERENCE) == 2
    assert tuple(each.key for each in nics()) == nic_names()


@pytest.mark.parametrize(("typed", "near"), [("connectx9", "connectx8"), ("thoor2", "thor2"), ("polara", "pollara")])
def test_the_nearest_name_is_offered(typed: str, near: str) -> None:
    with pytest.raises(UnknownNic, match="did you mean") as refused:
        nic(typed)
    assert near in refused.value.nearest
    assert refused.value.name == typed


@pytest.mark.parametrize("typed", ["", "rtl8139"])
def test_an_unknown_nic_is_refused(typed: str) -> None:
    with pytest.raises(UnknownNic, match=f"unknown NIC '{typed}'"):
        nic(typed)


def test_a_parameter_is_found_by_its_concept() -> None:
    assert nic("cx7").parameter("additive_step").default == 5
    with pytest.raises(
        UnknownParameter, match="NVIDIA ConnectX has no parameter 'cnp_intervall'; did you mean"
    ) as refused:
        nic("cx7").parameter("cnp_intervall")
    assert refused.value.nearest[0] == "cnp_interval"


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("connectx", (48, 6, 4000, None, None)),
        ("thor", (48, 7, None, 26, 3)),
        ("e810", (None, None, None, None, None)),
        ("ionic", (46, 6, None, None, None)),
        ("pensando-dsc", (48, 6, None, None, None)),
        ("dcqcn15", (None, None, 50_000, None, None)),
    ],
)
def test_what_the_switch_has_to_agree_with(name: str, expected: tuple[int | None, ...]) -> None:
    found = nic(name)
    assert (
        found.cnp_dscp,
        found.cnp_priority,
        found.cnp_interval_ns,
        found.roce_dscp,
        found.roce_priority,
    ) == expected


def test_a_time_is_nanoseconds_only_where_its_unit_is_a_time() -> None:
    assert nic("cx7").parameter("rate_timer").nanoseconds == 300_000
    assert nic("ionic").parameter("rate_timer").nanoseconds is None  # in periods of alpha
    assert nic("cx7").parameter("cnp_limiter").nanoseconds is None
    assert nic("thor").parameter("cnp_interval").nanoseconds is None


def test_a_nic_cannot_be_changed() -> None:
    with pytest.raises(dataclasses.FrozenInstanceError):
        nic("cx7").key = "other"  # type: ignore[misc]


def test_a_file_is_read_once_and_only_when_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[str] = []
    real = load._read

    def counted(path: Path) -> load.Toml:
        read.append(path.stem)
        return real(path)

    load.nic_of_key.cache_clear()
    monkeypatch.setattr(load, "_read", counted)
    assert nic("thor").key == nic("Thor").key == "thor"
    assert read == ["thor"]
