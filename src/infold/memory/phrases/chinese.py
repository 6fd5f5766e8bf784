"""How people speak of themselves in Chinese."""

from __future__ import annotations

import re
from typing import Final

from infold.memory.phrases.rule import Language, rules

__all__ = ["CHINESE"]

_RELATIONS: Final = """
女儿=daughter 女兒=daughter 儿子=son 兒子=son 孩子=child 宝宝=child 妻子=wife 老婆=wife 太太=wife
丈夫=husband 老公=husband 女朋友=partner 男朋友=partner 对象=partner
妈妈=mother 母亲=mother 妈=mother
爸爸=father 父亲=father 爸=father 哥哥=brother 弟弟=brother 姐姐=sister 妹妹=sister 奶奶=grandmother
外婆=grandmother 爷爷=grandfather 外公=grandfather 老板=boss 经理=manager 同事=colleague 朋友=friend
室友=flatmate 邻居=neighbour 狗=dog 猫=cat 公司=company 医生=doctor 房东=landlord
"""
_TABLE: Final = r"""
@profile | name | (?:我(?:的)?(?:全名|真名|名字)(?:是|叫)|我(?:就)?叫(?:做)?|(?:你)?可以叫我
...|请?叫我|我姓名是) ?<name><end>
@profile | name | 我是 ?(?P<v>[小老阿][\u4e00-\u9fff])<end>
profile | city | 我<adv>(?P<ends>不再|不)?(?:住[在回]|搬回) ?<place><endle>
profile | city | 我<adv>在 ?<place>(?:住|生活|居住|定居)(?:了|着)?<end>
-profile | city | 我(?:以前|之前|曾经|过去)(?:是)?住在 ?<place><end>
+profile | city | 我<adv>(?:已经)?搬(?:到|去|来)(?:了)? ?<place><endle>
-profile | city | 我<adv>(?:已经)?(?:搬离|搬出)(?:了)? ?<place><endle>
profile | hometown | (?:我(?:是)?来自|我(?:的)?老家(?:在|是)|我出生在) ?<place><end>
profile | hometown | 我是(?P<v>[\u4e00-\u9fff]{2,4})人<end>
@profile | birth year | 我(?:是|出生(?:于|在)) ?(?P<v>(?:19|20)\d\d)年?(?:出生|生)?(?:的)?<end>
@profile | birthday | 我(?:的)?生日(?:是|在) ?(?P<v>(?:\d{4}年)?\d{1,2}月\d{1,2}[日号])<end>
@profile | age | 我(?:今年|现在)?(?:已经)? ?(?P<v>\d{1,2}
...|[一二三四五六七八九]?十[一二三四五六七八九]?) ?岁(?:了)?<end>
profile | employer | 我<adv>(?P<ends>不再|不)?在 ?<firm>(?:工作|上班|任职|就职)(?:了|着)?<end>
profile | employer | 我<adv>就职于 ?<firm><end>
+profile | employer | 我<adv>(?:已经)?(?:加入|入职)(?:了)? ?<firm><endle>
+-profile | employer | 我<adv>(?:已经)?(?:从 ?<firm>(?:辞职|离职)
...|离开了? ?(?P<v2>[\w]{2,10}?)公司)(?:了)?<end>
-profile | employer | 我(?:以前|之前|曾经)在 ?<firm>(?:工作|上班)(?:过)?<end>
profile | job | 我(?:的)?(?:职业|工作)是 ?(?:一名|一个|做)?<v><end>
profile | job | 我<adv><not>(?:一名|一个|一位|个)?(?P<v>[\u4e00-\u9fff]{0,6}(?:医生|护士|老师
...|教师|程序员|工程师|律师|会计|设计师|学生|研究生|大学生|司机|厨师|记者|作家|经理|分析师|销售
...|公务员|警察|农民|产品经理|建筑师|翻译))<end>
profile | employment | 我<adv>(?P<v>退休|失业|自由职业)(?:了|者)?<end>
profile | study | 我(?:在\w{2,12}大学)?(?:学的是|的专业是|主修) ?<v><end>
profile | diet | 我<adv><not>(?:一个|个)?(?P<v>素食者|素食主义者|纯素食者|严格素食者)<endle>
profile | diet | 我<adv>(?:只)?(?P<v>吃素|吃清真|吃全素)<end>
preference | taste in {v} | 我<adv>(?P<verb>不吃|不喝|从不吃|从不喝)(?!了|饭|东西|惯) ?<v><endle>
profile | allergy to {v} | 我<adv>对 ?<v>(?P<ends>不再|不)?(?:严重)?过敏(?:了)?<end>
profile | health condition {v} | 我<adv>(?:有|患有|得了) ?(?P<v>糖尿病|哮喘|高血压|偏头痛|癫痫
...|抑郁症|关节炎|痛风|鼻炎|近视|胃病)<end>
profile | health condition {v} | 我<adv>(?P<v>怀孕)(?:了)?<end>
profile | children | 我<adv>有 ?(?P<v>一|两|三|四|\d)个(?:小)?孩子<end>
profile | marital status | 我<adv>(?P<v>已婚|单身|离婚|结婚|离异|未婚)(?:了)?<end>
profile | speaks {v} | 我<adv>(?:会说|会讲|能说) ?(?P<v>[\u4e00-\u9fff]{1,4}[语文话])<end>
profile | native language | 我(?:的)?母语是 ?<v><end>
profile | email | (?:我的?(?:邮箱|电子邮件|邮件地址)(?:地址)?(?:是|为)|(?:可以)?(?:发邮件到
...|联系我)[：:]?) ?(?P<v>[\w.+-]+@[\w-]+(?:\.[\w-]+)+)
profile | phone | 我的?(?:电话|手机)(?:号码|号)?(?:是|为) ?(?P<v>\+?\d[\d -]{5,18}\d)
profile | time zone | 我的?时区(?:是|为) ?(?P<v>[\w/+:-]+)<end>
profile | address | 我的?(?:家庭)?(?:地址|住址)(?:是|在) ?(?P<v>[^。；！？\n]{4,40})(?=[。；！？]|$)
@profile | name | <who>(?:的名字(?:是|叫)|名叫|叫(?:做)?) ?<name><end>
@profile | name | 我(?:家)?(?:养了
...|有)(?:一)?[只个条] ?(?P<who><relations>)[，,]?(?:名字)?叫 ?<name><end>
profile | city | <who><adv>(?P<ends>不再|不)?住在 ?<place><endle>
profile | employer | <who><adv>(?P<ends>不再|不)?在 ?<firm>(?:工作|上班)<end>
@profile | age | <who>(?:今年)? ?(?P<v>\d{1,2}|[一二三四五六七八九十]{1,3}) ?(?:岁
...|个月大)(?:了)?<end>
profile | allergy to {v} | <who>对 ?<v>(?:严重)?过敏<end>
profile | job | <who>是(?:一名|一个|一位)?(?P<v>[\u4e00-\u9fff]{0,4}(?:医生|护士|老师|教师
...|程序员|工程师|律师|会计|设计师|学生|司机|厨师))<end>
preference | favourite {what} | 我最喜[欢歡]的(?P<what>[\u4e00-\u9fff]{1,6})(?:就)?是 ?<v><end>
preference | taste in {v} | 我<adv>(?:真的|真是|非常|特别|很|都|一直|超级?|太|最|挺|蛮|巨
...|好)*(?P<verb>不(?:太|大
...|怎么)?喜[欢歡]|更喜[欢歡]|最?喜[欢歡]|讨厌|偏爱|偏好|更愿意|宁愿|爱|受不了) ?<taste><endle>
preference | taste in {v} | (?:真的|真是|实在|太|超级?)+(?P<verb>讨厌|受不了|喜[欢歡]
...|爱) ?<taste><endle>
-preference | taste in {v} | 我<adv>不再(?P<verb>喜[欢歡]) ?<taste><endle>
~temporary | place | 我<adv>(?:会|都|人)?(?:待)?在 ?<place>(?:出差|旅游|旅行|度假)?<end>
~temporary | place | 我<adv>(?:要|会)?去 ?<place>(?:出差|旅游|旅行|度假)<end>
~temporary | state | 我<adv>(?:会|都|正)?(?:在)?(?P<v>休假|度假|出差|请假|生病|感冒|住院|发烧
...|居家办公|放假|不在办公室|隔离)(?:了|中)?<end>
"""
_WORDS: Final = dict(pair.split("=") for pair in _RELATIONS.split())
_ALL: Final = "|".join(sorted(_WORDS, key=lambda word: (-len(word), word)))
_BARE: Final = r"\s*(?:[，,。；;！!？?：:（）()、\n]|$)"
_THING: Final = r"[\w·.+#/&-]+(?: [\w·.+#/&-]+)*?"

CHINESE: Final = Language(
    rules=rules(
        _TABLE,
        adv=(
            r"(?:现在|目前|还是|仍然|也|已经|一直|其实|就|都|平时|通常|刚刚?|最近|将要?|会|正在"
            r"|又|再次|重新"
            r"|每天|严重|早就|近期|暂时|本来)*"
        ),
        name=(
            r"(?P<v>(?![了过你他她它不一这那出外车来去])[\u4e00-\u9fff·]{2,8}"
            r"|[A-Za-z][\w'’.-]*(?: [A-Z][\w'’.-]*){0,2})"
        ),
        place=(
            r"(?P<v>(?![\u4e00-\u9fff]*(?:工作|上班|学习|考虑"
            r"|[想看吃用学等做写找问忙玩说听读开]))(?!这|那|哪|一[个间座套]|家|学校|公司|外面|里"
            r"|他|她|想|你)(?:[\u4e00-\u9fff]{2,8}?|[A-Za-z][\w'’ -]*?))"
        ),
        firm=(
            r"(?P<v>(?!家里?|这|那|哪|外面|一[家个]|自己|你|他"
            r"|她)(?:[\w·.&-]{1,16}?(?: [\w·.&-]+)*?))"
        ),
        who=r"我(?:的|家)?(?:大|小)?(?P<who><relations>)",
        relations=_ALL,
        taste=r"(?!这[个样种]?|那[个样种]?|它|你|他|她|的|看到|知道)(?P<v>" + _THING + ")",
        v=r"(?P<v>" + _THING + ")",
        endle=rf"(?:了|的)?(?={_BARE}|而不|不[喜爱]|胜过|因为|所以|但是|可是|并且|和我|作为)",
        end=rf"(?={_BARE}|因为|所以|但是|可是|并且|而且|附近|呢)",
        bare=_BARE,
        **{"not": r"(?P<ends>不再是|不是)?(?:是)?"},
    ),
    openers=re.compile(
        r"\W*(?:(?:你好|您好|大家好|嗨|哈喽|哈啰|哈罗|对了|顺便说一下|顺便说|那个|其实|嗯|哦|好的"
        r"|谢谢|请记住"
        r"|记住|请注意|提醒一下"
        r"|另外|还有|而且|但是|不过|所以|因为|抱歉|更正|说明一下|自我介绍一下|现在|目前|今天|最近"
        r"|事实上|告诉你)[\s，,。！：:～~]*)*"
    ),
    relations=_WORDS,
    trim=re.compile(r"^(?:一个|一名|一位)|(?:了|的)$"),
)
