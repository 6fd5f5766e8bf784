"""Use cases: the only place where the domain, the store and the models meet."""
