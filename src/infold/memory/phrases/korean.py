"""How people speak of themselves in Korean: the speaker is often not named."""

from __future__ import annotations

import re
from typing import Final

from infold.memory.phrases.rule import Language, rules

__all__ = ["KOREAN"]

_RELATIONS: Final = """
딸=daughter 아들=son 아이=child 아기=child 아내=wife 와이프=wife 남편=husband 여자친구=partner
남자친구=partner 어머니=mother 엄마=mother 아버지=father 아빠=father 형=brother 오빠=brother
남동생=brother 누나=sister 언니=sister 여동생=sister 동생=sibling 할머니=grandmother
할아버지=grandfather 상사=boss 동료=colleague 친구=friend 강아지=dog 개=dog 고양이=cat 회사=company
"""
_TABLE: Final = r"""
@profile | name | (?:<my> ?(?:이름|성함|본명)(?:은|는))\s?<name><ieyo>
@profile | name | <i>\s?(?:\S{1,8} ?사는 )?<name>(?:이)?(?:라고 (?:합니다|해요|불러 ?주세요
...|불러줘)|라고 해요)
@profile | name | (?P<v>[가-힣]{2,4}?)(?:이)?라고 (?:합니다|해요|불러 ?주세요|불러줘|불러 ?주시면
...|불러요)<bare>
@!profile | name | (?:<i>\s?)?
...(?P<v>[김이박최정강조윤장임한오서신권황안송류전홍고문양손배백허유남심노][가-힣]{2})(?:이고
...|입니다|이에요|예요|이라고 합니다|라고 합니다)
profile | city | <i>?\s?<adv><place>에(?:서|는|서는)?\s?(?:<lives>)
profile | city | <i>?\s?<adv><place> (?:살아요|삽니다|살고 있(?:어요|습니다)|살아)<bare>
profile | city | <i>?\s?<adv><place>에(?:서)?\s?(?:혼자 |가족과 )?(?:살고 있|거주 ?중|자리 ?잡)
profile | city | <my>?\s?(?:집|사는 곳|거주지|사는 데|주소)(?:은|는|이
...|가)\s?<adv><place>(?:에 있(?:어요|습니다)|<ieyo>)
profile | city | <i>?\s?<adv><place>에(?:서|는|서는)?\s?(?P<ends>(?:안 (?:살아요|삽니다|살아))
...|살지 ?않(?:아요|습니다|아)|거주하지 않(?:아요|습니다))
-profile | city | <i>?\s?(?:예전에|전에|옛날에)(?:는)?\s?<place>에(?:서)?\s?살았(?:어요|습니다
...|어|었어요)
=profile | city | <i>?\s?<place>에(?:서)?\s?살았(?:어요|습니다|어|었어요)
+profile | city | <i>?\s?<adv><placero>(?:으로|로)\s?이사(?:를)?\s?(?:했(?:어요|습니다|어|는데|고
...|거든요)|왔(?:어요
...|습니다|어|는데|고)|갔(?:어요|습니다|는데)|하게 됐(?:어요|습니다)|가요|갑니다|해요|합니다)
-profile | city | <i>?\s?<adv><place>에서 이사 ?(?:나왔|왔)(?:어요|습니다)
profile | hometown | <my>?\s?(?:고향|출신지)(?:은|는)\s?<place><ieyo>
profile | hometown | <i>?\s?<place> ?출신<ieyo>
profile | hometown | <i>?\s?<place>에서 태어났(?:어요|습니다|어)
@profile | birthday | <my>?\s?생일(?:은|이)\s?(?P<v>(?:\d{4}년 ?)?\d{1,2}월 ?\d{1,2}일)<ieyo>
@profile | birth year | <i>?\s?(?P<v>(?:19|20)\d\d)년생<ieyo>
@profile | age | <i>?\s?(?:올해|이제)?\s?(?:[^\s]+ 살이 아니라 )?(?P<v>\d{1,2})\s?(?:살|세)<ieyo>
profile | employer | <i>?\s?<adv><firm>에서\s?(?:일해요|일합니다|일하고 있(?:어요|습니다|어서
...|는데|고)?|일하게 됐(?:어요|습니다)|일한다|일하는 중|일해
...|근무해요|근무합니다|근무 ?중|근무하고 있(?:어요|습니다|어서|는데|고)?)
profile | employer | <i>?\s?<adv><firm>에\s?(?:다녀요|다닙니다|다니고 있(?:어요|습니다)|다녀
...|재직 중<ieyo>)
profile | employer | <i>?\s?<adv><firm>에(?:서)?\s?(?P<ends>일하지 ?않(?:아요|습니다)
...|다니지 ?않(?:아요|습니다)|안 다녀요|근무하지 ?않(?:아요|습니다))
profile | employer | <my>?\s?(?:직장|회사|근무지)(?:은|는|이)\s?<firm><ieyo>
profile | employer | <i>?\s?<adv>(?P<v>[가-힣A-Za-z0-9]{2,12})\s?(?:직원|사원)<ieyo>
profile | employer | <i>?\s?<adv>(?P<ends>)?<firm>에서\s?(?:이제\s)?(?P<ends2>일 ?안 해요
...|일을 안 해요|일 안 합니다)
profile | business | <i>?\s?<adv>(?:작은 )?(?P<v>\S{1,10}?)(?:을|를) (?:운영해요|운영합니다
...|운영하고 있|하고 있어요|경영)
=profile | employer | <i>?\s?<adv><firm>에서\s?(?:일했|근무했|일하였)(?:어요|습니다|어|었어요)
=profile | employer | <i>?\s?<adv><firm>에\s?(?:다녔)(?:어요|습니다|어|었어요)
profile | employer | <i>\s?<adv>(?!(?:학교|회사|학원|병원|헬스장|교회|대학
...|집)\s)<firm>\s?(?:다녀요|다닙니다|다니고 있(?:어요|습니다))
+profile | employer | <i>?\s?<adv><firm>(?:에|로|으로)\s?(?:입사했|이직했|취직했)(?:어요|습니다|어)
+-profile | employer | <i>?\s?<adv><firm>(?:을|를|에서)\s?(?:퇴사했|그만뒀|그만두었
...|퇴직했)(?:어요|습니다|어)
profile | job | <my> ?직업(?:은|이)\s?<v><ieyo>
profile | job | <i>?\s?<adv>(?P<v>(?:\w{2,8} )?\w{2,10})(?:으로|로)\s?일(?:해요|합니다
...|하고 있(?:어요|습니다))
profile | job | <i>\s?(?P<v>[\w]{0,4} ?(?:의사|간호사|교사|선생님|개발자|엔지니어|변호사|회계사
...|디자이너|학생|대학생|대학원생|회사원|공무원|기자|작가|연구원|주부|요리사|분석가|기획자
...|마케터|약사|경찰관|소방관|교수))<ieyo>
profile | employment | <i>?\s?(?P<v>프리랜서|백수|취준생|자영업자)<ieyo>
profile | job | <i>?\s?<adv>(?P<v>[\w]{0,4} ?(?:의사|간호사|교사|선생님|개발자|엔지니어|변호사
...|회계사|디자이너|대학생|대학원생|회사원|주부
...|공무원|기자|작가|연구원|요리사|분석가|기획자|마케터|약사|경찰관|소방관|교수|플로리스트
...|바리스타|미용사|배관공|사진작가
...|통역사|번역가|승무원|조종사|군인|물리치료사|영양사|사서))<ieyo>
profile | employment | <i>?\s?(?P<v>은퇴|퇴직|육아휴직 중|무직|프리랜서)(?:했어요|했습니다
...|이에요|예요|입니다)
profile | study | <i>?\s?(?:대학에서 )?(?P<v>\w{2,10}?)(?:을|를) 전공(?:해요|합니다
...|하고 있(?:어요|습니다))
+profile | diet | <i>?\s?<adv>(?P<v>채식주의자|비건)(?:이|가) 됐(?:어요|습니다)
profile | diet | <i>?\s?<adv>(?P<v>채식)(?:을|만)?\s?(?:해요|합니다|하고 있|시작했)
profile | diet | <i>?\s?<adv>(?P<v>유당 ?불내증|글루텐 ?프리)(?:이|가)?\s?(?:있|예요|이에요|입니다)
profile | diet | <i>?\s?<adv>(?P<v>채식주의자|비건|베지테리언)(?P<ends>(?:가|이) 아니(?:에요|예요
...|야)
...|(?:가|이) 아닙니다)?<ieyo>
profile | allergy to {v} | <i>?\s?<adv>(?P<v>\S{1,10}?(?:(?:이랑|랑|와|과
...|하고) \S{1,10}?)?)(?:에)?\s?(?:알레르기|알러지)(?:가
...|는)?\s?(?P<ends>없(?:어요|습니다|어))?(?:있(?:어요|습니다|어|어서|고|으니|는데)|예요|에요
...|입니다)?(?:<bare>|(?<=[니서데고])(?=\s))
profile | health condition {v} | <i>?\s?<adv>(?P<v>당뇨병?|천식|고혈압|편두통|간질|우울증|관절염
...|통풍|비염)(?:이|가|을|를)?\s?(?:있(?:어요|습니다|어|어서|고)|앓고 있(?:어요|습니다|어서)
...|진단(?:을)? 받|이에요|예요)
profile | pets | <i>?\s?(?P<v>(?:강아지|고양이|개|토끼|햄스터|앵무새)(?:를)? (?:한|두|세
...|\d) ?마리)(?:를)?\s?(?:키워요|키웁니다|키우고 있|있어요)
profile | pets | <i>?\s?(?P<v>강아지|고양이|토끼|햄스터|앵무새)(?:를|을) (?:키워요|키웁니다
...|키우고 있)
profile | speaks {v} | <i>?\s?<adv>(?P<v>\S{1,6}어)(?:를|도)? (?:할 줄 알|구사|잘해요|할 수 있
...|말할 수 있)
profile | learning {v} | <i>?\s?<adv>(?P<v>\S{1,6}어|<instruments>)(?:를|을)? (?:배우고 있|배워요
...|배웁니다|공부하고 있|공부해요|공부 ?중)
profile | plays {v} | <i>?\s?<adv>(?P<v><instruments>)(?:를|을)? (?:쳐요|칩니다|연주해요
...|연주합니다|불어요|켜요|치고 있)
profile | plays {v} | <i>?\s?<adv>(?P<v><sports>)(?:를|을)? (?:쳐요|해요|합니다|치고 있|하고 있)
profile | car | <i>?\s?<adv>(?P<v>\S{2,12}?)(?:를|을) (?:타요|탑니다|타고 다녀요|타고 다닙니다
...|몰아요|몹니다|몰고 있)
profile | car | <my>?\s?(?:차|자동차)(?:는|은)\s?<v><ieyo>
profile | uses {v} | <i>?\s?<adv>(?P<v>[A-Z][\w.+#-]*)(?:을|를) (?:써요|씁니다|사용해요
...|사용합니다|쓰고 있|사용하고 있)
profile | subscribes to {v} | <i>?\s?<adv>(?P<v>[A-Z][\w.+-]*|[가-힣]{2,8})(?:을|를) (?:구독해요
...|구독합니다|구독하고 있|구독 중)
profile | blood type | <my>?\s?혈액형은\s?(?P<v>(?:A|B|AB|O)형)<ieyo>
profile | height | <my>?\s?키(?:는|가)\s?(?P<v>\d{3} ?(?:cm|센티))<ieyo>
profile | weight | <my>?\s?(?:몸무게|체중)(?:는|은)\s?(?P<v>\d{2,3} ?(?:kg|킬로))<ieyo>
profile | health condition {v} | <i>?\s?(?P<v>임신 ?중|왼손잡이|색맹)<ieyo>
profile | children | <i>?\s?(?:아이|자녀)가\s?(?P<v>한|두|세|네|하나|둘|셋
...|\d)(?:\s?명)?\s?있(?:어요|습니다|어)
profile | marital status | <i>?\s?(?P<v>미혼|기혼|이혼|결혼|독신)(?:했(?:어요|습니다)|이에요
...|예요|입니다)
profile | email | <my>?\s?(?:이메일|메일)(?: ?주소)?(?:은
...|는)\s?(?P<v>[\w.+-]+@[\w-]+(?:\.[A-Za-z]+)+)
profile | phone | <my>?\s?(?:새 )?(?:전화번호|휴대폰 번호|핸드폰 번호|연락처|번호|전화|휴대폰)(?:은
...|는|가|이)?(?: 이제| 지금은)?\s?(?P<v>\+?\d[\d -]{5,18}\d)
profile | time zone | <my>?\s?시간대(?:은|는)\s?(?P<v>[A-Za-z0-9/+:-]+)
@profile | name | <who>(?:의)? 이름(?:은|이)\s?<name><ieyo>
@profile | name | <who>(?:은|는|이|가)\s?<name>(?:이)?라고 (?:해요|합니다)
@profile | name | <name>(?:이)?라는 (?P<who><relations>)(?:를|을) 키(?:워요|웁니다|우고 있어요)
profile | city | <who>(?:은|는)\s?<adv><place>에(?:서)?\s?(?:<lives>)
profile | employer | <who>(?:은|는)\s?<adv><firm>(?:에서\s?(?:일해요|일합니다|근무해요)
...|에\s?(?:다녀요|다닙니다))
@profile | age | <who>(?:은|는)\s?(?:올해|이제)?\s?(?P<v>\d{1,2}|한|두|세|네|다섯|여섯|일곱|여덟
...|아홉|열\S{0,2})\s?(?:살|세|개월)<ieyo>
profile | allergy to {v} | <who>(?:은|는)\s?(?P<v>\S{1,10}?)\s?(?:알레르기|알러지)가 있(?:어요
...|습니다)
preference | favourite {what} | (?:제가|내가|나는|저는)?\s?(?:가장
...|제일)?\s?좋아하는 (?P<what>\S{1,6}?)(?:은|는)\s?<v><ieyo>
preference | favourite {what} | (?P<v>\S{1,12}?)(?:이|가|은
...|는) (?:이제 |더 ?이상 )?(?:제가 |내가 )?(?:가장 |제일 )?좋아하는 (?P<what>\S{1,6}?)(?P<ends>(
...?:이|가)
... 아니(?:에요|예요|야)|(?:이|가) 아닙니다)?<ieyo>
preference | taste in {v} | <my>?\s?(?P<verb>취미)(?:는|은)\s?(?P<v>\S{1,10}?)<ieyo>
preference | taste in {v} | <i>?\s?<adv>(?P<v>\S{1,10}?)(?:을|를) (?P<verb>즐겨|즐깁니다|즐기는 편)
preference | taste in {v} | <i>?\s?<adv>(?P<v>\S{1,10}?)(?:에) (?P<verb>빠졌|푹 빠|빠져|미쳐)
preference | taste in {v} | <i>?\s?<adv>(?P<v>\S{1,10}?) (?P<verb>팬|광팬|덕후)<ieyo>
preference | taste in {v} | <i>?\s?<adv>(?P<v>\S{1,12}?)보다(?: 는)? (?P<v2>\S{1,10}?)(?:이
...|가) (?P<verb>더 ?좋|좋|나)(?:아요|습니다|아)<bare>
preference | favourite {what} | <my>?\s?최애 (?P<what>\S{1,6}?)(?:은|는)\s?<v><ieyo>
preference | taste in {v} | <i>?\s?<adv>(?P<v>\S{1,12}?)보다(?: 는)? (?P<v2>\S{1,10}?)(?:을|를
...|이|가) 더 (?P<verb>좋아|선호)(?:해요|합니다|해|요)<bare>
preference | taste in {v} | <i>?\s?<adv><tv>(?:을|를)\s?(?:별로|정말|아주|너무|더|가장|제일
...|많이)?\s?(?:잘 |거의 |아예 |전혀 )?(?P<verb>안 ?좋아|좋아하지 ?않|좋아|싫어|선호|못 먹|안 먹
...|안 마|못 마|안 피|안 드)(?:해요|합니다|해|아요
...|습니다|하는 편이에요|어요|셔요|십니다|시고|워요|웁니다|하지|하지만)?<bare>
preference | taste in {v} | <i>?\s?<adv><tv>(?:은|는)\s?(?:이제|더 ?이상
...|별로)?\s?(?P<verb>안 ?좋아|좋아하지 ?않|못 먹|안 먹|안 마셔|안 마십|못 마셔|안 피워)(?:요
...|니다|해요|합니다|해|아요|습니다|어요)<bare>
preference | taste in {v} | <i>\s?<adv>(?P<v>\S{1,10}?) (?:완전|진짜|정말|너무|엄청|되게|많이
...|아주)\s?(?P<verb>좋아|싫어)(?:해요|합니다|해|함)<bare>
preference | taste in {v} | <i>?\s?<adv>(?P<v>\S{1,8}?) (?:완전|진짜|정말|너무|엄청
...|되게)\s?(?P<verb>싫어)(?:요|해|해요)?<bare>
preference | taste in {v} | <i>?\s?<adv><tv>(?:이|가)\s?(?P<verb>더 좋|제일 좋|가장 좋|싫
...|별로)(?:아요|습니다|어요|아|어|예요|네요)<bare>
~temporary | place | <i>?\s?<adv><place>에\s?(?:출장으로 |출장 |여행 )?(?:있(?:어요|습니다|어
...|을 거예요|을게요)|머물(?:러요|고 있어요|ㅂ니다)|와 있어요)
~temporary | place | <i>?\s?<adv><placero>(?:으로|로)\s?(?:출장|여행)(?:을)?\s?(?:가요|갑니다
...|왔어요|중이에요)
~temporary | state | <i>?\s?<adv>(?P<v>휴가|출장|여행|입원|병가|재택근무|육아휴직
...|격리)(?: ?중)?(?:예요|이에요|입니다|해요|합니다|이야|야|했어요)
~temporary | state | <i>?\s?<adv>(?P<v>아파|감기에 걸렸|독감에 걸렸)(?:요|어요|습니다|서)
"""
_WORDS: Final = dict(pair.split("=") for pair in _RELATIONS.split())
_ALL: Final = "|".join(sorted(_WORDS, key=lambda word: (-len(word), word)))
_BARE: Final = r"(?=\s*(?:[,.;!?:()、。\n]|$|그리고|하지만))"
_IEYO: Final = (
    r"(?:(?:이에요|예요|에요|입니다|이야|야|이고|고|이고요|이며|이라고 해요|이다|다|인데|인데요"
    r"|이어서|이라서"
    rf"|서|라서|임|이요|요)?{_BARE}|(?:이라서|라서|이어서)(?=\s))"
)

KOREAN: Final = Language(
    rules=rules(
        _TABLE,
        i=r"(?:(?:저|나)(?:는|도)|(?:제|내)가|전|난)",
        my=r"(?:(?:제|내|저의|나의)\s?)?",
        adv=(
            r"(?:(?:지금|현재|이제|다시|아직|계속|사실|요즘|최근에?|평소에?|원래|심한|더 ?이상"
            r"|드디어)(?:은|는)?\s)*"
        ),
        lives=(
            r"살고(?= [가-힣])|살고 있고|살고 있는데|살고 있으며|거주하며|거주하고|살며|사는데"
            r"|살아요|삽니다"
            r"|살고 있(?:어요|습니다|어)"
            r"|살아|산다(?![는고])|거주(?:해요|합니다|하고 있(?:어요|습니다)| ?중(?:이에요|입니다))"
        ),
        name=(
            r"(?P<v>(?!비밀|뭐|무엇|없|몰라|아직)[가-힣]{1,6}?|[A-Za-z][\w'’-]*(?: [A-Z][\w'’-]*)?)"
        ),
        instruments=r"(?:피아노|기타|바이올린|첼로|드럼|베이스|플루트|색소폰|트럼펫|우쿨렐레|가야금)",
        sports=r"(?:테니스|축구|농구|배구|배드민턴|골프|체스|바둑|야구|탁구|럭비|수영|클라이밍)",
        place=(
            r"(?P<v>(?!회사|학교|사무실|집|여기|거기|저기|어디|집|작은|큰"
            r"|혼자)(?:[가-힣]{1,8}?(?: [가-힣]{1,6}?(?:구"
            r"|시|동|군))?|[A-Za-z][\w'’ -]*?))"
        ),
        placero=r"(?P<v>(?!여기|거기|저기|어디|집|새)(?:[가-힣]{1,8}?|[A-Za-z][\w'’ -]*?))",
        firm=r"(?P<v>(?!여기|거기|집|혼자|같이|학교|회사에)(?:\S{1,16}?(?: \S{1,10}?)?))",
        who=(
            r"(?:(?:제|내|우리|저희)\s?|(?=(?:큰 ?|작은 ?)?(?:딸|아들|아내|와이프|남편)))(?:큰"
            r"|작은|첫째|둘째)?\s?(?P<who><relations>)"
        ),
        relations=_ALL,
        v=r"(?P<v>\S{1,16}?(?: \S{1,12}?){0,2}?)",
        tv=(
            r"(?P<v>(?!(?:그것|이것|저것|그거|이거|그걸|이걸|당신|너|그|이|누구|뭐)(?:을|를|이"
            r"|가)?\s)(?:(?:(?!보다)\S){1,12}?(?: \S{1,10}?)?))"
        ),
        ieyo=_IEYO,
        bare=_BARE,
        end=_BARE,
    ),
    openers=re.compile(
        r"\W*(?:(?:안녕하세요|안녕|이제|지금은|진짜|정말|참고로|참|네|아니요|아니|사실|그리고"
        r"|하지만|그런데|근데|그래서"
        r"|감사합니다|죄송합니다|저기요"
        r"|기억해 ?주세요|알려드리자면|있잖아요|저기|그나저나|혹시 몰라서|그리고요|맞다|그렇지"
        r"|어쨌든|솔직히|요즘|최근에|드디어|작년부터|올해부터|와|헐|오|앗|아 참|정정합니다"
        r"|처음 뵙겠습니다|반갑습니다|그나저나|음"
        r"|아)(?=[\s,.!:~])[\s,.!:~]*)*"
    ),
    relations=_WORDS,
    trim=re.compile(r"(?:님|이라는|요)$"),
)
