import functools

from chaindsl import chain, step


def logged(function):
    @functools.wraps(function)
    def wrapper(*args, **kwargs):
        print(function.__name__)
        return function(*args, **kwargs)

    return wrapper


@step(writes="summary")
@logged
def summarise(text: str, language: str) -> str:
    return f"{language}: {text[:40]}"


digest = chain("digest", summarise, inputs={"text": str})
