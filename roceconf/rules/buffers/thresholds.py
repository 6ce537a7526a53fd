"""Rules on the thresholds of buffer profiles: two, none, extreme, or against their pool."""

from collections.abc import Iterator

from roceconf.findings import Severity
from roceconf.rules.buffers.published import published_limits
from roceconf.rules.context import Context
from roceconf.rules.derived.inforce import InForce, least_pool_bytes, pool_of, profiles_in_force
from roceconf.rules.derived.lossless import each
from roceconf.rules.derived.pausing import SENSIBLE_ALPHAS
from roceconf.rules.model import Fault, Place, rule
from roceconf.switch import (
    BufferModel,
    Direction,
    PoolMode,
    Reading,
)


@rule(
    "BUF105",
    "threshold-said-twice",
    on=Reading,
    severity=Severity.ERROR,
    since="0.1",
    sources=("sonic-swss orchagent/bufferorch.cpp", "sonic-yang-models sonic-buffer-profile.yang"),
)
def threshold_is_said_twice(reading: Reading, context: Context) -> Iterator[Fault]:
    """A buffer profile has a dynamic and a static threshold.

    What the fabric does
        Only one can hold. Which one depends on the order in which the device reads them, or it refuses the profile.

    How to mend it
        Keep one: alpha for a pool that is shared dynamically, a fixed limit for one that is not.

    Source
        sonic-buffer-profile.yang lets both stand; the switch software programs one.
    """
    for held in profiles_in_force(context):
        if held.profile.alpha is not None and held.profile.limit is not None:
            yield Fault(
                f"{held.called} has two thresholds, alpha {held.profile.alpha} and a fixed limit of "
                f"{held.profile.limit}: only one can hold, and which one is not certain.",
                "keep one of the two",
                held.at("limit"),
                held.ports,
                {"alpha": held.profile.alpha.factor, "limit": held.profile.limit.number},
            )


@rule(
    "BUF106",
    "no-threshold",
    on=Reading,
    severity=Severity.ERROR,
    since="0.1",
    sources=("sonic-swss orchagent/bufferorch.cpp",),
)
def profile_has_no_threshold(reading: Reading, context: Context) -> Iterator[Fault]:
    """A buffer profile says neither a dynamic nor a static threshold.

    What the fabric does
        The switch software cannot create the profile: what is bound to it keeps what the chip starts with.

    How to mend it
        Write alpha (``dynamic_th``) or a fixed limit (``static_th``).

    Source
        The threshold is mandatory when a profile is created. Silent where an OS has a default for it, and for
        profiles whose pool is not known.
    """
    for held in profiles_in_force(context):
        pool = pool_of(held.profile, context)
        if pool is None or pool.mode is None or held.profile.alpha is not None or held.profile.limit is not None:
            continue
        if any(_is_said(held.at(value), context) for value in ("alpha", "limit")):
            continue  # said, but no number: the reader remarks it
        yield Fault(
            f"{held.called} draws from pool '{pool.name}' without a threshold: the device cannot create it, and what "
            "is bound to it keeps the defaults of the chip.",
            "write a threshold: alpha for a share of the free buffer, or a fixed limit",
            held.at("alpha"),
            held.ports,
        )


@rule(
    "BUF109",
    "threshold-beyond-pool",
    on=Reading,
    severity=Severity.NOTE,
    since="0.1",
    sources=("sonic-buildimage PR 25560", "sonic-buildimage PR 25945"),
)
def threshold_is_beyond_the_pool(reading: Reading, context: Context) -> Iterator[Fault]:
    """A fixed limit is larger than the pool it draws from.

    What the fabric does
        The limit is never reached: the pool is empty before. Many shipped configurations write the whole chip to say
        "no limit". Newer software for Tomahawk 5 refuses a limit above one of its two partitions.

    How to mend it
        Write the size of the pool, or what the platform's current release publishes.

    Source
        sonic-buildimage PR 25560 and 25945: limits lowered after the switch software began to refuse them. Silent for a
        limit that this very platform publishes.
    """

    def check(held: InForce) -> Iterator[Fault]:
        pool = pool_of(held.profile, context)
        limit = context.bytes(held.profile.limit)
        size = context.bytes(pool.size) if pool is not None else None
        if pool is None or not size or limit is None or limit <= size:
            return
        if size < least_pool_bytes(pool, context)[0]:
            return  # the pool is the fault, and BUF111 names it
        if limit in published_limits(held.profile.name, context):
            return
        yield Fault(
            f"{held.called} has the limit {limit:,} B, above pool '{pool.name}' with {size:,} B: the limit is never "
            "reached, and some releases refuse it.",
            f"write at most {size:,} B, unless 'no limit' is meant and the release takes it",
            held.at("limit"),
            held.ports,
            {"limit_bytes": limit, "pool_bytes": size},
        )

    return each(profiles_in_force(context), check)


@rule(
    "BUF112",
    "alpha-extreme",
    on=Reading,
    severity=Severity.WARNING,
    since="0.1",
    sources=(
        "Choudhury and Hahne, Dynamic queue length thresholds, ToN 1998",
        "Guo et al., SIGCOMM 2016",
    ),
)
def alpha_is_extreme(reading: Reading, context: Context) -> Iterator[Fault]:
    """A lossless priority group pauses almost at once, or only when the pool is nearly gone.

    What the fabric does
        With alpha 1/64 or less a group pauses at about one percent of the buffer: pause frames spread although there is
        room. With 4 or more one group may take four fifths of the buffer before it pauses, and the others starve.

    How to mend it
        Use alpha between 1/16 and 2; shipped Tomahawk tables use 1/8 to 1.

    Source
        SIGCOMM 2016 reports a switch whose default 1/64 instead of 1/16 spread pauses. A group at alpha a settles at
        a/(1+a) of the shared buffer.
    """
    for held in profiles_in_force(context):
        alpha = held.profile.alpha
        if held.side is not Direction.INGRESS or not held.profile.is_lossless or alpha is None:
            continue
        if alpha.exponent in SENSIBLE_ALPHAS:
            continue
        share = alpha.factor / (1 + alpha.factor)
        effect = "it pauses almost at once" if alpha.exponent < 0 else "it pauses only when little is left for others"
        yield Fault(
            f"{held.called} is lossless with alpha {alpha}: a single priority group settles at {share:.0%} of the "
            f"shared buffer, so {effect}.",
            "use an alpha between 1/16 and 2",
            held.at("alpha"),
            held.ports,
            {"alpha": alpha.factor, "share": round(share, 4)},
        )


@rule(
    "BUF113",
    "threshold-against-pool-mode",
    on=Reading,
    severity=Severity.ERROR,
    since="0.1",
    sources=("sonic-swss cfgmgr/buffermgrdyn.cpp:2764 and 2811",),
)
def threshold_is_against_the_pool_mode(reading: Reading, context: Context) -> Iterator[Fault]:
    """In the dynamic buffer model a profile has a threshold of another kind than its pool.

    What the fabric does
        The buffer manager refuses the profile, and everything bound to it stays as it was.

    How to mend it
        Give profiles of a dynamic pool an alpha, profiles of a static pool a fixed limit.

    Source
        buffermgrdyn.cpp. In the traditional model, which Tomahawk switches use, mixing is common and no finding.
    """
    if context.switch.buffer_model is not BufferModel.DYNAMIC:
        return
    for held in profiles_in_force(context):
        pool = pool_of(held.profile, context)
        if pool is None or pool.mode is None or (held.profile.alpha is None) == (held.profile.limit is None):
            continue
        kind = PoolMode.DYNAMIC if held.profile.alpha is not None else PoolMode.STATIC
        if kind is not pool.mode:
            yield Fault(
                f"{held.called} has a {kind} threshold, but pool '{pool.name}' is {pool.mode}: the dynamic buffer "
                "model refuses the profile.",
                f"give the profile a {pool.mode} threshold",
                held.at("alpha" if kind is PoolMode.DYNAMIC else "limit"),
                held.ports,
            )


def _is_said(place: Place, context: Context) -> bool:
    places, above = context.reading.places, place.path.rpartition(".")[0]
    return places.of(place.subject, place.path) != places.of(place.subject, above)
