"""The figures of the documentation: `python -m bench NAME`."""
