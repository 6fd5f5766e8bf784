"""Values that are taken back without a new one in their place."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from infold.core.supersessions import Supersession
from infold.fold.denials import TAKES
from infold.fold.said import SURE, Before, Old, Said, holds, old_of, record, taken_back
from infold.fold.slots import compatible, conflict, terms_of
from infold.text import slot_cues as cues
from infold.text.analysis import analyze
from infold.text.kinds import Status
from infold.text.slots import Mode, Statement, Value

__all__ = ["dropped", "retracted"]

_TAKES_BACK: Final = re.compile(
    r"\b(?:scratch|forget|ignore|disregard|never ?mind|take back|withdraw|scrap|retract"
    r"|vergiss|vergesst|zurückziehen|nehme .{1,40} zurück|lupakan|abaikan|batalkan)\b"
    r"|忘了|忽略|作废|忘れて|取り消|잊어|무시|취소",
    re.IGNORECASE,
)
_ABOUT_VALUES: Final = cues.terms_of_words(
    """
    date day port number value price time deadline figure said told datum zahl preis tanggal angka
    harga 日期 时间 数字 날짜 숫자 日付
    """
)
_COMMAND: Final = cues.terms_of_words(
    """
    scratch forget ignore disregard nevermind withdraw scrap retract vergiss lupakan abaikan
    batalkan earlier wrong falsch war salah mentioned apply hold stand anymore habe über was ich
    gesagt bilang soal saya bilang tadi 不算 我 说 说的 之前 刚才 이라고 한 건 잊어 주세요 言った 話
    gelten gilt 撤回 忘れて
    """
) | {"이라고", "라고"}
_MOST_WORDS: Final = 6


def retracted(
    said: Said, part: int, statement: Statement, before: Before
) -> Iterator[Supersession]:
    """An earlier value that is taken back without a new one in its place."""
    if _THAT.fullmatch(statement.text):
        yield from _last_said(said, part, statement, before)
        return
    if not _TAKES_BACK.search(statement.text):
        return
    named = {word.term for word in statement.words if not word.term.startswith("@")}
    about = named - _ABOUT_VALUES - _COMMAND
    if not about or len(about) > _MOST_WORDS:
        return
    found = [
        held
        for other in before.candidates(statement, None)
        if other.role == "user"
        for old, held in _set_by(other)
        if about <= old.terms and holds(held.span, held.norm, before)
    ]
    if found and len({held.norm for held in found}) == 1:
        for held in found:
            yield taken_back(said, part, statement, held)


def _set_by(said: Said) -> Iterator[tuple[Statement, Old]]:
    """Each value but a name that a message says as holding, with the statement that says it."""
    for at, statement in said.statements:
        if statement.mode is Mode.ASSERTS:
            for value in statement.values:
                if value.type != "name" and value.status is Status.CURRENT:
                    yield statement, old_of(said, at, value)


_THAT: Final = re.compile(
    r"\W*(?:(?:no|sorry|oops|wait|actually|please|ok(?:ay)?|nein|bitte|eh|maaf)\W+)*"
    r"(?:(?:scratch|strike|disregard|ignore) (?:that|this|my last (?:message|sentence))"
    r"|(?:vergiss|streich) das(?: wieder)?|abaikan (?:itu|yang tadi)|batalkan yang tadi"
    r"|(?:刚才那|上一)句(?:话)?(?:作废|不算)|今のは(?:なし|忘れて(?:ください)?)"
    r"|방금 (?:한 )?말은? (?:취소|무시)(?:해 ?(?:줘|주세요))?)\W*",
    re.IGNORECASE,
)
"""Takes back what the speaker said last."""


def _last_said(
    said: Said, part: int, statement: Statement, before: Before
) -> Iterator[Supersession]:
    """The one value of what the speaker said last, if it was one."""
    own = [other for other in before.latest(_LAST) if other.role == "user"][:1]
    values = [held for other in own if other.speaker == said.speaker for _, held in _set_by(other)]
    if len(values) == 1 and holds(values[0].span, values[0].norm, before):
        yield taken_back(said, part, statement, values[0])


_IS_OFF: Final = re.compile(
    r"\W*(?:(?:date|day|time|deadline|figure|number|value|price|port|termin|datum|frist"
    r"|preis|tanggal"
    r"|tenggat|angka)\W+)?(?:(?:is|are)(?: now)? (?:off|out|void|obsolete|cancel+ed"
    r"|off the table)\b|(?:does|do)(?: not|n't) (?:apply|hold|count)(?: any ?more)?\b"
    r"|no longer (?:appl(?:y|ies)|holds?|counts?|stands?)\b"
    r"|(?:gilt|gelten) (?:so )?nicht mehr|ist (?:vom Tisch|hinfällig|gestrichen)"
    r"|(?:sudah )?(?:batal"
    r"|tidak berlaku)\b"
    r"|(?:这个日期|的日期|的时间)?(?:作废|取消了?|不算数?)|(?:の日付|という日付"
    r"|の予定)?は(?:取り消し|撤回|白紙|なし|忘れて)"
    r"|(?:이라는 날짜|일정)?(?:은|는) (?:취소|무효))",
    re.IGNORECASE,
)
"""Says behind a value that it is off."""
_OF: Final = re.compile(
    r"\s*(?:of|for|on|von|für|des|der|dari|untuk) (?:the |our |my |die |den |das )?"
    r"(?P<thing>[^\W\d_]{3,})",
    re.IGNORECASE,
)
"""Says behind a value of what it is."""
_WRONG: Final = re.compile(
    r"\b(?:said|mentioned|wrote|told|gesagt|geschrieben|bilang|sebut)\b.{0,40}\b(?:was|were|is|war"
    r"|itu)?\b ?(?:wrong|a mistake|nonsense|falsch|ein fehler|quatsch|salah|keliru)\b"
    r"|说的.{0,12}(?:是错的|不对|有误)|言った.{0,12}(?:間違|誤り)|말한.{0,12}(?:틀렸|잘못)",
    re.IGNORECASE,
)
"""What was said of a value is called wrong."""
_CHOSEN: Final = re.compile(
    r"\b(?:use[sd]?|using|go(?:ing)? with|went with|chose|choose|pick(?:ed)?|take|took"
    r"|decided|adopt(?:ed)?"
    r"|nehmen|nutzen|verwenden|setzen auf|pakai|gunakan|memakai|menggunakan|memilih)\b"
    r"|[用选選]|採用|使い|使う|使用|사용|쓰기로|쓸|선택",
    re.IGNORECASE,
)
_LAST: Final = 2
"""Messages among which the speaker's last one is looked for: an answer may stand between."""
_TELLING: Final = 3
"""Characters of a value that may tell by itself which one is meant; with a unit fewer do."""


def dropped(
    said: Said, part: int, statement: Statement, after: Statement | None, before: Before
) -> Iterator[Supersession]:
    """An earlier value that is taken back by its name alone ("forget the 12 May date").

    It tells which one is meant only where it was said of one thing; a name, only where it was
    chosen ("we decided against Redis"): then what the next clause takes is in its place.
    """
    gone = [value for value in statement.values if _is_off(statement, value)]
    if len(gone) != 1 or statement.mode is not Mode.ASSERTS:
        return
    (value,) = gone
    if len(value.norm) < _TELLING and not value.unit:
        return
    if any(one is not value and one.type == value.type for one in statement.values):
        return
    of = _OF.match(statement.text, value.end - statement.start)
    thing = frozenset(analyze(of["thing"]) if of else ())
    # Where nothing else is named, it can speak of no other thing.
    about = terms_of(statement, value) - _ABOUT_VALUES - _COMMAND
    found: list[tuple[Old, Statement]] = []
    for other in before.candidates(statement, value):
        if other.role != "user":
            continue
        for at, old in other.statements:
            for was in old.values:
                if was.norm != value.norm or not compatible(value, was):
                    continue
                held = old_of(other, at, was)
                is_set = old.mode is Mode.ASSERTS and was.status is Status.CURRENT
                if not is_set or not holds(held.span, held.norm, before):
                    continue
                if value.type == "name" and not _CHOSEN.search(old.text):
                    return  # it is spoken of, not only chosen
                if not thing <= old.terms or (about and conflict(statement, value, old, was)):
                    return
                found.append((held, old))
    if len(found) != 1:
        return
    held, _ = found[0]
    taken = [] if after is None or not TAKES.search(after.text) else list(after.values)
    taken = [one for one in taken if one.type == value.type and one.status is Status.CURRENT]
    if len(taken) == 1:
        yield record(said, part, taken[0], held, SURE, "rejected")
    else:
        yield taken_back(said, part, statement, held)


def _is_off(statement: Statement, value: Value) -> bool:
    if value.is_owner or value.is_guess or value.is_called:
        return False
    if value.status is Status.RULED_OUT:
        return value.type == "name"
    if _IS_OFF.match(statement.text, value.end - statement.start):
        return value.status is not Status.NEGATED
    return value.status is Status.RETRACTED and bool(
        _TAKES_BACK.search(statement.text) or _WRONG.search(statement.text)
    )
