"""Comments that speak to the analyzer: `# chaindsl: ignore[CD202] reason` and `# chaindsl: file-ignore[CD202]`.

It says what stands where and what is malformed. It knows no rule, so it can't say whether a code exists.
"""

import re
import tokenize
from collections.abc import Iterator
from dataclasses import dataclass
from io import StringIO

MARK = re.compile(r"#\s*chaindsl\s*:\s*(?P<rest>[^#]*)", re.IGNORECASE)
RIGHT = re.compile(r"#\s*chaindsl:\s*(?P<word>file-ignore|ignore)\[(?P<codes>[^\]]*)\](?:\s+(?P<reason>.*))?\s*")
CODE = re.compile(r"[A-Za-z][A-Za-z0-9]*(?:-[a-z0-9]+)*")
# A comment whose first word is none of these, and has no bracket after it, is prose about chaindsl.
COMMANDS = frozenset({"disable", "file-ignore", "ignore", "ignore-file", "noqa", "off", "skip"})


@dataclass(frozen=True, slots=True)
class Directive:
    """One comment. `line`, `column` and `end_column` are its place, `lines` those that it speaks about.

    `wrong` says what is malformed, if anything is; then there are no codes.
    """

    line: int
    column: int
    end_column: int
    codes: tuple[str, ...] = ()
    whole_file: bool = False
    lines: frozenset[int] = frozenset()
    alone: bool = False
    reason: str = ""
    wrong: str = ""


@dataclass(frozen=True, slots=True)
class _Comment:
    text: str
    line: int
    column: int
    alone: bool


def directives(text: str) -> list[Directive]:
    """The directives of a module, in order. Of text that can't be split into tokens, those before the fault."""
    if MARK.search(text) is None:
        return []
    comments = list(_comments(text))
    below = _below(comments)
    return [found for comment in comments for found in _read(comment, below)]


def _comments(text: str) -> Iterator[_Comment]:
    try:
        for token in tokenize.generate_tokens(StringIO(text).readline):
            if token.type == tokenize.COMMENT:
                line, column = token.start
                yield _Comment(token.string, line, column + 1, not token.line[:column].strip())
    except (tokenize.TokenError, SyntaxError):
        # CD001 reports the file; what stands before the fault still counts.
        return


def _below(comments: list[_Comment]) -> dict[int, int]:
    """For each line that is a comment alone, the line of code right below it and the comments that follow."""
    found: dict[int, int] = {}
    for line in sorted((comment.line for comment in comments if comment.alone), reverse=True):
        found[line] = found.get(line + 1, line + 1)
    return found


def _read(comment: _Comment, below: dict[int, int]) -> Iterator[Directive]:
    for mark in MARK.finditer(comment.text):
        column = comment.column + mark.start()
        end = column + len(mark[0].rstrip())
        right = RIGHT.fullmatch(mark[0])
        wrong = "" if right else _fault(mark["rest"])
        codes = tuple(code.strip() for code in right["codes"].split(",")) if right else ()
        if right and not all(map(CODE.fullmatch, codes)):
            wrong = _listed(codes)
        if wrong:
            yield Directive(comment.line, column, end, alone=comment.alone, wrong=wrong)
        elif right:
            whole = right["word"] == "file-ignore"
            lines = frozenset() if whole else frozenset({comment.line, below.get(comment.line, comment.line)})
            reason = (right["reason"] or "").strip()
            yield Directive(comment.line, column, end, codes, whole, lines, comment.alone, reason)


def _fault(rest: str) -> str:
    """What is wrong with a comment that starts like a directive, or nothing if it is prose."""
    word = re.match(r"[\w-]*", rest)
    first = word[0] if word else ""
    bracket = rest[len(first) :].lstrip().startswith("[")
    if first.lower() not in COMMANDS and not bracket:
        return ""
    return "write `# chaindsl: ignore[CODE]` or `# chaindsl: file-ignore[CODE]`, with the codes to silence"


def _listed(codes: tuple[str, ...]) -> str:
    if codes == ("",):
        return "it names no code; there is no form that silences everything"
    bad = next(code for code in codes if not CODE.fullmatch(code))
    return f"{bad!r} is no code; separate codes by commas"
