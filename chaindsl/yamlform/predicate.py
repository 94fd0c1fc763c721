"""Guards in Python: an expression over keys where that says it, else the body of a predicate."""

from chaindsl.yamlform.annotation import ANY, BOOL
from chaindsl.yamlform.condition import Comparison, Every, Guard, Opposite, Some, Unread
from chaindsl.yamlform.function import Function
from chaindsl.yamlform.keyring import Keyring
from chaindsl.yamlform.operand import ARGUMENTS, Given, Operand, Path
from chaindsl.yamlform.quoting import value_text

_TURNED = {"<": ">", "<=": ">=", ">": "<", ">=": "<="}


def expression(guard: Guard, keyring: Keyring) -> str | None:
    """Return a guard as an expression for `when=`, None where expressions can't say it."""
    match guard:
        case Comparison():
            return _comparison(guard, keyring)
        case Opposite(part):
            inner = expression(part, keyring)
            if inner is not None and isinstance(part, Comparison) and inner.endswith(" is None"):
                return f"{inner.removesuffix(' is None')} is not None"
            return None if inner is None else f"not {_inner(part, inner, Every, Some)}"
        case Every(parts) | Some(parts):
            found = [expression(part, keyring) for part in parts]
            if any(one is None for one in found):
                return None
            weaker = (Some,) if isinstance(guard, Every) else ()
            spelt = [_inner(part, one or "", *weaker) for part, one in zip(parts, found, strict=True)]
            return (" and " if isinstance(guard, Every) else " or ").join(spelt)
    return None


def _inner(part: Guard, text: str, *weaker: type) -> str:
    """A part in brackets where it binds less tightly; one of a single part is that part."""
    if isinstance(part, Every | Some) and len(part.parts) == 1:
        return _inner(part.parts[0], text, *weaker)
    return f"({text})" if weaker and isinstance(part, weaker) else text


def _comparison(guard: Comparison, keyring: Keyring) -> str | None:
    if guard.op in ("starts_with", "contains") or not (_plain(guard.left) and _plain(guard.right)):
        return None
    left, right, op = _ordered(guard)
    said = _key(left, keyring) if isinstance(left, Path) else repr(left.value)
    if isinstance(right, Path):
        return f"{said} {op} {_key(right, keyring)}"
    if right.value is None and op in ("==", "!="):
        return f"{said} is None" if op == "==" else f"{said} is not None"
    if isinstance(right.value, bool) and op in ("==", "!=") and _is_bool(left, keyring):
        return said if (op == "==") is right.value else f"not {said}"
    return f"{said} {op} {right.value!r}"


def _ordered(guard: Comparison) -> tuple[Operand, Operand, str]:
    """A key before a literal, as people write it."""
    if isinstance(guard.left, Given) and isinstance(guard.right, Path):
        return guard.right, guard.left, _TURNED.get(guard.op, guard.op)
    return guard.left, guard.right, guard.op


def _plain(operand: Operand) -> bool:
    if isinstance(operand, Path):
        return not operand.rest and operand.root != ARGUMENTS
    return not isinstance(operand.value, list | dict)


def _key(path: Path, keyring: Keyring) -> str:
    return keyring.key(path.root, path.name)


def _is_bool(operand: Operand, keyring: Keyring) -> bool:
    return isinstance(operand, Path) and keyring.type_at(operand.root, operand.name) == BOOL


def body(guard: Guard, function: Function) -> str:
    """Return a guard as a Python expression over the parameters of a function."""
    match guard:
        case Comparison():
            return _python(guard, function)
        case Opposite(part):
            return f"not {_bracketed(part, body(part, function))}"
        case Every([part]) | Some([part]):
            return body(part, function)
        case Every(parts) | Some(parts):
            word = " and " if isinstance(guard, Every) else " or "
            return word.join(_bracketed(part, body(part, function)) for part in parts)
        case Unread():
            return "True"


def tests(guard: Guard, function: Function) -> tuple[list[tuple[str, str]], str]:
    """Return a guard as tests, each with what is returned where it holds, and what is returned after them."""
    while isinstance(guard, Every | Some) and len(guard.parts) == 1:
        guard = guard.parts[0]
    if not isinstance(guard, Every | Some):
        return [], body(guard, function)
    *first, last = (_bracketed(part, body(part, function)) for part in guard.parts)
    if isinstance(guard, Every):
        return [(f"not ({test})", "return False") for test in first], last
    return [(test, "return True") for test in first], last


def _bracketed(part: Guard, text: str) -> str:
    return f"({text})" if isinstance(part, Every | Some) and len(part.parts) > 1 else text


def _python(guard: Comparison, function: Function) -> str:
    left, right, op = (guard.left, guard.right, guard.op) if guard.op in _WORDS else _ordered(guard)
    if op == "starts_with":
        found = f"{function.begins(left)}.startswith({function.begins(right)})"
        return found if _typed(left, function, "str") else f"bool({found})"
    if op == "contains":
        return f"{function.operand(right)} in {function.operand(left, frozenset({'str', 'list'}))}"
    if isinstance(right, Given) and (right.value is None or isinstance(right.value, bool)) and op in ("==", "!="):
        if right.value is not None and _typed(left, function, "bool"):
            return function.operand(left) if (op == "==") is right.value else f"not {function.operand(left)}"
        return f"{function.operand(left)} {'is' if op == '==' else 'is not'} {value_text(right.value)}"
    found = f"{function.operand(left)} {op} {function.operand(right)}"
    return found if _known(left, function) and _known(right, function) else f"bool({found})"


_WORDS = ("starts_with", "contains")


def _typed(operand: Operand, function: Function, kind: str) -> bool:
    if isinstance(operand, Path) and operand.rest:
        return False
    return function.keyring.operand_type(operand, function.transition).plain == kind


def _known(operand: Operand, function: Function) -> bool:
    if isinstance(operand, Path) and operand.rest:
        return False
    return function.keyring.operand_type(operand, function.transition) != ANY
