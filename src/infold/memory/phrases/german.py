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
    r"|betreuer|sachbearbeiter|erzieher|hausmeister|schneider|kellner|optiker|tierarzthelfer"
    r"|altenpfleger"
    r"|zimmerer|maurer|dachdecker|klempner|installateur|bibliothekar|förster|imker"
    r"|reinigungskraft)(?:in)?|arzt|ärztin|koch|köchin|anwalt|anwältin|krankenschwester"
    r"|azubi|hebamme|beamter|beamtin|psychologin|biologin|kauffrau|kaufmann|lehrkraft)"
)
_TABLE: Final = r"""
@profile | name | (?:ich heiße|mein (?:voller )?name ist|nenn(?:t|en sie)? mich(?: bitte| einfach)*
...|(?:alle|die meisten|meine freunde|freunde) nennen mich(?: nur| einfach)?
...|(?:du kannst|ihr könnt|sie können) mich(?: gerne?| einfach| auch)*)(?: übrigens)? <name>
...(?: nennen)?(?=\s+nennen\b|<end>)
profile | city | <ich> (?:wohne|lebe)<adv><no><adv> (?:in|bei|auf) <place><endno>
profile | city | (?:wohne|lebe)(?: ich|n wir)<adv><no> in <place><endno>
-profile | city | ich (?:habe früher|wohnte früher|lebte früher
...|hab früher) in <place>(?: gewohnt| gelebt)?<end>
=profile | city | <ich> (?:habe|haben)<adv>(?: mal)? in <place> (?:gewohnt|gelebt)<end>
profile | city | (?:mein )?(?:wohnort|zuhause|wohnsitz) ist<adv>(?: in)? <place><end>
+profile | city | <ich> (?:bin|sind)<adv> (?:in|nach) <place> (?:gelandet|übergesiedelt)<end>
+profile | city | <ich> (?:bin|sind)<adv> nach <place> (?:gezogen|umgezogen)<end>
+profile | city | <ich> (?:ziehe|ziehen)<adv> nach <place>(?: um)?<end>
-profile | city | <ich> (?:bin|sind) (?:aus|von) <place> weggezogen<end>
profile | hometown | ich (?:komme(?: ursprünglich)? aus|bin(?: ursprünglich)? aus
...|bin aufgewachsen in|stamme aus) (?!dem\b|der\b|versehen\b)<place><end>
profile | birthplace | ich (?:bin|wurde) in <place> geboren<end>
@profile | birth year | ich (?:bin|wurde)(?: im jahr)? (?P<v>(?:19|20)\d\d) geboren
@profile | birthday | (?:mein geburtstag ist(?: am| der)?|ich habe am
...|ich bin am) (?P<v>\d{1,2}\.\s?(?:\d{1,2}\.(?:\d{2,4})?
...|[a-zä]+(?: \d{4})?))(?: geburtstag| geboren)?<end>
profile | age | ich (?:bin|werde)<adv> (?P<v>\d{1,2})(?: jahre alt
...| jahre)?(?: geworden)?(?=\s+geworden\b|<end>)
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
profile | employer | mein(?:e)? (?:arbeitgeber|firma) (?:ist|heißt)<adv> <firm><end>
+profile | employer | ich (?:habe bei|fange bei|hab bei) <firm> (?:angefangen|an
...|unterschrieben)<end>
+-profile | employer | ich (?:habe bei|hab bei) <firm> (?:gekündigt|aufgehört)<end>
+-profile | employer | ich (?:habe|hab) <firm> verlassen<end>
-profile | employer | ich (?:habe|hab) früher (?:bei|für) <firm> gearbeitet<end>
profile | job | ich arbeite<adv>(?: (?:bei|für|beim) [^,;.]{2,40}?)? als (?P<v>[\w-]+)(?: (?:bei
...|für|beim) [^,;.]{2,40}?)?<end>
profile | job | ich bin<adv><not>(?: eine?)? (?P<v>[\w-]{3,})(?: \w+)? von beruf<end>
profile | job | von beruf bin ich<adv>(?: eine?)? (?P<v>[\w-]{3,})<end>
profile | smoking | ich bin<adv><not>(?: eine?)? (?:starker |starke )?(?P<v>(?:nicht|gelegenheits
...|ketten
...|ex-?)?raucher(?:in)?)<end>
=profile | job | (?:ich war|war ich)<adv>(?: eine?| als)? (?-i:(?!(?:Kind|Zeuge|Zeugin|Gast|Opfer
...|Teil|Fan
...|Kund|Mitglied|Single|Vegetarier|Veganer|Raucher|Patient|Teilnehmer|Gewinner|Sieger|Zuschauer
...|Besucher|Schuld|Anfang|Mitte|Ende|Urlaub|Herr|Frau|Dr)(?:e|in
...|er)*\b)(?P<v>[A-ZÄÖÜ][a-zäöüß-]{2,}))<end>
=profile | job | (?:ich (?:habe|hab)|(?:habe|hab) ich)<adv> als (?P<v>[\w-]+) gearbeitet<end>
profile | employer | ich arbeite<adv><no> (?:(?:in|bei) eine[rmn] (?-i:(?:[a-zäöüß]+e[nr] )?(?P<v>
...(?!(?:Team|Projekt|Job|Firma|Gruppe|Branche|Stadt|Abteilung|Umgebung|Schicht|Position|Welt
...|Bereich
...|Land|Dorf|Beruf|Tempo|Rhythmus|Feld|Gebiet|Büro|Raum)\b)[A-ZÄÖÜ][\wäöüß-]+))|(?:an eine[rm]
...|auf eine[rm])
... (?P<v2>\w*(?:schule|uni|universität|institut|theater|hof|farm|schiff|baustelle|station
...|bühne)))<end>
profile | goes to {v} | ich gehe?<adv><no> (?:<weekly> )?(?:zum|zur|ins|in (?:den|die|das
...|eine?n?)) (?P<v>yoga
...|pilates|zumba|fitnessstudio|fitness|gym|sport|ballett|karate|judo|\w*(?:chor|kurs|verein
...|training
...|gruppe|unterricht|therapie|stammtisch|gymnastik|schwimmen|turnen|tanzen|probe))<end>
profile | goes to {v} | ich gehe?<adv> <weekly> (?:zum|zur|ins|in (?:den|die|das
...|eine?n?)) (?-i:(?P<v>
...(?!(?:Arbeit|Arzt|Ärztin|Bäcker|Bett|Schule|Supermarkt|Post|Bank|Laden|Einkaufen|Büro
...|Kindergarten
...|Freund|Eltern|Oma|Opa|Markt|Park|Stadt|Uni)\w*\b)[A-ZÄÖÜ][\wäöüß-]+))<end>
-profile | goes to {v} | (?:zum|zur|ins|in (?:den|die|das|eine?n?)) (?P<v>[\w-]+) gehe?
... ich<adv> nicht mehr<end>
profile | volunteers at {v} | ich (?:engagiere mich|helfe)<adv><no> (?:ehrenamtlich )?
...(?:bei(?: der| den)?|beim|im|in der)
... (?-i:(?P<v>[A-ZÄÖÜ][\w.ÄÖÜ-]+))(?: ehrenamtlich)?<end>
profile | job | ich bin<adv><not>(?: eine?)? (?:von beruf )?(?!(?:immer|lieber|bisher|sicher
...|hier|leider|wieder|aber|nur|unter|über|er|der|vor|weiter|jeder|keiner|einer|außer|müder
...|vegetarier|vegetarierin|veganer|veganerin|diabetiker|diabetikerin|allergiker|nichtraucher
...|linkshänder|linkshänderin|deutscher|österreicher|schweizer|anfänger|anfängerin|kunde|kundin
...|single)<end>|\w+er als\b)(?P<v><jobs>)(?:(?=\s+(?:am|im|an|in|bei|beim)\b)|<end>)
profile | employer | ich bin<adv>(?: eine?)? <occupation> (?:bei|für|beim) (?:der |dem )?<firm><end>
profile | job | ich bin<adv>(?: eine?)? (?-i:(?=[A-ZÄÖÜ]))(?P<v><jobs>)(?= (?:bei|für|beim|an|am
...|im|in)\b)
profile | employer | (?:ich arbeite|ich bin)<adv> als [^,;.]{2,30}? (?:am|an der
...|im) (?-i:(?=[A-ZÄÖÜ]))<firm><end>
profile | job | ich arbeite<adv> als (?P<v>[\w-]+) (?=(?:am|an der|im|in)\b)
+profile | job | ich bin<adv> (?!vega|vegetar|pescetar)(?-i:(?P<v>[A-ZÄÖÜ]\w+)) geworden<end>
profile | job | ich (?:unterrichte|lehre)<adv><no> <v>(?= (?:an|am|in|im)\b|<end>)
profile | training | ich mache<adv> (?:eine |meine )?(?:ausbildung|lehre|weiterbildung) (?:zur?
...|zum|als) <v><end>
+profile | employer | ich (?:habe|hab)<adv> (?:eine?n? )?(?:neuen |neue |neuer )?(?:job|stelle
...|anstellung|arbeit) (?:bei|beim|am|im)(?: der)? <firm>(?: gefunden| angenommen| bekommen)?<end>
+profile | employer | ich (?:habe|hab|bin)<adv> zu(?:r|m)? <firm> gewechselt<end>
profile | job | mein (?:beruf|job) ist (?P<v>[\w-]+)<end>
profile | employment | ich bin<adv><not> (?P<v>in rente|arbeitslos|selbstständig|selbständig
...|in elternzeit|pensioniert|freiberuflich)<end>
profile | study | ich studiere<adv><no> (?!an\b|in\b|seit\b|gerade\b)<v>(?= an\b| in\b|<bare>)
profile | diet | ich bin<adv><not>(?: eine?)? (?P<v>vegetarier(?:in)?|veganer(?:in)?|vegan
...|vegetarisch|laktoseintolerant|pescetarier(?:in)?)<end>
profile | diet | ich (?:ernähre mich|esse|lebe)<adv><no>(?: rein| streng)? (?P<v>vegan
...|vegetarisch|glutenfrei
...|halal|koscher|pescetarisch|laktosefrei|fleischlos)<end>
+profile | diet | ich bin<adv> (?:zum |zur )?(?P<v>vegetarier(?:in)?|veganer(?:in)?|vegan
...|vegetarisch) geworden<end>
preference | choice between {pair} | ich (?:mag|trinke|esse|nutze|benutze|höre|lese
...|nehme)(?: jetzt| inzwischen)? (?P<v>[\w-]+) (?:lieber|mehr) als (?P<than>[\w-]+)<bare>
preference | choice between {pair} | ich (?:mag|trinke|esse|nutze|benutze|höre|lese|nehme
...|ziehe)(?: jetzt| inzwischen)? lieber (?P<v>[\w-]+) als (?P<than>[\w-]+)<bare>
preference | choice between {pair} | ich (?:bevorzuge
...|ziehe) (?P<v>[\w-]+) (?:gegenüber )?(?P<than>[\w-]+)(?: vor)<bare>
preference | taste in {v} | ich (?:esse|trinke|rauche)<adv> (?P<verb>(?:gar |überhaupt )?kein(?:e
...|en)?)
... (?!ahnung\b)<v>(?=\s+mehr\b|<end>)
profile | allergy to {v} | ich bin<adv><not> (?:gegen|auf) <v> allergisch<endno>
profile | allergy to {v} | ich bin<adv><not> allergisch (?:gegen|auf) <v><end>
profile | allergy to {v} | ich vertrage<adv> keine?n? <v><end>
profile | allergy to {v} | ich habe(?: eine| ne) (?:(?P<v2>\w{3,})allergie|allergie gegen <v>)<end>
profile | health condition {v} | (?:ich (?:leide|erkrankte)<adv> (?:an|unter)|bei mir wurde(?:n)?
...|ich wurde mit|ich habe<adv>) (?P<v>diabetes|asthma|migräne|epilepsie|adhs|rheuma|bluthochdruck
...|zöliakie|depressionen|neurodermitis|gicht|tinnitus|heuschnupfen|schlaflosigkeit|arthrose
...|endometriose|rosazea|legasthenie|autismus|morbus crohn)(?: (?:festgestellt
...|diagnostiziert))?<end>
profile | health condition {v} | ich habe (?P<v>diabetes|asthma|migräne|epilepsie|adhs|rheuma
...|bluthochdruck|zöliakie|depressionen|neurodermitis|gicht|tinnitus|heuschnupfen)<end>
profile | health condition {v} | ich bin<adv><not> (?P<v>diabetiker(?:in)?|asthmatiker(?:in)?
...|schwanger|farbenblind|taub|blind|linkshänder(?:in)?)<end>
profile | children | (?:ich habe|wir haben) (?P<v>keine|ein|zwei|drei|vier|fünf|sechs
...|\d{1,2})(?: kleine| erwachsene)? kind(?:er)?<end>
profile | owns {v} | (?:ich habe|wir haben|ich besitze
...|wir besitzen)<adv> eine?n? (?P<v>(?:\w+ )?\w*(?:klavier|auto|fahrrad
...|motorrad|boot|haus|garten|wohnmobil|flügel|geige|gitarre|e-bike|roller|wohnwagen|ferienhaus
...|traktor|hütte|gewächshaus|aquarium|kajak|kanu|laube|scheune|werkstatt|weinberg
...|segelboot|kamera|laptop|drohne)(?: (?:von|der marke) [\w-]+)?)<end>
profile | pets | (?:ich habe|wir haben|hab|ich hab)<adv> (?P<v>(?:eine?n?|zwei|drei|vier
...|\d) (?:\w+ )?
...(?:hunde?|katzen?|kater|hasen?|kaninchen|pferde?|hamster|papagei(?:en)?|wellensittiche?
...|hühner|meerschweinchen))<bare>
profile | nationality | ich bin<adv><not>(?: eine?)? (?-i:(?P<v>(?:Deutsch|Österreicher|Schweizer
...|Franz[oö]s
...|Italiener|Spanier|Portugies|Engländer|Brit|Ir|Schott|Amerikaner|Kanadier|Australier|Holländer
...|Niederländer|Belgier|Dän|Schwed|Norweger|Finn|Pol|Tschech|Ungar|Rumän|Bulgar|Griech|Türk
...|Ukrainer|Russ|Inder|Chines|Japaner|Koreaner|Indonesier|Vietnames|Mexikaner|Brasilianer|Kroat
...|Serb|Syr|Iraner|Marokkaner)(?:e|in|er)?))<end>
profile | learning {v} | ich lerne<adv><no> (?P<v>[a-zäöü]+isch|deutsch|gebärdensprache|latein
...|esperanto)<end>
profile | learning {v} | ich lerne<adv><no> (?P<v><instruments>)<end>
profile | plays {v} | ich spiele<adv><no>(?: gerne?| leidenschaftlich
...| im verein)* (?P<v><instruments>
...|<sports>)(?: im verein)?<end>
profile | member of {v} | ich bin<adv><not> mitglied (?:im|in der|beim|bei der|bei|in) <v>(?= mehr\b
...|<end>)
profile | car | (?:ich fahre|mein auto ist)<adv><no> eine?n? (?!\w+ (?:umweg
...|bus)\b)<v>(?!.*\bnach\b)<end>
@profile | name | <whom> ist<adv> (?-i:(?P<v>(?:(?:Dr|Prof)[.․]? |Herr
... |Frau )+[A-ZÄÖÜ][\wäöüß-]+))<end>
profile | uses {v} | ich (?:nutze|benutze|verwende
...|arbeite mit)<adv><no> (?-i:(?P<v>[A-ZÄÖÜ][\w.+#-]*))<bare>
profile | subscribes to {v} | ich habe<adv> (?:ein abo|ein abonnement) (?:bei|von) <v><end>
@profile | dose of {what} {when} | ich nehme<adv>(?P<when> <often>)? (?P<v>\d+(?:,\d+)? ?<units>)
... (?P<what>[a-zäöüß][\w-]+)(?P<when2> <often>)?(?: ein)?<end>
@profile | dose of {what} {when} | ich nehme<adv>(?P<when> <often>)? (?P<what>[a-zäöüß][\w-]+),?
... (?P<v>\d+(?:,\d+)? ?<units>)(?P<when2> <often>)?(?: ein)?<end>
profile | blood type | meine blutgruppe ist <v><end>
profile | shoe size | (?:meine schuhgröße ist|ich habe schuhgröße) <v><end>
profile | weight | ich wiege(?: etwa| ungefähr)? (?P<v>\d{2,3} ?(?:kg|kilo))<end>
profile | height | ich bin (?P<v>\d(?:,\d\d)? ?m|\d{3} ?(?:cm|zentimeter))(?: groß)?<end>
profile | marital status | ich bin<adv><not> (?P<v>verheiratet|geschieden|ledig|single|verwitwet
...|verlobt)<end>
profile | speaks {v} | ich spreche<adv><no> (?P<v>[a-zäöü]+isch|deutsch)<end>
profile | native language | meine muttersprache ist (?P<v>\w+)<end>
profile | email | (?:meine (?:neue )?(?:e-?mail|mail)(?:-?adresse)? (?:ist|lautet)(?: jetzt| nun
...| ab jetzt| inzwischen| neuerdings)?
...|(?:du erreichst mich|ihr erreicht mich|sie erreichen mich|ich bin erreichbar) unter
...|meine (?:neue )?adresse lautet) (?P<v>[\w.+-]+@[\w-]+(?:\.[\w-]+)+)
profile | phone | (?:meine (?:neue )?(?:telefon|handy|mobil)?nummer (?:ist|lautet)(?: jetzt| nun
...| ab jetzt| inzwischen| neuerdings)?
...|(?:du erreichst mich|sie erreichen mich) unter) (?P<v>\+?\d[\d ()/-]{5,18}\d)
profile | time zone | meine zeitzone ist(?: jetzt)? (?P<v>[\w/+:-]+)<end>
profile | address | (?:meine (?:neue )?adresse (?:ist|lautet)(?: jetzt| nun)?
...|ich wohne in der) (?P<v>[^;!?\n]{4,60}?\d[^;!?\n,.]*)(?=[.;!?,]|$)
@profile | name | <whom>,? (?-i:(?P<v>[A-ZÄÖÜ][a-zäöüß]+)),? (?=(?:ist|war|arbeitet|wohnt|lebt
...|hat|liebt
...|mag|spricht|und)\b)
@profile | name | <whom> (?:heißt|hört auf den namen|nennt sich) <name><end>
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
preference | favourite {what} | (?P<v>(?!(?:was|das|es|er|sie|wer
...|welche\w*)\b)[^\W\d_][\w'’.-]*(?: [\w'’.-]+){0,2}?)
... ist<adv>(?P<ends> nicht mehr| nicht)? mein(?:e|er)? lieblings-?(?P<what>[a-zäöüß]+)<end>
preference | taste in {v} | ich (?P<verb>stehe (?:total |voll |sehr |nicht |gar nicht |richtig )*
...auf|bin (?:ein |eine )?
...(?:großer |große |riesen|riesiger |echter )?fan von|habe eine schwäche für|schwärme für
...|bin verrückt nach
...|kann auf)<taste><tend>
preference | taste in {v} | mir (?P<verb>schmeckt|schmecken|gefällt|gefallen)<taste><tend>
preference | taste in {v} | <tasteword> (?P<verb>(?:schmeckt|schmecken|gefällt|gefallen) mir(?:
... (?:gar |überhaupt )?nicht)?)<tend>
preference | favourite {what} | meine? lieblings-?(?P<what>[a-zäöüß]+) ist<adv> <v><end>
preference | taste in {v} | ich mag <tasteword> (?P<verb>(?:überhaupt |gar |einfach )?nicht(?!
... mehr\b))<tend>
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
    r"|derzeit|übrigens|auch|bitte|wo|oder|wie|nicht|seit|auf|wegen|beruflich|dienstlich|bis|zum"
    r"|im|am|in der nähe|momentan|noch|mehr)\b)"
)
_V: Final = r"(?P<v>(?:[^,;!?:()\n.–—]|\.(?=\S))+?)"

GERMAN: Final = Language(
    rules=rules(
        _TABLE,
        ich=r"(?:ich|wir)",
        units=r"(?:mg|mcg|µg|ml|g|Milligramm|Mikrogramm|Einheiten)",
        often=(
            r"(?:morgens|abends|mittags|nachts|täglich|wöchentlich|(?:mon|diens|donners|frei|sams"
            r"|sonn)tags|mittwochs|(?:jeden|jede) (?:morgen|abend|tag|nacht|woche|mittag)"
            r"|(?:am|zum|vor dem|nach dem) (?:morgen|abend|frühstück|schlafen|essen))"
        ),
        weekly=(
            r"(?:(?:mon|diens|donners|frei|sams|sonn)tags|mittwochs|regelmäßig|wöchentlich"
            r"|jede[nrs]? (?:(?:mon|diens|donners|frei|sams|sonn)tag|mittwoch|woche)"
            r"|(?:ein|zwei|drei)mal (?:die|pro|in der) woche|immer \w+tags)"
        ),
        occupation=_JOBS,
        instruments=(
            r"(?:cello|gitarre|klavier|geige|bratsche|schlagzeug|bass|flöte|querflöte|blockflöte"
            r"|saxo(?:ph|f)on"
            r"|trompete|klarinette|ukulele|harfe|oboe|posaune|keyboard|akkordeon|mundharmonika"
            r"|orgel|kontrabass)"
        ),
        sports=(
            r"(?:tennis|fußball|basketball|volleyball|badminton|golf|schach|squash|rugby|hockey"
            r"|handball"
            r"|tischtennis|padel|baseball|eishockey|darts|poker|wasserball)"
        ),
        adv=(
            r"(?: (?:jetzt|nun|gerade|derzeit|zurzeit|momentan|aktuell|auch|noch|schon|immer noch"
            r"|übrigens|eigentlich|inzwischen|mittlerweile|seit \w+|sehr|stark|leider|ganz"
            r"|alleine?|wirklich"
            r"|endlich|wieder|schwer|am|im moment|ja|heute|bald|neuerdings|weiterhin))*"
        ),
        no=r"(?P<ends> nicht mehr| nicht)?",
        ends=r"(?P<ends> nicht mehr)",
        hardly=r"(?:überhaupt |gar |absolut |einfach )?",
        endno=(
            r"(?=(?P<ends2> nicht mehr)?\s*(?:[,;.!?:()–—]|$)|\s+(?:und|aber|denn|weil|da|als|mit"
            r"|für|jetzt|gerade|zurzeit|derzeit|übrigens|auch|bitte|wo|oder)\b)"
        ),
        name=(
            r"(?-i:(?P<v>[A-ZÄÖÜÀ-Þ][\w'’.․-]*(?: [A-ZÄÖÜÀ-Þ][\w'’.․-]*){0,3}"
            r"|(?!(?:so|nicht|auch|dich|euch|sie|hier|das|es)\b)[a-zäöüß]{2,14}"
            r"(?=\s*(?:[,;.!]|$)|\s+und\b)))"
        ),
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
            r"|beste)[rs]?)? (?P<who><relations>)(?:,? (?-i:[A-ZÄÖÜ][a-zäöüß]+))?,?"
        ),
        whom=(
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
            r"|besonders|am liebsten|gern|gerne|überhaupt|gar|einfach|für|zum|richtig|total|echt"
            r"|voll|wirklich"
            r"|wahnsinnig|unheimlich|ungemein|ehrlich|halt|leider|zu|mit|in)\b)"
        ),
        jobs=_JOBS,
        end=_END,
        bare=r"\s*(?:[,;.!?:()–—]|$)",
        v=_V,
        **{"not": r"(?P<ends> nicht mehr| kein(?:e)?(?: mehr)?| nicht)?"},
    ),
    openers=re.compile(
        r"\W*(?:(?:und|aber|also|ja|nein|hallo+|hi+|he+y+|guten tag|guten morgen|übrigens|ach"
        r"|ok|okay"
        r"|danke"
        r"|naja|moin|servus|grüß gott|zur info|nur zur info|merk dir|bitte merken|zur erinnerung"
        r"|außerdem|ehrlich gesagt|mal ehrlich|ehrlich|stimmt|tja|hm+|echt"
        r"|leider|denn|weil|korrektur|sorry|tut mir leid|im moment|momentan|zurzeit|derzeit|jetzt"
        r"|heute|boah|puh|mensch|nebenbei|nur damit du es weißt|damit du bescheid weißt"
        r"|kleines update|update"
        r"|falls es hilft|wie gesagt|zur einordnung|kurze info|kurz zu mir|ich bin es|na gut|gut"
        r"|ach so|ach ja"
        r"|inzwischen|mittlerweile|neuerdings|seit kurzem|aktuell|grundsätzlich|generell"
        r"|normalerweise|meistens"
        r"|zum glück|endlich|dann|da|weißt du|merk dir bitte|bitte merk dir|denk dran|denk daran"
        r"|persönlich)"
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
