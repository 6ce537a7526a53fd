"""SONiC: ``config_db.json``, the old swssconfig lists, and ``pg_profile_lookup.ini``."""

from roceconf.nos import Fitted, Habits, NetworkOs, OutputFile
from roceconf.nos.sonic.recognise import recognise
from roceconf.switch import Hints, Reading, Switch


def _read(text: str, hints: Hints) -> Reading:
    from roceconf.nos.sonic.read import read

    return read(text, hints)


def _fit(switch: Switch, hints: Hints) -> Fitted:
    from roceconf.nos.sonic.fit import fit

    return fit(switch, hints)


def _write(switch: Switch, hints: Hints) -> tuple[OutputFile, ...]:
    from roceconf.nos.sonic.write import write

    return write(switch, hints)


def _merge(base: str, switch: Switch, hints: Hints) -> OutputFile:
    from roceconf.nos.sonic.merge import merge

    return merge(base, switch, hints)


HABITS = Habits(usual_mtu_bytes=9100, best_effort_class=0, names_hwskus=True)
"""The port configuration of every HWSKU sets 9100; the DSCP map decides the class, and 0 is what hardware does without
one."""

OS = NetworkOs("sonic", "SONiC", recognise, _read, _fit, _write, HABITS, _merge)
