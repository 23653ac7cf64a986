"""Error and warning messages, looked up by name in `catalog/`.

This is the lowest layer: it imports nothing from the package.
"""
