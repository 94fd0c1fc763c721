"""Damaged source, always the same for one seed: what typing, merging, cutting off and malice make of real flows."""

import io
import keyword
import random
import tokenize
from collections.abc import Callable, Iterator, Mapping
from functools import cache, lru_cache
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[2]
FOLDERS = ("examples", "tests/clean", "tests/cases")
PIECES = (
    *(b"(", b")", b"]", b"{", b'"', b"'''", b"\n", b"\r", b"\\", b"#", b"\0", b"\xff", b"\xef\xbb\xbf", b"\t", b"\x0c"),
    *("\u202e".encode(), "\u200b".encode(), "\uff43".encode(), "\ud800".encode("utf-8", "surrogatepass")),
    *(b"lambda: ", b"lambda *a, **k: ", b"*", b"**", b"@", b":", b":=", b"None", b"...", b"await ", b"yield "),
    *(b"from . import *\n", b"from .. import x\n", b"import chaindsl as chain\n", b"# -*- coding: utf-7 -*-\n"),
    *(b"# chaindsl: ignore[CD202]", b"# chaindsl: ignore", b"# chaindsl: file-ignore[ALL]", b"nonlocal x\n"),
    *(b'f"{', b'f"{x!r:>{y}}"', b"limit=-1, ", b"limit=True, ", b"limit=1e999, ", b"each=each, ", b"parse=int, "),
    *(b"class ", b"global x\n", b"match x:\n    case {**y}: pass\n", b"try:\n    pass\nexcept* X: pass\n"),
    *(b"1e999", b"-1", b"0x", b"1_", b"0" * 5000, b"(" * 300, b"- " * 3000, b"not " * 500, b".a" * 500, b"[0]" * 500),
    *(b"del chain\n", b"chain = step\n", b"*steps, ", b"**options, ", b"if x else y", b"for x in x", b"raises=x, "),
)  # fmt: skip

ODD_NAMES = (
    b"self",
    b"x",
    b"chain",
    b"step",
    b"transition",
    b"workflow",
    b"None",
    b"True",
    b"Any",
    b"__name__",
    b"print",
)
ODD_TEXTS = (
    b'""',
    b'" "',
    b'"\\0"',
    b'"a.b"',
    b'"{"',
    b'"{x!r}"',
    b'"{0}"',
    b'"a b"',
    b'b"x"',
    b'f"{1}"',
    b'"\\ud800"',
    b'"x" * 9',
)
ODD_NUMBERS = (b"0", b"-1", b"1.5", b"1e999", b"9" * 40, b"1j", b"True", b"0x10", b"(1,)", b"[]", b"None", b"2**99")
STATEMENTS = (
    *(b"del chain", b"chain = step", b"step = chain", b"import chaindsl as chain", b"from chaindsl import *", b"pass"),
    *(b"return", b"return chain", b"raise", b"global flow", b"class A(A): a = A", b"def f(f=f): return f(f)"),
    *(b"f = lambda: f()", b"flow = flow", b"a = a = [a]", b"a, *b = b, a", b"for chain in chain: break"),
    *(b"with chain as step: pass", b"x = yield", b"async def g(): await g()", b"try: pass\nexcept* E: pass"),
    *(b"match x:\n case A(b=[*_]): pass", b"a[0] = a", b"a.b = a", b"from . import *", b"from .main import *"),
    *(b"assert (a := 1)", b"@a\ndef a(): ...", b"if a: a = 1", b"while a: a = a"),
)  # fmt: skip


@cache
def seeds() -> tuple[bytes, ...]:
    """The texts that are damaged."""
    paths = [path for folder in FOLDERS for path in sorted((ROOT / folder).rglob("*.py"))]
    return tuple(path.read_bytes() for path in paths if "package" not in path.parts)


class Span(NamedTuple):
    """A token: what kind it is, where it starts and ends in bytes."""

    kind: str
    start: int
    end: int


def kind_of(token: tokenize.TokenInfo) -> str:
    """What a token could be exchanged with without a syntax error."""
    if token.type == tokenize.NAME:
        return token.string if keyword.iskeyword(token.string) else "name"
    return tokenize.tok_name[token.type] if token.type in (tokenize.STRING, tokenize.NUMBER) else token.string


@lru_cache(maxsize=2_000)
def tokens(data: bytes) -> tuple[Span, ...]:
    """The tokens of a text; none where it can't be split into tokens."""
    starts = [0]
    for line in data.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))
    try:
        found = list(tokenize.generate_tokens(io.StringIO(data.decode()).readline))
    except (tokenize.TokenError, SyntaxError, UnicodeError):
        return ()
    spans = [
        Span(kind_of(t), starts[t.start[0] - 1] + t.start[1], starts[t.end[0] - 1] + t.end[1])
        for t in found
        if t.string.strip()
    ]
    return tuple(span for span in spans if span.start < span.end)


@cache
def words() -> Mapping[str, tuple[bytes, ...]]:
    """What all texts have of names, texts and numbers, and some that are odd."""
    found: dict[str, set[bytes]] = {"name": set(ODD_NAMES), "STRING": set(ODD_TEXTS), "NUMBER": set(ODD_NUMBERS)}
    for data in seeds():
        for span in tokens(data):
            if span.kind in found:
                found[span.kind].add(data[span.start : span.end])
    return {kind: tuple(sorted(texts)) for kind, texts in found.items()}


def flip(data: bytearray, chance: random.Random) -> None:
    """Change a bit."""
    if data:
        data[chance.randrange(len(data))] ^= 1 << chance.randrange(8)


def insert(data: bytearray, chance: random.Random) -> None:
    """Put in a piece that has made parsers stumble."""
    at = chance.randrange(len(data) + 1)
    data[at:at] = chance.choice(PIECES)


def remove(data: bytearray, chance: random.Random) -> None:
    """Take something out."""
    at = chance.randrange(len(data) + 1)
    del data[at : at + chance.randint(1, 60)]


def truncate(data: bytearray, chance: random.Random) -> None:
    """Cut the end off."""
    del data[chance.randrange(len(data) + 1) :]


def splice(data: bytearray, chance: random.Random) -> None:
    """Put in a part of another text, whole lines as often as not."""
    other = chance.choice(seeds())
    start = chance.randrange(len(other) + 1)
    end = start + chance.randint(1, 400)
    if chance.random() < 0.5:
        start, end = other.rfind(b"\n", 0, start) + 1, other.find(b"\n", end) + 1 or len(other)
    at = chance.randrange(len(data) + 1)
    if chance.random() < 0.5:
        at = data.rfind(b"\n", 0, at) + 1
    data[at:at] = other[start:end]


def swap(data: bytearray, chance: random.Random) -> None:
    """Exchange two tokens, or put one of them in the place of the other as well."""
    spans = tokens(bytes(data))
    if len(spans) < 2:
        flip(data, chance)
        return
    (_, start, end), (_, other, last) = sorted(chance.sample(spans, 2), key=lambda span: span.start)
    first, second = bytes(data[start:end]), bytes(data[other:last])
    data[other:last] = first if chance.random() < 0.7 else second
    data[start:end] = second


def exchange(data: bytearray, chance: random.Random) -> None:
    """Put another name, text or number in the place of one: it is syntax still, and means something else."""
    spans = [span for span in tokens(bytes(data)) if span.kind in words()]
    if not spans:
        return
    span = chance.choice(spans)
    own = [bytes(data[one.start : one.end]) for one in spans if one.kind == span.kind]
    data[span.start : span.end] = chance.choice(own if chance.random() < 0.6 else words()[span.kind])


def drop(data: bytearray, chance: random.Random) -> None:
    """Take an argument or an item out, with the comma behind it, or give it twice."""
    text = bytes(data)
    commas = [span for span in tokens(text) if span.kind == ","]
    if not commas:
        return
    comma = chance.choice(commas)
    before = [span for span in tokens(text) if span.end <= comma.start and span.kind in ("(", "[", "{", ",")]
    if not before:
        return
    piece = text[before[-1].end : comma.end]
    if chance.random() < 0.3:
        data[comma.end : comma.end] = piece
    else:
        del data[before[-1].end : comma.end]


def say(data: bytearray, chance: random.Random) -> None:
    """Put a whole statement on a line of its own, as deep as the line below."""
    lines = bytes(data).splitlines(keepends=True)
    at = chance.randrange(len(lines) + 1)
    below = lines[at] if at < len(lines) else b""
    indent = below[: len(below) - len(below.lstrip())]
    lines[at:at] = [indent + line + b"\n" for line in chance.choice(STATEMENTS).split(b"\n")]
    data[:] = b"".join(lines)


def move(data: bytearray, chance: random.Random) -> None:
    """Move some lines, which changes what they are indented under."""
    lines = bytes(data).splitlines(keepends=True)
    start = chance.randrange(len(lines) + 1)
    moved = lines[start : start + chance.randint(1, 8)]
    del lines[start : start + len(moved)]
    at = chance.randrange(len(lines) + 1)
    indent = b" " * chance.choice((0, 0, 4))
    lines[at:at] = [indent + line for line in moved]
    data[:] = b"".join(lines)


WAYS: tuple[Callable[[bytearray, random.Random], None], ...] = (
    flip, insert, remove, truncate, splice, swap, move, say, say, drop, drop, *(exchange,) * 7,
)  # fmt: skip


def mutants(number: int, seed: int) -> Iterator[bytes]:
    """Yield so many damaged texts, most of them damaged once, some of them more often."""
    chance = random.Random(seed)
    for _ in range(number):
        data = bytearray(chance.choice(seeds()))
        for _ in range(chance.choice((1, 1, 1, 2, 3, 6))):
            chance.choice(WAYS)(data, chance)
        yield bytes(data)
