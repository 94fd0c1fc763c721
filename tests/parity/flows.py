"""Flows as source text, drawn by hypothesis: varied in spelling, valid in meaning.

Bodies hand back what `produce(step)` says, a function that the module gets from whoever imports it, so that the same
flows serve to compare the two front ends and to be run. `tests/laws` draws modules whose bodies do more.
"""

from dataclasses import dataclass, field
from typing import TypeVar

from hypothesis import strategies as st

T = TypeVar("T")

_TYPES = {
    "str": "str",
    "int": "int",
    "Text": "{c}Text",
    "docs": "list[Document]",
    "words": "list[str]",
    "few": "Annotated[list[str], {c}Len(1, 6)]",
    "label": 'Literal["a", "b", "c"]',
    "colour": "Colour",
    "maybe": "Optional[str]",
    "alias": "Words",
    "table": "dict[str, list[int]]",
    "user": "UserId",
    "bounded": "Annotated[int, Field(ge=1, le=9)]",
}

_HEADER = """{future}import enum
from typing import Annotated, Literal, NewType, Optional

from pydantic import BaseModel, Field

{imports}
Words = list[str]
UserId = NewType("UserId", int)
LIMIT = 4
ATTEMPTS = 3


class Document(BaseModel):
    text: str


class Colour(enum.Enum):
    RED = "red"
    BLUE = "blue"


def produce(name, *given):
    raise NotImplementedError(name)


def sound(candidate, {key}: str = "x") -> None:
    ...


def quick({key}: str) -> bool:
    return produce("quick")


{c}ASK = {p}prompt("ask", version="1", text="Say it: {{question}} {{{{no}}}}")
"""


@dataclass
class Module:
    """A module in the making: where names come from, its lines, and what its flows may use."""

    draw: st.DrawFn
    prefix: str
    indent: str = ""
    lines: list[str] = field(default_factory=list)
    count: int = 0
    types: dict[str, str] = field(default_factory=dict)

    def pick(self, *choices: T) -> T:
        return self.draw(st.sampled_from(choices))

    def maybe(self) -> bool:
        return self.draw(st.booleans())

    def seldom(self) -> bool:
        return self.draw(st.sampled_from([False, False, True]))

    def name(self, stem: str) -> str:
        self.count += 1
        return f"{stem}_{self.count}"

    def add(self, *lines: str) -> None:
        self.lines.extend(f"{self.indent}{line}" if line else "" for line in lines)

    def body(self, name: str, params: list[str], *, asynchronous: bool) -> str:
        """The statement that a function's body is."""
        return f'return produce("{name}")'

    def model(self) -> str:
        """A tool to ask a model with, as a parameter, or nothing."""
        return self.pick("", f"complete: {self.prefix}Complete", f"ask: {self.prefix}AsyncComplete")

    def written(self, keys: list[str]) -> str:
        """The key that a step writes."""
        return self.name("key")

    def budget(self) -> str:
        """What a flow may spend, as an option, or nothing."""
        p = self.prefix
        return self.pick("", f"budget={p}Budget(calls=12)", f"budget={p}Budget(seconds=2.5, tokens=10, bytes=100)")

    def fallback(self) -> str:
        """What is written when all attempts are rejected, as an option, or nothing."""
        return self.pick("", "", 'fallback={"b": [1, 2.5], "a": None}', "fallback=None", "fallback=LIMIT")

    def lists(self, keys: list[str]) -> list[str]:
        """The keys that an `each` step may run over."""
        return keys

    def apart(self, keys: list[str]) -> list[str]:
        """The keys for a part whose own ones others don't see."""
        return list(keys)

    def type(self) -> str:
        chosen = _TYPES[self.pick(*_TYPES)].format(c=self.prefix)
        return f'"{chosen}"' if self.seldom() and '"' not in chosen else chosen


@dataclass(frozen=True)
class Written:
    """A step that was written: its name, the key it writes, the keys it reads, and whether it writes a bool."""

    name: str
    writes: str
    reads: tuple[str, ...]


def write_step(module: Module, keys: list[str], *, flag: bool = False, label: bool = False) -> Written:
    """Write one decorated function that reads some of the keys."""
    name = module.name("step")
    writes = module.name("key") if flag or label else module.written(keys)
    reads = tuple(dict.fromkeys(module.pick(*keys) for _ in range(module.pick(0, 1, 2))))
    options = [f'writes="{writes}"', *work_options(module, reads)]
    item: list[str] = []
    if not flag and not label and module.seldom():
        options += [
            f'each="{module.pick(*module.lists(keys))}"',
            *module.pick(["limit=LIMIT"], [f"{'limit'}=2", 'overflow="fail"'], []),
        ]
        options += ["workers=3"] if module.maybe() else []
        item = [f"item: {module.type()}"]
    returned = "bool" if flag else _TYPES["label"] if label else module.type()
    module.types[writes] = f"list[{returned}]" if item else returned
    write_function(module, name, options, [*item, *parameters(module, reads)], returned, decorator="step")
    return Written(name, writes, reads)


def work_options(module: Module, reads: tuple[str, ...]) -> list[str]:
    """Draw options that steps and transitions share."""
    key = f'idempotency_key="k-{{{reads[0]}}}"' if reads else ""
    drawn = [
        module.pick("", "max_attempts=ATTEMPTS", "max_attempts=1"),
        module.pick("", "", "backoff=0", "backoff=0.25"),
        module.pick("", "", "timeout=2.5"),
        module.pick("", "", "retry_on=ValueError", "retry_on=(ValueError, KeyError)"),
        module.pick("", "", "max_calls=2"),
        module.pick("", "", "prompt=ASK", "prompt=[ASK]"),
        module.pick("", "", "validate=sound", "validate=[sound]"),
        module.pick("", "", "effect=True", "effect=False", *([key, f"effect=True, {key}"] if reads else [])),
        module.fallback(),
    ]
    return [option for option in drawn if option]


def parameters(module: Module, reads: tuple[str, ...]) -> list[str]:
    """Return reads, then tools, as parameters."""
    found = [f"{key}: {module.type()}" if module.maybe() else key for key in reads]
    if found and module.seldom():
        found[-1] += " = None"
    tools = [
        module.model(),
        module.pick("", "", "search: object", "search"),
        module.pick("", "", f"feedback: {module.prefix}Feedback"),
        module.pick("", "", f"key: {module.prefix}IdempotencyKey"),
    ]
    drawn = [tool for tool in tools if tool]
    return [*found, "*", *drawn] if drawn else found


def write_function(
    module: Module, name: str, options: list[str], params: list[str], returned: str, *, decorator: str
) -> None:
    """Write a decorated function whose body is `produce`."""
    start = f"{module.prefix}{decorator}"
    if module.maybe():
        module.add("", f"@{start}(", *(f"    {option}," for option in options), ")")
    else:
        module.add("", f"@{start}({', '.join(options)})")
    word = "async def" if module.seldom() else "def"
    body = module.body(name, params, asynchronous=word != "def")
    module.add(f"{word} {name}({', '.join(params)}) -> {returned}:", f'    """Do {name}."""', f"    {body}")


def write_chain(module: Module, depth: int = 0) -> str:
    """Write a chain and return its variable."""
    keys = ["question", "items"]
    parts = [part for _ in range(module.pick(1, 2, 3)) for part in write_part(module, keys, depth)]
    variable = module.name("flow")
    if len(parts) > 1 and module.maybe():
        cut = module.pick(*range(len(parts)))
        rest = module.name("rest")
        module.add("", f"{rest} = [{', '.join(parts[cut:])}]")
        parts = [*parts[:cut], f"*{rest}"]
    inputs = (
        f'{{"question": {module.pick(module.prefix + "Text", "str")}, "items": {module.pick("Words", "list[str]")}}}'
    )
    options = [f"inputs={inputs}", *flow_options(module, keys)]
    module.add("", f'{variable} = {module.prefix}chain("{variable}", {", ".join([*parts, *options])})')
    return variable


def flow_options(module: Module, keys: list[str]) -> list[str]:
    """Draw options that chains and workflows share."""
    drawn = [
        module.pick("", f'outputs=["{keys[-1]}"]', f'outputs=("{keys[-1]}", "{keys[0]}")'),
        module.budget(),
        module.pick("", "", "drop=True"),
    ]
    return [option for option in drawn if option]


def write_part(module: Module, keys: list[str], depth: int) -> list[str]:
    """Write what a part needs and return the expressions of one part or more."""
    kinds = ["step", "step", "step"] + (["branch", "repeat", "parallel", "nested", "renamed"] if depth < 2 else [])
    kind = module.pick(*kinds)
    p = module.prefix
    if kind == "step":
        return [plain(module, keys)]
    if kind == "renamed":
        step = write_step(module, keys)
        reads = ", ".join(f'"{key}": "{module.pick(*keys)}"' for key in step.reads[:1])
        new = module.name("key")
        keys.append(new)
        return [f'{p}renamed({step.name}, name="{module.name("again")}", reads={{{reads}}}, writes="{new}")']
    if kind == "nested":
        return [write_chain(module, depth + 1)]
    if kind == "parallel":
        return [f"{p}parallel({plain(module, module.apart(keys))}, {plain(module, module.apart(keys))})"]
    if kind == "repeat":
        flag = write_step(module, keys, flag=True)
        inner = [flag.name, *write_part(module, keys, depth + 1)]
        end = module.pick("", ', exhausted="continue"')
        return [f'{p}repeat({", ".join(inner)}, until="{flag.writes}", limit={module.pick("LIMIT", "2")}{end})']
    return write_branch(module, keys, depth)


def plain(module: Module, keys: list[str]) -> str:
    """Write a step whose key later parts may read, and return its name."""
    step = write_step(module, keys)
    keys.append(step.writes)
    return step.name


def write_branch(module: Module, keys: list[str], depth: int) -> list[str]:
    """Write a router and its routes."""
    router = write_step(module, keys, label=True)
    first = write_part(module, module.apart(keys), depth + 1)
    second = [write_step(module, keys).name, write_step(module, keys).name]
    routes = f'{{"a": {first[0]}, "b": [{", ".join(second)}], "c": {module.pick("None", "()")}}}'
    otherwise = module.pick("", "", ", otherwise=None", f", otherwise={write_step(module, keys).name}")
    return [router.name, f'{module.prefix}branch("{router.writes}", {routes}{otherwise})']


def write_workflow(module: Module) -> str:
    """Write a workflow and return its variable."""
    states = [f"s{index}" for index in range(module.pick(2, 3, 4))]
    keys = ["question", "items"]
    runs = write_chain(module, depth=1) if module.maybe() else None
    names = [write_transition(module, states, keys, source) for source in states[:-1]]
    names += [write_transition(module, states, keys, module.pick(*states[:-1])) for _ in range(module.pick(0, 1, 2))]
    p = module.prefix
    if runs:
        name = module.name("run")
        module.add(
            "",
            f'@{p}transition(source="{states[0]}", target="{states[-1]}", actor="agent", runs={runs})',
            f"def {name}(question: {p}Text, items: list[str]) -> None: ...",
        )
        names.append(name)
    variable = module.name("flow")
    goal = f'states=[{p}State("{states[0]}", goal="Go", guidance="Now"), {p}State("{states[-1]}", final=True)]'
    promise = f'always=[{p}passes("{names[0]}", before="{states[-1]}"), {p}at_most("{names[0]}", 2)]'
    options = [
        f'initial="{states[0]}"',
        f'final=["{states[-1]}"]',
        'inputs={"question": str, "items": list[str]}',
        module.pick("max_chain_depth=20", goal, promise),
        *flow_options(module, keys),
    ]
    module.add("", f'{variable} = {p}workflow("{variable}", {", ".join([*names, *options])})')
    return variable


def write_transition(module: Module, states: list[str], keys: list[str], source: str) -> str:
    """Write one decorated function that goes on from a state."""
    name = module.name("go")
    actor = module.pick("deterministic", "agent", "human")
    reads = (module.pick(*keys),)
    params = parameters(module, reads)
    if actor != "deterministic" and module.maybe():
        params = [f"why: {module.prefix}FromActor[{module.prefix}Text]", *params]
    options = [f'source="{source}"' if module.maybe() else f'source=("{source}",)', f'actor="{actor}"']
    guards = ["", "", "when=quick"] + (
        [] if "{" in reads[0] else [f"when=\"len({reads[0]}) > 2 and {reads[0]} not in ['a', 'b']\""]
    )
    options += [
        *work_options(module, reads),
        module.pick(*guards),
        module.pick("", "limit=LIMIT"),
        module.pick("", f'on_failure="{states[-1]}"'),
        module.pick("", 'title="Go on"'),
    ]
    if module.maybe():
        menu = ", ".join(f'"{state}"' for state in dict.fromkeys((states[-1], module.pick(*states))))
        returned = f"Literal[{menu}]"
    else:
        writes = module.name("key")
        options += [f'target="{module.pick(*states)}"', f'writes="{writes}"']
        keys.append(writes)
        command = f"{module.prefix}Command[{module.prefix}CommandResult]"
        returned = module.pick(module.type(), command)
    write_function(module, name, [option for option in options if option], params, returned, decorator="transition")
    return name


@st.composite
def modules(draw: st.DrawFn, *, factories: bool = True, workflows: bool = True, make: type[Module] = Module) -> str:
    """Draw the text of a module with one outermost flow, bound to `flow`."""
    style = draw(st.sampled_from(["from", "alias", "plain"]))
    prefix = {"from": "", "alias": "c.", "plain": "chaindsl."}[style]
    imports = {"from": "from chaindsl import *", "alias": "import chaindsl as c", "plain": "import chaindsl"}[style]
    if style == "from":
        names = "AsyncComplete Budget Command CommandResult Complete Feedback FromActor IdempotencyKey Len State Text"
        words = "at_most branch chain parallel passes prompt renamed repeat step transition workflow"
        imports = f"from chaindsl import ({', '.join((names + ' ' + words).split())})"
    future = draw(st.sampled_from(["", "from __future__ import annotations\n"]))
    module = make(draw, prefix)
    module.lines.append(_HEADER.format(future=future, imports=imports, key="question", c="", p=prefix))
    factory = factories and not future and draw(st.booleans())
    if factory:
        module.lines.append("def make(limit):")
        module.indent = "    "
    write = draw(st.sampled_from([write_chain, write_workflow])) if workflows else write_chain
    variable = write(module)
    module.add(f"return {variable}" if factory else f"flow = {variable}")
    module.lines += ["", "flow = make(3)"] if factory else []
    return "\n".join(module.lines) + "\n"
