"""Statements in six languages that say the same, and such as only look alike.

A line is a family: what stands left of `|` says one thing, between `=`; each statement behind it
says another one. A line that begins with `|` goes on with the one before. `{x}` and `{y}` are
things, `{n}` and `{m}` numbers, `{p}` and `{q}` places, drawn anew for each family.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

__all__ = ["LANGUAGES", "Labelled", "families"]

_FAMILIES: Final = MappingProxyType(
    {
        "english": """
Likes {x} = I like {x} = The user really likes {x}.|Does not like {x}|My sister likes {x}
|Liked {x} as a child
Drinks {x} with breakfast = I drink {x} with breakfast!|Drinks {x} without breakfast
|Never drinks {x} with breakfast
Prefers {x} over {y} = The user prefers {x} over {y}|Prefers {y} over {x}
Is allergic to {x} = I'm allergic to {x}.|Is not allergic to {x}|Her son is allergic to {x}
Has {n} bikes = I have {n} bikes|Has {m} bikes|Wants {n} bikes
Works in {p} = I work in {p}|Worked in {p}|Works in {q}
The {x} shop opens at {n} = the {x} shop opens at {n}.|The {x} shop opens at {m}
|The {x} shop closes at {n}
Collects {x} = I collect {x} = The user collects {x}|Collected {x}|Sells {x}
Plays tennis = I play tennis|Plays table tennis|Wants to play tennis
Is learning Greek = I am learning Greek = The user is learning Greek now|Is teaching Greek
|Is no longer learning Greek
""",
        "german": """
Mag {x} = Ich mag {x} = Der Nutzer mag {x} sehr.|Mag kein {x}|Meine Schwester mag {x}
Trinkt gern {x} = Ich trinke gerne {x}|Trinkt nie {x}|Trinkt selten {x}
Wohnt in {p} = Ich wohne in {p}.|Wohnte in {p}|Wohnt in {q}
Arbeitet bei der Bahn = Ich arbeite bei der Bahn|Arbeitet nicht bei der Bahn
|Arbeitete früher bei der Bahn
Hat {n} Katzen = Hat {n} Katzen.|Hat {m} Katzen|Will {n} Katzen
Spielt Klavier = Ich spiele Klavier|Spielt kein Klavier|Lernt Klavier
Sammelt {x} = Ich sammle {x}|Verkauft {x}|Sammelt nur {x}
""",
        "chinese": """
喜欢{x} = 我喜欢{x} = 用户很喜欢{x}。|不喜欢{x}|我妹妹喜欢{x}|以前喜欢{x}
住在{p} = 我住在{p}|不住在{p}|住在{q}
每天喝{x} = 我每天喝{x}。|每天不喝{x}|每周喝{x}
有{n}只猫 = 我有{n}只猫|有{m}只猫|想要{n}只猫
对{x}过敏 = 用户对{x}过敏|对{x}不过敏|她对{x}过敏
在学希腊语 = 我在学希腊语|在教希腊语|没在学希腊语
收集{x} = 我收集{x}|出售{x}|只收集{x}
""",
        "japanese": """
{x}が好き = {x}が好きです = 私は{x}がとても好きです|{x}が好きではない|妹は{x}が好き
{p}に住んでいます = {p}に住んでいる = 私は{p}に住んでいます。|{p}に住んでいません
|{q}に住んでいます
毎日{x}を食べます = 私は毎日{x}を食べる|毎日{x}を食べません|毎週{x}を食べます
猫が{n}匹いる = 猫が{n}匹います|猫が{m}匹いる|猫は{n}匹もいない
{x}アレルギーがある = ユーザーは{x}アレルギーがある|{x}アレルギーがない|娘は{x}アレルギーがある
ギリシャ語を勉強している = ギリシャ語を勉強しています|ギリシャ語を教えている
|ギリシャ語を勉強していない
""",
        "korean": """
{x} 요리를 좋아합니다 = {x} 요리를 좋아해요 = 사용자는 {x} 요리를 정말 좋아한다
|{x} 요리를 좋아하지 않아요|여동생은 {x} 요리를 좋아해요
{p}에 있는 회사에서 일합니다 = 저는 {p}에 있는 회사에서 일합니다|{p}에 있는 회사에서 일했습니다
|{q}에 있는 회사에서 일합니다
매일 {x} 먹습니다 = 매일 {x} 먹어요|매일 {x} 안 먹어요|매주 {x} 먹어요
고양이가 {n}마리 있습니다 = 고양이가 {n}마리 있어요|고양이가 {m}마리 있어요
|고양이가 {n}마리 없어요
{x} 알레르기가 있어요 = 사용자는 {x} 알레르기가 있다|{x} 알레르기가 없어요
|딸은 {x} 알레르기가 있어요
그리스어를 배웁니다 = 저는 그리스어를 배웁니다.|그리스어를 가르칩니다|그리스어를 안 배웁니다
""",
        "indonesian": """
Suka {x} = Saya suka {x} = Aku suka sekali {x}.|Tidak suka {x}|Adik saya suka {x}|Dulu suka {x}
Tinggal di {p} = Saya tinggal di {p}|Tidak tinggal di {p}|Tinggal di {q}
Minum {x} setiap hari = Saya minum {x} setiap hari|Jarang minum {x} setiap hari
|Minum {x} setiap minggu
Punya {n} kucing = Saya punya {n} kucing|Punya {m} kucing|Ingin {n} kucing
Alergi {x} = Saya alergi {x}|Tidak alergi {x}|Anak saya alergi {x}
Belajar bahasa Yunani = Saya belajar bahasa Yunani|Mengajar bahasa Yunani
|Belum belajar bahasa Yunani
""",
    }
)
_THINGS: Final = MappingProxyType(
    {
        "english": "tea coffee cocoa lemonade honey cheese olives plums walnuts cinnamon ginger",
        "german": "Tee Kaffee Kakao Limonade Honig Käse Spargel Zimt Ingwer Müsli Apfelmost",
        "chinese": "绿茶 咖啡 可可 柠檬水 蜂蜜 奶酪 橄榄 花生 核桃 肉桂 生姜 豆浆",
        "japanese": "緑茶 コーヒー ココア レモネード 蜂蜜 チーズ 胡桃 蕎麦 生姜 納豆 餅 梅干し",
        "korean": "두부 김치 국수 버섯 감자 오징어 낙지 가지 호박 시금치 미역 도라지",
        "indonesian": "teh kopi cokelat limun madu keju zaitun kacang kenari jahe tempe sambal",
    }
)
_PLACES: Final = MappingProxyType(
    {
        "english": "Porto Oslo Lyon Turin Ghent Cork",
        "german": "Köln Graz Basel Bremen Linz Mainz",
        "chinese": "上海 北京 广州 成都 南京 杭州",
        "japanese": "東京 大阪 京都 札幌 福岡 仙台",
        "korean": "서울 부산 대구 인천 광주 대전",
        "indonesian": "Jakarta Bandung Medan Malang Padang Bogor",
    }
)
LANGUAGES: Final = tuple(_FAMILIES)


@dataclass(frozen=True, slots=True, kw_only=True)
class Labelled:
    """Statements of one user with what must become one.

    Attributes:
        texts: The statements, none twice, in an order drawn by chance.
        same: Pairs of places that must be merged; all other pairs must not.
    """

    texts: tuple[str, ...]
    same: frozenset[tuple[int, int]]


def families(language: str, *, seed: int) -> Labelled:
    """Draw one family of each line of a language.

    Args:
        language: One of `LANGUAGES`.
        seed: Of the draw.
    """
    drawn = random.Random(f"{language} {seed}")
    texts: list[tuple[str, int]] = []
    lines = _FAMILIES[language].strip().replace("\n|", "|").splitlines()
    for number, line in enumerate(lines):
        left, *others = _filled(line, language, drawn).split("|")
        texts += [(text.strip(), number) for text in left.split(" = ")]
        # Nothing says the same as what stands behind the bar.
        texts += [(text.strip(), -1) for text in others]
    drawn.shuffle(texts)
    same = [
        (one, other)
        for other, (_, theirs) in enumerate(texts)
        for one, (_, mine) in enumerate(texts[:other])
        if mine == theirs >= 0
    ]
    return Labelled(texts=tuple(text for text, _ in texts), same=frozenset(same))


def _filled(line: str, language: str, drawn: random.Random) -> str:
    x, y = drawn.sample(_THINGS[language].split(), 2)
    p, q = drawn.sample(_PLACES[language].split(), 2)
    n, m = drawn.sample(range(2, 10), 2)
    return (
        line.replace("{x}", x)
        .replace("{y}", y)
        .replace("{p}", p)
        .replace("{q}", q)
        .replace("{n}", str(n))
        .replace("{m}", str(m))
    )
