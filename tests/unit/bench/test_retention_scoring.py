"""Whether a context holds the evidence, by hand-made contexts in several languages."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from bench.retention import scoring
from bench.retention.scoring import View, answer_words, hit, marks_current, replaced
from bench.retention.values import Question, Turn
from bench.retention.words import count_tokens, cut, words

OLD = "The timeout of the billing gateway is 20 seconds."
NEW = "Scratch that, the timeout of the billing gateway is 30 seconds now."


def turn(text: str) -> Turn:
    return Turn(
        role="user", speaker="Ana", text=text, at=datetime(2026, 1, 5, tzinfo=UTC), when="5 January"
    )


TURNS = [turn(OLD), turn(NEW)]
CORRECTED = Question(
    id="q", text="What is the timeout of the billing gateway?", category="corrected",
    evidence=(1,), answers=("30",), stale=("20",), stale_at=(0,),
)  # fmt: skip


# ------------------------------------------------------------------ tokens and words


@pytest.mark.parametrize(
    ("text", "tokens"),
    [
        ("", 0),
        ("port 5433", 2),
        ("configuration", 3),  # six letters a token
        ("a_b", 3),
        ("端口是5433。", 5),
        ("포트는 5433", 4),
        ("café!", 2),
    ],
)
def test_tokens_follow_the_rule(text: str, tokens: int) -> None:
    assert count_tokens(text) == tokens


def test_what_is_over_the_budget_is_cut_off() -> None:
    assert cut("one two, three", 3) == "one two, "
    assert cut("one", 3) == "one"
    assert cut("端口是5433", 2) == "端口"


def test_words_are_lower_case_and_cjk_goes_by_characters() -> None:
    assert words("Port 5433, 端口は Été") == ("port", "5433", "端", "口", "は", "été")


# ------------------------------------------------------------------ turns


def test_a_turn_stands_in_one_line_or_not_at_all() -> None:
    assert View(f"[5 January] Ana: {OLD}").holds_turn(OLD)
    assert not View(OLD.replace(" of the", " of\nthe")).holds_turn(OLD)


def test_nine_in_ten_trigrams_are_enough() -> None:
    text = " ".join(f"w{n}" for n in range(22))  # 20 trigrams
    two_lost = text.removesuffix(" w21").removesuffix(" w20")
    assert View(two_lost).holds_turn(text)
    assert not View(two_lost.removesuffix(" w19")).holds_turn(text)


def test_short_turns_must_stand_as_they_are() -> None:
    view = View("Ana: Yes please, do")
    assert view.holds_turn("Yes, please!")
    assert view.holds_turn("yes")
    assert not view.holds_turn("please yes")
    assert not view.holds_turn("…")


# ------------------------------------------------------------------ facts


def test_an_answer_needs_two_more_words_of_its_turn() -> None:
    assert View("billing gateway: 30").holds_fact("30", NEW)
    assert not View("30 percent of the users").holds_fact("30", NEW)
    assert not View("billing gateway: 300").holds_fact("30", NEW)


def test_an_answer_and_its_turn_must_be_within_three_sentences() -> None:
    near = "The billing gateway. It is slow. Say 30."
    assert View(near).holds_fact("30", NEW)
    assert not View(near.replace("It is slow.", "It is slow. Very.")).holds_fact("30", NEW)


@pytest.mark.parametrize(
    ("evidence", "context", "answer"),
    [
        ("支付服务监听端口5433。", "支付：端口5433", "5433"),
        ("決済サービスのポートは5433です。", "決済 ポート 5433", "5433"),
        ("결제 서비스의 포트는 5433입니다.", "결제 포트 5433", "5433"),
        ("Layanan pembayaran memakai port 5433.", "layanan port 5433", "5433"),
        ("Der Dienst lauscht fürs Büro auf Port 5433.", "Dienst Büro 5433", "5433"),
    ],
)
def test_facts_are_found_in_all_languages(evidence: str, context: str, answer: str) -> None:
    assert View(context).holds_fact(answer, evidence)
    assert not View(context.replace("5433", "5432")).holds_fact(answer, evidence)


def test_a_turn_that_states_no_answer_must_be_there_itself() -> None:
    turns = [turn(OLD), turn("Make it 30.")]
    asked = Question(id="q", text="?", category="c", evidence=(0, 1), answers=("30",))
    assert hit(asked, turns, View(f"{OLD}\nMake it 30."), by_turns=False)
    assert not hit(asked, turns, View("Make it 30."), by_turns=False)


def test_only_turns_count_where_answers_are_worded_otherwise() -> None:
    part = View("billing gateway: 30 seconds")
    assert hit(CORRECTED, TURNS, part, by_turns=False)
    assert not hit(CORRECTED, TURNS, part, by_turns=True)


def test_a_line_with_answer_and_keys_counts_for_the_evidence() -> None:
    view = View("gate for Kesdal moved to AB-1234")
    asked = Question(
        id="q", text="?", category="c", evidence=(0,), answers=("AB-1234",), keys=("Kesdal",)
    )
    turns = [turn("Kesdal 的登机口是 AB-1234。")]
    assert hit(asked, turns, view, by_turns=False)
    assert not hit(asked, turns, View("gate moved to AB-1234"), by_turns=False)


def test_answer_words_may_stand_anywhere() -> None:
    assert answer_words(["Ana Brandt, 7 May"], View("Ana\nMay 7")) == 0.75
    assert answer_words(["是"], View("")) == 1.0


# ------------------------------------------------------------------ replaced values


@pytest.mark.parametrize(
    ("lines", "state", "misleads"),
    [
        ([NEW], scoring.CLEAN, False),
        ([], scoring.ABSENT, False),
        ([OLD, NEW], scoring.DATED, False),
        ([NEW, OLD], scoring.MISORDERED, True),
        ([OLD], scoring.OLD_ONLY, True),
        ([f"{OLD} (superseded)"], scoring.OLD_MARKED, False),
        ([NEW, f"{OLD} (replaced by 30 seconds of 6 January)"], scoring.CLEAN, False),
        ([NEW, f"{OLD} (no longer current)"], scoring.MARKED, False),
        (["The timeout of the billing gateway went from 20 to 30."], scoring.CLEAN, False),
    ],
)
def test_how_a_replaced_value_is_shown(lines: list[str], state: str, misleads: bool) -> None:
    view = View("\n".join(lines))
    found = hit(CORRECTED, TURNS, view, by_turns=False)
    shown = replaced(CORRECTED, TURNS, view, found=found)
    assert (shown.state, shown.misleads) == (state, misleads)


def test_lines_and_marks_are_counted() -> None:
    view = View(f"{OLD}\n{OLD} (outdated)\n{NEW}")
    shown = replaced(CORRECTED, TURNS, view, found=True)
    assert (shown.shown, shown.marked) == (2, 1)


def test_a_mark_on_the_value_in_force_is_seen() -> None:
    assert marks_current(CORRECTED, TURNS, View(f"{NEW} (outdated)"))
    assert not marks_current(CORRECTED, TURNS, View(f"{NEW}\n{OLD} (outdated)"))


def test_a_mark_that_names_the_new_value_is_no_statement_of_it() -> None:
    view = View(f"[5 January] Ana: {OLD} [replaced by 30 seconds, 6 Jan]\n[6 January] Ana: {NEW}")
    found = replaced(CORRECTED, TURNS, view, found=True)
    assert (found.state, found.shown, found.marked) == (scoring.MARKED, 1, 1)
