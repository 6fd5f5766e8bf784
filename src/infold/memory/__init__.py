"""Long-term memory: validity, decay, retention, merging, sweep and erasure plans; all pure."""
