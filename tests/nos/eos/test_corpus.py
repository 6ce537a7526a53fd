"""Configurations that others published: read whole, with remarks exactly where something is wrong."""

import json

import pytest

from roceconf.nos import NotFittingError, network_os, recognise
from roceconf.nos.eos.port_names import is_port
from roceconf.switch import Hints, NotReadableError
from tests.shared import corpus, needs_shared

EOS = network_os("eos")

REFUSED = {"avd-issue-4921-mmu-cli-help.cfg", "microsoft-converged-nic-7050s.cfg"}
"""Help texts and prose."""
FATAL = {
    "avd-5x-molecule-qos.cfg": [278],
    "bad-ai-fabric-qos-design-policymap-txqueue.cfg": [15, 16, 19, 25, 29],
    "bad-eos-site-ecn-threshold.cfg": [1, 2, 3, 4, 5, 9, 15],
    "bad-kr-doc-eos-roce.cfg": [12, 16, 20],
}
"""Lines with a statement that EOS refuses; the first is AVD 5's own mistake."""
LOSSLESS = {
    "amd-rocm-7388-dcqcn.cfg": [3],
    "azure-local-storage-7050.cfg": [3],
    "blog-eos436-roce-leaf.cfg": [3],
    "habana-gaudi-7060dx4-7060px5-l2l3.cfg": [0, 1, 2, 3],
    "intel-irdma-readme-arista.cfg": [0],
    "intel-mfd-switchmanagement-pfc.cfg": [0, 1, 2, 3, 4, 5, 6],
    "intel-pmof-7060cx2.cfg": [3],
    "kubernetes-recipes-arista.cfg": [3],
    "sonic-mgmt-pfcgen-eos.cfg": [],
}
"""Priorities that the ports of a file make lossless."""

FILES = sorted(path.name for path in corpus("eos").glob("*.cfg")) if corpus("eos").is_dir() else []


def text_of(name: str) -> str:
    return corpus("eos", name).read_text(encoding="utf-8")


@needs_shared
@pytest.mark.parametrize("name", FILES)
def test_every_published_text_is_recognised_and_read(name: str) -> None:
    text = text_of(name)
    found = recognise(text)
    assert found is not None
    assert found.key == "eos"
    if name in REFUSED:
        with pytest.raises(NotReadableError):
            EOS.read(text, Hints())
        return
    reading = EOS.read(text, Hints())
    lines = text.split("\n")
    for remark in reading.remarks:
        for line, column in (remark.at, *remark.also_at):
            assert lines[int(line) - 1][int(column) - 1 :].strip()
    fatal = sorted(int(at[0]) for remark in reading.remarks if remark.is_fatal for at in (remark.at, *remark.also_at))
    assert fatal == FATAL.get(name, [])


@needs_shared
@pytest.mark.parametrize("name", LOSSLESS)
def test_lossless_priorities(name: str) -> None:
    reading = EOS.read(text_of(name), Hints())
    assert reading.switch.groups
    for group in reading.switch.groups:
        assert sorted(group.pfc.active) == LOSSLESS[name]


@needs_shared
@pytest.mark.parametrize("name", [name for name in FILES if name.startswith("batfish-")])
def test_a_device_that_prints_all_its_defaults_is_at_fault_nowhere(name: str) -> None:
    reading = EOS.read(text_of(name), Hints())
    assert reading.remarks == ()
    assert reading.switch.sku.startswith("DCS-7260CX")
    routed, switched = reading.switch.groups
    assert (routed.routed, switched.routed) == (True, False)
    weights = {queue.index: queue.scheduler.weight for queue in routed.queues if queue.scheduler}
    assert {index: weight for index, weight in weights.items() if weight} == {0: 69, 1: 1, 2: 20, 4: 10}


@needs_shared
def test_the_corrected_form_of_a_bug_is_free_of_it() -> None:
    index = json.loads(corpus("bugs", "INDEX.json").read_text(encoding="utf-8"))
    assert "B55" in json.dumps(index)
    bad = EOS.read(corpus("bugs", "B55.eos.cfg").read_text(encoding="utf-8"), Hints()).remarks
    good = EOS.read(corpus("bugs", "B55.fixed.cfg").read_text(encoding="utf-8"), Hints()).remarks
    assert [(remark.at[0], remark.is_fatal) for remark in bad] == [(4, False), (5, True)]
    assert [(remark.at[0], remark.is_fatal) for remark in good] == [(4, False)]


@needs_shared
@pytest.mark.parametrize("name", [name for name in FILES if name not in REFUSED])
def test_what_is_read_can_be_fitted_or_is_refused_with_a_reason(name: str) -> None:
    switch = EOS.read(text_of(name), Hints()).switch
    if not all(is_port(port) for group in switch.groups for port in group.ports):
        with pytest.raises(NotFittingError, match="Ethernet"):
            EOS.fit(switch, Hints())
        return
    fitted = EOS.fit(switch, Hints()).switch
    (file,) = EOS.write(fitted, Hints())
    if fitted.groups:
        assert EOS.read(file.text, Hints()).switch == fitted
