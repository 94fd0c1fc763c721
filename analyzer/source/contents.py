"""What the statements of one scope bind, in order. It knows no scope but this one."""

import ast
from collections.abc import Iterator

from analyzer.source.binding import Assigned, Augmented, Binding, Defined, Deleted, Imported, Opaque, Origin, Parameter
from analyzer.source.block import Block, Point, arms, start
from analyzer.source.module import Module
from analyzer.source.tree import Callable_, Comprehension, children


class Contents:
    """What the statements of one scope bind, in order.

    `statements` has every statement of the scope with its point, those of nested blocks included and those of nested
    functions and classes not. Orders are even numbers; a walrus binds just before the statement it stands in,
    parameters just before `start`, the point of whatever is no statement: the body of a lambda.
    """

    def __init__(self, node: ast.AST, module: Module) -> None:
        entry = start()
        self.start = Point(entry.block, 1)
        self.bindings: dict[str, list[Binding]] = {}
        self.stars: list[tuple[Imported, Point]] = []
        self.returns: list[tuple[ast.Return, Point]] = []
        self.statements: list[tuple[ast.stmt, Point]] = []
        self.declared: set[str] = set()
        self._walrus = module.walrus_lines
        self._parameters(node, entry)
        body = getattr(node, "body", None)
        if isinstance(body, list):
            self._scan(body)

    def _bind(self, name: str, point: Point, origin: Origin) -> None:
        self.bindings.setdefault(name, []).append(Binding(name, point, origin))

    def _parameters(self, node: ast.AST, entry: Point) -> None:
        for parameter in getattr(node, "type_params", ()):
            self._bind(parameter.name, entry, Opaque(parameter, variable=True))
        if isinstance(node, Callable_):
            for name in parameter_names(node.args):
                self._bind(name, entry, Parameter(name))
        if isinstance(node, Comprehension):
            for generator in node.generators:
                self._targets(generator.target, entry, None)

    def _scan(self, body: list[ast.stmt]) -> None:
        order = 0
        stack: list[tuple[Iterator[ast.stmt], Block]] = [(iter(body), self.start.block)]
        while stack:
            rest, block = stack[-1]
            statement = next(rest, None)
            if statement is None:
                stack.pop()
                continue
            order += 2
            point = Point(block, order)
            self.statements.append((statement, point))
            if self._walrus and any(statement.lineno <= n <= (statement.end_lineno or 0) for n in self._walrus):
                self._walruses(statement, Point(block, order - 1))
            if isinstance(statement, ast.Expr):
                continue
            self._statement(statement, point)
            stack.extend((iter(inner), arm) for inner, arm in reversed(arms(statement, point)))

    def _statement(self, node: ast.stmt, point: Point) -> None:
        match node:
            case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef():
                self._bind(node.name, point, Defined(node))
            case ast.Import() | ast.ImportFrom():
                self._imports(node, point)
            case ast.Return():
                self.returns.append((node, point))
            case ast.Global() | ast.Nonlocal():
                self.declared.update(node.names)
            case ast.Assign() | ast.AnnAssign() | ast.AugAssign() | ast.Delete():
                self._assigns(node, point)
            case _:
                self._compound(node, point)

    def _compound(self, node: ast.stmt, point: Point) -> None:
        match node:
            case ast.For() | ast.AsyncFor():
                self._targets(node.target, point, None)
            case ast.With() | ast.AsyncWith():
                for item in node.items:
                    if item.optional_vars is not None:
                        self._targets(item.optional_vars, point, None)
            case ast.Try() | ast.TryStar():
                for handler in node.handlers:
                    if handler.name:
                        self._bind(handler.name, point, Opaque(handler))
            case ast.Match():
                self._captures(node, point)
            case _ if type(node).__name__ == "TypeAlias":
                name, value = (getattr(node, field) for field in ("name", "value"))
                self._targets(name, point, value)

    def _assigns(self, node: ast.Assign | ast.AnnAssign | ast.AugAssign | ast.Delete, point: Point) -> None:
        match node:
            case ast.Assign():
                for target in node.targets:
                    self._targets(target, point, node.value)
            case ast.AnnAssign(value=ast.expr() as value):
                self._targets(node.target, point, value)
            case ast.AugAssign(target=ast.Name(id=name)):
                before = ast.copy_location(ast.Name(name, ast.Load()), node.target)
                value = ast.copy_location(ast.BinOp(before, node.op, node.value), node)
                self._bind(name, point, Augmented(value))
            case ast.Delete():
                for target in node.targets:
                    if isinstance(target, ast.Name):
                        self._bind(target.id, point, Deleted())

    def _targets(self, target: ast.expr, point: Point, value: ast.expr | None) -> None:
        """Bind every name of a target; without a value they are only known when they run."""
        stack: list[tuple[ast.expr, tuple[int, ...] | None]] = [(target, ())]
        while stack:
            part, path = stack.pop()
            if isinstance(part, ast.Name):
                known = None if value is None or path is None else Assigned(value, path)
                self._bind(part.id, point, known or Opaque(part))
            elif isinstance(part, ast.Starred):
                stack.append((part.value, None))
            elif isinstance(part, ast.Tuple | ast.List):
                starred = path is None or any(isinstance(item, ast.Starred) for item in part.elts)
                for i, item in enumerate(part.elts):
                    stack.append((item, None if starred or path is None else (*path, i)))

    def _imports(self, node: ast.Import | ast.ImportFrom, point: Point) -> None:
        for alias in node.names:
            if isinstance(node, ast.Import):
                name = alias.asname or alias.name.partition(".")[0]
                self._bind(name, point, Imported(alias, alias.name if alias.asname else name))
            elif alias.name == "*":
                self.stars.append((Imported(alias, node.module or "", node.level), point))
            else:
                origin = Imported(alias, node.module or "", node.level, alias.name)
                self._bind(alias.asname or alias.name, point, origin)

    def _captures(self, node: ast.Match, point: Point) -> None:
        stack: list[ast.AST] = [case.pattern for case in node.cases]
        while stack:
            pattern = stack.pop()
            name = getattr(pattern, "name", None) or getattr(pattern, "rest", None)
            if isinstance(name, str):
                self._bind(name, point, Opaque(pattern))
            stack.extend(child for child in children(pattern) if isinstance(child, ast.pattern))

    def _walruses(self, statement: ast.stmt, point: Point) -> None:
        for node in own_expressions(statement):
            if isinstance(node, ast.NamedExpr):
                self._targets(node.target, point, node.value)


def parameter_names(arguments: ast.arguments) -> Iterator[str]:
    """Yield the names of all parameters, in order."""
    for parameter in (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs):
        yield parameter.arg
    for extra in (arguments.vararg, arguments.kwarg):
        if extra is not None:
            yield extra.arg


def own_expressions(statement: ast.stmt, *, nested: bool = True) -> Iterator[ast.AST]:
    """Yield the expressions that a statement itself evaluates: no nested statement, no body of a lambda.

    Without `nested` only the outermost ones.
    """
    definition = isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef)
    stack = [child for child in children(statement) if not isinstance(child, ast.stmt)]
    while stack:
        node = stack.pop()
        if isinstance(node, ast.ExceptHandler | ast.match_case):
            stack.extend(child for child in children(node) if not isinstance(child, ast.stmt))
        elif not (definition and isinstance(node, ast.arg)):
            yield node
            if nested and not isinstance(node, ast.Lambda):
                stack.extend(reversed(children(node)))
