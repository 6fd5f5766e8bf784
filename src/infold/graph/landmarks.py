"""Marks that a rule proposes: decisions, rejections and changes of direction, in six languages.

What takes an earlier value, decision or conclusion back is a change of direction.
What is found is a suggestion until a person confirms it; the sentence that was read stands with it.
Precision first: a question states nothing, what is supposed, left open or said by others settles
nothing, and what a tool printed is no decision.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator
from typing import Final

from infold.core.marks import Landmark, Mark
from infold.core.messages import Message, Text
from infold.graph.corrections import Earlier, puts_right
from infold.graph.unsettled import settled
from infold.text.kinds import STATEMENTS, Kind, Status
from infold.text.literals import literals
from infold.text.sentences import sentences
from infold.text.statements import is_question, other_words, statement_kinds, unquoted

__all__ = ["propose_landmarks", "quoted"]

_READ: Final = 8_000
"""Characters of a text that are read."""
_LONGEST: Final = 300
"""A longer sentence is a paragraph or a listing, and not one decision."""

_PIVOT: Final = re.compile(
    r"\b(?:chang(?:e|es|ed|ing)(?: of)? (?:direction|course|plans?|tack)|changed (?:my|our) minds?"
    r"|switch(?:ed|ing)? (?:over )?to\b.{0,60}\binstead|scrap (?:that|this|it) and"
    r"|(?:start|started|starting) over with|new direction|pivot(?:ed|ing)? to"
    r"|ganti haluan|ganti arah|ubah haluan|berubah haluan|ubah rencana|ganti rencana|beralih ke"
    r"|kurswechsel|richtungswechsel|planänderung|wir schwenken um|steigen .{0,30}\bum auf"
    r"|changement de (?:cap|plan|direction)|on change de (?:cap|plan|direction)"
    r"|cambio de (?:rumbo|plan)|cambiamos de (?:rumbo|plan))\b"
    r"|改变方向|换个方向|改变计划|调整方向|转而(?:使用|采用|用)|改用|换成|改成"
    r"|方針を(?:変更|変え)|方針変更|方向転換|路線変更|に切り替え|に乗り換え"
    r"|방향을 (?:바꿔|바꾸|전환)|계획을 (?:바꿔|바꾸|변경)|노선을 (?:바꿔|바꾸)"
    r"|갈아타|로 전환(?:하기로|합니다|하자|했)",
    re.IGNORECASE | re.DOTALL,
)
_CONCLUSION: Final = re.compile(
    r"\b(?:conclusions?|decisions?|plans?|estimates?|findings?|assumptions?|hypothes[ie]s|verdicts?"
    r"|schlussfolgerung(?:en)?|entscheidung(?:en)?|beschl(?:uss|üsse)|annahmen?|hypothesen?|pl[aä]ne?"
    r"|fazit|befunde?|schätzung(?:en)?"
    r"|kesimpulan|keputusan|rencana|asumsi|hipotesis|perkiraan|temuan)\b"
    r"|结论|结果|决定|计划|方案|假设|估计|判断|決定|結論|計画|方針|仮説|仮定|見積|判断"
    r"|결론|결정|계획|가설|가정|방안|추정|판단",
    re.IGNORECASE,
)
"""What is said to be taken back where no value is."""
_GONE: Final = frozenset({Status.RETRACTED, Status.REPLACED})
_LABELS: Final[dict[Kind, Landmark]] = {Kind.DECISION: "decided", Kind.REJECTION: "ruled_out"}


def propose_landmarks(messages: Iterable[Message]) -> Iterator[Mark]:
    """Propose landmarks for what people and models said.

    Args:
        messages: With their ids. Texts of users and assistants are read, the first 8,000 characters
            of each; some 0.2 ms of CPU for each 50 words.

    Yields:
        At most one suggestion of each label for a message, by message and place; each with the
        sentence that was read as its evidence.
    """
    earlier = Earlier()
    for message in messages:
        if message.role not in ("user", "assistant"):
            continue
        found: dict[Landmark, Mark] = {}
        for part in message.parts:
            if not isinstance(part, Text):
                continue
            text = part.text[:_READ]
            others = other_words(text)
            for sentence in sentences(text):
                line = " ".join(sentence.text.split())
                if len(line) > _LONGEST or is_question(line):
                    continue
                if any(start <= sentence.start and sentence.end <= end for start, end in others):
                    continue
                told = settled(unquoted(line))
                labels = _labels(told, earlier)
                earlier.add(told)
                for label in labels:
                    found.setdefault(
                        label,
                        Mark(
                            kind="landmark",
                            message=message.id,
                            label=label,
                            by="rule",
                            state="suggested",
                            evidence=line,
                        ),
                    )
        yield from found.values()


def _labels(line: str, earlier: Earlier) -> list[Landmark]:
    if _PIVOT.search(line) or puts_right(line, earlier):
        return ["pivoted"]
    kinds = statement_kinds(line)
    if Kind.RETRACTION in kinds and _takes_back(line, kinds):
        return ["pivoted"]
    return [label for kind, label in _LABELS.items() if kind in kinds]


def _takes_back(line: str, kinds: Collection[Kind]) -> bool:
    """Whether a retraction is of a value, a decision or a conclusion, and not of a lone word."""
    return (
        Kind.DECISION in kinds
        or _CONCLUSION.search(line) is not None
        or any(one.status in _GONE and one.kind not in STATEMENTS for one in literals(line))
    )


def quoted(message: Message, label: Landmark, quote: str) -> Mark | None:
    """The landmark that a model sees in a message, if the words that it quotes stand there.

    Args:
        message: A message of a user or an assistant.
        label: Which landmark.
        quote: Its words; white space may differ, nothing else.

    Returns:
        A suggestion whose evidence are the words as they stand; None where they do not, are no
        words, or are more than a sentence.
    """
    words = quote.split()
    if message.role not in ("user", "assistant") or not words:
        return None
    if not any(sign.isalnum() for sign in quote) or len(" ".join(words)) > _LONGEST:
        return None
    pattern = re.compile(r"\s+".join(map(re.escape, words)))
    for part in message.parts:
        found = pattern.search(part.text) if isinstance(part, Text) else None
        if found is not None:
            return Mark(
                kind="landmark",
                message=message.id,
                label=label,
                by="model",
                state="suggested",
                evidence=" ".join(found.group().split()),
            )
    return None
