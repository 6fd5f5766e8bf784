"""Names of the months, in languages that write them with letters.

Korean, Chinese and Japanese count them.
"""

from typing import Final

__all__ = ["MONTH_NAMES"]

MONTH_NAMES: Final = tuple(
    tuple(names.split())
    for names in (
        "january jan januar januari",
        "february feb februar februari",
        "march mar märz mär maret",
        "april apr",
        "may mai mei",
        "june jun juni",
        "july jul juli",
        "august aug agustus agu",
        "september sept sep",
        "october oct oktober okt",
        "november nov",
        "december dec dezember dez desember des",
    )
)
"""Twelve, from January: in English, German and Indonesian, in full and short, in lower case."""
