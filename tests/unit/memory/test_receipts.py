"""Receipts: signed, kept as JSON, and refused where a letter was changed."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from infold.errors import UsageError
from infold.memory.receipts import EraseReceipt, is_genuine, receipt_from, signed

SECRET = b"the secret of a store"


def made() -> EraseReceipt:
    return signed(
        SECRET,
        EraseReceipt(
            id="z_1",
            kind="conversation",
            record="c_1",
            owner="o_1",
            stage="gone",
            hidden_at="2026-03-01T09:00:00+00:00",
            gone_at="2026-03-01T09:01:00+00:00",
            by="person",
            counts={"message": 2},
            copies=("export 내보내기.jsonl, 2026-02-01T00:00:00+00:00",),
            scan={"files": ["infold.db"], "bytes": 4096, "looked_for": 3},
        ),
    )


def test_a_receipt_comes_back_from_json_and_is_genuine() -> None:
    receipt = receipt_from(json.loads(json.dumps(made().data(), ensure_ascii=False)))
    assert receipt == made()
    assert is_genuine(SECRET, receipt)
    assert not is_genuine(b"another store", receipt)


@pytest.mark.parametrize(
    "change",
    [
        {"stage": "hidden"},
        {"counts": {"message": 1}},
        {"record": "c_2"},
        {"copies": ()},
        {"gone_at": ""},
        {"scan": {}},
    ],
)
def test_a_changed_receipt_is_not_genuine(change: dict[str, object]) -> None:
    assert not is_genuine(SECRET, replace(made(), **change))  # type: ignore[arg-type]  # as a forger would


@pytest.mark.parametrize(
    "data",
    [None, [], {}, {"form": "another"}, {**made().data(), "more": 1}, {**made().data(), "id": 3}],
)
def test_what_is_no_receipt_is_refused(data: object) -> None:
    with pytest.raises(UsageError):
        receipt_from(data)


def test_a_missing_field_is_refused() -> None:
    data = made().data()
    del data["signature"]
    with pytest.raises(UsageError):
        receipt_from(data)
