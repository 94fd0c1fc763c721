"""Flows that between them hold every sign a picture knows."""

from chaindsl.graph.budget import Budget, Input
from chaindsl.graph.flow import (
    Branch,
    Chain,
    Flow,
    Hole,
    Nested,
    Parallel,
    Repeat,
    Route,
    Transition,
    Workflow,
)
from chaindsl.graph.guarantee import AtMost, Decides, Never, Passes
from chaindsl.graph.guard import Expression, Predicate, parse_guard
from chaindsl.graph.state import Actor, State
from chaindsl.graph.step import Attempts, Check, Each, Effect, Prompt, Read, Source, Step, Tool, ToolKind
from chaindsl.graph.typeform import STR, Constraint, LiteralValue, Named, constrained, literal
from chaindsl.graph.unknown import Unknown, Why

TEXT = constrained(STR, [Constraint("min_length", 1), Constraint("strip_whitespace", True)])
BOOL = Named("bool")
STRINGS = Named("list", (STR,))
FEW = constrained(STRINGS, [Constraint("min_length", 1), Constraint("max_length", 6)])
MODEL = Tool("complete", ToolKind.MODEL)
ONCE = Attempts(1)
DETERMINISTIC, AGENT, HUMAN = Actor


def reads(*keys: str) -> tuple[Read, ...]:
    return tuple(Read(key) for key in keys)


def prompt(name: str, version: str = "1") -> tuple[Prompt]:
    return (Prompt(name, version, "…"),)


def label(text: str) -> LiteralValue:
    return LiteralValue("str", text)


def asks(name: str, *keys: str, writes: str, **more: object) -> Step:
    """A step that is handed a model."""
    return Step(name, reads=reads(*keys), tools=(MODEL,), writes=writes, **more)  # type: ignore[arg-type]


QA = Flow(
    "qa",
    Chain(
        (
            asks("clarify", "question", writes="clarified", type=TEXT, prompts=prompt("clarify", "2")),
            asks("rewrite", "clarified", writes="query", type=TEXT, prompts=prompt("rewrite")),
            Step(
                "retrieve", reads=reads("query"), tools=(Tool("search"),), writes="docs", type=FEW, attempts=Attempts(3)
            ),
            Step(
                "synthesize",
                reads=reads("question", "docs"),
                tools=(MODEL, Tool("feedback", ToolKind.FEEDBACK)),
                writes="draft",
                type=TEXT,
                prompts=prompt("synthesize"),
                validators=(Check("citations_in_range", reads("docs")),),
            ),
            asks(
                "verify",
                "draft",
                "docs",
                writes="verdict",
                type=literal([label("ok"), label("bad")]),
                parsed=True,
                fallback='"bad"',
                max_calls=2,
            ),
            Step("render", reads=(*reads("draft", "verdict"), Read("docs", optional=True)), writes="page", type=STR),
        )
    ),
    inputs=(Input("question", TEXT),),
    outputs=("page",),
    budget=Budget(20, 12, None, 200_000),
)

DIGEST = Flow(
    "digest",
    Chain(
        (
            Step("split", reads=reads("document"), writes="chunks", type=STRINGS),
            asks(
                "extract",
                "question",
                writes="notes",
                type=TEXT,
                each=Each("chunks", 64, "fail", 4, STR, "chunk"),
                prompts=prompt("extract"),
            ),
            asks("summarise", "notes", "question", writes="summary", type=TEXT),
        )
    ),
    inputs=(Input("document", STR), Input("question", TEXT, optional=True)),
    outputs=("summary",),
    drop=True,
)

SUPPORT = Flow(
    "support",
    Chain(
        (
            asks(
                "classify",
                "question",
                writes="route",
                type=literal(map(label, ["billing", "tech", "smalltalk"])),
                parsed=True,
                fallback='"tech"',
            ),
            Branch(
                "route",
                (
                    Route(
                        label("billing"),
                        (
                            Step("look_up", reads=reads("question"), tools=(Tool("ledger", required=False),)),
                            asks("billing", "facts", writes="answer"),
                        ),
                    ),
                    Route(label("tech"), (Nested(QA),)),
                    Route(label("smalltalk"), ()),
                ),
                otherwise=(Hole(Unknown(Why.DYNAMIC, "make_part(1)")),),
            ),
            Repeat(
                (
                    asks("critique", "answer", writes="approved", type=BOOL),
                    asks("revise", "answer", writes="answer"),
                ),
                "approved",
                3,
                "continue",
            ),
            Parallel(
                (
                    asks("shorten", "answer", writes="short"),
                    asks("translate", "answer", writes="german"),
                    Nested(DIGEST),
                )
            ),
            Step("render", reads=(Read("everything", source=Source.VALUES),), writes="page"),
        )
    ),
    inputs=(Input("question", TEXT),),
    outputs=("page",),
)

RELEASE = Flow(
    "release",
    Workflow(
        (
            Transition(
                "run_lint",
                ("lint",),
                ("test",),
                DETERMINISTIC,
                work=Step(
                    "run_lint",
                    reads=reads("path"),
                    writes="linted",
                    type=Named("chaindsl.CommandResult"),
                    command=True,
                    effect=Effect(),
                    attempts=ONCE,
                ),
                on_failure="aborted",
            ),
            Transition(
                "run_tests",
                ("test",),
                ("build",),
                DETERMINISTIC,
                guard=Expression(parse_guard("linted is not None and not skip")),
                work=Step("run_tests", reads=reads("path"), attempts=Attempts(1, timeout=300)),
            ),
            Transition(
                "skip_tests",
                ("test",),
                ("build",),
                DETERMINISTIC,
                limit=1,
                guard=Predicate(Check("small_change", reads("diff", "path"))),
            ),
            Transition(
                "build_artifact",
                ("build",),
                ("ready",),
                DETERMINISTIC,
                work=Step("build", reads=reads("path"), writes="artifact", attempts=Attempts(2)),
                limit=3,
                on_failure="aborted",
            ),
            Transition(
                "deploy",
                ("ready",),
                ("deployed",),
                AGENT,
                work=Step(
                    "deploy",
                    reads=(*reads("artifact"), Read("reason", TEXT, source=Source.ACTOR)),
                    writes="deployment",
                    command=True,
                    effect=Effect("deploy-{artifact}"),
                    attempts=ONCE,
                ),
            ),
            Transition(
                "approve",
                ("ready", "deployed"),
                ("approved", "aborted"),
                HUMAN,
                menu=True,
                title="Sign it off",
                work=Step("approve", reads=(Read("note", STR, source=Source.ACTOR),), attempts=ONCE),
            ),
            Transition("abort", ("ready",), ("aborted",), AGENT, guard=Expression(parse_guard("tries in ['a', 'b']"))),
        ),
        "lint",
        ("aborted", "approved"),
        states=(
            State("ready", goal="Confirm deployment. All checks have passed.", timeout=3600, on_timeout="aborted"),
            State("approved", final=True),
        ),
        max_chain_depth=20,
    ),
    inputs=(Input("path", STR), Input("diff", optional=True)),
    outputs=("deployment",),
    guarantees=(
        Passes("run_tests", "deployed"),
        Decides("human", "approved"),
        AtMost("deploy", 1),
        Never("build_artifact", "deployed"),
    ),
)

GATE = Flow(
    "gate",
    Workflow((Transition("pass_on", ("a",), ("b",), DETERMINISTIC),), "a", ("b",)),
    outputs=(),
)

DESK = Flow(
    "desk",
    Workflow(
        (
            Transition("ask", ("open",), ("open",), AGENT, runs=QA, work=Step("ask", reads=reads("question"))),
            Transition("check", ("open",), ("nowhere",), HUMAN, runs=GATE),
            Transition("poll", ("open",), ("open",), DETERMINISTIC, guard=Expression(parse_guard("n < 3")), limit=5),
            Transition("close", ("open",), ("closed",), HUMAN),
        ),
        "open",
        ("closed",),
        (State("open", timeout=60), State("unused", goal=Unknown(Why.DYNAMIC))),
    ),
)

HOLE = Unknown(Why.DYNAMIC, "f()")
FOG = Flow(
    HOLE,
    Workflow(
        (
            Transition(
                HOLE, HOLE, HOLE, HOLE, guard=HOLE, runs=HOLE, limit=HOLE, on_failure=HOLE, work=Step(HOLE, writes=HOLE)
            ),
        ),
        HOLE,
        HOLE,
        open=HOLE,
    ),
    inputs=HOLE,
    outputs=HOLE,
    budget=HOLE,
    guarantees=HOLE,
)

SAMPLES: dict[str, Flow] = {
    "qa": QA,
    "digest": DIGEST,
    "support": SUPPORT,
    "release": RELEASE,
    "desk": DESK,
    "fog": FOG,
}
