"""Lets a run go with the synchronous driver, for whoever takes a failure as an outcome and not as an exception."""

from typing import Any

from chaindsl.runtime.blocking import Blocking
from chaindsl.runtime.environment import Environment
from chaindsl.runtime.execution import Execution
from chaindsl.runtime.failure import ChainError
from chaindsl.runtime.run import Run


def drive(run: Run, environment: Environment, outcome: Any = None) -> None:
    """Let a run go until it stops; what it failed with is `run.error`. Whatever else broke it off is raised."""
    execution: Execution = run.execution
    driver = Blocking(environment, execution.frame.bridge)
    try:
        execution.noted(run, driver.drive(execution.begin(run), outcome))
    except ChainError as error:
        execution.broken(run, error)
        run.error = error
    except BaseException as error:
        execution.broken(run, error)
        raise
    finally:
        driver.close()
