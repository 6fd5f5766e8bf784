"""Since when and until when a text says that something is so."""

from __future__ import annotations

import pytest

from infold.memory.periods import read_period


@pytest.mark.parametrize(
    ("text", "since", "until"),
    [
        ("Lived in Oslo from 2015 to 2019", "2015-01-01", "2020-01-01"),
        ("in Oslo between March 2015 and May 2019", "2015-03-01", "2019-06-01"),
        ("here since 2020-03-15", "2020-03-15", None),
        ("until 3 May 2021 in Rome", None, "2021-05-04"),
        ("seit Januar 2021 in Köln", "2021-01-01", None),
        ("von 2015 bis 2019 in Köln", "2015-01-01", "2020-01-01"),
        ("sejak 3 Mei 2020 di Bandung", "2020-05-03", None),
        ("dari 2015 sampai 2019 di Bandung", "2015-01-01", "2020-01-01"),
        ("自2019年起住在上海", "2019-01-01", None),
        ("从2015年到2019年住在上海", "2015-01-01", "2020-01-01"),
        ("2021年3月から東京", "2021-03-01", None),
        ("2015年から2019年まで大阪", "2015-01-01", "2020-01-01"),
        ("2021년 3월부터 서울", "2021-03-01", None),
        ("2015년부터 2019년까지 부산", "2015-01-01", "2020-01-01"),
        ("Chef (2015-2019)", "2015-01-01", "2020-01-01"),
        ("until December 9999", None, None),
        ("from 2019 to 2015", None, None),
        ("since 2020-13-45", None, None),
        ("room 2019 is free", None, None),
        ("no time here", None, None),
    ],
)
def test_a_period_is_read(text: str, since: str | None, until: str | None) -> None:
    found = read_period(text)
    assert (found.since and found.since.date().isoformat()) == since
    assert (found.until and found.until.date().isoformat()) == until
    assert len(found.rest) == len(text)
    if since or until:
        assert found.rest != text
