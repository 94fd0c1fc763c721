"""The `transition` decorator."""

from collections.abc import Awaitable, Callable
from typing import Any, TypeVar, Unpack, overload

from chaindsl.language.declaration import calling_place, declare
from chaindsl.language.flow import Flow
from chaindsl.language.options import TransitionOptions

Function = TypeVar("Function", bound=Callable[..., object])
TextFunction = TypeVar("TextFunction", bound=Callable[..., str | Awaitable[str]])


@overload
def transition(
    *, source: str | tuple[str, ...], parse: object, **options: Unpack[TransitionOptions]
) -> Callable[[TextFunction], TextFunction]: ...
@overload
def transition(
    *, source: str | tuple[str, ...], runs: Flow, **options: Unpack[TransitionOptions]
) -> Callable[[Function], Function]: ...
@overload
def transition(
    *, source: str | tuple[str, ...], **options: Unpack[TransitionOptions]
) -> Callable[[Function], Function]: ...
def transition(*, source: str | tuple[str, ...], **options: Any) -> Callable[[Function], Function]:
    """Declare a function as a transition out of the state (or states) `source`.

    Its parameters are keys and tools as for a step; one annotated `FromActor[...]` is an argument that whoever decides
    supplies. With `runs=FLOW` a whole flow does the work: the parameters are handed to its inputs by name, the body is
    `...` or a docstring. The other options are those of `TransitionOptions`.
    """
    place = calling_place()

    def decorate(function: Function) -> Function:
        declare("transition", function, {"source": source, **options}, place)
        return function

    return decorate
