"""A long chain of short steps, as a pipeline is usually written; one key is made better twice."""

from chaindsl import Budget, Complete, Text, chain, prompt, step

LIST = prompt("list", version="1", text="The ingredients, one a line:\n\n{recipe}")
STEPS = prompt("steps", version="1", text="The steps, one a line:\n\n{recipe}")
CHECK = prompt("check", version="1", text="Ingredients:\n{ingredients}\n\nSteps:\n{steps}\n\nCorrected steps:")
TITLE = prompt("title", version="1", text="A title for:\n\n{steps}")


@step(writes="ingredients", prompt=LIST)
def ingredients(recipe: Text, *, complete: Complete) -> Text:
    return complete(LIST.format(recipe=recipe))


@step(writes="servings")
def servings(recipe: Text) -> int:
    return next((int(word) for word in recipe.split() if word.isdigit()), 4)


@step(writes="ingredients")
def scale(ingredients: Text, servings: int, guests: int = 4) -> Text:
    return f"{guests / servings:g} times: {ingredients}"


@step(writes="steps", prompt=STEPS)
def steps(recipe: Text, *, complete: Complete) -> Text:
    return complete(STEPS.format(recipe=recipe))


@step(writes="steps", prompt=CHECK)
def check(ingredients: Text, steps: Text, *, complete: Complete) -> Text:
    return complete(CHECK.format(ingredients=ingredients, steps=steps))


@step(writes="steps")
def number(steps: Text) -> Text:
    return "\n".join(f"{n}. {line}" for n, line in enumerate(steps.splitlines(), 1))


@step(writes="title", prompt=TITLE)
def title(steps: Text, *, complete: Complete) -> Text:
    return complete(TITLE.format(steps=steps))


@step(writes="card")
def card(title: Text, ingredients: Text, steps: Text) -> Text:
    return f"{title}\n\n{ingredients}\n\n{steps}"


recipe = chain(
    "recipe",
    ingredients,
    servings,
    scale,
    steps,
    check,
    number,
    title,
    card,
    inputs={"recipe": Text},
    outputs=["card"],
    budget=Budget(calls=8, bytes=200_000),
    drop=True,
)
