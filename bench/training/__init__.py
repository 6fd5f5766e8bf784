"""Training of the ranking's weights: lists of candidates, a regression over them, a judgement."""
