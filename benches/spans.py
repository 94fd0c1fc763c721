"""What it costs to make OpenTelemetry spans of records, against the bare SDK making the same spans.

Run `python -m benches.spans`; it needs the extra `dev`. Only ratios within one run mean something: they are taken from
rounds in which both run in turn, by CPU time, and the median round counts. Both make a span for each attempt and one
for each model call, with equal names and attributes, for a provider that throws them away; theirs has the names and
attributes ready.
"""

from typing import Any

from opentelemetry.sdk.trace import ReadableSpan, TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor, SpanExporter, SpanExportResult
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter
from opentelemetry.trace import set_span_in_context

from benches.table import table
from benches.trace import RECORDS, Once, compare, records
from chaindsl.trace.record import Record
from chaindsl.trace.spans import Spans


class Nowhere(SpanExporter):
    """Takes spans and keeps none."""

    def export(self, spans: Any) -> SpanExportResult:
        return SpanExportResult.SUCCESS


def tracer(exporter: SpanExporter) -> Any:
    provider = TracerProvider(shutdown_on_exit=False)
    provider.add_span_processor(SimpleSpanProcessor(exporter))
    return provider.get_tracer("bench")


def ours(found: list[Record], made: Any) -> Once:
    def once() -> None:
        with Spans("bench", tracer=made) as spans:
            for record in found:
                spans(record)

    return once


def spans_of(found: list[Record]) -> list[ReadableSpan]:
    """Return the spans that ours makes."""
    kept = InMemorySpanExporter()
    ours(found, tracer(kept))()
    return list(kept.get_finished_spans())


Below = dict[int, list[ReadableSpan]]


def inner(parent: ReadableSpan, below: Below) -> list[tuple[ReadableSpan, dict[str, Any]]]:
    """Return the spans right below one, with their attributes."""
    own = parent.get_span_context()
    return [] if own is None else [(one, dict(one.attributes or {})) for one in below.get(own.span_id, ())]


def theirs(found: list[ReadableSpan], made: Any) -> Once:
    """Make the same spans again, each below its parent."""
    root = next(one for one in found if one.parent is None)
    below: Below = {}
    for one in found:
        if one.parent is not None:
            below.setdefault(one.parent.span_id, []).append(one)
    steps = [(step, attributes, inner(step, below)) for step, attributes in inner(root, below)]

    def once() -> None:
        top = made.start_span(root.name, attributes=dict(root.attributes or {}))
        around = set_span_in_context(top)
        for step, attributes, calls in steps:
            span = made.start_span(step.name, around, attributes=attributes, start_time=step.start_time)
            context = set_span_in_context(span)
            for call, said in calls:
                made.start_span(call.name, context, kind=call.kind, attributes=said, start_time=call.start_time).end(
                    end_time=call.end_time
                )
            span.end(end_time=step.end_time)
        top.end()

    return once


def row(name: str, found: list[Record]) -> list[str]:
    """Return one line of the table: both in µs a record, the ratio, and spans a record."""
    made, same = tracer(Nowhere()), spans_of(found)
    mine, plain = compare((ours(found, made), theirs(same, made)))
    return [name, f"{mine * 1e6:.1f}", f"{plain * 1e6:.1f}", f"{mine / plain:.2f}", f"{(len(same) - 1) / RECORDS:.0f}"]


def main() -> None:
    rows = [
        row("computes", records(lambda number: f"text {number}")),
        row("asks a model", records(lambda number: f"text {number}", 1)),
        row("asks a model four times", records(lambda number: f"text {number}", 4)),
    ]
    print("CPU µs a record; what counts is the ratio")
    print(table(("each step", "chaindsl", "bare SDK", "×", "spans"), rows))


if __name__ == "__main__":
    main()
