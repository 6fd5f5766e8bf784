"""How people begin, go on and leave out when they speak of themselves: closed classes of words."""

from __future__ import annotations

import re
from typing import Final

__all__ = [
    "BESIDE",
    "BINDS",
    "DENIED",
    "DROPPED",
    "GOES_ON",
    "GREETS",
    "INSTEAD",
    "INTRODUCES",
    "LONGEST_BEFORE",
    "MOST_BEFORE",
    "MOVED",
    "NO_MORE",
    "OF_ANOTHER",
    "POSSESSED_BEHIND",
    "SPEAKS",
    "USERS",
]

GREETS: Final = re.compile(
    r"\W*(?:hi|hello|hey|good (?:morning|afternoon|evening)|greetings|(?:a )?(?:quick|short"
    r"|brief)? ?intro\w*"
    r"|hallo|guten (?:tag|morgen|abend)|moin|servus|grüß|kurze? vorstellung|hai|halo"
    r"|hal+o+|selamat (?:pagi|siang|sore|malam)"
    r"|perkenalkan|salam)\b|\W*(?:你好|您好|大家好|嗨|自我介绍|こんにちは|こんばんは|おはよう"
    r"|はじめまして|初めまして|自己紹介"
    r"|안녕|처음 뵙|반갑|哈喽|哈啰)",
    re.IGNORECASE,
)
INTRODUCES: Final = re.compile(
    r"\W*(?:(?i:so|well|ok|also|ja|nah|jadi)\W+)?(?:I'm|I’m|i'm|I am|i am|Ich bin|ich bin|Bin"
    r"|Saya|saya|Aku|aku)(?: der| die)?"
    r" [A-ZÀ-Þ][\w'-]+(?: [A-ZÀ-Þ][\w'-]+)?(?:,? \d{1,2}\b|,? (?:from|aus|dari) [A-ZÀ-Þ]"
    r"|, (?:an? |eine? )?\w+ (?:from|in"
    r"|aus|di|dari|at|bei)\b|,? (?:and|und) (?:I|ich|i)\b)"
)
"""How somebody introduces himself who does not greet."""
DROPPED: Final = (
    (
        "我",
        re.compile(
            r"(?:刚刚?|已经|终于|又|才|昨天|上周|上个月|最近)*(?:搬到|搬来|搬去|跳槽到|入职)"
        ),
    ),
    (
        "saya ",
        re.compile(
            r"(?:(?:baru(?: saja| aja)?|sudah|udah|akhirnya) )+pindah(?: rumah)? ke \w",
            re.IGNORECASE,
        ),
    ),
    (
        "ich ",
        re.compile(
            r"(?:bin|wohne|lebe|arbeite|hei(?:ß|ss)e|komme|mag|liebe|hasse|ziehe|studiere|spreche"
            r"|trinke|esse|habe)\b(?! ich\b| wir\b)",
            re.IGNORECASE,
        ),
    ),
    (
        "i ",
        re.compile(
            r"(?:just |recently |finally |also |currently |now |still )*(?:moved (?:back )?to"
            r"|started (?:at|working|a new"
            r" job|my)|joined|living in|working (?:at|for|as)|work (?:at|for|as)|live in"
            r"|got (?:married|engaged|divorced|hired"
            r"|a new job|a job)|became an?|was born|grew up|hate|prefer|based in)\b",
            re.IGNORECASE,
        ),
    ),
)
"""Verbs that say who speaks where the subject is left out."""
MOVED: Final = re.compile(
    r"我?(?:[刚刚最近已经又上个月周前天昨]{0,6})(?:搬了?家|换了?工作|跳槽|离职|毕业)了?"
)
"""What somebody says of himself without a subject, before what follows from it."""
GOES_ON: Final = re.compile(
    r"(?:an? (?=[a-z])|\d{1,2}\b|(?:originally |und )?(?:from|aus|dari) (?=[A-ZÀ-Þ])"
    r"|(?:currently |now |also"
    r" )?(?:living|based|working|studying|married|single|vegan|vegetarian|allergic|verheiratet"
    r"|ledig"
    r"|wohnhaft|tinggal|bekerja)\b)"
)
"""How a stretch begins that goes on with what was said of the speaker: "I'm Dana, a nurse"."""
SPEAKS: Final = re.compile(
    r"\b(?:I|i|I'm|i'm|I’m|I've|I’ve|My|my|We|we|Ich|ich|Mein\w*|mein\w*|Wir|wir|Saya|saya|Aku"
    r"|aku|Gue|gue)\b"
    r"|我(?!们|的[天妈])|私[はのも]|僕[はのも]|俺[はのも]|(?<!\S)(?:저는|나는|제가|내가|저도|전 "
    r"|제 |내 )"
)
BINDS: Final = re.compile(
    r"\b(?:who|whom|whose|what|which|where|when|why|how|whether|that|than|if|as|until|before"
    r"|after|unless"
    r"|not|never|no|to|of|by|with|for|from|at|in|on|like|say|says|said|think|thinks|thought"
    r"|believe|is|are"
    r"|was|were|am|be|do|does|did|can|could|should|would|will|may|might|must|your|his|her|their"
    r"|he|she|they"
    r"|you|it|and|or|but|people|someone|andai|seandainya|semoga|misal|misalkan|because|while"
    r"|since|since when|suppose|imagine|once"
    r"|wer|was|wo|wie|wann|dass|ob|als|wenn|weil|falls|obwohl|nicht|kein\w*|sagt|sagte|meint"
    r"|denkt|ist|sind"
    r"|hat|er|sie|du|ihr|sein\w*|und|oder|aber|den|dem|der|die|das|für|mit|von|bei|in|an|auf|zu"
    r"|bevor|bis"
    r"|yang|bahwa|apakah|kalau|jika|dimana|di|ke|dari|untuk|dengan|bukan|tidak|dia|mereka|kamu"
    r"|anda|kata"
    r"|bilang|dan|atau|tapi|sebelum|setelah|ketika|saat|supaya|agar|milik|punya|teman|ibu|ayah"
    r"|anak)\b"
    r"|[，。、,]|说|道|问|和|跟|与|给|让|对|比|如果|假|要是|他|她|你|的|と言|という|とし|が|を|に"
    r"|もし|仮"
    r"|[가를을에]\s|라고|다고|만약|혹시|처럼|보다",
    re.IGNORECASE,
)
"""Words that tie what follows to what stands before."""
OF_ANOTHER: Final = re.compile(
    r"(?:\A|[、。,\s])(?:(?:私|僕|俺|うち)の)?(?:いとこ|従兄弟?|従姉妹?|叔父|叔母|おじ|おば|甥|姪"
    r"|部長|課長|社長|先輩|後輩|隣人|彼女?"
    r"|彼ら|みんな|友達|友人|同僚|上司|母|父|兄|姉|弟|妹|妻|夫|娘|息子|祖父|祖母|旦那"
    r"|主人)(?:さん)?[はがも]"
    r"|(?:\A|[\s,])(?:(?:제|내|우리|저희) ?)?(?:사촌|삼촌|이모|고모|조카|부장님?|과장님?|사장님?"
    r"|선배|후배|이웃|걔|그녀?|친구|동료|엄마|어머니"
    r"|아빠|아버지|형|누나|오빠|언니|동생|남동생|여동생|아내|남편|와이프|딸|아들|할머니"
    r"|할아버지)(?: [가-힣]{2,3})?(?:은|는|이|가|도)\s"
)
"""In languages that leave the subject out: it is somebody else."""
NO_MORE: Final = re.compile(
    r"\b(?:no longer|any ?more|any longer|nicht mehr|kein\w* .{1,30}mehr|(?:tidak|nggak|gak"
    r"|enggak|tak) .{1,30}"
    r"\blagi|(?:sudah|udah) (?:tidak|nggak|gak|enggak|tak))\b|不再|不.{1,12}了(?=[，,。.!！]|$)"
    r"|もう.{1,24}"
    r"(?:ない|ません|嫌い|苦手)|なくな(?:った|りました)|더 ?이상|더는|이제 (?:.{1,20})?(?:안 |않|싫"
    r"|못 )",
    re.IGNORECASE,
)
"""What was liked and is no more: that ends a taste, and says of no other."""
BESIDE: Final = re.compile(
    r",?\s+(?:and|und|dan|serta|but|aber)\s+|、(?=[^、。]{1,20}は)|(?<=[0-9])(?:이고|고|이며)\s+",
    re.IGNORECASE,
)
"""Between two statements of things."""
POSSESSED_BEHIND: Final = re.compile(r"[a-z](?:ku| saya| aku| kami)\b", re.IGNORECASE)
USERS: Final = re.compile(
    r"\W*(?:(?:the|this|our) user|(?:der|die) (?:be)?nutzer(?:in)?|(?:si )?pengguna) (?!['’])",
    re.IGNORECASE,
)
"""Who speaks of his user goes on to do so."""
MOST_BEFORE: Final = 4
LONGEST_BEFORE: Final = 32
INSTEAD: Final = re.compile(
    r"[\s,]*(?:(?:mehr|any ?more|any longer|lagi)[\s,]*)?"
    r"(?:but(?: rather| instead)?|sondern|melainkan|tapi|tetapi)\s+"
    r"(?:(?:now|jetzt|nun|sekarang|neuerdings|inzwischen)\s+)?(?=\S)",
    re.IGNORECASE,
)
"""Opens what holds in the place of what was denied before it."""
DENIED: Final = re.compile(
    r"\b(?:no longer|not|do not|don't|am not|nicht mehr|nicht länger|nicht|kein\w*"
    r"|(?:sudah )?(?:tidak|nggak|gak|bukan)(?: lagi)?)\b",
    re.IGNORECASE,
)
"""Words that deny, within a clause that says what is so no more."""
