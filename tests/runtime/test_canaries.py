"""Secrets planted in a flow, by type and by name, and looked for wherever a run leaves anything."""

import json
import logging
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter
from pydantic import SecretStr

from chaindsl.language.flow import Flow
from chaindsl.language.state import State
from chaindsl.language.transition import transition
from chaindsl.language.workflow import workflow
from chaindsl.runtime.environment import Environment
from chaindsl.runtime.secrets import is_secret
from chaindsl.store.sqlite import SqliteStore
from chaindsl.trace.head import head
from chaindsl.trace.jsonl import TraceWriter
from chaindsl.trace.log import log_record
from chaindsl.trace.record import Record
from chaindsl.trace.spans import Spans
from chaindsl.view.loaded import load
from chaindsl.view.page.run import run_page
from chaindsl.vocabulary.actor import FromActor
from chaindsl.vocabulary.model import Complete

CANARIES = [f"canary-{number:02}-{number * 7919:x}" for number in range(50)]
BY_NAME = ("token", "plans", "notes", "answer", "code", "broken")


def canaries(first: int, count: int) -> list[str]:
    return CANARIES[first : first + count]


def vault() -> Flow:
    """Secrets come in as inputs, are written, are items, are sent to a model, answered, rejected, raised, decided."""

    @transition(source="a", target="b", actor="deterministic", writes="token")
    def login(password: SecretStr, keys: list[SecretStr]) -> str:
        return "".join([password.get_secret_value(), *(key.get_secret_value() for key in keys), *canaries(10, 5)])

    @transition(source="b", target="c", actor="deterministic", writes="plans")
    def plan(token: str) -> list[dict[str, str]]:
        return [{"step": one} for one in canaries(15, 5)]

    @transition(source="c", target="d", actor="deterministic", writes="answer", max_attempts=2, backoff=0)
    def ask(plans: list[dict[str, str]], *, complete: Complete) -> str:
        return complete(f"{plans} {canaries(20, 5)}")

    def refused(candidate: str) -> None:
        if canaries(25, 1)[0] in candidate and "again" not in candidate:
            raise ValueError(f"{candidate} is refused, says {canaries(30, 5)}")

    @transition(
        source="d", target="e", actor="deterministic", writes="notes", validate=refused, backoff=0, max_attempts=2
    )
    def note(answer: str, *, complete: Complete) -> str:
        return complete(f"note {answer}") + "".join(canaries(25, 5))

    @transition(source="e", target="f", actor="deterministic", writes="broken", on_failure="f", max_attempts=1)
    def breaks(notes: str) -> str:
        raise RuntimeError(f"{notes} {canaries(35, 5)}")

    @transition(source="f", target="g", actor="human", writes="done")
    def confirm(code: FromActor[str], pin: FromActor[SecretStr]) -> str:
        return "confirmed"

    states = [State("f", goal="Confirm")]
    inputs = {"password": SecretStr, "keys": list[SecretStr]}
    return workflow(
        "vault", login, plan, ask, note, breaks, confirm, initial="a", final=["g"], inputs=inputs, states=states
    )


def model(prompt: str, /) -> str:
    model.calls += 1  # type: ignore[attr-defined]
    return f"{'again' * (model.calls > 2)}{''.join(canaries(40, 5))}"  # type: ignore[attr-defined]


def found_in(text: str) -> list[str]:
    return [canary for canary in CANARIES if canary in text]


VALUES = {"password": SecretStr(CANARIES[0]), "keys": [SecretStr(one) for one in canaries(1, 9)]}
DECISION = {"code": CANARIES[45], "pin": CANARIES[46]}


@pytest.fixture(autouse=True)
def fresh() -> None:
    model.calls = 0  # type: ignore[attr-defined]


def test_nothing_of_a_run_in_process_shows_any(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    memory, provider = InMemorySpanExporter(), TracerProvider()
    provider.add_span_processor(SimpleSpanProcessor(memory))
    file = tmp_path / "trace.jsonl"
    runner = vault().bind(complete=model).configured(redact=BY_NAME)
    caplog.set_level(logging.DEBUG, logger="chaindsl")
    with Spans("vault", tracer=provider.get_tracer("test"), content=True) as spans:

        def heard(record: Record) -> None:
            spans(record)
            log_record(record)

        run = runner.begin(VALUES, on_record=heard)
        began = Environment().now()
        runner.proceed(run)
        runner.submit(run, "confirm", DECISION, actor="human")
    with TraceWriter(file, head(run.id, runner.graph, written_by="0", began=began)) as writer:
        for record in run.trace:
            writer(record)
        writer.end({"status": str(run.status), "stopped": str(run.stopped)})
    assert (run.status, len(run.trace)) == ("completed", 7)
    assert found_in(repr(run.trace)) == []
    assert found_in(file.read_text(encoding="utf-8")) == []
    assert found_in("".join(span.to_json() for span in memory.get_finished_spans())) == []
    assert found_in(caplog.text) == []
    assert caplog.records
    assert found_in(run_page(load(file))) == []


def test_nothing_of_a_run_in_a_store_shows_any(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "runs.db")
    runner = vault().bind(complete=model).configured(redact=BY_NAME, store=store)
    first = runner.start(VALUES)
    assert first.run.state == "f"
    done = runner.session.submit(first.run.id, "confirm", DECISION, actor="human", redacted=VALUES)
    assert (done.status, done.outputs["done"]) == ("completed", "confirmed")
    said = json.dumps([asdict(first), asdict(done)], default=str)
    assert found_in(said) == []
    for path in tmp_path.iterdir():
        assert found_in(path.read_bytes().decode("latin-1")) == []
    store.close()


def test_a_secret_is_known_by_its_type_wherever_it_stands() -> None:
    forms: list[Any] = [SecretStr, SecretStr | None, list[SecretStr], dict[str, list[SecretStr]]]
    assert [is_secret(form) for form in forms] == [True] * 4
    assert [is_secret(form) for form in (str, list[str], Any, None)] == [False] * 4
