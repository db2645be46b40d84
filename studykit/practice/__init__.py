"""Generated problems and their known mistakes. `catalogue` lists them without loading NumPy or any family."""
