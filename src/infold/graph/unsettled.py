"""What a sentence supposes, asks, leaves open or reports: of that nothing is settled.

"If we decided on Kafka, we would need three brokers" decides nothing. What is left out here is the
stretch that a word opens ("if", "falls", "如果", "もし", "만약", "jika") up to where the sentence
turns back to what is so ("but", "so"), and in Japanese and Korean the clause that a form closes
("…たら", "…면"). Precision first: a decision that is missed can be marked by hand.
"""

from __future__ import annotations

import re
from typing import Final

__all__ = ["settled"]

_TURNS: Final = (
    r"(?=[;；:：]|[,—–]\s*(?:but|so|therefore|hence|however|yet|still|aber|doch|also|deshalb|daher"
    r"|tapi|tetapi|namun|jadi|sehingga|makanya)\b|\b(?:but|aber|tetapi|namun)\b"
    r"|但|不过|可是|所以|因此|于是|最[后终]|しかし|(?:ので|ため|から|が|けど|けれど)、|하지만|그래서|그러나"
    r"|지만|어서,|므로|니까|\Z)"
)
"""Where a sentence turns from what is supposed to what is so."""
_VERB: Final = r"(?:decid|agree|settl|cho(?:o|s)|conclud|rul|reject|dismiss|drop|switch|mov|go)"
_WHO: Final = r"(?:i|we|you|they|he|she|it|one|anyone|someone|the\ \w+)"
_ER: Final = r"(?:ich|wir|ihr|sie|du|er|es|man)"
_OPENS: Final = re.compile(
    rf"""(?:
    (?<!\beven\ )\b(?:if(?!\ (?:you(?:'re|\ are)?\ (?:ask|wonder|miss|curious)|i\ re(?:member|call)
      |it\ helps|possible|needed|necessary))|whether|unless|suppos(?:e|ing)|assum(?:e|ing)
      |imagin(?:e|ing)|pretend|let'?s\ (?:say|suppose|assume|imagine)|hypothetically|in\ case
      |maybe|perhaps|what\ would|provided\ that|wish)\b
    | \b(?:once|until|before|as\ soon\ as|whenever)\ {_WHO}(?:'ve|\ have|\ has)\ (?:\w+\ )?{_VERB}
    | \b(?:when|once|until|before|as\ soon\ as|whenever)\ {_WHO}\ (?:\w+ly\ )?
      (?:decide|agree|settle|choose|rule|reject|drop|switch)\b
    | \b(?:would|could|might)(?:n't|\ not|\ never)?\ have\b|\b(?:i|we|they|you)'d\ have\b
    | \b(?:would|could|might|may)(?:n't|\ not)?\ (?:\w+ly\ )?{_VERB}
    | \b(?:ha(?:ve|s|d)|did|do|does|is|are|was|were)(?:n't|\ not|\ never|\ yet\ to)
      \ (?:\w+\ ){{0,2}}?{_VERB}
    | \bnever\ {_VERB}
    | ^\W*(?:(?:so|and|but|or|well|ok(?:ay)?|also),?\ )?
      (?:have|has|had|did|do|does|are|is|was|were|will|would|should|could|can|shall|may|might)
      (?:n't)?\ {_WHO}\b
    | (?<!\bi\ )(?<!\bwe\ )\b(?:said|says|wrote|writes|claim(?:s|ed)|thinks|thought|believes?
      |believed|hopes?|heard|told\ \w+|mentioned|reports?|reported)
      (?:\ that\b|:|,)?\ (?:{_WHO}|that|to)\b
    | \b(?:according\ to|reportedly|allegedly|rumou?r\ has\ it)\b
    | (?<!\bauch\ )\b(?:wenn(?!\ (?:ich\ mich|du\ fragst))|falls|sofern|angenommen|vorausgesetzt
      |gesetzt\ den\ fall|stell(?:en\ sie\ sich|t\ euch|\ dir)\ vor|nehmen\ wir\ (?:mal\ )?an
      |ob|vielleicht|womöglich|hätten?|wäre(?:n|st)?|würden?|könnten?|noch\ (?:nicht|kein\w*)
      |nie\ entschieden|angeblich|laut)\b
    | ^\W*(?:(?:und|aber|also|oder),?\ )?(?:haben?|habt|hast|hat|hatten?|sind|ist|war(?:en)?|wollen
      |sollen|sollten?|werden|wurden?)\ {_ER}\b
    | (?<!\bich\ )(?<!\bwir\ )\b(?:sagte?n?|meinte?n?|schr(?:ieb|eibt)|behauptete?n?|erzählte?n?)
      (?:,|:|\ dass\b)
    | \b(?:jika|kalau(?!\ tidak\ salah)|bila(?:mana)?|apabila|seandainya|andai(?:kan|kata)?
      |misal(?:kan|nya)?|umpama(?:nya|kan)?|bayangkan|apakah|entah|mungkin|barangkali|belum|kecuali
      |katanya|konon|menurut|sudahkah)\b
    | ^\W*apa\ (?:kita|kami|kalian|mereka|sudah)\b
    | \b(?:dia|mereka|beliau|ia)\ (?:bilang|berkata|kata|mengatakan|menulis)\b
    | 如果|假如|假使|(?<![个種种的])假设(?!被|已|是|不|检验)|要是|倘若|若是
      |若(?=我|决定|选)|万一|除非|一旦|是否|是不是|有没有|会不会|要不要|难道|想象
      |也许|或许|可能|还没|尚未|没有?决定|未决定|不知道|差点
      |听说|据说|(?:[他她]们?|有人|大家|同事|老板|客户)(?:说|写|认为|觉得|声称)
    | 仮に|もしも?(?!し|く)|万一|例えば|たとえば|まだ(?=[^。]*(?:ません|ない|なかった))
    | 만약|만일|혹시|가령|아마|아직(?=[^.]*(?:않|못|안\ ))
    )
    .*?{_TURNS}""",
    re.IGNORECASE | re.DOTALL | re.VERBOSE,
)
"""A word that opens what is supposed, asked, left open or reported, and all that hangs on it."""
_CLOSES: Final = re.compile(
    r"[^;；,，、。]*?(?:"
    r"(?:た|だ)(?:ら|なら|場合)(?=[、,\s。は]|\Z|[^\s、。]{0,2}、)|(?:え|け|せ|て|ね|べ|め|れ|げ)ば、"
    r"|(?:る|う|く|す|つ|ぬ|む|ぐ|ぶ|た)(?:なら|場合|とすれば|としたら|とする)(?!ない)"
    r"|かどうか|[たるう]か(?=[は分わ知、])|かもしれ|ところだった|らしい"
    r"|(?:と|って)(?:言っ|言い|聞い|述べ|書い|思って)|とのこと|(?:た|る)そうです"
    r"|(?:다면|라면|으면|하면|되면|려면|지면|리면|꾸면)(?=[\s,.]|\Z)"
    r"|(?:는|은|인|을|할|될|한|된)지(?=[\s,.는도를가]|\Z)"
    r"|(?:다|라|자|냐)고 ?(?:했|말|하더|들었|한다|합니|해요)|(?:했|한|된|됐)대요?(?=[\s,.]|\Z)"
    r"|지도 모르|뻔 ?했"
    r"|(?<![他她你我])的话"
    r")"
)
"""A clause with the form that says at its end that it is supposed, asked, left open or reported."""
_ASKS: Final = re.compile(r"(?:ました|でした|のです?|[たるう])(?:か|かな|かしら)[。.\s]*\Z")
_OUT: Final = " \ufffc "


def settled(line: str) -> str:
    """A sentence without what it supposes, asks, leaves open or reports. Linear in practice.

    Args:
        line: A sentence in one line, with what it quotes taken out already.
    """
    line = line.replace("’", "'")
    if _ASKS.search(line):
        return ""
    return _CLOSES.sub(_OUT, _OPENS.sub(_OUT, line))
