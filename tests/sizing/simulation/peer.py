"""The two ends of a link: a peer that sends at line rate until it is paused, and the port that pauses it."""

from collections.abc import Callable
from typing import NamedTuple

from tests.sizing.simulation.clock import Clock, Event
from tests.sizing.simulation.frames import (
    GAP_BYTES,
    PAUSE_FRAME_BYTES,
    PREAMBLE_BYTES,
    Frames,
    Train,
    wire_bytes,
)


class Link(NamedTuple):
    """A link and how slowly its two ends react.

    Attributes:
        byte_fs: how long a byte takes to send.
        delay_fs: how long a bit takes from end to end: the cable, and one gearbox.
        peer_response_fs: from the end of a PFC frame at the peer to the last moment at which it begins a frame.
        local_response_fs: from XOFF being due to the PFC frame being ready to be sent.
        other_frame_bytes: a frame of another class whose first bit is sent just then; 0 for none.
        last_frame_bytes: size of the last frame the peer begins; None for whatever its turn is.
    """

    byte_fs: int
    delay_fs: int
    peer_response_fs: int
    local_response_fs: int
    other_frame_bytes: int = 0
    last_frame_bytes: int | None = None


class Peer:
    """Sends its frames back to back; a pause that it has heard it obeys as late as the link says.

    Attributes:
        stopped_fs: the last moment at which it could begin a frame before its latest pause.
    """

    def __init__(self, clock: Clock, link: Link, frames: Frames, deliver: Callable[[Train], None]) -> None:
        self._clock, self._link, self._frames, self._deliver = clock, link, frames, deliver
        self._stopped = False
        self.stopped_fs: int | None = None
        self._train: Train | None = None
        self._begun_fs = 0
        self._end: Event | None = None
        self._is_cut = False

    def send(self) -> None:
        """Begin with the next frames, if it may and is not sending yet. The wire has just been silent or fallen so."""
        if self._stopped or self._train is not None:
            return
        self._train, self._begun_fs = next(self._frames, None), self._clock.now_fs
        if self._train is not None and self._train.length is not None:
            self._end = self._clock.at(self._ends_fs(self._train), self._sent)

    def hear(self, pause: bool) -> None:
        """The last bit of a PFC frame has arrived."""
        self._clock.at(self._clock.now_fs + self._link.peer_response_fs, self._stop if pause else self._resume)

    def _ends_fs(self, train: Train) -> int:
        assert train.length is not None
        return self._begun_fs + train.length * wire_bytes(train.frame_bytes) * self._link.byte_fs

    def _sent(self) -> None:
        assert self._train is not None
        self._travel((self._train,))
        self._train = self._end = None
        self.send()

    def _travel(self, trains: tuple[Train, ...]) -> None:
        """What has been sent arrives; of a train, when the last bit of its last frame does."""

        def arrive() -> None:
            for train in trains:
                self._deliver(train)

        self._clock.at(self._clock.now_fs + self._link.delay_fs, arrive)

    def _resume(self) -> None:
        self._stopped = False
        self.send()

    def _stop(self) -> None:
        """Frames that have begun are sent to their end, no more begin: a train is cut there."""
        self._stopped, self.stopped_fs = True, self._clock.now_fs
        if self._train is None or self._is_cut:
            return
        size, byte_fs = self._train.frame_bytes, self._link.byte_fs
        since_fs = self._clock.now_fs - self._begun_fs - GAP_BYTES * byte_fs
        begun = since_fs // (wire_bytes(size) * byte_fs) + 1
        if self._train.length is not None:
            begun = min(begun, self._train.length)
        if self._end is not None:
            self._end.call_off()
        self._train = self._end = None
        if begun < 1:
            return
        # Nobody has seen the last frame yet, so it may still turn out to be a larger one.
        last = Train(self._link.last_frame_bytes or size)
        end_fs = self._begun_fs + ((begun - 1) * wire_bytes(size) + wire_bytes(last.frame_bytes)) * byte_fs
        cut = (Train(size, begun - 1), last) if begun > 1 else (last,)
        self._finish(cut, max(end_fs, self._clock.now_fs))

    def _finish(self, trains: tuple[Train, ...], end_fs: int) -> None:
        """Send what was begun to its end; until then the wire is taken, also for a peer that may send again."""
        self._train, self._is_cut = trains[-1], True

        def finished() -> None:
            self._travel(trains)
            self._train, self._is_cut = None, False
            self.send()

        self._clock.at(end_fs, finished)


class PauseSender:
    """Sends the PFC frames of a port: none overtakes a frame that has begun, each says what is wanted when it begins.

    Whenever one is ready to be sent, a frame of another class has just begun, unless a PFC frame is on its way out.
    """

    def __init__(self, clock: Clock, link: Link, hear: Callable[[bool], None]) -> None:
        self._clock, self._link, self._hear = clock, link, hear
        self._wanted = self._said = self._is_waiting = False
        self._free_fs = 0

    def request(self, pause: bool) -> None:
        """XOFF or XON has become due."""
        self._clock.at(self._clock.now_fs + self._link.local_response_fs, lambda: self._ready(pause))

    def _ready(self, pause: bool) -> None:
        self._wanted = pause
        if self._is_waiting:
            return
        self._is_waiting = True
        begins_fs = self._free_fs
        if begins_fs <= self._clock.now_fs:
            other = self._link.other_frame_bytes
            begins_fs = self._clock.now_fs + ((PREAMBLE_BYTES + other) * self._link.byte_fs if other else 0)
        self._clock.at(begins_fs, self._send)

    def _send(self) -> None:
        self._is_waiting = False
        if self._wanted == self._said:
            return
        self._said = said = self._wanted
        self._free_fs = self._clock.now_fs + wire_bytes(PAUSE_FRAME_BYTES) * self._link.byte_fs
        self._clock.at(self._free_fs + self._link.delay_fs, lambda: self._hear(said))
