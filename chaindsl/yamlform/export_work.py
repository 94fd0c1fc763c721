"""What transitions do, as executors and output mappings."""

import ast
from collections.abc import Callable, Mapping

from chaindsl.graph.flow import Chain, Flow, Nested, Transition, Workflow
from chaindsl.graph.outputs import flow_outputs
from chaindsl.graph.step import Attempts, Effect, Source, Step, ToolKind
from chaindsl.graph.typeform import STR, Constrained, TypeForm
from chaindsl.graph.unknown import Unknown, known
from chaindsl.yamlform.export_source import Source as Module
from chaindsl.yamlform.export_source import keywords_of
from chaindsl.yamlform.export_text import Speller, Unsaid
from chaindsl.yamlform.node import Value

_YIELDS = {"": "$.output", "text": "$.output.stdout", "json": "$.output.json"}
_FIELDS = {"exit_code": "exitCode", "ok": "success", "stdout": "stdout", "stderr": "stderr"}
Data = dict[str, Value]


class Exported:
    """What is put together for one transition."""

    def __init__(self) -> None:
        self.executor: Data = {}
        self.outputs: Data = {}
        self.reliability: Data = {}
        self.directory: str | None = None


class Worker:
    """Exports the work of one transition; `root` says which path a key is, `register` hears of other workflows."""

    def __init__(self, module: Module, root: Mapping[str, str], register: Callable[[Flow], object]) -> None:
        self.module = module
        self.root = root
        self.register = register
        self.found = Exported()
        self.inputs: Data = {}

    def work(self, transition: Transition) -> Exported:
        """Return the work. Raises Unsaid."""
        if isinstance(transition.runs, Flow):
            self._runs(transition.runs, transition)
        elif isinstance(transition.runs, Unknown):
            raise Unsaid("a flow that can't be followed")
        elif transition.work is not None:
            refuse_extras(transition.work)
            self._step(transition.work, self.paths(transition.work), transition.work.writes)
            self.found.reliability = reliability(transition.work.attempts)
        return self.found

    def paths(self, step: Step) -> dict[str, str]:
        """Return the path that each parameter stands for."""
        found = {}
        for read in step.reads:
            if read.source is Source.VALUES or isinstance(read.source, Unknown):
                raise Unsaid(f"the parameter {read.parameter}, which gets all values")
            if read.source is Source.ACTOR:
                found[read.parameter] = f"$.arguments.{read.key}"
            else:
                found[read.parameter] = self.root.get(read.key, f"$.context.{read.key}")
        return found

    def _step(self, step: Step, paths: Mapping[str, str], writes: object) -> None:
        value = self.module.returned(self.module.function(step.function))
        if step.command is True:
            self._command(step, value, paths)
            yields = _yields(value)
            if isinstance(writes, str):
                self.found.outputs[writes] = _YIELDS[yields]
        elif isinstance(writes, str):
            if value is None:
                raise Unsaid(f"{step.name}, which writes {writes} and returns nothing")
            self.found.outputs[writes] = Speller(paths).source(value, texts=_is_text(step.type))
        elif value is not None and not (isinstance(value, ast.Constant) and value.value is None):
            raise Unsaid(f"`{ast.unparse(value)[:80]}`, whose value goes nowhere", value)

    def _command(self, step: Step, value: ast.expr | None, paths: Mapping[str, str]) -> None:
        call = value
        while isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute):
            call = call.func.value
        if not (isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id == "cli" and call.args):
            raise Unsaid(f"the command of {step.name}, which is not written as cli(...)", value)
        speller = Speller(paths)
        program, *arguments = [speller.text(one) for one in call.args]
        self.found.executor = {"kind": "cli", "command": program}
        if arguments:
            self.found.executor["args"] = arguments
        keyed = {tool.name for tool in step.tools if tool.kind is ToolKind.IDEMPOTENCY_KEY}
        for name, node in keywords_of(call):
            self._keyword(name, node, speller, keyed)

    def _keyword(self, name: str, node: ast.expr, speller: Speller, keyed: set[str]) -> None:
        match name, node:
            case "check", ast.Constant(value=bool() as check):
                if not check:
                    self.found.executor["treatNonZeroAsFailure"] = False
            case "cwd", ast.Constant(value=str() as directory):
                self.found.directory = directory
            case "env", ast.Dict(keys=keys, values=values):
                env: Data = {}
                for key, value in zip(keys, values, strict=True):
                    if isinstance(value, ast.Name) and value.id in keyed:
                        self.found.executor["idempotencyKey"] = True
                    elif isinstance(key, ast.Constant) and isinstance(key.value, str):
                        env[key.value] = speller.text(value)
                    else:
                        raise Unsaid("a name in env= that is not written out", node)
                if env:
                    self.found.executor["env"] = env
            case _:
                raise Unsaid(f"{name}= of a command", node)

    def _runs(self, flow: Flow, transition: Transition) -> None:
        """A chain of a command, or a flow, and of steps that write what came of it."""
        if not isinstance(flow.body, Chain):
            raise Unsaid(f"the flow {flow.name}, of which nothing says what it hands back")
        result = ""
        paths: dict[str, str] = {}
        given = {} if transition.work is None else self.paths(transition.work)
        kept = set(flow.outputs) if isinstance(flow.outputs, tuple) else set[str]()
        inner = next((part.flow for part in flow.body.parts if isinstance(part, Nested)), None)
        asked = {} if inner is None else {one.key: one for one in known(inner.inputs, ())}
        for number, part in enumerate(flow.body.parts):
            if isinstance(part, Nested) and not self.found.executor:
                self._nested(part.flow, given, kept, paths)
                continue
            if not isinstance(part, Step):
                raise Unsaid(f"the chain {flow.name}, which has parts that are no steps")
            if part.writes in asked and not self.found.executor:
                self._handed(part, given)
                continue
            refuse_extras(part)
            here = {read.parameter: paths.get(read.key, given.get(read.key, "")) for read in part.reads}
            here |= _of_result(part, result)
            here = {name: path for name, path in here.items() if path}
            if part.command is True and number == 0:
                result = str(part.writes)
                paths[result] = "$.output"
                self._step(part, here, result if result in kept else None)
                self.found.reliability = reliability(part.attempts)
            elif part.command is True:
                # A command beside another one, or beside a flow.
                raise Unsaid(f"the chain {flow.name}, in which {part.name} is one command too many")
            else:
                self._written(flow, part, here, kept, paths)
        order = [key for key in known(flow.outputs, ()) or () if key in self.found.outputs]
        self.found.outputs = {key: self.found.outputs[key] for key in order}

    def _handed(self, part: Step, given: Mapping[str, str]) -> None:
        """A step before a flow, which makes one of its inputs."""
        refuse_extras(part)
        value = self.module.returned(self.module.function(part.function))
        if value is None or part.command is True:
            raise Unsaid(f"{part.name}, which is more than the input of a flow")
        here = {read.parameter: given[read.key] for read in part.reads if read.key in given}
        self.inputs[str(part.writes)] = Speller(here).source(value, texts=_is_text(part.type))

    def _nested(self, flow: Flow, given: Mapping[str, str], kept: set[str], paths: dict[str, str]) -> None:
        """A flow in the chain: what it is handed, and what it hands back."""
        if not isinstance(flow.body, Workflow):
            raise Unsaid(f"the flow {flow.name}, which is no workflow")
        self.register(flow)
        for one in known(flow.inputs, ()):
            if one.key not in self.inputs and one.key in given:
                self.inputs[one.key] = given[one.key]
        self.found.executor = {"kind": "workflow", "definitionId": str(flow.name)}
        if self.inputs:
            self.found.executor["input"] = self.inputs
        for key in known(flow_outputs(flow), ()):
            paths[key] = f"$.output.{key}"
            if key in kept:
                self.found.outputs[key] = paths[key]

    def _written(self, flow: Flow, part: Step, here: dict[str, str], kept: set[str], paths: dict[str, str]) -> None:
        key = str(part.writes)
        read = {read.key for read in part.reads if read.key in self.found.outputs and read.key not in paths}
        if key not in kept or read:
            raise Unsaid(f"the chain {flow.name}, in which {part.name} hands on a value to a later step")
        self._step(part, here, key)


def _of_result(step: Step, result: str) -> dict[str, str]:
    """What a step reads of what the command left behind."""
    readers = [read.parameter for read in step.reads if result and read.key == result]
    return {f"{name}.{part}": f"$.output.{field}" for name in readers for part, field in _FIELDS.items()}


def refuse_extras(step: Step) -> None:
    """Refuse what steps can have and executors can't. Raises Unsaid."""
    tools = [tool.name for tool in step.tools if tool.kind is not ToolKind.IDEMPOTENCY_KEY]
    effect = step.effect
    wrong = {
        f"the tool {', '.join(tools)}": bool(tools),
        "parse=": step.parsed,
        "fallback=": step.fallback is not None,
        "validate=": bool(step.validators),
        "prompt=": bool(step.prompts),
        "max_calls=": step.max_calls is not None,
        "each=": step.each is not None,
        "a template for the idempotency key": isinstance(effect, Effect) and effect.key is not None,
        "retry_on=": step.attempts.retry_on != ("Exception",),
    }
    for said, holds in wrong.items():
        if holds:
            raise Unsaid(f"{said} of {step.name}")


def reliability(attempts: Attempts) -> Data:
    """Return timeouts and retries. Raises Unsaid where the waits grow otherwise than the form can say."""
    found: Data = {}
    if isinstance(attempts.timeout, int | float):
        found["timeoutMs"] = round(attempts.timeout * 1000)
    most, backoff = attempts.most, attempts.backoff
    if isinstance(most, Unknown) or isinstance(backoff, Unknown):
        raise Unsaid("attempts that can't be followed")
    if most > 1:
        retry: Data = {"maxAttempts": most}
        if backoff:
            if most > 3:
                raise Unsaid(f"waits that grow by {backoff:g} s with each of {most} attempts")
            retry |= {"backoff": "exponential", "initialDelayMs": round(backoff * 1000)}
        found["retry"] = retry
    return found


def _yields(value: ast.expr | None) -> str:
    match value:
        case ast.Call(func=ast.Attribute(attr="text" | "json" as method)):
            return method
    return ""


def _is_text(form: TypeForm) -> bool:
    return form == STR or (isinstance(form, Constrained) and form.base == STR)
