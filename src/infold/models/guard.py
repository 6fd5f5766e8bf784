"""One switch that keeps requests to real models from leaving the process.

Tests set `allow_requests` to False once, in their conftest; requests to this machine's loopback
addresses, where tests run servers of their own, still go through.
"""

from __future__ import annotations

import ipaddress

from infold.errors import ConfigError

__all__ = ["allow_requests", "is_loopback", "require_allowed"]

allow_requests = True
"""Set to False to refuse every request that would leave this machine."""


def is_loopback(host: str) -> bool:
    """True for `localhost` and the loopback addresses of IPv4 and IPv6."""
    if host.lower() == "localhost":
        return True
    try:
        return ipaddress.ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return False


def require_allowed(host: str) -> None:
    """Refuse a request to another machine while the switch is off.

    A `ConfigError` and no `ModelError`: code that carries on without a model must not hide it.

    Raises:
        ConfigError: `allow_requests` is False and `host` is another machine.
    """
    if not allow_requests and not is_loopback(host):
        raise ConfigError(
            f"A request to the model at {host} was stopped: requests are switched off.",
            hint="Use a ScriptedModel, or set infold.models.guard.allow_requests to True.",
        )
