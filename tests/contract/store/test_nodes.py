"""Settings, materials, quotes and how answers were asked: kept, found, and of one scope."""

from __future__ import annotations

from typing import Any

import pytest

from infold.core.materials import Material
from infold.core.scope import Scope
from infold.core.settings import Asked
from infold.errors import NotFound
from infold.store.protocol import Store, WireRow, Writer

ALICE, BOB = Scope(user="alice"), Scope(user="bob")


def names(store: Store, scope: Scope = ALICE) -> list[tuple[int, str, str, str]]:
    with store.read() as reader:
        found = reader.settings(scope, "c")
    return [(position, one.message, one.name, one.value) for position, one in found]


def test_a_setting_is_set_replaced_and_taken_off(make: Any, store: Store) -> None:
    make.add_chain(store, ALICE, "c", ("a", "b"))
    with store.read() as reader:
        ids = [message.id for message in reader.messages(ALICE, "c")]
    store.write(lambda w: w.set_setting(ALICE, "c", 1, "model", "m-1"))
    store.write(lambda w: w.set_setting(ALICE, "c", -1, "model", "모델 二"))
    store.write(lambda w: w.set_setting(ALICE, "c", 1, "model", "m-2"))
    assert names(store) == [(-1, "", "model", "모델 二"), (1, ids[1], "model", "m-2")]
    store.write(lambda w: w.set_setting(ALICE, "c", 1, "model", ""))
    store.write(lambda w: w.set_setting(ALICE, "c", 0, "none", ""))
    assert names(store) == [(-1, "", "model", "모델 二")]
    assert names(store, BOB) == []
    with pytest.raises(NotFound):
        store.write(lambda w: w.set_setting(BOB, "c", 0, "model", "x"))


def test_what_every_context_reads_of_settings_is_in_its_state(make: Any, store: Store) -> None:
    make.add_chain(store, ALICE, "c", ("a", "b", "c"))
    with store.read() as reader:
        ids = [message.id for message in reader.messages(ALICE, "c")]

    def command(writer: Writer) -> None:
        writer.set_setting(ALICE, "c", 0, "shown_as", ids[2])
        writer.set_setting(ALICE, "c", 1, "passage", f"{ids[0]} 0 1 4")
        writer.set_setting(ALICE, "c", 1, "role", ids[0])
        writer.set_setting(ALICE, "c", 1, "model", "m-1")
        writer.set_setting(ALICE, "c", 2, "shown_as", "m_gone")

    store.write(command)
    with store.read() as reader:
        state = reader.graph_state(ALICE, "c")
    assert (state.versions, state.passages, state.roles) == (((0, 2),), ((1, 0),), ((1, 0),))
    assert state.alone == ()


def test_quotes_that_are_not_cut_are_listed(make: Any, store: Store) -> None:
    make.add_chain(store, ALICE, "c", ("a", "b", "c"))
    wires = [
        WireRow(parent=0, child=2, kind="reference", chain=True),
        WireRow(parent=0, child=1, kind="reference"),
    ]
    store.write(lambda w: w.add_wires(ALICE, "c", wires))
    with store.read() as reader:
        assert reader.references(ALICE, "c") == [(0, 1, False), (0, 2, True)]
        assert reader.parents(ALICE, "c", 2) == [1]
        assert reader.parents(ALICE, "c", 0) == []
    cut = {"kind": "reference", "cut": True, "chain": False}
    store.write(lambda w: w.set_wire(ALICE, "c", 0, 1, **cut))
    with store.read() as reader:
        assert reader.references(ALICE, "c") == [(0, 2, True)]
        assert reader.references(BOB, "c") == []


def test_materials_are_numbered_and_kept_once(make: Any, store: Store) -> None:
    make.add_chain(store, ALICE, "c", ("a",))
    one = Material(
        id="d_1",
        name="潮.md",
        media_type="text/markdown",
        digest="x",
        pages=("é", "\ud800"),
        tokens=2,
    )
    two = Material(id="d_2", name="b", media_type="image/png", digest="y", tokens=800)
    store.write(lambda w: w.add_materials(ALICE, "c", [one]))
    made = store.write(lambda w: w.add_materials(ALICE, "c", [two, one]))
    assert [(each.id, each.number) for each in made] == [("d_2", 2), ("d_1", 1)]
    with store.read() as reader:
        assert reader.materials(ALICE, "c") == [one, two]
        assert reader.materials(BOB, "c") == []


def test_how_an_answer_was_asked_comes_back(make: Any, store: Store) -> None:
    make.add_chain(store, ALICE, "c", ("a", "b"))
    with store.read() as reader:
        ids = [message.id for message in reader.messages(ALICE, "c")]
    asked = Asked(
        message=ids[1], model="m", prompt="p", upstream="u", views=("v_1",), input_tokens=7
    )
    store.write(lambda w: w.add_asked(ALICE, "c", [(1, asked)]))
    with store.read() as reader:
        assert reader.asked(ALICE, "c") == [(1, asked)]
        assert reader.asked(BOB, "c") == []
