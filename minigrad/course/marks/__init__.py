"""Marks for a class: chapters become an nbgrader course, and its judges give the points.

`edition` writes the course, `in_nbgrader` is what nbgrader runs, and the one file that imports it.
An answer runs `apart`, in a process of its own: what happens there is in `inside`. `gradebook` and
`page` make the lecturer's page of what came out.
"""
