"""Random workflows of the part of the form that both sides can say, as plain data."""

from hypothesis import strategies as st

Data = dict[str, object]

TEXT = st.text(st.sampled_from("abz AB019'\"\\{}#:-,.é→\t\n"), max_size=60)
ARGUMENTS: dict[str, Data] = {
    "reason": {"type": "string", "minLength": 1},
    "stage": {"type": "string", "enum": ["dev", "prod"]},
    "count": {"type": "integer", "minimum": 0, "maximum": 9},
    "sure": {"type": "boolean"},
    "names": {"type": "array", "items": {"type": "string"}, "maxItems": 4},
    "tag": {"type": "string", "pattern": "^v[0-9]+$"},
}
CONTEXT: Data = {"flag": True, "total": 3, "label": "x", "ratio": 0.5}
GUARDS = [
    ("$.context.flag == true", "$.context.flag == false"),
    ("$.context.total < 4", "$.context.total >= 4"),
    ("$.context.label == 'x'", "$.context.label != 'x'"),
    ("$.workflow.input.who starts_with 'a'", None),
    ('$.workflow.input.who contains "it\'s"', None),
    ("3 > $.context.total", "$.context.total >= 3"),
    ("$.context.label == null", "$.context.label != null"),
]
SOURCES: list[object] = [
    "$.workflow.input.who", "$.context.label", "$.context.total", 7, "text", True, None, [1, "two"],
    {"add": ["$.context.total", 1]}, {"subtract": ["$.context.total", 1, 2]}, {"divide": ["$.context.ratio", 2]},
    {"concat": ["$.context.label", "-", "$.workflow.input.who"]},
]  # fmt: skip
KEYS = ("out", "total", "flag", "label", "more")
SAME: dict[str, list[object]] = {
    "total": [{"add": ["$.context.total", 1]}, 5],
    "flag": [True, False],
    "label": ["$.workflow.input.who", "y"],
}


def expr(text: str) -> Data:
    return {"kind": "expr", "expr": text}


@st.composite
def guards(draw: st.DrawFn) -> object:
    kind = draw(st.sampled_from(["expr", "expr", "all_of", "any_of", "not"]))
    one = expr(draw(st.sampled_from(GUARDS))[0])
    if kind == "not":
        return {"kind": "not", "guard": one}
    other = expr(draw(st.sampled_from(GUARDS))[0])
    return one if kind == "expr" else {"kind": kind, "guards": [one, other]}


@st.composite
def outputs(draw: st.DrawFn, *extra: object) -> Data:
    """Up to three keys; those of the context keep their types."""
    found: Data = {}
    for key in draw(st.lists(st.sampled_from(KEYS), unique=True, min_size=1, max_size=3)):
        values: list[object] = SAME.get(key, [*SOURCES, *extra])
        found[key] = draw(st.sampled_from(values))
    return found


ARGV = ["-n", "$.workflow.input.who", "$.context.total", "$.context.flag"]
OPTIONS: list[Data] = [
    {},
    {"treatNonZeroAsFailure": False},
    {"idempotencyKey": True},
    {"env": {"A": "$.context.label"}},
]
RETRIES: list[Data] = [{}, {"timeoutMs": 1500}, {"retry": {"maxAttempts": 2}}]
PUT_OUT = [f"$.output.{name}" for name in ("stdout", "exitCode", "success", "json", "stderr")]


@st.composite
def work(draw: st.DrawFn) -> Data:
    """An executor with its output mapping, or just a mapping."""
    if draw(st.booleans()):
        return {"output": found} if (found := draw(outputs())) else {}
    arguments = draw(st.lists(st.sampled_from(ARGV), max_size=3))
    executor: Data = {"kind": "cli", "command": "echo"} | ({"args": arguments} if arguments else {})
    found = draw(outputs(*PUT_OUT))
    retry = draw(st.sampled_from(RETRIES))
    parts = {"executor": executor | draw(st.sampled_from(OPTIONS)), "output": found, "reliability": retry}
    return {name: part for name, part in parts.items() if part}


@st.composite
def decided(draw: st.DrawFn, targets: st.SearchStrategy[str]) -> Data:
    found: Data = {"target": draw(targets)}
    found |= {"actor": "human"} if draw(st.booleans()) else {}
    title = " ".join(draw(TEXT).split())
    found |= {"title": title} if title else {}
    names = draw(st.lists(st.sampled_from(sorted(ARGUMENTS)), unique=True, max_size=3))
    if names:
        required = [name for name in names if draw(st.booleans())]
        schema: Data = {"type": "object", "properties": {name: ARGUMENTS[name] for name in names}}
        found["inputSchema"] = schema | ({"required": required} if required else {})
        found["output"] = {"given": f"$.arguments.{names[0]}"}
    else:
        found |= draw(work())
    if draw(st.booleans()):
        found["guards"] = [draw(guards())]
    return found


@st.composite
def states(draw: st.DrawFn, name: str, targets: st.SearchStrategy[str]) -> Data:
    found: Data = {}
    kind = draw(st.sampled_from(["decided", "computed", "two", "branches"]))
    if kind == "decided":
        found["goal"] = draw(TEXT).strip() or "Decide."
        guidance = draw(TEXT).strip()
        found |= {"guidance": f"{guidance}\nThen go on."} if guidance else {}
        number = draw(st.integers(1, 3))
        found["transitions"] = {f"{name}_go{index}": draw(decided(targets)) for index in range(number)}
    elif kind == "computed":
        found["transitions"] = {f"{name}-run": {"target": draw(targets), "actor": "deterministic", **draw(work())}}
    elif kind == "two":
        one, other = draw(st.sampled_from([pair for pair in GUARDS if pair[1]]))
        found["transitions"] = {
            f"{name}_if": {"target": draw(targets), "actor": "deterministic", "guards": [expr(one)], **draw(work())},
            f"{name}_not": {"target": draw(targets), "actor": "deterministic", "guards": [expr(str(other))]},
        }
    else:
        branches = [{"when": draw(guards()), "target": draw(targets)} for _ in range(draw(st.integers(1, 2)))]
        found["transitions"] = {
            f"{name}_way": {"target": draw(targets), "actor": "deterministic", "branches": branches}
        }
    return found


@st.composite
def workflows(draw: st.DrawFn) -> Data:
    """A whole file with one workflow."""
    names = [f"s{index}" for index in range(draw(st.integers(1, 5)))]
    targets = st.sampled_from([*names, "done", "dropped"])
    # A key that nothing writes over would be written back as an input, so all are written once.
    # What is read is what was there before, whatever the order.
    output = {
        "flag": False, "total": 1, "label": "y", "out": "$.context.total", "ratio": 0.25,
        "more": {"divide": ["$.context.ratio", 2]},
    }  # fmt: skip
    start = {"target": "s0", "actor": "deterministic", "output": output}
    found: Data = {"start": {"transitions": {"start": start}}}
    found |= {name: draw(states(name, targets)) for name in names}
    found |= {"done": {"terminal": True}, "dropped": {"terminal": True}}
    depth: Data = {"maxChainDepth": 7} if draw(st.booleans()) else {}
    schema = {"type": "object", "required": ["who"], "properties": {"who": {"type": "string"}}}
    workflow = {"initialState": "start", "inputSchema": schema, "initialContext": CONTEXT, **depth, "states": found}
    return {"version": "1.0.0", "workflows": {"flow": workflow}}
