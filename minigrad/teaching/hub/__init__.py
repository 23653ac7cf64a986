"""JupyterHub for a class: handing out chapters, configuring JupyterLab, and deployment recipes.

`one_machine/` and `kubernetes/` contain JupyterHub files, each with three places to edit.
"""
