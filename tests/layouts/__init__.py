"""Random programs about tensors of any memory layout, and a plain model that says what they do."""
