"""Pure text work: language, search terms, sentences, literals with their status, similarity."""
