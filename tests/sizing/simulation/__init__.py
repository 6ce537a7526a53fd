"""A discrete-event simulation of lossless Ethernet, which judges the arithmetic of ``roceconf.sizing``.

It knows physics and no formula: bytes take their time on a wire, bits theirs in a cable, a frame that has begun cannot
be interrupted, a peer reacts as late as it is allowed to, and what arrives is stored in whole cells or lost. The tests
beside it hand the same numbers to the formulas and to the simulation and compare what comes out.

It shows that the arithmetic is right, not that a chip is: how long a peer takes, when a chip sends XOFF and in which
order it gives its buffer away are assumptions of both sides (docs/simulation.md).

- ``clock``: time in whole femtoseconds, and what happens when.
- ``frames``: frames, what they occupy on the wire and in the buffer, and the order in which a peer sends them.
- ``peer``: the two ends of a link: a peer that sends until it is paused, and the port that pauses it.
- ``buffer``: a partition with dynamic thresholds, and the ingress priority groups that share it.
- ``egress``: an egress queue that serves, and marks with ECN.
- ``switch``: all of it put together.
- ``overrun``: the one question headroom answers: how many cells still arrive after XOFF became due.
"""
