"""The picture of what a step costs in each system, for the page and the README. It must not know how that was found."""

import math
from collections.abc import Mapping
from typing import Any
from xml.sax.saxutils import escape

WHAT = "100 steps"
WIDTH, LEFT, RIGHT, ROW, TOP = 720, 190, 60, 26, 46
BAR = 16
STYLE = """text{font:13px system-ui,sans-serif;fill:#1f2328}.bar{fill:#8b949e}.ours{fill:#0072b2}.line{stroke:#d0d7de}
@media(prefers-color-scheme:dark){text{fill:#e6edf3}.bar{fill:#6e7681}.ours{fill:#56b4e9}.line{stroke:#30363d}}"""


def picture(found: Mapping[str, Any]) -> str:
    """Return an SVG: a bar a system, the cheapest first, as long as the logarithm of what it costs."""
    costs = {name: row[WHAT]["ratio"] for name, row in found["steps"].items() if "ratio" in row.get(WHAT, {})}
    order = sorted(costs, key=lambda name: (costs[name], name))
    low = min(-1, math.floor(math.log10(min(costs.values()))))
    high = max(1, math.ceil(math.log10(max(costs.values()))))
    scale = (WIDTH - LEFT - RIGHT) / (high - low)

    def at(value: float) -> float:
        return round(LEFT + (math.log10(value) - low) * scale, 1)

    bottom = TOP + len(order) * ROW
    title = "CPU time of a trivial step of 100, × a minimal runner"
    parts = [f'<text x="8" y="18">{title}</text>']
    for power in range(low, high + 1):
        x = at(10**power)
        parts.append(f'<line class="line" x1="{x}" x2="{x}" y1="{TOP - 6}" y2="{bottom}"/>')
        parts.append(f'<text x="{x}" y="{TOP - 10}" text-anchor="middle">{10**power:,g}</text>')
    for number, name in enumerate(order):
        y, end = TOP + number * ROW, at(costs[name])
        kind = "ours" if name == "chaindsl" else "bar"
        shown = f"{costs[name]:.2f}" if costs[name] < 10 else f"{costs[name]:,.0f}"
        parts.append(f'<text x="{LEFT - 8}" y="{y + 14}" text-anchor="end">{escape(name)}</text>')
        parts.append(f'<rect class="{kind}" x="{LEFT}" y="{y + 2}" width="{round(end - LEFT, 1)}" height="{BAR}"/>')
        parts.append(f'<text x="{end + 6}" y="{y + 14}">{shown}</text>')
    size = f'width="{WIDTH}" height="{bottom + 8}" viewBox="0 0 {WIDTH} {bottom + 8}"'
    head = f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img"><title>{title}</title><style>{STYLE}</style>'
    return "\n".join([head, *parts, "</svg>", ""])
