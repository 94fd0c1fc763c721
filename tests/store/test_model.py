"""Stores beside a simple model: whatever is done to both, both say the same."""

from dataclasses import dataclass, field, replace

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    Bundle,
    MultipleResults,
    RuleBasedStateMachine,
    consumes,
    invariant,
    multiple,
    precondition,
    rule,
    run_state_machine_as_test,
)

from chaindsl.store.failure import Busy, Fenced, KeyTaken, NoGraph, NoRun, RunExists, Stale, StoreError
from chaindsl.store.head import Head, Standing
from chaindsl.store.lease import Lease
from chaindsl.store.row import Kept, Row
from chaindsl.store.store import Store
from tests.store.place import Place

Made = MultipleResults[Lease] | Lease
EXAMPLES = {"memory": 60, "sqlite": 25, "postgres": 15}
STEPS = 25
TEXTS = st.sampled_from(["a", "b", "ä", "'", ""])
RUNS = st.sampled_from(["r1", "r2", "r3"])
ROWS = st.lists(st.builds(Row, TEXTS, TEXTS, st.none() | TEXTS), max_size=3)
OWNERS = st.sampled_from(["here:1:1", "there:2:2"])
STATUSES = st.sampled_from(["running", "waiting", "completed"])


@dataclass
class Modelled:
    """One run as the model knows it."""

    head: Head
    rows: list[Kept] = field(default_factory=list)


@dataclass
class Model:
    """All runs and graphs."""

    runs: dict[str, Modelled] = field(default_factory=dict)
    graphs: dict[str, str] = field(default_factory=dict)

    def refuses(self, lease: Lease) -> type[StoreError] | None:
        if lease.run not in self.runs:
            return NoRun
        head = self.runs[lease.run].head
        return None if (head.fence, head.owner) == (lease.fence, lease.owner) else Fenced

    def add(self, run: str, rows: list[Row], at: float) -> None:
        modelled = self.runs[run]
        modelled.rows += [Kept(number, at, row) for number, row in enumerate(rows, len(modelled.rows) + 1)]
        self.change(run, rows=len(modelled.rows))

    def change(self, run: str, **changes: object) -> None:
        self.runs[run].head = replace(self.runs[run].head, **changes)  # type: ignore[arg-type]


class Machine(RuleBasedStateMachine):
    """Does the same to a store and to the model."""

    leases: Bundle[Lease] = Bundle("leases")

    def __init__(self, place: Place) -> None:
        super().__init__()
        self.model = Model()
        self.at = 100.0
        self.store: Store = place.open(now=lambda: self.at)

    def teardown(self) -> None:
        assert self.store.damages() == ()
        self.store.close()

    @rule(seconds=st.sampled_from([0.0, 0.1, 1.0, 1e6]))
    def wait(self, seconds: float) -> None:
        self.at += seconds

    @rule(
        target=leases,
        run=RUNS,
        flow=st.sampled_from(["f", "g"]),
        key=st.none() | st.sampled_from(["k1", "k2"]),
        graph=st.sampled_from(["g1", "g2"]),
        rows=ROWS,
        owner=OWNERS,
        status=STATUSES,
    )
    def create(
        self, run: str, flow: str, key: str | None, graph: str, rows: list[Row], owner: str, status: str
    ) -> Made:
        given = Head(run, flow, graph, "d", status, key)
        heads = [modelled.head for modelled in self.model.runs.values()]
        taken = key is not None and any((head.flow, head.key) == (flow, key) for head in heads)
        if taken or run in self.model.runs:
            with pytest.raises(KeyTaken if taken else RunExists):
                self.store.create(given, f"text of {graph}", rows, owner)
            return multiple()
        lease = self.store.create(given, f"text of {graph} by {run}", rows, owner)
        made = replace(given, fence=1, owner=owner, beat=self.at, created=self.at, updated=self.at)
        self.model.runs[run] = Modelled(made)
        self.model.graphs.setdefault(graph, f"text of {graph} by {run}")
        self.model.add(run, rows, self.at)
        return lease

    @rule(target=leases, run=RUNS, owner=OWNERS, alive=st.booleans(), revision=st.none() | st.integers(0, 2))
    def claim(self, run: str, owner: str, alive: bool, revision: int | None) -> Made:
        found = self.model.runs.get(run)
        error: type[StoreError] | None = None
        if found is None:
            error = NoRun
        elif revision not in (None, found.head.revision):
            error = Stale
        elif found.head.owner is not None and alive:
            error = Busy
        if error is not None:
            with pytest.raises(error):
                self.store.claim(run, owner, revision=revision, alive=lambda _: alive)
            return multiple()
        lease = self.store.claim(run, owner, revision=revision, alive=lambda _: alive)
        assert found is not None
        self.model.change(run, fence=found.head.fence + 1, owner=owner, beat=self.at, updated=self.at)
        return lease

    @rule(lease=leases, rows=ROWS)
    def append(self, lease: Lease, rows: list[Row]) -> None:
        error = self.model.refuses(lease)
        if error is not None:
            with pytest.raises(error):
                self.store.append(lease, rows)
            return
        self.store.append(lease, rows)
        self.model.add(lease.run, rows, self.at)

    @rule(lease=leases, rows=ROWS, status=STATUSES, state=st.none() | TEXTS)
    def stop(self, lease: Lease, rows: list[Row], status: str, state: str | None) -> None:
        standing = Standing(status, "why", state)
        error = self.model.refuses(lease)
        if error is not None:
            with pytest.raises(error):
                self.store.stop(lease, rows, standing)
            return
        stopped = self.store.stop(lease, rows, standing)
        self.model.add(lease.run, rows, self.at)
        revision = self.model.runs[lease.run].head.revision + 1
        self.model.change(
            lease.run, status=status, stopped="why", state=state, revision=revision, owner=None, updated=self.at
        )
        assert stopped == self.model.runs[lease.run].head

    @rule(lease=consumes(leases))
    def release(self, lease: Lease) -> None:
        self.store.release(lease)
        if self.model.refuses(lease) is None:
            self.model.change(lease.run, owner=None, updated=self.at)

    @rule(given=st.lists(leases, max_size=3))
    def beat(self, given: list[Lease]) -> None:
        self.store.beat(given)
        for lease in given:
            if self.model.refuses(lease) is None:
                self.model.change(lease.run, beat=self.at)

    @rule(lease=leases, graph=st.sampled_from(["g1", "g3"]))
    def pin(self, lease: Lease, graph: str) -> None:
        error = self.model.refuses(lease)
        if error is not None:
            with pytest.raises(error):
                self.store.pin(lease, "a new text", graph)
            return
        self.store.pin(lease, "a new text", graph)
        self.model.graphs.setdefault(graph, "a new text")
        self.model.change(lease.run, graph=graph, updated=self.at)

    @precondition(lambda self: self.model.runs)
    @rule(ago=st.sampled_from([0.0, 0.5, 1e5]), statuses=st.lists(STATUSES, max_size=2))
    def prune(self, ago: float, statuses: list[str]) -> None:
        before = self.at - ago
        heads = [modelled.head for modelled in self.model.runs.values()]
        old = [
            head.id
            for head in heads
            if head.status in statuses and head.updated < before and (head.owner is None or head.beat < before)
        ]
        assert self.store.prune(before=before, statuses=statuses) == len(old)
        if statuses:
            for run in old:
                del self.model.runs[run]
            needed = {modelled.head.graph for modelled in self.model.runs.values()}
            self.model.graphs = {name: text for name, text in self.model.graphs.items() if name in needed}

    @rule(run=RUNS, after=st.integers(0, 4))
    def journal(self, run: str, after: int) -> None:
        if run in self.model.runs:
            assert list(self.store.rows(run, after)) == self.model.runs[run].rows[after:]
        else:
            with pytest.raises(NoRun):
                self.store.rows(run)

    @rule(graph=st.sampled_from(["g1", "g2", "g3"]))
    def graph(self, graph: str) -> None:
        if graph in self.model.graphs:
            assert self.store.graph(graph) == self.model.graphs[graph]
        else:
            with pytest.raises(NoGraph):
                self.store.graph(graph)

    @invariant()
    def all_runs_stand_as_they_should(self) -> None:
        heads = [modelled.head for modelled in self.model.runs.values()]
        assert self.store.heads() == sorted(heads, key=lambda head: (-head.updated, head.id))


def test_a_store_does_what_the_model_does(place: Place) -> None:
    class Here(Machine):
        def __init__(self) -> None:
            super().__init__(place)

    limits = settings(max_examples=EXAMPLES[place.kind], stateful_step_count=STEPS)
    run_state_machine_as_test(Here, settings=limits)
