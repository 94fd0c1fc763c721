"""A session that does as it is told, for what a real one does too seldom: waiting, failing, ending meanwhile."""

import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from chaindsl import FromActor, State, Text, transition, workflow
from chaindsl.runtime.response import ChainStep, Explanation, LinkView, Response, RunView
from chaindsl.serve.desk import Desk
from chaindsl.serve.flows import Catalogue, Served
from chaindsl.store.failure import NoRun
from chaindsl.store.head import Head


@transition(source="open", target="closed", actor="agent")
def close(reason: FromActor[Text]) -> None: ...


@transition(source="open", target="paid", actor="human")
def pay() -> None: ...


@transition(source="paid", target="closed", actor="human", name="retry")
def again() -> None: ...


FLOW = workflow(
    "claims",
    close,
    pay,
    again,
    initial="open",
    final=["closed"],
    inputs={"claim": str, "amount": int},
    states=[State("open", goal="Close it.")],
)
STEP = ChainStep("look", "new", "open", "deterministic", 0.5, 1)
AGAIN = LinkView("resume", "Go on", "agent", {}, {"run": "r1"}, recovery=True)


def response(status: str = "waiting", *links: LinkView, run: str = "r1") -> Response:
    return Response(RunView(run, "claims", "abc", "open", 3), status, "decision", links=links)


@dataclass
class Scripted:
    """Remembers its calls. `held` makes `start` and `submit` wait; `failing` is raised by every call."""

    links: tuple[LinkView, ...] = ()
    held: threading.Event | None = None
    failing: BaseException | None = None
    named_late: bool = False
    calls: list[tuple[Any, ...]] = field(default_factory=list)

    def start(
        self,
        values: Mapping[str, Any],
        *,
        key: str | None = None,
        on_started: Callable[[str], object] | None = None,
        on_step: Callable[[ChainStep], object] | None = None,
    ) -> Response:
        self._called("start", dict(values), key)
        assert on_started
        if not self.named_late:
            on_started("r1")
        return self._went_on(on_step, lambda: on_started("r1"))

    def get(self, run_id: str) -> Response:
        self._called("get", run_id)
        return response("running" if self.held and not self.held.is_set() else "waiting", *self.links)

    def submit(
        self,
        run_id: str,
        transition: str,
        arguments: Mapping[str, Any],
        *,
        revision: int,
        actor: str,
        on_step: Callable[[ChainStep], object] | None = None,
    ) -> Response:
        self._called("submit", run_id, transition, dict(arguments), revision, str(actor))
        return self._went_on(on_step)

    def retry(self, run_id: str, *, revision: int, on_step: Callable[[ChainStep], object] | None = None) -> Response:
        self._called("retry", run_id, revision)
        return self._went_on(on_step)

    def explain(self, run_id: str, transition: str) -> Explanation:
        self._called("explain", run_id, transition)
        return Explanation(transition, False, ("not now",), "agent", ("open",), "open")

    def recover(self) -> int:
        self._called("recover")
        return 2

    def _called(self, *call: Any) -> None:
        self.calls.append(call)
        if self.failing:
            raise self.failing

    def _went_on(self, on_step: Callable[[ChainStep], object] | None, named: Callable[[], object] = int) -> Response:
        assert on_step
        on_step(STEP)
        if self.held:
            self.held.wait(0.3 if self.named_late else 30)
            named()
            self.held.wait(30)
        return response("completed")


class OneRun:
    """A store that knows one run of `claims` and one of a flow that is not served."""

    def head(self, run: str) -> Head:
        if run not in ("r1", "other"):
            raise NoRun(run)
        return Head(run, "claims" if run == "r1" else "secret", "abc", "d", "waiting")


def desk(session: Scripted, patience: float = 20.0) -> Desk:
    return Desk(catalogue(session), patience)


def catalogue(session: Scripted) -> Catalogue:
    return Catalogue([Served(FLOW, session)], OneRun())
