"""RDMA NICs: what their congestion control is called and set to, each value with its source and standing.

Data lies in files beside the code and is read only when asked for. What lives in firmware or is left to the user has no
value here, and says so.
"""

from roceconf.nic.catalogue import UnknownNic, nic, nic_names, nics
from roceconf.nic.load import concepts
from roceconf.nic.model import Concept, Kind, Name, Nic, Parameter, Standing, Trap, UnknownParameter, Value

__all__ = [
    "Concept",
    "Kind",
    "Name",
    "Nic",
    "Parameter",
    "Standing",
    "Trap",
    "UnknownNic",
    "UnknownParameter",
    "Value",
    "concepts",
    "nic",
    "nic_names",
    "nics",
]
