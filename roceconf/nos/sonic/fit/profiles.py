"""Buffer profiles that SONiC can say, each content under one name."""

import re
from dataclasses import replace

from roceconf.nos.sonic.fit.sizes import Converter
from roceconf.switch import Alpha, Amount, BufferProfile, Direction, Pool, PoolMode

_LOWEST_ALPHA, _HIGHEST_ALPHA = -8, 7
"""sonic-buffer-profile.yang, dynamic_th."""
_NAME = re.compile(r"[A-Za-z0-9][-A-Za-z0-9_.]{0,63}")
_DERIVED_NAME = re.compile(r"pg_lossless_.*_profile")


class Profiles:
    """Makes profiles sayable and keeps their names apart.

    Args:
        converter: of sizes.
        pools: the pools that will be written; empty where the device keeps its own.
    """

    def __init__(self, converter: Converter, pools: tuple[Pool, ...]) -> None:
        self._converter = converter
        self._pools = {pool.name: pool for pool in pools}
        self._taken: dict[str, BufferProfile] = {}

    def fit(self, profile: BufferProfile | None, side: Direction, *, default_name: str) -> BufferProfile | None:
        """The profile as BUFFER_PROFILE takes it.

        Args:
            profile: what is asked.
            side: ingress for a priority group, egress for a queue.
            default_name: its name where it has none that can be written.

        Returns:
            The profile; None where it lacks a threshold or a pool of its side, so that the device's own has to do.
        """
        if profile is None or not profile.pool:
            return None
        pool = self._pools.get(profile.pool)
        if self._pools and (pool is None or pool.direction not in (side, Direction.BOTH)):
            return None
        limit, alpha = self._converter.bytes(profile.limit), self.alpha(profile.alpha)
        if limit is not None and alpha is not None:
            limit, alpha = (limit, None) if pool is not None and pool.mode is PoolMode.STATIC else (None, alpha)
        if limit is None and alpha is None:
            return None
        sayable = BufferProfile(
            pool=profile.pool,
            reserved=self._converter.bytes(profile.reserved) or Amount(0),
            headroom=self._converter.bytes(profile.headroom),
            xon=self._converter.bytes(profile.xon),
            xon_offset=self._converter.bytes(profile.xon_offset),
            alpha=alpha,
            limit=limit,
        )
        usable = _NAME.fullmatch(profile.name) and not _DERIVED_NAME.fullmatch(profile.name) and profile.name != "NULL"
        return self._named(sayable, profile.name if usable else default_name)

    @staticmethod
    def alpha(alpha: Alpha | None) -> Alpha | None:
        """Alpha within what SONiC takes."""
        return None if alpha is None else Alpha(min(max(alpha.exponent, _LOWEST_ALPHA), _HIGHEST_ALPHA))

    def _named(self, profile: BufferProfile, name: str) -> BufferProfile:
        candidate, number = name, 1
        while True:
            named = replace(profile, name=candidate)
            if self._taken.setdefault(candidate, named) == named:
                return named
            number += 1
            candidate = f"{name}_{number}"
