"""Checks of texts."""


def no_prices(text: str) -> None:
    if any(sign in text for sign in "€$£"):
        raise ValueError("leave prices out")


def names(text: str, product: str) -> None:
    if product.lower() not in text.lower():
        raise ValueError(f"name {product}")


CHECKS = [no_prices, names]
