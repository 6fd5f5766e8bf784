"""What can be said about an endpoint before a request is made."""

from __future__ import annotations

import pytest

from infold.errors import ConfigError
from infold.models import guard
from infold.models.openai_compatible import OpenAICompatible


@pytest.mark.parametrize(
    "address",
    ["", "localhost:11434/v1", "ftp://host/v1", "http://", "http://[::1", "https://host:port/v1"],
)
def test_an_address_that_is_none_is_refused(address: str) -> None:
    with pytest.raises(ConfigError, match="address") as caught:
        OpenAICompatible("m", base_url=address)
    assert "http://localhost:11434/v1" in caught.value.hint


def test_a_password_in_the_address_is_refused_and_not_shown() -> None:
    with pytest.raises(ConfigError) as caught:
        OpenAICompatible("m", base_url="https://user:canary@host/v1")
    assert "canary" not in str(caught.value)


@pytest.mark.parametrize("key", ["sk-canary\nX-Other: 1", "sk-canary-é", "sk-canary\x00"])
def test_a_key_that_no_header_can_carry_is_refused_and_not_shown(key: str) -> None:
    with pytest.raises(ConfigError) as caught:
        OpenAICompatible("m", api_key=key)
    assert "canary" not in str(caught.value)


def test_white_space_around_a_key_is_dropped() -> None:
    assert OpenAICompatible("m", api_key=" sk-1\n")._key == "sk-1"


@pytest.mark.parametrize(
    "arguments", [{"model": ""}, {"timeout": 0.0}, {"timeout": -1.0}, {"max_retries": -1}]
)
def test_other_arguments_are_checked(arguments: dict[str, object]) -> None:
    with pytest.raises(ConfigError):
        OpenAICompatible(**({"model": "m"} | arguments))  # type: ignore[arg-type] # wrong on purpose


def test_repr_shows_where_and_what_but_no_query() -> None:
    model = OpenAICompatible("m", base_url="https://host:8443/v1?token=canary", api_key="canary")
    assert repr(model) == "OpenAICompatible('m', base_url='https://host:8443/v1')"
    assert model.model == "m"


@pytest.mark.parametrize(
    "host", ["localhost", "LOCALHOST", "127.0.0.1", "127.8.8.8", "::1", "[::1]"]
)
def test_loopback(host: str) -> None:
    assert guard.is_loopback(host)


@pytest.mark.parametrize("host", ["api.openai.com", "10.0.0.1", "localhost.example", "", "0.0.0.0"])
def test_not_loopback(host: str) -> None:
    assert not guard.is_loopback(host)
