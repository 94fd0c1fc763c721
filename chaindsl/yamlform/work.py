"""What a transition does, in Python: the function behind it."""

from dataclasses import dataclass, field

from chaindsl.yamlform.annotation import NONE, RESULT, Type
from chaindsl.yamlform.form import Assignment, Call, Command, Operation, Transition
from chaindsl.yamlform.function import Function, options
from chaindsl.yamlform.keyring import Keyring
from chaindsl.yamlform.layout import Group, Layout, Piece, Row, call, keyword, row
from chaindsl.yamlform.operand import CONTEXT, OUTPUT, Path
from chaindsl.yamlform.position import Position
from chaindsl.yamlform.quoting import quoted

_METHODS = {"stdout": ".text()", "json": ".json(object)", "": ""}
OBJECT = Type("object")


@dataclass(slots=True)
class Body:
    """A function with what it returns; `writes` is the key that it writes. `options` go to its decorator."""

    function: Function
    returns: Type
    value: Layout | None = None
    writes: str | None = None
    writes_at: Position | None = None
    options: list[Layout] = field(default_factory=list)


def needs_chain(transition: Transition) -> bool:
    """Say whether the work of a transition takes more than one function."""
    if isinstance(transition.executor, Call):
        return True
    if isinstance(transition.executor, Command):
        return len(transition.outputs) > 1 or any(_method(one) is None for one in transition.outputs)
    return len(transition.outputs) > 1


def _method(one: Assignment) -> str | None:
    """What makes of a command what is written; None where nothing does."""
    source = one.source
    return _METHODS.get(source.name) if isinstance(source, Path) and source.root == OUTPUT and not source.rest else None


def simple_body(keyring: Keyring, transition: Transition) -> Body:
    """Return the function of a transition that takes no chain."""
    function = Function(keyring, transition, supplied=True)
    one = transition.outputs[0] if transition.outputs else None
    if isinstance(transition.executor, Command):
        body = command_body(function, transition.executor, "" if one is None else _method(one) or "")
        body.options += attempts(transition, most=1)
    elif one is None:
        return Body(function, NONE, options=attempts(transition, most=1))
    else:
        text = function.source(one.source)
        returns = keyring.source_type(one.source, transition)
        body = Body(function, returns, Piece(f"return {text}", one.source.place), options=attempts(transition, most=1))
    if one is not None:
        body.writes, body.writes_at = keyring.key(CONTEXT, one.key.text), one.key.place
    return body


def command_body(function: Function, command: Command, method: str) -> Body:
    """Return a function that returns a command."""
    function.use("Command", "cli")
    items: list[Layout] = [Piece(function.text(one), one.place) for one in command.argv]
    if command.cwd is not None:
        items.append(keyword("cwd", quoted(command.cwd)))
    env = [row(f"{quoted(one.key.text)}: ", Piece(_env(one, function), one.key.place)) for one in command.env]
    if command.keyed:
        function.keyed = True
        env.append(row('"IDEMPOTENCY_KEY": key'))
    if env:
        items.append(keyword("env", Group("{", tuple(env), "}")))
    if not command.check:
        items.append(keyword("check", "False"))
    inner = {"": RESULT, ".text()": Type("str"), ".json(object)": OBJECT}[method]
    returns = Type(f"Command[{inner.text}]", inner.names | {"Command"})
    return Body(function, returns, Row((Piece("return "), call("cli", items, command.place), Piece(method))))


def _env(one: Assignment, function: Function) -> str:
    source = one.source
    return f"str({function.source(source)})" if isinstance(source, Operation) else function.text(source)


def attempts(transition: Transition, most: int) -> list[Layout]:
    """Return the options that say how often something is tried, where `most` is what is not said."""
    found = transition.attempts
    retried = found.most > 1
    return options(
        [
            ("max_attempts", str(found.most) if found.most != most else None, found.place),
            ("backoff", f"{found.backoff:g}" if retried and found.backoff != 0.5 else None, found.place),
            ("timeout", f"{found.timeout:g}" if found.timeout is not None else None, found.place),
        ]
    )
