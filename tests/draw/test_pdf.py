"""A PDF made from a picture holds just that picture."""

import re
import struct
import zlib

import pytest

from chaindsl.draw.pdf import pdf_of_png
from chaindsl.errors import ChainDslError

SIGNATURE = b"\x89PNG\r\n\x1a\n"


def chunk(kind: bytes, body: bytes) -> bytes:
    return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))


def png(channels: int, *, depth: int = 8, interlaced: int = 0, colour: int | None = None) -> tuple[bytes, bytes]:
    """A picture of two by three pixels, and its compressed rows."""
    rows = zlib.compress(b"".join(b"\0" + bytes(range(2 * channels)) for _ in range(3)))
    kind = {3: 2, 4: 6}[channels] if colour is None else colour
    head = struct.pack(">IIBBBBB", 2, 3, depth, kind, 0, 0, interlaced)
    parts = [chunk(b"IHDR", head), chunk(b"IDAT", rows[:5]), chunk(b"IDAT", rows[5:]), chunk(b"IEND", b"")]
    return SIGNATURE + b"".join(parts), rows


@pytest.mark.parametrize("channels", [3, 4])
def test_the_page_holds_the_rows_as_they_are(channels: int) -> None:
    picture, rows = png(channels)
    page = pdf_of_png(picture, 144)
    assert page.startswith(b"%PDF-1.4\n")
    assert page.endswith(b"%%EOF\n")
    assert b"/MediaBox [0 0 1.00 1.50]" in page
    assert b"/Width 2 /Height 3 /BitsPerComponent 8" in page
    assert b"/Predictor 15 /Colors %d /BitsPerComponent 8 /Columns 2" % channels in page
    assert b"/Length %d >>\nstream\n%s\nendstream" % (len(rows), rows) in page


def test_transparency_is_dropped_by_the_page() -> None:
    assert b"/ColorSpace /DeviceRGB " in pdf_of_png(png(3)[0], 72)
    assert b"/ColorSpace [/DeviceN [/Red /Green /Blue /Opacity] /DeviceRGB 6 0 R] " in pdf_of_png(png(4)[0], 72)


def test_every_object_stands_where_the_table_says() -> None:
    page = pdf_of_png(png(4)[0], 72)
    table = int(re.findall(rb"startxref\n(\d+)", page)[0])
    assert page[table : table + 5] == b"xref\n"
    places = [int(found) for found in re.findall(rb"(\d{10}) 00000 n ", page)]
    assert [page[place : place + 8] for place in places] == [b"%d 0 obj\n" % number for number in range(1, 7)]


@pytest.mark.parametrize(
    "picture",
    [b"", b"GIF89a", png(3, depth=16)[0], png(3, interlaced=1)[0], png(3, colour=3)[0]],
    ids=["nothing", "no png", "16 bits", "interlaced", "palette"],
)
def test_other_pictures_are_refused(picture: bytes) -> None:
    with pytest.raises(ChainDslError) as refused:
        pdf_of_png(picture, 72)
    assert refused.value.code == "draw-failed"
