"""Words from which `bench.sessions` puts working sessions together.

A kind of thread has its components and what people and the assistant say about them. Slots:
{name} the thread's own name, {part} and {other} components, {who} a person, {n} and {m} numbers,
{file} a path, {day} a day.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Kind:
    """A kind of thread.

    Attributes:
        language: ISO 639-1 code.
        weight: How often such a thread begins, beside the others.
        tools: Whether the assistant calls tools in it.
        parts: Components.
        people: Who speaks.
        said: Sentences of people.
        answered: Sentences of the assistant.
        filler: Messages that say nothing.
    """

    language: str
    weight: int
    tools: bool
    parts: tuple[str, ...]
    people: tuple[str, ...]
    said: tuple[str, ...]
    answered: tuple[str, ...]
    filler: tuple[str, ...]


_PEOPLE = ("Ana", "Tomas", "Priya", "Oskar", "Lena", "Milo", "Farah", "Wim")
_FILLER = (
    "Got it.",
    "Thanks!",
    "ok",
    "Great, thank you.",
    "Sounds good.",
    "👍",
    "Perfect.",
    "Sure.",
    "Alright.",
    "Cool, thanks",
    "Yes please.",
    "Understood.",
    "Nice!",
    "One moment.",
    "Okay, go on.",
)

KINDS: tuple[Kind, ...] = (
    Kind(
        language="en",
        weight=4,
        tools=True,
        people=_PEOPLE,
        filler=_FILLER,
        parts=(
            "ingest worker",
            "billing gateway",
            "session cache",
            "search indexer",
            "mail relay",
            "report builder",
            "rate limiter",
            "webhook sender",
            "auth proxy",
            "image resizer",
        ),
        said=(
            "The {part} of {name} drops connections whenever the {other} restarts.",
            "I see {n} timeouts an hour on the {part} since {day}, and nobody changed anything.",
            "Can we move the {part} in front of the {other} without touching the clients?",
            "{who} says the {part} should not know about the {other} at all.",
            "Let's look at {file} before we change anything in {name}.",
            "The dashboard for the {part} shows memory climbing by {n} MB a day.",
            "I'd like the {part} to fail fast instead of queueing {n} requests.",
            "What happens to {name} if the {other} is away for {m} minutes?",
            "Please write a test that kills the {part} while the {other} is busy.",
            "After the deployment of {day} the {part} logs the same warning over and over.",
        ),
        answered=(
            "The {part} holds its lock while it waits for the {other}: there goes the time.",
            "I read {file}: the retry loop of the {part} has no upper bound.",
            "Two ways are open: give the {part} its own pool, or let the {other} push instead.",
            "The change touches {n} lines in {file} and leaves the {other} alone.",
            "I would start with the {part}: {name} cannot work without it, the {other} can.",
            "With the patch the {part} answers in {n} ms at the median, before it took {m} more.",
            "The warning comes from a header that the {other} sends twice.",
            "I suggest this order: first the {part}, then a day of watching, then the {other}.",
            "The test fails as expected: the {part} forgets {n} of its pending items.",
        ),
    ),
    Kind(
        language="en",
        weight=3,
        tools=True,
        people=_PEOPLE,
        filler=_FILLER,
        parts=(
            "tokenizer",
            "training loop",
            "validation split",
            "label file",
            "feature store",
            "learning curve",
            "confusion matrix",
            "baseline",
            "checkpoint",
            "data loader",
        ),
        said=(
            "The {part} of {name} looks wrong: accuracy jumps by {n} points between two epochs.",
            "Did we ever shuffle before making the {part}?",
            "I reran {name} with seed {n} and the {part} moved a lot.",
            "Could the {other} leak into the {part}? {who} thinks it does.",
            "Let's drop everything under {m} samples from the {part}.",
            "Please plot the {part} against the {other} for the run of {day}.",
            "I want the {part} in {file}, not spread over three notebooks.",
            "How much of the gain in {name} is left if we freeze the {other}?",
        ),
        answered=(
            "The {part} counts duplicates: {n} rows stand in both halves.",
            "Without the {other} the score of {name} falls by {m} tenths: the gain is real.",
            "I moved the {part} to {file} and pinned its seed.",
            "The curve flattens after {n} epochs; more of them only overfit the {other}.",
            "The {part} was built before the filter, which explains the jump.",
            "I compared the {part} with the {other} over five seeds; the spread is {m} points.",
            "The error analysis shows {n} cases, nearly all of them short texts.",
        ),
    ),
    Kind(
        language="en",
        weight=2,
        tools=False,
        people=_PEOPLE,
        filler=_FILLER,
        parts=(
            "night train",
            "guest house",
            "ferry ticket",
            "museum pass",
            "rental car",
            "hiking map",
            "travel insurance",
            "airport shuttle",
            "picnic basket",
            "rain jacket",
        ),
        said=(
            "For {name} I'd rather take the {part} than book another {other}.",
            "Is the {part} still possible if we arrive after {n}?",
            "{who} gets seasick, so the {part} is not an option on the way out.",
            "We were {m} people last time; does the {part} work for that many?",
            "Can you put the {part} and the {other} into one list for {day}?",
            "My parents join us for {name}, they need a lift and no stairs.",
            "I forgot: the {part} has to be paid in cash there.",
        ),
        answered=(
            "The {part} leaves every {n} minutes in summer, so nothing needs to be booked.",
            "For {m} people the {part} is cheaper than the {other} from the second day on.",
            "I put the {part} on {day} and left the afternoon free for a walk.",
            "The {other} is closed on Mondays, so I swapped it with the {part}.",
            "If it rains, take the {part} first; the view from there is worth it in any weather.",
            "Reviews of the {part} mention noise from the street until midnight.",
        ),
    ),
    Kind(
        language="en",
        weight=2,
        tools=False,
        people=_PEOPLE,
        filler=_FILLER,
        parts=(
            "kitchen counter",
            "radiator",
            "oak floor",
            "bathroom fan",
            "window frame",
            "fuse box",
            "garden gate",
            "tile grout",
            "roof gutter",
            "cellar door",
        ),
        said=(
            "The {part} in {name} needs doing before the {other}, says {who}.",
            "We measured again: {n} by {m} centimetres for the {part}.",
            "The plumber cancelled for {day}. Can the {part} wait?",
            "I don't want plastic for the {part}, even if it is cheaper.",
            "There is a stain under the {part} that was not there last week.",
            "How do I get the old paint off the {part} without ruining the {other}?",
        ),
        answered=(
            "The {part} can wait, the {other} cannot: water gets in behind it.",
            "For {n} centimetres you need a second bracket, otherwise the {part} sags.",
            "Warm air and a flat scraper take the paint off the {part}; mind the {other}.",
            "Order {m} percent more than measured, there is always some waste at the {part}.",
            "The stain is condensation: the {part} is the coldest surface in the room.",
        ),
    ),
    Kind(
        language="de",
        weight=1,
        tools=True,
        filler=("Danke!", "Alles klar.", "Passt.", "Ja, bitte.", "Gut."),
        people=("Jürgen", "Katrin", "Özlem"),
        parts=(
            "Lagerverwaltung",
            "Rechnungslauf",
            "Etikettendrucker",
            "Lieferschein",
            "Schnittstelle",
            "Bestandsliste",
        ),
        said=(
            "Bei {name} hängt die {part}, sobald die {other} läuft.",
            "Seit {day} fehlen {n} Positionen, und im Protokoll steht nichts davon.",
            "{who} möchte, dass wir zuerst die {part} prüfen und erst dann die {other} ändern.",
            "Können wir die Überprüfung auf {m} Minuten verkürzen?",
            "Die größeren Aufträge werden doppelt gebucht, das darf nicht passieren.",
        ),
        answered=(
            "Die {part} wartet auf eine Sperre, die die {other} erst nach {n} Sekunden freigibt.",
            "In {file} wird der Zähler zweimal erhöht; das erklärt die doppelten Buchungen.",
            "Ich habe die {part} mit {m} Aufträgen durchgespielt, ohne Fehler.",
            "Zuerst würde ich die Grenzwerte anpassen, danach die {other} umstellen.",
        ),
    ),
    Kind(
        language="zh",
        weight=1,
        tools=True,
        filler=("好的。", "谢谢！", "收到。", "可以。", "明白了。"),
        people=("王芳", "李伟", "陈晨"),
        parts=("订单服务", "库存模块", "消息队列", "推荐列表", "结算页面", "日志收集"),
        said=(
            "{name}的{part}昨晚又超时了，{other}也跟着变慢。",
            "从{day}开始，{part}每小时有{n}次报错，原因还没找到。",
            "{who}建议先把{part}和{other}拆开，再做压力测试。",
            "能不能把{part}的等待时间改成{m}秒？",
            "用户说付款成功了，但是{part}里看不到记录。",
        ),
        answered=(
            "我看了{file}，{part}在重试时没有释放连接。",
            "先限制{part}的并发，再观察{other}的延迟，这样风险最小。",
            "压力测试结果：{part}在{n}个并发下仍然稳定。",
            "记录延迟了{m}秒才写入，所以页面上暂时看不到。",
        ),
    ),
    Kind(
        language="ja",
        weight=1,
        tools=True,
        filler=("了解です。", "ありがとうございます！", "はい。", "承知しました。"),
        people=("佐藤", "鈴木", "高橋"),
        parts=("予約画面", "通知サーバー", "決済処理", "検索機能", "管理ツール", "バッチ処理"),
        said=(
            "{name}の{part}が{day}から遅くなっています。",
            "{part}を直す前に、{other}の影響を調べてもらえますか？",
            "{who}さんの話では、{part}で{n}件のエラーが出ているそうです。",
            "お客様から、確認メールが届かないという問い合わせが来ました。",
            "{part}の待ち時間を{m}秒に短くできませんか？",
        ),
        answered=(
            "{file}を確認しました。{part}が同じ接続を二重に開いています。",
            "先に{other}を止めてから{part}を更新するのが安全です。",
            "試験の結果、{part}は{n}件を問題なく処理しました。",
            "メールは{m}分遅れて送信されていました。原因は{other}です。",
        ),
    ),
    Kind(
        language="ko",
        weight=1,
        tools=True,
        filler=("네.", "감사합니다!", "알겠습니다.", "좋아요.", "확인했습니다."),
        people=("민준", "서연", "지훈"),
        parts=("결제 모듈", "알림 서버", "회원 목록", "검색 화면", "배송 조회", "정산 배치"),
        said=(
            "{name}의 {part}이 {day}부터 느려졌어요.",
            "{part}을 고치기 전에 {other}에 영향이 있는지 봐 주세요.",
            "{who} 님이 {part}에서 오류가 {n}건 나왔다고 합니다.",
            "고객이 환불을 받았는데 화면에는 아직 안 보인다고 해요.",
            "{part}의 대기 시간을 {m}초로 줄일 수 있을까요?",
        ),
        answered=(
            "{file}을 읽어 보니 {part}이 연결을 두 번 열고 있습니다.",
            "먼저 {other}을 멈추고 {part}을 올리는 순서가 안전합니다.",
            "시험해 보니 {part}은 {n}건까지 문제가 없었습니다.",
            "기록이 {m}초 늦게 쓰여서 화면에 바로 나오지 않았습니다.",
        ),
    ),
    Kind(
        language="id",
        weight=1,
        tools=True,
        filler=("Baik.", "Terima kasih!", "Oke.", "Siap.", "Mantap."),
        people=("Budi", "Dewi", "Rizky"),
        parts=(
            "layanan pesanan",
            "halaman pembayaran",
            "antrean pesan",
            "laporan harian",
            "aplikasi kurir",
            "basis data pelanggan",
        ),
        said=(
            "Sejak {day}, {part} di {name} sering berhenti saat {other} sibuk.",
            "Menurut {who}, ada {n} pesanan yang tidak tercatat di {part}.",
            "Bisakah kita memperpendek waktu tunggu {part} menjadi {m} detik?",
            "Pelanggan mengeluh karena kuitansi belum dikirim sampai sekarang.",
            "Tolong periksa {part} dulu sebelum mengubah {other}.",
        ),
        answered=(
            "Saya sudah membaca {file}: {part} membuka koneksi yang sama dua kali.",
            "Urutan yang aman: hentikan {other}, perbarui {part}, lalu pantau selama {m} menit.",
            "Pengujian {part} dengan {n} pesanan berjalan tanpa kesalahan.",
            "Kuitansi tertunda karena {other} menunggu kunci yang tidak dilepas.",
        ),
    ),
)

SYLLABLES = (
    "bar",
    "cel",
    "dor",
    "fen",
    "gal",
    "hol",
    "ist",
    "jun",
    "kel",
    "lum",
    "mar",
    "nov",
    "or",
    "pel",
    "quin",
    "ros",
    "sel",
    "tor",
    "ul",
    "ver",
    "wil",
    "yar",
    "zan",
)

# What is stated of a thread, how it is corrected, and how it is asked for: {v} the value.
FACTS: dict[str, tuple[tuple[str, str, str, str], ...]] = {
    "en": (
        (
            "port",
            "The {part} of {name} listens on port {v}.",
            "Correction: the {part} of {name} is on port {v} now, no longer on {old}.",
            "On which port does the {part} of {name} listen?",
        ),
        (
            "version",
            "We pinned the {part} of {name} to version {v}.",
            "Actually, take version {v} for the {part} of {name} instead of {old}.",
            "Which version is the {part} of {name} pinned to?",
        ),
        (
            "date",
            "{name}: the {part} has to be finished by {v}.",
            "New date for the {part} of {name}: {v}, not {old}.",
            "By when does the {part} of {name} have to be finished?",
        ),
        (
            "money",
            "{who} approved {v} for the {part} of {name}.",
            "The amount for the {part} of {name} was raised to {v}, {old} is history.",
            "How much was approved for the {part} of {name}?",
        ),
        (
            "count",
            "We decided that the {part} of {name} may try {v} times, then it gives up.",
            "Make that {v} tries for the {part} of {name}; {old} was too few.",
            "How often may the {part} of {name} try?",
        ),
    ),
    "de": (
        (
            "port",
            "{name}: die {part} lauscht auf Port {v}.",
            "Korrektur zu {name}: die {part} liegt jetzt auf Port {v}, nicht mehr auf {old}.",
            "Auf welchem Port lauscht die {part} von {name}?",
        ),
    ),
    "zh": (
        (
            "port",
            "{name}的{part}使用端口{v}。",
            "更正：{name}的{part}改用端口{v}，不再是{old}。",
            "{name}的{part}用哪个端口？",
        ),
    ),
    "ja": (
        (
            "port",
            "{name}の{part}はポート{v}で動いています。",
            "訂正します。{name}の{part}はポート{old}ではなく{v}です。",
            "{name}の{part}はどのポートで動いていますか？",
        ),
    ),
    "ko": (
        (
            "port",
            "{name}의 {part}은 포트 {v}을 씁니다.",
            "정정합니다. {name}의 {part}은 포트 {old}이 아니라 {v}을 씁니다.",
            "{name}의 {part}은 어느 포트를 쓰나요?",
        ),
    ),
    "id": (
        (
            "port",
            "{part} di {name} memakai port {v}.",
            "Ralat: {part} di {name} sekarang memakai port {v}, bukan {old}.",
            "Port berapa yang dipakai {part} di {name}?",
        ),
    ),
}
