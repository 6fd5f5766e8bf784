"""Laws of the text package on any text, lone surrogates and control characters included."""

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from infold.text.analysis import MAX_TERM, analyze
from infold.text.containing import has_literal
from infold.text.filler import is_filler
from infold.text.kinds import STATEMENTS, Kind
from infold.text.language import detect
from infold.text.literals import literals
from infold.text.sentences import MAX_PIECE, clauses, sentences

_FRAGMENTS = """
We ruled out Redis 6.2|changed from 10 to 25|use 5433 instead of 5432|端口从5432改成5433
포트를 5432에서 5433으로 변경했습니다|ポートは5432ではなく5433です|bukan 5432 tapi 5433|not |。|，
nicht 5432, sondern 5433|`npm run build`|"quoted 30 s"|https://x.io/a?b=1|a@b.de|. |! |, but it |;
10.0.0.5|/etc/nginx/nginx.conf|on 3 March 2026 at 14:30|$1,250.00|INC-4821|1,000|```|`|(|ß|İ|ﬁ|①
½|👍|é|不|ない|않|1.|..|16.2|k|万|年
"""
FRAGMENTS = st.sampled_from(
    [part for line in _FRAGMENTS.strip("\n").split("\n") for part in line.split("|")]
    + ["\n", "\n\n", "\n- ", "\ud800", "\x00", "\u3000", "\u200b", "e\u0301", '"', "x" * 50]
)
ANY = st.one_of(
    st.text(st.characters(), max_size=200),
    st.lists(st.one_of(FRAGMENTS, st.text(st.characters(), max_size=8)), max_size=12).map("".join),
    st.lists(FRAGMENTS, max_size=10).map(" ".join),
)


@given(ANY)
def test_pieces_have_exact_places_and_leave_out_white_space_only(text):
    at = 0
    for piece in sentences(text):
        assert text[piece.start : piece.end] == piece.text
        assert text[at : piece.start].strip() == ""
        assert piece.text == piece.text.strip() != ""
        assert len(piece.text) <= MAX_PIECE
        at = piece.end
    assert text[at:].strip() == ""


@given(ANY)
def test_clauses_cover_their_sentence(text):
    for piece in sentences(text):
        parts = clauses(piece)
        assert all(text[part.start : part.end] == part.text for part in parts)
        assert (parts[0].start, parts[-1].end) == (piece.start, piece.end)
        for one, two in pairwise(parts):
            assert text[one.end : two.start].strip() == ""


@given(ANY)
def test_literals_have_exact_places_and_stand_in_their_text(text):
    found = literals(text)
    assert found == literals(text)
    for item in found:
        assert text[item.start : item.end] == item.text
        assert has_literal(text, item)
    plain = [i for i in found if i.kind not in STATEMENTS and i.kind is not Kind.QUOTE]
    assert all(one.end <= two.start for one, two in pairwise(plain))


@given(ANY, ANY)
def test_terms_of_two_texts_are_the_terms_of_each(one, two):
    assert analyze(f"{one} {two}") == analyze(one) + analyze(two)
    assert all(0 < len(term) <= MAX_TERM for term in analyze(one))
    # What is stored must be text that a database takes.
    "".join(analyze(one)).encode()


@given(ANY)
def test_case_changes_no_search(text):
    plain = "".join(char for char in text if char.isascii())
    words = [word for word in plain.split() if word.isalpha()]
    assert analyze(" ".join(words).upper()) == analyze(" ".join(words).lower())


@given(ANY)
def test_the_small_ones_never_fail(text):
    assert detect(text) in ("en", "zh", "ja", "ko", "id", "de", "other")
    assert is_filler(text) in (True, False)
    if is_filler(text):
        assert not any(char.isdigit() for char in text)
