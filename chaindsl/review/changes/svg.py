"""Pictures of each flow before and after, side by side, as one SVG."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from html import escape

from chaindsl.draw.dot import dot_text
from chaindsl.draw.program import INSTALL, lay_out, programs
from chaindsl.draw.theme import PALETTES, Hue, Palette, Theme
from chaindsl.errors import ChainDslError
from chaindsl.review.changes.change import Verb
from chaindsl.review.changes.difference import Difference, FlowDifference
from chaindsl.review.changes.marks import Marked, Part, marked, sample
from chaindsl.review.changes.saying import SIGNS, change_line, gate_lines, head, renamed_lines, title

HUES = {Verb.ADDED: Hue.GREEN, Verb.REMOVED: Hue.RED, Verb.CHANGED: Hue.YELLOW}
STYLES = {Verb.ADDED: "filled", Verb.REMOVED: "filled,dashed", Verb.CHANGED: "filled,dotted"}
MOST_FLOWS, MOST_LINES = 40, 15
_MARGIN, _LINE, _GAP = 24, 26, 40
_LETTERS = 160
_SIZE = re.compile(rb'<svg width="([\d.]+)pt" height="([\d.]+)pt"\s+viewBox="([^"]*)"')
_ID = re.compile(r'(<g id=")')


@dataclass(frozen=True)
class Picture:
    """What was laid out: its size in points, and what is inside of its `svg` element."""

    width: float
    height: float
    box: str
    inside: str


def svg(difference: Difference, theme: Theme = Theme.LIGHT) -> bytes:
    """Return one SVG with a row for each flow that differs: before on the left, after on the right.

    Raises ChainDslError: `draw-no-program`, and what laying out raises.
    """
    palette = PALETTES[theme]
    width, height = 400.0, float(_MARGIN)
    parts: list[str] = []
    red = palette.colours[Hue.RED].stroke
    lines = [(line, red, "bold") for line in gate_lines(difference)] + [(head(difference), palette.ink, "bold")]
    flows = [flow for flow in difference.different if flow.pictured]
    if len(flows) > MOST_FLOWS:
        lines.append((f"the first {MOST_FLOWS} are shown", palette.faint, "normal"))
    for line, colour, weight in lines:
        height += _LINE
        parts.append(_text(_MARGIN, height, line, colour, weight))
        width = max(width, 2 * _MARGIN + 7.6 * min(len(line), _LETTERS))
    for number, flow in enumerate(flows[:MOST_FLOWS]):
        height += _GAP
        parts.append(_text(_MARGIN, height, title(flow), palette.ink, "bold"))
        for line in _lines(flow):
            height += _LINE * 0.75
            parts.append(_text(_MARGIN + 12, height, line, palette.ink, "normal"))
            width = max(width, 3 * _MARGIN + 7.6 * min(len(line), _LETTERS))
        row_width, row_height, row = _row(flow, height + _LINE, f"f{number}", theme, difference)
        parts += row
        height += _LINE + row_height
        width = max(width, row_width)
    height += _MARGIN
    inside = "\n".join(parts)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="{width:.0f}" '
        f'height="{height:.0f}" viewBox="0 0 {width:.0f} {height:.0f}" font-family="Arial, sans-serif">\n'
        f'<title>{_safe(lines[0][0])}</title>\n<rect width="100%" height="100%" fill="{palette.paper}"/>\n'
        f"{inside}\n</svg>\n"
    ).encode()


def _lines(flow: FlowDifference) -> list[str]:
    """What differs, a line each, as far as there is room."""
    found = [f"= {line}" for line in renamed_lines(flow)]
    found += [f"{SIGNS[one.verb]} {change_line(one)}" for one in flow.changes]
    return found if len(found) <= MOST_LINES else [*found[: MOST_LINES - 1], f"… {len(found) - MOST_LINES + 1} more"]


def _row(
    flow: FlowDifference, top: float, name: str, theme: Theme, difference: Difference
) -> tuple[float, float, list[str]]:
    """The pictures of one flow, their width and height together."""
    palette, left, tallest = PALETTES[theme], float(_MARGIN), 0.0
    parts: list[str] = []
    for part, revision in ((Part.BEFORE, difference.old), (Part.AFTER, difference.new)):
        found, label = _marked(flow, part, revision)
        parts.append(_text(left, top, label, palette.faint, "normal"))
        wide = 7.6 * min(len(label), _LETTERS)
        if found is not None:
            picture = laid_out(found, theme, f"{name}-{part}-")
            parts.append(
                f'<svg x="{left:.1f}" y="{top + 8:.1f}" width="{picture.width:.1f}" height="{picture.height:.1f}" '
                f'viewBox="{picture.box}">{picture.inside}</svg>'
            )
            wide, tallest = max(wide, picture.width), max(tallest, picture.height)
        left += wide + _GAP
    return left, tallest + 8, parts


def _marked(flow: FlowDifference, part: Part, revision: str) -> tuple[Marked | None, str]:
    """The picture to lay out, if there is one, and what is written above it."""
    try:
        found = marked(flow, part)
    except ChainDslError as error:
        if error.code != "draw-too-large":
            raise
        return None, f"{part}: {error.issue.message}"
    return found, f"{part}: {revision if found is not None else 'not there'}"


def laid_out(found: Marked, theme: Theme, prefix: str) -> Picture:
    """Return a marked drawing as a picture; its ids begin with `prefix`."""
    dot = (
        dot_text(found.drawing, theme).rstrip().removesuffix("}") + "\n".join(_looks(found, PALETTES[theme])) + "\n}\n"
    )
    program = next(iter(programs()), None)
    if program is None:
        raise ChainDslError("draw-no-program", "no program to lay a picture out was found", hint=INSTALL)
    out = lay_out(program, dot, "svg")
    size = _SIZE.search(out)
    if size is None:
        raise ChainDslError("draw-failed", f"{program} made a picture without a size", hint=INSTALL)
    inside = out[out.index(b">", size.start()) + 1 : out.rindex(b"</svg>")].decode()
    return Picture(float(size[1]) * 4 / 3, float(size[2]) * 4 / 3, size[3].decode(), _ID.sub(rf"\g<1>{prefix}", inside))


def _looks(found: Marked, palette: Palette) -> Iterator[str]:
    """What DOT adds to nodes that stand there already."""
    samples = {sample(verb): verb for verb in set(found.marks.values())}
    shown = {node.id for node in found.drawing.nodes}
    for node, verb in sorted({**samples, **found.marks}.items()):
        if node in shown or node in samples:
            colour = palette.colours[HUES[verb]]
            yield (
                f'\t{node} [penwidth=3.6 style="{STYLES[verb]}" color="{colour.stroke}" fillcolor="{colour.fill}" '
                f'fontcolor="{palette.ink}"]'
            )


def _text(x: float, y: float, text: str, colour: str, weight: str) -> str:
    shown = text.replace("`", "")
    shown = shown if len(shown) <= _LETTERS else f"{shown[: _LETTERS - 1]}…"
    return f'<text x="{x:.1f}" y="{y:.1f}" fill="{colour}" font-size="14" font-weight="{weight}">{_safe(shown)}</text>'


def _safe(text: str) -> str:
    return escape("".join(char if char.isprintable() else "�" for char in text))
