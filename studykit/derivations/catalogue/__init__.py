"""The derivations, one file a topic."""
