"""Names of YAML as names of Python: each an identifier, none twice, none that the language or chaindsl has."""

import builtins
import keyword
import re

_TAKEN = (
    *("Annotated", "Any", "BaseModel", "Budget", "Command", "CommandResult", "Field", "FromActor", "Ge", "Gt"),
    *("IdempotencyKey", "Le", "Len", "Literal", "Lt", "State", "chain", "cli", "json", "step"),
    *("transition", "workflow"),
)
_RESERVED = frozenset((*_TAKEN, *dir(builtins), *keyword.softkwlist))
_NO_KEYS = frozenset(
    (
        # What bodies call, and what models have themselves.
        *("bool", "cli", "json", "str"),
        *("construct", "copy", "dict", "from_orm", "parse_file", "parse_obj", "parse_raw", "schema", "schema_json"),
        *("update_forward_refs", "validate"),
    )
)


def identifier(name: str) -> str:
    """Return an identifier that is like a name."""
    found = re.sub(r"\W", "_", name, flags=re.ASCII)
    if not found or found[0].isdigit():
        found = f"_{found}"
    return f"{found}_" if keyword.iskeyword(found) else found


def class_name(name: str) -> str:
    """Return a class's name that is like a name."""
    words = re.findall(r"[A-Za-z0-9]+", name)
    found = "".join(word[:1].upper() + word[1:] for word in words) or "Workflow"
    return f"_{found}" if found[0].isdigit() else found


def key_name(name: str) -> str:
    """Return the name of a key that is like a name: one that a parameter and a field of a model can have."""
    found = identifier(name).lstrip("_") or "key"
    found = f"key_{found}" if found[0].isdigit() or found.startswith("model_") else found
    return f"{found}_" if found in _NO_KEYS or keyword.iskeyword(found) else found


class Names:
    """Names that are taken in a module."""

    def __init__(self) -> None:
        self._taken: set[str] = set()

    def new(self, *wishes: str) -> str:
        """Take the first wish that is free, or the last one with a number."""
        for wish in wishes:
            if self._free(wish):
                break
        else:
            number = 2
            while not self._free(f"{wishes[-1]}_{number}"):
                number += 1
            wish = f"{wishes[-1]}_{number}"
        self._taken.add(wish)
        return wish

    def any(self, *wishes: str) -> str:
        """Take the first wish that is not taken, whatever it is, or the last one with a number."""
        free = [wish for wish in wishes if wish not in self._taken]
        number = 2
        while not free and f"{wishes[-1]}_{number}" in self._taken:
            number += 1
        found = free[0] if free else f"{wishes[-1]}_{number}"
        self._taken.add(found)
        return found

    def key(self, *wishes: str) -> str:
        """Take the first wish that is free, whatever builtins are called, or the last one with a number."""
        free = [wish for wish in wishes if wish not in self._taken]
        found = free[0] if free else self.new(wishes[-1])
        self._taken.add(found)
        return found

    def _free(self, name: str) -> bool:
        return name not in self._taken and name not in _RESERVED and not keyword.iskeyword(name)
