"""Values: messages, graphs, folds, scopes, ids, tokens and clocks. No I/O."""
