"""Finding the evidence for a question and laying a context out within a budget. No I/O."""
