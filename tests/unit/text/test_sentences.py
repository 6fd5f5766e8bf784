import pytest

from infold.text.sentences import MAX_PIECE, Piece, clauses, sentences


def texts(pieces):
    return [piece.text for piece in pieces]


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        (
            "We use v16.2 at 5.5 s. See e.g. https://x.io/a.html. Then J. Smith said no.",
            [
                "We use v16.2 at 5.5 s.",
                "See e.g. https://x.io/a.html.",
                "Then J. Smith said no.",
            ],
        ),
        ("No. 5 is ok. No. That is it.", ["No. 5 is ok.", "No.", "That is it."]),
        ("Edit config.yaml now. Done.", ["Edit config.yaml now.", "Done."]),
        ("Take it on days 1, 3, 5 and 7. Then rest.", None),
        (
            "At 5 p.m. we go. I left the U.S. We met.",
            ["At 5 p.m. we go.", "I left the U.S.", "We met."],
        ),
        ('"Why?" he asked. `a. B` is it.', ['"Why?" he asked.', "`a. B` is it."]),
        ("yes. port is 5433. use it.", ["yes.", "port is 5433.", "use it."]),
        ("Hm... ok. Really?! Yes!", ["Hm... ok.", "Really?!", "Yes!"]),
        (
            "Am 3. Mai geht es los. Im 2. Quartal wird z.B. die DB umgestellt. Fertig.",
            ["Am 3. Mai geht es los.", "Im 2. Quartal wird z.B. die DB umgestellt.", "Fertig."],
        ),
        ("Jalan ke Jl. Merdeka No. 10. Selesai.", ["Jalan ke Jl. Merdeka No. 10.", "Selesai."]),
        ("端口是5433。不要用5432！好吗？", ["端口是5433。", "不要用5432！", "好吗？"]),
        ("「今日は行く。」と言った。次。", ["「今日は行く。」と言った。", "次。"]),
        ("포트는 5433입니다.다음은 확인.", ["포트는 5433입니다.", "다음은 확인."]),
    ],
)
def test_sentences_end_where_a_reader_ends_them(text, wanted):
    assert texts(sentences(text)) == (wanted or ["Take it on days 1, 3, 5 and 7.", "Then rest."])


def test_lines_of_markdown_and_code_are_pieces():
    text = "# Head. Two\n- one. and more\n- two\n\n```\nx = 1. Y = 2\n```\n| a | b. C |\n> said. so"
    assert texts(sentences(text)) == text.replace("\n\n", "\n").split("\n")


def test_a_wrapped_line_goes_on_and_keeps_its_negation():
    text = "This is a long line that somebody wrapped by hand and it is not\n5432 at all.\nNext"
    assert texts(sentences(text)) == [text[:-5], "Next"]


def test_a_numbered_item_keeps_its_number():
    assert texts(sentences("1. First. Then\n2. Second")) == ["1. First. Then", "2. Second"]


def test_a_long_piece_is_cut_at_a_space():
    text = "word " * 2_000
    pieces = sentences(text)
    assert all(len(piece.text) <= MAX_PIECE for piece in pieces)
    assert "".join(texts(pieces)).replace(" ", "") == "word" * 2_000
    assert all(piece.text.endswith("word") for piece in pieces)


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        (
            "We tried Redis, but it failed under load; use Postgres instead, not MySQL.",
            ["We tried Redis,", "but it failed under load;", "use Postgres instead, not MySQL."],
        ),
        ("If it fails, we retry, and we log it", None),
        ("not 5432, but 5433", None),
        ("Wir nehmen nicht 5432, sondern 5433", None),
        ("Take days 1, 3, 5 and 7", None),
        ('He said "stop, but wait; then go" twice', None),
        (
            "Do not use 5432, 5434 or 5435, because they are taken",
            ["Do not use 5432, 5434 or 5435,", "because they are taken"],
        ),
        ("我们试过 Redis，但是它很慢，不要用它", ["我们试过 Redis，", "但是它很慢，不要用它"]),
        ("如果失败，我们就重试", None),
        ("Redis를 써봤지만 느려서 포기했습니다", ["Redis를 써봤지만", "느려서 포기했습니다"]),
        ("試しましたが、5433にしました", ["試しましたが、", "5433にしました"]),
        ("Kami coba Redis, tapi terlalu lambat untuk kita", None),
    ],
)
def test_clauses_stand_alone(text, wanted):
    found = texts(clauses(text))
    if text.startswith("Kami"):
        wanted = ["Kami coba Redis,", "tapi terlalu lambat untuk kita"]
    assert found == (wanted or [text])


def test_clauses_of_a_piece_have_places_in_the_whole():
    text = "First one. We tried Redis, but it failed under load."
    piece = sentences(text)[1]
    assert clauses(piece)[1] == Piece(text="but it failed under load.", start=27, end=52)


@pytest.mark.parametrize(
    "unit",
    ["a", ". ", "`", '"', "(a", "a, but ", "http://", "- \n", "1. ", "not\n", "；", " ", "漢字，"],
)
def test_hostile_input_is_read_in_linear_time(unit):
    # Quadratic rules take minutes for these; the bound is on work done, not on a clock.
    text = unit * (60_000 // len(unit))
    for split in (sentences, clauses):
        pieces = split(text)
        assert sum(len(piece.text) for piece in pieces) <= len(text)
        assert all(len(piece.text) <= MAX_PIECE for piece in pieces)
