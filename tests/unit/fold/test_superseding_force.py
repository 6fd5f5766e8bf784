"""What is refused, wished, doubted, or said of one day or case alone changes nothing."""

from __future__ import annotations

import pytest

from tests.unit.fold.test_superseding import links

PORT = {
    "en": "The port is 8080.",
    "de": "Der Port ist 8080.",
    "zh": "端口是8080。",
    "ja": "ポートは8080です。",
    "ko": "포트는 8080입니다.",
    "id": "Portnya 8080.",
}


@pytest.mark.parametrize(
    ("language", "refusal"),
    [
        ("en", "I refuse to switch the port to 9090."),
        ("en", "We won't move it to 9090."),
        ("en", "I am against changing the port to 9090."),
        ("de", "Ich weigere mich, den Port auf 9090 zu ändern."),
        ("de", "Bitte den Port keinesfalls auf 9090 umstellen."),
        ("zh", "请别把端口改成9090。"),
        ("zh", "我拒绝把端口改成9090。"),
        ("zh", "我们不打算把端口改成9090。"),
        ("ja", "ポートを9090に変更するのは断ります。"),
        ("ja", "ポートを9090に変えるつもりはありません。"),
        ("ko", "포트를 9090으로 바꾸는 것을 거부합니다."),
        ("ko", "포트를 9090으로 변경하지 않겠습니다."),
        ("id", "Saya menolak mengganti port ke 9090."),
        ("id", "Kami tidak akan mengubah port menjadi 9090."),
    ],
)
def test_what_is_refused_takes_the_place_of_nothing(language: str, refusal: str) -> None:
    assert links(PORT[language], refusal) == []


@pytest.mark.parametrize(
    ("language", "wish"),
    [
        ("en", "Our customer asked us to change the port to 9090."),
        ("en", "The customer wants the port changed to 9090."),
        ("de", "Der Anbieter will, dass wir den Port auf 9090 ändern."),
        ("de", "Der Kunde möchte den Port auf 9090 ändern."),
        ("zh", "供应商希望我们把端口改成9090。"),
        ("ja", "業者はポートを9090に変更してほしいと言っています。"),
        ("ko", "업체가 포트를 9090으로 바꿔 달라고 합니다."),
        ("id", "Vendor ingin kami mengganti port ke 9090."),
    ],
)
def test_what_somebody_else_wishes_changes_nothing(language: str, wish: str) -> None:
    assert links(PORT[language], wish) == []


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("The launch is on 12 May.", "Sam says the launch is now on 20 May. He is mistaken."),
        ("The launch is on 12 May.", "Sam thinks the launch is now on 20 May."),
        (
            "Der Start ist am 12. Mai.",
            "Jana sagt, der Start ist jetzt am 20. Mai, aber das ist falsch.",
        ),
        ("Der Start ist am 12. Mai.", "Jana glaubt, der Start sei jetzt am 20. Mai."),
        ("发布日期是5月12日。", "小李说发布日期改成5月20日了，但他搞错了。"),
        (
            "締め切りは5月12日です。",
            "森さんは締め切りは今は5月20日だと言っていますが、勘違いです。",
        ),
        ("마감일은 5월 12일입니다.", "민수는 마감일이 이제 5월 20일이라고 했지만 잘못 알았어요."),
        ("Tenggatnya 12 Mei.", "Kata Rudi tenggatnya sekarang 20 Mei, tapi itu salah."),
    ],
)
def test_what_somebody_else_said_wrongly_changes_nothing(first: str, second: str) -> None:
    assert links(first, second) == []


@pytest.mark.parametrize(
    ("rule", "exception"),
    [
        ("The pool opens at 8:00.", "For guests the pool opens at 10:00 instead."),
        ("The pool opens at 8:00.", "The pool opens at 10:00 instead, this week only."),
        ("The pool opens at 8:00.", "On Sundays the pool opens at 10:00 instead."),
        ("The pool opens at 8:00.", "Just this once the pool opens at 10:00 instead."),
        (
            "Der Laden schließt um 18 Uhr.",
            "Diese Woche schließt der Laden ausnahmsweise um 14 Uhr statt um 18 Uhr.",
        ),
        ("商店18点关门。", "平安夜商店改成14点关门。"),
        ("商店18点关门。", "仅本周商店改为14点关门。"),
        ("店は18時に閉まります。", "大晦日は店は14時に変更です。"),
        ("店は18時に閉まります。", "今週だけ店は15時に変更です。"),
        ("가게는 18시에 닫습니다.", "크리스마스에는 가게가 14시로 변경됩니다."),
        ("가게는 18시에 닫습니다.", "이번 주만 가게가 14시로 변경됩니다."),
        ("Toko tutup jam 18.", "Malam Natal toko sekarang tutup jam 14."),
        ("Toko tutup jam 18.", "Khusus minggu ini toko tutup jam 14, bukan jam 18."),
    ],
)
def test_an_exception_leaves_the_rule_as_it_is(rule: str, exception: str) -> None:
    assert links(rule, exception) == []


@pytest.mark.parametrize(
    ("first", "second", "expected"),
    [
        ("The port is 8080.", "Don't use 8080, change the port to 9090.", ("8080", "9090")),
        (
            "The port is 8080.",
            "Please don't forget to change the port to 9090.",
            ("8080", "9090"),
        ),
        ("The port is 8080.", "My boss says the port is now 9090.", ("8080", "9090")),
        ("The deadline is Friday.", "I want the deadline moved to Monday.", ("Friday", "Monday")),
        ("端口是8080。", "别忘了把端口改成9090。", ("8080", "9090")),
        ("会议定在周二。", "不要周二了，改到周四。", ("周二", "周四")),
        ("会议是10点。", "不得不把会议改到11点。", ("10点", "11点")),
        (
            "ポートは8080です。",
            "ポートを9090に変更しなければなりません。",
            ("8080", "9090"),
        ),
        (
            "The shop closes at 18:00.",
            "Starting tomorrow the shop closes at 17:00.",
            ("18:00", "17:00"),
        ),
        (
            "The launch is on 12 May.",
            "This week we moved the launch to 20 May.",
            ("12 May", "20 May"),
        ),
        (
            "On Sundays the pool opens at 8:00.",
            "Correction: on Sundays the pool opens at 9:00.",
            ("8:00", "9:00"),
        ),
        ("サーバーBのポートは8002です。", "訂正：サーバーBのポートは8012です。", ("8002", "8012")),
        ("数据库端口是5432。", "更正：数据库端口是5433。", ("5432", "5433")),
    ],
)
def test_a_change_near_such_words_is_still_a_change(
    first: str, second: str, expected: tuple[str, str]
) -> None:
    assert links(first, second) == [expected]


@pytest.mark.parametrize(
    ("first", "second", "expected"),
    [
        ("The call is at 3pm.", "Sorry, I meant 4pm.", ("3pm", "4pm")),
        ("The call is at 3pm.", "Oops, 4pm.", ("3pm", "4pm")),
        ("The room is 729 EUR.", "Write 175 there, I misread it.", ("729 EUR", "175")),
        ("Das Treffen ist am Dienstag.", "Ich meinte Donnerstag.", ("Dienstag", "Donnerstag")),
        ("Rapatnya hari Selasa.", "Maksud saya Kamis.", ("hari Selasa", "Kamis")),
        ("会议在周二。", "我是说周四。", ("周二", "周四")),
        ("会議は火曜日です。", "木曜日のことでした。", ("火曜日", "木曜日")),
        ("회의는 화요일입니다.", "제 말은 목요일이에요.", ("화요일", "목요일")),
        ("회의는 화요일 10시입니다.", "아니, 11시로 바꿔 주세요.", ("10시", "11시")),
    ],
)
def test_a_slip_of_the_tongue_is_set_right(
    first: str, second: str, expected: tuple[str, str]
) -> None:
    assert links(first, second) == [expected]


@pytest.mark.parametrize(
    ("lines", "gone"),
    [
        (("The launch is on 12 May.", "Forget the 12 May date."), "12 May"),
        (("The launch is on 12 May.", "The 12 May date is off, nothing is fixed yet."), "12 May"),
        (("Der Start ist am 12. Mai.", "Vergiss den 12. Mai, nichts steht fest."), "12. Mai"),
        (("发布日期是5月12日。", "5月12日作废。"), "5月12日"),
        (("発売日は5月12日です。", "5月12日は取り消しです。"), "5月12日"),
        (("출시일은 5월 12일입니다.", "5월 12일은 취소입니다."), "5월 12일"),
        (("Peluncurannya 12 Mei.", "Lupakan tanggal 12 Mei."), "12 Mei"),
        (("We will use Redis for the cache.", "We decided against Redis."), "Redis"),
        (("Staging keeps its logs for 30 days.", "Forget the 30 days, that was wrong."), "30 days"),
        (("Logs are kept for 30 days.", "Ignore what I said about 30 days."), "30 days"),
        (("Logs are kept for 30 days.", "What I said about 30 days was wrong."), "30 days"),
        (("Logs are kept for 30 days.", "The 30 days no longer apply."), "30 days"),
        (("Logs are kept for 30 days.", "Please disregard the 30 days I mentioned."), "30 days"),
        (
            ("Logs bleiben 30 Tage.", "Vergiss, was ich über die 30 Tage gesagt habe."),
            "30 Tage",
        ),
        (("日志我们保留30天。", "我之前说的30天不算。"), "30天"),
        (("Logs are kept for 30 days.", "No wait, scratch that."), "30 days"),
        (("Logs bleiben 30 Tage.", "Streich das."), "30 Tage"),
        (("Logs bleiben 30 Tage.", "Die 30 Tage gelten nicht mehr."), "30 Tage"),
        (("ログは30日保存します。", "今のは忘れてください。"), "30日"),
        (("ログは30日保存します。", "30日は撤回します。"), "30日"),
        (("日志我们保留30天。", "刚才那句不算。"), "30天"),
        (("로그는 30일 동안 보관해요.", "방금 말은 취소."), "30일"),
        (("로그는 30일 동안 보관해요.", "30일이라고 한 건 잊어 주세요."), "30일"),
        (("Log disimpan 30 hari.", "Lupakan yang saya bilang soal 30 hari."), "30 hari"),
        (("Logs bleiben 30 Tage.", "Vergiss die 30 Tage, das war falsch."), "30 Tage"),
        (("日志我们保留30天。", "忘了那30天，说错了。"), "30天"),
        (("ログの保存期間は30日です。", "30日は忘れて、間違いです。"), "30日"),
        (("로그는 30일 동안 보관해요.", "30일은 잊어 주세요."), "30일"),
        (("Log disimpan 30 hari.", "Lupakan yang 30 hari itu."), "30 hari"),
    ],
)
def test_a_value_is_taken_back_by_its_name(lines: tuple[str, ...], gone: str) -> None:
    assert links(*lines) == [(gone, "")]


def test_what_is_taken_instead_stands_in_its_place() -> None:
    assert links(
        "We will use Redis for the cache.",
        "We decided against Redis, we use Memcached for the cache.",
    ) == [("Redis", "Memcached")]


@pytest.mark.parametrize(
    "lines",
    [
        ("The launch is on 12 May.", "The party is on 12 May too.", "Forget the 12 May date."),
        ("The launch is on 12 May.", "Don't forget the 12 May date."),
        ("The launch is on 12 May.", "Should we forget the 12 May date?"),
        ("We use Redis for the cache.", "Redis is fast.", "We decided against Redis."),
        ("Redis is fast.", "We decided against Redis."),
        ("The lights are on port 30.", "The 30 day trial is off."),
        ("Logs are kept for 30 days.", "A trial takes 30 days.", "Forget the 30 days."),
        ("Logs are kept for 30 days.", "Forget the 12 days."),
        ("Logs are kept for 30 days on 4 nodes.", "Scratch that."),
        ("Logs are kept for 30 days.", "Is it warm there?", "Scratch that."),
        ("Logs are kept for 30 days.", "Ignore what I said about the 30 days of the trial."),
        ("Logs are kept for 30 days.", "Don't forget the 30 days."),
        ("Logs are kept for 30 days.", "Did you forget the 30 days?"),
    ],
)
def test_nothing_is_taken_back_where_it_is_not_plain_what(lines: tuple[str, ...]) -> None:
    assert links(*lines) == []
