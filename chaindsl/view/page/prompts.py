"""The prompts of a run on its page: their texts, and how many characters each call sent."""

from chaindsl.draw.markup import Html, element, joined
from chaindsl.graph.flow import Flow
from chaindsl.graph.unknown import known
from chaindsl.graph.walk import flow_steps, nested_flows
from chaindsl.view.loaded import Loaded
from chaindsl.view.page.steps import anchor
from chaindsl.view.prompts import Sent, sent
from chaindsl.view.wording import count

_WIDTH = 1000
_MOST = 200


def prompts(trace: Loaded) -> Html:
    """Return one part for each prompt that was used, nothing where no model was asked."""
    calls = sent(trace.attempts)
    longest = max((call.characters for call in calls), default=0) or 1
    texts = {} if trace.graph is None else texts_of(trace.graph)
    groups: dict[tuple[str, str], list[Sent]] = {}
    for call in calls:
        groups.setdefault((call.name, call.version), []).append(call)
    return joined(_prompt(name, version, found, texts, longest) for (name, version), found in groups.items())


def _prompt(name: str, version: str, calls: list[Sent], texts: dict[tuple[str, str], str], longest: int) -> Html:
    sizes = [call.characters for call in calls]
    least = f"{min(sizes):,}–" if min(sizes) != max(sizes) else ""
    told = f"{count(len(calls), 'call')}, {least}{max(sizes):,} characters"
    heading = (
        element("b", name),
        element("span", f"version {version}" if version else "", class_="what"),
        element("span", told, class_="amounts"),
    )
    text = texts.get((name, version))
    shown = [] if text is None else [element("pre", text)]
    rows = [_call(call, longest) for call in calls[:_MOST]]
    more = [element("p", f"and {len(calls) - _MOST} more", class_="note")] if len(calls) > _MOST else []
    return element("details", element("summary", *heading), *shown, *rows, *more, class_="prompt")


def _call(call: Sent, longest: int) -> Html:
    bar = element("rect", x=0, y=1, width=round(call.characters / longest * _WIDTH, 1), height=8, class_="bar sent")
    picture = element("svg", bar, viewBox=f"0 0 {_WIDTH} 10", preserveAspectRatio="none", aria_hidden="true")
    growth = "" if call.growth is None else f" ({call.growth:+,})"
    name = element("span", call.attempt.name, class_="name")
    amount = element("span", f"{call.characters:,}{growth}", class_="amounts")
    return element("a", name, picture, amount, href=f"#{anchor(call.attempt)}", class_="row")


def texts_of(flow: Flow) -> dict[tuple[str, str], str]:
    """Return the texts of a flow's prompts, those of the flows inside it too, by name and version."""
    found: dict[tuple[str, str], str] = {}
    for inner in nested_flows(flow):
        found |= texts_of(inner)
    for step in flow_steps(flow):
        for prompt in known(step.prompts, ()):
            found[str(prompt.name), str(prompt.version)] = known(prompt.text, "")
    return found
