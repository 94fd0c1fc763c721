"""What every store does, on memory, SQLite and PostgreSQL."""

import gc
import json
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import pytest

from chaindsl.store.failure import Busy, Fenced, KeyTaken, NoGraph, NoRun, RunExists, Stale, StoreError, Unavailable
from chaindsl.store.head import Head, Standing
from chaindsl.store.row import Kept, Row
from chaindsl.store.store import Store
from tests.store.place import GRAPH, ME, SHE, WAITING, Clock, Place, create, dead, head, kept, living, row, waiting

MEGABYTE = json.dumps("x" * 1_000_000)
TEXTS = [
    "",
    "ä€𝄞",
    "'; DROP TABLE chaindsl_runs; --",
    '{"a":"\\u0000"}',
    "%s ? :x $1",
    "\r\n\t\x7f\u2028",
    "\ufeff\uffff",
]


def test_a_new_run_is_claimed_by_its_maker(store: Store) -> None:
    lease = create(store, "r1", row("start", '"v"'), key="k")
    assert (lease.run, lease.fence, lease.owner, lease.rows) == ("r1", 1, ME, 1)
    expected = Head("r1", "flow", "g1", "d1", "running", "k", None, None, 0, 1, ME, 1001.0, 1001.0, 1001.0, 1)
    assert store.head("r1") == expected
    assert list(store.rows("r1")) == [Kept(1, 1001.0, row("start", '"v"'))]
    assert store.graph("g1") == GRAPH


def test_a_new_run_may_have_no_rows(store: Store) -> None:
    lease = create(store)
    assert kept(store) == []
    assert store.head("r1").rows == 0
    store.append(lease, [row("a")])
    assert kept(store) == [(1, row("a"))]


def test_a_run_stands_at_creation_as_its_head_says(store: Store) -> None:
    given = Head("r1", "flow", "g1", "d1", "waiting", None, "decision", "review")
    store.create(given, GRAPH, [], ME)
    found = store.head("r1")
    assert (found.status, found.stopped, found.state, found.key) == ("waiting", "decision", "review", None)


def test_a_key_belongs_to_one_run_of_a_flow(store: Store) -> None:
    create(store, "r1", row("start"), key="k")
    with pytest.raises(KeyTaken) as error:
        create(store, "r2", row("start"), key="k")
    assert error.value.head == store.head("r1")
    with pytest.raises(NoRun):
        store.head("r2")
    store.create(head("r3", flow="other", key="k"), GRAPH, [], ME)
    found, other = store.find("flow", "k"), store.find("other", "k")
    assert found is not None
    assert other is not None
    assert (found.id, other.id, store.find("flow", "x")) == ("r1", "r3", None)


def test_an_id_belongs_to_one_run(store: Store) -> None:
    create(store, "r1", row("start"))
    with pytest.raises(RunExists):
        store.create(head("r1", flow="other", graph="g2"), GRAPH, [row("again")], ME)
    assert kept(store) == [(1, row("start"))]
    with pytest.raises(NoGraph):
        store.graph("g2")


def test_a_key_that_is_taken_comes_before_an_id_that_is(store: Store) -> None:
    create(store, "r1", key="k")
    with pytest.raises(KeyTaken):
        create(store, "r1", key="k")


def test_runs_without_keys_take_none_from_each_other(store: Store) -> None:
    create(store, "r1")
    create(store, "r2")
    assert {found.id for found in store.heads()} == {"r1", "r2"}


def test_what_is_not_there_is_said(store: Store) -> None:
    create(store)
    with pytest.raises(NoRun):
        store.head("x")
    with pytest.raises(NoRun):
        store.rows("x")
    with pytest.raises(NoRun):
        store.claim("x", ME, alive=dead)
    with pytest.raises(NoGraph):
        store.graph("x")


def test_rows_are_numbered_and_timed(store: Store, clock: Clock) -> None:
    lease = create(store)
    clock.at = 2_000.25
    store.append(lease, [row("a"), row("b", "1")])
    store.append(lease, [row("c", "null")])
    assert list(store.rows("r1")) == [
        Kept(1, 2_001.25, row("a")),
        Kept(2, 2_001.25, row("b", "1")),
        Kept(3, 2_002.25, row("c", "null")),
    ]
    assert (lease.rows, store.head("r1").rows) == (3, 3)


@pytest.mark.parametrize("after", [-1, 0, 1, 2, 3, 4])
def test_rows_behind_a_number(store: Store, after: int) -> None:
    lease = create(store, "r1", row("a"), row("b"))
    store.append(lease, [row("c")])
    assert kept(store, after=after) == [(1, row("a")), (2, row("b")), (3, row("c"))][max(after, 0) :]


def test_a_long_journal_comes_whole(store: Store) -> None:
    rows = [row(str(number)) for number in range(300)]
    lease = create(store, "r1", *rows[:150])
    store.append(lease, rows[150:])
    assert [found for _, found in kept(store)] == rows
    assert [found for _, found in kept(store, after=200)] == rows[200:]


def test_rows_that_are_added_while_it_is_read_are_left_out(store: Store) -> None:
    lease = create(store, "r1", *(row(str(number)) for number in range(100)))
    reading = store.rows("r1")
    next(reading)
    store.append(lease, [row("later")])
    assert sum(1 for _ in reading) == 99


def test_no_rows_are_no_row(store: Store) -> None:
    lease = create(store, "r1", row("a"))
    store.append(lease, [])
    assert kept(store) == [(1, row("a"))]


@pytest.mark.parametrize("text", TEXTS)
def test_texts_come_back_as_they_were(store: Store, text: str) -> None:
    given = Head(f"r{text}", f"f{text}", f"g{text}", text, text, text, text, text)
    lease = store.create(given, text, [Row(text, text, text)], ME)
    store.append(lease, [Row(text, text)])
    found = store.head(given.id)
    assert (found.flow, found.graph, found.digest, found.status, found.key) == given_texts(given)
    assert [entry.row for entry in store.rows(given.id)] == [Row(text, text, text), Row(text, text)]
    assert store.graph(given.graph) == text
    assert store.find(given.flow, text) == found
    assert store.heads(flow=given.flow, statuses=[text]) == [found]


def given_texts(found: Head) -> tuple[str, str, str, str, str | None]:
    return found.flow, found.graph, found.digest, found.status, found.key


@pytest.mark.parametrize("text", ["a\0b", "\ud800"])
def test_what_some_store_can_not_keep_is_refused_by_all(store: Store, text: str) -> None:
    lease = create(store, "r1", row("a"))
    for wrong in (
        lambda: store.append(lease, [row("b"), Row("c", text)]),
        lambda: store.append(lease, [Row("c", "{}", text)]),
        lambda: store.stop(lease, [], Standing(text, None, None)),
        lambda: store.create(head(text), GRAPH, [], ME),
        lambda: store.create(head("r2", key=text), GRAPH, [], ME),
        lambda: store.create(head("r2"), text, [], ME),
        lambda: store.pin(lease, text, "g2"),
        lambda: store.head(text),
        lambda: store.find("flow", text),
    ):
        with pytest.raises(StoreError) as error:
            wrong()
        assert error.value.code == "bad-text"
    assert kept(store) == [(1, row("a"))]
    store.append(lease, [row("d")])
    assert kept(store, after=1) == [(2, row("d"))]


def test_a_large_value_comes_back(store: Store) -> None:
    lease = create(store, "r1", row("a", MEGABYTE))
    store.append(lease, [row("b")])
    assert kept(store) == [(1, row("a", MEGABYTE)), (2, row("b"))]


def test_a_run_that_stops_is_nobodys(store: Store) -> None:
    lease = create(store, "r1", row("a"))
    stopped = store.stop(lease, [row("b")], WAITING)
    expected = Head(
        "r1", "flow", "g1", "d1", "waiting", None, "decision", "review", 1, 1, None, 1001.0, 1001.0, 1002.0, 2
    )
    assert stopped == expected == store.head("r1")
    assert kept(store) == [(1, row("a")), (2, row("b"))]
    for late in (
        lambda: store.append(lease, [row("c")]),
        lambda: store.stop(lease, [row("c")], WAITING),
        lambda: store.pin(lease, GRAPH, "g2"),
    ):
        with pytest.raises(Fenced):
            late()
    assert store.head("r1") == expected
    assert kept(store) == [(1, row("a")), (2, row("b"))]


def test_a_claim_goes_on_where_the_journal_ends(store: Store) -> None:
    waiting(store, "r1", row("a"), row("b"))
    lease = store.claim("r1", SHE, revision=1, alive=living)
    assert (lease.fence, lease.owner, lease.rows) == (2, SHE, 2)
    found = store.head("r1")
    assert (found.owner, found.fence, found.revision, found.beat, found.updated) == (SHE, 2, 1, 1003.0, 1003.0)
    store.append(lease, [row("c")])
    assert store.stop(lease, [row("d")], WAITING).revision == 2
    assert kept(store) == [(1, row("a")), (2, row("b")), (3, row("c")), (4, row("d"))]


def test_a_stale_revision_is_refused(store: Store) -> None:
    waiting(store)
    with pytest.raises(Stale) as error:
        store.claim("r1", ME, revision=0, alive=dead)
    assert error.value.head == store.head("r1")
    assert "is at revision 1, and the decision was made at revision 0" in str(error.value)


def test_a_run_of_a_living_owner_is_busy(store: Store) -> None:
    create(store)
    with pytest.raises(Busy) as error:
        store.claim("r1", SHE, alive=living)
    assert error.value.head == store.head("r1")


def test_alive_is_asked_about_the_owner_and_only_where_there_is_one(store: Store) -> None:
    asked: list[str | None] = []

    def alive(found: Head) -> bool:
        asked.append(found.owner)
        return False

    create(store)
    store.claim("r1", SHE, alive=alive)
    waiting(store, "r2")
    store.claim("r2", SHE, alive=alive)
    assert asked == [ME]


def test_whoever_was_thought_dead_writes_no_more(store: Store) -> None:
    old = create(store, "r1", row("a"))
    new = store.claim("r1", SHE, alive=dead)
    before = store.head("r1")
    for late in (
        lambda: store.append(old, [row("lost")]),
        lambda: store.append(old, []),
        lambda: store.stop(old, [row("lost")], WAITING),
        lambda: store.pin(old, GRAPH, "g2"),
    ):
        with pytest.raises(Fenced):
            late()
    store.release(old)
    store.beat([old])
    assert store.head("r1") == before
    store.append(new, [row("b")])
    assert kept(store) == [(1, row("a")), (2, row("b"))]
    with pytest.raises(NoGraph):
        store.graph("g2")


def test_a_process_that_claims_again_fences_itself(store: Store) -> None:
    old = create(store)
    new = store.claim("r1", ME, alive=dead)
    with pytest.raises(Fenced):
        store.append(old, [row("lost")])
    store.append(new, [row("a")])
    assert kept(store) == [(1, row("a"))]


def test_a_released_run_stands_as_it_stood(store: Store) -> None:
    before = waiting(store, "r1", row("a"))
    lease = store.claim("r1", SHE, alive=dead)
    store.append(lease, [row("b")])
    store.release(lease)
    store.release(lease)
    after = store.head("r1")
    assert (after.status, after.stopped, after.state, after.revision) == ("waiting", "decision", "review", 1)
    assert (after.owner, after.fence, after.rows, after.updated > before.updated) == (None, 2, 2, True)
    with pytest.raises(Fenced):
        store.append(lease, [row("c")])


def test_a_beat_is_kept(store: Store, clock: Clock) -> None:
    leases = [create(store, "r1"), create(store, "r2")]
    create(store, "r3")
    clock.at = 5_000.0
    store.beat(leases)
    assert [store.head(run).beat for run in ("r1", "r2", "r3")] == [5_001.0, 5_002.0, 1003.0]
    assert store.head("r1").updated == 1001.0
    store.append(leases[0], [row("a")])
    store.beat([])
    assert kept(store) == [(1, row("a"))]


def test_a_run_can_be_pinned_to_another_graph(store: Store) -> None:
    lease = create(store, "r1", row("a"))
    store.pin(lease, '{"name":"new"}', "g2")
    assert (store.head("r1").graph, store.graph("g2"), store.graph("g1")) == ("g2", '{"name":"new"}', GRAPH)
    store.append(lease, [row("b")])
    assert kept(store) == [(1, row("a")), (2, row("b"))]


def test_a_graph_is_kept_once(store: Store) -> None:
    create(store, "r1")
    store.create(head("r2"), '{"name":"another text"}', [], ME)
    assert store.graph("g1") == GRAPH


def test_heads_come_last_changed_first(store: Store, clock: Clock) -> None:
    for run in ("b", "a", "c"):
        waiting(store, run)
    assert [found.id for found in store.heads()] == ["c", "a", "b"]
    lease = store.claim("b", ME, alive=dead)
    assert [found.id for found in store.heads()] == ["b", "c", "a"]
    store.append(lease, [row("x")])
    assert store.heads() == [store.head(run) for run in ("b", "c", "a")]
    assert [found.id for found in store.heads(limit=2)] == ["b", "c"]
    assert (store.heads(limit=0), store.heads(limit=-1)) == ([], [])


def test_ties_come_by_id(place: Place) -> None:
    store = place.open(now=lambda: 5.0)
    for run in ("é", "b", "Z", "a", "𝄞", "\uffff"):
        create(store, run)
    assert [found.id for found in store.heads()] == ["Z", "a", "b", "é", "\uffff", "𝄞"]


def test_heads_are_chosen(store: Store) -> None:
    waiting(store, "r1")
    store.stop(store.create(head("r2", flow="other"), GRAPH, [], ME), [], Standing("completed", "final", "end"))
    create(store, "r3")
    updated = store.head("r2").updated
    chosen = {
        "flow": store.heads(flow="flow"),
        "statuses": store.heads(statuses=["completed", "running"]),
        "both": store.heads(flow="flow", statuses=["waiting", "completed"]),
        "before": store.heads(before=updated),
        "all": store.heads(flow="flow", statuses=["running", "waiting"], before=updated, limit=1),
        "none": store.heads(flow="x"),
    }
    assert {name: [found.id for found in heads] for name, heads in chosen.items()} == {
        "flow": ["r3", "r1"],
        "statuses": ["r3", "r2"],
        "both": ["r1"],
        "before": ["r1"],
        "all": ["r1"],
        "none": [],
    }


def test_old_runs_are_pruned_with_what_only_they_need(store: Store) -> None:
    waiting(store, "r1", row("a"))
    store.stop(store.create(head("r2", graph="g2"), '{"name":"two"}', [row("b")], ME), [], WAITING)
    store.stop(store.create(head("r3", graph="g3"), '{"name":"three"}', [], ME), [], Standing("failed", "x", None))
    updated = store.head("r3").updated
    assert store.prune(before=updated, statuses=[]) == 0
    assert store.prune(before=store.head("r1").updated, statuses=["waiting"]) == 0
    assert store.prune(before=updated + 1, statuses=["waiting"]) == 2
    assert [found.id for found in store.heads()] == ["r3"]
    with pytest.raises(NoRun):
        store.rows("r1")
    with pytest.raises(NoGraph):
        store.graph("g2")
    assert store.graph("g3") == '{"name":"three"}'
    assert store.damages() == ()


def test_without_statuses_nothing_is_pruned(store: Store) -> None:
    lease = create(store)
    store.pin(lease, GRAPH, "g2")
    assert store.prune(before=1e9, statuses=[]) == 0
    assert store.graph("g1") == GRAPH


def test_a_pruned_run_can_be_made_again(store: Store, clock: Clock) -> None:
    store.stop(create(store, "r1", row("a"), key="k"), [], WAITING)
    store.prune(before=clock(), statuses=["waiting"])
    create(store, "r1", row("b"), key="k")
    assert kept(store) == [(1, row("b"))]


def test_a_run_that_somebody_advances_is_not_pruned(store: Store, clock: Clock) -> None:
    lease = create(store, "r1", row("a"))
    clock.at = 9_000.0
    store.beat([lease])
    assert store.prune(before=5_000.0, statuses=["running"]) == 0
    store.append(lease, [row("b")])
    assert store.prune(before=10_000.0, statuses=["running"]) == 1
    with pytest.raises(NoRun):
        store.append(lease, [row("c")])
    store.release(lease)
    store.beat([lease])
    assert store.heads() == []


def test_a_lease_of_a_pruned_run_does_not_count_for_the_next_of_its_name(store: Store) -> None:
    old = create(store, "r1", row("a"))
    store.stop(store.claim("r1", SHE, alive=dead), [], WAITING)
    assert store.prune(before=1e9, statuses=["waiting"]) == 1
    new = create(store, "r1", row("b"))
    assert (new.fence, new.owner) == (old.fence, old.owner)
    before = store.head("r1")
    refusals: list[Callable[[], object]] = [
        lambda: store.append(old, [row("c")]),
        lambda: store.append(old, [row("b")]),
        lambda: store.stop(old, [row("c")], WAITING),
        lambda: store.pin(old, GRAPH, "other"),
    ]
    for refused in refusals:
        with pytest.raises(Fenced):
            refused()
    store.release(old)
    store.beat([old])
    assert (store.head("r1"), kept(store)) == (before, [(1, row("b"))])
    store.append(new, [row("c")])
    assert store.damages() == ()


def test_what_was_written_is_there_for_the_next(shared: Place) -> None:
    address = shared.fresh()
    first = shared.open(address)
    lease = create(first, "r1", row("a"), key="k")
    second = shared.open(address)
    assert (kept(second), second.find("flow", "k")) == (kept(first), first.head("r1"))
    first.append(lease, [row("b")])
    assert kept(second) == [(1, row("a")), (2, row("b"))]
    first.close()
    assert second.claim("r1", SHE, alive=dead).rows == 2


def test_threads_may_share_a_lease(store: Store) -> None:
    lease = create(store)
    with ThreadPoolExecutor(8) as threads:
        list(threads.map(lambda number: store.append(lease, [row(f"a{number}"), row(f"b{number}")]), range(80)))
    found = [found.kind for _, found in kept(store)]
    assert sorted(found) == sorted([f"{name}{number}" for name in "ab" for number in range(80)])
    assert all(after == f"b{before[1:]}" for before, after in zip(found[::2], found[1::2], strict=True))
    assert store.damages() == ()


def test_threads_that_start_under_one_key_start_one_run(store: Store) -> None:
    def start(number: int) -> str:
        try:
            return create(store, f"r{number}", row("a"), key="k").run
        except KeyTaken as error:
            return error.head.id

    with ThreadPoolExecutor(16) as threads:
        found = set(threads.map(start, range(48)))
    assert [found] == [{head.id for head in store.heads()}]


def test_runs_that_start_while_others_are_pruned_keep_their_graph(store: Store) -> None:
    def start(number: int) -> None:
        for step in range(15):
            waiting(store, f"r{number}.{step}")

    def prune(_: int) -> None:
        for _ in range(15):
            store.prune(before=1e9, statuses=["waiting"])

    with ThreadPoolExecutor(6) as threads:
        started = [threads.submit(start, number) for number in range(4)]
        pruned = [threads.submit(prune, number) for number in range(2)]
        for done in (*started, *pruned):
            done.result()
    assert store.damages() == ()


def test_whatever_many_do_at_once_nothing_is_damaged_or_waits_for_ever(store: Store) -> None:
    refused: list[str] = []

    def work(number: int) -> None:
        for step in range(12):
            run = f"r{(number + step) % 3}"
            try:
                lease = create(store, run, row("a"))
            except StoreError:
                try:
                    lease = store.claim(run, f"p:{number}:{step}", alive=dead)
                except StoreError as error:
                    refused.append(error.code)
                    continue
            try:
                store.append(lease, [row("b")])
                store.beat([lease])
                if step % 2:
                    store.stop(lease, [row("c")], WAITING)
                elif step % 3:
                    store.release(lease)
            except StoreError as error:
                refused.append(error.code)
            if step % 5 == 0:
                store.prune(before=1e9, statuses=["waiting"])

    with ThreadPoolExecutor(8) as threads:
        list(threads.map(work, range(8)))
    assert set(refused) <= {"fenced", "busy", "no-run", "stale-revision"}
    assert store.damages() == ()


def test_a_closed_store_says_so(place: Place) -> None:
    store = place.open()
    create(store)
    store.close()
    store.close()
    with pytest.raises(Unavailable, match="it was closed"):
        store.head("r1")


def test_a_store_that_nobody_closed_is_given_back_when_it_is_forgotten(place: Place) -> None:
    # Warnings are errors here, and both drivers warn of what was left open.
    store = place.open()
    create(store, "r1", row("a"))
    assert kept(store) == [(1, row("a"))]
    place.forget()
    del store
    gc.collect()
