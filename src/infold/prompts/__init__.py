"""One module for each prompt: its id, the shape of its answer, its render function."""
