"""Arista EOS: running-configs, scripts, transcripts and diffs in; running-config order out."""

from roceconf.nos import Fitted, Habits, NetworkOs, OutputFile
from roceconf.switch import Hints, Reading, Switch


def _recognise(text: str) -> float:
    from roceconf.nos.eos.recognise import likelihood

    return likelihood(text)


def _read(text: str, hints: Hints) -> Reading:
    from roceconf.nos.eos.read import read

    return read(text, hints)


def _fit(switch: Switch, hints: Hints) -> Fitted:
    from roceconf.nos.eos.fit import fit

    return fit(switch, hints)


def _write(switch: Switch, hints: Hints) -> tuple[OutputFile, ...]:
    from roceconf.nos.eos.write import write

    return write(switch, hints)


HABITS = Habits(usual_mtu_bytes=9214, best_effort_class=1)
"""Arista's and AMD's guides to AI fabrics set 9214; EOS sends DSCP 0 to 7 to class 1 (EOS manual, Quality of Service,
default DSCP map)."""

OS = NetworkOs("eos", "Arista EOS", _recognise, _read, _fit, _write, HABITS)
