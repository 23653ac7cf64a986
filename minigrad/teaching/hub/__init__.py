"""A class at one address: handing out chapters, JupyterLab's setup, and deployment recipes.

`one_machine/` and `kubernetes/` are files for JupyterHub, with three places to edit each.
"""
