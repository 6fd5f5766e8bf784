"""German words for what lasts."""

from __future__ import annotations

from typing import Final

from infold.memory.lasting.words import Lasting, kin, pattern
from infold.memory.phrases.german import GERMAN as _RULES

__all__ = ["GERMAN"]

_KIN: Final = kin(_RULES.relations)
_PARTS: Final = {
    "adv": r"(?:(?:auch|immer|meistens|meist|oft|normalerweise|momentan|gerade|zurzeit|derzeit"
    r"|jetzt"
    r"|nun|noch|selbst|selber|eigentlich|wirklich|nur|bloß|schon|seit|halt|ja|leider|beruflich"
    r"|nebenbei|nebenher|ehrenamtlich|inzwischen|mittlerweile|frisch|ziemlich|sehr|total|extrem"
    r"|stark|leicht|hier|grundsätzlich|generell|übrigens|übrigens auch|von geburt an|gern|gerne"
    r"|privat|regelmäßig|überhaupt|absolut|gar|da|bisher|am liebsten|kürzlich|neulich|letztens"
    r"|sowieso|allerdings|eh|einfach|echt|ganz|etwas|mal|mir|uns|mich) )*",
    "i": r"(?:ich|wir)",
    "kin": rf"(?:{_KIN}|(?:groß|stief|schwieger|paten|ur|zwillings|enkel|pflege)?(?:mutter|vater"
    r"|sohn|söhne|tochter|töchter|kind|kinder|kindern|eltern|oma|opa|tante|onkel|schwester|bruder)"
    r"|zwillinge?|drillinge|baby|jüngster?|ältester?|kleiner?|großer?|familie|mops|dackel|pudel"
    r"|labrador|schäferhund|terrier|welpe|kätzchen|kater|hündin|wellensittiche?|kaninchen"
    r"|meerschweinchen|hühner|bienen|bienenvölker|ziegen|schafe|pferde?|pony|schildkröten?|fische"
    r"|hunde?|katzen?)",
    "art": r"(?:eine[nmrs]?|ein|keine?[nmrs]?|zwei|drei|vier|fünf|sechs|\d+|mehrere|viele|mein\w*"
    r"|unser\w*|schwere[nrs]?|leichte[nrs]?|chronische[nrs]?)",
    "ill": r"(?:\w+(?:itis|ose|ämie|algie|lepsie|phobie|pathie|om|schwäche|unverträglichkeit"
    r"|intoleranz|allergie|störung|krankheit|insuffizienz|fehler)|asthma|diabetes|adhs|migräne"
    r"|heuschnupfen|rheuma|gicht|rücken|bluthochdruck|tinnitus|krebs|depressionen|höhenangst"
    r"|flugangst|platzangst|zöliakie|epilepsie|bandscheibenvorfall|herzschrittmacher|hörgerät\w*"
    r"|zahnspange|prothese|long covid|ms|reizdarm|hexenschuss)",
    "thing": r"(?:\w*haus|\w*wohnung|\w*garten|\w*balkon|gewächshaus|\w*auto|\w*wagen|\w*rad"
    r"|\w*bike"
    r"|\w*mobil|motorrad|roller|moped|boot|segelboot|traktor|handy|smartphone|laptop|tablet|kamera"
    r"|drucker|konsole|\w*ofen|\w*herd|heißluftfritteuse|thermomix|wärmepumpe|solaranlage"
    r"|photovoltaik\w*|klavier|gitarre|geige|cello|schlagzeug|akkordeon|saxophon|trompete"
    r"|tattoo\w*|piercing\w*|\w*karte|\w*abo|\w*ticket|\w*führerschein|\w*schein|\w*pass"
    r"|mitgliedschaft|\w*versicherung|\w*firma|\w*laden|\w*geschäft|\w*betrieb|\w*hof|praxis"
    r"|werkstatt|\w*kanal|blog|podcast|aquarium|terrarium|teich|pool|sauna|nähmaschine|teleskop"
    r"|drohne|\w*sammlung|blutgruppe|schuhgröße|schrebergarten|dauerkarte|studium|ausbildung"
    r"|abschluss|abitur|professur|stelle|nebenjob|minijob|kredit|hypothek|rente)",
    "freq": r"(?:jede[nsmr]?(?: \w+)? (?:tag|morgen|abend|nacht|woche|wochenende|monat|jahr"
    r"|winter|sommer"
    r"|sonntag|montag|dienstag|mittwoch|donnerstag|freitag|samstag)|(?:mon|diens|donners|frei|sams"
    r"|sonn)tags|mittwochs|morgens|abends|nachts|mittags|vormittags|nachmittags|täglich"
    r"|wöchentlich|monatlich|am wochenende|unter der woche|(?:ein|zwei|drei|vier|fünf|sechs|\d+)mal"
    r"|(?:ein|zwei|drei|\d+) mal|am tag|pro (?:tag|woche|monat|jahr|nacht)|die woche|im monat"
    r"|im jahr|zur (?:arbeit|schule|uni)|ins büro|an die uni|beim (?:kochen|arbeiten|putzen|joggen"
    r"|lernen|sport|autofahren|einschlafen)|nach der arbeit|vor der arbeit|zum frühstück"
    r"|vor dem schlafen|in der (?:früh|mittagspause|freizeit)|regelmäßig|gewöhnlich"
    r"|normalerweise|meistens|immer|nie|ganzjährig|hauptberuflich|hobbymäßig|ehrenamtlich"
    r"|in meiner freizeit|rund um die uhr)",
    "long": r"(?:seit (?!update|dem update|gestern|heute|vorhin)[\w.]+(?: [\w.]+)?|schon (?:immer"
    r"|ewig)"
    r"|von kind(?:heit)? an|mein (?:ganzes )?leben lang|von geburt an|in meiner freizeit)",
    "money": r"(?:€ ?\d[\d.,]*|\d[\d.,]*\s?(?:€|euro|eur|franken|chf|tausend|cent|dollar)(?!\w))",
    "health": r"(?:(?:\w+)?allergisch|\w*intolerant|zuckerkrank|diabetiker\w*|asthmatiker\w*|blind"
    r"|taub|gehörlos|schwerhörig|farbenblind|kurzsichtig|weitsichtig|schwanger|schwerbehindert"
    r"|querschnittsgelähmt|autistisch|autist\w*|epileptiker\w*|legasthenik\w*|in (?:der )?reha"
    r"|in therapie|chronisch krank|laktoseintolerant|im \w+ monat(?: schwanger)?|stillend)",
    "civil": r"(?:\w*verheiratet|ledig|geschieden|verwitwet|verlobt|getrennt|alleinerziehend\w*"
    r"|arbeitslos|selbstständig|selbständig|freiberufl\w+|verbeamtet|berentet|pensioniert"
    r"|rentner\w*|vegetarier\w*|veganer\w*|vegan|vegetarisch|pescetar\w+|abstinent|trocken"
    r"|nichtraucher\w*|raucher\w*|linkshänder\w*|rechtshänder\w*|muslim\w*|jüdisch|christ\w*"
    r"|katholisch|evangelisch|gläubig|zweisprachig|gelernter?|ausgebildeter?|studierter?|azubi"
    r"|student\w*|in elternzeit|in mutterschutz|in rente|in altersteilzeit|in der \w+(?:klasse"
    r"|schule|gewerkschaft|feuerwehr|partei)|im \w+ (?:semester|lehrjahr|schuljahr|verein|chor)"
    r"|im (?:\w*chor|\w*verein|schichtdienst|homeoffice|außendienst|ruhestand|vorstand|rollstuhl)"
    r"|bei der (?:\w*feuerwehr|bundeswehr|polizei)|\d+ (?:cm|kilo|kg|meter|jahre)|gebürtig\w*"
    r"|aufgewachsen|geboren|mitglied|frühaufsteher\w*|nachtmensch|nachteule|morgenmuffel"
    r"|in \w+ (?:geboren|aufgewachsen)|pendler\w*|\w+(?:fan|liebhaber\w*))",
    "taste": r"(?:liebe|lieben|mag|mögen|hasse|hassen|verabscheue|bevorzuge|bevorzugen|vergöttere"
    r"|ekle|ekele|stehe? auf|schwärme für|(?:kann|können) .{1,40}(?:nicht (?:ausstehen|leiden"
    r"|ab|riechen)|nix anfangen|nichts anfangen)|bin (?:kein |ein )?(?:\w+ )?(?:fan|freund) von"
    r"|\w+ .{0,60}(?:am liebsten|lieber|gerne?|ungern)\b)",
    "does": r"(?:spiele|singe|tanze|male|töpfere|nähe|stricke|häkle|häkele|backe|braue|rauche"
    r"|dampfe"
    r"|vertrage|jogge|klettere|reite|sammle|sammele|züchte|halte|besitze|leite|unterrichte|lehre"
    r"|studiere|pendle|pendele|leide|stottere|schnarche|verdiene|engagiere mich|betreue|pflege"
    r"|imkere|angle|rudere|segle|surfe|boxe|turne|trainiere|coache|moderiere|fotografiere|wandere"
    r"|jobbe|kellnere|spreche|sprechen|vermiete|vermieten"
    r"|bewirtschafte|baue .{1,30} an|baue selbst|faste|meditiere|promoviere|gehöre|stamme|heiße"
    r"|ernähre mich|ernähren uns|verzichte auf|meide|habe? angst vor|fahre (?:einen?|mit de[mr])"
    r"|fahre (?!gleich|jetzt los|morgen|heute)\w+|trage (?:eine?|kontaktlinsen|hörgeräte|größe)"
    r"|nehme (?:\w+ )*?(?:mg|mikrogramm|tabletten|tropfen|blutverdünner|antibiotika|medikamente"
    r"|die pille|insulin|\w+(?:ol|in|pril|tan|statin)\b)|gebe (?:\w+ )*(?:nachhilfe|unterricht"
    r"|kurse"
    r"|stunden)|mache (?:\w+ )*(?:yoga|pilates|judo|karate|eine ausbildung|eine umschulung|abitur"
    r"|mein abi\w*|krafttraining|schichtdienst|nachtschicht|teilzeit|meinen? (?:master|bachelor"
    r"|meister|führerschein|doktor))|lerne (?:gerade |seit .{1,20})?\w+(?!\w* auswendig)"
    r"|besuche (?:eine?n?"
    r"|die|den)|kümmere mich um mein\w*|züchten|halten|besitzen|sammeln|vertragen|pflegen|betreiben"
    r"|betreibe|führe (?:eine?n?|ein) (?:\w+ )?(?:laden|geschäft|café|restaurant|betrieb|praxis"
    r"|hotel|pension|blog|fernbeziehung))",
    "cannot": r"(?:esse|essen|trinke|trinken|vertrage|vertragen|rauche|besitze|habe?|haben|fahre"
    r"|fahren|spreche|nutze|benutze) (?:\w+ )?(?:kein\w*|nie|nichts? mit"
    r"|nicht) ?(?:\w+ )?(?:fleisch|fisch"
    r"|alkohol|kaffee|milch\w*|zucker|gluten|\w*nüsse|schwein\w*|auto|führerschein|kinder"
    r"|haustiere|geschwister|laktose|weizen|eier|käse|balkon|garten|fernseher|spülmaschine|backofen"
    r"|smartphone|koffein|meeresfrüchte|gallenblase|schilddrüse|\w+)|(?:kann|darf|können|dürfen)"
    r" (?:\w+ ){0,4}?(?:nicht|kein\w*) (?:\w+ ){0,3}?(?:essen|trinken|schwimmen|autofahren|fahren"
    r"|kochen|singen|riechen|schmecken|fliegen|heben|vertragen|radfahren|tanzen|pfeifen|arbeiten)",
    "able": r"kann (?:\w+ )?(?:\w+isch|klavier|gitarre|geige|noten|gebärdensprache|stricken|nähen"
    r"|schwimmen|reiten|jonglieren)(?: (?:sprechen|spielen|lesen))?$",
    "have": r"(?:habe?|haben|besitze|besitzen|halte|halten|bekomme|bekommen|kriege|kriegen|erwarte"
    r"|erwarten)",
}

GERMAN: Final = Lasting(
    speaks=pattern(
        r"(?:ich|wir) (?=\w)|(?:mein|unser|unsr)(?:e[rsnm]?)? (?:\w+e[rsn]? "
        r"|\w+jährige[rs]? )?[\w-]+"
        r"|mir (?=\w)|bei (?:mir|uns) (?=\w)",
        **_PARTS,
    ),
    holds=pattern(
        r"""
        <i> (?:bin|sind|leb\w+) <adv>(?:kein\w* )?(?:\w+ ){0,3}?(?:<health>|<civil>)
        <i> (?:bin|sind) <adv>(?:von beruf|beruflich|eine? (?!bisschen|wenig|paar)|die (?!einzige
        ...|erste|meinung|ansicht|idee)
        ...|der (?!einzige|erste|meinung|ansicht|idee)|kassenwart\w*|trainer\w*|mutter|vater|oma
        ...|opa|lehrer\w*|[a-zäöüß]{3,}(?:lehrer|lehrerin
        ...|pfleger|pflegerin|schwester|mann|frau|meister|meisterin|ingenieur|ingenieurin
        ...|fahrer|fahrerin|ärztin|arzt|techniker|technikerin|händler|händlerin|bauer|bäuerin
        ...|wirt|wirtin|macher|macherin|verkäufer|verkäuferin|leiter|leiterin|berater|beraterin))
        <i> (?:wohne|wohnen|lebe|leben) (?:allein|im|in einem|in einer|auf|zur miete|mit|bei|über
        ...|unter|neben|ohne)\b.*
        (?:mein|unser|unsr)\w* (?:wohnung|haus|garten|balkon|küche|zimmer|büro|straße|dorf
        ...|viertel) (?:ist (?:im|in|auf|nur|\d)|liegt|hat (?!ein problem)|geht).*
        <i> (?:bin|sind) .{0,50}<long>
        <i> <have> <adv>(?:<art> )?(?:[\w'-]+ ){0,4}?(?:<kin>|<ill>|<thing>)\b
        <i> <have> .{1,50}(?:namens|mit namen|der .{1,20} heißt|die .{1,20} heißt|das .{1,20} heißt)
        <i> (?:<does>|<cannot>|<able>|(?!(?:liebe|mag|hasse) (?:es|dich|das|sie|ihn
        ...|dies\w*)\b)<taste>)
        <i> (?!bin |sind |habe? |haben |war |hatte |kann |muss |soll |will |möchte |würde\x20
        ...|wollte |brauche |wohne |lebe |arbeite |gehe (?:\w+ ){0,3}zur arbeit)[a-zäöüß]+
        ... .{0,80}?(?<![\w])<freq>(?!\w)
        <i> (?!hatte |wollte |war |suche |versuche |warte |brauche |muss |will\x20
        ...|möchte )[a-zäöüß]+ .{0,60}?<long>
        <i> (?:habe?|haben) .{1,80}(?:gekauft|bezahlt|adoptiert|geheiratet|gegründet|geerbt
        ...|abonniert|gemietet
        ...|übernommen|gelernt|ausgegeben|studiert|eröffnet|angeschafft|zugelegt|angefangen mit)$
        <i> (?:habe?|haben) (?:kürzlich|neulich|gerade|gestern|letzte[ns]? \w+)? ?(?:geheiratet
        ...|ein kind bekommen|angefangen)
        <i> (?:bin|sind) .{0,60}(?:geboren|aufgewachsen|umgezogen|gezogen|eingezogen|geworden
        ...|beigetreten
        ...|eingeschult|befördert worden|diagnostiziert|konvertiert)$
        <i> .{0,60}(?:zahle|zahlen|bezahle|verdiene|gebe|kostet mich|bekomme|spare)\b.{0,40}<money>
        (?:mein|unser|unsr)\w* .{1,50}(?:kostet|kosten|hat|haben|beträgt|liegt|ist|sind
        ...|war).{0,40}<money>
        (?:mein|unser|unsr)(?:e[rsnm]?)? (?:[\w-]+ ){0,2}?<kin>(?: (?!ist|hat|kommt|geht
        ...|wird)[\w-]+,?)? (?:
        ...(?:ist|sind) .{0,24}(?:<health>|<civil>)
        ...|(?:ist|sind|wird|werden|hat|haben|leidet) (?:nicht )?<adv>(?:<health>|<civil>|eine?\x20
        ...|kein\w* |\w+ (?:jahre?|monate?|wochen)\b
        ...|(?:<art> )?(?:\w+ ){0,3}(?:<ill>|<thing>|<kin>)|(?:ein|zwei|drei|vier|fünf|sechs
        ...|sieben|acht|neun|zehn|elf|zwölf|\d+)\b
        ...|angst vor|geburtstag|am \d+)
        ...|(?:verträgt|isst|trinkt|mag|liebt|hasst|spielt|lebt|wohnt|arbeitet|studiert|lernt
        ...|heißt|besucht|spricht|trägt|nimmt
        ...|kommt .{0,30}(?:schule|kita|klasse|kindergarten)|geht .{0,30}(?:schule|kita|klasse
        ...|kindergarten|gymnasium|uni)|sammelt
        ...|macht .{1,30}(?:ausbildung|abitur|studium|führerschein|praktikum)|reagiert
        ...|frisst|schläft|\w+t (?:nur|immer|nie|ausschließlich|jede\w*)|kann (?:nicht|kein)
        ...|darf (?:nicht|kein)|heiratet|zieht)\b)
        (?:mein|unser|unsr)(?:e[rsnm]?)? (?!problem|frage|idee|code|skript|funktion|datei
        ...|bestellung|paket|tabelle|test
        ...|app|server|seite|bericht|entwurf|antwort|flug|zug|termin|prüfung|klausur|frist|aufgabe
        ...|teig|kuchen
        ...|soße|suppe|bildschirm|kopf|bauch)[\w-]{3,}(?: [\w-]+){0,2}? (?:ist|sind|hat|haben
        ...|dauert|läuft) .{0,30}?\d
        (?:mein|unser)\w* (?:lieblings[\w-]*|muttersprache|hobbys?|\w+ hobby) .+
        mir (?:schmeckt|schmecken|gefällt|fehlt|fehlen) .+
        bei (?:mir|uns) (?:wurde|zu hause|daheim|in der familie) .+
        """,
        **_PARTS,
    ),
    held=pattern(
        r"<i> (?:war|waren|wohnte|lebte|arbeitete|studierte|spielte|hatte|leitete|unterrichtete"
        r"|besaß"
        r"|habe?|haben|bin|sind) .+",
        **_PARTS,
    ),
    plans=pattern(
        r"<i> (?:ziehe|ziehen|heirate|heiraten|fliege|fliegen|fahre|fahren|reise|reisen|fange"
        r"|beginne"
        r"|starte|bekomme|bekommen|gehe|gehen|werde (?:\d+|vater|mutter|oma|opa|operiert"
        r"|eingeschult)"
        r"|eröffne|eröffnen|mache|trete)\b .+|(?:mein|unser)\w* (?:[\w-]+ ){1,3}?(?:ist|beginnt"
        r"|startet"
        r"|fängt|findet)\b.*",
        **_PARTS,
    ),
    likes=pattern("<taste>|lieblings|schmeck", **_PARTS),
    passes=pattern(
        r"\A(?:mein|unser)\w* (?:\w+ )?(?:freund(?:in)?(?= (?:von|aus) )|kolleg\w+|chef\w*"
        r"|nachbar\w*|mitbewohner\w*|lehrer\w*|vermieter\w*|arzt|ärztin|cousin\w*|onkel|tante"
        r"|kumpel)\b|"
        r"\b(?:brauche|brauchen|will|wollen|möchte\w*|würde\w*|hätte\w*|könnte\w*|sollte\w*"
        r"|frage mich"
        r"|glaube|denke|meine(?=,| dass| das)|hoffe|wünsche|suche|suchen|versuche\w*|bitte"
        r"|diese[nmrs]?"
        r"|dies|vielleicht|eventuell|wahrscheinlich|fehlermeldung|fehler|projekt|aufgabe"
        r"|hausaufgabe"
        r"|überlege|plane|weiß nicht|nicht mehr|nicht sicher|früher mal|gerade dabei|hänge"
        r"|verzweifle"
        r"|wenn|falls|ob|schreibe (?:gerade|an)|bin gespannt|habe eine frage|tipps?|ideen?)\b"
    ),
)
