"""What of a message may be a source of facts: the speaker's own words, and nothing that he shows.

Never a source: instructions of a program, tool schemas, heartbeats and scheduled pings, quotations,
code, pasted files, mails and logs, forms to be filled in, and text that a context handed out. What
may not be read is blanked, so that every place stays where it was.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from infold.core.messages import Message, Text, ToolResult
from infold.memory.signed import end_of_letter
from infold.text.wide_signs import widened

__all__ = ["Heard", "hear"]

LONGEST: Final = 4_000
"""Characters of a part; what is longer was pasted."""
_MOST_WORDS: Final = 320
_MOST_LINES: Final = 40


_PING: Final = re.compile(
    r"\W*(?:heartbeat|keep-?alive|health ?check|ping\b|cron(?:job)?\b|scheduled (?:task|ping|run"
    r"|job|check)"
    r"|automated (?:message|reminder|check)|automatic (?:message|reminder)|system (?:note|notice"
    r"|reminder|message|event)"
    r"|system:|\[system|定时任务|系统消息|心跳|システム通知|定期実行|시스템 알림|예약 작업"
    r"|pengingat otomatis"
    r"|pesan otomatis|automatische (?:nachricht|erinnerung))",
    re.IGNORECASE,
)
_TAGGED: Final = re.compile(
    r"<(?P<tag>[a-z][\w:-]{2,40})(?:\s[^<>\n]{0,200})?>.*?(?:</(?P=tag)>|\Z)",
    re.IGNORECASE | re.DOTALL,
)
_FENCED: Final = re.compile(
    r"^[ \t]*(?P<f>```|~~~).*?(?:^[ \t]*(?P=f)[ \t]*$|\Z)", re.DOTALL | re.MULTILINE
)
_RECALLED: Final = re.compile(
    r"^\W*(?:Folded|Evidence|Said above and no longer current|(?:relevant |retrieved |recalled "
    r"|stored "
    r"|saved |long-term )?memor(?:y|ies)|(?:known )?facts about (?:the )?user|what (?:i"
    r"|you) know about"
    r"|conversation (?:summary|history)|summary of (?:the )?(?:conversation|earlier)"
    r"|previous conversation"
    r"|user profile|context from (?:memory|earlier)|记忆|用户信息|对话摘要|会話の要約|ユーザー情報"
    r"|記憶"
    r"|기억|사용자 정보|대화 요약|ringkasan percakapan|ingatan|zusammenfassung"
    r"|erinnerungen)\W{0,3}:.*?(?=\n[ \t]*\n|\Z)",
    re.IGNORECASE | re.DOTALL | re.MULTILINE,
)
_FORWARDED: Final = re.compile(
    r"^[ \t>]*(?:-{2,}\s*(?:original message|forwarded message|ursprüngliche nachricht|pesan asli)"
    r"|begin forwarded message|(?:from|von|dari|发件人|差出人|보낸 ?사람)\s?[:：].*\n[ \t>]*(?:to"
    r"|sent|date|subject|an|gesendet|datum"
    r"|betreff|kepada|收件人|主题|宛先|件名|받는 ?사람|제목)\s?[:：]|on .{6,60} wrote:"
    r"|am .{6,60} schrieb).*\Z",
    re.IGNORECASE | re.DOTALL | re.MULTILINE,
)
_PASTED: Final = re.compile(
    r"\b(?:here(?:'s| is| are)|this is|see|below is|the following is|attached is|i(?:'ve)? (?:got"
    r"|received|found) this|hier ist|hier sind|das hier ist|ini|berikut(?: ini)?(?: adalah)?)\b"
    r"[^\n.!?]{0,60}?\b(?:text|mail|e-?mail|message|log|logs|file|document|doc|cv|resume|résumé"
    r"|article|letter|transcript"
    r"|config(?:uration)?|output|essay|post|review|bio|profile|draft|nachricht|datei|artikel"
    r"|lebenslauf|brief|protokoll"
    r"|entwurf|surat|pesan|dokumen|berkas|teks|artikel|surel)\b[^\n.!?]{0,40}?:.*\Z"
    r"|(?:以下|下面)(?:是|为)[^\n。]{0,20}[:：].*\Z|(?:以下|次)(?:は|が|の)[^\n。]{0,20}[:：].*\Z"
    r"|(?:다음|아래)(?:은|는)?[^\n.]{0,20}:.*\Z",
    re.IGNORECASE | re.DOTALL,
)
_LETTER: Final = re.compile(
    r"(?!\A\s*(?:dear|sehr geehrte[sr]?|liebe[sr]?|yth\.|kepada yth\.?|尊敬的|拝啓|친애하는"
    r"|존경하는),? ?(?:\w+ )?"
    r"(?:\w*team|\w*support\w*|\w*service|sirs?|madam|damen und herren|all|hr|admin|tim|cs"
    r"|customer|bapak|ibu"
    r"|客服|サポート|고객|관계자))(?:^|[\n:：])[ \t]*(?:dear (?!diary|all\b)[A-Z]|sehr geehrte"
    r"|liebe[rs]? (?:frau|herr)|yth\."
    r"|kepada yth|尊敬的|敬启者|拝啓|친애하는|존경하는).*\Z",
    re.IGNORECASE | re.DOTALL,
)
"""A letter that was written for others to read."""
_LINES: Final = re.compile(
    r"^[ \t]*(?:>|\||\$ |#{1,6}\s|\{|\}|\[\{|</?\w|\d{4}-\d\d-\d\d[T ]\d\d:\d\d"
    r"|\[?\d\d:\d\d(?::\d\d)?\]?\s).*$"
    r"|^(?: {4}|\t)\S.*$",
    re.MULTILINE,
)
_SPEAKER: Final = re.compile(
    r"^[ \t]*(?:\*\*)?(?!(?:[a-z ]*intro\w*|note|ps|fyi|btw|update|correction|remember|edit|info"
    r"|korrektur|notiz"
    r"|catatan|ralat|übrigens|wichtig|kurz|also|ja|nein|ok|okay|yes|no|hi|hello|hallo|halo|context"
    r"|about me|background|me|intro|side ?note|reminder|facts?|important|disclaimer|heads up"
    r"|(?:[\w'-]+ )?(?:decision|decided|agreed|settled|plan|verdict|conclusion|beschluss"
    r"|beschlossen|entscheidung"
    r"|entschieden|abgemacht|vereinbart|fazit|keputusan|diputuskan|sepakat|kesimpulan)"
    r"|kontext|hintergrund|konteks|sekadar info|perkenalan)\b)"
    r"(?!(?:[\w'-]+ ){0,4}(?:fact|info|news|update|thing|note|mention|context|hint|reminder|answer"
    r"|question|disclosure|confession|truth|summary|background|know|weißt|wissen|hinweis|fakt|frage"
    r"|antwort|änderung|neuigkeit(?:en)?|sache|vorab|gesagt|wichtiges|nebenbei|rande|kabar|fakta"
    r"|catatan|jawaban|tambahan|situasi|singkatnya|intinya|jujur)(?:\*\*)?:)"
    r"(?-i:[A-ZÀ-Þ][\w'-]*(?: [A-ZÀ-Þ0-9(][\w.'-]*){0,3}"
    r"|[a-zß-ÿ][\w'-]{0,14})(?:\*\*)?:(?:\*\*)?\s+(?=(?:i|i'm|my|we|ich|mein|wir|saya|aku|nama|hi"
    r"|hello|hallo|halo)\b).*$",
    re.IGNORECASE | re.MULTILINE,
)
_QUOTED: Final = re.compile(
    "“[^”\n]*(?:”|$)|„[^“”\n]*(?:[“”]|$)|«[^»\n]*(?:»|$)|「[^」\n]*(?:」|$)|『[^』\n]*(?:』|$)"
    "|《[^》\n]*(?:》|$)"
    r'|"[^"\n]*(?:"|$)|(?<![\w])‘[^’\n]{2,}’(?!\w)|(?<![\w])\'(?=\S)[^\'\n]{3,}\'(?!\w)'
    r"|`[^`\n]*\s[^`\n]*`",
    re.MULTILINE,
)
_TICKS: Final = re.compile(r"`")
_ALONE: Final = re.compile(r"(?<= ) (?=[.!?。！？](?:\s|\Z))")
"""A blank right before a stop, where a quotation stood: the sentence ends there as before."""
_BLANKED: Final = re.compile(r"[^\n]")


@dataclass(frozen=True, slots=True, kw_only=True)
class Heard:
    """A text part of which facts may be read.

    Attributes:
        part: Its index in the message.
        text: Its text, as long as it is there, with blanks for what may not be read and wide signs
            of punctuation beside Han and kana.
        original: Its text as it is.
        is_tool: It is a tool's result.
    """

    part: int
    text: str
    original: str
    is_tool: bool = False


def hear(message: Message, *, user: str = "", tools: bool = False) -> Iterator[Heard]:
    """Give the parts of a message that may be a source of facts.

    Args:
        message: Any message.
        user: Author's name of the scope's user; where it is given, what others say is passed over.
        tools: Whether the results of tools are asked for.

    Yields:
        Parts in order, their quotations, code and pasted stretches blanked. Linear.
    """
    if user and message.author and message.author != user:
        return
    for number, part in enumerate(message.parts):
        if isinstance(part, ToolResult):
            if tools and not part.error and len(part.text) <= LONGEST:
                yield Heard(part=number, text=part.text, original=part.text, is_tool=True)
            continue
        if not isinstance(part, Text) or message.role != "user" or message.answers:
            continue
        text = widened(_own_words(part.text))
        if text.strip():
            yield Heard(part=number, text=text, original=part.text)


def _own_words(text: str) -> str:
    if len(text) > LONGEST or _PING.match(text):
        return ""
    for pattern in (
        _FENCED,
        _TAGGED,
        _RECALLED,
        _FORWARDED,
        _LETTER,
        _PASTED,
        _LINES,
        _SPEAKER,
        _QUOTED,
    ):
        text = pattern.sub(_blank_letter if pattern is _LETTER else _blank, text)
    text = _ALONE.sub("_", _TICKS.sub(" ", text))
    if len(text.split()) > _MOST_WORDS or len(text.splitlines()) > _MOST_LINES:
        return ""
    return text


def _blank_letter(match: re.Match[str]) -> str:
    """What stands behind a signature is said by the user again."""
    end = end_of_letter(match[0])
    return _BLANKED.sub(" ", match[0][:end]) + match[0][end:]


def _blank(match: re.Match[str]) -> str:
    return _BLANKED.sub(" ", match[0])
