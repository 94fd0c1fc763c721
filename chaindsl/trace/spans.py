"""Records as OpenTelemetry spans, named as the GenAI conventions have it. It depends on `opentelemetry-api` alone.

A run is `invoke_workflow NAME`, an attempt is a span of the step's name, a command is `execute_tool NAME`, a model call
is `chat MODEL`. The name of the workflow stands under the older `gen_ai.workflow.name` and under `gen_ai.agent.name`,
which took its place. What was said is left out unless asked for.
"""

import json
import time
from collections.abc import Callable, Mapping
from types import TracebackType
from typing import Any

from chaindsl.errors import ChainDslError
from chaindsl.trace.event import Event, RunBegan, RunEnded, StepEnded
from chaindsl.trace.record import Record

Attributes = dict[str, str | int | float | bool]
_NANO = 1_000_000_000
_LONGEST = 10_000
"""Characters of a prompt or an answer that a span keeps, where content is asked for."""


class Spans:
    """The spans of one run: hand it to a run as `on_event`.

    The span of the run is as long as the run goes on: one that waited and goes on has another. Inside a `with` block
    it is as long as the block; with its `flow` named, records alone, as `on_record`, are enough there.

    `tracer` is the application's, or the one of the provider that it has set up. `content` puts prompts and answers
    into the spans, those excepted that are redacted. Raises ChainDslError where opentelemetry is not installed.
    """

    def __init__(
        self,
        flow: str | None = None,
        *,
        tracer: Any = None,
        content: bool = False,
        now: Callable[[], int] = time.time_ns,
    ) -> None:
        try:
            # Only runs that make spans need it.
            from opentelemetry import trace  # noqa: PLC0415
        except ImportError as error:
            hint = "pip install 'chaindsl[otel]'"
            raise ChainDslError("missing-extra", "spans need opentelemetry-api", "otel", None, hint) from error
        self._trace = trace
        self._tracer = trace.get_tracer("chaindsl") if tracer is None else tracer
        self.pieces = False  # no span has any, so nobody has to stream
        self._flow = flow
        self._content = content
        self._now = now
        self._block = False
        self._root: Any = None
        self._context: Any = None

    def __enter__(self) -> "Spans":
        self._block = True
        if self._flow is not None:
            self._open(self._flow)
        return self

    def _open(self, flow: str) -> None:
        about: Attributes = {
            "gen_ai.operation.name": "invoke_workflow",
            "gen_ai.workflow.name": flow,
            "gen_ai.agent.name": flow,
        }
        self._root = self._tracer.start_span(f"invoke_workflow {flow}", attributes=about, start_time=self._now())
        self._context = self._trace.set_span_in_context(self._root)

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._block = False
        if self._root is None:  # no run has begun, and nobody named one
            return
        if error is not None:
            code = getattr(error, "code", type(error).__name__)
            self._failed(self._root, str(code))
        self._close()

    def _close(self) -> None:
        self._root.end(end_time=self._now())
        self._root = self._context = None

    def stopped(self, status: str, why: str | None) -> None:
        """Say how the run stopped, before the block ends."""
        self._root.set_attribute("chaindsl.status", status)
        if why is not None:
            self._root.set_attribute("chaindsl.stopped", why)

    def __call__(self, told: Record | Event) -> None:
        """Hear what happens, or the record of one attempt, which has just ended."""
        match told:
            case Record():
                self._attempt(told)
            case StepEnded(record):
                self._attempt(record)
            case RunBegan(_, flow) if self._root is None:
                self._open(self._flow or flow)
            case RunEnded(_, status, stopped, error):
                self.stopped(status, stopped)
                if not self._block:
                    if error is not None or status == "cancelled":
                        self._failed(self._root, error or status)
                    self._close()

    def _attempt(self, record: Record) -> None:
        if not self._root.is_recording():
            return
        end = self._now()
        start = end - int(record.seconds * _NANO)
        command = record.details.exit_code is not None
        name = f"execute_tool {record.step}" if command else record.step
        span = self._tracer.start_span(name, self._context, attributes=_attempt(record, command), start_time=start)
        if not record.ok:
            self._failed(span, (record.error or "rejected").partition(":")[0])
        self._calls(record, self._trace.set_span_in_context(span), start)
        span.end(end_time=end)

    def _calls(self, record: Record, context: Any, start: int) -> None:
        """The model calls of an attempt, one behind the other: a record tells how long each took, and not when."""
        if not record.details.calls:
            return
        for call in record.called():
            model = call.get("model") or call["tool"]
            end = start + int(call["seconds"] * _NANO)
            span = self._tracer.start_span(
                f"chat {model}",
                context,
                kind=self._trace.SpanKind.CLIENT,
                attributes=_call(call, model, self._content),
                start_time=start,
            )
            if call.get("error"):
                self._failed(span, call["error"])
            span.end(end_time=end)
            start = end

    def _failed(self, span: Any, kind: str) -> None:
        span.set_attribute("error.type", kind)
        span.set_status(self._trace.Status(self._trace.StatusCode.ERROR, kind))


def _attempt(record: Record, command: bool) -> Attributes:
    told: dict[str, object] = {
        "chaindsl.path": record.path,
        "chaindsl.attempt": record.attempt,
        "chaindsl.item": record.item,
        "chaindsl.state": record.state,
        "chaindsl.transition": record.transition,
        "chaindsl.target": record.target,
        "chaindsl.actor": record.actor and str(record.actor),
        "chaindsl.exit_code": record.details.exit_code,
        "chaindsl.fallback": record.details.fallback or None,
    }
    if command:
        told |= {"gen_ai.operation.name": "execute_tool", "gen_ai.tool.name": record.step}
    return _said(told)


def _call(call: Mapping[str, Any], model: str, content: bool) -> Attributes:
    told: dict[str, object] = {
        "gen_ai.operation.name": "chat",
        "gen_ai.provider.name": call["tool"],
        "gen_ai.request.model": model,
        "gen_ai.response.model": call.get("model"),
        "gen_ai.usage.input_tokens": call.get("input_tokens"),
        "gen_ai.usage.output_tokens": call.get("output_tokens"),
        "chaindsl.prompt.name": call.get("prompt"),
        "chaindsl.prompt.version": call.get("version"),
    }
    if content:
        told["gen_ai.input.messages"] = _message("user", call.get("sent"))
        told["gen_ai.output.messages"] = _message("assistant", call.get("answer"))
    return _said(told)


def _message(role: str, text: str | None) -> str | None:
    if text is None:
        return None
    return json.dumps([{"role": role, "parts": [{"type": "text", "content": text[:_LONGEST]}]}])


def _said(told: Mapping[str, object]) -> Attributes:
    return {name: value for name, value in told.items() if isinstance(value, str | int | float | bool)}
