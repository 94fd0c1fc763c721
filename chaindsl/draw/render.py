"""From a drawing to the bytes of a file, by the file's ending."""

import re
from collections.abc import Callable
from pathlib import PurePath

from chaindsl.draw.adaptive import adaptive
from chaindsl.draw.dot import dot_text
from chaindsl.draw.mermaid import markdown_text, mermaid_text
from chaindsl.draw.model import Drawing
from chaindsl.draw.pdf import pdf_of_png
from chaindsl.draw.program import INSTALL, SECONDS, lay_out, programs
from chaindsl.draw.theme import Theme
from chaindsl.errors import ChainDslError

_PNG_DOTS = 144
_PDF_DOTS = 200
_MADE = re.compile(rb"(/(?:Creation|Mod)Date \(D:)\d{14}")

_TEXTS: dict[str, Callable[[Drawing, Theme], str]] = {
    "dot": dot_text,
    "gv": dot_text,
    "mmd": mermaid_text,
    "md": markdown_text,
}
_PICTURES: dict[str, tuple[str, ...]] = {
    "svg": (),
    "png": (f"-Gdpi={_PNG_DOTS}",),
    "pdf": (),
}
FORMATS: tuple[str, ...] = (*_PICTURES, *_TEXTS)
"""What a drawing can be written as; each is a file's ending too."""


def format_of(path: str) -> str:
    """Return the format that a file's ending names. Raises ChainDslError (`draw-format`) for any other ending."""
    ending = PurePath(path).suffix.removeprefix(".").lower()
    if ending not in FORMATS:
        known = ", ".join(f".{name}" for name in FORMATS)
        raise ChainDslError(
            "draw-format", f"{path!r} names no format by its ending", hint=f"end it with one of {known}"
        )
    return ending


def render(drawing: Drawing, form: str, theme: Theme = Theme.LIGHT, *, seconds: float = SECONDS) -> bytes:
    """Return a drawing in one of `FORMATS`.

    Texts need no other program. Pictures are laid out by a program that gets `seconds`; where Graphviz's own `dot` is
    there but can't write the format, the other one is asked. Raises ChainDslError: `draw-no-program` where there is
    none, and what `lay_out` raises.
    """
    if form in _TEXTS:
        return _TEXTS[form](drawing, theme).encode()
    dot = dot_text(drawing, theme)
    dress = adaptive if theme is Theme.AUTO and form == "svg" else bytes
    failed = ChainDslError("draw-no-program", "no program to lay a picture out was found", hint=INSTALL)
    for program in programs():
        try:
            return dress(_picture(program, dot, form, seconds))
        except ChainDslError as error:
            if error.code != "draw-failed":
                raise
            failed = error
    raise failed


def _picture(program: str, dot: str, form: str, seconds: float) -> bytes:
    if form == "pdf" and PurePath(program).stem == "graphviz-pure":
        # It writes no PDF.
        png = lay_out(program, dot, "png", f"-Gdpi={_PDF_DOTS}", seconds=seconds)
        return pdf_of_png(png, _PDF_DOTS)
    picture = lay_out(program, dot, form, *_PICTURES[form], seconds=seconds)
    # A PDF says when it was made: two of one flow would differ.
    return _MADE.sub(rb"\g<1>19700101000000", picture) if form == "pdf" else picture
