"""Sessions driven at random, against a model: nobody decides who may not, nothing is lost or doubled."""

from collections import Counter
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import Bundle, RuleBasedStateMachine, consumes, initialize, invariant, multiple, rule

from chaindsl.errors import ChainDslError
from chaindsl.language.flow import Flow
from chaindsl.language.state import State
from chaindsl.language.transition import transition
from chaindsl.language.workflow import workflow
from chaindsl.runtime.approval import LIFETIME, TRIES, Request
from chaindsl.runtime.environment import Environment
from chaindsl.runtime.failure import ChainError, Refused
from chaindsl.runtime.runner import Runner
from chaindsl.store.failure import KeyTaken, Stale
from chaindsl.store.memory import MemoryStore
from chaindsl.vocabulary.actor import FromActor
from tests.runtime.dying import Death, Dying

PATIENCE = 1_000
AGENT, HUMAN = {"send": "sent", "rework": "draft"}, {"drop": "dropped"}
OVER = ("sent", "dropped", "expired")


@dataclass
class Model:
    """What one run is thought to be: where, how often it stopped, how often a transition was taken."""

    key: str | None
    text: str
    state: str = "judged"
    revision: int = 1
    since: float = 0.0
    failed: str | None = None
    cancelled: bool = False
    reworked: int = 0
    wrong: int = 0
    history: list[str] = field(default_factory=lambda: ["score"])

    @property
    def status(self) -> str:
        if self.cancelled:
            return "cancelled"
        if self.state in OVER:
            return "completed"
        return "failed" if self.failed else "waiting"


class Sessions(RuleBasedStateMachine):
    """One workflow in one store; processes come and go, time passes, the outside breaks and is repaired."""

    runs: Bundle[str] = Bundle("runs")
    codes: Bundle[Request] = Bundle("codes")

    def __init__(self) -> None:
        super().__init__()
        self.now = 0.0
        self.ids = 0
        self.broken = False
        self.store = MemoryStore(now=lambda: self.now)
        self.models: dict[str, Model] = {}
        self.done: Counter[tuple[str, str]] = Counter()
        self.flow = self.letter()

    def letter(self) -> Flow:
        @transition(source="draft", target="judged", actor="deterministic", writes="score")
        def score(text: str) -> int:
            return len(text)

        @transition(source="judged", target="sent", actor="agent", writes="note")
        def send(score: int, reason: FromActor[str]) -> str:
            if self.broken:
                raise OSError("no network")
            return reason

        @transition(source="judged", target="draft", actor="agent", limit=2)
        def rework() -> None: ...

        @transition(source="judged", target="dropped", actor="human", writes="note")
        def drop(reason: FromActor[str]) -> str:
            return reason

        waiting = State("judged", goal="Decide", timeout=PATIENCE, on_timeout="expired")
        return workflow(
            "letter",
            score,
            send,
            rework,
            drop,
            initial="draft",
            final=["sent", "dropped", "expired"],
            inputs={"text": str},
            states=[waiting],
        )

    def runner(self, store: Any = None) -> Runner:
        """The flow in a process of its own."""
        environment = Environment(
            clock=lambda: self.now, now=lambda: datetime.fromtimestamp(self.now, UTC), new_id=self.new_id
        )
        return self.flow.bind().configured(environment=environment, store=store or self.store)

    def new_id(self) -> str:
        self.ids += 1
        return f"{self.ids:08x}{self.ids}"

    def moved(self, run: str, transition_: str, target: str) -> None:
        model = self.models[run]
        model.state, model.failed, model.wrong = target, None, 0
        model.history.append(transition_)
        if target == "draft":
            model.state = "judged"
            model.reworked += 1
            model.history.append("score")
        self.stopped(run)

    def stopped(self, run: str) -> None:
        model = self.models[run]
        model.revision += 1
        model.since = self.now

    def late(self, run: str) -> None:
        """Whoever looks finds a run moved on that was waited for too long."""
        model = self.models[run]
        if model.status == "waiting" and self.now - model.since >= PATIENCE:
            self.moved(run, "timeout", "expired")

    @initialize(target=runs, text=st.sampled_from(["a", "bb"]))
    def first(self, text: str) -> str:
        return self.begun(None, text)

    def begun(self, key: str | None, text: str) -> str:
        run = self.runner().start({"text": text}, key=key).run.id
        self.models[run] = Model(key, text, since=self.now)
        return run

    @rule(target=runs, key=st.sampled_from(["k", "l"]), text=st.sampled_from(["a", "bb"]))
    def start(self, key: str, text: str) -> Any:
        known = next((run for run, model in self.models.items() if model.key == key), None)
        if known is None:
            return self.begun(key, text)
        self.late(known)
        try:
            found = self.runner().start({"text": text}, key=key)
        except KeyTaken:
            assert self.models[known].text != text
        else:
            assert (found.run.id, self.models[known].text) == (known, text)
        return multiple()

    @rule(
        run=runs,
        transition_=st.sampled_from(["send", "rework", "drop", "score", "retry", "nothing"]),
        actor=st.sampled_from(["agent", "human", "deterministic", "root"]),
        behind=st.sampled_from([None, 0, 0, 1]),
        arguments=st.sampled_from([{"reason": "x"}, {}, {"reason": "x", "actor": "human"}]),
    )
    def submit(self, run: str, transition_: str, actor: str, behind: int | None, arguments: dict[str, str]) -> None:
        model = self.models[run]
        revision = None if behind is None else model.revision - behind
        before = model.status
        try:
            found = self.runner().submit(run, transition_, arguments, actor=actor, revision=revision)
        except Stale:
            assert behind
            return
        except ChainDslError:
            return
        assert not behind
        expired = before == "waiting" and self.now - model.since >= PATIENCE
        if expired:
            self.moved(run, "timeout", "expired")
        elif transition_ == "retry" or transition_ == model.failed:
            assert before == "failed"
            assert transition_ == "retry" or actor in ("agent", "human")
            self.tried(run, model.failed or "send")
        else:
            allowed = {**AGENT, **HUMAN} if actor == "human" else AGENT if actor == "agent" else {}
            assert before in ("waiting", "failed")
            assert transition_ in allowed
            assert arguments == ({} if transition_ == "rework" else {"reason": "x"})
            assert transition_ != "rework" or model.reworked < 2
            self.tried(run, transition_)
        assert found.status == model.status

    def tried(self, run: str, transition_: str) -> None:
        if transition_ == "send" and self.broken:
            self.models[run].failed = "send"
            self.stopped(run)
        else:
            self.moved(run, transition_, {**AGENT, **HUMAN}[transition_])

    @rule(target=codes, run=runs, reason=st.sampled_from(["x", "y"]))
    def ask(self, run: str, reason: str) -> Any:
        model = self.models[run]
        try:
            found = self.runner().approvals.ask(run, "drop", {"reason": reason})
        except Refused:
            assert model.status not in ("waiting", "failed") or self.now - model.since >= PATIENCE
            return multiple()
        assert f'reason: "{reason}"' in found.text
        return found

    @rule(
        request=consumes(codes),
        run=runs,
        same=st.booleans(),
        transition_=st.sampled_from(["drop", "drop", "drop", "send"]),
        reason=st.sampled_from(["x", "y"]),
        forged=st.booleans(),
    )
    def approve(self, request: Request, run: str, same: bool, transition_: str, reason: str, forged: bool) -> None:
        run = request.run if same else run
        model = self.models[run]
        code = "00000000" if forged else request.code
        fits = (run, transition_, reason) == (request.run, request.transition, request.arguments["reason"])
        counts = fits and not forged and model.revision == request.revision and self.now < request.expires
        try:
            self.runner().approvals.approve(run, transition_, {"reason": reason}, code=code, by="somebody")
        except Refused as refused:
            if refused.code == "wrong-code":
                assert not counts or model.wrong >= TRIES
                model.wrong += 1
            return
        assert counts
        assert model.wrong < TRIES
        if model.status == "waiting" and self.now - model.since >= PATIENCE:
            self.moved(run, "timeout", "expired")
        else:
            self.moved(run, "drop", "dropped")

    @rule(run=runs)
    def retry(self, run: str) -> None:
        model = self.models[run]
        try:
            self.runner().retry(run)
        except Refused:
            assert model.status != "failed"
            return
        assert model.failed is not None
        self.tried(run, model.failed)

    @rule(run=runs)
    def cancel(self, run: str) -> None:
        model = self.models[run]
        try:
            self.runner().cancel(run)
        except Refused:
            assert model.status in ("completed", "cancelled")
            return
        model.cancelled = True
        self.stopped(run)

    @rule(run=runs, last=st.integers(1, 6), after=st.booleans())
    def die(self, run: str, last: int, after: bool) -> None:
        """A process dies while it decides; whoever takes the run up brings it to the end of what was begun."""
        before = self.moves(run)
        with suppress(Death, ChainError):
            self.runner(Dying(self.store, last, after)).submit(run, "send", {"reason": "x"})
        found = self.runner().get(run)
        if found.status == "interrupted":
            found = self.runner().retry(run)
        model = self.models[run]
        begun = self.moves(run) > before
        if found.run.state == "expired" and begun:
            self.moved(run, "timeout", "expired")
        elif begun or found.run.revision > model.revision:
            self.tried(run, "send")
        model.revision = found.run.revision
        assert found.status == model.status

    def moves(self, run: str) -> int:
        """How many transitions a run has begun."""
        return sum(kept.row.kind in ("taken", "moved") for kept in self.store.rows(run))

    @rule(seconds=st.sampled_from([1.0, LIFETIME, PATIENCE]))
    def wait(self, seconds: float) -> None:
        self.now += seconds

    @rule()
    def breaks(self) -> None:
        self.broken = not self.broken

    @invariant()
    def every_run_stands_where_it_is_thought_to(self) -> None:
        for run, model in self.models.items():
            self.late(run)
            found = self.runner().get(run)
            assert (found.status, found.run.state, found.run.revision) == (model.status, model.state, model.revision)
            assert self.runner().recover() == 0


Sessions.TestCase.settings = settings(
    max_examples=25, stateful_step_count=25, deadline=None, suppress_health_check=list(HealthCheck)
)
TestSessions = Sessions.TestCase
