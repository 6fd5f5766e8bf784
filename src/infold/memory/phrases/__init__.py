"""Ways in which people say things about themselves, one module a language."""
