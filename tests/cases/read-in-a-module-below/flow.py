from app import steps

from chaindsl import chain

report = chain("report", steps.collect, steps.render, inputs={"folder": str})
