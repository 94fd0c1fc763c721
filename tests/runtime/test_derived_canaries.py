"""Secrets that steps copied into values, prompts, errors and commands, looked for wherever a run leaves anything."""

import base64
import json
import logging
import sys
from dataclasses import asdict
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter
from pydantic import BaseModel, SecretStr

from chaindsl.cli.outcome import data, lines
from chaindsl.language.blocks import branch
from chaindsl.language.chain import chain
from chaindsl.language.flow import Flow
from chaindsl.language.state import State
from chaindsl.language.step import step
from chaindsl.language.transition import transition
from chaindsl.language.workflow import workflow
from chaindsl.models.http import OpenAICompatible
from chaindsl.runtime.environment import Environment
from chaindsl.runtime.export import exported
from chaindsl.runtime.failure import ChainError, StepFailed
from chaindsl.runtime.secrets import holds_secret, known_to
from chaindsl.store.sqlite import SqliteStore
from chaindsl.trace.event import Chunk, Event, StepEnded
from chaindsl.trace.head import head
from chaindsl.trace.jsonl import TraceWriter
from chaindsl.trace.keep import plain
from chaindsl.trace.log import log_events
from chaindsl.trace.secret_forms import LEAST
from chaindsl.trace.spans import Spans
from chaindsl.view.loaded import load
from chaindsl.view.page.run import run_page
from chaindsl.vocabulary.actor import FromActor
from chaindsl.vocabulary.chunks import CHUNKS
from chaindsl.vocabulary.command import Command, CommandResult
from chaindsl.vocabulary.command import cli as command
from chaindsl.vocabulary.model import Complete

CANARIES = [f"canary-{number:02}-{number * 7919:x}'\"{number}" for number in range(50)]
TYPED, NAMED, INNER, TOOL, DECIDED = CANARIES[:10], CANARIES[10:20], CANARIES[20:30], CANARIES[30:40], CANARIES[40:]


class Login(BaseModel):
    user: str
    passwords: list[SecretStr]


class Search:
    """A tool with keys of its own, which it tells when it is asked."""

    secrets = tuple(TOOL)

    def __call__(self) -> list[str]:
        return TOOL


def encoded(texts: list[str]) -> str:
    forms = [quote(text) + base64.b64encode(f"me:{text}".encode()).decode() + text.encode().hex() for text in texts]
    return json.dumps([repr(texts), json.dumps(texts), *forms])


def leaky(login: object) -> Flow:
    """Each transition copies every secret that it can get hold of to where nobody said that there is one."""

    @transition(source="a", target="b", actor="deterministic", writes="letter")
    def write(keys: list[SecretStr], plans: list[dict[str, str]], login: Any, *, search: Search) -> str:
        named = [text for plan in plans for text in plan.values()]
        inner = login["passwords"] if isinstance(login, dict) else [one.get_secret_value() for one in login.passwords]
        found = [*(key.get_secret_value() for key in keys), *named, *inner, *search()]
        return f"Dear reader, {' '.join(found)} {encoded(found)}"

    @transition(source="b", target="c", actor="deterministic", writes="parts")
    def split(letter: str) -> dict[str, list[str]]:
        return {"words": letter.split(), letter: [letter]}

    def refused(candidate: str) -> None:
        raise ValueError(f"{candidate!r} is refused")

    @transition(
        source="c", target="d", actor="deterministic", writes="reply", backoff=0, validate=refused, on_failure="d"
    )
    def ask(letter: str, *, complete: Complete) -> str:
        return complete(f"Answer {letter}")

    @transition(source="d", target="e", actor="deterministic", writes="again")
    def echo(letter: str, *, complete: Complete) -> str:
        return complete(letter)

    @transition(source="e", target="f", actor="deterministic", writes="shell", on_failure="f", max_attempts=1)
    def shell(letter: str) -> Command[CommandResult]:
        script = "import sys; print('x' * 9_000, sys.argv[1] * 4, file=sys.stderr); sys.exit(3)"
        return command(sys.executable, "-c", script, letter)

    @transition(source="f", target="g", actor="deterministic", on_failure="g", max_attempts=1)
    def breaks(letter: str) -> None:
        raise RuntimeError(letter)

    @transition(source="g", target="h", actor="human", writes="said")
    def decide(note: FromActor[str], pins: FromActor[list[SecretStr]]) -> str:
        return f"{note}, says whoever knows {[pin.get_secret_value() for pin in pins]}"

    @transition(source="h", target="i", actor="deterministic", max_attempts=1)
    def ends(said: str, letter: str) -> None:
        raise RuntimeError(f"{said} {letter}")

    steps = (write, split, ask, echo, shell, breaks, decide, ends)
    inputs = {"keys": list[SecretStr], "plans": list[dict[str, str]], "login": login}
    return workflow("leaky", *steps, initial="a", final=["i"], inputs=inputs, states=[State("g", goal="Say")])


def model(prompt: str, /) -> str:
    """A model that says again what it is told, in pieces of seven letters."""
    told = CHUNKS.get()
    for at in range(0, len(prompt), 7):
        if told is not None:
            told(prompt[at : at + 7], at)
    return f"You said {prompt}"


def found_in(text: str) -> list[str]:
    """The canaries in a text, by any part of theirs that no other text has."""
    return [canary for canary in CANARIES if canary[:12] in text or canary.encode().hex() in text]


PLANS = [{"step": text} for text in NAMED]
VALUES: dict[str, Any] = {
    "keys": [SecretStr(text) for text in TYPED],
    "plans": PLANS,
    "login": {"user": "somebody", "passwords": INNER},
}
DECISION = {"note": f"see {DECIDED[0]}", "pins": DECIDED}
TOOLS: dict[str, Any] = {"complete": model, "search": Search()}


def test_nothing_that_was_copied_shows_in_a_run_in_process(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    memory, provider = InMemorySpanExporter(), TracerProvider()
    provider.add_span_processor(SimpleSpanProcessor(memory))
    runner = leaky(Login).bind(**TOOLS).configured(redact=["plans"])
    caplog.set_level(logging.DEBUG, logger="chaindsl")
    events: list[Event] = []
    log = log_events()
    with Spans("leaky", tracer=provider.get_tracer("test"), content=True) as spans:

        def heard(event: Event) -> None:
            events.append(event)
            log(event)
            if isinstance(event, StepEnded):
                spans(event.record)

        run = runner.run(VALUES, on_event=heard)
        assert run.state == "g"
        with pytest.raises(StepFailed) as failed:
            runner.submit(run, "decide", DECISION, actor="human")
    file = tmp_path / "trace.jsonl"
    with TraceWriter(file, head(run.id, runner.graph, written_by="0", began=Environment().now())) as writer:
        for record in run.trace:
            writer(record)
        writer.end({"status": str(run.status), "error": asdict(failed.value.issue)})
    pieces = "".join(event.text for event in events if isinstance(event, Chunk))
    assert pieces.count("[redacted]") > 50
    assert found_in(pieces) == []
    assert found_in(run["letter"]) == [*TYPED, *NAMED, *INNER, *TOOL]
    assert len(run.trace) == 8
    sinks = [
        repr([record.to_data() for record in run.trace]),
        repr([vars(record.details) for record in run.trace]),
        repr([record.output for record in run.trace]),
        file.read_text(encoding="utf-8"),
        "".join(span.to_json() for span in memory.get_finished_spans()),
        caplog.text,
        run_page(load(file)),
        str(failed.value),
        repr(failed.value.issue),
        "\n".join(lines(run)),
        json.dumps(data(run)),
        json.dumps(run.shown),
    ]
    assert [found_in(sink) for sink in sinks] == [[]] * len(sinks)
    assert all("[redacted]" in sink or sink is sinks[4] for sink in sinks)


def test_nothing_that_was_copied_shows_in_a_run_in_a_store(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "runs.db")
    # A model with a secret in it can't be kept, so here all secrets of its kind come by name.
    runner = leaky(dict[str, Any]).bind(**TOOLS).configured(redact=["plans", "login"], store=store)
    flow = runner.graph
    first = runner.start(VALUES)
    assert (first.run.state, first.error) == ("g", None)
    done = runner.session.submit(first.run.id, "decide", DECISION, actor="human", redacted=VALUES)
    assert (done.status, done.error is not None) == ("failed", True)
    rows = tuple(store.rows(first.run.id))
    exports = "\n".join(exported(store.head(first.run.id), store.graph(first.run.graph), rows, "0"))
    file = tmp_path / "exported.jsonl"
    file.write_text(exports + "\n", encoding="utf-8")
    said = json.dumps([asdict(first), asdict(done)], default=str)
    assert flow.name == "leaky"
    assert found_in(said) == []
    assert found_in(run_page(load(file))) == []
    for path in tmp_path.iterdir():
        assert found_in(path.read_bytes().decode("latin-1")) == []
    store.close()


def test_what_holds_a_secret_is_known_by_its_type_in_a_field_too() -> None:
    forms: list[Any] = [SecretStr, Login, list[Login | None], dict[str, Login]]
    assert [holds_secret(form) for form in forms] == [True] * 4
    assert [holds_secret(form) for form in (str, list[str], Any, None, CommandResult)] == [False] * 5


def test_the_keys_of_clients_are_secret_and_other_tools_have_none() -> None:
    class Odd:
        def __getattr__(self, name: str) -> str:
            raise RuntimeError(name)

    class Bound:
        secrets = ["one"]  # noqa: RUF012  as a user would write it

        def ask(self, prompt: str, /) -> str:
            return prompt

    with OpenAICompatible("http://127.0.0.1:1", "tiny", "sk-of-mine") as client:
        assert known_to({"a": client, "b": model, "c": Odd(), "d": Bound().ask}) == ("sk-of-mine", "one")


def test_errors_of_every_kind_are_masked() -> None:
    @step(writes="label", max_attempts=1)
    def label(key: SecretStr) -> str:
        return key.get_secret_value()

    @step(writes="x")
    def other(label: str) -> str:
        return label

    @transition(source="a", target="b", actor="deterministic", writes="label")
    def enter(key: SecretStr) -> str:
        return key.get_secret_value()

    def judge(label: str) -> bool:
        raise ValueError(f"no {label}")

    @transition(source="b", target="c", actor="deterministic", when=judge)
    def guarded() -> None: ...

    inputs = {"key": SecretStr}
    flows = [
        chain("routes", label, branch("label", {"a": other}), inputs=inputs),
        workflow("guards", enter, guarded, initial="a", final=["c"], inputs=inputs),
    ]
    for flow in flows:
        with pytest.raises(ChainError) as failed:
            flow.run({"key": CANARIES[7]})
        said = [str(failed.value), repr(failed.value.issue), "\n".join(lines(failed.value.run))]
        assert found_in("".join(said)) == []
        assert all("[redacted]" in one for one in said), flow.name


SECRETS = st.text(st.characters(exclude_categories=["Cs", "Cc", "Z"]), min_size=LEAST, max_size=40)


def every_text(data: Any) -> str:
    """All texts in plain data, keys too, but no numbers, with what stands in the place of a secret taken out."""
    if isinstance(data, dict):
        return "\0".join(every_text(part) for pair in data.items() for part in pair)
    if isinstance(data, list | tuple):
        return "\0".join(map(every_text, data))
    return data.replace("[redacted]", "\0") if isinstance(data, str) else ""


@settings(max_examples=60)
@given(secret=SECRETS, before=st.text(max_size=5), form=st.sampled_from([str, repr, json.dumps, quote]))
def test_whatever_a_secret_is_and_however_it_is_quoted_no_record_and_no_event_has_it(
    secret: str, before: str, form: Any
) -> None:
    @step(writes="copy")
    def copied(key: SecretStr) -> dict[str, list[str]]:
        return {before + form(key.get_secret_value()): [before, form(before + key.get_secret_value())]}

    @step(writes="reply", max_attempts=1)
    def asked(copy: dict[str, list[str]], *, complete: Complete) -> str:
        raise RuntimeError(complete(" ".join((*copy, *copy["".join(copy)]))))

    events: list[Event] = []
    flow = chain("law", copied, asked, inputs={"key": SecretStr})
    with pytest.raises(StepFailed) as failed:
        flow.run({"key": secret}, on_event=events.append, complete=model)
    run = failed.value.run
    pieces = "".join(event.text for event in events if isinstance(event, Chunk))
    records = [[record.outline(), plain(record.output) if record.ok else None] for record in run.trace]
    shown = every_text([pieces, records, run.shown, asdict(failed.value.issue)])
    assert secret not in shown
    assert form(secret).strip("\"'") not in shown
