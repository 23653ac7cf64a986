"""Grades for a class: chapters become an nbgrader course, in which their checks award points.

`assignments` writes the course. `nbgrader_plugin` contains the code that nbgrader runs, and no
other file imports nbgrader. `sandbox` runs `sandbox_worker` in a separate process for each answer.
`gradebook` and `page` make the lecturer's grades page.
"""
