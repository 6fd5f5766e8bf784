"""The worker: runs jobs off the critical path, in a thread or a process of its own."""
