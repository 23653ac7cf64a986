"""JupyterHub for a class: handing out chapters, configuring JupyterLab, and deployment recipes.

`one_machine/` and `kubernetes/` are files for JupyterHub, with three places to edit each.
"""
