"""What decides when messages graduate, what joins what, and how long a fold may be."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from infold.errors import ConfigError

__all__ = ["FoldPolicy"]


@dataclass(frozen=True, slots=True, kw_only=True)
class FoldPolicy:
    """How a chat is folded. Windows and bounds are in tokens, never in messages or clusters.

    Attributes:
        placement: `average`, the default strategy, or `classic`, the published reference.
        hot_high: Tokens of raw messages above which a block graduates.
        hot_low: Tokens that are left raw by then, as far as whole turns allow.
        cluster_tokens: A cluster takes no unit that would make it longer than this.
        strictness: How far above the conversation's own level of likeness two units must stand to
            be joined, in steps of its spread.
        near_bonus: Added to the likeness of a cluster whose last unit stands right before.
        near_tokens: Distance in tokens over which that bonus falls to half.
        ratio: Share of the sources' tokens that an extractive fold may take.
        least_tokens: Tokens that an extractive fold may take however short its sources are.
        most_tokens: Tokens that it may take however long they are.
        refresh_tokens: A model's fold is made anew when its unsummarised tokens reach this, or
            its own length if that is more.
        piece_tokens: Tokens of sources that a model is given at a time.
        classic_hot: Raw messages of the classic policy.
        classic_threshold: Its least similarity to join.
        classic_clusters: Its cap, above which the closest pair is merged.

    Raises:
        ConfigError: A bound that cannot be kept; all of them are named.
    """

    placement: Literal["average", "classic"] = "average"
    hot_high: int = 1500
    hot_low: int = 750
    cluster_tokens: int = 4000
    strictness: float = 2.0
    near_bonus: float = 0.5
    near_tokens: int = 1500
    ratio: float = 0.3
    least_tokens: int = 40
    most_tokens: int = 800
    refresh_tokens: int = 500
    piece_tokens: int = 3000
    classic_hot: int = 10
    classic_threshold: float = 0.15
    classic_clusters: int = 10

    def __post_init__(self) -> None:
        faults = []
        if not 0 <= self.hot_low <= self.hot_high or self.hot_high < 1:
            faults.append(
                f"hot_low {self.hot_low} and hot_high {self.hot_high} need 0 <= low <= high"
            )
        if not 0 < self.ratio <= 1:
            faults.append(f"ratio {self.ratio} is no share")
        faults += [
            f"{name} {getattr(self, name)} is below {least}"
            for name, least in (
                ("cluster_tokens", 1),
                ("near_tokens", 1),
                ("least_tokens", 1),
                ("most_tokens", 1),
                ("refresh_tokens", 1),
                ("piece_tokens", 100),
                ("classic_hot", 1),
                ("classic_clusters", 1),
            )
            if getattr(self, name) < least
        ]
        if faults:
            raise ConfigError(
                "The fold policy cannot be used: " + "; ".join(faults) + ".",
                hint="Give other values, or leave them out for the defaults.",
            )

    @classmethod
    def classic(cls) -> FoldPolicy:
        """The published reference: ten hot messages, TF-IDF, threshold 0.15, ten clusters."""
        return cls(placement="classic")
