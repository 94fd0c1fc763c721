from library.counting import count
from library.text import clean_text as clean

__all__ = ["clean", "count"]
