"""A class on one address: chapters handed out, JupyterLab set up as `make lab` does, recipes.

`one_machine/` and `kubernetes/` are files for JupyterHub, with three places to edit each.
"""
