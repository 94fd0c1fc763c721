"""The `step` decorator."""

from collections.abc import Awaitable, Callable
from typing import Any, TypeVar, Unpack, overload

from chaindsl.language.declaration import calling_place, declare
from chaindsl.language.options import StepOptions

Function = TypeVar("Function", bound=Callable[..., object])
TextFunction = TypeVar("TextFunction", bound=Callable[..., str | Awaitable[str]])


@overload
def step(*, writes: str, parse: object, **options: Unpack[StepOptions]) -> Callable[[TextFunction], TextFunction]: ...
@overload
def step(*, writes: str, **options: Unpack[StepOptions]) -> Callable[[Function], Function]: ...
def step(*, writes: str, **options: Any) -> Callable[[Function], Function]:
    """Declare a function as a step that writes the key `writes`.

    Its positional parameters are the keys it reads, its keyword-only parameters the tools it is handed, its return
    annotation the type of the key. With `parse=TYPE` the body returns a model's text, which becomes that type first.
    The other options are those of `StepOptions`. The function itself is returned, unchanged but for the declaration;
    what is wrong with the options is reported when a flow is assembled.
    """
    place = calling_place()

    def decorate(function: Function) -> Function:
        declare("step", function, {"writes": writes, **options}, place)
        return function

    return decorate
