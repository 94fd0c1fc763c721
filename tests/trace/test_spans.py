"""Runs as spans: names, times, parents, what is told and what is not, at an exporter in memory and over OTLP/HTTP."""

from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from threading import Thread
from typing import Any

import pytest
from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest
from opentelemetry.sdk.trace import ReadableSpan, TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter
from opentelemetry.trace import SpanKind

from chaindsl.language.chain import chain
from chaindsl.language.step import step
from chaindsl.language.transition import transition
from chaindsl.language.workflow import workflow
from chaindsl.runtime.failure import StepFailed
from chaindsl.trace.spans import Spans
from chaindsl.vocabulary.command import Command, CommandResult, cli
from chaindsl.vocabulary.model import Complete, Completion, Usage
from chaindsl.vocabulary.prompt import prompt

SECRET = "the word is sesame"
ASK = prompt("ask", version="3", text="Say {word}.")


@step(writes="said", prompt=ASK, max_attempts=2, backoff=0)
def ask(word: str, *, complete: Complete) -> str:
    return complete(ASK.format(word=word))


@step(writes="loud")
def shout(said: str) -> str:
    return said.upper()


TALK = chain("talk", ask, shout, inputs={"word": str})


class Model:
    def __init__(self, failures: int = 0) -> None:
        self.failures = failures

    def __call__(self, text: str, /) -> str:
        if self.failures:
            self.failures -= 1
            raise OSError("busy")
        return Completion("hello", usage=Usage(7, 3), model="small-1")


@pytest.fixture
def memory() -> InMemorySpanExporter:
    return InMemorySpanExporter()


@pytest.fixture
def tracer(memory: InMemorySpanExporter) -> Iterator[Any]:
    provider = TracerProvider()
    provider.add_span_processor(SimpleSpanProcessor(memory))
    yield provider.get_tracer("test")
    provider.shutdown()


def by_name(memory: InMemorySpanExporter) -> dict[str, ReadableSpan]:
    return {span.name: span for span in memory.get_finished_spans()}


def about(span: ReadableSpan) -> dict[str, Any]:
    return dict(span.attributes or {})


def test_a_run_is_a_tree_of_spans(memory: InMemorySpanExporter, tracer: Any) -> None:
    with Spans("talk", tracer=tracer) as spans:
        run = TALK.bind(complete=Model()).run({"word": SECRET}, on_record=spans)
        spans.stopped(run.status, str(run.stopped))
    found = by_name(memory)
    assert sorted(found) == ["ask", "chat small-1", "invoke_workflow talk", "shout"]
    root, attempt, call = found["invoke_workflow talk"], found["ask"], found["chat small-1"]
    assert about(root) == {
        "gen_ai.operation.name": "invoke_workflow",
        "gen_ai.workflow.name": "talk",
        "gen_ai.agent.name": "talk",
        "chaindsl.status": "completed",
        "chaindsl.stopped": "end of chain",
    }
    assert about(attempt) == {"chaindsl.path": "talk/ask", "chaindsl.attempt": 1}
    assert about(call) == {
        "gen_ai.operation.name": "chat",
        "gen_ai.provider.name": "complete",
        "gen_ai.request.model": "small-1",
        "gen_ai.response.model": "small-1",
        "gen_ai.usage.input_tokens": 7,
        "gen_ai.usage.output_tokens": 3,
        "chaindsl.prompt.name": "ask",
        "chaindsl.prompt.version": "3",
    }
    assert (root.kind, call.kind) == (SpanKind.INTERNAL, SpanKind.CLIENT)
    assert root.context is not None
    assert attempt.parent is not None
    assert call.parent is not None
    assert attempt.context is not None
    assert (attempt.parent.span_id, call.parent.span_id) == (root.context.span_id, attempt.context.span_id)
    assert all((span.start_time or 0) <= (span.end_time or 0) for span in found.values())
    assert SECRET not in "".join(span.to_json() for span in found.values())


def test_what_was_said_is_there_when_it_is_asked_for_and_not_redacted(
    memory: InMemorySpanExporter, tracer: Any
) -> None:
    runner = TALK.bind(complete=Model())
    with Spans("talk", tracer=tracer, content=True) as spans:
        runner.run({"word": SECRET}, on_record=spans)
    assert SECRET in about(by_name(memory)["chat small-1"])["gen_ai.input.messages"]
    memory.clear()
    with Spans("talk", tracer=tracer, content=True) as spans:
        runner.configured(redact=["word"]).run({"word": SECRET}, on_record=spans)
    assert SECRET not in "".join(span.to_json() for span in memory.get_finished_spans())


def test_a_failure_has_its_kind(memory: InMemorySpanExporter, tracer: Any) -> None:
    with pytest.raises(StepFailed), Spans("talk", tracer=tracer) as spans:
        TALK.bind(complete=Model(failures=2)).run({"word": "a"}, on_record=spans)
    spans_ = memory.get_finished_spans()
    failed = [(span.name, about(span)["error.type"]) for span in spans_ if not span.status.is_ok]
    assert failed == [
        ("chat complete", "OSError"),
        ("ask", "OSError"),
        ("chat complete", "OSError"),
        ("ask", "OSError"),
        ("invoke_workflow talk", "step-failed"),
    ]


def test_a_command_is_a_tool(memory: InMemorySpanExporter, tracer: Any) -> None:
    @transition(source="a", target="b", actor="deterministic")
    def lint() -> Command[CommandResult]:
        return cli("true")

    with Spans("release", tracer=tracer) as spans:
        workflow("release", lint, initial="a", final=["b"]).bind().run({}, on_record=spans)
    found = about(by_name(memory)["execute_tool lint"])
    assert (found["gen_ai.operation.name"], found["gen_ai.tool.name"], found["chaindsl.exit_code"]) == (
        "execute_tool",
        "lint",
        0,
    )
    assert (found["chaindsl.state"], found["chaindsl.target"], found["chaindsl.actor"]) == ("a", "b", "deterministic")


def test_without_a_provider_nothing_is_made() -> None:
    with Spans("talk") as spans:
        assert TALK.bind(complete=Model()).run({"word": "a"}, on_record=spans)["loud"] == "HELLO"


class Receiver(BaseHTTPRequestHandler):
    received: list[bytes]

    def do_POST(self) -> None:
        self.received.append(self.rfile.read(int(self.headers["content-length"])))
        self.send_response(200)
        self.end_headers()

    def log_message(self, *args: object) -> None: ...


def test_spans_arrive_over_http() -> None:
    handler = type("Handler", (Receiver,), {"received": []})
    server = HTTPServer(("127.0.0.1", 0), handler)
    thread = Thread(target=server.serve_forever, daemon=True)
    thread.start()
    provider = TracerProvider()
    address = f"http://127.0.0.1:{server.server_port}/v1/traces"
    provider.add_span_processor(SimpleSpanProcessor(OTLPSpanExporter(endpoint=address)))
    try:
        with Spans("talk", tracer=provider.get_tracer("test")) as spans:
            TALK.bind(complete=Model()).run({"word": "a"}, on_record=spans)
        provider.shutdown()
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
    names = [
        span.name
        for data in handler.received  # type: ignore[attr-defined]
        for resource in ExportTraceServiceRequest.FromString(data).resource_spans
        for scope in resource.scope_spans
        for span in scope.spans
    ]
    assert names == ["chat small-1", "ask", "shout", "invoke_workflow talk"]


def test_a_run_that_tells_its_spans_of_events_needs_no_block(memory: InMemorySpanExporter, tracer: Any) -> None:
    spans = Spans(tracer=tracer)
    TALK.run({"word": "a"}, on_event=spans, complete=Model())
    with pytest.raises(StepFailed):
        TALK.run({"word": "a"}, on_event=spans, complete=Model(failures=2))
    roots = [span for span in memory.get_finished_spans() if span.name == "invoke_workflow talk"]
    said = [(about(span)["chaindsl.status"], about(span).get("error.type"), span.status.is_ok) for span in roots]
    assert said == [("completed", None, True), ("failed", "step-failed", False)]
    below = [span.parent.span_id for span in memory.get_finished_spans() if span.name == "ask" and span.parent]
    assert {root.context.span_id for root in roots if root.context} == set(below)


def test_a_block_names_its_run_by_the_first_that_begins(memory: InMemorySpanExporter, tracer: Any) -> None:
    with Spans(tracer=tracer):
        pass
    assert memory.get_finished_spans() == ()
    with Spans(tracer=tracer) as spans:
        runner = TALK.bind(complete=Model())
        runner.run({"word": "a"}, on_event=spans)
        runner.run({"word": "a"}, on_event=spans)
    assert [span.name for span in memory.get_finished_spans()].count("invoke_workflow talk") == 1
