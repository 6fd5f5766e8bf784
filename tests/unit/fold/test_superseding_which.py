"""Of which of several things a value is: another one's value takes the place of none."""

from __future__ import annotations

import pytest

from tests.unit.fold.test_superseding import links


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("Der Zug nach Kyoto kostet 5000 Yen.", "Der Bus nach Kyoto kostet jetzt 3000 Yen."),
        ("京都行きの電車は5000円です。", "京都行きのバスは今は3000円です。"),
        ("Kereta ke Kyoto harganya 5000 yen.", "Bus ke Kyoto sekarang harganya 3000 yen."),
        ("교토행 기차는 5000엔입니다.", "교토행 버스는 이제 3000엔입니다."),
        ("去京都的火车票是5000日元。", "去京都的巴士票现在是3000日元。"),
        ("Desk 4 seats 6 people.", "Desk 5 now seats 8 people."),
        ("Tisch 4 hat 6 Plätze.", "Tisch 5 hat jetzt 8 Plätze."),
        ("4号桌坐6个人。", "5号桌现在坐8个人。"),
        ("4番テーブルは6人掛けです。", "5番テーブルは今は8人掛けです。"),
        ("4번 테이블은 6명입니다.", "5번 테이블은 이제 8명입니다."),
        ("Rechnung A-17 beträgt 300 EUR.", "Rechnung A-18 beträgt jetzt 400 EUR."),
        ("On Monday the course begins at 9:00.", "On Tuesday the course begins at 10:00 now."),
        ("Am Montag beginnt der Kurs um 9 Uhr.", "Am Dienstag beginnt der Kurs jetzt um 10 Uhr."),
        ("周一的课9点开始。", "周二的课现在10点开始。"),
        ("月曜日の授業は9時に始まります。", "火曜日の授業は今は10時に始まります。"),
        ("월요일 수업은 9시에 시작합니다.", "화요일 수업은 이제 10시에 시작합니다."),
        ("Hari Senin kelas mulai jam 9.", "Hari Selasa kelas sekarang mulai jam 10."),
        ("A cabin for two costs 90 EUR.", "A cabin for three now costs 120 EUR."),
        ("Ein Zimmer für zwei kostet 90 Euro.", "Ein Zimmer für drei kostet jetzt 120 Euro."),
        ("Kamar untuk dua harganya 90 EUR.", "Kamar untuk tiga sekarang harganya 120 EUR."),
        ("Lesson two has 20 slides.", "Lesson three now has 30 slides."),
        ("The port is 8080.", "Correction: the port of the other server is 9090."),
        ("Yesterday's low was 4 °C.", "Today's low is now 7 °C."),
    ],
)
def test_the_value_of_another_one_takes_the_place_of_none(first: str, second: str) -> None:
    assert links(first, second) == []


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("I carried crate 3 to the cellar.", "I moved crate 4 to the cellar."),
        ("Update: parcel number 5120 has left.", "Update: parcel number 5121 has left."),
        ("Bestellung Nummer 4711 ist jetzt da.", "Bestellung Nummer 4712 ist jetzt da."),
        ("订单4711已更新。", "订单4712已更新。"),
        ("注文4711は今は発送済みです。", "注文4712は今は発送済みです。"),
        ("주문 4711은 이제 발송됐습니다.", "주문 4712는 이제 발송됐습니다."),
        ("Pesanan nomor 4711 sekarang sudah dikirim.", "Pesanan nomor 4712 sekarang dikirim."),
    ],
)
def test_the_number_of_a_thing_is_no_value_of_it(first: str, second: str) -> None:
    assert links(first, second) == []


def test_numbered_remarks_correct_each_other_not() -> None:
    lines = [f"Remark {at}: the garden chair number {at} was oiled, it dries." for at in range(40)]
    assert links(*lines) == []


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        (
            ("MariaDB 10 uses port 3310.", "MariaDB 11 uses port 3311."),
            ("Correction: MariaDB 11 uses port 3399.", ("3311", "3399")),
        ),
        (
            ("Bill B-17 is 300 EUR.", "Bill B-18 is 400 EUR."),
            ("Correction: bill B-18 is 450 EUR.", ("400 EUR", "450 EUR")),
        ),
        (
            ("On Monday the course begins at 9:00.", "On Tuesday the course begins at 10:00."),
            ("Correction: on Tuesday the course begins at 11:00.", ("10:00", "11:00")),
        ),
        (
            ("用户A的端口是8001。", "用户B的端口是8002。"),
            ("更正：用户B的端口是8012。", ("8002", "8012")),
        ),
        (
            ("サーバーAのポートは8001です。", "サーバーBのポートは8002です。"),
            ("訂正：サーバーBのポートは8012です。", ("8002", "8012")),
        ),
        (
            ("The first alarm is at 6:00.", "The second alarm is at 7:00."),
            ("Change the second alarm to 7:30.", ("7:00", "7:30")),
        ),
        (
            ("My order number is 4711.",),
            ("Correction: my order number is 4712.", ("4711", "4712")),
        ),
        (
            ("The ticket has priority 3.",),
            ("The ticket now has priority 1.", ("3", "1")),
        ),
        (
            ("The meeting is in room 4 at 3pm.",),
            ("The meeting moved to room 5 at 4pm.", ("3pm", "4pm")),
        ),
        (
            ("We water on days 1, 3, 5 and 7.",),
            ("Change the watering days to 2 and 4.", ("1, 3, 5 and 7", "2 and 4")),
        ),
    ],
)
def test_a_correction_names_which_one_it_is_of(
    lines: tuple[str, ...], expected: tuple[str, tuple[str, str]]
) -> None:
    correction, link = expected
    assert links(*lines, correction) == [link]
