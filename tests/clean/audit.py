"""A chain that ends with a record of all that happened: one step reads every key there is."""

from typing import Any

from chaindsl import Budget, Complete, Text, Values, chain, prompt, step

GRADE = prompt("grade", version="1", text="Grade this essay from 1 to 6:\n\n{essay}")
REMARK = prompt("remark", version="1", text="Say why this essay has the grade {grade}:\n\n{essay}")


@step(writes="words")
def count(essay: Text) -> int:
    return len(essay.split())


@step(writes="grade", prompt=GRADE, parse=int, fallback=0)
def grade(essay: Text, *, complete: Complete) -> str:
    return complete(GRADE.format(essay=essay))


@step(writes="remark", prompt=REMARK)
def remark(essay: Text, grade: int, *, complete: Complete) -> Text:
    return complete(REMARK.format(essay=essay, grade=grade))


@step(writes="record")
def keep(values: Values) -> dict[str, Any]:
    return {key: value for key, value in sorted(values.items()) if key != "essay"}


audit = chain("audit", count, grade, remark, keep, inputs={"essay": Text}, budget=Budget(calls=4))
