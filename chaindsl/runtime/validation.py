"""Types as gates: what pydantic accepts, and what it hands back, is what is stored."""

from collections.abc import Callable
from typing import Any

from pydantic import ConfigDict, PydanticUserError, TypeAdapter
from pydantic.errors import PydanticSchemaGenerationError

Gate = Callable[[Any], Any]
_OPEN = ConfigDict(arbitrary_types_allowed=True)


def adapter(form: Any) -> TypeAdapter[Any]:
    """Return the adapter of a type; classes that pydantic does not know are checked with isinstance.

    Raises TypeError for what can't be checked at all.
    """
    try:
        made = _made(form)
        made.validator.validate_python  # noqa: B018  what is not wholly defined says so only when it is asked
        return made
    except (PydanticUserError, PydanticSchemaGenerationError, NameError) as error:
        raise TypeError(str(error).partition("\n")[0]) from error


def _made(form: Any) -> TypeAdapter[Any]:
    """The adapter, with our settings where the type has none of its own."""
    try:
        return TypeAdapter(form, config=_OPEN)
    except PydanticUserError as error:
        if error.code != "type-adapter-config-unused":
            raise
        return TypeAdapter(form)


def gate(checker: TypeAdapter[Any]) -> Gate:
    """Return the function that validates one value with an adapter, as short a way as there is."""
    return checker.validator.validate_python
