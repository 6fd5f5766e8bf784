"""Names of people, products and places, by form, title and a small list."""

import re
from collections.abc import Iterator
from typing import Final

from infold.text.dates import Found
from infold.text.gazetteer import KNOWN, PRODUCTS, WIDE_KNOWN
from infold.text.kinds import Kind
from infold.text.language import Language
from infold.text.scripts import CJK, HAN, HANGUL, KATAKANA

_EXTENDED: Final = [chr(code) for code in range(0x100, 0x250)]
_UPPER: Final = "A-ZÀ-ÖØ-Þ" + "".join(filter(str.isupper, _EXTENDED))
_SMALL: Final = "a-zß-öø-ÿ" + "".join(filter(str.islower, _EXTENDED))
_CAPITAL: Final = (
    rf"(?:[{_UPPER}][{_SMALL}]+(?:[A-Z]++[a-z]*+)*|[A-Z]{{2,}}[a-z]+[A-Za-z]*"
    r"|(?:NATS|AWS|GCP|IBM|SAP|NGINX|IKEA|BCA|BNI|BRI|DHL|UPS|BMW|HP|LG|KLM|JAL|OVH|VW|AMD|ADAC"
    r"|AOK|ING|HSBC|PLN|BPJS|NTT|KDDI"
    r"|TSMC)(?![A-Z])|[a-z]{1,3}[A-Z][A-Za-z]+)"
)
_LATIN: Final = re.compile(
    rf"(?<![A-Za-z0-9_À-ɏ'’./#:-]){_CAPITAL}(?:(?: & |[ -](?:(?:van|von|de|da|del|der|bin|binti"
    rf"|al) )?){_CAPITAL}){{0,3}}(?: [A-HJ-Z](?![A-Za-z0-9'’]|\.\w))?"
    rf"(?![A-Za-z0-9_À-ɏ@/]|-\d)"
)
_FIRST: Final = re.compile(r"[^\W\d_][\w-]*")
_START: Final = re.compile(r"(?:^|[.!?:。！？\n\"“„*_>|#•-]|\d[.)])[\s\"“„(*_]*\Z")
_SPEAKS: Final = re.compile(
    r"(?:'s|’s)? (?:said|says|wants|wanted|prefers|preferred|asked|told|lives|lived|works|worked"
    r"|moved|decided|confirmed|owns|needs"
    r"|likes|loves|hates|suggested|proposed|approved|rejected|joined|left|agreed|will|thinks"
    r"|thought|called|wrote|bought|booked|switched|vetoed|fixed|merged|pushed|signed|paid|ordered"
    r"|cancelled|canceled|emailed|texted|replied|answered|visited|flew|drove|cooked|forgot|promised"
    r"|offered|refused|insisted|apologi[sz]ed|resigned|quit|retired|teaches|taught|speaks|spoke"
    r"|leads"
    r"|knows|hopes|plans|drinks|eats|plays|sleeps|swears|volunteered|complained|noticed|remembers"
    r"|is (?:allergic|vegan|vegetarian|pregnant|coming|visiting|bringing|off|away|out sick"
    r"|in charge"
    r"|on (?:call|leave|holiday|vacation)|our|my)|can't|doesn't|didn't|won't|minta|usul|nolak|titip"
    r"|ngajak|janji|alergi|cuti|nggak|gak|mau|udah"
    r"|reviewed|reported|mentioned|sagt|sagte|will|möchte|wohnt|arbeitet|hat|mag|bevorzugt|bilang"
    r"|suka|lebih|tinggal|ingin|setuju|akan)\b"
)
_TITLED: Final = re.compile(
    rf"\b(?:Mr|Mrs|Ms|Miss|Dr|Prof|Professor|Uncle|Aunt|Auntie|Grandma|Grandpa|Captain|Coach|Herr"
    rf"|Herrn|Frau|Doktor|Nachbar|Nachbarin|Kollege|Kollegin|Onkel|Tante|Familie|Firma|Pak|Bu|Ibu"
    rf"|Bapak|Mas|Mbak|Kak|Bang|Om|Dokter|Suster|Ustaz|Mbah|Kakak|Kang|Sir"
    rf"|Lady)\.? (?:(?:Dr|Prof|Ing|med|jur|phil|rer|nat|dr|Ir|H"
    rf"|Hj)\.? ){{0,3}}(?P<name>{_CAPITAL}(?: {_CAPITAL})?)"
)
_SURNAMES: Final = (
    "王李张刘陈杨黄赵吴周徐孙马朱胡郭何高林罗郑梁谢宋唐许韩冯邓曹彭曾萧田董袁潘于蒋蔡余杜叶程"
    "苏魏吕丁任沈姚卢姜崔钟谭陆汪范金石廖贾夏韦"
    "付方白邹孟熊秦邱江尹薛闫段雷侯龙史陶黎贺顾毛郝龚邵万钱严覃武戴莫孔向汤張劉陳楊黃趙吳孫馬"
    "羅鄭謝許韓馮鄧"
)
_CHINESE_TITLE: Final = (
    "先生|女士|小姐|老师|经理|总监|工程师|医生|大夫|主任|教授|师傅|阿姨|叔叔|律师|护士|老板|同学"
    "|院长|校长|科长"
    "|处长|局长|主管|会计|博士|导师|教练"
)
# Signs of surnames that begin common words.
_NOT_NAMED: Final = (
    "(?!方[案便法向面式]|高[兴级峰度中考铁速温清]|金[额融属]|石[头油膏]|黄[金色]|马[上路桶]"
    "|白[天色板]|何[时况]|许[多可]"
    "|任[务何意]|万一|钱包|严[重格]|陆续|夏天|于是|余[额下]|程[序度]|段[落时]|向[来导]|史[料上]"
    "|毛[病巾]|贺卡|顾[客问]|武器"
    "|熊猫|温度|周[一二三四五六日末天年期边围内转报会]|谢谢|徐徐|叶子|雷[达电]|龙虾|常[见用规]"
    "|安[全装排静]|孔子|文[件档]"
    "|江[南北]|林子|董事|彭湃|章[节程]|汤[圆]|曾经|沈阳|苏[州打宁]|唐[人朝]|宋[体代]|郑[重州]"
    "|罗[列马]|梁子|杨树|杜[绝甫])"
)
_CHINESE: Final = (
    rf"(?<![大最多从缩])[小老](?![于程方金时板师虎子])[{_SURNAMES}](?![{HAN}]?[子虎师])"
    rf"|(?<![谢对关由至])[{_SURNAMES}](?:{_CHINESE_TITLE})"
    rf"|(?<![{HAN}])(?:[{_SURNAMES}](?:总(?!是|共|数|计|体|结)|工(?=说|负责))"
    rf"|阿[明强华伟芳丽杰东军红梅玲珍辉龙宝]"
    rf"|(?!谢谢)[{_SURNAMES}][{HAN}]{{1,2}}?(?={_CHINESE_TITLE}|说|认为|负责|建议|喜欢|住在|提议"
    rf"|同意|决定|提出"
    r"|表示|确认))"
    rf"|(?<![{HAN}]){_NOT_NAMED}[{_SURNAMES}][{HAN}]{{1,2}}?(?=以后|已经|今天|明天|昨天|下周"
    rf"|这周|周[一二三四五六]|不|没|会"
    rf"|要|想|去|来|在|是|也|都|刚|正在|每|对|给|跟|住|讨厌|反对|否|更|让|发来|请假|出差|接手"
    rf"|接替|辞职|休假|离职|把|爱|养"
    rf"|订|买|带|改|换|管"
    rf"|的(?:航班|手机|电话|生日|方案|邮箱|报告|工号|工位|孩子|妈妈|爸爸|地址"
    rf"|账号|座位|护照))"
    rf"|(?<=[找让叫请由给跟和问])(?:由)?{_NOT_NAMED}[{_SURNAMES}][{HAN}]{{1,2}}?(?=$"
    rf"|[，。！？、；,.!?;\s）)]|处理|负责|去|来|做|跟进"
    rf"|确认|审|带|订|买|吧|帮|看|接|说|就|了|的|和|安排|联系)"
    rf"|(?:(?<=换成)|(?<=不再是)|(?<=改为)|(?<=改成)|(?<=人是)|(?<=而是)|(?<=交给)|(?<=转给)"
    rf"|(?<=联系)|(?<=通知)|(?<=抄送)|(?<=发给)|(?<=改由)"
    rf"|(?<=姐姐)|(?<=妹妹)|(?<=哥哥)|(?<=弟弟)"
    rf"|(?<=同事)|(?<=朋友)|(?<=老公)|(?<=老婆)|(?<=室友)|(?<=邻居)"
    rf"|(?<=客户)){_NOT_NAMED}[{_SURNAMES}][{HAN}]{{1,2}}?(?=$|[，。！？、；,.!?;\s）)]"
    rf"|处理|负责|去|来|做|跟进|确认|审|就|了|的|和)"
)
_JAPANESE: Final = (
    rf"(?:株式会社|有限会社|合同会社)[{HAN}{KATAKANA}A-Za-z]{{1,12}}"
    rf"|[{HAN}{KATAKANA}]{{1,10}}株式会社|"
    rf"(?<![{HAN}{KATAKANA}])(?!皆|仕様|同様|模様|多様|異様|お客|お母|お父|神|奥|旦那|王|各位"
    rf"|何)[{HAN}{KATAKANA}]{{1,6}}"
    rf"(?=さん|様|くん|ちゃん|氏(?!名)|君(?![{HAN}])|部長|課長|先輩|先生)"
)
_KOREAN: Final = (
    rf"(?<![{HANGUL}])(?!고객|선생|사용자|손님|여러|부모|스승|하느|회원|형|누|아드"
    rf"|따)[{HANGUL}]{{2,4}}"
    rf"(?= ?(?:씨|님)(?![{HANGUL}]{{3,}})| (?:팀장|대리|과장|부장|차장|교수|매니저|이사|대표"
    rf"|선생|의사|원장|실장|기사|변호사"
    rf"|간호사|작가|사장|주임|사원|박사|코치|감독))"
    rf"|(?<![{HANGUL}])[{HANGUL}]{{2,6}}역(?=에서|까지|부터|으로| ?\d{{1,2}}번|[ ,.]|$|근처"
    rf"| 앞)(?<!지역)(?<![^입]구역)(?<!영역)"
    rf"(?<!무역)(?<!통역)(?<!번역)(?<!용역)(?<!방역)(?<!권역)(?<!면역)(?<!검역)(?<!전철역)(?<!지하철역)(?<!기차역)"
    rf"(?<!내역)(?<!현역)(?<!병역)(?<!반역)(?<!주역)(?<!대역)(?<!광역)"
    rf"|(?<![{HANGUL}])[{HANGUL}]{{2,6}}(?:면옥|대학교|물산|상사"
    rf"|전자)(?=[은는이가을를의에로과와도 ,.]|$)(?<!직장상사)"
    rf"|(?<![{HANGUL}])[김이박최정강조윤장임한오서신권황안송류전홍고문양손배백허유남심노하곽"
    rf"성차주우구민진지엄채원천방공현함변염추"
    rf"도소석선설마길연위표명기반왕금옥육인맹제모] (?:팀장|대리|과장|부장|차장|교수|사장|대표"
    rf"|실장|주임|선생님?|원장|기사|박사)"
)
_BY_LANGUAGE: Final = {
    "ko": re.compile(f"(?=[{HANGUL}])(?:{_KOREAN})"),
    "zh": re.compile(f"(?=[{_SURNAMES}小老阿])(?:{_CHINESE})"),
    "ja": re.compile(f"(?=[{HAN}{KATAKANA}])(?:{_JAPANESE})"),
}
_ANY_WIDE: Final = tuple(_BY_LANGUAGE.values())
_WIDE_FIRSTS: Final = re.compile("[" + "".join(sorted({name[0] for name in WIDE_KNOWN})) + "]")
_BY_FIRST: Final = {
    first: tuple(name for name in WIDE_KNOWN if name[0] == first)
    for first in sorted({name[0] for name in WIDE_KNOWN})
}
_KANA: Final = re.compile(f"[{KATAKANA}]")
_SYLLABLE: Final = re.compile(f"[{HANGUL}]")
# Programs as they are written in passing; none of them is a word of its own.
_LOWER: Final = re.compile(
    r"(?<![A-Za-z0-9_À-ÿ./@:-])(?:nginx|redis|kafka|postgres(?:ql)?|mysql|mariadb|sqlite|mongodb"
    r"|memcached"
    r"|elasticsearch|rabbitmq|docker|kubernetes|podman|terraform|ansible|jenkins|github|gitlab"
    r"|grafana"
    r"|prometheus|numpy|pandas|pytorch|tensorflow|django|fastapi|ubuntu|debian|linux|ripgrep|grep"
    r"|tmux|vim"
    r"|emacs|neovim|vscode|pytest|webpack|ffmpeg|openssl|curl|wget|rsync|systemd|celery|gunicorn"
    r"|uvicorn"
    r"|haproxy|traefik|keycloak|supabase|firebase|whatsapp|telegram|instagram|youtube|spotify"
    r"|netflix"
    r"|tokopedia|shopee|gojek|ollama|duckdb|clickhouse|kubectl|npm|pnpm"
    r"|homebrew)(?![A-Za-z0-9_/@:-]|\.\w)"
)
_HAS_WIDE: Final = re.compile(f"[{CJK}]")
# A bare capital after one of these is a place, person or firm more often than a noun.
_LEAD: Final = re.compile(r"(?:^|\s)(?:in|aus|nach|bei|ab|von|an|nach|über|mit|für|@) ?\Z")
_GERMAN_NOUN: Final = re.compile(
    r"(?:ung|heit|keit|schaft|tion|tät|ment|ismus|nis|tum|ling|chen|lein|eit|age|enz|anz|ik|ur"
    r"|erei|loge"
    r"|ungen|heiten|keiten|ionen|täten|mente|ern|ten|gen|den|sen|hen|len|nen|ren|fen|ben|pen|zen"
    r"|ken|men)\Z"
    r"|(?:projekt|team|plan|raum|platz|system|programm|dienst|termin|kurs|büro|laden|amt|verein|konto"
    r"|gerät|netz|zeug|stück|teil|gruppe|karte|liste|stelle|kasse|schule|küche|tasche)\Z"
    r"|(?:mieter|fahrer|leiter|geber|nehmer|händler|anbieter|partner|arbeiter|berater|techniker"
    r"|kunde|kunden|chef|chefin|ärztin|handwerker|lehrer|lehrerin|verkäufer|käufer|besitzer|monteur"
    r"|makler|hersteller|lieferant|bäcker|metzger|friseur|notar|anwalt|mitarbeiter|kollege)\Z"
    r"|^(?:Ordnung|Hause?|Euro|Uhr|Version|Port|Anfang|Ende|Zeit|Bezug|Betrieb|Frage|Kraft|Basis"
    r"|Grund"
    r"|Bedarf|Wunsch|Weg|Prozent|Zukunft|Stück|Person|Wasser|Milch|Zucker|Kaffee|Tee|Bahn|Auto|Rad"
    r"|Bus|Zug"
    r"|Flugzeug|Abend|Mittag|Morgen|Nacht|Feierabend|Arbeit|Urlaub|Hand|Mail|Post|Telefon|Dezember"
    r"|Deutsch"
    r"|Englisch|Verbindung|Fall|Bord|Tisch|Betrag|Geld|Rest|Teil|Sicht|Fehler|Backup|Server|Test"
    r"|Tests|Cache"
    r"|Code|Git|Main|Rebase|Release|Deploy|Staging|Produktion|Prod|Dev|Docker|Root|Admin|User"
    r"|Support|Kind"
    r"|Montag|Dienstag|Mittwoch|Donnerstag|Freitag|Samstag|Sonntag|Januar|Februar|März|April|Mai"
    r"|Juni|Juli"
    r"|August|September|Oktober|November|Ticket|Issue|Seite|Schritt|Punkt|Zeile|Spalte|Platz|Raum"
    r"|Zimmer|Gleis"
    r"|Bad|Küche|Garten|Keller|Dach|Papier|Holz|Glas|Fleisch|Fisch|Brot|Bier|Wein|Salz|Lust|Glück"
    r"|Spaß|Angst"
    r"|Gefahr|Not|Recht|Pause|Start|Schluss|Datum|Name|Nummer|Wert|Link|Datei|Ordner|Sie|Ihnen|Ihr"
    r"|Dir|Euch)\Z"
)
_COMMON_WORDS: Final = """
I OK Ok Okay Yes No Not The This That These Those It We You He She They There Here And But Or So
If When Where What Which Who Why How Please Thanks Thank Also Then Now Actually Instead Since
Because While After Before Until Once Only Just Still Maybe Perhaps Let Use Set Run Add Make Keep
Check Try Do Don Does Did Is Are Was Were Be Been Can Could Will Would Should Must May Might Have
Has Had Update Change Note Sure Great Sorry Hello Hi Hey Dear Correction First Second Third Next
Last Finally Today Tomorrow Yesterday Monday Tuesday Wednesday Thursday Friday Saturday Sunday
January February March April June July August September October November December Port Version
Server Database Step Option Plan Phase Section Chapter Figure Table Part Issue Error Warning Info
Debug Todo English German Chinese Japanese Korean Indonesian Internet Web Email Mr Mrs Ms Dr Prof
Ya Tidak Oke Baik Jadi Kita Kami Saya Ini Itu Yang Pak Bu Senin Selasa Rabu Kamis Jumat Sabtu
Minggu Der Die Das Ein Eine Ich Wir Sie Ja Nein Bitte Danke Uhr WIB God Christmas Easter Plus
Nobody Everyone Someone Nothing Everybody Anyone Somebody Something Anything Everything All Both
Each Most Some Many None Another Other One Two Three Four Five My Your His Her Our Their Its As At
By For From In Into Of On Out Over To Under Up With Without About Such Very Too More Less Never
Always Usually Given Either Neither Versi Server Aku Dia Mereka Jangan Kalau Karena Untuk Dengan
Dari Pada Sudah Belum Akan Bisa Harus Rapat Harga Tolong Mohon Silakan Gue Gua Lu Elo Kak
Ibu Bapak Mbak Mas Bang Oma Opa Onkel Adik Ayah Mama Papa Ibuku Bapakku Ada Aduh Wah
Kayak Biar Habis Nanti Besok Kemarin Tadi Semua Bukan Coba Sih Dong Deh Mum Dad Grandma Grandpa
Null Room Gate Seat Flight Floor Building House Apartment Platform Coach Kereta Stasiun Jalan
Kamar Lantai Gedung Toko Pelanggan Klien Bos Tim Tetangga Guru Suami Istri Anak Kakak Customer
Customers Client Clients Boss Vendor Landlord Tenant Manager Neighbour Neighbor Teacher Doctor
Dentist Plumber Everybody Security Support Legal Finance Marketing Sales Management Engineering
Staff Students Users Parents Kids
Penyewa Pemilik Sopir Tukang Penjual Pembeli Direktur Manajer Karyawan Siswa Warga Panitia
Honestly Turns Looked Ran Sorry Cheers Nope Yep Yeah Right Fine Good Nice Cool True Correct
"""
_COMMON: Final = frozenset(_COMMON_WORDS.split())


def find_names(text: str, start: int, end: int, language: Language) -> Iterator[Found]:
    """Give the names in one sentence of a text.

    Args:
        text: The whole text; a name's place is in it.
        start: Where the sentence begins.
        end: One after its end.
        language: Its language; German capitals say nothing.
    """
    for match in _TITLED.finditer(text, start, end):
        yield match.start("name"), match.end("name"), Kind.NAME, match["name"]
    for match in _LOWER.finditer(text, start, end):
        yield match.start(), match.end(), Kind.NAME, match.group()
    for match in _LATIN.finditer(text, start, end):
        yield from _latin(text, start, match, language)
    if _HAS_WIDE.search(text, start, end):
        rule = _BY_LANGUAGE.get(language)
        for pattern in (rule,) if rule else _ANY_WIDE:
            for match in pattern.finditer(text, start, end):
                yield match.start(), match.end(), Kind.NAME, match.group()
        for match in _WIDE_FIRSTS.finditer(text, start, end):
            at = match.start()
            for name in _BY_FIRST[text[at]]:
                if text.startswith(name, at) and _is_whole(text, at, at + len(name)):
                    yield at, at + len(name), Kind.NAME, name
                    break


def _is_whole(text: str, start: int, end: int) -> bool:
    """Say whether a known name is no part of a longer word in kana or hangul."""
    before, after = text[start - 1 : start] if start else "", text[end : end + 1]
    if _KANA.match(text[start]):
        return not _KANA.match(before) and not (_KANA.match(text[end - 1]) and _KANA.match(after))
    return not (_SYLLABLE.match(text[start]) and _SYLLABLE.match(before))


def _latin(text: str, begin: int, match: re.Match[str], language: Language) -> Iterator[Found]:
    words = [(m.group(), m.start(), m.end()) for m in _FIRST.finditer(text, *match.span())]
    opens = bool(_START.search(text[max(begin, match.start() - 8) : match.start()])) or (
        match.start() == begin
    )
    while words and words[0][0] in _COMMON:
        words, opens = words[1:], False
    while words and words[-1][0] in _COMMON:
        words.pop()
    first = words[0][0] if words else ""
    if len(words) < 2 and len(first) < 2:
        return
    if language == "de":
        yield from _german(text, words)
        return
    known = first in KNOWN or _mixed(first)
    if opens and not known and len(words) > 1 and words[1][0] in KNOWN:
        words, known = words[1:], True
    if opens and not known and len(words) == 1 and not _SPEAKS.match(text, words[0][2]):
        return
    yield from _grouped(text, words)


def _german(text: str, words: list[tuple[str, int, int]]) -> Iterator[Found]:
    """Give the names among German words: known, mixed inside, or right after a preposition.

    Capitals are for all nouns, so a word that only looks like one is none.
    """
    at = 0
    while at < len(words):
        word, start, end = words[at]
        known = word in KNOWN or (_mixed(word) and "-" not in word)
        head = word.partition("-")[0]
        if not known and head in KNOWN:
            known, end = True, start + len(head)
        lead = _LEAD.search(text[max(0, start - 12) : start])
        alone = lead is not None and not _GERMAN_NOUN.search(word) and "-" not in word
        if known or (alone and (at or len(words) == 1 or words[at + 1][0] in KNOWN)):
            if at + 1 < len(words) and word not in PRODUCTS and _surname(words[at + 1][0]):
                at, end = at + 1, words[at + 1][2]
            yield start, end, Kind.NAME, text[start:end]
        at += 1


def _surname(word: str) -> bool:
    return word not in PRODUCTS and not _GERMAN_NOUN.search(word)


def _grouped(text: str, words: list[tuple[str, int, int]]) -> Iterator[Found]:
    """Give neighbouring words as names: "Zoe Quill" is one, "PostgreSQL Docker" are two."""
    begin = 0
    for i in range(1, len(words) + 1):
        if i == len(words) or words[i][0] in PRODUCTS or words[i - 1][0] in PRODUCTS:
            start, end = words[begin][1], words[i - 1][2]
            yield start, end, Kind.NAME, text[start:end]
            begin = i


def _mixed(word: str) -> bool:
    return any(c.isupper() for c in word[1:]) and any(c.islower() for c in word)
