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
室友=flatmate 邻居=neighbour 狗=dog 猫=cat 公司=company 医生=doctor 房东=landlord 上司=boss
"""
_TABLE: Final = r"""
@profile | name | (?:我(?:的)?(?:全名|真名|名字)(?:是|叫)|我(?:就)?叫(?:做)?|(?:你)?可以叫我
...|请?叫我|我姓名是|(?:大家|朋友们?|同事们?|别人)(?:都|一般)?(?:叫|喊)我|名字叫
...|我名叫) ?<name>(?:就行|就好|吧|就可以|即可)?<end>
@profile | name | (?P<v>(?![这那他她你我它])[\u4e00-\u9fff]{2,4}?)(?:就)?是我(?:本人|的(?:真名|
...名字))(?:哈|啦|哦|啊
...|呀)?<end>
@profile | name | 我是 ?(?P<v>(?!老[师板人外乡婆公妈爸家总])[小老阿][\u4e00-\u9fff])<end>
profile | city | 我<adv>(?P<ends>不再|不)?(?:住[在回进]?|搬回|现居|居住在|定居在?|常住
...|落户) ?<home><endle>
profile | city | 我(?:的)?(?:家|家里)(?:现在)?(?:就)?(?:在|住) ?<home><endle>
profile | city | (?:现居|坐标|常驻|人在)[：:]? ?<home><endle>
profile | city | 我<adv>在 ?<place>(?:住|生活|居住|定居)(?:了|着)?<end>
-profile | city | 我(?:以前|之前|曾经|过去)(?:是)?住在 ?<home><end>
+profile | city | 我<adv>(?:已经)?搬(?:到|去|来)(?:了)? ?<home><endle>
-profile | city | 我<adv>(?:已经)?(?:搬离|搬出)(?:了)? ?<home><endle>
profile | hometown | (?:我(?:是)?来自|我(?:的)?老家(?:在|是)|我出生在) ?<place><end>
profile | hometown | 我(?:的)?(?:老家|家乡|籍贯)(?:在|是) ?(?P<v>[\u4e00-\u9fff]{2,6}?)的?<end>
profile | hometown | 我是(?P<v>[\u4e00-\u9fff]{2,4})人<end>
@profile | birth year | 我(?:是)?(?P<v>(?:19|20)\d\d)年?(?:出生|生)(?:的)?<end>
@profile | birthday | 我(?:是)?(?P<v>\d{1,2}月\d{1,2}[日号])(?:的)?(?:生日|出生|过生日)(?:的)?<end>
@profile | birth year | 我(?:是|出生(?:于|在)) ?(?P<v>(?:19|20)\d\d)年?(?:出生|生)?(?:的)?<end>
@profile | birthday | 我(?:的)?生日(?:是|在) ?(?P<v>(?:\d{4}年)?\d{1,2}月\d{1,2}[日号])<end>
@profile | age | 我(?:今年|现在)?(?:已经)? ?(?P<v>\d{1,2}
...|[一二三四五六七八九]?十[一二三四五六七八九]?) ?岁(?:了)?<end>
profile | employer | 我<adv>(?P<ends>不再|不)?在 ?<firm>(?:工作|上班|任职|就职)(?:了|着)?<end>
+profile | employer | 我<adv>(?:又|重新)?回(?:到|去)?了? ?<firm>(?:工作|上班|任职)(?:了)?<end>
profile | employer | 我<adv>就职于 ?<firm><end>
+profile | employer | 我<adv>(?:已经)?(?:加入|入职|跳槽(?:到|去)|去|转到|被
...|拿到)(?:了)? ?(?<![去被到]了)<firm><endnew>
+profile | employer | 我<adv>(?:已经)?(?:加入|入职|跳槽(?:到|去)了?|去了)(?:了)? ?<firm><endle>
profile | employer | 我(?:的)?(?:公司|单位|雇主)(?:是|叫) ?<firm><end>
profile | employer | 我<adv>在 ?<firm>(?:当|做|担任)(?:一名|一个)?[\u4e00-\u9fff]{2,8}<end>
profile | job | 我<adv>(?:在 ?[\w·.&-]{1,16}?)?(?:当|做|担任)(?:一名|一个|了)?(?P<v><jobs>)<endle>
+-profile | employer | 我<adv>(?:已经)?(?:从 ?<firm>(?:辞职|离职)
...|离开了? ?(?P<v2>[\w]{2,10}?)公司)(?:了)?<end>
-profile | employer | 我(?:以前|之前|曾经)在 ?<firm>(?:工作|上班)(?:过)?<end>
profile | job | 我是(?:一)?[名个位](?P<v>[\u4e00-\u9fff]{2,6})<end>
profile | job | 我(?:的)?(?:职业|工作)是 ?(?:一名|一个|做)?<v><end>
profile | employer | 我<adv>是(?:一名|一个|一位)?(?:在 ?)?(?P<v>(?!在)[\w·.&-]{2,12}?)(?:工作
...|上班)?的(?:一名|一个)?<jobs><end>
profile | job | 我<adv>是(?:一名|一个|一位)?(?:在 ?)?[\w·.&-]{2,12}?的(?:一名
...|一个)?(?P<v><jobs>)<end>
profile | business | 我(?:自己)?(?:开了?|经营)(?:着)?(?:一家|一间|家
...|个)?(?P<v>[\u4e00-\u9fff]{0,4}(?:店|馆|公司|厂|工作室|餐厅))<endle>
profile | job | 我<adv><not>(?:一名|一个|一位|个)?(?P<v>(?![做当在])(?:(?!是)[\u4e00-\u9fff]){0,6}?
...(?<!的)(?:医生|护士|电工|水管工|木匠|保安|演员|画家|导游|摄影师|教练|编辑|客服|咖啡师|理发师|花艺师|老师
...|教师|程序员|工程师|律师|会计|设计师|学生|研究生|大学生|司机|厨师|记者|作家|经理|分析师|销售
...|公务员|警察|农民|产品经理|建筑师|翻译
...|消防员|飞行员|歌手|快递员|志愿者))<end>
profile | employment | 我<adv>(?:是)?(?P<v>退休|失业|自由职业者?|全职妈妈|家庭主妇|个体户
...|待业)(?:了|者)?<end>
profile | study | 我(?:在\w{2,12}大学)?(?:学的是|的专业是|主修) ?<v><end>
profile | diet | 我<adv><not>(?:一个|个)?(?P<v>素食者|素食主义者|纯素食者|严格素食者)<endle>
profile | diet | 我<adv>(?P<v>乳糖不耐|麸质不耐)(?:受|症)?<end>
profile | diet | 我<adv>(?P<ends>不再|不)?(?:只|开始|改)*(?P<v>吃素|吃清真|吃全素)<end>
preference | choice between {pair} | 比起(?P<than>[^，,。]{1,8}?)[，,]?我
...(?:还是|现在)?更(?:喜[欢歡]|爱)(?:喝|吃
...|用)?(?P<v>[^，,。\s]{1,8}?)<end>
preference | choice between {pair} | 我(?:现在|还是)?(?:更)?(?:喜[欢歡]|爱)(?:喝|吃
...|用)?(?P<v>[^，,。\s]{1,8}?)(?:胜过|多过|多于|超过)(?:喝|吃|用)?(?P<than>[^，,。\s]{1,8}?)<end>
preference | taste in {v} | 我<adv>(?P<verb>不能吃|吃不了|不能喝|喝不了|不抽|不吃|不喝|从不吃
...|从不喝|从来不吃|从来不喝)(?!了|饭|东西|惯) ?<v><endle>
profile | allergy to {v} | 我<adv>对 ?<v>(?P<ends>不再|不)?(?:严重)?过敏(?:了)?<end>
profile | allergy to {v} | 我<adv>(?:有)? ?(?P<v>(?!不|没
...|对)[\u4e00-\u9fffA-Za-z]{1,6}?)(?:严重)?过敏(?:症|史)?<end>
profile | health condition {v} | 我<adv>(?P<ends>没有|没)?(?:是|有|患有|患了|得了
...|确诊了?) ?(?P<v>左撇子|色盲|糖尿病|哮喘|高血压|偏头痛|癫痫
...|抑郁症|关节炎|痛风|鼻炎|近视|胃病)<end>
profile | health condition {v} | 我<adv>(?P<v>怀孕)(?:了)?<end>
profile | pets | 我<adv>(?:养了?|有)(?:着)? ?(?P<v>[一两三四\d][只条匹](?:小)?(?:狗|猫|兔子|鹦鹉
...|仓鼠|金毛|马))<bare>
profile | children | 我?<adv>有 ?(?P<v>一|两|三|四|\d)个(?:小)?孩子<end>
profile | marital status | 我<adv>(?P<v>已婚|单身|离婚|结婚|离异|未婚)(?:了)?<end>
profile | speaks {v} | 我<adv>(?:会说|会讲|能说|会) ?(?P<v>[\u4e00-\u9fff]{1,4}[语文话](?:[和、与
...][\u4e00-\u9fff]{1,4}[语文话])*)<end>
profile | learning {v} | 我<adv>(?P<ends>不再|不)?(?:在|开始)?(?:学习?|自学|练)(?:着
...|了)? ?(?P<v>[\u4e00-\u9fff]{1,4}[语文话]|<instruments>)<end>
profile | plays {v} | 我<adv>(?:会|在|常)?(?:弹|拉|吹|打|踢) ?(?P<v><instruments>|<sports>)<end>
profile | member of {v} | 我<adv>(?P<ends>不再|不)?是<v>(?:的)?(?:会员|成员)
...(?=了?\s*(?:[，,。.!！；]|$))
profile | car | 我<adv>开(?:的是)?(?:一辆|一台|辆)? ?(?P<v>(?!车|会|始|心|发|店|公|玩|着|了
...|了?一家)(?:[\u4e00-\u9fff]{2,4}|[A-Z][\w -]*))<end>
profile | car | 我(?:的)?车(?:现在|目前)?(?:是|换成了?)(?:一辆|一台|辆)? ?<v><end>
profile | uses {v} | 我<adv>(?P<ends>不再|不)?(?:使用|用)(?:的是)? ?(?P<v>[A-Z][\w.+#-]*)<endle>
profile | subscribes to {v} | 我<adv>(?:订阅|开通)了? ?(?P<v>[A-Z][\w.+-]*
...|[\u4e00-\u9fff]{2,6})(?:会员)?<end>
@profile | dose of {what} {when} | 我(?P<when><often>)?<adv>(?:都|要|得)?(?:吃|服用|服|注射|打)
...(?P<v>\d+(?:\.\d+)? ?<units>)的?(?P<what>[\u4e00-\u9fffA-Za-z]{2,10}?)<end>
@profile | dose of {what} {when} | 我(?P<when><often>)?<adv>(?:都|要|得)?(?:吃|服用|服|注射|打)
...(?P<what>[\u4e00-\u9fffA-Za-z]{2,10}?) ?(?P<v>\d+(?:\.\d+)? ?<units>)<end>
profile | learning {v} | 我<adv>(?:每(?:周|星期|礼拜)?[一二三四五六日天末]?|(?:周|星期)[一二三四
...五六日天末])?
...(?:都)?(?:去|来)(?:学|练|上)(?:习)? ?(?P<v><instruments>|<crafts>)(?:课|班)?<end>
profile | blood type | 我(?:的)?(?:血型)?是 ?(?P<v>(?:A|B|AB|O)型血?)<end>
profile | height | 我(?:的)?身高(?:是)? ?(?P<v>\d{3} ?(?:厘米|cm|公分)
...|一米[\u4e00-\u9fff]{1,2})<end>
profile | weight | 我<adv>(?:的)?体重<adv>(?:是|有)? ?(?P<v>\d{2,3} ?(?:公斤|kg|斤))(?:了)?<end>
profile | native language | 我(?:的)?母语是 ?<v><end>
profile | email | (?:我的?(?:新)?(?:邮箱|电子邮件|邮件地址)
...(?:地址)?(?:现在|目前|已经)?(?:是|为|换成了?
...|改成了?|改为)|(?:可以)?(?:发邮件到
...|联系我)[：:]?) ?(?P<v>[\w.+-]+@[\w-]+(?:\.[\w-]+)+)
profile | phone | (?:我的?)?(?:新)?(?:电话|手机|联系)(?:号码|号|电话)?(?:现在)?(?:是|为|换成了?
...|改成了?|改为) ?(?P<v>\+?\d[\d -]{5,18}\d)
profile | time zone | 我的?时区(?:现在)?(?:是|为|改成了?) ?(?P<v>[\w/+:-]+)<end>
profile | address | 我的?(?:家庭|新)?(?:地址|住址)(?:现在)?(?:是|在|改成了?|换成了?) ?
...(?P<v>[^。；！？\n]{4,40})(?=[。；！？]|$)
@profile | name | <who>(?P<v>[小阿][\u4e00-\u9fff]
...|(?!今年)[\u4e00-\u9fff]{2,3}?)(?=(?:今年)? ?(?:\d{1,2}|[一二三四五六七八九十]{1,3}) ?岁)
@profile | name | <who>(?:的名字(?:是|叫)|名叫|叫(?:做)?) ?<name><end>
@profile | name | 我(?:家)?(?:养了
...|有)(?:一)?[只个条] ?(?P<who><relations>)[，,]?(?:名字)?叫 ?<name><end>
profile | city | <who><adv>(?P<ends>不再|不)?住在 ?<home><endle>
profile | employer | <who><adv>(?P<ends>不再|不)?在 ?<firm>(?:工作|上班)<end>
@profile | age | <who>(?:[小阿][\u4e00-\u9fff])?(?:今年)? ?(?P<v>\d{1,2}
...|[一二三四五六七八九十]{1,3}) ?(?:岁
...|个月大)(?:了)?<end>
profile | allergy to {v} | <who>对 ?<v>(?:严重)?过敏<end>
profile | job | <who>是(?:一名|一个|一位)?(?P<v>[\u4e00-\u9fff]{0,4}(?:医生|护士|老师|教师
...|程序员|工程师|律师|会计|设计师|学生|司机|厨师))<end>
preference | favourite {what} | 我<adv>最(?:喜[欢歡]|爱)的(?P<what>[\u4e00-\u9fff]{1,6}?)(?:就|还
...|一直)?是 ?<v><end>
preference | favourite {what} | (?P<v>[\w·]{1,10}?)(?P<ends>不再是|不是
...|已经不是)?是?我最(?:喜[欢歡]|爱)的(?P<what>[\u4e00-\u9fff]{1,6}?)<endle>
preference | taste in {v} | 比起[^，,。]{1,8}?[，,]?(?P<verb>我(?:还是)?更(?:喜[欢歡]
...|爱)) ?<taste><endle>
preference | taste in {v} | 我<adv>(?P<verb>对)(?P<v>[\u4e00-\u9fffA-Za-z]{2,10}?)(?:很|非常
...|特别)?(?:着迷|感兴趣|上瘾|情有独钟)<end>
preference | taste in {v} | 我<adv>(?P<verb>是) ?(?P<v>[\w·]{2,10}?)的?(?:铁杆|忠实|超级
...|狂热)?(?:粉丝|球迷|影迷|歌迷|迷)<end>
preference | taste in {v} | 我<adv>(?:真的|真是|非常|特别|很|都|一直|超级?|太|最|挺|蛮|巨
...|好)*(?P<verb>不(?:太|大
...|怎么)?喜[欢歡]|更喜[欢歡]|最?喜[欢歡]|讨厌|偏爱|偏好|更愿意|宁愿|热爱|酷爱|迷上了?|钟爱|爱
...|受不了|吃不惯|喝不惯|无法忍受) ?<taste><endle>
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
_THING: Final = r"[\w·.+#/&-]+?(?: [\w·.+#/&-]+?)*?"

CHINESE: Final = Language(
    rules=rules(
        _TABLE,
        adv=(
            r"(?:而是|现在|目前|还是|仍然|也|已经|一直|其实|就|都|平时|通常|刚刚?|最近|将要?|会|正在"
            r"|又|再次|重新"
            r"|每天|严重|早就|近期|暂时|本来)*"
        ),
        name=(
            r"(?P<v>(?![了过你他她它不一这那出外车来去])[\u4e00-\u9fff·]{2,8}?"
            r"|[A-Za-z][\w'’.-]*(?: [A-Z][\w'’.-]*){0,2})"
        ),
        place=(
            r"(?P<v>(?![\u4e00-\u9fff]*(?:工作|上班|学习|考虑"
            r"|[想看吃用学等做写找问忙玩说听读开]))(?!这|那|哪|一[个间座套]|家|学校|公司|外面|里"
            r"|他|她|想|你)(?:[\u4e00-\u9fff]{2,8}?|[A-Za-z][\w'’ -]*?))"
        ),
        home=(
            r"(?P<v>(?!宿舍|酒店|旅馆|民宿|单身|一起|别墅|公寓|楼|得|过|不|了|这|那|哪"
            r"|一[个间座套]|家|学校|公司|外面|里|他|她|想"
            r"|你)(?:[\u4e00-\u9fff]{2,8}?"
            r"|[A-Za-z][\w'’ -]*?))"
        ),
        firm=(
            r"(?P<v>(?!家里?|这|那|哪|外面|一[家个]|自己|你|他"
            r"|她)(?:[\w·.&-]{1,16}?(?: [\w·.&-]+)*?))"
        ),
        who=r"我(?:的|家的?|们家的?)?(?:大|小)?(?P<who><relations>)",
        relations=_ALL,
        taste=r"(?!这[个样种]?|那[个样种]?|它|你|他|她|的|看到|知道)(?P<v>" + _THING + ")",
        v=r"(?P<v>" + _THING + ")",
        endnew=r"(?:工作|上班|任职|录用|的offer)(?:了)?(?=\s*(?:[，,。；;！!]|$))",
        jobs=(
            r"[\u4e00-\u9fff]{0,4}(?:医生|护士|老师|教师|程序员|工程师|律师|会计|设计师|学生"
            r"|研究生|司机|厨师|记者|作家|经理"
            r"|分析师|销售|公务员|警察|农民|建筑师|翻译|花艺师|药师|教练|摄影师|客服|编辑|研究员"
            r"|咖啡师|理发师|水管工|电工"
            r"|木匠|保安|演员|歌手|画家|导游|消防员|飞行员|空姐)"
        ),
        units=r"(?:毫克|微克|克|毫升|单位|mg|mcg|ml|g)",
        often=(
            r"(?:每天?[早晚]上?|每[天日周]|早上|晚上|早晚|睡前|饭[前后]|(?:每?周|星期)[一二三四五六日天])+"
        ),
        instruments=r"(?:钢琴|吉他|小提琴|大提琴|架子鼓|鼓|笛子|古筝|二胡|萨克斯|琵琶|小号|尤克里里|贝斯)",
        crafts=r"(?:书法|国画|油画|素描|画画|瑜伽|舞蹈|游泳|烘焙|插花|茶艺|太极|围棋|象棋|声乐)",
        sports=r"(?:网球|足球|篮球|排球|羽毛球|高尔夫|乒乓球|棒球|橄榄球|冰球)",
        endle=rf"(?:了|的)?(?={_BARE}|而不是|而不|不[喜爱]|胜过|因为|所以|但是|可是|并且|和我|作为)",
        end=rf"(?={_BARE}|因为|所以|但是|可是|并且|而且|附近|呢)",
        bare=_BARE,
        **{"not": r"(?P<ends>不再是|不是)?(?:是)?"},
    ),
    openers=re.compile(
        r"\W*(?:(?:你好|您好|大家好|嗨|哈喽|哈啰|哈罗|对了|顺便说一下|顺便说|那个|其实|嗯|哦|好的"
        r"|谢谢|请记住"
        r"|记住|请注意|提醒一下"
        r"|另外|还有|而且|但是|不过|所以|因为|抱歉|更正|说明一下|自我介绍一下|现在|目前|今天|最近"
        r"|事实上|告诉你|说实话|老实说|坦白说|个人来说|补充一下|顺便提一句|顺便提一下|话说|哎|唉"
        r"|啊|哇|嘿|Hi|hi|话说回来|跟你说|我说过了|别忘了|记得|不瞒你说|目前来说|总之|反正"
        r"|更新一下|提醒你|请注意)[\s，,。！：:～~]*)*"
    ),
    relations=_WORDS,
    trim=re.compile(r"^(?:一个|一名|一位)|(?:了|的)$"),
)
