"""Models of the user's own: `MODULE:FUNCTION`, any callable from prompt to text."""

from difflib import get_close_matches
from importlib import import_module
from typing import Any, cast

from chaindsl.models.failure import ModelError
from chaindsl.vocabulary.model import Complete


def from_spec(spec: str) -> Complete:
    """Import a module and return the callable that it holds under a (dotted) name; importing runs the module.

    Raises ModelError `unknown-model` when the module can't be imported, or has no such name, or what it names can't be
    called.
    """
    module, _, path = spec.partition(":")
    found = _module(module, spec)
    for name in path.split("."):
        if not hasattr(found, name):
            near = get_close_matches(name, [known for known in dir(found) if not known.startswith("_")], n=1)
            hint = f"did you mean {near[0]}?" if near else None
            raise ModelError("unknown-model", f"{module} has no {path}", subject=spec, hint=hint)
        found = getattr(found, name)
    if not callable(found):
        message = f"{spec} is a {type(found).__name__}, and a model must be callable"
        raise ModelError("unknown-model", message, subject=spec)
    return cast(Complete, found)


def _module(name: str, spec: str) -> Any:
    try:
        return import_module(name)
    except (Exception, SystemExit) as error:
        said = " ".join(f"{type(error).__name__}: {error}".split())
        hint = "is its folder on sys.path?" if isinstance(error, ModuleNotFoundError) else None
        if hint is not None and name.endswith(".py"):
            hint = f"a module is named without its .py: {spec.replace('.py:', ':', 1)}"
        message = f"the module {name} can't be imported ({said})"
        raise ModelError("unknown-model", message, subject=spec, hint=hint) from error
