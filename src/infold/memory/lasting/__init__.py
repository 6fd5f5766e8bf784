"""What is lasting in what somebody says of himself, by the words of a language."""
