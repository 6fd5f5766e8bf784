"""Messages that say nothing to keep: thanks, greetings, "got it", in six languages.

Precision first: a message is filler only if every word of it is on a list, or belongs to a set
phrase of assent; a bare yes or no may answer a question and is never filler.
"""

import re
import unicodedata
from typing import Final

from infold.text.dates import WEEKDAYS
from infold.text.stopwords import KANA_STOP_WORDS, STOP_WORDS

MAX_FILLER: Final = 120
"""Longest message in characters that can be filler."""

_PHRASES: Final = """
got it|gotcha|noted|understood|makes sense|sounds good|sounds great|looks good|will do|on it|
no problem|no worries|you're welcome|you are welcome|youre welcome|my pleasure|of course|
all good|all set|fair enough|thank you|thank u|thanks|thx|ty|cheers|much appreciated|
i appreciate it|appreciate it|good morning|good afternoon|good evening|good night|hello|hi|hey|
bye|goodbye|see you|see ya|talk soon|have a nice day|have a good one|ok|okay|okey|k|kk|cool|nice|
great|awesome|perfect|excellent|amazing|wonderful|lovely|wow|haha|hahaha|lol|hmm|hm|uh huh|mhm|
aha|ah|oh|i see|right|alright|all right|sure|sure thing|absolutely|well done|good job|nice work|
great work|good to know|that's great|thats great|that's helpful|very helpful|one moment|
just a moment|one sec|hold on|let me check|please continue|continue|go on|carry on|happy to help|
glad to help|glad to hear it|glad it helped|let me know if you need anything else|anytime|
welcome|das ist gut|danke|danke schön|vielen dank|dankeschön|herzlichen dank|bitte|bitte schön|
gern|gerne|gern geschehen|alles klar|verstanden|in ordnung|passt|super|prima|toll|klasse|genau|
perfekt|guten morgen|guten tag|guten abend|gute nacht|hallo|tschüss|bis später|bis bald|
kein problem|klingt gut|mach ich|okay danke|schön|sehr gut|gut|wunderbar|moin|servus|ach so|oke|
oke siap|siap|sip|baik|baiklah|terima kasih|makasih|trims|terima kasih banyak|sama-sama|
sama sama|mengerti|paham|saya mengerti|saya paham|mantap|bagus|keren|halo|hai|selamat pagi|
selamat siang|selamat sore|selamat malam|sampai jumpa|dadah|tidak masalah|gak masalah|
sudah jelas|好的|好|好吧|好啊|好呀|好哒|行|行吧|可以|没问题|沒問題|收到|明白|明白了|知道了|了解|
了解了|懂了|谢谢|謝謝|谢谢你|谢谢您|多谢|感谢|非常感谢|不客气|不用谢|辛苦了|你好|您好|早上好|
晚上好|晚安|再见|拜拜|哈哈|哈哈哈|嗯|嗯嗯|哦|太好了|太棒了|不错|真好|没事|好滴|ok的|早|早安|
请继续|继续|わかりました|分かりました|わかった|了解です|了解しました|承知しました|
承知いたしました|かしこまりました|なるほど|ありがとう|ありがとうございます|
ありがとうございました|どうも|どうもありがとう|どういたしまして|お疲れ様です|お疲れさまです|
お疲れ様でした|よろしくお願いします|よろしくお願いいたします|おはよう|おはようございます|
こんにちは|こんばんは|おやすみ|おやすみなさい|またね|いいですね|すごい|素晴らしい|完璧です|
助かります|助かりました|大丈夫です|オッケー|オーケー|りょうかい|うん|へえ|そうですか|
そうなんですね|なるほどですね|はい、わかりました|はいわかりました|はい、ありがとうございます|
네 알겠습니다|예 알겠습니다|알겠습니다|알겠어요|알겠어|알았어|알았어요|알았습니다|넵|넹|네네|
감사합니다|감사해요|고맙습니다|고마워|고마워요|감사|천만에요|수고하셨습니다|수고하세요|
수고했어요|안녕하세요|안녕|안녕히 가세요|안녕히 계세요|좋아요|좋습니다|좋네요|그렇군요|그렇구나|
이해했습니다|이해했어요|확인했습니다|확인했어요|확인|오케이|ㅇㅋ|ㅇㅇ|ㅎㅎ|ㅋㅋ|ㅋㅋㅋ|굿|대박|
멋져요|훌륭해요|완벽해요|괜찮아요|괜찮습니다|잘 부탁드립니다|부탁드립니다|다행이네요|
네 감사합니다
"""
_EXTRA: Final = """
so very much a lot again guys everyone all man mate sir team everybody friend dude bro then too
now just please for the that this help your it quick and sehr viel vielmals dir ihnen euch dann ja
auch alle so kak pak bu ya banyak semua deh dong aja bro gan min mas mbak really super well oh ah
yes yeah yep yup ja iya
"""
# Said alone these may answer a question; beside other filler they add nothing.
_ANSWER_WORDS: Final = """
yes yeah yep yup ja iya ya no nein tidak nope 是 对 不 不是 はい いいえ うん 네 예 아니요 아니오
응 可以 行 好 좋아요 right sure genau absolutely 嗯 perfect continue 확인
"""
_ANSWERS: Final = frozenset(_ANSWER_WORDS.split())
_STRIP: Final = re.compile(r"[^\w'’\-、\s]|[_]")
_SPLIT: Final = re.compile(r"[.,!?;:。，！？、…~～\n]+")
_PARTICLE: Final = re.compile(
    "(?<=.)(?:에는|에도|에|은|는|이|엔|부터|까지|には|に|は|の|から|まで)$"
)
_EMOJI_ONLY: Final = re.compile(r"[^\w]*\Z")


def _key(text: str) -> str:
    return " ".join(_STRIP.sub(" ", text.replace("’", "'")).replace("、", "").split())


_KNOWN: Final = frozenset(_key(p) for p in _PHRASES.replace("\n", "").split("|") if p)
_LOOSE: Final = frozenset(_EXTRA.split())
_LONGEST: Final = max(len(phrase.split()) for phrase in _KNOWN)


_FIRST_WIDE: Final = 0x2E80


def _set_phrases() -> str:
    """A pattern of set phrases of several words, and of scripts without spaces."""
    spaced = [phrase for phrase in _KNOWN if " " in phrase and phrase.isascii()]
    wide = [phrase for phrase in _KNOWN if ord(phrase[0]) > _FIRST_WIDE and len(phrase) > 1]
    words = "|".join(re.escape(one).replace(r"\ ", r"\s+") for one in sorted(spaced, reverse=True))
    signs = "|".join(re.escape(one) for one in sorted(wide, key=lambda one: (-len(one), one)))
    return rf"(?<!\w)(?:{words})(?!\w)|(?:{signs})"


_SET_PHRASE: Final = re.compile(_set_phrases(), re.IGNORECASE)


def set_phrases(text: str) -> list[tuple[int, int]]:
    """Where greetings and other set phrases of several words stand in a text: start, end."""
    return [match.span() for match in _SET_PHRASE.finditer(text)]


def is_filler(text: str) -> bool:
    """Say whether a message holds nothing to keep.

    Args:
        text: The whole message.

    Returns:
        True for blank text, emoji alone, and messages made of set phrases only; False where there
        is a digit, a question, a bare yes or no, or a word that is not on the lists. About 5 µs.
    """
    if len(text) > MAX_FILLER:
        return False
    plain = unicodedata.normalize("NFKC", text).strip().lower()
    if _EMOJI_ONLY.match(plain):
        # A lone question mark asks; a picture of a thumb says no more than "ok".
        return "?" not in plain
    if any(char.isdigit() for char in plain) or "?" in plain or "`" in plain or "/" in plain:
        return False
    whole = _key(plain)
    if whole in _ANSWERS:
        return False
    if whole in _KNOWN:
        return True
    said = False
    for part in _SPLIT.split(plain):
        key = _key(part)
        if not key:
            continue
        if key in _ANSWERS and key not in _KNOWN:
            continue
        if not _made_of_phrases(key.split()):
            return False
        said = True
    return said


def says_little(text: str) -> bool:
    """Say whether a phrase, torn out of its message, tells nothing of it.

    Args:
        text: A few words of a message.

    Returns:
        True where every word is part of a greeting or another set phrase, names a day of the week,
        or is a stop word: "good morning", "on Thursday", "월요일에", "早上好".
    """
    words = _key(unicodedata.normalize("NFKC", text).strip().lower()).split()
    at = 0
    while at < len(words):
        for size in range(min(_LONGEST, len(words) - at), 0, -1):
            if " ".join(words[at : at + size]) in _KNOWN:
                at += size
                break
        else:
            if not _is_small(words[at]):
                return False
            at += 1
    return True


def _is_small(word: str) -> bool:
    if word in _LOOSE or word in _ANSWERS or word in STOP_WORDS or word in KANA_STOP_WORDS:
        return True
    return word in WEEKDAYS or _PARTICLE.sub("", word) in WEEKDAYS


def _made_of_phrases(words: list[str]) -> bool:
    """Say whether words are set phrases, one at least, with small words between."""
    at, phrases = 0, 0
    while at < len(words):
        for size in range(min(_LONGEST, len(words) - at), 0, -1):
            if " ".join(words[at : at + size]) in _KNOWN:
                at, phrases = at + size, phrases + 1
                break
        else:
            if words[at] not in _LOOSE:
                return False
            at += 1
    return phrases > 0
