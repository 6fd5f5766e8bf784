"""What a conversation offers for what stands on its messages: versions, settings, materials."""

from __future__ import annotations

from infold.core.materials import Material
from infold.core.messages import Message
from infold.core.settings import AWAY, Setting
from infold.engine.asking_chat import AskingChat


class NodeChat(AskingChat):
    """The part of `Chat` that sets what stands on messages."""

    # ------------------------------------------------------------ versions and settings

    def versions(self, message: str | Message) -> list[Message]:
        """A message and its versions, by position: answers of one question, and edits in place."""
        from infold.engine.node_editing import versions_of
        from infold.engine.steps import require

        at = self._message(message)
        with self._memory.store.read() as reader:
            row = require(reader, self.scope, self.id)
            return versions_of(reader, self.scope, row, at)

    def activate(self, version: str | Message) -> None:
        """Show a version wherever one of its siblings stands: one step.

        What stands below goes on from it, and its answers are stale until they are given again.

        Raises:
            NotFound: No such message.
            UsageError: It has no other versions.
        """
        self._nodes().activate(self._message(version).id)

    def pin_model(self, message: str | Message | None, model: str) -> None:
        """Have a model of a name answer below a message, or everywhere: one step.

        Args:
            message: The message; None for the whole conversation.
            model: Its name; empty to take the pin off. What is pinned nearest above counts. It may
                be one that no setting names: an endpoint is asked for it when it has to answer.

        Raises:
            NotFound: No such message.
            UsageError: No model can have such a name.
        """
        at = self._message(message).id if message is not None else ""
        self._nodes().pin_model(at, model)

    def set_role(
        self, message: str | Message, prompt: str, *, alone: bool = False
    ) -> Message | None:
        """Put a role prompt on a message: it counts there and below. One step.

        Args:
            message: The message before which it stands.
            prompt: Its text; empty to take it off.
            alone: Whether it takes the place of the role prompts above. Else they add up.

        Returns:
            The prompt as a message of its own; None where it was taken off.

        Raises:
            NotFound: No such message.
        """
        return self._nodes().set_role(self._message(message).id, prompt, alone=alone)

    def settings(self) -> list[Setting]:
        """What is set on messages and on the conversation: models, passages, versions, roles."""
        with self._memory.store.read() as reader:
            found = reader.settings(self.scope, self.id)
        return [one for _, one in found if one.name != AWAY]

    # ------------------------------------------------------------ materials

    def add_material(
        self, data: bytes | str, *, name: str, at: str | Message | None = None
    ) -> Material:
        """Keep a document beside the conversation and put it in: one step.

        Args:
            data: Its bytes, or a text. Texts, Markdown, PDFs with text and images can be read.
            name: As people call it, such as `contract.pdf`.
            at: The message at which it is put in, for it and all below; everywhere by default.

        Returns:
            The material. The same document under the same name is kept once.

        Raises:
            FormatError: It cannot be read; the error says why.
            UsageError: It is empty.
            NotFound: No such message.
        """
        from infold.engine import material_adding

        where = self._message(at).id if at is not None else ""
        given = data.encode() if isinstance(data, str) else data
        return material_adding.add(self._memory, self.scope, self.id, given, name, where)

    def materials(self) -> list[Material]:
        """The documents that are kept beside the conversation, in the order of their coming."""
        with self._memory.store.read() as reader:
            return reader.materials(self.scope, self.id)

    def include(self, material: str | Material, *, at: str | Message | None = None) -> None:
        """Put a material in at a message and below it, or everywhere: one step.

        Args:
            material: The material, its id or its name.
            at: The message; everywhere by default. What is said nearest above counts.

        Raises:
            NotFound: No such material or message.
        """
        self._put(material, at, "in")

    def exclude(self, material: str | Material, *, at: str | Message | None = None) -> None:
        """Take a material out at a message and below it, or everywhere: one step.

        Args:
            material: As for `include`.
            at: As for `include`.

        Raises:
            NotFound: No such material or message.
        """
        self._put(material, at, "out")

    def _put(self, material: str | Material, at: str | Message | None, value: str) -> None:
        from infold.engine import material_adding

        name = material if isinstance(material, str) else material.id
        where = self._message(at).id if at is not None else ""
        material_adding.put(self._memory, self.scope, self.id, name, where, value)
