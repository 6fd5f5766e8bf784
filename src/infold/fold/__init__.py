"""Folding a running chat: hot window, forest of clusters, extractive folds."""
