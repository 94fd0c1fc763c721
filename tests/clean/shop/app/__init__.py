"""The application: what other modules need stands here once more."""

from app.models import Basket, Item
from app.steps import describe, price, recommend
from app.texts import DESCRIBE, RECOMMEND

__all__ = ["DESCRIBE", "RECOMMEND", "Basket", "Item", "describe", "price", "recommend"]
