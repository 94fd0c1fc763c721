"""The chain of steps that does the work of a transition where one function is not enough: it writes several keys."""

from collections.abc import Set
from dataclasses import dataclass

from chaindsl.yamlform.annotation import ANY, RESULT
from chaindsl.yamlform.form import Assignment, Call, Command, Transition
from chaindsl.yamlform.function import Function, Parameter
from chaindsl.yamlform.keyring import Keyring
from chaindsl.yamlform.layout import Piece, keyword
from chaindsl.yamlform.naming import key_name
from chaindsl.yamlform.operand import ARGUMENTS, CONTEXT, INPUT, OUTPUT, Operand, Path
from chaindsl.yamlform.resolve import in_order
from chaindsl.yamlform.work import Body, attempts, command_body

_FIELDS = {
    "exitCode": "{}.exit_code",
    "success": "{}.ok",
    "stdout": "{}.stdout",
    "stderr": "{}.stderr",
    "json": "json.loads({}.stdout)",
    "": "{}",
}


@dataclass(frozen=True, slots=True)
class Inner:
    """A workflow that a transition runs: the variable that holds it, and its keys."""

    variable: str
    keyring: Keyring


@dataclass(frozen=True, slots=True)
class Step:
    """One step of the chain: a name to wish for and the function, or a `flow` that stands for itself."""

    name: str
    body: Body | None = None
    flow: Inner | None = None


def chain_steps(keyring: Keyring, transition: Transition, inner: Inner | None) -> list[Step]:
    """Return the steps of the chain that does the work of a transition."""
    executor = transition.executor
    prefix = key_name(transition.name.text)
    found: list[Step] = []
    if isinstance(executor, Command):
        body = command_body(Function(keyring, transition), executor, "")
        body.writes, body.writes_at = result_key(keyring, transition), executor.place
        body.options += attempts(transition, most=2)
        found.append(Step(f"{prefix}_command", body))
    elif isinstance(executor, Call) and inner is not None:
        for one in executor.inputs:
            key = inner.keyring.key(INPUT, one.key.text)
            if not _is(one, keyring, key):
                found.append(_assigning(_Step(keyring, transition, inner), one, key, f"{prefix}_{key}"))
        found.append(Step(inner.variable, flow=inner))
    for one in in_order(transition.outputs):
        key = keyring.key(CONTEXT, one.key.text)
        if inner is None or not _is(one, inner.keyring, key, OUTPUT):
            found.append(_assigning(_Step(keyring, transition, inner), one, key, f"{prefix}_{key}"))
    return found


def result_key(keyring: Keyring, transition: Transition) -> str:
    """Return the key, inside the chain, of what the command left behind."""
    found = f"{key_name(transition.name.text)}_result"
    return found if found not in keyring.names.values() else f"{found}_"


def _is(one: Assignment, keyring: Keyring, key: str, root: str = "") -> bool:
    """Say whether what is assigned is under that key already."""
    source = one.source
    if not isinstance(source, Path) or source.rest or (root and source.root != root):
        return False
    if source.root == ARGUMENTS:
        return source.name == key
    return keyring.key(CONTEXT if source.root == OUTPUT else source.root, source.name) == key


def _assigning(function: "_Step", one: Assignment, key: str, name: str) -> Step:
    text = function.source(one.source)
    returns = function.keyring.source_type(one.source, function.transition)
    body = Body(function, returns, Piece(f"return {text}", one.source.place), key, one.key.place)
    if any(mark in text for mark in ("[", "/", "json.")):
        # It fails the same way every time.
        body.options.append(keyword("max_attempts", "1"))
    return Step(name, body)


class _Step(Function):
    """A step's function: what the executor put out is a key, or a part of what is under one."""

    def __init__(self, keyring: Keyring, transition: Transition, inner: Inner | None) -> None:
        super().__init__(keyring, transition)
        self.inner = inner

    def operand(self, operand: Operand, fit: Set[str] = frozenset()) -> str:
        if not isinstance(operand, Path) or operand.root != OUTPUT:
            return super().operand(operand, fit)
        if self.inner is None:
            name, kind = result_key(self.keyring, self.transition), RESULT
            whole = _FIELDS.get(operand.name, "{}").format(name)
            self.use(*(["json"] if operand.name == "json" else []))
        else:
            name = whole = self.inner.keyring.key(CONTEXT, operand.name)
            kind = ANY if operand.rest else self.inner.keyring.type_at(CONTEXT, operand.name)
        self.parameters.setdefault(name, Parameter(name, kind, operand.place))
        return self.inside(whole, operand)
