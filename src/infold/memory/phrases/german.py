"""How people speak of themselves in German."""

from __future__ import annotations

import re
from typing import Final

from infold.memory.phrases.rule import Language, rules

__all__ = ["GERMAN"]

_RELATIONS: Final = """
tochter=daughter sohn=son kind=child baby=child frau=wife ehefrau=wife mann=husband ehemann=husband
partner=partner partnerin=partner freundin=partner freund=partner verlobte=partner
verlobter=partner mutter=mother mama=mother vater=father papa=father bruder=brother
schwester=sister oma=grandmother großmutter=grandmother opa=grandfather großvater=grandfather
tante=aunt onkel=uncle cousin=cousin cousine=cousin neffe=nephew nichte=niece chef=boss
chefin=boss kollege=colleague kollegin=colleague mitbewohner=flatmate mitbewohnerin=flatmate
nachbar=neighbour nachbarin=neighbour hund=dog hündin=dog katze=cat kater=cat pferd=horse
hase=rabbit kaninchen=rabbit firma=company arzt=doctor ärztin=doctor zahnarzt=dentist
vermieter=landlord vermieterin=landlord
"""
_JOBS: Final = (
    r"\w*(?:(?:lehrer|techniker|berater|entwickler|verkäufer|fahrer|bäcker|metzger|maler|tischler"
    r"|schreiner|elektriker|mechaniker|programmierer|informatiker|physiker|chemiker|mathematiker"
    r"|musiker|künstler|schauspieler|pfleger|richter|buchhalter|manager|designer|schüler|forscher"
    r"|übersetzer|dolmetscher|rentner|handwerker|gärtner|ingenieur|architekt|journalist|polizist"
    r"|student|psychologe|biologe|apotheker|redakteur|friseur|autor|pilot|landwirt|winzer|trainer"
    r"|betreuer|sachbearbeiter)(?:in)?|arzt|ärztin|koch|köchin|anwalt|anwältin|krankenschwester"
    r"|azubi|hebamme|beamter|beamtin|psychologin|biologin|kauffrau|kaufmann|lehrkraft)"
)
_TABLE: Final = r"""
@profile | name | (?:ich heiße|mein (?:voller )?name ist|nenn(?:en sie)? mich
...|du kannst mich)(?: übrigens)? <name><end>
profile | city | <ich> (?:wohne|lebe)<adv><no><adv> (?:in|bei|auf) <place><endno>
profile | city | (?:wohne|lebe)(?: ich|n wir)<adv><no> in <place><endno>
-profile | city | ich (?:habe früher|wohnte früher|lebte früher
...|hab früher) in <place>(?: gewohnt| gelebt)?<end>
=profile | city | ich habe(?: mal)? in <place> (?:gewohnt|gelebt)<end>
+profile | city | <ich> (?:bin|sind)<adv> nach <place> (?:gezogen|umgezogen)<end>
+profile | city | <ich> (?:ziehe|ziehen)<adv> nach <place>(?: um)?<end>
-profile | city | <ich> (?:bin|sind) (?:aus|von) <place> weggezogen<end>
profile | hometown | ich (?:komme(?: ursprünglich)? aus|bin(?: ursprünglich)? aus
...|bin aufgewachsen in|stamme aus) (?!dem\b|der\b|versehen\b)<place><end>
profile | birthplace | ich (?:bin|wurde) in <place> geboren<end>
@profile | birth year | ich (?:bin|wurde)(?: im jahr)? (?P<v>(?:19|20)\d\d) geboren
@profile | birthday | (?:mein geburtstag ist(?: am)?|ich habe am
...|ich bin am) (?P<v>\d{1,2}\.\s?(?:\d{1,2}\.(?:\d{2,4})?
...|[a-zä]+(?: \d{4})?))(?: geburtstag| geboren)?<end>
profile | age | ich bin<adv> (?P<v>\d{1,2})(?: jahre alt| jahre)?<end>
@!profile | name | ich bin (?:die |der )?(?-i:(?P<v>[A-ZÄÖÜ][a-zäöüß]+(?: [A-ZÄÖÜ][a-zäöüß]+)?))
...(?=<bare>|\s+und\b)
profile | employer | arbeite(?: ich|n wir)<adv><no><adv> (?:bei|für|beim) <firm><endno>
profile | employer | (?:bei|für|beim) <firm> arbeite(?: ich|n wir)<adv><ends><end>
profile | city | (?:in|bei) <place> (?:wohne|lebe)(?: ich|n wir)<adv><ends><end>
=profile | employer | (?:ich (?:habe|hab)|(?:habe|hab) ich)<adv> (?:bei|für
...|beim) <firm> gearbeitet<end>
=profile | employer | (?:ich war|war ich|ich arbeitete|arbeitete ich)<adv> (?:bei|für
...|beim) <firm>(?: angestellt| beschäftigt| tätig)?<end>
=profile | city | (?:habe|hab) ich<adv> in <place> (?:gewohnt|gelebt)<end>
=profile | city | (?:ich (?:wohnte|lebte)|(?:wohnte|lebte) ich)<adv> in <place><end>
profile | employer | <ich> arbeite<adv><no><adv>(?: als [^,;.]{2,30}?)? (?:bei|für
...|beim) <firm><endno>
profile | employer | ich bin<adv><not> bei <firm> (?:angestellt|beschäftigt)<end>
profile | employer | mein arbeitgeber ist<adv> <firm><end>
+profile | employer | ich (?:habe bei|fange bei|hab bei) <firm> (?:angefangen|an
...|unterschrieben)<end>
+-profile | employer | ich (?:habe bei|hab bei) <firm> (?:gekündigt|aufgehört)<end>
+-profile | employer | ich (?:habe|hab) <firm> verlassen<end>
-profile | employer | ich (?:habe|hab) früher (?:bei|für) <firm> gearbeitet<end>
profile | job | ich arbeite<adv>(?: (?:bei|für|beim) [^,;.]{2,40}?)? als (?P<v>[\w-]+)(?: (?:bei
...|für|beim) [^,;.]{2,40}?)?<end>
profile | job | ich bin<adv><not>(?: eine?)? (?:von beruf )?(?!(?:immer|lieber|bisher|sicher
...|hier|leider|wieder|aber|nur|unter|über|er|der|vor|weiter|jeder|keiner|einer|außer|müder
...|vegetarier|vegetarierin|veganer|veganerin|diabetiker|diabetikerin|allergiker|nichtraucher
...|linkshänder|linkshänderin|deutscher|österreicher|schweizer|anfänger|anfängerin|kunde|kundin
...|single)<end>)(?-i:(?=[A-ZÄÖÜ]))(?P<v><jobs>)(?:(?=\s+(?:am|im|an|in|bei|beim)\b)|<end>)
profile | job | mein beruf ist (?P<v>[\w-]+)<end>
profile | employment | ich bin<adv><not> (?P<v>in rente|arbeitslos|selbstständig|selbständig
...|in elternzeit|pensioniert|freiberuflich)<end>
profile | study | ich studiere<adv><no> (?!an\b|in\b|seit\b|gerade\b)<v>(?= an\b| in\b|<bare>)
profile | diet | ich bin<adv><not>(?: eine?)? (?P<v>vegetarier(?:in)?|veganer(?:in)?|vegan
...|vegetarisch|laktoseintolerant|pescetarier(?:in)?)<end>
profile | diet | ich (?:ernähre mich|esse|lebe)<adv><no> (?P<v>vegan|vegetarisch|glutenfrei
...|halal|koscher)<end>
preference | taste in {v} | ich esse (?P<verb>kein(?:e|en)?) (?!ahnung\b)<v><end>
profile | allergy to {v} | ich bin<adv><not> (?:gegen|auf) <v> allergisch<endno>
profile | allergy to {v} | ich bin<adv><not> allergisch (?:gegen|auf) <v><end>
profile | allergy to {v} | ich vertrage<adv> keine?n? <v><end>
profile | allergy to {v} | ich habe(?: eine| ne) (?:(?P<v2>\w{3,})allergie|allergie gegen <v>)<end>
profile | health condition {v} | ich habe (?P<v>diabetes|asthma|migräne|epilepsie|adhs|rheuma
...|bluthochdruck|zöliakie|depressionen|neurodermitis|gicht|tinnitus|heuschnupfen)<end>
profile | health condition {v} | ich bin<adv><not> (?P<v>diabetiker(?:in)?|asthmatiker(?:in)?
...|schwanger|farbenblind|taub|blind|linkshänder(?:in)?)<end>
profile | children | (?:ich habe|wir haben) (?P<v>keine|ein|zwei|drei|vier|fünf|sechs
...|\d{1,2})(?: kleine| erwachsene)? kind(?:er)?<end>
profile | marital status | ich bin<adv><not> (?P<v>verheiratet|geschieden|ledig|single|verwitwet
...|verlobt)<end>
profile | speaks {v} | ich spreche<adv><no> (?P<v>[a-zäöü]+isch|deutsch)<end>
profile | native language | meine muttersprache ist (?P<v>\w+)<end>
profile | email | (?:meine (?:neue )?(?:e-?mail|mail)(?:-?adresse)? (?:ist|lautet)
...|(?:du erreichst mich|ihr erreicht mich|sie erreichen mich|ich bin erreichbar) unter
...|meine (?:neue )?adresse lautet) (?P<v>[\w.+-]+@[\w-]+(?:\.[\w-]+)+)
profile | phone | (?:meine (?:neue )?(?:telefon|handy|mobil)?nummer (?:ist|lautet)
...|(?:du erreichst mich|sie erreichen mich) unter) (?P<v>\+?\d[\d ()/-]{5,18}\d)
profile | time zone | meine zeitzone ist (?P<v>[\w/+:-]+)<end>
profile | address | (?:meine adresse (?:ist|lautet)
...|ich wohne in der) (?P<v>[^;!?\n]{4,60}?\d[^;!?\n,.]*)(?=[.;!?,]|$)
@profile | name | <who> (?:heißt|hört auf den namen|nennt sich) <name><end>
@profile | name | der name <whose> ist <name><end>
@profile | name | (?:ich habe|wir haben) eine?n? (?P<who><relations>) (?:namens
...|mit (?:dem )?namen) <name><end>
@profile | name | (?:ich habe|wir haben) eine?n? (?P<who><relations>),? (?:die|der
...|das) <name> heißt<end>
profile | city | <who> (?:wohnt|lebt)<adv><no> in <place><endno>
+profile | city | <who> ist<adv> nach <place> (?:gezogen|umgezogen)<end>
profile | employer | <who> arbeitet<adv><no> (?:bei|für|beim) <firm><endno>
profile | job | <who> ist(?: eine?)? (?-i:(?=[A-ZÄÖÜ]))(?P<v><jobs>)<end>
profile | age | <who> ist<adv> (?P<v>\d{1,2})(?: jahre alt| jahre| monate alt)?<end>
@profile | birthday | <who> hat am (?P<v>\d{1,2}\.\s?(?:\d{1,2}\.(?:\d{2,4})?
...|[a-zä]+(?: \d{4})?)) geburtstag
profile | allergy to {v} | <who> ist(?: sehr| stark)? (?:gegen|auf) <v> allergisch<end>
profile | allergy to {v} | <who> ist(?: sehr| stark)? allergisch (?:gegen|auf) <v><end>
profile | diet | <who> ist(?: eine?)? (?P<v>vegetarier(?:in)?|veganer(?:in)?|vegan|vegetarisch)<end>
preference | favourite {what} | meine? lieblings-?(?P<what>[a-zäöüß]+) ist<adv> <v><end>
preference | taste in {v} | ich (?P<verb>mag|liebe|hasse|bevorzuge|genieße
...|verabscheue)(?: (?:sehr|wirklich|total|lieber|am liebsten
...|besonders))*(?: den(?= \w+en \w))?<taste><tend>
preference | taste in {v} | ich kann <tasteword> (?P<verb><hardly>nicht (?:leiden
...|ausstehen|ab))<tend>
preference | taste in {v} | <tasteword> (?P<verb>kann ich <hardly>nicht (?:leiden
...|ausstehen|ab))<tend>
-preference | taste in {v} | <tasteword> (?P<verb>mag) ich<adv> nicht mehr<tend>
preference | taste in {v} | <tasteword> (?P<verb>(?:mag|liebe
...|hasse) ich(?: (?:überhaupt |gar )?nicht)?)<tend>
preference | taste in {v} | ich (?P<verb>mag (?:kein(?:e|en)?|gar kein(?:e|en)?)) <tasteword><tend>
preference | taste in {v} | ich mag <tasteword> (?P<verb>(?:überhaupt |gar |einfach )?nicht(?!
... mehr\b))<tend>
preference | taste in {v} | ich (?:trinke|esse|nutze|benutze|nehme|höre|lese|fahre
...|verwende)(?: morgens| abends)? (?P<verb>lieber|am liebsten|gern|gerne) <tasteword><tend>
preference | taste in {v} | ich (?:trinke|esse|nutze|benutze|nehme|höre|lese|fahre
...|verwende) <tasteword> (?P<verb>lieber|am liebsten|gern|gerne)<tend>
-preference | taste in {v} | ich (?P<verb>mag) <tasteword> nicht mehr<tend>
~temporary | place | (?:ich bin|wir sind|bin ich
...|sind wir)<adv> in (?-i:(?P<v>[A-ZÄÖÜ][\w'’․-]*(?: [A-ZÄÖÜ][\w'’․-]*){0,2}))<end>
~temporary | state | (?:ich bin|bin ich)<adv> (?P<v>im urlaub|krank|krankgeschrieben
...|auf (?:dienst|geschäfts)reise|auf reisen|unterwegs|verreist|im homeoffice|in elternzeit|auf kur
...|im krankenhaus|nicht da|abwesend)<end>
~temporary | state | ich habe<adv> (?P<v>urlaub|grippe|fieber|eine erkältung|frei|corona)<end>
"""
_WORDS: Final = dict(pair.split("=") for pair in _RELATIONS.split())
_ALL: Final = "|".join(sorted(_WORDS, key=lambda word: (-len(word), word)))
_END: Final = (
    r"(?=\s*(?:[,;.!?:()–—]|$)|\s+(?:und|aber|denn|weil|da|sondern|als|mit|für|jetzt|gerade|zurzeit"
    r"|derzeit|übrigens|auch|bitte|wo|oder|wie|nicht|seit|in der nähe|momentan|noch)\b)"
)
_V: Final = r"(?P<v>(?:[^,;!?:()\n.–—]|\.(?=\S))+?)"

GERMAN: Final = Language(
    rules=rules(
        _TABLE,
        ich=r"(?:ich|wir)",
        adv=(
            r"(?: (?:jetzt|nun|gerade|derzeit|zurzeit|momentan|aktuell|auch|noch|schon|immer noch"
            r"|übrigens|eigentlich|inzwischen|mittlerweile|sehr|stark|leider|ganz|alleine?|wirklich"
            r"|endlich|wieder|schwer|am|im moment|ja|heute|bald|neuerdings|weiterhin))*"
        ),
        no=r"(?P<ends> nicht mehr| nicht)?",
        ends=r"(?P<ends> nicht mehr)",
        hardly=r"(?:überhaupt |gar |absolut |einfach )?",
        endno=(
            r"(?=(?P<ends2> nicht mehr)?\s*(?:[,;.!?:()–—]|$)|\s+(?:und|aber|denn|weil|da|als|mit"
            r"|für|jetzt|gerade|zurzeit|derzeit|übrigens|auch|bitte|wo|oder)\b)"
        ),
        name=r"(?-i:(?P<v>[A-ZÄÖÜÀ-Þ][\w'’.․-]*(?: [A-ZÄÖÜÀ-Þ][\w'’.․-]*){0,3}))",
        place=(
            r"(?P<v>(?!(?:eine[mnr]?|de[mnr]|das|die|meine[mnr]?|ihre[mnr]?|seine[mnr]?"
            r"|unsere[mnr]?|angst|ruhe|frieden|freuden|uns)\b)[^\W\d_][\w'’․-]*(?:[ ](?!als\b|bei\b"
            r"|und\b)\w[\w'’․-]*){0,3}?)"
        ),
        firm=(
            r"(?P<v>(?!(?:mir|ihm|ihr|uns|euch|meine[mnr]?|eine[mnr]?|dir"
            r"|weitem)\b)(?:[^,;!?:()\n.–—]|\.(?=\S))+?)"
        ),
        who=(
            r"(?:meine?|unsere?)(?: (?:ältere|jüngere|kleine|große|neue"
            r"|beste)[rs]?)? (?P<who><relations>)"
        ),
        whose=r"(?:meine[rs]|unsere[rs]) (?P<who><relations>)s?",
        relations=_ALL,
        taste=(
            r" (?!(?:es|das|dies|dich|ihn|sie|ihr|sein|dein|die idee|den|der|keine?n?|nicht"
            r"|einfach|gar|auch)\b)(?P<v>(?:[^,;!?:()\n.–—]|\.(?=\S))+?)"
        ),
        tasteword=(
            r"(?!(?:es|das|dies|dich|ihn|sie|den|der|nicht)\b)(?P<v>(?:[^,;!?:()\n.–—]|\.(?=\S))+?)"
        ),
        tend=(
            r"(?=\s*(?:[,;.!?:()–—]|$)|\s+(?:und|aber|denn|weil|als|sehr|nicht|lieber|mehr"
            r"|besonders|am liebsten|gern|gerne|überhaupt|gar|einfach|für|zum)\b)"
        ),
        jobs=_JOBS,
        end=_END,
        bare=r"\s*(?:[,;.!?:()–—]|$)",
        v=_V,
        **{"not": r"(?P<ends> nicht mehr| kein(?:e)?(?: mehr)?| nicht)?"},
    ),
    openers=re.compile(
        r"\W*(?:(?:und|aber|also|ja|nein|hallo|hi|hey|guten tag|guten morgen|übrigens|ach|ok|okay"
        r"|danke"
        r"|naja|moin|servus|grüß gott|zur info|nur zur info|merk dir|bitte merken|zur erinnerung"
        r"|außerdem|ehrlich gesagt|mal ehrlich|ehrlich|stimmt|tja|hm+|echt"
        r"|leider|denn|weil|korrektur|sorry|tut mir leid|im moment|momentan|zurzeit|derzeit|jetzt"
        r"|heute)"
        r"\b[\s,.!:–—-]*)*",
        re.IGNORECASE,
    ),
    relations=_WORDS,
    trim=re.compile(
        r"^(?:eine[mnrs]?|ein|der|die|das|de[mn])\s+(?=\S)|\s+(?:auch|bitte|jetzt|gerade|mehr"
        r"|sehr)$",
        re.IGNORECASE,
    ),
)
