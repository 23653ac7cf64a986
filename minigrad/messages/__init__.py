"""What is said when something is wrong or left out: sentences, by name, in `catalog/`.

The ground floor: it imports nothing of the package.
"""
