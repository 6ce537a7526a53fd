"""MMU profiles and the headroom pool."""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from roceconf.nos.eos import defaults
from roceconf.nos.eos.lines import Said, Thing
from roceconf.nos.eos.numbers import POOL_HIGH, alpha, buffer_amount
from roceconf.switch import Alpha, Amount, At, BufferProfile, Default, Direction, Pool, Size


class AppliedProfile(NamedTuple):
    """The MMU profile that is in force.

    Attributes:
        name: its name.
        at: the statement that applies it.
        amounts: amounts by what they are: ``headroom``, ``pg.3.reserved``, ``queue.3.reserved``.
        alphas: thresholds by what they are for: ``alpha``, ``pg.3.alpha``, ``queue.3.alpha``.
        places: where each of them is said.
    """

    name: str
    at: At
    amounts: Mapping[str, Amount]
    alphas: Mapping[str, Alpha]
    places: Mapping[str, At]

    def priority_group(self, index: int, path: str, places: dict[str, At | Default]) -> BufferProfile:
        """The profile of one lossless priority group; its own values beat those of the whole port.

        Args:
            index: 0 to 7.
            path: path of the group in the model.
            places: where its values are said is added here.
        """
        places[f"{path}.profile"] = self.at
        own = f"pg.{index}."
        headroom: Size = self.amounts.get("headroom", defaults.PROFILE_SILENT)
        for name, keys in {
            "headroom": ("headroom",),
            "xon_offset": ("resume",),
            "reserved": ("reserved", f"{own}reserved"),
            "alpha": ("alpha", f"{own}alpha"),
        }.items():
            said = [self.places[key] for key in keys if key in self.places]
            if said:
                places[f"{path}.{name}"] = said[-1]
        return BufferProfile(
            name=self.name,
            pool=defaults.POOL,
            reserved=self.amounts.get(f"{own}reserved", self.amounts.get("reserved")),
            headroom=headroom,
            xon_offset=self.amounts.get("resume"),
            alpha=self.alphas.get(f"{own}alpha", self.alphas.get("alpha")),
        )

    def queue(self, index: int, path: str, places: dict[str, At | Default]) -> BufferProfile | None:
        """The profile of one unicast queue; None where the MMU profile does not speak of it."""
        own = f"queue.{index}."
        reserved, threshold = self.amounts.get(f"{own}reserved"), self.alphas.get(f"{own}alpha")
        if reserved is None and threshold is None:
            return None
        for key in (f"{own}alpha", f"{own}reserved"):
            if key in self.places:
                places[f"{path}.profile"] = self.places[key]
        return BufferProfile(name=self.name, reserved=reserved, alpha=threshold)


def applied_profile(profiles: Mapping[str, Thing], applies: Iterable[Said]) -> AppliedProfile | None:
    """The MMU profile that is in force.

    Args:
        profiles: the profiles of the text by name.
        applies: the statements that apply and remove profiles, in order; the last one holds.

    Returns:
        The profile, empty where the text does not define it; None where none is applied.
    """
    applied: Said | None = None
    for said in applies:
        if said.record.kind == "mmu_apply":
            applied = said
        elif applied is not None and applied.record.fields["name"] == said.record.fields["name"]:
            applied = None
    if applied is None:
        return None
    name = applied.record.fields["name"]
    amounts: dict[str, Amount] = {}
    alphas: dict[str, Alpha] = {}
    places: dict[str, At] = {}
    for said in profiles[name].said if name in profiles else ():
        key = _key(said)
        if key is None:
            continue
        threshold = said.record.fields.get("alpha")
        if threshold is None:
            amounts[key] = buffer_amount(said.record.fields["amount"])
            places[key] = said.at
        elif (found := alpha(threshold)) is not None:
            alphas[key] = found
            places[key] = said.at
    return AppliedProfile(name, applied.at, amounts, alphas, places)


_KEYS: Mapping[str, str] = {
    "ingress_reserved": "reserved",
    "ingress_threshold": "alpha",
    "ingress_headroom": "headroom",
    "ingress_resume": "resume",
    "priority_group_reserved": "pg.{}.reserved",
    "priority_group_threshold": "pg.{}.alpha",
    "queue_reserved": "queue.{}.reserved",
    "queue_threshold": "queue.{}.alpha",
}


def _key(said: Said) -> str | None:
    kind, fields = said.record
    key = _KEYS.get(kind)
    if key is None or fields.get("cast") == "multicast":
        return None
    number = fields.get("priority_group", fields.get("queue"))
    return key if number is None else key.format(int(number))


def headroom_pool(statements: Iterable[Said]) -> tuple[Pool, At] | None:
    """The headroom pool a text limits, and where; None where it does not."""
    found: tuple[Pool, At] | None = None
    for said in statements:
        if said.record.kind == "mmu_headroom_pool":
            limit = buffer_amount(said.record.fields["amount"])
            if 0 < limit.number <= POOL_HIGH[limit.unit]:
                found = (Pool(defaults.POOL, Direction.INGRESS, headroom=limit), said.at)
        elif said.record.kind == "no_mmu_headroom_pool":
            found = None
    return found
