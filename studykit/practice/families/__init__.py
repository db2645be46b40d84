"""The families of problems, one file a topic. Each file lists its own in `FAMILIES`."""
