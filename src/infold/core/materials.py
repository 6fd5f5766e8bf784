"""Materials: documents that stand beside a conversation and are read with it."""

from __future__ import annotations

from dataclasses import dataclass, field

__all__ = ["Material"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Material:
    """A document of a conversation: a text, Markdown, a PDF or an image.

    Attributes:
        name: For people, such as `contract.pdf`.
        media_type: Such as `text/markdown`.
        digest: SHA-256 (hex) of its bytes, which the store keeps.
        pages: Its text: of a PDF a text for each page, else one; none of an image.
        tokens: Of all pages.
        id: Minted by the store; empty before.
        number: Of the material in its conversation, from 1; 0 before.
    """

    name: str
    media_type: str
    digest: str
    pages: tuple[str, ...] = ()
    tokens: int = 0
    id: str = field(default="", compare=False)
    number: int = field(default=0, compare=False)

    @property
    def is_image(self) -> bool:
        """Whether it is shown as a reference alone."""
        return self.media_type.startswith("image/")
