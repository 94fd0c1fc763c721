"""The keys of one workflow: what `$.context.x` and `$.workflow.input.x` are called in Python, and their types."""

from collections.abc import Iterable, Mapping
from functools import cached_property

from chaindsl.yamlform.annotation import ANY, BOOL, FLOAT, INT, RESULT, STR, Type, type_of, union
from chaindsl.yamlform.form import Argument, Call, Operation, Source, Transition, Workflow
from chaindsl.yamlform.naming import Names, key_name
from chaindsl.yamlform.operand import ARGUMENTS, CONTEXT, INPUT, OUTPUT, Given, Operand, Path
from chaindsl.yamlform.resolve import every_path, written_keys

_OUTPUTS = {"exitCode": INT, "success": BOOL, "stdout": STR, "stderr": STR, "json": ANY, "": RESULT}
NOTHING = Type("Never")
"""The type of a key of which nothing is known yet."""
_MOST_PASSES = 30
Address = tuple[str, str]


class Keyring:
    """Names and types of a workflow's keys. `others` are the keyrings of the workflows that it may run."""

    def __init__(self, workflow: Workflow, others: "Mapping[str, Keyring]") -> None:
        self.workflow = workflow
        self._others = others
        self._growing: dict[str, dict[Type, None]] | None = None
        self._written = written_keys(workflow)
        self.names = self._named()

    def _named(self) -> dict[Address, str]:
        """Inputs keep their names, since callers give them; a key of the context of the same name does not."""
        taken = Names()
        found: dict[Address, str] = {}
        for name in self.input_names():
            found[INPUT, name] = taken.key(key_name(name))
        paths = (path for one in self.workflow.transitions() for path in every_path(one))
        read = [path.name for path in paths if path.root == CONTEXT]
        for name in dict.fromkeys((*self._written, *read)):
            found[CONTEXT, name] = taken.key(key_name(name), f"context_{key_name(name)}")
        return found

    def input_names(self) -> tuple[str, ...]:
        """Every input, those that are only read included."""
        declared = [one.name.text for one in self.workflow.inputs]
        paths = (path for one in self.workflow.transitions() for path in every_path(one))
        read = [path.name for path in paths if path.root == INPUT]
        return tuple(dict.fromkeys((*declared, *read)))

    @cached_property
    def declared(self) -> Mapping[str, Argument]:
        """The inputs that are declared, by name."""
        return {one.name.text: one for one in self.workflow.inputs}

    def key(self, root: str, name: str) -> str:
        """Return what a key is called in Python."""
        return self.names.get((root, name)) or key_name(name)

    def type_at(self, root: str, name: str) -> Type:
        """Return the type of a key: of whatever may be there."""
        if root == INPUT:
            declared = self.declared.get(name)
            return ANY if declared is None else argument_type(declared)
        if self._growing is not None:
            return union(self._growing.get(name, ())) if name in self._growing else NOTHING
        return self._context_types.get(name, ANY)

    @cached_property
    def _context_types(self) -> Mapping[str, Type]:
        """The type of each key of the context, grown from what is written until nothing is added."""
        sources: list[tuple[str, Source, Transition]] = [
            (one.key.text, one.source, transition)
            for transition in self.workflow.transitions()
            for one in transition.outputs
        ]
        self._growing = {}
        for one in self.workflow.context:
            if isinstance(one.source, Given):
                self._growing.setdefault(one.key.text, {})[type_of(one.source.value)] = None
        for _ in range(_MOST_PASSES):
            if not sum(self._grown(*one) for one in sources):
                break
            sources.reverse()
        else:
            self._growing = {key: {ANY: None} for key in self._growing}
        found = {key: union(kinds) for key, kinds in self._growing.items()}
        self._growing = None
        return found

    def _grown(self, key: str, source: Source, transition: Transition) -> bool:
        """Add the type of what is put under a key; say whether it was another one."""
        growing = self._growing if self._growing is not None else {}
        if isinstance(source, Path) and source.root == CONTEXT and not source.rest:
            kinds: Iterable[Type] = growing.get(source.name, {})
        else:
            kind = self.source_type(source, transition)
            kinds = () if kind == NOTHING else (kind,)
        known = growing.get(key, {})
        added = [kind for kind in kinds if kind not in known]
        if added:
            growing[key] = {**known, **dict.fromkeys(added)}
        return bool(added)

    def source_type(self, source: Source, transition: Transition) -> Type:
        """Return the type of what an assignment puts somewhere."""
        if not isinstance(source, Operation):
            return self.operand_type(source, transition)
        if source.operator == "concat":
            return STR
        kinds = [self.operand_type(one, transition) for one in source.operands]
        if NOTHING in kinds:
            return NOTHING
        plain = {kind.plain for kind in kinds}
        if plain <= {"int"} and source.operator != "divide":
            return INT
        return FLOAT if plain <= {"int", "float"} else ANY

    def operand_type(self, operand: Operand, transition: Transition) -> Type:
        """Return the type of an operand."""
        if isinstance(operand, Given):
            return type_of(operand.value)
        if operand.rest:
            return ANY
        if operand.root == ARGUMENTS:
            found = next((one for one in transition.arguments if one.name.text == operand.name), None)
            return ANY if found is None else argument_type(found)
        if operand.root == OUTPUT:
            executor = transition.executor
            if isinstance(executor, Call):
                inner = self._others.get(executor.workflow.text)
                return ANY if inner is None or inner is self else inner.type_at(CONTEXT, operand.name)
            return _OUTPUTS.get(operand.name, ANY)
        return self.type_at(operand.root, operand.name)


def argument_type(argument: Argument) -> Type:
    """Return the type of an argument; one that may be left out, and has no value then, may be None."""
    if argument.required or argument.default is not None:
        return argument.type
    return union((argument.type, type_of(None)))
