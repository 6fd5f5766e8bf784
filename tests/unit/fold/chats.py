"""Mixed logs for tests: topics that take turns, filler, corrections, other languages.

Each topic has things and what is said of them; sentences are drawn with numbers of their own, so
that no two topics share more words than people's talk does.
"""

import random
from collections import Counter
from dataclasses import dataclass, replace

import numpy as np

from infold.core.messages import Message, Text
from infold.fold.corrections import read_correction
from infold.fold.placement import Features
from infold.fold.vectors import term_vectors, unit_vectors
from infold.graph.units import Unit, units
from infold.recall.terms import term_hashes
from infold.text.analysis import analyze

TOPICS = {
    "database": (
        "connection pool|replica|vacuum job|index on orders|query planner|backup of the database",
        ("The {x} takes {n} ms under load, can we tune PostgreSQL for that?"
        "|We saw {n} slow queries on the {x} last night."
        "|Please raise the limit of the {x} to {n} connections."
        "|Does the {x} lock the table while it runs for {n} seconds?"),
        ("Setting the {x} to {n} should cut the latency of those queries."
        "|I would look at the plan first; the {x} scans {n} rows."
        "|The {x} is safe to change without restarting PostgreSQL, it needs {n} MB of memory."),
    ),
    "travel": (
        "flight to Lisbon|hotel near the beach|train to Porto|museum tickets|rental car|ferry",
        ("What would the {x} cost for {n} people in June?"
        "|I want to book the {x} for the {n}th of the month."
        "|Is the {x} far from the old town, more than {n} minutes on foot?"
        "|My sister joins us for the {x}, she arrives at gate {n}."),
        ("The {x} costs about {n} euros for each traveller in that season."
        "|You should reserve the {x} at least {n} days ahead of your trip."
        "|For the {x} bring your passport; boarding closes {n} minutes before departure."),
    ),
    "cooking": (
        "sourdough bread|lentil soup|tomato sauce|apple pie|roast chicken|miso dressing",
        ("How long does the {x} need in the oven, {n} minutes?"
        "|My {x} turned out too salty, I used {n} grams of salt."
        "|Can I make the {x} without butter for {n} guests?"
        "|The recipe of the {x} says {n} ml of water, is that right?"),
        ("For the {x} knead the dough {n} minutes and let it rest under a towel."
        "|Add {n} grams of sugar to the {x} and taste it again while it simmers."
        "|The {x} keeps {n} days in the fridge if you cover the bowl."),
    ),
    "fitness": (
        "squat routine|half marathon plan|knee pain|stretching session|protein intake|rest day",
        ("Should the {x} be {n} times a week for a beginner?"
        "|After the {x} my heart rate stayed at {n} for long."
        "|I skipped the {x} because my legs were sore after {n} km."
        "|My coach changed the {x} to {n} repetitions."),
        ("Keep the {x} light and add {n} percent a week so that the muscles recover."
        "|With the {x} drink water and sleep {n} hours."
        "|For the {x} warm up {n} minutes before you run."),
    ),
    "garden": (
        "tomato seedlings|compost heap|rose bushes|drip irrigation|apple tree|raised beds",
        ("When do I plant the {x}, is week {n} too early because of frost?"
        "|The {x} have yellow leaves after {n} days of rain."
        "|How deep do I dig for the {x}, {n} cm?"
        "|Slugs ate {n} of the {x} again."),
        ("Water the {x} every {n} days at the roots and never on the leaves."
        "|Prune the {x} in late winter, {n} cm above the ground."
        "|Mulch around the {x} keeps the soil moist for {n} days."),
    ),
    "tax": (
        "home office deduction|freelance invoice|VAT return|travel expenses|tax bracket|receipt",
        ("Can I claim {n} euros for the {x} this year?"
        "|The tax office asked for the {x} of quarter {n}."
        "|I forgot to file the {x}, the fine is {n} euros."
        "|Which form is the {x} on, line {n}?"),
        ("The {x} is deductible up to {n} euros if you keep the papers."
        "|File the {x} before the deadline, a late fee of {n} percent applies."
        "|For the {x} the tax office wants proof for {n} months of income."),
    ),
    "frontend": (
        "login form|dark mode toggle|React router|checkout button|sidebar animation|CSS grid",
        ("The {x} renders {n} times on each click, why?"
        "|Users on Safari see the {x} shifted by {n} pixels."
        "|Can the {x} be lazy loaded, the bundle is {n} kB?"
        "|The accessibility audit flagged the {x} with {n} issues."),
        ("Memoise the component of the {x}; it rerenders since the props change {n} times."
        "|Give the {x} a fixed width of {n} pixels in the style sheet."
        "|Split the {x} into a chunk, the browser then loads {n} kB less."),
    ),
    "music": (
        "guitar solo|chord progression|drum loop|vocal take|mixing desk|concert set list",
        ("Is {n} bpm too fast for the {x}?"
        "|The {x} sounds muddy at {n} hertz."
        "|We rehearse the {x} in room {n} with the band."
        "|I recorded the {x} in {n} takes and still hate it."),
        ("Play the {x} slowly at {n} bpm with a metronome first."
        "|Cut the bass of the {x} at {n} hertz so that the voice is heard."
        "|The {x} needs {n} bars of rest before the chorus."),
    ),
}  # fmt: skip
KOREAN = (
    "서버 배포|데이터베이스 이전|로그 수집",
    "{x} 작업은 {n}일에 끝나나요?|{x} 포트를 {n}번으로 바꿔 주세요.|{x} 중에 오류가 {n}건 났어요.",
    "{x} 작업은 {n}분 정도 걸립니다.|{x} 설정을 {n}으로 바꿨습니다.",
)
FILLER = ["Got it.", "Thanks!", "OK.", "Great, thank you.", "네, 알겠습니다.", "👍"]


@dataclass(frozen=True)
class MixedLog:
    """Messages with the topic of each; "" for filler."""

    messages: list[Message]
    topics: list[str]


def mixed_log(turns, *, seed=1, topics=8, korean=True, filler=0.15):
    """A log of so many turns: a user's message and an answer, one topic for two to five turns."""
    draw = random.Random(seed)
    choice = dict(list(TOPICS.items())[:topics])
    if korean:
        choice["korean"] = KOREAN
    messages, labels = [], []
    topic, left = "", 0
    for _ in range(turns):
        if draw.random() < filler:
            pair, label = [draw.choice(FILLER), draw.choice(FILLER[:3])], ""
        else:
            if not left:
                topic, left = draw.choice([name for name in choice if name != topic]), 0
                left = draw.randint(2, 5)
            left -= 1
            things, asks, answers = (part.split("|") for part in choice[topic])
            thing = draw.choice(things)
            pair = [
                draw.choice(asks).format(x=thing, n=draw.randint(2, 999)),
                draw.choice(answers).format(x=thing, n=draw.randint(2, 999)),
            ]
            label = topic
        for role, text in zip(("user", "assistant"), pair, strict=True):
            messages.append(said(role, text, position=len(messages)))
            labels.append(label)
    return MixedLog(messages, labels)


def said(role, text, *, position=-1):
    """A message of one text, with a token for every four characters."""
    message = Message(role=role, parts=(Text(text=text),))
    return replace(message, id=f"m{position}", position=position, tokens=max(1, len(text) // 4))


def features_of(messages, *, vectors=None, each=False):
    """Features of a chain of messages: by the vectors of an embedder, else by their terms."""
    parents = [(i - 1,) if i else () for i in range(len(messages))]
    found = (
        [Unit(first=i, members=(i,)) for i in range(len(messages))]
        if each
        else units(messages, parents)
    )
    owner = np.repeat(np.arange(len(found)), [len(unit.members) for unit in found])
    terms = [term_hashes(analyze(message.text)) for message in messages]
    filler = np.array([message.text in FILLER for message in messages])
    if vectors is None:
        of_term = np.repeat(owner, [len(some) for some in terms])
        rows = term_vectors(np.concatenate(terms), of_term, len(found))
    else:
        weights = np.sqrt([message.tokens for message in messages]) * ~filler
        rows = unit_vectors(vectors, np.arange(len(vectors)), weights, owner, len(found))
    return [
        Features(
            unit=unit,
            tokens=sum(messages[i].tokens for i in unit.members),
            vector=rows[index],
            terms=np.concatenate([terms[i] for i in unit.members]),
            is_filler=all(filler[i] for i in unit.members),
            correction=read_correction(messages[i] for i in unit.members),
        )
        for index, unit in enumerate(found)
    ]


def shares(forest, features):
    """(share of the largest cluster, share in clusters of three or more) of units, no filler."""
    sizes = Counter(forest.find(known.unit.first) for known in features if not known.is_filler)
    total = sum(sizes.values())
    return max(sizes.values()) / total, sum(n for n in sizes.values() if n >= 3) / total
