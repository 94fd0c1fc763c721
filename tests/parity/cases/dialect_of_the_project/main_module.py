"""Dialect of the project."""

from app.dsl import pipeline, task


@task(writes="z")
def last(question): ...


flow = pipeline("flow", last, inputs={"question": str})
