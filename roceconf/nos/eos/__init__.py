"""Arista EOS: running-configs, scripts, transcripts and diffs in; running-config order out."""

from roceconf.nos import Fitted, NetworkOs, OutputFile
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


OS = NetworkOs(key="eos", title="Arista EOS", recognise=_recognise, read=_read, fit=_fit, write=_write)
