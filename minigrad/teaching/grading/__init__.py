"""Grades for a class: chapters become an nbgrader course, and their checks award the points.

`assignments` writes the course. `nbgrader_plugin` is the code that nbgrader runs, and the only file
that imports nbgrader. `sandbox` runs each answer in a process of its own, with `sandbox_worker`
inside. `gradebook` and `page` make the lecturer's page of grades.
"""
