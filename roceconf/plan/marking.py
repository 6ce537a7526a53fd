"""ECN of the lossless queues: as said, as a preset says, or by speed; capped so that marking comes before PFC."""

from __future__ import annotations

from functools import cache, partial
from typing import TYPE_CHECKING, NamedTuple

from roceconf.plan.buffers import amount_of
from roceconf.plan.faults import KeyFaultError
from roceconf.sizing import bounds_for, ecn_thresholds, least_published_shared_buffer, presets
from roceconf.switch import Amount, Colour, Curve, Marking

if TYPE_CHECKING:
    from roceconf.asic import Asic, PublishedBuffers
    from roceconf.intent import ClassIntent, EcnIntent, Intent, PortGroupIntent
    from roceconf.plan.classes import Classes
    from roceconf.plan.hardware import Hardware
    from roceconf.sizing import EcnThresholds, SharedBuffer
    from roceconf.sizing import Marking as Bounds
    from roceconf.switch import BufferProfile


class Bounded(NamedTuple):
    """What bounds the thresholds.

    Attributes:
        bounds: alpha, shared buffer, lossless groups, fan-out and fan-in.
        shared: the shared buffer of a partition, with its derivation.
        borrowed_from: whose buffer that is where it is open which one the switch has; else empty.
        published_for: what that is the smallest pool of: the switch, where one of several applies, else the chip.
    """

    bounds: Bounds
    shared: SharedBuffer
    borrowed_from: str = ""
    published_for: str = "the chip"


class Marked(NamedTuple):
    """ECN of a queue.

    Attributes:
        marking: its curve; None where the intent switches it off.
        source: where its numbers come from, as a sentence.
        computed: what the preset and the bounds give, whatever the intent says beside; None where it is off.
        said: which of ``kmin``, ``kmax``, ``pmax`` the intent says.
    """

    marking: Marking | None
    source: str
    computed: EcnThresholds | None = None
    said: frozenset[str] = frozenset()


def bounds_of(
    intent: Intent, hardware: Hardware, profile: BufferProfile, classes: Classes, ports: int
) -> Bounded | None:
    """What bounds the thresholds: alpha and the shared buffer of a partition.

    Args:
        intent: what is wanted: fan-in, fan-out, and the speeds of the ports that feed the queue.
        hardware: what the switch is.
        profile: of the lossless priority groups that feed the queue.
        classes: the class plan.
        ports: logical ports of the switch.

    Returns:
        The bounds, from the pool published for the switch, where several are from the one that leaves least to share,
        else from that of its chip; None where none is published or alpha is not known.
    """
    if profile.alpha is None:
        return None
    reserved = profile.reserved.in_bytes(hardware.asic.cell_bytes.value) if isinstance(profile.reserved, Amount) else 0
    own = hardware.candidates if hardware.buffers is None else (hardware.buffers,)
    found = _least_shared(hardware.asic, own, ports, len(classes.lossless), reserved or 0)
    if found is None:
        return None
    shared, published = found
    bounds = bounds_for(
        profile.alpha.factor,
        shared.shared_bytes,
        len(classes.lossless),
        fan_in=intent.fan_in,
        fan_out=intent.fan_out,
        ingress_mbps=max(held.speed_mbps for held in intent.ports if held.rdma),
    )
    if hardware.buffers is not None:
        return Bounded(bounds, shared)
    return Bounded(bounds, shared, published.id, "the switch" if own else "the chip")


@cache
def _least_shared(
    asic: Asic, own: tuple[PublishedBuffers, ...], ports: int, lossless_groups: int, group_min_bytes: int
) -> tuple[SharedBuffer, PublishedBuffers] | None:
    """The shared buffer to count on; remembered, because the groups of a switch ask for the same one."""
    return least_published_shared_buffer(
        asic,
        ports=ports,
        lossless_groups=lossless_groups,
        group_min_bytes=group_min_bytes,
        among=own or None,
    )


def marking_of(
    intent: Intent,
    held: ClassIntent,
    group: PortGroupIntent,
    bounds: Bounded | None,
    cnp_interval_ns: int | None = None,
    cell_bytes: int | None = None,
) -> Marked:
    """ECN of one lossless queue of some ports; what is said nearer to the port wins.

    Args:
        intent: the whole intent.
        held: the class of the queue.
        group: the ports.
        bounds: what bounds computed thresholds; None where it is not known.
        cnp_interval_ns: least time between two CNPs of the hosts; the usual one where None.
        cell_bytes: the chip's cell, for thresholds said in cells.

    Returns:
        The marking, or None where the intent switches it off.

    Raises:
        ValueError: the preset is not known, or a threshold said contradicts one that is computed.
    """
    said = next((each for each in (group.ecn, held.ecn, intent.ecn) if each is not None), None)
    if said == "off":
        return Marked(None, "switched off by the intent.")
    preset = said.preset if said is not None and said.preset is not None else "default"
    if preset not in presets():
        raise KeyFaultError(("ecn", "preset"), f"unknown ECN preset '{preset}': one of {', '.join(presets())}")
    ask = partial(
        ecn_thresholds,
        group.speed_mbps,
        preset=preset,
        rtt_ns=intent.rtt_ns,
        cnp_interval_ns=cnp_interval_ns,
    )
    try:
        computed = ask(marking=None if bounds is None else bounds.bounds)
    except ValueError:
        if said is None or said.kmin is None or said.kmax is None:
            raise
        # The cap that is refused is of thresholds nobody asked for: those said are judged by the rules.
        computed = ask()
    return _marked(said, computed, bounds, cell_bytes)


def _marked(said: EcnIntent | None, computed: EcnThresholds, bounds: Bounded | None, cell_bytes: int | None) -> Marked:
    preset = computed.preset
    kmin = amount_of(said.kmin) if said is not None and said.kmin is not None else Amount(computed.kmin_bytes)
    kmax = amount_of(said.kmax) if said is not None and said.kmax is not None else Amount(computed.kmax_bytes)
    pmax = said.pmax_percent if said is not None and said.pmax_percent is not None else computed.pmax_percent
    least, most = kmin.in_bytes(cell_bytes), kmax.in_bytes(cell_bytes)
    if said is not None and least is not None and most is not None and least > most:
        raise KeyFaultError(("ecn", "kmin" if said.kmax is None else "kmax"), _crossed(said, kmin, kmax, preset))
    curve = Curve(Colour.GREEN, kmin, kmax, round(pmax), marks=True, active=True)
    words = {} if said is None else {"kmin": said.kmin, "kmax": said.kmax, "pmax": said.pmax_percent}
    named = frozenset(word for word, number in words.items() if number is not None)
    timed = "".join(f" {each.said}." for each in (computed.round_trip, computed.reaction) if each is not None)
    source = _source(said, preset, computed.capped, bounds) + timed
    return Marked(Marking((curve,), name="ROCE_ECN"), source, computed, named)


def _crossed(said: EcnIntent, kmin: Amount, kmax: Amount, preset: str) -> str:
    crossed = f"kmin {kmin} lies above kmax {kmax}"
    if said.kmin is not None and said.kmax is not None:
        return f"{crossed}: the two may be swapped"
    left = "kmin" if said.kmin is None else "kmax"
    return f"{crossed}, and the intent leaves {left} to preset {preset}: say both kmin and kmax"


def _source(said: EcnIntent | None, preset: str, capped: tuple[str, ...], bounds: Bounded | None) -> str:
    if said is not None and said.kmin is not None and said.kmax is not None:
        return "said by the intent."
    if bounds is None:
        return f"preset {preset}; not capped, because no shared buffer is published for the chip."
    whose = f", reckoned with the smallest pool published for {bounds.published_for} ({bounds.borrowed_from})"
    basis = whose if bounds.borrowed_from else ""
    if capped:
        return f"preset {preset}, {' and '.join(capped)} capped so that marking comes before PFC{basis}."
    return f"preset {preset}; marking comes before PFC without a cap{basis}."
