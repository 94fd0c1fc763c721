"""Python expressions over parameters as operands, operations and guards of the YAML form."""

import ast
from collections.abc import Mapping

from chaindsl.graph.condition import All, AnyOf, Compare, Condition, Constant, Key, Member, Not
from chaindsl.yamlform.node import Value

_COMPARE: dict[type[ast.cmpop], str] = {
    ast.Eq: "==",
    ast.NotEq: "!=",
    ast.Lt: "<",
    ast.LtE: "<=",
    ast.Gt: ">",
    ast.GtE: ">=",
    ast.Is: "==",
    ast.IsNot: "!=",
}
_OPERATORS: dict[type[ast.operator], str] = {
    ast.Add: "add",
    ast.Sub: "subtract",
    ast.Mult: "multiply",
    ast.Div: "divide",
}


class Unsaid(Exception):
    """The form can't say this. The text says what, `node` where."""

    def __init__(self, said: str, node: ast.AST | None = None) -> None:
        super().__init__(said)
        self.node = node


class Speller:
    """Spells expressions; `paths` are the paths that names stand for, `flags` the keys that are true or false."""

    def __init__(self, paths: Mapping[str, str], flags: frozenset[str] = frozenset()) -> None:
        self.paths = paths
        self.flags = flags

    def path(self, node: ast.expr) -> str | None:
        """Return the path that an expression is, None where it is none."""
        match node:
            case ast.Name(id=name):
                return self.paths.get(name)
            case ast.Attribute(value=ast.Name(id=name), attr=attr):
                return self.paths.get(f"{name}.{attr}")
            case ast.Call(func=ast.Attribute(value=ast.Name(id="json"), attr="loads"), args=[inner]):
                found = self.path(inner)
                return "$.output.json" if found == "$.output.stdout" else None
            case ast.Subscript(value=value, slice=ast.Constant(value=str() | int() as part)):
                found = self.path(value)
                inside = f"[{part}]" if isinstance(part, int) else f".{part}"
                return None if found is None else found + inside
        return None

    def operand(self, node: ast.expr) -> Value:
        """Return an expression as a path or a value. Raises Unsaid."""
        found = self.path(node)
        if found is not None:
            return found
        try:
            value: Value = ast.literal_eval(node)
        except (ValueError, TypeError, SyntaxError, MemoryError, RecursionError):
            raise Unsaid(f"`{ast.unparse(node)[:80]}`", node) from None
        if isinstance(value, str) and value.startswith("$"):
            raise Unsaid(f"the text {value[:80]!r}, which would be a path", node)
        return value

    def text(self, node: ast.expr) -> Value:
        """Return an argument of a command: `str(x)` is x there. Raises Unsaid."""
        match node:
            case ast.Call(func=ast.Attribute(value=inner, attr="lower"), args=[]):
                return self.text(inner)
            case ast.Call(func=ast.Name(id="str"), args=[inner]):
                return self.operand(inner)
        return self.operand(node)

    def source(self, node: ast.expr, *, texts: bool) -> Value:
        """Return what an output mapping says; where the value is text, `+` joins. Raises Unsaid."""
        match node:
            case ast.BinOp(op=op) if type(op) in _OPERATORS:
                parts = _chained(node, type(op))
                if texts and isinstance(op, ast.Add):
                    return {"concat": [self.text(part) for part in parts]}
                return {_OPERATORS[type(op)]: [self.operand(part) for part in parts]}
            case ast.JoinedStr(values=values):
                return {"concat": [self._piece(part) for part in values]}
        found = self.operand(node)
        return {"set": found} if isinstance(found, dict) and len(found) == 1 else found

    def _piece(self, node: ast.expr) -> Value:
        match node:
            case ast.FormattedValue(value=inner, conversion=-1, format_spec=None):
                return self.operand(inner)
        return self.operand(node)

    def guard(self, node: ast.expr) -> Value:
        """Return a condition in Python as a guard. Raises Unsaid."""
        match node:
            case ast.BoolOp(op=op, values=values):
                kind = "all_of" if isinstance(op, ast.And) else "any_of"
                return {"kind": kind, "guards": [self.guard(value) for value in values]}
            case ast.UnaryOp(op=ast.Not(), operand=inner):
                path = self.path(inner)
                if path is not None:
                    return _expr(f"{path} == false")
                return {"kind": "not", "guard": self.guard(inner)}
            case ast.Call(func=ast.Name(id="bool"), args=[inner]):
                return self.guard(inner)
            case ast.Call(func=ast.Attribute(value=left, attr="startswith"), args=[right]):
                return _expr(f"{self.spelt(left)} starts_with {self.spelt(right)}")
            case ast.Compare(left=left, ops=[ast.In()], comparators=[right]):
                return _expr(f"{self.spelt(right)} contains {self.spelt(left)}")
            case ast.Compare(left=left, ops=[op], comparators=[right]) if type(op) in _COMPARE:
                return _expr(f"{self.spelt(left)} {_COMPARE[type(op)]} {self.spelt(right)}")
        path = self.path(node)
        if path is None:
            raise Unsaid(f"`{ast.unparse(node)[:80]}`", node)
        return _expr(f"{path} == true")

    def spelt(self, node: ast.expr) -> str:
        """Return an operand of a comparison."""
        return spelt(self.path(node), self.operand(node), node)

    def condition(self, part: Condition) -> Value:
        """Return a guard's expression as a guard. Raises Unsaid."""
        match part:
            case All(parts) | AnyOf(parts):
                kind = "all_of" if isinstance(part, All) else "any_of"
                return {"kind": kind, "guards": [self.condition(one) for one in parts]}
            case Not(Key(name)):
                return _expr(f"{self._flag(name)} == false")
            case Not(inner):
                return {"kind": "not", "guard": self.condition(inner)}
            case Key(name):
                return _expr(f"{self._flag(name)} == true")
            case Compare(op, left, right):
                word = {"is": "==", "is not": "!="}.get(op, op)
                return _expr(f"{self._side(left)} {word} {self._side(right)}")
            case Member(item, choices, negated):
                word = "!=" if negated else "=="
                guards: list[Value] = [_expr(f"{self._side(item)} {word} {self._side(one)}") for one in choices]
                return {"kind": "all_of" if negated else "any_of", "guards": guards}
        raise Unsaid("a guard that is no comparison")

    def _flag(self, name: str) -> str:
        if name not in self.flags:
            raise Unsaid(f"the guard `{name}` alone, which is not only true or false")
        return self.paths[name]

    def _side(self, operand: Condition) -> str:
        match operand:
            case Key(name):
                return self.paths[name]
            case Constant(value):
                return spelt(None, value, None)
        raise Unsaid("the length of a key in a guard")


def predicate(name: str, body: list[ast.stmt], speller: Speller) -> Value:
    """Return the body of a predicate as a guard: what it returns, after tests that return True or False before."""
    match body:
        case [ast.Return(value=ast.expr() as value)]:
            return speller.guard(value)
        case [ast.If(test=test, body=[ast.Return(value=ast.Constant(value=bool() as found))], orelse=[]), *rest]:
            said = speller.guard(test)
            others = predicate(name, rest, speller)
            if found:
                return {"kind": "any_of", "guards": [said, *_parts("any_of", others)]}
            return {"kind": "all_of", "guards": [_opposite(said), *_parts("all_of", others)]}
    raise Unsaid(f"the guard {name}, which does more than test and return", body[0] if body else None)


def _opposite(guard: Value) -> Value:
    return guard["guard"] if isinstance(guard, dict) and guard["kind"] == "not" else {"kind": "not", "guard": guard}


def _parts(kind: str, guard: Value) -> list[Value]:
    """The parts of a guard of this kind, else the guard itself."""
    inner = guard["guards"] if isinstance(guard, dict) and guard["kind"] == kind else [guard]
    return inner if isinstance(inner, list) else [guard]


def _chained(node: ast.expr, op: type[ast.operator]) -> list[ast.expr]:
    """`a + b + c` as its parts."""
    if isinstance(node, ast.BinOp) and type(node.op) is op:
        return [*_chained(node.left, op), node.right]
    return [node]


def _expr(text: str) -> Value:
    return {"kind": "expr", "expr": text}


def spelt(path: str | None, value: Value, node: ast.expr | None) -> str:
    """Return an operand of a comparison: a path, a number, a word or a text in quotes. Raises Unsaid."""
    if path is not None:
        return path
    match value:
        case None:
            return "null"
        case bool():
            return "true" if value else "false"
        case int() | float():
            return repr(value)
        case str() if "'" not in value:
            return f"'{value}'"
        case str() if '"' not in value:
            return f'"{value}"'
    raise Unsaid(f"{value!r} in a comparison", node)
