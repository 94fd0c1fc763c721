"""The page of one run."""

from collections.abc import Iterator

from chaindsl.draw.markup import Html, element, joined
from chaindsl.view.loaded import Loaded
from chaindsl.view.outcome import Outcome
from chaindsl.view.page.bars import bars
from chaindsl.view.page.document import document, section
from chaindsl.view.page.picture import MOST_NODES, picture
from chaindsl.view.page.prompts import prompts
from chaindsl.view.page.squares import squares
from chaindsl.view.page.steps import Steps, sign
from chaindsl.view.page.texts import Texts, fitting_cap
from chaindsl.view.summary import notes
from chaindsl.view.wording import count, seconds

LIMIT = 11_950_000
"""Bytes of a page; where it would be more, the longest texts are cut."""
_BADGES = {"completed": "ok", "waiting": "waiting", "running": "waiting"}


def run_page(trace: Loaded, *, limit: int = LIMIT) -> str:
    """Return the page of a run, of at most `limit` bytes unless even its outline is longer."""
    fixed = joined([_header(trace), _flow(trace)])
    texts = Texts()
    page = _page(trace, fixed, texts)
    size = len(page.encode())
    room = limit - (size - sum(weight for _, weight in texts.sizes))
    while size > limit and texts.cap != 0:
        texts = Texts(fitting_cap(texts.sizes, max(room, 0)))
        page = _page(trace, fixed, texts)
        size = len(page.encode())
        room = room * 98 // 100
    return page


def _page(trace: Loaded, fixed: Html, texts: Texts) -> str:
    steps = Steps(trace.attempts, texts).all()
    cut = (
        f"{count(texts.cut, 'text')} longer than {texts.cap:,} characters cut to keep this page small"
        if texts.cut
        else ""
    )
    return document(
        f"{trace.flow}: {trace.status}",
        element(
            "main",
            fixed,
            section("Steps", "steps", _tools(), element("p", cut, class_="note") if cut else "", steps),
        ),
        element("footer", f"chaindsl trace html {trace.file}"),
    )


def _header(trace: Loaded) -> Html:
    state = f" in state {trace.end['state']}" if trace.end.get("state") else ""
    badge = element("span", f"{trace.status}{state}", class_=f"badge {_BADGES.get(trace.status, 'failed')}")
    facts = [element("div", element("dt", name), element("dd", value)) for name, value in _facts(trace)]
    odd = [element("p", note, class_="problem") for note in notes(trace)]
    return element("header", element("h1", trace.flow, badge), element("dl", *facts), *odd)


def _facts(trace: Loaded) -> Iterator[tuple[str, str]]:
    yield "stopped", trace.stopped
    yield "took", seconds(trace.seconds)
    yield "attempts", f"{len(trace.attempts):,}"
    if trace.calls:
        yield "model calls", f"{trace.calls:,}"
    if trace.tokens:
        yield "tokens", f"{trace.tokens:,}"
    if trace.head.get("began"):
        yield "began", str(trace.head["began"]).replace("T", " ")[:19]
    yield "run", trace.run
    if trace.head.get("chaindsl"):
        yield "chaindsl", str(trace.head["chaindsl"])


def _flow(trace: Loaded) -> Html:
    legend = element("p", *(element("span", sign(one), f" {one}") for one in Outcome), class_="legend")
    drawing = element("div", picture(trace), class_="scroll")
    many = len(trace.attempts) > MOST_NODES
    overview = [squares(trace.attempts)] if many else []
    parts = [section("Flow", "flow", legend, drawing, *overview)]
    asked = prompts(trace)
    beside = [section("Timeline", "timeline", bars(trace.attempts))] if trace.attempts else []
    beside += [section("Prompts", "prompts", asked)] if asked else []
    return element("div", *parts, element("div", *beside), class_="top")


def _tools() -> Html:
    """The search, shown by the script that does it."""
    box = element("input", type="search", id="find", placeholder="Search steps and values", aria_label="Search")
    bad = element("label", element("input", type="checkbox", id="bad"), " only what did not go well")
    return element("div", box, bad, element("output", id="found"), id="tools", hidden=True)
