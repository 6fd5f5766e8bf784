"""Long working sessions, made from a seed: what is said when, and the chatter in between."""

from __future__ import annotations

import random
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from typing import Final

from bench.retention.facts import Facts
from bench.retention.scenes import Draft, Planned
from bench.retention.values import Dialogue, Question, Turn
from bench.retention.wordings import Domain, Set, load

MOST_ASKED: Final = 60
"""Questions for each thousand messages or part of it, up to twice as many in all."""
_FACTS: Final = 0.45
"""Share of the messages that are no filler which the asked facts may take, with their scenes."""
_CLUTTER: Final = 14
"""One fact that nobody asks for in so many messages that are no filler."""
_STAY: Final = 0.97
"""How likely the talk stays with its domain for another message or two."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Recipe:
    """What a session is made of; equal recipes give equal sessions.

    Attributes:
        size: Messages.
        seed: Of everything drawn.
        filler: Share of messages that say nothing, 0 to 0.8.
        wordings: `development`, or `test`, which shares no template, entity or name with it.
    """

    size: int
    seed: int
    filler: float = 0.4
    wordings: Set = "development"

    @property
    def asked(self) -> int:
        """How many questions it has room for."""
        thousands = min(2, max(1, round(self.size / 10_000)))
        return min(MOST_ASKED * thousands, int(self.size * (1 - self.filler) * _FACTS / 3))


@dataclass(frozen=True, slots=True, kw_only=True)
class PlainRecipe(Recipe):
    """A session with so many facts that are stated once each, instead of questions of all kinds."""

    facts: int = 40

    @property
    def asked(self) -> int:
        """As many as there are facts."""
        return self.facts


def generate(recipe: Recipe) -> Dialogue:
    """Make a session. Linear in its size but for one sort of its scenes; some 20 µs a message.

    Raises:
        ValueError: A size or share that cannot be.
    """
    if recipe.size < 50 or not 0 <= recipe.filler <= 0.8:
        raise ValueError("A session has 50 messages or more and 0 to 80 % filler.")
    return _Session(recipe).dialogue()


class _Session:
    def __init__(self, recipe: Recipe) -> None:
        self._recipe = recipe
        self._words = load(recipe.wordings)
        # A recipe's text as the seed: neighbouring seeds give sessions that have nothing in common.
        self._rng = random.Random(repr(recipe))
        self._facts = Facts(self._rng, self._words)
        self._turns: list[Turn] = []
        self._domain: Domain = self._words.domains[0]
        self._person = self._rng.choice(self._words.first_names)
        self._calls = 0
        self._now = datetime(2026, 1, 5, 9, tzinfo=UTC)

    def dialogue(self) -> Dialogue:
        recipe, rng = self._recipe, self._rng
        plain = isinstance(recipe, PlainRecipe)
        planned = (self._facts.stated if plain else self._facts.asked)(recipe.asked)
        clutter = int(recipe.size * (1 - recipe.filler) / _CLUTTER)
        room = int(recipe.size * (1 - recipe.filler))
        scenes = [scene for plan in planned for scene in plan.scenes]
        taken = sum(len(scene.drafts) for scene in scenes)
        for scene in self._facts.clutter(clutter):
            if taken + len(scene.drafts) > room * 2 // 3:
                break
            taken += len(scene.drafts)
            scenes.append(scene)
        free = recipe.size - taken
        self._free, self._chat, self._blank = free, 0, min(free, round(recipe.filler * recipe.size))
        for scene in sorted(scenes, key=lambda one: one.time):
            self._talk_until(scene.time * free)
            if scene.domain is not self._domain:
                self._turn_to(scene.domain)
            for draft in scene.drafts:
                self._add(draft)
        self._talk_until(free)
        rng.shuffle(planned)
        name = f"{recipe.wordings}-{recipe.size}-{recipe.seed}"
        return Dialogue(
            name=name,
            source=f"{recipe.wordings} {recipe.size:,}",
            turns=tuple(self._turns),
            questions=tuple(_question(f"{name}-{at}", plan) for at, plan in enumerate(planned)),
            filler=recipe.filler,
        )

    # ------------------------------------------------------------ chatter

    def _talk_until(self, chatter: float) -> None:
        """Talk until so many messages of chatter stand in all."""
        rng = self._rng
        while self._chat < chatter:
            left = self._free - self._chat
            if rng.random() > _STAY:
                self._turn_to(self._some_domain())
            if rng.random() * left < self._blank:
                self._blank -= 1
                drafts = [self._filler()]
            else:
                drafts = self._facts.exchange(self._domain)
                if self._domain.language == "en" and rng.random() < 0.2:
                    drafts[1:1] = self._facts.tool_run(self._domain)
            del drafts[left:]
            # A call at the very end would stand without its output.
            if drafts[-1].tool and drafts[-1].role == "assistant":
                drafts[-1] = self._filler()
            self._chat += len(drafts)
            for draft in drafts:
                self._add(draft)

    def _filler(self) -> Draft:
        texts = self._domain.filler or self._words.filler
        return Draft(role="user", text=self._rng.choice(texts))

    def _some_domain(self) -> Domain:
        rng, words = self._rng, self._words
        return rng.choice(words.languages if rng.random() < 0.15 else words.domains)

    def _turn_to(self, domain: Domain) -> None:
        self._domain = domain
        self._person = self._rng.choice(self._words.first_names)

    # ------------------------------------------------------------ turns

    def _add(self, draft: Draft) -> None:
        rng = self._rng
        user = draft.role == "user"
        self._now += timedelta(seconds=rng.randint(20, 600) if user else rng.randint(2, 40))
        if self._now.hour >= 19:
            self._now = self._now.replace(hour=8, minute=rng.randrange(60)) + timedelta(days=1)
        if draft.tool and draft.role == "assistant":
            self._calls += 1
        draft.index = len(self._turns)
        self._turns.append(
            Turn(
                role=draft.role,
                speaker=self._person if user else draft.role,
                text=draft.text,
                at=self._now,
                when=f"{self._now:%Y-%m-%d %H:%M}",
                tool=draft.tool,
                call=f"call_{self._calls:05d}" if draft.tool else "",
            )
        )


def _question(identity: str, plan: Planned) -> Question:
    return replace(
        plan.question,
        id=identity,
        evidence=tuple(sorted(draft.index for draft in plan.evidence)),
        stale_at=tuple(draft.index for draft in plan.stale),
        lures=tuple(sorted(draft.index for draft in plan.lures)),
    )
