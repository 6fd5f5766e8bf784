"""How people speak of themselves in English."""

from __future__ import annotations

import re
from typing import Final

from infold.memory.phrases.rule import Language, rules

__all__ = ["ENGLISH"]

_RELATIONS: Final = """
daughter=daughter son=son child=child kid=child baby=child wife=wife husband=husband spouse=spouse
partner=partner girlfriend=partner boyfriend=partner fiancé=partner fiancée=partner fiance=partner
mother=mother mom=mother mum=mother father=father dad=father brother=brother sister=sister
grandmother=grandmother grandma=grandmother grandfather=grandfather grandpa=grandfather aunt=aunt
uncle=uncle cousin=cousin nephew=nephew niece=niece boss=boss manager=boss colleague=colleague
friend=friend flatmate=flatmate roommate=flatmate neighbour=neighbour neighbor=neighbour
dog=dog retriever=dog labrador=dog poodle=dog beagle=dog dachshund=dog terrier=dog corgi=dog
spaniel=dog husky=dog collie=dog pug=dog bulldog=dog tabby=cat cat=cat
puppy=dog kitten=cat parrot=parrot horse=horse rabbit=rabbit hamster=hamster
company=company team=team doctor=doctor dentist=dentist landlord=landlord teacher=teacher
"""
_JOBS: Final = (
    r"(?:[a-z]+(?:er|or|ist|ian|eer)|nurse|student|lawyer|attorney|chef|cook|clerk|architect|judge"
    r"|midwife|pilot|priest|vet|paramedic|accountant|consultant|analyst|freelancer|intern|surgeon"
    r"|postman|postwoman|fisherman|fireman|policeman|policewoman|salesman|saleswoman|barman|milkman"
    r"|handyman|craftsman|tradesman|cameraman|nun|monk|au pair|barista|chauffeur|masseuse|masseur"
    r"|retiree|pensioner|baker|secretary|assistant|librarian|carpenter|plumber|nanny|au pair)"
)
_NO_JOB: Final = (
    r"(?!(?:[a-z]+ )*(?:lover|user|beginner|newcomer|fan|member|believer|owner|eater|sleeper|bit"
    r"|person|customer|subscriber|reader|loner|morning|night|father|mother|brother|sister"
    r"|vegetarian|pescatarian|flexitarian|civilian|christian|early bird|number|outsider|winner"
    r"|loser|(?:ex-|non-?|heavy |former |social )*smoker|drinker|early riser|foreigner|stranger"
    r"|sucker|speaker)\b)"
)
_DIETS: Final = (
    r"vegan|vegetarian|pescatarian|gluten[- ]free|lactose[- ]intolerant|coeliac|celiac|kosher|halal"
    r"|flexitarian|plant[- ]based|keto|dairy[- ]free|paleo|low[- ]carb|teetotal"
)
_INSTRUMENTS: Final = (
    r"(?:cello|guitar|piano|violin|viola|drums|bass|flute|sax(?:ophone)?|trumpet|clarinet|ukulele"
    r"|harp|banjo|oboe|trombone|keyboard|accordion|harmonica|organ|double bass|mandolin|recorder)"
)
_SPORTS: Final = (
    r"(?:tennis|football|soccer|basketball|volleyball|badminton|golf|chess|squash|rugby|hockey"
    r"|cricket|padel|baseball|handball|ping[- ]pong|table tennis|darts|poker|ultimate|softball"
    r"|water polo|lacrosse)"
)
_NAME: Final = (
    r"(?P<v>[^\W\d_][\w'’.․-]*(?: (?!and\b|but\b|from\b|i\b|in\b|so\b"
    r"|btw\b|by\b|lol\b|now\b)[^\W\d_][\w'’.․-]*){0,3})"
)
_PLACE: Final = (
    r"(?P<v>(?!zip |(?-i:fear|peace|hope|hell|[A-Z]+$)\b)[^\W\d_][\w'’․-]*(?:[ ]\w[\w'’․-]*){0,3}?)"
)
_END: Final = (
    r"(?=\s*(?:[,;.!?:()–—]|$)|\s+(?:and|but|so|because|since|which|who|where|when|if|though|with"
    r"|now|right now|these days|currently|at the moment|too|as well|please|by the way|btw|as an?"
    r"|for|as|from|to|until|till|originally|any ?more|any longer|near|instead|again|already|after"
    r"|at|in|here|there|tbh|honestly|while|during|before|without|except|lol|haha|full[- ]time"
    r"|part[- ]time|together|every|this|last|next|thanks|actually|really|unless|just|still|then"
    r"|thus|hence|or)\b)"
)
_V: Final = r"(?P<v>(?:[^,;!?:()\n.–—]|\.(?=\S))+?)"
_I: Final = r"(?:i|we)(?:'m| am|'re| are)(?: currently| now| still| also| actually| just| really)?"
_MY: Final = r"(?:my|our)"
_WHO: Final = (
    rf"{_MY}(?: (?:older|younger|elder|little|big|eldest|youngest|oldest|new|only"
    rf"|best))? (?P<who><relations>)"
)
_ENDS: Final = r"(?P<ends> no longer| don't| do not| doesn't| does not| am not| isn't)?"
_NOT: Final = r"(?P<ends> no longer| not)?"
_ADV: Final = (
    r"(?: (?:really|absolutely|just|still|always|usually|generally|also|actually|currently|now"
    r"|mostly|totally|personally|both))*"
)

_TABLE: Final = r"""
@profile | name | (?:(?:my )?(?:full |real |first )?name(?:'s| is)|my names(?! are\b)|i am called
...|i'm called|i go by
...|(?:please |just )?call me|you (?:can|may) call me|(?:everyone|everybody|people|(?:my )?friends
...|they|most people) (?:just )?calls? me)(?: actually)? <notname><name><end>
profile | city | (?:i|we)(?:'ve| have)?(?: been)?<adv><no> (?:liv(?:e|ing)|resid(?:e|ing)
...|based)(?: alone| over here| up| down| out)? (?:in|out of|near) <place><end>
profile | city | i<adv><no> live in an? (?:[a-z]+ ){0,2}(?:flat|house|apartment|room|studio|place
...|cottage|bungalow|village|suburb)(?: just)? (?:in|near|outside) <place><end>
profile | city | (?:my )?(?:home|home base|home city|hometown now|place of residence)(?: for me
...| these days)?(?:'s| is)(?: now| still)?(?: in)? (?-i:(?=[A-Z]))<place><end>
profile | city | (?:i|we) (?:made|make) <place> (?:my|our) home<end>
+profile | city | (?:i|we)(?:'ve| have)?<adv> settled (?:down )?in <place><end>
=profile | city | i(?:'ve| have)<adv> (?:lived|resided)(?: alone)? in <place><end>
profile | city | i(?:'m| am)<adv><not> (?:living|residing|based|settled)(?: over here| up
...| down)? (?:in|out of|near) <place><end>
-profile | city | (?:i|we) used to live in <place><end>
=profile | city | i lived in <place><end>
+profile | city | (?:i|we)(?:'ve| have|'m| am|'re| are)?<adv>(?: just| recently)? (?:moved
...|moving|relocated
...|relocating|going to move)(?: back| over| out)? to <place><end>
-profile | city | i(?:'ve| have)?(?: just)? moved (?:away from|out of|away of) <place><end>
profile | hometown | (?:i(?:'m| am)(?: originally)? from|i come from
...|i grew up in) <place>(?=\s+originally\b|<end>)
profile | birthplace | i was born in (?!\d)<place><end>
@profile | birth year | i was born in (?P<v>(?:19|20)\d\d)\b
@profile | birthday | my (?:birthday|date of birth
...|birth date)(?:'s| is)(?: on)? (?P<v>(?:the )?[\w. ,/-]*?\d[\w /-]*?)<end>
@profile | birthday | i was born on (?P<v>(?:the )?[\w. ,/-]*?\d[\w /-]*?)<end>
@profile | age | i(?:'m| am)(?: now)? (?P<v>\d{1,2}|twenty|thirty|forty|fifty|sixty
...|seventy)(?: years old| y/?o)?<agend>
@profile | age | (?:my age is|i(?:'ve)? just turned|i turned) (?P<v>\d{1,2})<end>
profile | employer | i(?:'ve| have)?(?: been)?<adv><no> work(?:ing|ed)? (?:for|at) <firm><end>
profile | employer | i(?:'m| am)?<adv> work(?:ing)? as (?:an?|the) [^,;.]{2,40}? (?:for
...|at) <firm><end>
profile | employer | i(?:'m| am)<adv><not> (?:working|employed) (?:for|at|by|with) <firm><end>
profile | employer | my (?:employer|company|firm|workplace)(?:'s| is)(?: called| named)?<adv> (?-i:
...(?=[A-Z]))<firm><end>
profile | employer | (?:i(?:'m| am)<adv><not>|i work as) an? <nojob>(?:[a-z-]+ ){0,2}<jobs> (?:at
...|for
...|with) <firm><end>
+profile | employer | i(?:'ve| have)?(?: just| recently)? (?:joined
...|started(?: working| work| a (?:new )?job)? (?:at|for|with)|(?:got|found|landed|took|accepted
...|have)
... an? (?:new )?(?:job|position|role|offer) (?:at|with|from)|moved over to|(?:been
...|got|was)(?: just)? hired (?:by
...|at)) (?!the (?:call|meeting
...|waitlist|group|chat|project))<firmname><end>
+-profile | employer | i(?:'ve| have)?(?: just| recently)? (?:quit|resigned from|(?:quit
...|left) my job at|lost my job at|was fired from|stopped working (?:at|for)) (?!my\b|the (?:house
...|room|office|party|meeting))<firmname><end>
-profile | employer | i used to work (?:for|at) <firm><end>
profile | employer | i(?:'ve| have)?(?: been)?<adv><no> work(?:ing)? (?:at|in) (?:an?
...|the) <workplace><end>
=profile | employer | i worked (?:at|in) (?:an?|the) <workplace><end>
=profile | employer | i worked (?:at|for) <firmname><end>
=profile | job | i was an? <nojob>(?P<v>(?:[a-z-]+ ){0,2}<jobs>)<end>
=profile | job | i worked(?: part[- ]time| full[- ]time| nights)? as an? <nojob><v><end>
profile | smoking | i(?:'m| am)<adv><not>(?: an?)? (?:heavy |social |occasional |former )?(?P<v>
...(?:ex-|non-?)?smoker)<end>
profile | goes to {v} | (?:i|we)<adv><no> (?:go to|attend|do|take|am in|'m in) (?:an? |the |my )?
...(?P<v>(?!(?:this|that|your|any|some|every|more|the|my|in|online|another)\b)(?:[\w'-]+ ){1,2}
...(?:class(?:es)?|lessons?|practice|training|club|group|course|workshop|rehearsals?|sessions?
...|choir|therapy|meetings?)|gym|church|mosque|temple|synagogue|yoga|pilates|zumba|therapy|choir
...|crossfit|karate|judo|tai chi|aikido|taekwondo|physio)(?=\s+(?:on|once|twice|regularly|most)\b
...|<end>)
profile | volunteers at {v} | i<adv><no> volunteer (?:at|for|with|in) (?:an? |the |my )?
...(?:local )?<v>(?=\s+(?:on|once|twice|most)\b|<end>)
profile | member of {v} | i<adv><no> (?:sing|play|dance) in (?:an?|the|our|my) (?P<v>
...(?:[\w'-]+ ){0,2}(?:choir|band|orchestra|ensemble|quartet|troupe|group))<end>
profile | job | i(?:'ve been| have been|'m|)<adv> (?:work(?:ing)?|employed)<shift>(?: (?:at
...|for) [^,;.]{2,40}?)? as (?:an?|the) <v><end>
profile | job | i(?:'m| am)<adv><not> an? <nojob>(?P<v>(?:[a-z-]+ ){0,2}<jobs>)<end>
profile | job | i(?:'m| am)<adv><not> an? (?P<v>stay-at-home (?:mum|mom|dad|parent)|housewife
...|homemaker|firefighter|electrician|physio(?:therapist)?|veterinarian)<end>
profile | job | as an? <nojob>(?P<v>(?:[a-z-]+ ){0,2}<jobs>)(?=,? (?:i|my)\b|\s*\Z)
profile | job | i(?:'ve| have)?<adv> (?:became|become|qualified as|trained as) an? <nojob>
...(?P<v>(?:[a-z-]+ ){0,2}<jobs>)<end>
profile | teaches {v} | i<adv><no> teach (?!at\b|in\b|you\b|them\b|a\b|the\b|my\b)<v>(?=
... (?:at|in|to)\b|<end>)
profile | business | i<adv><no> (?:run|own) (?:an?|my own) (?P<v>(?:[a-z-]+ ){0,2}(?:bakery|shop
...|store|café|cafe|restaurant|business|company|agency|studio|salon|farm|bar|pub|hotel|practice
...|clinic|bookshop|startup|start-up|blog|podcast|channel))(?= (?:in|at|called|near|for)\b|<end>)
profile | field | i<adv><no> work(?:ing)? in (?:the )?(?P<v>marketing|sales|finance|it|tech|hr
...|education|healthcare|construction|retail|hospitality|logistics|insurance|banking|publishing
...|advertising|media|consulting|accounting|engineering|research|real estate|customer service
...|human resources|software|film|fashion|tourism|(?:\w+ )?(?:industry|sector|business))<end>
profile | job | i(?:'ve| have) been an? <nojob>(?P<v>(?:[a-z-]+ ){0,2}<jobs>)<end>
profile | job | my (?:job|profession|occupation|role)(?: title)? is(?: an?| the)? (?!to\b|not\b
...|so\b|very\b|really\b|[a-z]+ing\b)<v><end>
+-profile | job | i(?:'ve| have)?(?: just)? retired(?P<v>)(?!\w)<never>
profile | employment | i(?:'m| am)<adv><not> (?P<v>retired|unemployed|self-employed|between jobs
...|on a pension|on parental leave|on maternity leave)<end>
profile | study | i(?:'m)?(?: am)?<adv><no> (?:study(?:ing)?|major(?:ing)? in) (?!for\b|hard\b
...|at\b|in\b|with\b|every\b)<v>(?= at\b|<bare>)
profile | diet | i(?:'m| am|'ve been| have been)<adv><not>(?: an?)? (?:strict |strictly
... )?(?P<v><diets>)<end>
+profile | diet | i(?:'ve| have)?<adv> (?:became|become|gone|went|turned|turning|going
...|converted to being)(?: fully| completely)?(?: an?)? (?P<v><diets>)<end>
profile | diet | (?:as|being) an? (?P<v><diets>)(?=,? (?:i|my)\b|\s*\Z)
profile | diet | i(?:'m| am)?<adv> (?:follow(?:ing)?|on|keep(?:ing)?|eat(?:ing)?)(?: an?)?(?: strict
...|ly)? (?P<v><diets>)(?: diet| food)?<end>
profile | diet | i<adv><no> eat (?P<v>vegan|vegetarian|halal|kosher|gluten[- ]free)(?: food)?<end>
preference | choice between {pair} | (?:i|we)(?: still| now| usually| generally| really
...| much)* (?:prefer|like) (?P<v>[a-z][\w' -]{0,24}?)
... (?:over|to|more than|better than|rather than) (?!eat\b|have\b|be\b|use\b|go\b|work\b|do\b
...|get\b|drink\b|see\b)(?P<than>[a-z][\w' -]{0,24}?)(?= now\b| these days\b|<end>)
preference | taste in {v} | i <verbno> (?:eat|drink) (?!or\b|and\b|at\b|in\b|much\b|any ?more\b
...|out\b)<v><end>
profile | allergy to {v} | i(?:'m| am
...|'ve been| have been)<adv><not> (?:very |severely |highly |badly )?allergic to <list><end>
profile | allergy to {v} | i(?: have|'ve)(?: got)? an? (?:severe |bad |mild )?(?:allergy to <list>
...|(?P<v2>[a-z]+(?: [a-z]+)?) allergy)<end>
profile | health condition {v} | (?:i have|i suffer from|i was diagnosed with
...|i've been diagnosed with|i have been diagnosed with|i live with) (?:type [12] )?(?P<v>diabetes
...|asthma|migraines?|epilepsy|adhd|arthritis|hypertension|high blood pressure|crohn's disease
...|dyslexia|autism|coeliac disease|celiac disease|depression|insomnia|eczema|gout|tinnitus
...|endometriosis|rosacea)<end>
profile | health condition {v} | i(?:'m| am)<adv><not>(?: an?)? (?P<v>diabetic|asthmatic
...|dyslexic|autistic|colou?r[- ]blind|deaf|blind|epileptic|pregnant|left[- ]handed)<end>
profile | children | i have (?P<v>no|one|two|three|four|five|six
...|\d{1,2}) (?:small |little |young |grown-up |adult )?(?:kids?|children|child)<end>
profile | children | i(?:'m| am) married with (?P<v>one|two|three|four|five|\d) (?:small |little
...|young )?(?:kids?|children|child)<end>
profile | marital status | i(?:'m| am)<adv><not> (?P<v>married|divorced|single|widowed
...|engaged)(?:<end>| to\b)
profile | pets | (?:i|we)(?:'ve| have)(?: got)? (?P<v>(?:an?|one|two|three|four|\d)
... (?:[a-z]+ )?(?:dogs?|cats?|puppy|puppies|kittens?|rabbits?|hamsters?|parrots?|horses?
...|chickens|budgies?|goldfish))<bare>
profile | nationality | i(?:'m| am)<adv><not>(?: an?)? (?-i:(?P<v>British|English|Irish|Scottish
...|Welsh|American|Canadian|Australian|German|Austrian|Swiss|French|Italian|Spanish|Portuguese
...|Dutch|Belgian|Danish|Swedish|Norwegian|Finnish|Polish|Czech|Hungarian|Romanian|Bulgarian
...|Greek|Turkish|Ukrainian|Russian|Indian|Pakistani|Chinese|Japanese|Korean|Indonesian|Malaysian
...|Filipino|Vietnamese|Thai|Mexican|Brazilian|Argentinian|Chilean|Colombian|Nigerian|Kenyan
...|Ghanaian|Egyptian|Moroccan|Israeli|Iranian|Lebanese))<end>
+profile | marital status | (?:i|we)(?:'ve| have)?(?: just| recently| finally)*
... (?:got|gotten) (?P<v>married|divorced|engaged)<end>
profile | speaks {v} | i<adv><no> speak (?:fluent |some |good |basic |a (?:little|bit of) )?(?-i:
...(?P<v>[A-Z][a-z]+))<end>
profile | learning {v} | i(?:'m| am)?<adv><not> (?:learning|trying to learn|taking) (?-i:
...(?P<v>[A-Z][a-z]+))(?: lessons| classes)?<end>
profile | learning {v} | i(?:'m| am)<adv><not> learning (?:to play )?the (?P<v><instruments>)<end>
profile | plays {v} | i(?:'ve been| have been)?<adv><no> play(?:ing)? (?:the )?(?P<v>(?:bass |ele
...ctric
...|acoustic )?<instruments>|<sports>)<end>
profile | member of {v} | i(?:'m| am)<adv><not> (?:an? )?(?:[a-z]+ )?member
... (?:of|at) (?:the |an? )?<v><end>
profile | car | i<adv><no> drive an? (?!lot\b|bit\b|bus\b|taxi\b|truck\b)<v><end>
profile | car | my car(?:'s| is) an? <v><end>
profile | owns {v} | (?:i|we)(?:'ve| have)(?: got)? an? (?P<v>(?:[\w-]+ ){0,3}?(?:car|bike
...|motorbike|motorcycle|boat|piano
...|guitar|violin|cello|camper(?:van)?|caravan|van|camera|drone|tractor|allotment|scooter|e-bike
...|kayak))<bare>
profile | owns {v} | i<adv><no> own an? (?!lot\b|house\b|company\b)<v><end>
profile | uses {v} | i<adv><no> use (?-i:(?P<v>[A-Z][\w.+#-]*(?: (?:[A-Z]
...|\d)[\w.+#-]*){0,2}))<useend>
profile | uses {v} | i(?:(?:'m| am|'ve been)<adv><not>(?: back)?(?: to)? using|(?:'m| am)<adv> back
... (?:on|to)|(?:'ve)?<adv> (?:went|gone|switched|changed) back to(?: using)?)
... (?-i:(?P<v>[A-Z][\w.+#-]*
...(?: (?:[A-Z]|\d)[\w.+#-]*){0,2}))(?=\s*(?:[.!;,)]|$)|\s+(?:again|now|instead|these days|any ?more
...|any longer)\b)
profile | subscribes to {v} | i(?:'m| am)?<adv><no> (?:subscribed? to|have a subscription to
...|pay for)
... (?-i:(?P<v>[A-Z][\w.+-]*(?: [A-Z][\w.+-]*){0,2}))<end>
@profile | dose of {what} {when} | i(?:'m| am|'ve been)?<adv> (?:tak(?:e|ing)|on|prescribed)
... (?P<v>\d+(?:[.,]\d+)? ?<units>)(?: of)? (?P<what>(?!network|internet|wifi|data|fund)[a-z]
...[\w-]+)(?P<when><often>)?<end>
@profile | dose of {what} {when} | i(?:'m| am|'ve been)?<adv> (?:tak(?:e|ing)|on|prescribed)
... (?P<what>[a-z][\w-]+),? (?P<v>\d+(?:[.,]\d+)? ?<units>)(?P<when><often>)?<end>
@profile | dose of {what} | my (?:dose of (?P<what>[a-z][\w-]+)|(?P<what2>[a-z][\w-]+)
... (?:dose|dosage))
... (?:is|was (?:raised|lowered|increased|reduced|changed) to|went (?:up|down) to)(?: now)?
... (?P<v>\d+(?:[.,]\d+)? ?<units>)<end>
profile | medication {v} | i(?:'m| am)?<adv><no> (?:tak(?:e|ing)|on|prescribed) (?P<v>[a-z]{3,}
...(?:formin|pril|statin|olol|sartan|pam|xetine|prazole|profen|cillin|mycin|zole|thyroxine)|insulin
...|aspirin|antidepressants|antihistamines|blood thinners|birth control|lithium)<end>
profile | blood type | my blood (?:type|group)(?:'s| is) <v><end>
profile | shoe size | (?:my shoe size(?:'s| is)|i (?:wear
...|take) (?:a )?(?:shoe )?size)(?: an?)? <v><end>
profile | weight | (?:i weigh|my weight is)(?: about| around)? (?P<v>\d{2,3}(?:[.,]\d)? ?(?:kg|kilos
...|lbs?|pounds|stone))<end>
profile | height | (?:i(?:'m| am)|my height is) (?P<v>\d(?:[.,]\d\d)? ?m|\d{3} ?cm|\d ?(?:ft
...|foot|')(?: ?\d{1,2}(?:\"|in)?)?)(?: tall)?<end>
profile | native language | my (?:native|first) (?:language|tongue) is (?P<v>[a-z]+)<end>
...|my mother tongue is (?P<v2>[a-z]+)<end>
profile | email | (?:my (?:work |private |new )?e-?mail(?: address)?(?:'s| is
...| (?:has )?changed to)(?: now| currently)?
...|(?:you can )?reach me at|mail me at|e-?mail me at
...|contact me at) (?P<v>[\w.+-]+@[\w-]+(?:\.[\w-]+)+)
profile | phone | (?:my (?:new |work |home |current )?(?:(?:phone|mobile|cell)?(?: ?phone)? ?number
...|phone|mobile|cell|landline)(?:'s| is| (?:has )?changed to)(?: now| currently)?
...|(?:you can )?(?:call|reach|text) me (?:at|on)) (?P<v>\+?\d[\d ()/-]{5,18}\d)
profile | time zone | (?:my time ?zone(?:'s| is)|i(?:'m| am)(?: living)? (?:in
...|on))(?: the)? (?P<v>[A-Z]{3,4}(?= time))(?= time)
profile | time zone | my time ?zone(?:'s| is)(?: now)? (?P<v>[\w/+:-]+(?: \d[\w:]*)?)<end>
profile | pronouns | my pronouns are (?P<v>[a-z]+(?:/[a-z]+)+|[a-z]+ and [a-z]+)
profile | address | (?:my (?:home |new |postal )?address is
...|i live at) (?P<v>[^;!?\n]{6,80}?\d[^;!?\n,.]*|\d[^;!?\n]{5,60}?)(?=[.;!?]|$)
@!profile | name | i(?:'m| am) (?!the\b
...|an?\b)(?-i:(?P<v>[A-ZÀ-Þ][a-zà-ÿ'’-]+(?: [A-ZÀ-Þ][a-zà-ÿ'’-]+)?))<bare>
@profile | name | <whom>,? (?-i:(?P<v>[A-ZÀ-Þ][a-zà-ÿ]+)),? (?=(?:is|was|works|lives|has|loves
...|likes|moved|speaks|and)\b)
@profile | name | <who>(?:'s| is) (?:name is|called|named) <name><end>
@profile | name | <who>'s name(?:'s| is) <name><end>
@profile | name | <whom>(?:'s| is)(?: now)? (?-i:(?P<v>(?:Dr|Mr|Mrs|Ms|Miss|Prof)[.․]? [A-ZÀ-Þ]
...[\w'’-]+(?: [A-ZÀ-Þ][\w'’-]+)?))<end>
@profile | name | (?P<who>wife|husband|partner|daughter|son|mum|mom|dad|dog|cat)'s name(?:'s
...| is) <name><end>
@profile | name | (?:i|we)(?:'ve| have)(?: got)? an? (?:\w+ ){0,2}?(?P<who><relations>)(?:,)? (?:
...called|named
...|whose name is) <name><end>
profile | city | <who><adv><no> (?:lives|is living|resides|is based) in <place><end>
+profile | city | <who>(?: has|'s)?(?: just| recently)? (?:moved|is moving) to <place><end>
profile | employer | <who><adv><no> (?:works|is working) (?:for|at) <firm><end>
profile | job | <who>(?:'s| is) an? <nojob>(?P<v>(?:[a-z-]+ ){0,2}<jobs>)<end>
@profile | age | <who>(?:'s| is)(?: now)? (?P<v>\d{1,2})(?: years old| months old)?<agend>
@profile | birthday | <who>'s birthday(?:'s| is)(?: on)? (?P<v>(?:the )?[\w. ,/-]*?\d[\w /-]*?)<end>
profile | allergy to {v} | <who>(?:'s| is) (?:very |severely )?allergic to <list><end>
profile | diet | <who>(?:'s| is)(?: an?)? (?P<v>vegan|vegetarian|pescatarian|gluten[- ]free
...|lactose[- ]intolerant)<end>
preference | favourite {what} | my (?:favou?rite
...|preferred) (?P<what>[a-z]+(?: [a-z]+)?)(?:'s| is| are) (?!to\b|when\b|that\b|how\b|not\b
...|still\b|probably\b)<v><end>
preference | favourite {what} | (?P<v>(?!(?:what|which|who|that|this|it|he|she|these
...|those)\b)[^\W\d_]
...[\w'’.-]*(?: [\w'’.-]+){0,3}?) (?:is|are)(?: now| still| definitely| by far)?(?P<ends> no longer
...| not)? my (?:absolute |all-time )?favou?rite (?P<what>[a-z]+)<end>
preference | taste in {v} | i(?:'m| am)(?: really| very| totally| so| super| quite| big)*
... (?P<verb>(?:not )?(?:(?:really |that |very )?(?:into|keen on|fond of|partial to)|crazy about
...|mad about|obsessed with|addicted to|a sucker for)) <taste><tend>
preference | taste in {v} | i(?:'ve)?<adv> (?P<verb>can't get enough of|could live on
...|have a soft spot
... for|have a weakness for|got hooked on|hooked on|fell in love with) <taste><tend>
preference | taste in {v} | (?:i|we)<adv> (?P<verb>(?:don't |do not |doesn't )?(?:prefer|like
...|love|hate|enjoy|dislike|adore)|can't stand|cannot stand|can't bear|detest|am not a fan of
...|'m not a fan of) <taste><tend>
preference | taste in {v} | i(?P<verb>'m not a fan of
...|'m a (?:big |huge )?fan of| am a (?:big |huge )?fan of) <taste><tend>
preference | taste in {v} | i(?P<verb>(?:'d| would)(?: much)? rather(?: have| use| get)?)
... <taste>(?= than\b|<bare>)
-preference | taste in {v} | i no longer (?P<verb>like|love|enjoy|prefer|hate) <taste><tend>
~temporary | place | (?:i(?:'m| am|'ll be| will be)|we(?:'re| are
...|'ll be| will be))<adv>(?: staying| travelling| traveling| visiting)? (?:in
...|at) (?-i:(?P<v>[A-ZÀ-Þ][\w'’․-]*(?: [A-ZÀ-Þ][\w'’․-]*){0,2}))<end>
~temporary | state | (?:i(?:'m| am|'ll be| will be))<adv> (?P<v>on (?:vacation|holidays?|leave
...|sick leave|a business trip|call|jury duty|a diet|crutches|antibiotics|a break)|off sick
...|off work|sick|ill|travelling|traveling|out of office|away|injured|in hospital|in quarantine
...|jet-?lagged|working from home|house-?sitting|fasting)<end>
~temporary | state | i(?:'ve got| have)(?: got)? (?P<v>the flu|a cold|a fever|covid
...|a broken (?:arm|leg|ankle|wrist|foot|finger)|a cast)<end>
"""

_TASTE: Final = (
    r"(?!(?:it|that|this|them|these|those|him|her|you|one|to know|to see|to ask|how|what|when|if"
    r"|the|his|their|its|too|your|where|why|my|our|seeing|watching|not|being able|everything"
    r"|some|someone|something|all|both|an?\b(?! (?:good|hot|cold|quiet|window|aisle)))\b)"
    r"(?P<v>(?:[^,;!?:()\n.–—]|\.(?=\S))+?)"
)
_FIRM: Final = (
    r"(?P<v>(?!(?:home|night|nights|it|them|him|her|myself|the moment|the same|least|all|this|that"
    r"|an?|my|your|scale|school now|weekends|odd"
    r"|(?:the )?weekend|hours|days|weeks|months|years"
    r"|ages|free\b)\b)(?:[^,;!?:()\n.–—]|\.(?=\S))+?)"
)
_WORKPLACE: Final = (
    r"(?P<v>(?:(?!(?:pace|way|field|sector|industry|area|team|speed|rate|level|lot|desk|that|same"
    r"|moment|time|loss|profit|end|evenings?|mornings?|role|position|job|rush)\b)[\w'-]+ ){0,2}?"
    r"(?:[a-z]*(?:shop|store|house|yard|works|plant|mill|site|room|market)|school|nursery|hospital"
    r"|factory|cannery|bakery|brewery|dairy|farm|library|museum|gallery|garage|hotel|hostel|pub|bar"
    r"|café|cafe|restaurant|diner|clinic|surgery|pharmacy|practice|office|lab(?:oratory)?|studio"
    r"|salon|gym|bank|kennels?|zoo|park|port|airport|station|prison|university|college|nursing home"
    r"|care home|call cent(?:re|er)|garden cent(?:re|er)|leisure cent(?:re|er)|kitchen|foundry"
    r"|quarry|mine|vineyard|orchard|stables?|charity|theatre|theater|cinema|church|agency|firm"
    r"|company|start-?up|supermarket|newspaper|magazine|refinery|tannery|laundry|depot))"
)
_FIRMNAME: Final = r"(?-i:(?P<v>(?:the )?[A-ZÀ-Þ][\w&.'’-]*(?: [A-ZÀ-Þ&][\w&.'’-]*){0,3}))"

_WORDS: Final = dict(pair.split("=") for pair in _RELATIONS.split())
_ALL: Final = "|".join(sorted(_WORDS, key=lambda word: (-len(word), word)))
_BARE: Final = r"\s*(?:[,;.!?:()–—]|$)"

ENGLISH: Final = Language(
    rules=rules(
        _TABLE,
        taste=_TASTE,
        tend=(
            r"(?=\s*(?:[,;.!?:()–—]|$)|\s+(?:and|but|so|because|since|over|than|to|more|most|best"
            r"|better|a lot|very much|too|as well|instead|when|if|for|which|though|these days"
            r"|any ?more"
            r"|any longer)\b)"
        ),
        firmname=_FIRMNAME,
        workplace=_WORKPLACE,
        shift=r"(?: (?:nights|days|weekends|evenings|mornings|shifts|part[- ]time|full[- ]time"
        r"|freelance|mostly|mainly))*",
        firm=_FIRM,
        diets=_DIETS,
        units=r"(?:mg|mcg|µg|ml|g|units|milligrams?|micrograms?)",
        often=(
            r" (?:(?:on )?(?:mon|tues|wednes|thurs|fri|satur|sun)days?"
            r"|(?:in the|every|each) (?:morning|evening|night|day|afternoon|week)"
            r"|at (?:night|noon|bedtime)|(?:once|twice) (?:a|per) day|daily|before bed"
            r"|(?:with|after|before) (?:breakfast|lunch|dinner|meals))"
        ),
        instruments=_INSTRUMENTS,
        sports=_SPORTS,
        notname=r"(?!(?:back|later|tomorrow|today|tonight|when|if|at|on|crazy|old|now|any|about"
        r"|before"
        r"|after|what|names?|out|an?|the|by|as|anything|whatever|maybe|on|between|asap)\b)",
        useend=r"(?=\s*(?:[.!;,)]|$)|\s+(?:for|at|on|as|every|daily|mostly|now|instead|again"
        r"|any ?more|any longer|these days)\b)",
        list=r"(?!(?:it|that|this|them|work|mornings|mondays|people|him|her|bullshit)\b)" + _V,
        nojob=_NO_JOB,
        jobs=_JOBS,
        verbno=r"(?P<verb>don't|do not|never|can't|cannot|no longer)",
        who=_WHO + r"(?:,? (?-i:[A-ZÀ-Þ][a-zà-ÿ]+))?,?",
        whom=_WHO,
        relations=_ALL,
        name=_NAME,
        place=_PLACE,
        agend=(
            r"(?=\s*(?:[,;.!?:()–—]|$)|\s+(?:and|but|so|because|now|today|this|yesterday|last"
            r"|in)\b)"
        ),
        never="(?!)",
        end=_END,
        bare=_BARE,
        adv=_ADV,
        no=_ENDS,
        v=_V,
        **{"not": _NOT},
    ),
    openers=re.compile(
        r"\W*(?:(?:and|but|so|well|please|ugh|argh|hmm+|yikes|phew|don't forget(?: that)?"
        r"|never forget(?: that)?|fun fact|heads up|for what it's worth|fwiw|one (?:more"
        r"|other) thing|quick note|small update|side note|long story short|guess what"
        r"|funnily enough|sadly|luckily|finally|recently|lately|nowadays|of course|obviously"
        r"|basically|admittedly|truth be told|to be honest|tbh|incidentally|speaking of which|ok"
        r"|okay|hi|hello|hey|hi there|btw|by the way|oh|ah|yes|yeah|yep"
        r"|no|nope|actually|sorry|thanks|thank you|fyi|just so you know|just to let you know"
        r"|just (?:a )?fyi|for context|for your information|note that|please note(?: that)?"
        r"|remember"
        r"(?: that)?|please remember(?: that)?|keep in mind(?: that)?|you should know(?: that)?"
        r"|i (?:just )?(?:want(?:ed)? (?:you )?to (?:say|tell you|mention|let you know|remember)"
        r"|should (?:mention|say|add)"
        r"|told you|said|mentioned)(?: that)?|also|because|since|as|unfortunately|now|then"
        r"|currently"
        r"|today|meanwhile|in fact|great|good morning|good news|let me introduce myself|correction"
        r"|update|wait|the thing is|as you know|personally|honestly|in general|plus"
        r"|(?:it )?turns out(?: that)?|omg|wow|lol|so quick update|quick update"
        r"|these days|at the moment|right now|for the record|anyway)\b[\s,.!:–—-]*)*",
        re.IGNORECASE,
    ),
    relations=_WORDS,
    trim=re.compile(
        r"^(?:an?|the)\s+(?=\S)|\s+(?:too|as well|please|now|right now|currently|any ?more)$",
        re.IGNORECASE,
    ),
)
