"""English words that tell nothing, for peers that rank by words."""

from __future__ import annotations

from typing import Final

_TEXT: Final = """
    a about all also am an and any are as at be because been but by can could did do does doing
    for from get go got had has have he her here him his how i if in into is it its just like me
    more my no not now of off on one or our out own really she should so some such than that the
    their them then there these they this those to too up us very was we were what when where which
    while who whom why will with would yes you your
"""

STOPWORDS: Final = frozenset(_TEXT.split())
