"""SONiC: ``config_db.json``, the old swssconfig lists, and ``pg_profile_lookup.ini``."""

from roceconf.nos import Fitted, NetworkOs, OutputFile
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


OS = NetworkOs("sonic", "SONiC", recognise, _read, _fit, _write, _merge)
