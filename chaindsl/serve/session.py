"""What is asked of a served flow: `Session` of the runtime does this. It knows nothing of the protocol."""

from collections.abc import Callable, Mapping
from typing import Any, Protocol

from chaindsl.runtime.response import ChainStep, Explanation, Response

OnStarted = Callable[[str], object]
OnStep = Callable[[ChainStep], object]


class FlowSession(Protocol):
    """Every call blocks and may be made from any thread; what it refuses it raises as a ChainDslError."""

    def start(
        self,
        values: Mapping[str, Any],
        *,
        key: str | None = None,
        on_started: OnStarted | None = None,
        on_step: OnStep | None = None,
    ) -> Response: ...

    def get(self, run_id: str) -> Response: ...

    def submit(
        self,
        run_id: str,
        transition: str,
        arguments: Mapping[str, Any],
        *,
        revision: int,
        actor: str,
        on_step: OnStep | None = None,
    ) -> Response: ...

    def retry(self, run_id: str, *, revision: int, on_step: OnStep | None = None) -> Response: ...

    def explain(self, run_id: str, transition: str) -> Explanation: ...

    def recover(self) -> int: ...
