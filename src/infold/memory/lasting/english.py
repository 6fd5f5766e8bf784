"""English words for what lasts."""

from __future__ import annotations

from typing import Final

from infold.memory.lasting.words import Lasting, kin, pattern
from infold.memory.phrases.english import ENGLISH as _RULES

__all__ = ["ENGLISH"]

_KIN: Final = kin(_RULES.relations)
_PARTS: Final = {
    "adv": r"(?:(?:also|always|usually|often|normally|mostly|mainly|currently|now|still|just"
    r"|actually|really|only|rarely|basically|both|generally|sometimes|already|recently|finally"
    r"|all|absolutely|honestly|literally|kind of|sort of|mildly|severely|slightly|quite|very"
    r"|pretty|fairly|extremely|registered|originally|partially|totally|completely|newly"
    r"|regularly|happily|quietly|bring|tend to|try to|live to|love to|have to) )*",
    "i": r"(?:i|we)",
    "kin": rf"(?:{_KIN}|(?:grand|step|god|great-?)?(?:mother|father|son|daughter|kid|child"
    r"|children|parents|mum|mom|dad|aunt|uncle)|kids|in-laws|twins|triplets|toddler|baby"
    r"|teenager|family|fianc[eé]e?|lodger|carer|puppy|kitten|pup|tortoise|hens|chickens|bees"
    r"|goats?|ponies|pony|budgie|gecko|snake|ferrets?|guinea pigs?|terrier|greyhound|spaniel"
    r"|labrador|lab|poodle|collie|goldfish|fish|ex(?:-\w+)?|gran|nan|granny|grandad|half-\w+)",
    "art": r"(?:an?|the|some|my|our|one|two|three|four|five|six|seven|\d+|several|mild|severe"
    r"|chronic|type \d|no|both|about|around|over|only|just)",
    "ill": r"(?:\w+(?:itis|osis|emia|aemia|algia|lepsy|plegia|opia|pathy|oma|phobia)|adhd|add"
    r"|asthma|diabetes|migraines?|hay ?fever|eczema|autism|arthritis|epilepsy|ibs|pcos|tinnitus"
    r"|vertigo|dyslexia|scoliosis|hypertension|high blood pressure|insomnia|depression|anxiety"
    r"|cancer|ms|copd|crohn'?s|sleep apn\w+|allerg\w+|intoleran\w+|a bad (?:back|knee|hip)"
    r"|(?:a )?heart (?:condition|murmur|disease)|long covid|reflux|sciatica|bad knees|gout"
    r"|a pacemaker|a stoma|hearing aids?|braces|a prosthe\w+|lupus|dementia|alzheimer'?s|adhd"
    r"|osteoporosis|angina|a disability|parkinson\w*|down'?s|reynaud\w*"
    r"|raynaud\w*)",
    "thing": r"(?:house|flat|apartment|cottage|bungalow|garden|allotment|balcony|greenhouse"
    r"|mortgage|caravan|camper\w*|motorhome|narrowboat|boat|car|van|estate|hatchback|motorbike"
    r"|scooter|e-?bike|bike|bicycle|tandem|truck|pickup|tractor|phone|laptop|tablet|camera"
    r"|printer|console|oven|air ?fryer|hob|freezer|boiler|heat pump|solar panels?|wood ?burner"
    r"|piano|guitar|violin|cello|drum kit|ukulele|accordion|saxophone|trumpet|keyboard|banjo"
    r"|hives?|tattoos?|piercings?|degree|phd|masters|diploma|licen[cs]e|passport|visa|citizenship"
    r"|membership|season ticket|subscription|railcard|insurance|pension|business|shop|stall|salon"
    r"|bakery|farm|caf[eé]|studio|company|channel|podcast|blog|newsletter|etsy|timeshare"
    r"|aquarium|fish ?tank|terrarium|pond|pool|hot tub|shed|workshop|kiln|loom|sewing machine"
    r"|telescope|drone|3d printer|record player|vinyl|collection|student loan|blood type"
    r"|dual|au pair|cleaner|nanny)s?",
    "freq": r"(?:(?:every|each)(?: single| other| second)? (?:day|morning|evening|night|afternoon"
    r"|week|weekend|month|year|winter|summer|spring|autumn|sunday|monday|tuesday|wednesday"
    r"|thursday|friday|saturday|school run|shift|lunch\w*|\d\w* \w+)|on (?:\w+ )?(?:mondays"
    r"|tuesdays|wednesdays|thursdays|fridays|saturdays|sundays|weekdays|weekends)|at weekends"
    r"|(?:once|twice|(?:two|three|four|five|six|\d+)(?: or \w+)? (?:times|days|nights|hours"
    r"|mornings|evenings|shifts|miles|km|k))(?: an?| per| each| every)"
    r" (?:day|week|month|year|fortnight|night)|most (?:days|nights|mornings|evenings|weekends)"
    r"|daily|weekly|fortnightly|for a living|all year(?: round)?|regularly|a (?:day|week|month"
    r"|year)\b|in the mornings|in the evenings|nights|mornings|(?:mon|tues|wednes|thurs|fri"
    r"|satur|sun)day (?:mornings|evenings|nights|afternoons)|to (?:work|school|the office"
    r"|uni\w*|college)|before (?:work|bed|breakfast)|after (?:work|school|dinner)"
    r"|with (?:breakfast|lunch|dinner|every meal)|for (?:breakfast|lunch)|per (?:week|month|day))",
    "long": r"(?:since (?:i|we|my|birth|childhood|last|january|february|march|april|may|june|july"
    r"|august|september|october|november|december|spring|summer|autumn|winter|the \w+|(?:19|20)\d"
    r"\d)|for (?:about |over |almost |nearly |the (?:past|last) )?(?:an? |two |three |four |five"
    r" |six |seven |eight |nine |ten |twelve |fifteen |twenty |thirty |\d+ |several |many |some )?"
    r"(?:years?|months?|weeks|decades?)|my whole life|all my life|from birth|from childhood)",
    "money": r"(?:[£$€¥]\s?\d[\d,.]*k?|\d[\d,.]*\s?(?:k|pounds?|quid|dollars?|bucks|euros?|eur|usd"
    r"|gbp|p)\b)",
    "health": r"(?:allergic|intolerant|coeliac|celiac|diabetic|asthmatic|an[ae]*mic|epileptic"
    r"|dyslexic|dyspraxic|autistic|deaf|blind|colou?r-?blind|partially sighted"
    r"|short-?sighted|long-?sighted|near-?sighted|disabled|bipolar|lactose|hard of hearing"
    r"|neurodivergent|hypermobile|immunocompromised|tone deaf|infertile|in remission"
    r"|in a wheelchair|on (?:\w+ ){0,3}(?:medication|meds|insulin|statins|dialysis|antidepressants"
    r"|metformin|warfarin|blood thinners|hrt|the pill|diet|chemo\w*|tablets|\w+(?:pril|olol|statin"
    r"|zole|ine|in))\b|pregnant|breastfeeding|\w+ weeks (?:pregnant|along)|expecting)",
    "civil": r"(?:married|single|divorced|widowed|engaged|separated|retired|semi-?retired"
    r"|unemployed|self-?employed|freelance|employed|homeschooled|adopted|vegan|vegetarian"
    r"|pescatarian|veggie|teetotal|sober|halal|kosher|gluten[- ]free|dairy[- ]free|muslim"
    r"|jewish|hindu|buddhist|christian|catholic|religious|bilingual|fluent|native|left-?handed"
    r"|right-?handed|ambidextrous|qualified|certified|trained|based|from|born|half \w+"
    r"|(?:from )?\w+(?:ese|ish)\b(?= by| born|$)|non-?binary|trans|gay|lesbian|queer|an only child"
    r"|an early bird|a night owl|self-?taught|on (?:maternity|paternity|parental|sick) leave"
    r"|on (?:nights|earlies|lates|call|shifts|universal credit|benefits|jsa|pip|a pension)"
    r"|in (?:my|our) (?:\w+ )?(?:first|second|third|fourth|final|last|twenties|thirties|forties"
    r"|fifties|sixties|seventies)\b|in (?:year \d+|sixth form|the (?:army|navy|raf|choir|band"
    r"|police|civil service|fire service|scouts|\w+ (?:team|club|choir|band|orchestra)))"
    r"|in a (?:band|choir|long-distance|relationship|flatshare|houseshare)|at (?:uni|university"
    r"|college|school)|\d{1,2}(?: years old)?$|(?:five|six|\d) ?(?:foot|ft)|\d+ ?(?:cm|kg|st"
    r"|stone)\b)",
    "taste": r"(?:(?:really |absolutely |actually |just |honestly )*(?:love|adore|like|enjoy|prefer"
    r"|hate|loathe|detest|dislike|despise)|can'?t (?:stand|bear|abide|stomach)|do(?:n't| not)"
    r" (?:really |actually |much )?(?:like|enjoy|care for)|am (?:not )?(?:really |a (?:huge|big"
    r"|massive) )?(?:into|fan of|keen on|partial to|fond of|obsessed with|mad about|crazy about)"
    r"|am (?:not )?an? (?:\w+ )?(?:fan|lover|person)\b|have a (?:sweet tooth|soft spot|weakness))",
    "does": r"(?:keep (?!getting|on\b|trying|seeing|having|going|losing|thinking|forgetting|it"
    r"|this|that|the )|own|breed|foster|rent|lease|drive|ride|wear (?!it|this|that)|collect|coach"
    r"|teach|tutor|volunteer|serve|play|sing|dance|paint|knit|crochet|sew|bake|brew|row|cycle|swim"
    r"|jog|climb|hike|surf|ski|box|fence|commute|juggle|whittle|snore|suffer|struggle with"
    r"|inject|smoke|vape|avoid|speak|attend|belong to|identify as|home ?school|work (?:nights"
    r"|earlies|lates|shifts|part[- ]time|full[- ]time)|earn"
    r"|freelance|moonlight|manage (?:an?|the|my|our)\b|run an?\b|run the (?!script|code|test"
    r"|command|app|program|build|migration|query|server)|run (?:my|our) own|support (?:\w+ )+"
    r"(?:fc|united|city)|bank with|sell|grow|farm|chair|captain|lead (?:an?|the)\b|look after|care"
    r" for (?:my|our)|share (?:an?|my|our|the) (?:flat|house|office|room|car)|go to (?:\w+ )+(?:uni"
    r"|university|college|school|church|gym|club|class|classes|choir|mosque|temple)|get (?:up"
    r"|paid|migraines|hay ?fever|car ?sick|sea ?sick|travel ?sick)|wake up at|study|major in|have"
    r" to avoid|shop at|take (?:\w+ )?(?:mg|milligrams|medication|insulin|statins|warfarin"
    r"|antidepressants|beta blockers|the (?:bus|train|tram|tube|ferry|metro))|use an? (?:\w+ ){0,3}"
    r"(?:wheelchair|cpap|inhaler|cane|walking stick|hearing aid|pump|screen reader)|use (?:\w+ )+"
    r"as my|make a living|do (?:yoga|pilates|karate|judo|crossfit|parkrun|night shifts|shift work"
    r"|nights|ballet|calligraphy|pottery))\b",
    "cannot": r"(?:can'?t|cannot|can not|do(?:n't| not)|never|am not able to|am not allowed to"
    r"|won't|am unable to) (?:really |even |actually |ever )*(?:eat|drink|swim|drive|cook|sing"
    r"|dance|whistle|ride|digest|tolerate|smoke|fly|smell|taste|speak|own|celebrate|do (?:dairy"
    r"|gluten|spicy|heights|caffeine|alcohol|mornings)|have (?:an?|any)? ?(?:car|kids|children"
    r"|pets|garden|oven|freezer|dishwasher|microwave|tv|smartphone|licen[cs]e|dairy|gluten|nuts"
    r"|balcony|siblings|caffeine|brothers|sisters|gallbladder|thyroid|dairy)|work (?:on )?(?:mon"
    r"|tues|wednes|thurs|fri|satur|sun)days?|touch (?:alcohol|meat|pork|shellfish))\b",
    "able": r"can (?:\w+ )?(?:speak|play|ride|drive|swim|juggle|sew|knit|read (?:music|braille)"
    r"|sign"
    r"|sing|touch-type|lift|deadlift|bench)\b",
    "became": r"(?:got|was|were|have got|have been|was just|have just been) (?:\w+ )?(?:married"
    r"|engaged|divorced|diagnosed|promoted|made redundant|raised|brought up|adopted|widowed"
    r"|baptised|born|laid off|furloughed|a (?:new job|dog|cat|puppy|kitten|rescue))|adopted"
    r"|became|retired|graduated|inherited|joined|founded|set up|qualified|emigrated|converted to"
    r"|gave birth|grew up|enrolled|signed up for|took up|took over|started (?:a |an |my own |my"
    r" |as |learning |working |training |taking |at )|had (?:an?|my|our) (?:\w+ )?(?:baby|son"
    r"|daughter|twins|stroke|heart attack|hysterectomy|transplant|bypass|caesarean|c-section"
    r"|(?:knee|hip|shoulder) (?:replac\w+|op\w*|surgery))|named (?:her|him|our|my)|moved (?:in"
    r"|to|into|house|back|here|over)|bought (?:an?|my|our|the|myself an?) (?:[\w-]+ ){0,4}<thing>",
}

ENGLISH: Final = Lasting(
    speaks=pattern(
        r"(?:i|we) (?=\w)|(?:my|our) (?:own |late |two |three |four |old |new |older |younger"
        r" |little |big |eldest |youngest |middle |oldest |\w+-year-old |\d+ year old )?[\w-]+",
        **_PARTS,
    ),
    holds=pattern(
        r"""
        <i> <adv>(?:am|are|have been) (?:not )?<adv>(?:<health>|<civil>)
        <i> <adv>(?:am|are) (?:[\w-]+ ){1,3}(?:<health>)
        <i> <adv>(?:am|are|have been|was born|were born) (?:not )?<adv>(?:an? (?!bit|little|lot|few
        ...|tad|mess|while|huge mess|step|hour|minute|week|month|fan|loss|idiot|moron|total
        ...|beginner|noob|newbie|bit|day|second|couple|long way|big step)|the (?!one|only|same
        ...|first|last|opposite|worst|best|kind)|one of )[\w-]+
        <i> <adv>(?:am|are|have been) <adv>(?:learning|studying|training (?:for|as|to)
        ...|saving (?:up )?for
        ...|living|working (?:as|at|for|in|nights|part|full|from)|renting|retraining|raising
        ...|recovering from|caring for|breastfeeding|doing (?:my|an?) (?:\w+ )?(?:phd|degree|masters
        ...|master's|apprenticeship|internship|a-levels|gcses|diploma|course|bachelor\w*|placement
        ...|mba|training)|taking (?:\d|\w+ (?:classes|lessons)|medication|antidepressants)|expecting
        ...|teaching|fostering|homeschooling|vlogging|going to (?:uni|college|school|therapy)
        ...|scared of|afraid of|terrified of|rubbish at|terrible at|bad at|good at)
        <i> <adv>am <adv>(?:scared|afraid|terrified|frightened|rubbish|terrible|hopeless|useless
        ...|great|good|bad) (?:of|at) [\w ]+
        <i> <adv>(?:have|got|have got|own|keep|look after)(?: just)?(?: got)? <adv>(?:<art> )?
        ...(?:[\w'-]+ ){0,4}?(?:<kin>s?|<ill>|<thing>)\b
        <i> <adv>(?:have|have got)(?: got)? .{1,50}(?:called|named) [\w-]
        <i> <adv>have <adv>(?:been|had|worked|lived|played|owned|known|run|taught|smoked|worn|kept
        ...|used|driven|done|sung) .{0,60}<long>
        <i> <adv>have (?:always|never) (?:been|eaten|flown|learn\w+|driven|ridden|smoked|drunk|lived
        ...|owned|liked|loved|hated|wanted kids|had (?:an?|any|kids|children|pets))\b
        <i> <adv>(?:have |had )?<adv><became>
        <i> <adv>(?:<does>|<cannot>|<able>|<taste>(?! (?:it|you|this|that|them|him|her|these|those
        ...|how|what|when|to see|to know)\b))
        <i> <adv>(?!am |are |was |were |have |had |can |do |did |will |would |should |work |live\x20
        ...|like |love |hate |go to work)[a-z]+ .{0,80}<freq>
        <i> <adv>live (?:alone|off-grid|(?:on|with|in|above|near|next to) (?:an?|my|our|two|three
        ...|the (?:country|middle|coast)))\b.*
        (?:my|our) (?:flat|house|home|apartment|garden|kitchen|room|office|place|building|road
        ...|street|village|balcony) (?:is (?:on|in|near|above|next|rented|north|south|east|west
        ...|listed|a |an )|has (?!been|a leak)|faces|does(?:n'?t| not) have).*
        <i> <adv>(?:can only|only) (?:eat|drink|work|sleep|walk|wear)\b.*
        <i> .{0,60}\b(?:paid|spent|pay|spend|cost me|cost us|earn|make|get paid|owe)\b.{0,40}<money>
        (?:my|our) .{1,50}\b(?:costs?|cost (?:me|us)|set (?:me|us) back|is|was|are|came to|runs to
        ...|comes to|went up to|gone up to)\b.{0,24}<money>
        (?:my|our) (?:[\w-]+ ){0,3}?<kin>s?(?:,? (?!is|has|was|are|and)[\w-]+,?)? (?:<adv>(?:(?:is
        ...|are|was just
        ...|has|have|have just been|has just been) (?:not )?<adv>(?:<health>|<civil>|diagnosed
        ...|an? (?!bit
        ...|little|lot|few|mess|mood|pain|nightmare)[\w-]+|called|named|turning
        ...|(?:\w+ )?(?:months?|years?|weeks?)
        ...|(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen
        ...|fifteen|\d+)\b(?! (?:hours|minutes|days|things|times))
        ...|learning|studying|training|doing (?:his|her|their|a)|going to (?:uni|college|school)
        ...|at (?:uni|college|nursery|school|primary)|living|working|due|pregnant|scared|afraid
        ...|(?:<art> )?(?:\w+ ){0,3}(?:<ill>|<thing>|<kin>))
        ...|(?:can'?t|cannot|doesn'?t|does not|don'?t|won't|never) (?:eat|drink|swim|drive|like
        ...|speak|sleep|have|tolerate|walk|hear|touch)
        ...|(?:hates?|loves?|likes?|prefers?|lives?|works?|plays?|goes to|attends?|collects?
        ...|speaks?|studies|teaches
        ...|wears?|takes?|swims|sings|only eats|reacts to|suffers|starts? (?:school|nursery|uni
        ...|reception|secondary|work|college|year))\b)
        ...)
        (?:my|our) (?!pass\w+|pin|key|token|secret|api|problem|question|idea|point|goal|guess|code
        ...|script|function|query|file|essay
        ...|order|parcel|package|table|test|app|build|server|site|report|draft|answer|paper|result
        ...|flight|train|meeting|appointment|exam|interview|deadline|assignment|homework|issue
        ...|worry|concern|dough|cake|sauce|soup|screen|download|head|stomach)[\w' -]{2,40}? (?:is
        ...|are|has|takes)
        ... .{0,30}?\d
        (?:my|our) (?:favou?rite|go-to|usual|daily|native|first|mother|dominant
        ...|main) [\w -]+ (?:is|are) .+
        """,
        **_PARTS,
    ),
    held=pattern(
        r"<i> <adv>(?:was|were|worked|lived|studied|played|taught|served|ran|owned|rented|trained"
        r"|had|shared|volunteered|sang|drove|coached|did|spent|commuted|stayed|managed)\b .+",
        **_PARTS,
    ),
    plans=pattern(
        r"<i> <adv>(?:am|are) (?:moving|getting married|marrying|flying|travelling|traveling|going"
        r"|having|starting (?!at|with)|retiring|due|hosting|visiting|graduating|emigrating"
        r"|running the|off to"
        r"|expecting|becoming|opening|launching my|leaving for|joining)\b"
        r"|<i> (?:start|fly|retire|graduate|move|get married|turn)\b"
        r"|(?:my|our) (?:[\w-]+ ){1,4}(?:is|are|starts|begins|takes place) .*",
        **_PARTS,
    ),
    likes=pattern("<taste>|favou?rite", **_PARTS),
    passes=pattern(
        r"\A(?:my|our) (?:\w+ )?(?:friend|colleague|boss|neighbou?r|co-?worker|mate|flatmate"
        r"|teacher|landlord|manager|doctor|gp|cousin|uncle|aunt)\b|"
        r"\b(?:working on|excited|living (?:my|the)|learning (?:a ton|a lot|so much)|loved|liked"
        r"|enjoyed|(?:love|like|enjoy) (?:to$|it)"
        r"|keep(?:ing)? (?:busy|facing|on)|mix of|a few times)\b|\b(?:need|want|wonder\w*|guess"
        r"|mean|hope|ask|thank|apologi[sz]e|suppose|think|thought"
        r"|trying"
        r"|tried|try|looking for|wish|please|this|that|these|those|stuck|forgot|got an? error|error"
        r"|project|assignment|essay|if i|whether|let me|would|could|should|might|maybe|perhaps"
        r"|probably|not sure|figure out|keep (?:getting|seeing)|writing|building|making|planning"
        r"|considering|been told|supposed to|about to|going to have to|no longer|any ?more"
        r"|used to)\b"
        r"|\b(?:to (?:you|it|them)|with it|about it)\s*$"
    ),
)
