"""Words too common to find anything by: English, German, Indonesian, and Japanese kana.

A German or Indonesian word that is a content word in English ("die", "war", "man") is left out of
its list: a term depends on the word alone, whatever the language around it.
"""

from typing import Final

_ENGLISH: Final = """
a an the is are was were be been being am do does did doing have has had having i you he she it
we they me him her us them my mine your yours his hers its our ours their theirs this that these
those and or but if of at by for with about to from in on off as so than too very can could will
would should shall may might must just not no nor into out up down over under again then once
here there when where why how what which who whom whose all any both each few more most other
some such only own same also get got go going went really much many lot lots because while
during before after until between through above below there's that's it's i'm i've i'd i'll
you're you've you'd you'll he's she's we're we've we'd we'll they're they've they'd they'll
don't doesn't didn't won't wouldn't can't couldn't shouldn't isn't aren't wasn't weren't haven't
hasn't hadn't cannot let's what's who's where's how's ain't
"""
_GERMAN: Final = """
der das und ist nicht ein eine einen einem einer eines ich du er sie es wir ihr ihnen mich mir
dich dir sich uns euch mein meine sein seine unser unsere auf aus bei mit nach von vom zu zum
zur fur durch gegen ohne um oder aber wenn dass daß als auch noch schon nur sehr wie wo wer wann
warum welche welcher welches sind bin bist wird werden wurde wurden hat haben hatte hatten kann
konnen soll sollen muss mussen dem den des im ins am ans ja nein doch denn dann da hier dort
kein keine keinen mal
"""
_INDONESIAN: Final = """
yang dan di ke dari untuk ini itu dengan pada adalah akan saya aku kamu anda dia kami kita
mereka tidak bukan juga sudah belum bisa ada apa siapa kapan bagaimana mengapa kenapa oleh atau
tapi tetapi karena kalau jika agar supaya saja lagi nya lah kok sih dong ya yg dgn utk gak nggak
tak
"""
_KANA: Final = """
の は が を に へ と も や か で な ね よ し て た だ ぞ ば から まで より
など って では には とは です ます でした ました ません です ですか ますか でしょう
である だった した して する され され される された いる いた いて ある あった
あり なる なった なり ない なかった という として について による により ので のに
けど けれど これ それ あれ この その あの ここ そこ どこ
"""

STOP_WORDS: Final = frozenset(f"{_ENGLISH} {_GERMAN} {_INDONESIAN}".split())
"""Lower-cased and without accents."""

KANA_STOP_WORDS: Final = frozenset(_KANA.split())
"""Runs of hiragana between other signs that hold no content: particles and endings."""
