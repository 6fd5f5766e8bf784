"""Instructions to the model that hide in tool results and pasted texts, in six languages."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

__all__ = ["Instruction", "find_instruction"]

_OVERRIDE: Final = re.compile(
    r"\b(?:ignore|disregard|forget|override|bypass|skip)\b[^.!?\n]{0,30}?\b(?:(?:previous|prior"
    r"|above|earlier|preceding|existing|your|system|all|any|the) )+(?:\w+ )?(?:instructions?"
    r"|prompts?|rules?|guidelines?|directives?|messages?|constraints?|training)\b"
    r"|\b(?:reveal|print|show|leak|repeat|output)\b[^.!?\n]{0,20}?\b(?:system prompt|hidden prompt"
    r"|initial instructions|your instructions)\b"
    r"|\byou are (?:now )?(?:in )?(?:dan|developer mode|jailbroken|unrestricted"
    r"|an? (?:unrestricted|unfiltered))\b|\bnew (?:system )?instructions?:|\bdo anything now\b"
    r"|\b(?:ignoriere|missachte|vergiss|übergehe)\b[^.!?\n]{0,40}?\b(?:anweisung\w*|instruktion\w*"
    r"|regeln|vorgaben|systemprompt)\b"
    r"|\b(?:abaikan|lupakan|hiraukan|langgar)\b[^.!?\n]{0,30}?\b(?:instruksi|perintah|aturan"
    r"|petunjuk|prompt)\b"
    r"|(?:忽略|无视|忘记|忘掉|不要理会|跳过)[^。！\n]{0,12}?(?:指令|指示|提示词?|规则|系统消息"
    r"|说明)"
    r"|(?:これまで|以前|前|上記|すべて|全て|今まで|システム)[^。\n]{0,10}?(?:指示|命令|プロンプト"
    r"|ルール|指令)[^。\n]{0,6}?(?:無視|忘れ|破棄)"
    r"|(?:이전|앞|위|기존|모든|지금까지)[^.\n]{0,10}?(?:지시|명령|프롬프트|규칙"
    r"|지침)[^.\n]{0,8}?(?:무시|잊|버려)",
    re.IGNORECASE,
)
_MEMORY: Final = re.compile(
    r"\b(?:(?:please )?(?:remember|memori[sz]e|note|store|save|record|add to (?:your |the )?memory"
    r"|update (?:your |the )?memory|keep in mind)\b[^.!?\n]{0,30}?\b(?:that )?(?:the "
    r"|this )?users?(?:'s)?\b"
    r"|(?:store|save|write|add|put)\b[^.!?\n]{0,40}?\b(?:in|to|into) (?:your |the "
    r"|long-term )+memory\b"
    r"|(?:the )?user (?:wants|prefers|has (?:asked|authori[sz]ed|approved|agreed)|would like|asked"
    r"|always wants) (?:you|the assistant|to always)\b"
    r"|(?:merk(?:e)? dir|speichere|notiere|denk daran)\b[^.!?\n]{0,30}?\b(?:nutzer\w*|benutzer\w*"
    r"|anwender\w*)"
    r"|(?:ingat(?:lah)?|simpan|catat)\b[^.!?\n]{0,30}?\b(?:pengguna|user)\b)"
    r"|(?:记住|记下|保存|存储|请记)[^。！\n]{0,12}?(?:用户|使用者)|(?:用户|使用者)(?:想要|希望"
    r"|授权|同意)你"
    r"|(?:ユーザー|利用者)(?:は|が|の)[^。\n]{0,40}?(?:覚えて|記憶し|保存し|記録し)|(?:覚えて"
    r"|記憶して)[^。\n]{0,12}?ユーザー"
    r"|(?:사용자|유저)(?:가|는|의|이)[^.\n]{0,40}?(?:기억|저장|기록)(?:해|하)|(?:기억"
    r"|저장)해[^.\n]{0,12}?(?:사용자|유저)",
    re.IGNORECASE,
)
_ORDER: Final = re.compile(
    r"\b(?:as an? (?:ai|assistant|language model),? you (?:must|should|will)|(?:ai|assistant|llm"
    r"|chatbot|agent)s?[:,] (?:please |you must |always |do not |never )"
    r"|when (?:you )?(?:reading|read|summari[sz]ing|processing) this|instructions? (?:to"
    r"|for) (?:the )?(?:ai|assistant|model|llm|agent)"
    r"|(?:do not|don't|never) (?:tell|inform|mention (?:this|it) to|alert) the user"
    r"|without (?:telling|informing|asking) the user"
    r"|(?:send|forward|email|post|upload|exfiltrate)\b[^.!?\n]{0,40}?\b(?:password|credential"
    r"|conversation|chat history|api key|secret|files?|contacts)s?\b[^.!?\n]{0,20}?\bto\b"
    r"|(?:call|invoke|run|execute|use) the \w+ (?:tool|function) (?:with|to|and)|respond only with"
    r"|from now on,? (?:you|always|respond|answer|the assistant)"
    r"|ab jetzt (?:musst|sollst|antworte)|sag(?:e)? dem (?:nutzer|benutzer) nicht"
    r"|mulai sekarang (?:kamu|anda|jawab)|jangan (?:beri ?tahu|katakan) (?:kepada )?pengguna)\b"
    r"|<\|?(?:im_start|system|assistant)\|?>|\[INST\]|^\s*(?:system|assistant)\s*:\s"
    r"|不要告诉用户|从现在开始你|ユーザーに(?:は)?(?:言わ|教え|伝え)(?:ない|ずに)|今後は必ず"
    r"|사용자에게 (?:말하지|알리지) ?(?:마|않)|지금부터 (?:너는|당신은)",
    re.IGNORECASE | re.MULTILINE,
)
_HIDDEN: Final = dict.fromkeys(
    [
        0x00AD,
        *range(0x200B, 0x2010),
        *range(0x202A, 0x202F),
        *range(0x2060, 0x2065),
        0xFEFF,
        *range(0xE0000, 0xE0080),
    ]
)
_TAGS: Final = range(0xE0020, 0xE007F)


@dataclass(frozen=True, slots=True, kw_only=True)
class Instruction:
    """An instruction to the model.

    Attributes:
        words: How it says so, for the reason.
        is_override: It orders to drop the rules.
        is_memory: It orders to remember something of the user.
    """

    words: str
    is_override: bool
    is_memory: bool


def find_instruction(text: str) -> Instruction | None:
    """Find an instruction to the model in a text.

    Args:
        text: Any text; signs without width are looked through, and letters hidden as tags read.

    Returns:
        The gravest kind that stands in it, with the words of the first; None where there is none.
    """
    hidden = "".join(chr(ord(sign) - 0xE0000) for sign in text if ord(sign) in _TAGS)
    plain = text.translate(_HIDDEN) + (f"\n{hidden}" if hidden else "")
    override = _OVERRIDE.search(plain)
    memory = _MEMORY.search(plain)
    match = override or memory or _ORDER.search(plain)
    if match is None:
        if len(hidden) > 8:
            return Instruction(words="hidden letters", is_override=True, is_memory=False)
        return None
    return Instruction(
        words=" ".join(match[0].split()),
        is_override=override is not None,
        is_memory=memory is not None,
    )
