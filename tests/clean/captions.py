"""Captions of pictures, written with the whole name of the package throughout."""

import typing

import chaindsl

CAPTION = chaindsl.prompt("caption", version="1", text="A caption for this picture: {description}")


class See(typing.Protocol):
    def __call__(self, path: str, /) -> str: ...


@chaindsl.step(writes="descriptions", each="paths", limit=12, workers=3, overflow="fail")
def describe(path: str, *, see: See) -> str:
    return see(path)


@chaindsl.step(writes="captions", prompt=CAPTION, each="descriptions", limit=12)
def caption(description: str, *, complete: chaindsl.Complete) -> chaindsl.Text:
    return complete(CAPTION.format(description=description))


@chaindsl.step(writes="page")
def lay_out(paths: typing.List[str], captions: typing.List[str]) -> str:  # noqa: UP006 - as older code has it
    return "\n".join(f"{path}: {text}" for path, text in zip(paths, captions, strict=False))


captions = chaindsl.chain(
    "captions",
    describe,
    caption,
    lay_out,
    inputs={"paths": typing.List[str]},  # noqa: UP006
    outputs=("page",),
    budget=chaindsl.Budget(calls=24),
)
