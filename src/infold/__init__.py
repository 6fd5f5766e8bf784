"""Infold: a memory engine for programs that talk to language models."""

__version__ = "0.1.0"
