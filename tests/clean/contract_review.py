"""A class as a namespace: the steps, their prompts and the chain of a contract review."""

from typing import Annotated, Literal

from chaindsl import Budget, Complete, Len, Text, chain, prompt, step

Risk = Literal["low", "medium", "high"]


class ContractReview:
    """Everything about reviewing contracts; nothing here is an instance."""

    CLAUSE = prompt("clause", version="1", text="low, medium or high risk?\n\n{clause}")
    SUMMARY = prompt("summary", version="2", text="Sum up for a lawyer:\n\n{report}")

    @staticmethod
    @step(writes="clauses")
    def split(contract: Text) -> Annotated[list[str], Len(1, 40)]:
        return [part for part in contract.split("\n§") if part][:40]

    @staticmethod
    @step(writes="risks", prompt=CLAUSE, each="clauses", limit=40, workers=8, parse=Risk, fallback="high")
    def rate(clause: str, *, complete: Complete) -> str:
        return complete(ContractReview.CLAUSE.format(clause=clause))

    @staticmethod
    @step(writes="report")
    def report(clauses: list[str], risks: list[Risk]) -> str:
        return "\n".join(f"{risk}: {clause[:60]}" for clause, risk in zip(clauses, risks, strict=False))

    @staticmethod
    @step(writes="summary", prompt=SUMMARY)
    def summarise(report: str, *, complete: Complete) -> Text:
        return complete(ContractReview.SUMMARY.format(report=report))

    flow = chain(
        "contract-review",
        split,
        rate,
        report,
        summarise,
        inputs={"contract": Text},
        outputs=["report", "summary"],
        budget=Budget(calls=82, seconds=900),
    )


review = ContractReview.flow
