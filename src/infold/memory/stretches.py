"""The stretches of a sentence that may each state a fact of their own.

They are smaller than the clauses of `infold.text.sentences`: "My name is Zoe and I live in Porto"
has one clause there and two stretches here. A stretch that goes on with the subject of the one
before ("… and work at Bosch") says so.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

__all__ = ["Stretch", "split"]

_CUT: Final = re.compile(
    r"(?P<on>(?:\s*,)?\s+(?:and|but|und|aber|dan|tapi)\s+"
    r"|\s*,\s+)(?=(?:also |currently |now |still |auch "
    r"|juga |really )*"
    r"(?:work\w*|live|living|lives|is|has|likes|loves|hates|prefers|speaks|am|have|prefer|like"
    r"|love|hate|speak|study|use|don't|do not|can't"
    r"|moved|quit|joined|allergic"
    r"|arbeite\w*|wohn\w*|leb\w*|ist|hat|liebt|hasst|spricht|isst|trinkt|bin|habe|mag|hasse|liebe"
    r"|spreche|studiere|heiße|bekerja|kerja"
    r"|tinggal|punya|suka|alergi|tidak suka|lebih suka|benci|pindah|lahir)\b)"
    # Who writes without capitals ends sentences all the same.
    r"|(?<=\w\w)[.!?…]+\s+(?=(?:(?:so|and|oh|also|btw|und|ja|nah|jadi|gini|terus)\s+){0,2}"
    r"(?:i|im|i'm|ive|i've|my|we|ich|mein\w*|wir|saya|aku|gue|nama)\b)"
    r"|\s*[,;:—–]\s+|\s+-\s+|\s*[，；：]\s*"
    r"|(?:\s*,)?\s+(?:and|but|so|or|because|und|aber|denn|weil|dan|tapi|tetapi|karena|plus|yet"
    r"|while|though|although)\s+(?=(?:also |just |now |auch |juga )?"
    r"(?:i|i'm|i've|i'd|i’m|i’ve|my|our|we|we're|we've|ich|mein\w*|wir|unser\w*|saya|aku|kami|nama"
    r"|gue)\b)"
    r"|(?<=[있하이살니않]고),?\s+(?=\S)(?!있|계시)|(?<=[는은인]데),?\s+(?=\S)"
    r"|(?<=[\u3040-\u30ff])(?!(?<=[はがをにのもでと])[ \u3000](?:[ \u3000]|[\x21-\x7e]))"
    r"(?:笑|ｗ+|w+|泣|汗|草)?[ \u3000]+(?=\S)|\s*[ㅋㅎㅠㅜ]{2,}\s*"
    r"|\s*[\U0001F300-\U0001FAFF\u2600-\u27BF\uFE0F]+\s*|(?<=[すただいるん])(?:が|けど"
    r"|けれど|ので"
    r"|し)、\s*|(?<=[すただでて])(?<!めまして)、\s*|(?<=ると)、|、(?=私|僕|俺|娘|息子|妻|夫)"
    r"|(?:고|는데"
    r"|지만),?\s+(?=(?:저|제"
    r"|나|내)[는가 ])",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Stretch:
    """A stretch of a sentence.

    Attributes:
        start: Where it begins in the sentence.
        end: One after its last sign.
        goes_on: A conjunction or comma opens it, and no subject of its own.
    """

    start: int
    end: int
    goes_on: bool


def split(sentence: str) -> list[Stretch]:
    """Split a sentence into stretches, in order."""
    out: list[Stretch] = []
    begin = 0
    goes_on = False
    for match in _CUT.finditer(sentence):
        if match.start() > begin:
            out.append(Stretch(start=begin, end=match.start(), goes_on=goes_on))
        begin = match.end()
        korean = match.start() > 0 and sentence[match.start() - 1] == "고" and match[0].isspace()
        goes_on = match["on"] is not None or bool(match[0].strip() == "，") or korean
    if begin < len(sentence):
        out.append(Stretch(start=begin, end=len(sentence), goes_on=goes_on))
    return out
