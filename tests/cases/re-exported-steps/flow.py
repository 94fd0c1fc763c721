from library import clean, count

from chaindsl import chain

numbers = chain("numbers", clean, count, inputs={"text": str})
