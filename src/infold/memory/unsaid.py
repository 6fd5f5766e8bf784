"""Stretches in which first-person words state nothing: tasks, play, examples, jokes, suppositions.

Precision first: of a text to be translated, rewritten or acted out nothing is read at all.
"""

from __future__ import annotations

import re
from typing import Final

from infold.text import slot_cues as cues

__all__ = ["asks_behind", "is_joke", "is_reported", "is_supposed", "opens_play", "works_on_text"]

_START: Final = (
    r"(?:^|[.!?;:。！？\n]\s*|\b(?:please|you|to|and|me|help|bitte|und|tolong|mohon|bisa|coba)\s+)"
)
_WORKS: Final = re.compile(
    rf"{_START}(?:translate|proofread|rewrite|rephrase|paraphrase|summari[sz]e|correct|fix(?!,"
    rf"| (?:kita|kami|saya|aku|pakai|jadi|ya)\b)|edit"
    rf"|shorten|polish|improve"
    r"|reword|spell-?check|analy[sz]e|classify|label|extract|parse|tokenize|repeat after me"
    r"|transcribe"
    r"|übersetze?n?|formulier\w*|korrigier\w*|verbesser\w*|umschreiben|fasse|überarbeite|prüfe"
    r"|terjemahkan|terjemahin|perbaiki|parafrase\w*|ringkas\w*|koreksi kalimat|ubah kalimat)\b"
    r"|\b(?:how (?:do|would|can) (?:you|i|we) (?:say|spell|write|translate)|what does .{1,60} mean"
    r"|wie (?:sagt|schreibt) man|was (?:bedeutet|heißt)|ins (?:englische|deutsche|französische"
    r"|spanische)"
    r"|into (?:english|german|french|spanish|chinese|japanese|korean|indonesian|italian|portuguese)"
    r"|bagaimana (?:cara )?(?:bilang|mengatakan)|apa (?:arti|artinya)"
    r"|ke(?: dalam)? bahasa (?:inggris|jerman|jepang)"
    r"|(?:this|the|following|above|next|my) (?:sentences?|paragraph|phrase|passage)|grammar"
    r"|(?:dies(?:er|en)|der|folgende[rn]?) satz|kalimat (?:ini|berikut))\b"
    r"|翻译|譯成|译成|译为|改写|润色|校对|造句|这句话|这段话|改错|总结一下|概括"
    r"|翻訳|訳し|訳して|添削|要約|書き直し|言い換え|例文|という文|次の文|この文"
    r"|번역|옮겨 ?[주줘]|고쳐 ?[주줘]|교정|요약|다듬어|문장",
    re.IGNORECASE,
)
_PLAYS: Final = re.compile(
    r"\b(?:pretend|imagine|role-?play\w*|act (?:as|like)|let's (?:play|pretend|say)|suppose|assume"
    r"|hypothetically|you are (?:now )?(?:my|an?|the)\b"
    r"|you play|in (?:my|this|the|a) (?:story|novel|book|game|dream|scenario|play|script|film"
    r"|movie)|(?:my|the) character|as (?:a|the) character"
    r"|(?:i|we) (?:had a dream|dreamed|dreamt)|once upon a time|(?:write|tell|draft|compose|create"
    r"|generate|make up|invent)(?: me| us)?(?: up)? (?:an?|the|some|my|two|three)"
    r"(?: \w+){0,7}? (?:story|stories|poem|song|lyrics|novel|scene|dialog(?:ue)?|essay|joke|letter"
    r"|e-?mail|mail|message|speech|bio|biography|post|tweet|cover letter|script|text|sentence"
    r"|sentences|monologue|haiku|diary|reply|response|note)"
    r"|fictional|persona|sample (?:text|data)|test data|dummy|placeholder|lorem ipsum|template"
    r"|example:|for example|for instance|e\.g\.|such as"
    r"|stell dir vor|stellen sie sich vor|tu so|tun wir so|angenommen|nehmen wir an|rollenspiel"
    r"|spiel(?:e)? (?:den|die|das|eine?n?)|du bist (?:jetzt )?(?:ein|mein|der|die)"
    r"|schreib\w*(?: mir)? (?:eine?n?|das|den|die)(?: \w+){0,3}"
    r"|in meine[rm] (?:geschichte|roman|traum|spiel)|zum beispiel|beispielsweise|beispiel:"
    r"|z\. ?b\.|mal angenommen|vorlage"
    r"|pura-pura|main peran|jadi tokoh|berperan|bayangkan|anggap(?:lah)?|andaikan|seandainya"
    r"|bermain peran|kamu adalah|(?:tulis"
    r"|buat)(?:kan)?(?: saya)?(?: sebuah)? (?:cerita|puisi|surat|email|dialog|pidato|lagu|pesan"
    r"|esai|biodata)|misal(?:nya|kan)?|contoh(?:nya)?\b|dalam (?:cerita|mimpi|permainan))\b"
    r"|假装|扮演|假设|想象|设想|角色|你是(?:一|我)|你(?:现在|来)(?:是|当|演)"
    r"|写(?!一?[个份段条]?(?:\w{0,6}(?:脚本|程序|代码|函数|配置|查询"
    r"|命令|正则|语句)))(?:一|个|篇|封|首"
    r"|段)|故事里|小说|梦见|比如|例如|譬如|举个例子|模板|假如|打个比方"
    r"|ふりをし|なりきって|想像して|という設定|設定で|ロールプレイ|仮に|物語|小説|夢で|例えば"
    r"|たとえば|テンプレート|例：|(?:手紙|メール|文章|詩|作文|物語)を書いて|役を|もしも"
    r"|(?:인|은|는|ㄴ) ?척|상상해|가정(?:해|하|입)|역할|롤플레이|이야기 속|소설|꿈에서|예를 들"
    r"|예시|템플릿|가령|(?<![가-힣])(?:편지|메일|글|시|이야기|자기소개서)(?:를|을)? ?(?:써|작성)",
    re.IGNORECASE,
)
_JOKES: Final = re.compile(
    r"\b(?:just kidding|(?:i'm |i am |only |just )?kidding|jk|j/k|(?:i'm |i am |only |just )joking"
    r"|as a joke|not really|(?:haha|lol) no(?=\W*\Z|\s*[,.!;])|in jest|sarcasm"
    r"|(?:nur |kleiner )?(?:ein )?(?:scherz|witz)|spaß beiseite|war nur spaß|nur spaß|ironie"
    r"|bercanda|becanda|canda|guyon|boong|bohong)\b|(?:^|\s)/[sj](?:\W|$)|\b(?:kidding)\b"
    r"|[🙄🙃]|（皮肉）|\(皮肉\)|（笑えない）|^\W*(?:oh |wow,? |ah |na )?(?:great|toll|super"
    r"|wonderful|fantastic|prima|klasse),? "
    r"(?:i just (?:love|adore)|ich liebe es)\b"
    r"|开(?:个)?玩笑|騙你|骗你|逗你|说着玩|冗談|嘘です|うそです|なんてね|농담|뻥이|장난이|구라",
    re.IGNORECASE,
)
_SAYS: Final = re.compile(
    r"\b(?!i\b|we\b)(?:[a-zà-ÿ]+) (?:says?|said|tells?|told|thinks?|thought|claims?|claimed"
    r"|believes?|writes?|wrote|asks?(?= (?:if|whether|me if|me whether|why|how))|asked(?= (?:if"
    r"|whether|me if|me whether|why|how))|reports|reported|insists?|mentioned|joked|shouted"
    r"|replied"
    r"|sagte?|meinte?|meint|behauptet|erzählte?|schreibt|schrieb|glaubt|denkt|fragte?|bilang"
    r"|berkata|kata|mengatakan|cerita|pikir)\b"
    r"|\b(?:according to|laut|menurut|kata|katanya|quote|he's like|she's like|was like|angeblich"
    r"|someone who|people who|anyone who|everyone who|those who)\b"
    r"|(?<![我你])(?<!我就)(?<!老实)(?:说(?!实话|正经|真的|个|一?下|起来)|告诉我|认为|觉得|声称"
    r"|问)(?!明)"
    r"|听说|据说|と(?:言|い)(?:っ|い|う)"
    r"|そうです|らしい|と聞|によると"
    r"|(?:라고|다고|냐고|자고) ?(?:했|말|하|해|그|들)|(?:ㄴ|는|산|한|이)?대요|그러는데|에 따르면",
    re.IGNORECASE,
)
_I_SAY: Final = re.compile(
    r"\b(?:i|ich|saya|aku)(?:'ve| have| already| just| also| hab| habe)? (?:say|said|told"
    r"|mentioned|wrote|sagte|meinte|bilang)\b",
    re.IGNORECASE,
)
_WISHES: Final = re.compile(
    r"\b(?:i (?:only )?wish|if only|would (?:love|like|want)|want(?:ed)? to|hope(?:d)? to"
    r"|hoping to|plan(?:ning|ned)? (?:to|on)|thinking (?:of|about)|considering|dream of|might"
    r"|(?<!\d )(?-i:may)(?! \d)|could|should|almost|nearly"
    r"|würde\w*|möchte|will gern|hätte|wäre|fast|beinahe|überlege|ingin|pengen|pengin|mau"
    r"|berencana|hampir|mungkin|semoga)\b"
    r"|(?<![联理思梦])想要?(?!起|到|了|法)|希望|打算|考虑|差点|如果|要是|たい(?:です|と|な)"
    r"|つもり|ほしい|もし|たら"
    r"|かもしれ|고 ?싶|려고|면 좋겠|만약|할까|을까|ㄹ까|다면|라면 ",
    re.IGNORECASE,
)
_ASKS_BEHIND: Final = re.compile(
    r"[\s,，、;–—-]*(?:(?:so|and|but|then|now|also|und|dann|aber|jadi|terus|lalu|那么?|那|所以"
    r"|では|じゃあ|그럼|그런데|please|bitte|tolong)\s*[,，、]?\s*)?"
    r"(?:what|which|how|where|who|whom|when|why|whose|can|could|should|would|will|do|does|did|is"
    r"|are|any|have|has|am|may|shall"
    r"|welche\w*|wie|was|wo|wohin|woher|wann|wer|warum|kannst|könntest|können|könnt|gibt|soll\w*"
    r"|darf|hast|ist|sind|muss|brauche"
    r"|apa|apakah|bagaimana|gimana|di ?mana|kapan|siapa|berapa|mana|ada|bisa|bisakah|boleh"
    r"|bolehkah|aman|cocok|kenapa"
    r"|mengapa)\b"
    r"|[^?？]*(?:什么|啥|哪|怎么|多少|谁|几|有没有|能不能|可以|可否|要不要|是不是|会不会|吗|呢)"
    r"|[^?？]*(?:何|どこ|どう|どの|どれ|いつ|誰|いくら|なぜ|ますか|ですか|でしょうか|ませんか)"
    r"|[^?？]*(?:뭐|무엇|무슨|어디|어떻게|어떤|나요|까요|언제|누구|왜|몇|얼마|을까|있어요|습니까"
    r"|[지죠니냐]\s*[?？])",
    re.IGNORECASE,
)
_TAG_WORDS: Final = 3


def works_on_text(text: str) -> bool:
    """Whether a text asks to work on words: to translate, correct, rewrite them."""
    return bool(_WORKS.search(text))


def opens_play(sentence: str) -> int:
    """Where in a sentence play, a piece of writing or an example begins; -1 where nowhere."""
    match = _PLAYS.search(sentence)
    return -1 if match is None else match.start()


def is_joke(sentence: str) -> bool:
    """Whether a sentence says that it, or the one before it, was a joke."""
    return bool(_JOKES.search(sentence))


_POLITELY: Final = re.compile(
    r"\b(?:if|in case|falls|wenn|kalau|jika)\b[’']?s?(?: (?:it|that|this|you|es|das|ini|itu|anda"
    r"|du))?(?:'s|s)?"
    r" (?:helps?|matters|is relevant|relevant|useful|wonder\w*|need to know|hilft|wichtig ist"
    r"|interessiert|membantu"
    r"|perlu|penting|hilfreich ist)\b|(?:如果|要是)(?:有|需要|能)(?:帮助|的话|用)(?:的话)?"
    r"|もし(?:参考|お役)に(?:なれば|立てば)"
    r"|\bwer hätte (?:das|es) gedacht\b|\bwho would(?: ha|')ve thought\b|\bwho knew\b"
    r"|\bsiapa sangka\b"
    r"|혹시 (?:도움|참고)\S*",
    re.IGNORECASE,
)
"""Conditions of politeness: "if it helps, I live in Hull" supposes nothing."""


def is_supposed(before: str) -> bool:
    """Whether the words up to the end of a clause suppose or wish."""
    before = _POLITELY.sub(" ", before)
    return bool(cues.SUPPOSES.search(before) or _WISHES.search(before))


def is_reported(before: str) -> bool:
    """Whether the words before a clause say that others said it."""
    return bool(_SAYS.search(_I_SAY.sub(" ", before)))


def asks_behind(tail: str) -> bool:
    """Whether what follows a statement in a sentence that asks is a question of its own.

    A tag ("right?", "don't I?") asks about the statement itself.
    """
    if not _ASKS_BEHIND.match(tail):
        return False
    words = re.findall(r"\w+", tail)
    return len(words) > _TAG_WORDS or (len(words) > 0 and not words[0].isascii() and len(tail) > 4)
