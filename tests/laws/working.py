"""Flows as source text whose bodies work: they hand what they read, and the model if they have one, to `produce`."""

from dataclasses import dataclass

from hypothesis import strategies as st

from tests.parity.flows import Module, modules

LABELS = 'Literal["a", "b", "c"]'


@dataclass
class Working(Module):
    """A module whose flows can be run to the end."""

    def body(self, name: str, params: list[str], *, asynchronous: bool) -> str:
        """Hand everything on."""
        reads = [param.partition(":")[0].partition(" ")[0] for param in params[: _star(params)]]
        model = "complete" if any(param.startswith("complete") for param in params) else "None"
        call = f'("{name}", {model}, {", ".join(reads)})'.replace(", )", ")")
        return f"return await produce_soon{call}" if asynchronous else f"return produce{call}"

    def model(self) -> str:
        """A model that every body can call, awaited or not."""
        return self.pick("", f"complete: {self.prefix}Complete")

    def written(self, keys: list[str]) -> str:
        """Sometimes a key that was written before."""
        again = [key for key in keys if self.types.get(key, "bool") not in ("bool", LABELS)]
        return self.pick(*again) if again and self.seldom() else self.name("key")

    def budget(self) -> str:
        """Calls only: what else is spent depends on what bodies write."""
        return self.pick("", f"budget={self.prefix}Budget(calls=12)")

    def fallback(self) -> str:
        """None: not every type admits every value."""
        return ""

    def apart(self, keys: list[str]) -> list[str]:
        """Sometimes the keys of all, so that some are read where not every path has written them."""
        return keys if self.seldom() else list(keys)

    def lists(self, keys: list[str]) -> list[str]:
        """Keys that certainly hold a list."""
        return [key for key in keys if key == "items" or "list[" in self.types.get(key, "")[:16]]


def _star(params: list[str]) -> int:
    return params.index("*") if "*" in params else len(params)


def chains() -> st.SearchStrategy[str]:
    """Modules with a chain."""
    return modules(factories=False, workflows=False, make=Working)


def flows() -> st.SearchStrategy[str]:
    """Modules with a chain or a workflow."""
    return modules(factories=False, make=Working)
