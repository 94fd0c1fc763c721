"""What a run is before its first step: all that the beginning of its trace tells."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from chaindsl.graph.flow import Flow
from chaindsl.trace.record import Cell
from chaindsl.trace.recording import Recording


@dataclass(frozen=True, slots=True)
class Opening:
    """The flow, when the run was made, its inputs as they are kept, and what records keep of values."""

    flow: Flow
    began: datetime
    inputs: Mapping[str, Cell]
    recording: Recording
