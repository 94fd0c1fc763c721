"""A PDF of one page that holds a PNG picture as it is, for layout programs that can't write PDF themselves."""

import struct
from collections.abc import Iterator

from chaindsl.errors import ChainDslError

_SIGNATURE = b"\x89PNG\r\n\x1a\n"
_CHANNELS = {2: 3, 6: 4}
"""PNG's colour types that are handled, RGB with and without transparency, and how many bytes a pixel has."""
# The page takes red, green and blue, and drops the fourth: pictures here have an opaque background.
_COLOURS = {
    3: b"/DeviceRGB",
    4: b"[/DeviceN [/Red /Green /Blue /Opacity] /DeviceRGB 6 0 R]",
}


def pdf_of_png(png: bytes, dots_per_inch: float) -> bytes:
    """Return a page of the picture's size. Pixels are taken over as they are compressed, so nothing is lost.

    A PDF may hold PNG's own compressed rows (ISO 32000-1, 7.4.4.4, predictor 15). Raises ChainDslError
    (`draw-failed`) for anything but 8-bit RGB or RGBA without interlacing.
    """
    chunks = dict[bytes, bytes]()
    for kind, body in _chunks(png):
        chunks[kind] = chunks.get(kind, b"") + body
    width, height, depth, colour, _, _, interlaced = struct.unpack(">IIBBBBB", chunks[b"IHDR"])
    if depth != 8 or colour not in _CHANNELS or interlaced:
        raise ChainDslError("draw-failed", "the layout program wrote a picture that can't be put into a PDF")
    size = b"%.2f %.2f" % (width * 72 / dots_per_inch, height * 72 / dots_per_inch)
    return _document(_objects(width, height, _CHANNELS[colour], size, chunks[b"IDAT"]))


def _chunks(png: bytes) -> Iterator[tuple[bytes, bytes]]:
    if not png.startswith(_SIGNATURE):
        raise ChainDslError("draw-failed", "the layout program wrote no picture")
    at = len(_SIGNATURE)
    while at + 12 <= len(png):
        length = int.from_bytes(png[at : at + 4], "big")
        yield png[at + 4 : at + 8], png[at + 8 : at + 8 + length]
        at += 12 + length


def _objects(width: int, height: int, channels: int, size: bytes, rows: bytes) -> list[bytes]:
    content = b"q %s 0 0 %s 0 0 cm /Picture Do Q" % tuple(size.split())
    predictor = b"<< /Predictor 15 /Colors %d /BitsPerComponent 8 /Columns %d >>" % (channels, width)
    image = b"/Type /XObject /Subtype /Image /Width %d /Height %d /BitsPerComponent 8" % (width, height)
    image += b" /ColorSpace %s /Filter /FlateDecode /DecodeParms %s" % (_COLOURS[channels], predictor)
    drop = b"/FunctionType 4 /Domain [0 1 0 1 0 1 0 1] /Range [0 1 0 1 0 1]"
    return [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 %s] /Contents 4 0 R" % size
        + b" /Resources << /XObject << /Picture 5 0 R >> >> >>",
        _stream(b"", content),
        _stream(image, rows),
        _stream(drop, b"{pop}"),
    ]


def _stream(entries: bytes, body: bytes) -> bytes:
    return b"<< %s /Length %d >>\nstream\n%s\nendstream" % (entries, len(body), body)


def _document(objects: list[bytes]) -> bytes:
    out = bytearray(b"%PDF-1.4\n%\xe2\xe3\xcf\xd3\n")
    places = []
    for number, body in enumerate(objects, 1):
        places.append(len(out))
        out += b"%d 0 obj\n%s\nendobj\n" % (number, body)
    table = len(out)
    out += b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1)
    out += b"".join(b"%010d 00000 n \n" % place for place in places)
    out += b"trailer\n<< /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n" % (len(objects) + 1, table)
    return bytes(out)
