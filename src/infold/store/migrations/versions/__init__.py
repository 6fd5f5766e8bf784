"""One module for each revision, in order of their numbers."""
