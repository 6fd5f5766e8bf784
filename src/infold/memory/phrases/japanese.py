"""How people speak of themselves in Japanese: the speaker is often not named."""

from __future__ import annotations

import re
from typing import Final

from infold.memory.phrases.rule import Language, rules

__all__ = ["JAPANESE"]

_RELATIONS: Final = """
娘=daughter 息子=son 子ども=child 子供=child 赤ちゃん=child 妻=wife 嫁=wife 家内=wife 夫=husband
旦那=husband 主人=husband 彼女=partner 彼氏=partner 母=mother 父=father 兄=brother 弟=brother
姉=sister 妹=sister 祖母=grandmother 祖父=grandfather 上司=boss 同僚=colleague 友人=friend
友達=friend 犬=dog 猫=cat 愛犬=dog 愛猫=cat 会社=company 大家=landlord
"""
_TABLE: Final = r"""
@profile | name | (?:<my>(?:名前|氏名|本名)は|<i>)<name>(?:と申します|といいます|と言います
...|と呼んでください)
@profile | name | <my>(?:名前|氏名|本名)は<name><da>
@profile | name | <name>と(?:申します|呼んでください)<end>
@!profile | name | (?:[^\s、。はが]{1,10}(?:在住|出身)の)<name><da>
profile | city | <i>?<adv><place>(?:に|で)(?:は)?<livesnot>
profile | city | <i>?<adv><place>(?:に|で)(?:も)?(?:住んでい(?:ます|る)|住んでる|住んでます
...|暮らしてい(?:ます|る)|暮らしてます|在住)<da>
-profile | city | <i>?(?:以前|昔|前)は?<place>に住んでいました
=profile | city | <i>?<place>に住んでいました
+profile | city | <i>?<adv><place>(?:に|へ)(?:引っ越し(?:ました|た|ます)|引越し(?:ました|た
...|ます)|転居し(?:ました|た|ます)|移住し(?:ました|た|ます)|移り住みました)
-profile | city | <i>?<adv><place>から引っ越し(?:ました|た)
profile | hometown | <my>?(?:出身(?:地)?|地元|実家)は<place><da>
profile | hometown | <i>?<place>出身<da>
profile | hometown | <i>?<place>(?:で|に)生まれ(?:ました|た|育ちました)
@profile | birthday | <my>?誕生日は(?P<v>(?:\d{4}年)?\d{1,2}月\d{1,2}日)<da>
@profile | birth year | <i>?(?P<v>(?:19|20)\d\d)年生まれ<da>
@profile | age | <i>?(?:今年|今)?(?:で)?(?P<v>\d{1,2})(?:歳|才)(?:になりました|になります)?<da>
profile | employer | <i>?<adv><firm>(?:で|に)(?:働いてい(?:ます|る)|働いて(?:ます|る)
...|勤めてい(?:ます|る)|勤めて(?:ます|る)|勤務してい(?:ます|る)|勤務して(?:ます|る))
profile | employer | <i>?<adv><firm>(?:で|に)(?:は)?(?P<ends>働いていません|働いていない
...|勤めていません|勤めていない|勤務していません)
profile | employer | <my>勤務先は<firm><da>
+profile | employer | <i>?<adv><firm>に(?:入社し(?:ました|た|ます)|転職し(?:ました|た|ます))
+-profile | employer | <i>?<adv><firm>を(?:辞めました|辞めた|退職し(?:ました|た)|退社し(?:ました
...|た))
-profile | employer | <i>?(?:以前|昔|前)は?<firm>で働いていました
=profile | employer | <i>?<adv><firm>(?:で|に)(?:働いてい(?:ました|た)|勤めてい(?:ました|た)
...|勤務してい(?:ました|た))
profile | job | <i>?<adv>(?:\w{2,12}で)?(?P<v>\w{2,10}?)として(?:働いてい(?:ます|る)|働いてます
...|勤務してい(?:ます|る))
profile | job | <my>(?:仕事|職業)は<v><da>
profile | job | <i>(?P<v>[\w]{0,8}?(?:医師|医者|看護師|教師|教員|エンジニア|プログラマー|弁護士
...|会計士|デザイナー|学生|大学生|会社員|公務員|記者|作家|研究者|主婦|コンサルタント|アナリスト
...|美容師|料理人|薬剤師|保育士))(?P<ends>ではありません|じゃありません|じゃない)?<da>
profile | job | <i>?<adv>(?P<v>[\w]{0,8}?(?:医師|医者|看護師|教師|教員|先生|エンジニア
...|プログラマー|弁護士
...|会計士|デザイナー|会社員|公務員|記者|作家|研究者|主婦|コンサルタント|アナリスト
...|美容師|料理人|薬剤師|保育士))をし(?:てい|て)(?:ます|る)<da>
profile | employment | <i>?(?:もう)?(?P<v>定年退職|無職|育休中|産休中|フリーランス)(?:しました|です)
profile | study | <i>?(?:大学で)(?P<v>\w{2,12}?)を(?:専攻し|勉強し|学ん)で?(?:てい)?(?:ます|る
...|います)
profile | diet | <i>?(?P<v>ベジタリアン|ヴィーガン|ビーガン|菜食主義者?)(?P<ends>ではありません
...|じゃありません|ではなくなりました|をやめました)?<da>
profile | allergy to {v} | <i>?<also>(?P<v>[^\s、。はがにもでのを]{1,12}?)(?:の)?アレルギー
...(?:があります|がある|です|持ちです|です|なんです|だ|なので|があって)
profile | allergy to {v} | <i>?(?P<v>[^\s、。]{1,12}?)に(?:対して)?アレルギーが(?:あります|ある
...|あって)
profile | health condition {v} | <i>?(?P<v>糖尿病|喘息|高血圧|片頭痛|てんかん|うつ病|関節炎|痛風
...|花粉症|近視)(?:です|があります|を患っています|なんです|持ちです)
profile | health condition {v} | <i>?(?P<v>妊娠中|左利き|色覚異常)<da>
profile | children | <i>?子ども?供?が(?P<v>一人|二人|三人|四人|\d人)(?:います|いる)
profile | marital status | <i>?(?P<v>既婚|独身|離婚|結婚)(?:しています|しました|です)
profile | email | <my>?(?:メールアドレス|メアド|メール)は ?(?P<v>[\w.+-]+@[\w-]+(?:\.[\w-]+)+)
profile | phone | <my>?(?:電話番号|携帯番号|携帯)は ?(?P<v>\+?\d[\d -]{5,18}\d)
profile | time zone | <my>?タイムゾーンは ?(?P<v>[\w/+:-]+?)<da>
profile | native language | <my>?母語は<v><da>
@profile | name | <who>の名前は<name><da>
@profile | name | <who>は<name>(?:という名前です|といいます|と言います|という名前だ)
@profile | name | <name>という(?:名前の)?(?P<who><relations>)(?:を飼っています|がいます)
profile | city | <who>は<adv><place>に(?:住んでい(?:ます|る)|住んで(?:ます|る))
profile | employer | <who>は<adv><firm>(?:で|に)(?:働いてい(?:ます|る)|勤めてい(?:ます|る)
...|勤務してい(?:ます|る))
@profile | age | <who>は(?:今年)?(?P<v>\d{1,2})(?:歳|才|か月)<da>
profile | allergy to {v} | <who>は(?P<v>[^\s、。はがにも]{1,12}?)(?:の)?アレルギー(?:があります
...|がある|です)
preference | favourite {what} | <my>?(?:一番)?(?:好きな
...|お気に入りの)(?P<what>[^\sはが、。]{1,8})は<v><da>
preference | taste in {v} | <i>?<adv>(?:[^\s、。はがを]{1,12}?よりも?)?<tv>(?:の(?:方
...|ほう))?が(?:とても|本当に|一番|あまり|大変|すご[くい]|めっちゃ|めちゃくちゃ|ほんと(?:に)?
...|かなり|超|もう)?(?P<verb>大好き|好きではありません
...|好きじゃありません|好きじゃない|好きではない|好き|苦手|大?嫌い|好み)(?:です|だ|なんです|ですね
...|でして|で|なので)?<bare>
preference | taste in {v} | <i>?<adv><tv>は(?:とても|本当に|あまり|もう|もはや
...|ほんと(?:に)?)?(?P<verb>大好き
...|好きではありません|好きじゃありません|好きじゃない|好き|苦手|大?嫌い)(?:です|だ|なんです)?<bare>
preference | taste in {v} | <i>?<adv>(?:[^\s、。はがを]{1,12}?よりも?)?<tv>の?(?:方
...|ほう)が(?P<verb>いい)(?:です|だ)?<bare>
preference | taste in {v} | <i>?<adv><tv>(?P<verb>派)です<bare>
preference | taste in {v} | <i>?<adv><tv>を(?P<verb>好みます|好んでいます|好んで使っています
...|愛用しています)<bare>
preference | taste in {v} | <i>?<adv><tv>(?:を|は)(?P<verb>食べません|食べない|飲みません
...|飲まない|食べられません)<bare>
~temporary | place | <i>?<adv><place>に(?:出張で)?(?:い(?:ます|る)|滞在してい(?:ます|る)
...|滞在中です|滞在します)
~temporary | place | <i>?<adv>(?:出張|旅行|仕事)で<place>(?:に|へ)行(?:きます|く|っています)
~temporary | place | <i>?<adv><place>(?:に|へ)(?:出張|旅行)(?:し(?:ます|ています)|です
...|に行きます|中です)
~temporary | state | <i>?<adv>(?P<v>休暇中|出張中|旅行中|入院中|療養中|育休中|産休中|在宅勤務
...|休み|病気|風邪|不在|リモート|夏休み)(?:です|だ|にします|をしています|をひいています|になります)
"""
_WORDS: Final = dict(pair.split("=") for pair in _RELATIONS.split())
_ALL: Final = "|".join(sorted(_WORDS, key=lambda word: (-len(word), word)))
_BARE: Final = r"(?=\s*(?:[、,。；;！!？?：:（）()\n]|$|ので|から|けど|が[、,]))"

JAPANESE: Final = Language(
    rules=rules(
        _TABLE,
        livesnot=r"(?P<ends>住んでいません|住んでない|住んでいない|暮らしていません)",
        i=r"(?:(?:私|わたし|僕|ぼく|俺|自分|うち)は)",
        my=r"(?:(?:私|わたし|僕|俺|自分)の)?",
        adv=(
            r"(?:今は?|現在は?|もう|まだ|ずっと|実は|普段は?|最近は?|もともと|主に|特に|やっぱり"
            r"|重度の|ひどい)*"
        ),
        name=r"(?P<v>[^\s、。はがをにの]{1,12}?)",
        place=r"(?P<v>(?!ここ|そこ|どこ|あそこ|家$|一人|海外|実家)[^\s、。はがをにで今]{1,12}?)",
        firm=r"(?P<v>(?!ここ|そこ|どこ|自宅|家で|一人|みんな)[^\s、。はがをに]{1,16}?)",
        who=r"(?:(?:私|僕|俺|うち)の)?(?:上の|下の)?(?P<who><relations>)",
        relations=_ALL,
        also=r"(?:[^\s、。は]{1,12}で、)?",
        v=r"(?P<v>[^\s、。はがを]{1,20}?)",
        tv=(
            r"(?P<v>(?!(?:それ|これ|あれ|そちら|こちら|その|この|あの|どれ|君|あなた|彼|彼女"
            r"|みんな|誰))(?:[A-Za-z][\w .+#-]*|[^\s、。はがを]{1,16}?))"
        ),
        da=(
            r"(?:です|だ|でございます|だよ|になります|なんです|でして"
            r"|で)?(?=\s*(?:[、,。；;！!？?：:（）()\n]|$|な?ので|だから|けど|が[、,])|[^\w\s])"
        ),
        end=_BARE,
        bare=_BARE,
    ),
    openers=re.compile(
        r"\W*(?:(?:こんにちは|こんばんは|おはようございます|はじめまして|初めまして|ちなみに|実は"
        r"|あと|それと|なお|えっと|はい"
        r"|いいえ|すみません|ありがとうございます|また|でも|しかし|だから|訂正"
        r"|覚えておいてください|念のため|今は|現在は|最近は)[\s、,。！：:]*)*"
    ),
    relations=_WORDS,
    trim=re.compile(r"(?:さん|ちゃん|くん|市内|です)$"),
)
