"""What nobody can read, and what only looks so."""

from __future__ import annotations

import base64
import random

import pytest

from infold.text.ciphers import is_cipher

RANDOM = random.Random(7).randbytes(400)


@pytest.mark.parametrize(
    "text",
    [
        "gAAAAA" + base64.urlsafe_b64encode(RANDOM[:90]).decode(),
        base64.b64encode(RANDOM).decode() + "\n",
        base64.encodebytes(RANDOM).decode(),
        base64.b64encode(RANDOM[:36]).decode(),
        "-----BEGIN PGP MESSAGE-----\n\nhQEMA3\n=aB1c\n-----END PGP MESSAGE-----\n",
    ],
)
def test_a_block_of_ciphertext_is_none_to_read(text: str) -> None:
    assert is_cipher(text)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "The port is 5433 and the budget 900 EUR; the launch moved to 14 May 2026, as Ben said.",
        "The token is " + base64.b64encode(RANDOM).decode(),
        "3f2504e04f8941d39a0c0305e82c33013f2504e04f8941d39a0c0305e82c3301",
        "数据库端口是5433，预算是900欧元。" * 4,
        "데이터베이스 포트는 5433이고 예산은 900유로입니다. " * 3,
        "Port=5433\nBudget=900\nOwner=Ben\nLaunch=May14\nHost=db1\nRegion=eu1\nTeam=ops",
        "src/infold/text/ciphers/and/other/paths/that/are/long/enough/to/look/like/Base64",
    ],
)
def test_what_can_be_read_is_no_cipher(text: str) -> None:
    assert not is_cipher(text)
