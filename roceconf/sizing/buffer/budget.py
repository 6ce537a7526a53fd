"""The buffer budget of a chip: reserved + headroom + shared against what there is.

What a pool contains differs: on Tomahawk, + and 2 headroom and minima lie beside ``ingress_lossless_pool.size``; from
Tomahawk 3 on they lie inside it; on Tomahawk 6 and Ultra that is disputed or not public, and both readings are given.
Ingress and egress count the same packets, so a budget is of one side: give minima of one side only.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from roceconf.sizing.buffer.balance import Budget, BudgetExceeded, Minimum
from roceconf.sizing.buffer.facts import constant
from roceconf.sizing.buffer.oversubscription import Promise, check_promises, promise_terms, promised_bytes
from roceconf.sizing.buffer.shared import chip_terms, port_cells
from roceconf.sizing.derivation import Derivation, Term, exact, plain

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from roceconf.asic import Asic


def buffer_budget(
    asic: Asic,
    *,
    pool_bytes: int | None = None,
    pool_headroom_bytes: int | None = None,
    promises: Iterable[Promise] = (),
    minima: Iterable[Minimum] = (),
    ports: int | None = None,
) -> Budget | None:
    """Return what a chip's packet buffer is spent on, and what is left of it.

    Args:
        asic: the chip.
        pool_bytes: ``ingress_lossless_pool.size``; left out, all that headroom and minima leave is shared.
        pool_headroom_bytes: its ``xoff``, the shared headroom pool; left out, each group has its own headroom.
        promises: headroom, minimum, groups and ports of each kind of port with lossless groups.
        minima: what is guaranteed beside that, of the ingress side.
        ports: logical ports of the switch; left out, those of the promises.

    Returns:
        The budget; None where cell or partitions of the chip are not public.

    Raises:
        BudgetExceeded: if the sum exceeds the packet memory, or nothing is left to share; a ValueError that says which
            number breaks and by how much. Where it is disputed what the pool contains, only what breaks either way.
        ValueError: if a number is negative, or neither a pool is given nor the size of the chip public.

    Source:
        ``S = B - R - H``; what the pool contains is in the catalogue (``roceconf asic``), what ports take out of it
        in ``data/buffer.toml``.
    """
    if asic.cell_bytes.value is None or asic.partitions.value is None:
        return None
    asked, others = tuple(promises), tuple(minima)
    _check(asked, others, pool_bytes, pool_headroom_bytes, ports)
    given = _Given(asic, pool_bytes, pool_headroom_bytes, asked, others, _ports(asked, ports))
    contains = asic.pool_contains_headroom.value
    if contains is not None:
        return _checked(_budget(given, contains=contains), asic)
    inside = _checked(_budget(given, contains=True), asic)
    if pool_bytes is None:
        return inside
    beside = _budget(given, contains=False)
    return inside._replace(other_reading=beside, remarks=(*inside.remarks, _disputed(asic, beside)))


class _Given(NamedTuple):
    asic: Asic
    pool_bytes: int | None
    pool_headroom_bytes: int | None
    promises: tuple[Promise, ...]
    minima: tuple[Minimum, ...]
    ports: int


def _ports(promises: Sequence[Promise], ports: int | None) -> int:
    lossless = sum(each.ports for each in promises)
    if ports is not None and ports < lossless:
        raise ValueError(f"{ports} ports are fewer than the {lossless} that are promised headroom")
    return lossless if ports is None else ports


def _budget(given: _Given, *, contains: bool) -> Budget:
    asic = given.asic
    cell, parts = asic.cell_bytes.value or 1, asic.partitions.value or 1
    reserved_cells, reserved_terms, reserved_source = _reserved(given, contains=contains)
    headroom, headroom_terms, headroom_source = _headroom(given)
    reserved = reserved_cells * cell
    shared, shared_terms, shared_source = _shared(given, reserved, headroom, contains=contains)
    terms = (*chip_terms(asic), *reserved_terms, *headroom_terms, *shared_terms)
    total = reserved + headroom + shared
    derivation = Derivation(
        "reserved + headroom + shared",
        tuple({term.symbol: term for term in terms}.values()),
        total,
        "B",
        _assumptions(given, contains=contains),
        (
            Term("guaranteed to groups and ports", "reserved", reserved, "B", f"C * ({reserved_source})"),
            Term("headroom", "headroom", headroom, "B", headroom_source),
            Term("left to share", "shared", shared, "B", shared_source),
        ),
    )
    budget = Budget(
        asic_key=asic.key,
        reserved_bytes=reserved,
        headroom_bytes=headroom,
        shared_bytes=shared,
        total_bytes=total,
        usable_bytes=asic.usable_bytes.value,
        buffer_bytes=asic.buffer_bytes.value,
        cell_bytes=cell,
        partitions=parts,
        is_pooled=given.pool_headroom_bytes is not None,
        contains_headroom=contains,
        derivation=derivation,
    )
    return budget._replace(remarks=_remarks(budget, asic))


def _reserved(given: _Given, *, contains: bool) -> tuple[int, tuple[Term, ...], str]:
    """Return the cells guaranteed on the whole chip, their terms, and the expression in cells.

    What a port takes beside its minima is known from Tomahawk 3 on.
    """
    cell = given.asic.cell_bytes.value or 1
    counted = [("group", each.group_min_bytes, each.groups * each.ports) for each in given.promises]
    counted += [(each.name, each.minimum_bytes, each.number) for each in given.minima]
    counted = [each for each in counted if each[1] and each[2]]
    terms: list[Term] = []
    for number, (name, minimum, count) in enumerate(counted, start=1):
        terms.append(Term(f"minimum of a {name}", f"min_{number}", -(-minimum // cell), "cells", "given, whole cells"))
        terms.append(Term(f"how many: {name}", f"n_{number}", count, "", "given"))
    minima = sum(-(-minimum // cell) * count for _, minimum, count in counted)
    expression = " + ".join(f"n_{number} * min_{number}" for number in range(1, len(counted) + 1)) or "0"
    if given.asic.order < 3 or not contains:
        return minima, tuple(terms), expression
    each_port = port_cells()
    terms += [Term("ports", "N", given.ports, "", "given"), each_port]
    return given.ports * int(each_port.value) + minima, tuple(terms), f"N * port_cells + {expression}"


def _headroom(given: _Given) -> tuple[int, tuple[Term, ...], str]:
    pool = given.pool_headroom_bytes
    if pool is not None:
        return pool, (Term("shared headroom pool", "xoff", pool, "B", "given"),), "xoff"
    if not given.promises:
        return 0, (), "0"
    terms, expression = promise_terms(given.promises)
    return promised_bytes(given.promises), terms, expression


def _shared(given: _Given, reserved: int, headroom: int, *, contains: bool) -> tuple[int, tuple[Term, ...], str]:
    if given.pool_bytes is not None:
        term = Term("ingress lossless pool", "pool", given.pool_bytes, "B", "given")
        if contains:
            return given.pool_bytes - headroom - reserved, (term,), "pool - headroom - reserved"
        return given.pool_bytes, (term,), "pool"
    whole = given.asic.usable_bytes if given.asic.usable_bytes.value is not None else given.asic.buffer_bytes
    if whole.value is None:
        raise ValueError(f"the packet buffer of {given.asic.name} is not public: give the size of the pool")
    term = Term("usable buffer of the chip", "B", whole.value, "B", whole.source)
    return whole.value - reserved - headroom, (term,), "B - reserved - headroom"


def _checked(budget: Budget, asic: Asic) -> Budget:
    """Refuse what cannot be.

    Raises:
        BudgetExceeded: saying which number breaks and by how much.
    """
    most = budget.buffer_bytes if budget.buffer_bytes is not None else budget.usable_bytes
    # What is left is negative where too much is taken, so that nothing is said of it: the sum alone is judged.
    if budget.shared_bytes <= 0:
        whole = budget.total_bytes
        taken = budget.reserved_bytes + budget.headroom_bytes
        excess = taken - whole
        what = f"{budget.reserved_bytes:,} B reserved and {budget.headroom_bytes:,} B of headroom are {taken:,} B"
        more = f"{excess:,} B more than there is" if excess else "all there is"
        raise BudgetExceeded(f"{what} and leave nothing to share of {whole:,} B: {more}", budget, excess)
    if most is not None and budget.total_bytes > most:
        excess = budget.total_bytes - most
        parts = (
            f"{budget.reserved_bytes:,} B reserved, {budget.headroom_bytes:,} B of headroom and "
            f"{budget.shared_bytes:,} B shared"
        )
        raise BudgetExceeded(f"{parts} exceed the {most:,} B of {asic.name} by {excess:,} B", budget, excess)
    return budget


def _assumptions(given: _Given, *, contains: bool) -> tuple[str, ...]:
    fact = given.asic.pool_contains_headroom
    said = []
    if given.pool_bytes is not None:
        where = "inside" if contains else "beside"
        standing = "taken for granted" if fact.value is None else f"{fact.standing}: {fact.source}"
        said.append(f"headroom and minima lie {where} the pool's size ({standing})")
    if given.asic.order >= 3 and contains and given.asic.key not in ("th3", "th5"):
        said.append(f"what ports take out of the pool is Tomahawk 3's and 5's, taken for {given.asic.name}")
    said.append("every partition has the same part of the pools")
    return tuple(said)


def _disputed(asic: Asic, beside: Budget) -> str:
    most = beside.buffer_bytes if beside.buffer_bytes is not None else beside.usable_bytes
    margin = None if most is None else most - beside.total_bytes
    what = f"{beside.total_bytes:,} B in all with {beside.shared_bytes:,} B shared"
    fit = "" if margin is None else f", {abs(margin):,} B {'less' if margin >= 0 else 'more'} than the chip has"
    return (
        f"whether the pool of {asic.name} contains its headroom is disputed or not public: that it does is taken, the "
        f"smaller shared buffer; if it does not, they are {what}{fit}"
    )


def _remarks(budget: Budget, asic: Asic) -> tuple[str, ...]:
    remarks = []
    margin = budget.usable_margin_bytes
    if margin is not None and margin < 0:
        remarks.append(
            f"{-margin:,} B more than published configurations of {asic.name} use, {budget.usable_bytes:,} B: the chip "
            "keeps part of its memory for itself"
        )
    least, share = constant("least_shared_percent"), budget.shared_share
    if share is not None and share * 100 < exact(least.value):
        remarks.append(
            f"only {plain(share * 100):.0f} % of {asic.name} is shared, below {plain(exact(least.value)):g} %: bursts "
            "meet pauses early"
        )
    return tuple(remarks)


def _check(
    promises: Iterable[Promise],
    minima: Iterable[Minimum],
    pool_bytes: int | None,
    pool_headroom_bytes: int | None,
    ports: int | None,
) -> None:
    check_promises(promises)
    if any(value is not None and value < 0 for value in (pool_bytes, pool_headroom_bytes, ports)):
        raise ValueError("sizes and counts must not be negative")
    for each in minima:
        if each.minimum_bytes < 0 or each.number < 0:
            raise ValueError(f"a minimum must not be negative: {each}")
