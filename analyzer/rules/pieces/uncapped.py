"""What is said of a step that calls a model for each item of a list as long as it likes, whoever made the list."""

from analyzer.facts.fan_out import FanOut
from analyzer.facts.flow_facts import FlowFacts
from analyzer.finding import Finding
from analyzer.rules.pieces.limits import limited_items
from analyzer.rules.pieces.telling import place_in, related, symbol_in
from analyzer.rules.rule import Rule


def uncapped(rule: Rule, facts: FlowFacts, fan_out: FanOut, why: str) -> Finding:
    """Return a rule's finding about such a step; `why` says that nothing bounds the list."""
    return rule.finding(
        f"`{fan_out.name}` calls a model for each item of `{fan_out.key}`, and {why}",
        place_in(facts, fan_out.step.place),
        symbol=symbol_in(facts, fan_out.name),
        related=related(
            (write.place, f"{write.writer} writes `{fan_out.key}` without a cap") for write in fan_out.uncapped
        ),
        help=f"give `{fan_out.name}` a limit=, or `{fan_out.key}` a type with Len(…)",
        offer=lambda: limited_items(facts, fan_out.step),
    )
