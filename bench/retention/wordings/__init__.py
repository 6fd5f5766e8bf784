"""What the generated sessions are worded with: two sets that share no template, entity or name.

A set is a folder of TOML files: `common` has names and messages that say nothing, each of the
others a domain or a language. In templates `{e}` is an entity, `{v}` the value that is asked for,
`{b}` what joins two hops, `{slug}` the entity as a program writes it; `{aside}`, `{who}`, `{day}`,
`{n}` and `{m}` are drawn anew each time.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, fields
from functools import cache
from pathlib import Path
from typing import Any, Final, Literal, TypeAlias

Set: TypeAlias = Literal["development", "test"]
SETS: Final[tuple[Set, ...]] = ("development", "test")
DOMAINS: Final = ("devops", "research", "travel", "household", "support")
LANGUAGES: Final = ("de", "zh", "ja", "ko", "id")
"""Beside English, the language of the domains."""

Texts: TypeAlias = tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Slot:
    """Something that entities have.

    Attributes:
        kind: Of its values; see `bench.retention.amounts`.
        head: Sentences that state it.
        foot: Parts of a longer message that mention it.
        fix: Sentences that correct it and say of what.
        short: Corrections that name the new value alone.
        ask: Questions.
        before: Questions for the value that was replaced.
        reply: Answers to `ask`, which do not repeat the question.
        ask_en: Questions in English, where the slot is in another language.
    """

    kind: str
    head: Texts
    fix: Texts
    short: Texts
    ask: Texts
    before: Texts
    foot: Texts = ()
    reply: Texts = ()
    ask_en: Texts = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Hop:
    """Two statements that only together answer: `{e}` has `{b}`, `{b}` has `{v}`."""

    bridge: str
    kind: str
    first: Texts
    second: Texts
    ask: Texts


@dataclass(frozen=True, slots=True, kw_only=True)
class Tool:
    """A tool's run whose output states a value."""

    name: str
    kind: str
    arguments: str
    output: Texts
    ask: Texts


@dataclass(frozen=True, slots=True, kw_only=True)
class Pair:
    """A statement and a question for it; in other words, or in another language."""

    kind: str
    say: str
    ask: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Domain:
    """A field of work, or a language.

    Attributes:
        name: Of its file.
        language: ISO 639-1 code.
        first: First halves of its entities.
        second: Second halves.
        join: What stands between them.
        said: What people say when they state nothing.
        answered: What the assistant answers then.
        filler: Messages that say nothing; of the set where there are none of its own.
        slots: What its entities have.
        hops: Chains of two.
        tools: What tools print about its entities.
        paraphrases: Statements whose questions share no word with them.
        abroad: English statements with questions in its language.
    """

    name: str
    language: str
    first: Texts
    second: Texts
    said: Texts
    answered: Texts
    slots: tuple[Slot, ...]
    join: str = " "
    filler: Texts = ()
    hops: tuple[Hop, ...] = ()
    tools: tuple[Tool, ...] = ()
    paraphrases: tuple[Pair, ...] = ()
    abroad: tuple[Pair, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Wordings:
    """One set."""

    name_starts: Texts
    name_ends: Texts
    first_names: Texts
    last_names: Texts
    cities: Texts
    syllables: Texts
    days: Texts
    filler: Texts
    acks: Texts
    openers: Texts
    asides: Texts
    domains: tuple[Domain, ...]
    languages: tuple[Domain, ...]


_PARTS: Final = {"slots": Slot, "hops": Hop, "tools": Tool, "paraphrases": Pair, "abroad": Pair}


@cache
def load(name: Set) -> Wordings:
    """Read a set from its files, once a process.

    Raises:
        TypeError: A file has a field too many or too few.
    """
    folder = Path(__file__).parent / name
    common = _made(_read(folder / "common.toml"))
    known = {stem: _domain(folder, stem) for stem in (*DOMAINS, *LANGUAGES)}
    return Wordings(
        **common,
        domains=tuple(known[stem] for stem in DOMAINS),
        languages=tuple(known[stem] for stem in LANGUAGES),
    )


def _read(path: Path) -> dict[str, Any]:
    return tomllib.loads(path.read_text(encoding="utf-8"))


def _made(raw: dict[str, Any]) -> dict[str, Any]:
    """Lists as tuples."""
    return {key: tuple(value) if isinstance(value, list) else value for key, value in raw.items()}


def _domain(folder: Path, stem: str) -> Domain:
    raw = _read(folder / f"{stem}.toml")
    assert set(raw) <= {field.name for field in fields(Domain)}, f"{stem}: unknown field"
    for key, kind in _PARTS.items():
        raw[key] = [kind(**_made(part)) for part in raw.get(key, [])]
    return Domain(name=stem, **_made(raw))
