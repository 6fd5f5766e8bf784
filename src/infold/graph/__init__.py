"""What a conversation's graph says by its structure: ancestors, atoms, turns and steps."""
