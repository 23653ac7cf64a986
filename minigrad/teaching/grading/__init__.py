"""Grades for a class: chapters become an nbgrader course, and their checks award the points.

`assignments` writes the course. `nbgrader_plugin` is the code that nbgrader runs, and the only file
that imports nbgrader. `sandbox` runs `sandbox_worker` in a separate process for each answer.
`gradebook` and `page` make the lecturer's grades page.
"""
