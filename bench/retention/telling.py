"""Messages of generated sessions: entities, values, and sentences about them."""

from __future__ import annotations

import random
from typing import Final

from bench.retention.amounts import Amounts, Exhausted
from bench.retention.scenes import Draft, Scene
from bench.retention.values import Role
from bench.retention.wordings import Domain, Slot, Wordings

_SINGLE_WORDS: Final = ("zh", "ja")
"""Languages that put no space between sentences."""


class Teller:
    """Words things; never gives a slot of an entity a second value by accident."""

    def __init__(self, rng: random.Random, words: Wordings) -> None:
        self._rng = rng
        self._words = words
        self._amounts = Amounts(rng, words)
        self._taken: set[tuple[object, str]] = set()

    def exchange(self, domain: Domain) -> list[Draft]:
        """A person says something about an entity, and the assistant answers."""
        entity = self._entity(domain)
        said = self._sentences(domain, domain.said, entity, self._rng.choice((1, 1, 2, 3)))
        answered = self._sentences(domain, domain.answered, entity, self._rng.choice((1, 2, 2, 3)))
        return [Draft(role="user", text=said), Draft(role="assistant", text=answered)]

    def tool_run(self, domain: Domain) -> list[Draft]:
        """A call and an output that nobody asks for."""
        tool = self._rng.choice(domain.tools)
        entity = self._entity(domain)
        while (tool, entity) in self._taken:
            entity = self._entity(domain)
        value = self._amounts.draw(tool.kind, domain.language, object())
        return self._run(tool.name, tool.arguments, tool.output, entity, value)

    # ------------------------------------------------------------ values and entities

    def _english(self) -> Domain:
        return self._rng.choice(self._words.domains)

    def _fact(self, domain: Domain, *, named: bool = False) -> tuple[Slot, str, str]:
        """A slot, an entity that has no value of it yet, and a value."""
        slot = self._rng.choice(domain.slots)
        entity = self._new_name(slot) if named else self._new_entity(domain, slot)
        return slot, entity, self._value(domain, slot)

    def _value(self, domain: Domain, slot: Slot) -> str:
        return self._amounts.draw(slot.kind, domain.language, slot)

    def _entity(self, domain: Domain) -> str:
        return domain.join.join((self._rng.choice(domain.first), self._rng.choice(domain.second)))

    def _new_entity(self, domain: Domain, what: object) -> str:
        for _ in range(20):
            entity = self._entity(domain)
            if (what, entity) not in self._taken:
                self._taken.add((what, entity))
                return entity
        raise Exhausted("entities")

    def _new_name(self, what: object) -> str:
        name = self._amounts.draw("name", "en", ("name", what))
        self._taken.add((what, name))
        return name

    def _family(self, domain: Domain, count: int) -> tuple[Slot, list[str]]:
        """A slot and entities without a value of it whose names share a half."""
        rng = self._rng
        for _ in range(20):
            slot = rng.choice(domain.slots)
            if rng.random() < 0.5:
                half = rng.choice(domain.first)
                family = [f"{half} {other}" for other in rng.sample(domain.second, count)]
            else:
                half = rng.choice(domain.second)
                family = [f"{other} {half}" for other in rng.sample(domain.first, count)]
            if not any((slot, entity) in self._taken for entity in family):
                self._taken.update((slot, entity) for entity in family)
                return slot, family
        raise Exhausted("families")

    # ------------------------------------------------------------ messages

    def _time(self) -> float:
        return self._rng.uniform(0, 0.97)

    def _scene(self, domain: Domain, drafts: list[Draft], time: float | None = None) -> Scene:
        """Messages, and in every other case a word of thanks for the last of them."""
        if domain.language == "en" and self._rng.random() < 0.5 and drafts[-1].role == "user":
            drafts = [*drafts, self._ack()]
        return Scene(time=self._time() if time is None else time, domain=domain, drafts=drafts)

    def _ack(self) -> Draft:
        return Draft(role="assistant", text=self._rng.choice(self._words.acks))

    def _say(self, text: str, role: Role | None = None) -> Draft:
        role = role or ("user" if self._rng.random() < 0.7 else "assistant")
        return Draft(role=role, text=_capital(text))

    def _head(self, slot: Slot, entity: str, value: str, role: Role | None = None) -> Draft:
        text = _capital(self._rng.choice(slot.head).format(e=entity, v=value))
        if text.isascii() and slot.foot and self._rng.random() < 0.4:
            text = self._rng.choice(self._words.openers) + text
        return self._say(text, role)

    def _fix(self, slot: Slot, entity: str, value: str) -> Draft:
        return self._say(self._rng.choice(slot.fix).format(e=entity, v=value), "user")

    def _foot(self, domain: Domain, slot: Slot, entity: str, value: str) -> Draft:
        """A message about something else that mentions the fact in passing."""
        aside = self._rng.choice(self._words.asides)
        mention = _capital(self._rng.choice(slot.foot).format(aside=aside, e=entity, v=value)) + "."
        other = self._entity(domain)
        texts = self._rng.sample(domain.said, self._rng.choice((2, 3, 4)))
        before = self._sentences(domain, tuple(texts[:1]), other, 1)
        after = self._sentences(domain, tuple(texts[1:]), other, 3)
        return Draft(role="user", text=f"{before} {mention} {after}")

    def _sentences(self, domain: Domain, texts: tuple[str, ...], entity: str, count: int) -> str:
        rng = self._rng
        chosen = [
            _capital(text.format(
                e=entity, n=rng.randint(3, 480), m=rng.randint(2, 60),
                who=rng.choice(self._words.first_names), day=rng.choice(self._words.days),
            ))
            for text in rng.sample(texts, min(count, len(texts)))
        ]  # fmt: skip
        return ("" if domain.language in _SINGLE_WORDS else " ").join(chosen)

    def _run(
        self, tool: str, arguments: str, output: tuple[str, ...], entity: str, value: str
    ) -> list[Draft]:
        rng = self._rng
        filled = {
            "slug": entity.lower().replace(" ", "-"), "slug_": entity.lower().replace(" ", "_"),
            "v": value, "n": rng.randint(3, 480), "m": rng.randint(2, 60),
        }  # fmt: skip
        lines = [line.format(**filled) for line in output]
        return [
            Draft(role="assistant", text=arguments.format(**filled), tool=tool),
            Draft(role="tool", text="\n".join(lines), tool=tool),
        ]


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
