import json
import time

import pytest

from infold.formats.cursor import Cursor, raw_items
from infold.formats.items import Item, read_item


def items(text: str, piece: int = 1) -> list[Item]:
    pieces = (text[start : start + piece] for start in range(0, len(text), piece))
    return list(Cursor(pieces).items())


@pytest.mark.parametrize("piece", [1, 2, 3, 7, 1000])
def test_items_do_not_depend_on_how_the_text_is_cut(piece: int) -> None:
    values = ["a]}", 'b"\\[', {"k": [1, {"x": "}{"}]}, [], 12345, -1.5e3, True, None, "한\n", "\\"]
    text = json.dumps(values, indent=1)
    assert [item.value for item in items(text, piece)] == values
    assert json.loads("[" + ",".join(item.raw for item in items(text, piece)) + "]") == values


def test_items_know_their_lines() -> None:
    assert [(item.line, item.value) for item in items('[\n1,\n\n{"a":\n2}, 3\n]')] == [
        (2, 1),
        (4, {"a": 2}),
        (5, 3),
    ]


@pytest.mark.parametrize("piece", [1, 5, 1000])
def test_a_bad_item_does_not_hide_the_ones_after_it(piece: int) -> None:
    found = items('[{"a": 1}, {"a": oops, "b": [1, "]"]}, nope, {"c": 3}]', piece)
    assert [item.value for item in found] == [{"a": 1}, None, None, {"c": 3}]
    assert [bool(item.reason) for item in found] == [False, True, True, False]


@pytest.mark.parametrize("text", ['[{"a": 1}, {"b": "x', '[{"a": 1}, {"b": [1', '[{"a": 1},'])
def test_a_cut_array_gives_what_is_whole(text: str) -> None:
    found = items(text)
    assert found[0].value == {"a": 1}
    assert len(found) == 2
    assert found[1].last
    assert "cut off" in found[1].reason


def test_a_lone_surrogate_survives() -> None:
    assert items('["a\\ud800b"]')[0].value == "a\ud800b"


def test_deep_nesting_is_a_fault_and_no_crash() -> None:
    bomb = "[" * 100_000 + "]" * 100_000
    found = items(f"[1, {bomb}, 2]", 50_000)
    assert [item.value for item in found] == [1, None, 2]
    assert found[1].reason == "nested too deeply"
    assert read_item('{"a":' * 100_000).reason == "nested too deeply"


def test_a_long_string_takes_linear_time() -> None:
    def seconds(size: int) -> float:
        text = '["' + "a\\n" * size + '", 1]'
        pieces = [text[start : start + 65536] for start in range(0, len(text), 65536)]
        began = time.process_time()
        assert len(list(Cursor(iter(pieces)).items())) == 2
        return time.process_time() - began

    small = min(seconds(100_000) for _ in range(3))
    assert seconds(1_600_000) < 16 * 4 * small + 0.05


def test_members_of_a_cut_object_keep_what_is_whole() -> None:
    text = '{"id": "x", "messages": [{"a": 1},\n {"b": 2}, {"c": '
    found = {key: item.value for key, item in Cursor(iter((text,))).members() if key}
    assert found == {"id": "x", "messages": [{"a": 1}, {"b": 2}]}


def test_raw_items_are_the_texts_as_they_stand() -> None:
    text = '{"m": {"x": 1, "content" : [ {"k":  "v\\u00e9"},"a" , 2 ]}}'
    assert raw_items(text, "m", "content") == ('{"k":  "v\\u00e9"}', '"a"', "2")
    assert raw_items(text, "m", "x") == ()
    assert raw_items(text, "nothing") == ()
    assert raw_items("[1]", "m") == ()


@pytest.mark.parametrize("text", ["", "{", '{"a" 1}', "nul"])
def test_what_is_no_json_says_so(text: str) -> None:
    assert read_item(text).reason.startswith("no JSON")


def test_a_number_that_is_too_long_is_named() -> None:
    item = read_item('{"n": ' + "1" * 5000 + "}")
    assert item.reason == "a whole number of over 4,300 digits"


def test_members_of_an_object_cut_anywhere_give_a_reason_and_never_fail():
    whole = '{"role": "user", "content": ["안녕", {"a": 1.5}], "n": -2e3, "t": true, "u"}'
    for end in range(1, len(whole) + 1):
        for tail in ("", ":", " \n", ": ", ",", "\x10"):
            found = list(Cursor(iter((whole[:end] + tail,))).members())
            assert any(reason for *_, reason in found), whole[:end] + tail
