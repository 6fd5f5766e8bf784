"""Other people's frameworks and stores."""
