"""What one sentence states: its stretches are read one by one, each with the time that it names."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Final

from infold.core.facts import FactKind, Origin, Slot
from infold.core.folds import Span
from infold.memory.before_question import before_question
from infold.memory.candidates import Candidate
from infold.memory.deciding import is_decision, is_standing_wish
from infold.memory.heard import Heard
from infold.memory.importance import importance_of
from infold.memory.keyed import NOBODY, Keyed, key_slot, read_keyed, read_line
from infold.memory.mistaken import read_mistaken
from infold.memory.one_line import Line, line_of
from infold.memory.opposed import due_day
from infold.memory.own_slots import own_slot
from infold.memory.owned import read_owned
from infold.memory.passing import read_passing
from infold.memory.phrases.rule import Language
from infold.memory.profile_lines import read_profile_lines
from infold.memory.rewriting import rewritten, turned
from infold.memory.same_value import DUE, TASTE
from infold.memory.selves import USER, Told, read_self, rules_for
from infold.memory.signed import read_claim
from infold.memory.speaking import (
    BESIDE,
    BINDS,
    DENIED,
    DROPPED,
    GOES_ON,
    GREETS,
    INSTEAD,
    INTRODUCES,
    LONGEST_BEFORE,
    MOST_BEFORE,
    MOVED,
    NO_MORE,
    OF_ANOTHER,
    POSSESSED_BEHIND,
    SPEAKS,
    USERS,
)
from infold.memory.stretches import Stretch, split
from infold.memory.taken_back import forgets_from, read_taken_back
from infold.memory.times_in import joined, masked_by
from infold.memory.trust import trust_of
from infold.memory.unsaid import is_reported, is_supposed
from infold.text.periods import Period, read_period
from infold.text.sentences import Piece
from infold.text.statements import is_question

__all__ = ["WHOLE", "SentenceReading"]

WHOLE: Final = ("decision: ", "wish: ")
"""How the attribute begins of a fact that takes its sentence as a whole."""
_LONG_AGO: Final = timedelta(days=60)
"""A time that is over and was long enough to say what somebody was."""

_LONGEST: Final = 300
"""Characters of a sentence that is kept as a whole."""
_LONGEST_READ: Final = 1_200
_MOST_LINES: Final = 3
"""Lines of `key: value` in one message; of more it is a pasted file."""
_SURE: Final[dict[FactKind, float]] = {
    "profile": 0.9,
    "preference": 0.85,
    "decision": 0.85,
    "statement": 0.8,
    "event": 0.8,
    "temporary": 0.8,
}
"""Confidence by kind: how sure the reading is, not how true the fact."""
_BY_TOOL: Final = 0.5
_NOW: Final = re.compile(
    r"\b(?:now|right now|currently|at the moment|today|jetzt|gerade|momentan|derzeit|zurzeit|heute"
    r"|sekarang|saat ini|sedang|lagi)\b|现在|目前|正在|今|現在|지금|현재|요즘",
    re.IGNORECASE,
)
_CONDITION: Final = re.compile(
    r"[\s,]*(?:if|unless|when|falls|wenn|sofern|kalau|jika|asal)\b|라면|으면|なら", re.IGNORECASE
)
_LINE: Final = re.compile(r"[^\n]+")
_COPULAS: Final = {"i ": ("i am ",), "ich ": ("ich bin ",)}
"""What else a stretch may go on with that has no verb of its own."""
_TIMELESS: Final = frozenset({"birthplace", "hometown", "age", "name"})
_STOPS: Final = " \t\n.,;:!?。，、；：！？…—–-"
_JOINT: Final = re.compile(
    r"(?:and|but|so|also|because|since|und|aber|denn|weil|dan|tapi|karena)\s+(?=\S)", re.IGNORECASE
)
"""What binds a stretch to the one before."""
_TOPIC: Final = re.compile(r"\W*(?:私|わたし|僕|ぼく|俺|自分)[はも]\W*")
_HAN: Final = re.compile("[\u4e00-\u9fff]")
_HANGUL: Final = re.compile("[\uac00-\ud7a3]")
_GLUED: Final = re.compile("[\u3040-\u30ff\u4e00-\u9fff]")
"""Signs of scripts without spaces between words."""
_LEADS: Final = (
    ("ich ", re.compile(r"\b(?:ich|mein\w*|wir)\b")),
    ("saya ", re.compile(r"\b(?:saya|aku|gue|kami)\b")),
    ("i ", re.compile(r"\b(?:i|my|we)\b")),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Window:
    """A stretch with the words of time right before it.

    Attributes:
        full: From the words of time that lead it in to its end.
        bare: The same without words of time.
        time: What those say; None where there are none.
    """

    full: Line
    bare: Line
    time: Period | None


@dataclass(frozen=True, slots=True, kw_only=True)
class SentenceReading:
    """Reads the sentences of one part of a message.

    Attributes:
        message: Id of the message.
        heard: The part.
        at: When it was said; None where nobody knows.
    """

    message: str
    heard: Heard
    at: datetime | None

    def sentence(self, piece: Piece, length: int) -> Iterator[Candidate]:
        """Give what a sentence states.

        Args:
            piece: The sentence.
            length: How many of its characters are read.
        """
        end = piece.start + length
        whole = line_of(self.heard.text, piece.start, end)
        if not whole.text or len(whole.text) > _LONGEST_READ:
            return
        asks = is_question(piece.text)
        behind = 0 if asks else forgets_from(piece.text[:length])
        found = list(self._stated(piece.start + behind, end, asks=asks))
        if behind and found:
            yield from (replace(one, retracts=True) for one in found)
            return
        taken_back = None if asks else read_taken_back(whole.text)
        if taken_back is not None:
            subject = USER if taken_back.is_own else NOBODY
            slot = Slot(subject=subject, attribute=taken_back.attribute)
            yield self._made(whole, "statement", slot, retracts=True)
            return
        mistaken = None if asks or is_supposed(whole.text) else read_mistaken(whole.text)
        if mistaken is not None:
            slot = Slot(subject=mistaken.subject, attribute=mistaken.attribute)
            yield self._made(whole, "statement", slot, mistaken.value, retracts=True)
            return
        if not asks and len(whole.text) <= _LONGEST and not any(one.slot for one in found):
            found = list(self._whole(whole)) or found
        # What stands before a play or an example that begins in its sentence opens that.
        yield from (one for one in found if one.slot or length == len(piece.text))

    def lines(self) -> Iterator[Candidate]:
        """Give what lines of the form `key: value` say; nothing where they are many."""
        text = self.heard.text
        found: list[tuple[Line, Keyed]] = []
        for match in _LINE.finditer(text):
            line = line_of(text, *match.span())
            if line.text and not is_question(line.text) and not is_supposed(line.text):
                keyed = read_line(line.text)
                if keyed is not None:
                    found.append((line, keyed))
        if len(found) <= _MOST_LINES or self.heard.is_tool:
            for line, keyed in found:
                yield self._keyed(line, keyed)

    def profile(self) -> Iterator[Candidate]:
        """Give what lines say under words such as "about me", and whose signature is claimed."""
        claim = read_claim(self.heard.original, self.heard.text)
        if claim is not None:
            line = line_of(self.heard.text, claim.start, claim.end)
            slot = Slot(subject=USER, attribute="name")
            yield self._made(line, "profile", slot, claim.name)
        for one in read_profile_lines(self.heard.text):
            slot = Slot(subject=USER, attribute=one.attribute)
            yield self._made(
                line_of(self.heard.text, one.start, one.end), one.kind, slot, one.value
            )

    def _stated(self, start: int, end: int, *, asks: bool) -> Iterator[Candidate]:
        sentence = self.heard.text[start:end]
        time = read_period(sentence, self.at)
        holes = () if time is None else joined(sentence, time.spans)
        masked = masked_by(sentence, holes)
        parts = split(masked)
        if asks:
            parts = before_question(masked, parts)
        languages = rules_for(sentence)
        lead = ""
        denied: tuple[Line, Told] | None = None
        begin: int | None = None
        done = 0
        for cut in parts:
            # Words of time that stand behind a stretch belong to it, not to what follows.
            behind = [b for a, b in holes if cut.end <= a and not masked[cut.end : a].strip()]
            part = replace(cut, end=max([cut.end, *behind]))
            led_in = [a for a, _ in holes if done <= a and not masked[a : part.start].strip(_STOPS)]
            begin = min([part.start if begin is None else begin, *led_in])
            if _TOPIC.fullmatch(masked, cut.start, cut.end):
                done = cut.end  # "私は" with words of time behind it opens what follows
                continue
            done = part.end
            if not masked[part.start : part.end].strip(_STOPS):
                continue  # words of time alone: they lead the next stretch in
            window = self._window(start, part, begin, holes)
            begin = None
            before = sentence[: part.start]
            if is_supposed(before):
                continue
            if is_reported(before):
                if not asks:  # what others say of a thing may be so; of the speaker it is hearsay
                    yield from self._set(window.full)
                continue
            if OF_ANOTHER.search(before) and not SPEAKS.search(window.full.text):
                continue  # where no subject is said it is the one before
            if _CONDITION.match(masked[part.end :]):
                continue
            goes_on = part.goes_on or (bool(lead) and GOES_ON.match(window.bare.text) is not None)
            window, told = self._told(window, languages, lead if goes_on else "")
            for line, one in told:
                yield from self._self(window, line, one)
            instead = self._instead(window, told, denied, languages)
            for line, one in instead:
                yield from self._self(window, line, one)
            denied = next((pair for pair in told if pair[1].ends), None)
            if told or instead:
                lead = lead or _lead_of(told, sentence)
            elif MOVED.fullmatch(window.bare.text):
                lead = lead or "我"
            else:
                set_ = [] if asks else list(self._set(window.full))
                yield from set_ or self._passing(window, masked[part.end :])

    def _passing(self, window: _Window, behind: str) -> Iterator[Candidate]:
        """What a stretch states of its speaker that has no slot by any rule."""
        time = window.time
        since, until = (None, None) if time is None else (time.since, time.until)
        is_past = is_coming = False
        if self.at is not None and since is not None:
            is_coming = since > self.at
            is_past = until is not None and until <= self.at and until - since >= _LONG_AGO
        for line in (window.full, window.bare):
            found = read_passing(
                line.text,
                is_past=is_past,
                is_coming=is_coming,
                is_dated=time is not None,
                behind=behind,
            )
            if found is not None:
                kind: FactKind = "preference" if found.likes else "profile"
                # A habit names the times at which it is done; a beginning is one of its own.
                is_kept = found.time == "past" or (found.time == "" and until is None)
                when = self._from_now(time) if is_kept else None
                yield self._made(window.full, kind, None, time=when)
                return

    def _window(
        self, start: int, part: Stretch, begin: int, holes: tuple[tuple[int, int], ...]
    ) -> _Window:
        text = self.heard.text
        glue = _GLUED.search(text[start + part.start : start + part.end]) is not None
        first, last = start + begin, start + part.end
        shifted = [(a + start, b + start) for a, b in holes]
        return _Window(
            full=line_of(text, first, last),
            bare=line_of(text, first, last, without=shifted, glue=glue),
            time=read_period(text[first:last], self.at),
        )

    def _told(
        self, window: _Window, languages: tuple[Language, ...], lead: str
    ) -> tuple[_Window, list[tuple[Line, Told]]]:
        """What a stretch says of the speaker, with the line in which it was read.

        Where it is read behind words that say nothing, the window begins behind them.
        """
        said = self.heard.text
        greeted = GREETS.match(said) is not None or INTRODUCES.match(said) is not None
        dropped = next((one for one, verbs in DROPPED if verbs.match(window.bare.text)), "")
        leads = ("", *((lead, *_COPULAS.get(lead, ())) if lead else ()), dropped)
        ways = [(window, first) for first in dict.fromkeys(leads)]
        bare, full = _from_speaker(window.bare), _from_speaker(window.full)
        if bare is not None and full is not None:
            ways.append((replace(window, bare=bare, full=full), ""))
        ways += [(replace(window, bare=bare), "") for bare in turned(window.bare)]
        for seen, first in ways:
            lines = (
                (rewritten(_led(seen.bare, first)), False),
                (rewritten(_led(seen.full, first)), True),
            )
            told = [
                (line, one)
                for line, dated in lines
                for one in read_self(line.text, dated=dated, greeted=greeted, languages=languages)
                if not _is_void(line, one)
            ]
            if told:
                return seen, told
        return window, []

    def _instead(
        self,
        window: _Window,
        told: list[tuple[Line, Told]],
        denied: tuple[Line, Told] | None,
        languages: tuple[Language, ...],
    ) -> list[tuple[Line, Told]]:
        """What is said instead of what was just denied: "no longer at Siemens but at Miele"."""
        same = next((pair for pair in told if pair[1].ends), None)
        if same is not None:
            line, one = same
            rest = Line(text=line.text[one.last :], places=line.places[one.last :])
        elif denied is not None and not told:
            line, one = denied
            rest = window.bare
        else:
            return []
        joint = INSTEAD.match(rest.text)
        if joint is None:
            return []
        rest = Line(text=rest.text[joint.end() :], places=rest.places[joint.end() :])
        words = DENIED.sub(" ", line.text[: one.start]).split()
        if words and rest.text.lower().startswith(f"{words[-1].lower()} "):
            words.pop()
        led = rewritten(_led(rest, f"{' '.join(words)} "))
        return [
            (led, each)
            for each in read_self(led.text, dated=one.rule.is_dated, languages=languages)
            if each.attribute == one.attribute and not each.ends and not _is_void(led, each)
        ]

    def _self(self, window: _Window, line: Line, one: Told) -> Iterator[Candidate]:
        rule = one.rule
        time = window.time
        is_open = rule.is_state and time is None and one.attribute == "place"
        if is_open and not _NOW.search(window.full.text):
            return
        if rule.is_past and time is None:
            return
        if rule.is_dated or one.attribute in _TIMELESS:
            time = None
        if one.kind != "temporary" and not (rule.is_past or one.ends):
            time = self._from_now(time)
        led = line.text[: sum(at < 0 for at in line.places)]
        ends = one.ends
        value = self._as_written(line, one)
        if one.attribute.startswith(TASTE) and NO_MORE.search(window.full.text):
            ends, value = True, ""
        yield self._made(
            window.full,
            one.kind,
            Slot(subject=one.subject, attribute=one.attribute),
            value,
            time=time,
            lead=led,
            retracts=ends,
            changes=rule.changes,
        )

    def _from_now(self, time: Period | None) -> Period | None:
        """A time without a beginning: "until May I live in Prague" says that it is so now."""
        if time is None or time.since is not None or time.until is None or self.at is None:
            return time
        return replace(time, since=self.at) if self.at < time.until else time

    def _as_written(self, line: Line, one: Told) -> str:
        """The value in the words of the message, also where the line was rewritten."""
        if not one.value or line.text[one.start : one.end] != one.value:
            return one.value
        places = line.places[one.start : one.end]
        if min(places) < 0:
            return one.value
        return " ".join(self.heard.text[places[0] : places[-1] + 1].split())

    def _set(self, line: Line) -> Iterator[Candidate]:
        """What a stretch sets: "the staging host is db-7"."""
        if is_supposed(line.text) or is_reported(line.text):
            return
        due = due_day(line.text)
        if due is not None:
            slot = Slot(subject=NOBODY, attribute=f"{DUE}{due[0]}")
            yield self._made(line, "statement", slot, due[1])
            return
        found = read_keyed(line.text)
        if found is not None:
            yield self._keyed(line, found)
            return
        cuts = [match.span() for match in BESIDE.finditer(line.text)]
        starts = [0, *(last for _, last in cuts)]
        ends = [*(first for first, _ in cuts), len(line.text)]
        for first, last in zip(starts, ends, strict=True):
            part = Line(text=line.text[first:last], places=line.places[first:last])
            if part.text:
                yield from self._thing(part, is_whole=not cuts)

    def _thing(self, line: Line, *, is_whole: bool) -> Iterator[Candidate]:
        owned = read_owned(line.text)
        found = None
        if owned is not None or not is_whole:
            found = read_keyed(line.text, is_owned=owned is not None)
        if found is not None:
            yield self._keyed(line, found)
        elif owned is not None:
            subject, attribute = owned.subject, owned.attribute
            if subject == USER:
                known = key_slot(
                    attribute, head_first=POSSESSED_BEHIND.search(line.text) is not None
                )
                subject, attribute = known or (subject, attribute)
            slot = Slot(subject=subject, attribute=attribute)
            yield self._made(line, "profile", slot, owned.value)

    def _whole(self, line: Line) -> Iterator[Candidate]:
        """Decisions and standing wishes, which take their sentence as a whole."""
        if is_standing_wish(line.text):
            yield self._made(line, "preference", own_slot("wish", line.text))
        elif is_decision(line.text) and not is_supposed(line.text) and not is_reported(line.text):
            slot = own_slot("decision", line.text)
            yield self._made(line, "decision", slot, time=read_period(line.text, self.at))

    def _keyed(self, line: Line, keyed: Keyed) -> Candidate:
        slot = Slot(subject=keyed.subject, attribute=keyed.attribute)
        return self._made(line, "statement", slot, keyed.value)

    def _made(
        self,
        line: Line,
        kind: FactKind,
        slot: Slot | None,
        value: str = "",
        *,
        time: Period | None = None,
        lead: str = "",
        retracts: bool = False,
        changes: bool = False,
    ) -> Candidate:
        since, until = (None, None) if time is None else (time.since, time.until)
        if retracts:
            since, until = since or until, None
        elif changes and since is not None:
            until = None
        start, end = self._place(line)
        text = " ".join(self.heard.text[start:end].split())
        if lead:
            text = lead[:1].upper() + lead[1:] + text[:1].lower() + text[1:]
        if time is not None and time.is_relative and (since or until):
            text = f"{text} {_dates(since, until)}"
        origin: Origin = "tool" if self.heard.is_tool else "user"
        subject, attribute = USER, ""
        if slot is not None and slot.attribute.startswith(WHOLE):
            since = until = None  # its words of time belong to what was decided
        elif slot is not None:
            subject, attribute = slot.subject, slot.attribute
        return Candidate(
            text=text,
            kind=kind,
            slot=slot,
            value=value,
            confidence=_BY_TOOL if self.heard.is_tool else _SURE[kind],
            importance=importance_of(kind, attribute, subject=subject),
            valid_from=since,
            valid_to=until,
            expires_at=until if kind == "temporary" else None,
            source=Span(message=self.message, part=self.heard.part, start=start, end=end),
            origin=origin,
            trust=trust_of(origin),
            retracts=retracts,
        )

    def _place(self, line: Line) -> tuple[int, int]:
        """Where a candidate stands: its stretch without stops at the ends."""
        text = self.heard.text
        start, end = line.places[0], line.places[-1] + 1
        while start < end and text[start] in _STOPS:
            start += 1
        while end > start and text[end - 1] in _STOPS:
            end -= 1
        joint = _JOINT.match(text, start, end)
        return (start if joint is None else joint.end()), end


def _is_void(line: Line, one: Told) -> bool:
    """Whether what was read is wished, supposed, reported or conditional after all."""
    # A taste may be of what supposes: "I like to plan", "ramen" in Korean.
    read = line.text[: one.start]
    if not one.attribute.startswith("taste in"):
        # A value is a name: 联想 supposes nothing.
        read = f"{read} {line.text[one.end : one.last]}"
    behind = line.text[one.last :]
    if is_supposed(read) or _CONDITION.match(behind):
        return True
    return not line.text.isascii() and is_reported(behind[:24])


def _from_speaker(line: Line) -> Line | None:
    """A stretch from where its speaker names himself, behind a few words that say nothing of him.

    "Ugh honestly I hate mushrooms", "检查结果显示我对虾过敏": what people begin with is no
    closed list.
    """
    match = SPEAKS.search(line.text)
    if match is None or not match.start():
        return None
    before = line.text[: match.start()]
    words = before.split()
    if len(words) > MOST_BEFORE or len(before) > LONGEST_BEFORE or BINDS.search(before):
        return None
    return Line(text=line.text[match.start() :], places=line.places[match.start() :])


def _led(line: Line, lead: str) -> Line:
    """A stretch that goes on with the subject of the one before; its signs stand nowhere."""
    if not lead:
        return line
    return replace(line, text=lead + line.text, places=(*(-1 for _ in lead), *line.places))


def _lead_of(told: list[tuple[Line, Told]], sentence: str) -> str:
    """The subject with which a later stretch may go on; empty where it is not the speaker."""
    if any(one.subject != USER for _, one in told):
        return ""
    of_user = USERS.match(sentence)
    if of_user is not None:
        return of_user[0].lstrip().lower()
    low = told[0][0].text.lower()
    if _HAN.search(sentence):
        return "我" if re.search("我|用户|本人", sentence) else ""
    if _HANGUL.search(sentence):
        return "저는 "
    return next((lead for lead, words in _LEADS if words.search(low)), "")


def _dates(since: datetime | None, until: datetime | None) -> str:
    """Days in brackets, the last one inclusive."""
    first = "" if since is None else since.date().isoformat()
    last = "" if until is None else (until - timedelta(seconds=1)).date().isoformat()
    if first == last:
        return f"[{first}]"
    return f"[{first} – {last}]".replace("[ ", "[").replace(" ]", "]")
