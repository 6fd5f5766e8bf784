"""Values of generated facts: ports, dates, names and the like, never twice for the same slot."""

from __future__ import annotations

import random
from collections import defaultdict
from typing import Final

from bench.retention.wordings import Wordings

_TRIES: Final = 60
_MONTHS: Final = {
    "en": "January February March April May June July August September October November December",
    "de": "Januar Februar März April Mai Juni Juli August September Oktober November Dezember",
    "id": "Januari Februari Maret April Mei Juni Juli Agustus September Oktober November Desember",
}


class Exhausted(Exception):
    """There is no further value of this kind for this slot."""


class Amounts:
    """Draws values.

    A kind is `port`, `version`, `decimal`, `date`, `time`, `person`, `city`, `code`, `path`,
    `name`, `host`, or `number LEAST MOST`.
    """

    def __init__(self, rng: random.Random, wordings: Wordings) -> None:
        self._rng = rng
        self._wordings = wordings
        self._used: dict[object, set[str]] = defaultdict(set)

    def draw(self, kind: str, language: str, slot: object) -> str:
        """A value that `slot` (anything hashable) has not had yet.

        Raises:
            Exhausted: None was found.
        """
        used = self._used[slot]
        for _ in range(_TRIES):
            value = self._any(kind, language)
            if value not in used:
                used.add(value)
                return value
        raise Exhausted(kind)

    def _any(self, kind: str, language: str) -> str:
        rng, known = self._rng, self._wordings
        name, *bounds = kind.split()
        match name:
            case "number":
                return str(rng.randint(int(bounds[0]), int(bounds[1])))
            case "port":
                return str(rng.randint(1024, 9998))
            case "version":
                return f"{rng.randint(0, 19)}.{rng.randint(0, 40)}.{rng.randint(0, 19)}"
            case "decimal":
                return f"{rng.uniform(0.001, 9):.3f}"
            case "time":
                return f"{rng.randint(6, 23):02d}:{rng.randint(0, 59):02d}"
            case "date":
                return _date(rng.randint(1, 28), rng.randint(1, 12), language)
            case "person":
                return f"{rng.choice(known.first_names)} {rng.choice(known.last_names)}"
            case "city":
                return rng.choice(known.cities)
            case "code":
                letters = "".join(rng.sample("ABCDEFGHKLMNPRSTUVWXYZ", 2))
                return f"{letters}-{rng.randint(1000, 9999)}"
            case "path":
                return f"/srv/{self._word(2)}/{self._word(2)}"
            case "name":
                return rng.choice(known.name_starts) + rng.choice(known.name_ends)
            case "host":
                return f"{self._word(2)}-{rng.randint(1, 99):02d}"
            case _:
                raise ValueError(f"no kind of value is called {kind!r}")

    def _word(self, syllables: int) -> str:
        return "".join(self._rng.sample(self._wordings.syllables, syllables))


def _date(day: int, month: int, language: str) -> str:
    match language:
        case "zh" | "ja":
            return f"{month}月{day}日"
        case "ko":
            return f"{month}월 {day}일"
        case _:
            name = _MONTHS[language].split()[month - 1]
            return f"{day}. {name}" if language == "de" else f"{day} {name}"
