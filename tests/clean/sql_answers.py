"""Questions to a database: the query is written, checked by reading it, and written again with what was wrong."""

from typing import Any, Protocol

from chaindsl import Budget, Complete, Feedback, Text, chain, prompt, repeat, step

QUERY = prompt("query", version="9", text="Tables:\n{schema}\n\nQuestion: {question}\nProblem: {problem}\nSQL:{hint}")
SAY = prompt("say", version="1", text="Question: {question}\nRows: {rows}\nIn one sentence:")


class Database(Protocol):
    """Reads only."""

    def tables(self) -> str: ...

    def explain(self, query: str) -> str: ...

    def rows(self, query: str, limit: int) -> list[dict[str, Any]]: ...


def reads_only(query: str) -> None:
    first = query.lstrip().partition(" ")[0].lower()
    if first != "select":
        raise ValueError(f"the query begins with {first}; only select may be used")


@step(writes="schema")
def look(*, database: Database) -> str:
    return database.tables()


@step(writes="query", prompt=QUERY, validate=reads_only)
def write(question: Text, schema: str, problem: str = "", *, complete: Complete, feedback: Feedback) -> Text:
    hint = f" -- {feedback}" if feedback else ""
    return complete(QUERY.format(schema=schema, question=question, problem=problem, hint=hint))


@step(writes="problem")
def dry_run(query: Text, *, database: Database) -> str:
    return database.explain(query)


@step(writes="works")
def judge(problem: str) -> bool:
    return not problem


@step(writes="rows", timeout=20, max_attempts=1)
def run(query: Text, *, database: Database) -> list[dict[str, Any]]:
    return database.rows(query, limit=100)


@step(writes="answer", prompt=SAY)
def say(question: Text, rows: list[dict[str, Any]], *, complete: Complete) -> Text:
    return complete(SAY.format(question=question, rows=rows))


answers = chain(
    "sql-answers",
    look,
    repeat(write, dry_run, judge, until="works", limit=3),
    run,
    say,
    inputs={"question": Text},
    outputs=["query", "answer"],
    budget=Budget(calls=8, seconds=120),
)
