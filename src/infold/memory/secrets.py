"""Secrets in a text: keys, tokens, passwords, card numbers, IBANs, private keys."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterator
from typing import Final

__all__ = ["is_card", "is_iban", "redact"]

_PRIVATE: Final = re.compile(
    r"-----BEGIN (?:[A-Z0-9]+ ){0,3}PRIVATE KEY(?: BLOCK)?-----|PuTTY-User-Key-File-\d"
    r"|AGE-SECRET-KEY-1[0-9A-Z]{20,}"
)
_TOKENS: Final = (
    (
        "API key",
        re.compile(
            r"(?<![\w-])(?:sk-(?:proj-|ant-[a-z0-9]+-|or-v1-)?[A-Za-z0-9_-]{20,}|AIza[\w-]{35}"
            r"|(?:sk|pk|rk)_(?:live|test)_[A-Za-z0-9]{16,}"
            r"|SG\.[\w-]{16,}\.[\w-]{16,}|key-[0-9a-f]{32}|gsk_[A-Za-z0-9]{20,}"
            r"|hf_[A-Za-z0-9]{20,}|r8_[A-Za-z0-9]{20,}|dop_v1_[0-9a-f]{32,})(?![\w-])"
        ),
    ),
    ("AWS key", re.compile(r"(?<![\w])(?:AKIA|ASIA|AGPA|AROA)[0-9A-Z]{16}(?!\w)")),
    (
        "token",
        re.compile(
            r"(?<![\w-])(?:gh[pousr]_[A-Za-z0-9]{30,}|github_pat_\w{30,}|glpat-[\w-]{16,}"
            r"|xox[abposr]-[\w-]{10,}|npm_[A-Za-z0-9]{30,}|pypi-[\w-]{30,}"
            r"|eyJ[\w-]{8,}\.eyJ[\w-]{8,}\.[\w-]*|\d{8,10}:AA[\w-]{32,})(?![\w-])"
        ),
    ),
    ("token", re.compile(r"(?i:\b(?:bearer|basic)\s+)(?P<s>[A-Za-z0-9._~+/-]{16,}=*)")),
    ("password", re.compile(r"(?<=://)[^\s:/@]+:(?P<s>[^\s/@]+)(?=@)")),
)
_LABEL: Final = (
    r"(?:(?<![A-Za-z0-9])(?:pass(?:word|phrase|code|wort)?|passwd|pwd|pin(?:[ -]?code)?"
    r"|(?:api|secret|access|auth|private|encryption|master)[ _-]?(?:key|token|secret)"
    r"|client[ _-]?secret|access[ _-]?key[ _-]?id|secret|token|kennwort|geheimzahl|kata sandi"
    r"|sandi|cvv|cvc|otp|tan|ssn)(?![A-Za-z0-9])"
    r"|密码|口令|密钥|验证码|パスワード|暗証番号|비밀번호|암호|인증번호)"
)
_WORD: Final = "[^\\s\"'`”」,;，。、\u3040-\u30ff\u4e00-\u9fff\uac00-\ud7a3]{4,128}"
_LABELLED: Final = re.compile(
    rf"(?P<label>{_LABEL})"
    rf"(?P<is>[\"']?\s*(?:[:：=]|\bis\b|\bist\b|\blautet\b|\badalah\b|\bitu\b|\bwas\b|是|为|は|은|는|이)"
    rf"\s*[:：]?\s*)[\"'`“「]?(?P<s>{_WORD})",
    re.IGNORECASE,
)
_RANDOM: Final = re.compile(
    r"(?<![\w-])(?=[0-9a-zA-Z+/_-]*\d)(?=[0-9a-zA-Z+/_-]*[A-Za-z])[0-9a-zA-Z+/_-]{40,}={0,2}"
    r"(?![\w-])"
)
_CARD: Final = re.compile(r"(?<![\d.,/-])(?<![A-Za-z_])\d(?:[ -]?\d){12,18}(?![A-Za-z0-9_]|[.,]\d)")
_IBAN: Final = re.compile(
    r"(?<![A-Za-z0-9])[A-Z]{2}\d{2}(?:[ ]?[A-Z0-9]{4}){2,7}(?:[ ]?[A-Z0-9]{1,4})?(?![A-Za-z0-9])"
)
_WORDY: Final = re.compile(r"[a-z]+|[A-Z][a-z]+")
_NO_SECRET: Final = re.compile(
    r"(?:required|needed|wrong|correct|incorrect|invalid|expired|missing|not|too|the|a|an|in|on"
    r"|stored|hidden|empty|reset|changed|set|falsch|richtig|ungültig|nicht"
    r"|salah|benar|tidak|yang|sudah|necessary|optional|something|same|very|only|for|from|your|my"
    r"|here|there|secret|safe|strong|weak|long|short)\b",
    re.IGNORECASE,
)
_LEAST_ENTROPY: Final = 3.5


def redact(text: str) -> tuple[str, tuple[str, ...], bool]:
    """Replace the secrets of a text by their kinds.

    Args:
        text: Any text.

    Returns:
        The text with `[password]`, `[card number]` and so on in their places; their kinds, each
        once, in order; and whether it holds a private key, of which nothing can be kept.
    """
    if _PRIVATE.search(text):
        return "", ("private key",), True
    out: list[str] = []
    kinds: list[str] = []
    at = 0
    for start, end, kind in sorted(_found(text), key=lambda one: (one[0], -one[1], one[2])):
        if start < at:
            continue
        out += (text[at:start], f"[{kind}]")
        kinds.append(kind)
        at = end
    out.append(text[at:])
    return "".join(out), tuple(dict.fromkeys(kinds)), False


def _found(text: str) -> Iterator[tuple[int, int, str]]:
    """Start, end and kind of every secret, in no order."""
    for kind, pattern in _TOKENS:
        for match in pattern.finditer(text):
            group = "s" if "s" in pattern.groupindex else 0
            yield match.start(group), match.end(group), kind
    for match in _LABELLED.finditer(text):
        if _is_password(match["s"], sure=match["is"].strip(" \"'") in (":", "：", "=")):
            start = match.start("s")
            yield start, start + len(match["s"].rstrip(".?")), _kind(match["label"])
    for match in _IBAN.finditer(text):
        if is_iban(match[0]):
            yield match.start(), match.end(), "IBAN"
    for match in _CARD.finditer(text):
        if is_card(match[0]):
            yield match.start(), match.end(), "card number"
    for match in _RANDOM.finditer(text):
        if _is_random(match[0]):
            yield match.start(), match.end(), "key"


def is_card(text: str) -> bool:
    """Whether digits are a payment card's number: a known issuer's first digits, and Luhn's sum.

    The sum is that of ISO/IEC 7812-1, annex B.
    """
    digits = [int(sign) for sign in text if sign.isdecimal()]
    if not 13 <= len(digits) <= 19 or len(set(digits)) < 2 or digits[0] not in (2, 3, 4, 5, 6):
        return False
    doubled = [(2 * d - 9 if d > 4 else 2 * d) for d in digits[-2::-2]]
    return (sum(doubled) + sum(digits[-1::-2])) % 10 == 0


def is_iban(text: str) -> bool:
    """Whether a text is an IBAN: the remainder by 97 of its rearranged digits is 1 (ISO 13616)."""
    bare = "".join(text.split())
    if not 15 <= len(bare) <= 34 or not bare.isascii() or not bare.isalnum():
        return False
    moved = bare[4:] + bare[:4]
    return int("".join(str(int(sign, 36)) for sign in moved)) % 97 == 1


def _kind(label: str) -> str:
    low = label.lower()
    if "key" in low or "密钥" in low:
        return "key"
    if "token" in low or "secret" in low:
        return "token"
    return "password"


def _is_password(word: str, *, sure: bool) -> bool:
    """Whether what follows "password is" is one, not a word about passwords."""
    bare = word.rstrip(".?")
    if (
        bare.startswith("[")
        or _NO_SECRET.match(bare)
        or len(bare) < 4
        or set(bare) <= set("*•x_.-")
    ):
        return False
    kinds = (str.isdigit, str.isupper, str.islower)
    mixed = sum(any(map(kind, bare)) for kind in kinds) + (not bare.isalnum())
    return sure or (mixed >= 2 and any(not sign.isalpha() for sign in bare)) or bare.isdigit()


def _is_random(word: str) -> bool:
    """Whether a long word has the entropy of a key; hashes of commits and paths do not count."""
    if "/" in word and len(_WORDY.findall(word)) * 4 >= len(word) // 2:
        return False
    if re.fullmatch(r"[0-9a-f]{40}|[0-9a-f]{64}|[0-9a-f-]{36}", word):
        return False
    counts = Counter(word)
    entropy = -math.fsum(n / len(word) * math.log2(n / len(word)) for n in counts.values())
    return entropy >= _LEAST_ENTROPY and any(map(str.isupper, word)) and any(map(str.islower, word))
