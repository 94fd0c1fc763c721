"""From a path to text: which files are opened at all, how much of them is read, and how bytes are decoded."""

import codecs
import os
import re
import stat
import tokenize
import warnings
from io import BytesIO
from pathlib import Path

from analyzer.source.trouble import Trouble, TroubleError

_OF_DOMAINS = frozenset({"idna", "punycode"})
"""Decoding these takes time that grows with the square of the length: a quarter of a minute for a file of 512 KiB."""
_NEWLINES = re.compile("\r\n?")


def load(path: Path, most: int) -> bytes:
    """Return a regular file's bytes, `most` + 1 of them at the most.

    Raises TroubleError for what is no regular file (devices, pipes and folders are never waited for) and for what the
    system refuses to open.
    """
    try:
        handle = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
    except (OSError, ValueError) as error:
        raise TroubleError(Trouble.UNREADABLE, _reason(error)) from None
    try:
        status = os.fstat(handle)
        if not stat.S_ISREG(status.st_mode):
            raise TroubleError(Trouble.UNREADABLE, "not a regular file")
        return _read(handle, min(status.st_size, most), most)
    except OSError as error:
        raise TroubleError(Trouble.UNREADABLE, _reason(error)) from None
    finally:
        os.close(handle)


def _read(handle: int, size: int, most: int) -> bytes:
    """Read a file that is said to be of some size; asking for a buffer that holds any file takes longer than reading.

    One that changes meanwhile, or lies in a file system that doesn't know sizes, is read on to its end.
    """
    data = os.read(handle, size + 1)
    if len(data) == size:
        return data
    with os.fdopen(handle, "rb", closefd=False) as file:
        return data + file.read(most + 1 - len(data))


def _reason(error: OSError | ValueError) -> str:
    return (error.strerror or "can't be opened").lower() if isinstance(error, OSError) else "not a path"


def decode(data: bytes) -> str:
    """Return source text as Python reads it: byte-order mark, PEP 263 encoding, line ends as line feeds.

    Raises TroubleError where Python would refuse to read it.
    """
    if b"\0" in data:
        line = data.count(b"\n", 0, data.index(b"\0")) + 1
        raise TroubleError(Trouble.NULL_BYTES, "null bytes in source text", line)
    encoding = encoding_of(data)
    try:
        with warnings.catch_warnings():
            # Some codecs complain about what they decode; those who read a report can't change that.
            warnings.simplefilter("ignore")
            return normal(data.decode(encoding))
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise TroubleError(Trouble.ENCODING, f"not {encoding} text: {error.reason}", line) from None
    except (LookupError, ValueError) as error:
        raise TroubleError(Trouble.ENCODING, f"can't be decoded as {encoding}: {error}") from None


def text_of(data: bytes) -> str:
    """Return source text as far as it can be read, if only to see the comments in it."""
    try:
        return decode(data)
    except TroubleError:
        return normal(data.decode("utf-8", "replace"))


def normal(text: str) -> str:
    """Return the text with every line end as a line feed."""
    return _NEWLINES.sub("\n", text) if "\r" in text else text


def encoding_of(data: bytes) -> str:
    """Return the encoding that a file's first two lines declare. Raises TroubleError if there is no such."""
    try:
        encoding, _ = tokenize.detect_encoding(BytesIO(data).readline)
        found = codecs.lookup(encoding).name
    except (SyntaxError, LookupError, ValueError) as error:
        raise TroubleError(Trouble.ENCODING, str(error)) from None
    if found in _OF_DOMAINS:
        raise TroubleError(Trouble.ENCODING, f"{found} is an encoding of domain names, not of source")
    return encoding
