"""Facts of generated sessions: how each category of question comes about."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Final

from bench.retention.amounts import Exhausted
from bench.retention.scenes import Draft, Planned, Scene
from bench.retention.telling import Teller
from bench.retention.values import UNANSWERABLE, Question, Role
from bench.retention.wordings import Domain, Pair, Slot, Wordings

TWO_HOPS: Final = "two hops"

WEIGHTS: Final = {
    "headline": 10,
    "footnote": 10,
    "corrected nearby": 6,
    "corrected far away": 8,
    "corrected in few words": 6,
    "earlier value": 4,
    TWO_HOPS: 8,
    "other words": 6,
    "question and answer": 6,
    "look-alikes": 8,
    "tool output": 5,
    "other language": 10,
    "across languages": 6,
    UNANSWERABLE: 6,
}
"""Categories of questions with how often each is asked, beside the others."""


class Facts(Teller):
    """Makes facts that never contradict each other but where one corrects the other."""

    def __init__(self, rng: random.Random, words: Wordings) -> None:
        super().__init__(rng, words)
        self._pairs = [(domain, pair) for domain in words.domains for pair in domain.paraphrases]
        rng.shuffle(self._pairs)
        self._makers: dict[str, Callable[[], Planned]] = {
            "headline": lambda: self._stated(footnote=False),
            "footnote": lambda: self._stated(footnote=True),
            "corrected nearby": self._corrected_nearby,
            "corrected far away": self._corrected_far,
            "corrected in few words": self._corrected_in_few_words,
            "earlier value": self._earlier_value,
            TWO_HOPS: self._two_hops,
            "other words": self._other_words,
            "question and answer": self._question_and_answer,
            "look-alikes": self._look_alikes,
            "tool output": self._tool_output,
            "other language": self._other_language,
            "across languages": self._across_languages,
            UNANSWERABLE: self._unanswerable,
        }

    # ------------------------------------------------------------ what the session is made of

    def asked(self, count: int) -> list[Planned]:
        """So many questions, their categories by weight; fewer where the wordings run out."""
        planned: list[Planned] = []
        made: Counter[str] = Counter()
        names = list(WEIGHTS)
        while len(planned) < count and names:
            # The category that is furthest behind its share comes next.
            name = min(names, key=lambda one: (made[one] + self._rng.random()) / WEIGHTS[one])
            try:
                planned.append(self._makers[name]())
                made[name] += 1
            except Exhausted:
                names.remove(name)
        return planned

    def stated(self, count: int) -> list[Planned]:
        """So many facts that are stated once each: half by themselves, half in passing."""
        return [self._stated(footnote=at % 2 == 1) for at in range(count)]

    def clutter(self, count: int) -> Iterator[Scene]:
        """Facts that nobody asks for; every fifth is corrected later on."""
        rng = self._rng
        for _ in range(count):
            domain = rng.choice(
                self._words.languages if rng.random() < 0.1 else self._words.domains
            )
            try:
                slot, entity, value = self._fact(domain, named=domain.language != "en")
                time = rng.uniform(0, 0.98)
                if domain.language == "en" and rng.random() < 0.5:
                    yield Scene(
                        time=time, domain=domain, drafts=[self._foot(domain, slot, entity, value)]
                    )
                else:
                    yield self._scene(domain, [self._head(slot, entity, value)], time)
                if rng.random() < 0.2:
                    new = self._value(domain, slot)
                    fix = self._fix(slot, entity, new)
                    yield self._scene(domain, [fix], rng.uniform(time, 1))
            except Exhausted:
                continue

    # ------------------------------------------------------------ categories

    def _stated(self, *, footnote: bool) -> Planned:
        domain = self._english()
        slot, entity, value = self._fact(domain)
        if footnote:
            said = self._foot(domain, slot, entity, value)
            scene = Scene(time=self._time(), domain=domain, drafts=[said])
        else:
            said = self._head(slot, entity, value)
            scene = self._scene(domain, [said])
        category = "footnote" if footnote else "headline"
        return self._plan(category, slot, entity, value, [scene], [said])

    def _corrected_nearby(self) -> Planned:
        domain = self._english()
        slot, entity, old = self._fact(domain)
        new = self._value(domain, slot)
        head, fix = self._head(slot, entity, old, role="user"), self._fix(slot, entity, new)
        between = [d for _ in range(self._rng.randint(0, 2)) for d in self.exchange(domain)]
        scene = self._scene(domain, [head, self._ack(), *between, fix])
        return self._plan("corrected nearby", slot, entity, new, [scene], [fix], stale={old: head})

    def _corrected_far(self) -> Planned:
        """Corrected once, or, in three of ten, twice."""
        domain = self._english()
        slot, entity, value = self._fact(domain)
        times = sorted(self._rng.uniform(0, 1) for _ in range(2))
        times = [0.65 * times[0], 0.65 * times[0] + 0.25, 0.95]
        if self._rng.random() < 0.7:
            times = [times[0], self._rng.uniform(times[1], 0.97)]
        said = self._head(slot, entity, value)
        scenes = [self._scene(domain, [said], times[0])]
        stale: dict[str, Draft] = {}
        for time in times[1:]:
            stale[value] = said
            value = self._value(domain, slot)
            said = self._fix(slot, entity, value)
            scenes.append(self._scene(domain, [said], time))
        return self._plan("corrected far away", slot, entity, value, scenes, [said], stale=stale)

    def _corrected_in_few_words(self) -> Planned:
        """`Make it 30.`: what it is about stands in the message before, or a few before."""
        return self._few_words(self._english(), "corrected in few words")

    def _few_words(self, domain: Domain, category: str) -> Planned:
        slot, entity, old = self._fact(domain)
        new = self._value(domain, slot)
        head = self._head(slot, entity, old, role="user")
        short = Draft(role="user", text=self._rng.choice(slot.short).format(v=new))
        ack = self._rng.choice(domain.filler or self._words.acks)
        drafts = [head, Draft(role="assistant", text=ack), short]
        scene = Scene(time=self._time(), domain=domain, drafts=drafts)
        return self._plan(category, slot, entity, new, [scene], [head, short], stale={old: head})

    def _earlier_value(self) -> Planned:
        domain = self._english()
        slot, entity, old = self._fact(domain)
        time = self._rng.uniform(0, 0.7)
        head = self._head(slot, entity, old)
        fix = self._fix(slot, entity, self._value(domain, slot))
        scenes = [
            self._scene(domain, [head], time),
            self._scene(domain, [fix], self._rng.uniform(time + 0.05, 0.97)),
        ]
        question = Question(
            id="", text=self._rng.choice(slot.before).format(e=entity), category="earlier value",
            answers=(old,), wants_old=True,
        )  # fmt: skip
        return Planned(question=question, scenes=scenes, evidence=[head])

    def _two_hops(self) -> Planned:
        rng, domain = self._rng, self._english()
        hop = rng.choice(domain.hops)
        entity = self._new_entity(domain, hop)
        bridge = self._amounts.draw(hop.bridge, domain.language, "bridge")
        value = self._amounts.draw(hop.kind, domain.language, hop)
        first = self._say(rng.choice(hop.first).format(e=entity, b=bridge))
        second = self._say(rng.choice(hop.second).format(b=bridge, v=value))
        question = Question(
            id="", text=rng.choice(hop.ask).format(e=entity), category=TWO_HOPS,
            answers=(value, bridge),
        )  # fmt: skip
        scenes = [self._scene(domain, [draft]) for draft in (first, second)]
        return Planned(question=question, scenes=scenes, evidence=[first, second])

    def _other_words(self) -> Planned:
        if not self._pairs:
            raise Exhausted("paraphrases")
        domain, pair = self._pairs.pop()
        return self._pair("other words", domain, pair, entity="")

    def _pair(self, category: str, domain: Domain, pair: Pair, *, entity: str) -> Planned:
        value = self._amounts.draw(pair.kind, "en", pair)
        said = self._say(pair.say.format(v=value, e=entity))
        question = Question(
            id="", text=pair.ask.format(e=entity), category=category, answers=(value,)
        )
        scene = self._scene(domain, [said])
        return Planned(question=question, scenes=[scene], evidence=[said])

    def _question_and_answer(self) -> Planned:
        domain = self._english()
        slot, entity, value = self._fact(domain)
        ask, reply = self._rng.sample(("user", "assistant"), 2)
        asked = Draft(role=_role(ask), text=self._rng.choice(slot.ask).format(e=entity))
        text = self._rng.choice(slot.reply).format(v=value)
        replied = Draft(role=_role(reply), text=text)
        scene = Scene(time=self._time(), domain=domain, drafts=[asked, replied])
        return self._plan("question and answer", slot, entity, value, [scene], [asked, replied])

    def _look_alikes(self) -> Planned:
        """The same is stated of four entities whose names share a half; one is asked for."""
        domain = self._english()
        slot, family = self._family(domain, 4)
        head = self._rng.choice(slot.head)
        said = []
        for entity in family:
            value = self._value(domain, slot)
            said.append((value, self._say(head.format(e=entity, v=value))))
        scenes = [self._scene(domain, [draft]) for _, draft in said]
        value, draft = said[0]
        return self._plan("look-alikes", slot, family[0], value, scenes, [draft])

    def _tool_output(self) -> Planned:
        rng, domain = self._rng, self._english()
        tool = rng.choice(domain.tools)
        entity = self._new_entity(domain, tool)
        value = self._amounts.draw(tool.kind, domain.language, tool)
        asked, answered = self.exchange(domain)
        run = self._run(tool.name, tool.arguments, tool.output, entity, value)
        scene = Scene(time=self._time(), domain=domain, drafts=[asked, *run, answered])
        question = Question(
            id="", text=rng.choice(tool.ask).format(e=entity), category="tool output",
            answers=(value,),
        )  # fmt: skip
        return Planned(question=question, scenes=[scene], evidence=[run[1]])

    def _other_language(self) -> Planned:
        """Stated, or corrected in full or in few words, in a language other than English."""
        rng = self._rng
        domain = rng.choice(self._words.languages)
        way = rng.random()
        if way < 0.25:
            return self._few_words(domain, "other language")
        slot, entity, value = self._fact(domain)
        said = self._head(slot, entity, value)
        if way < 0.7:
            scene = self._scene(domain, [said])
            return self._plan("other language", slot, entity, value, [scene], [said])
        time, new = rng.uniform(0, 0.7), self._value(domain, slot)
        fix = self._fix(slot, entity, new)
        scenes = [
            self._scene(domain, [said], time),
            self._scene(domain, [fix], rng.uniform(time + 0.1, 0.97)),
        ]
        return self._plan("other language", slot, entity, new, scenes, [fix], stale={value: said})

    def _across_languages(self) -> Planned:
        """Stated in another language and asked in English, or the other way round."""
        rng = self._rng
        domain = rng.choice(self._words.languages)
        if rng.random() < 0.4:
            pair = rng.choice(domain.abroad)
            return self._pair("across languages", domain, pair, entity=self._new_name(pair))
        slot, entity, value = self._fact(domain, named=True)
        said = self._head(slot, entity, value)
        question = Question(
            id="", text=rng.choice(slot.ask_en).format(e=entity), category="across languages",
            answers=(value,), keys=(entity,),
        )  # fmt: skip
        return Planned(question=question, scenes=[self._scene(domain, [said])], evidence=[said])

    def _unanswerable(self) -> Planned:
        """Asked is what was stated of two entities with like names, and never of this one."""
        rng, domain = self._rng, self._english()
        slot, family = self._family(domain, 3)
        lures = [self._head(slot, entity, self._value(domain, slot)) for entity in family[1:]]
        question = Question(
            id="", text=rng.choice(slot.ask).format(e=family[0]), category=UNANSWERABLE
        )
        scenes = [self._scene(domain, [draft]) for draft in lures]
        return Planned(question=question, scenes=scenes, evidence=[], lures=lures)

    def _plan(
        self,
        category: str,
        slot: Slot,
        entity: str,
        value: str,
        scenes: list[Scene],
        evidence: list[Draft],
        *,
        stale: dict[str, Draft] | None = None,
    ) -> Planned:
        stale = stale or {}
        question = Question(
            id="", text=self._rng.choice(slot.ask).format(e=entity), category=category,
            answers=(value,), stale=tuple(stale), keys=(entity,),
        )  # fmt: skip
        return Planned(
            question=question, scenes=scenes, evidence=evidence, stale=list(stale.values())
        )


def _role(name: str) -> Role:
    return "user" if name == "user" else "assistant"
