"""Grades for a class: chapters become an nbgrader course, in which their checks award points.

`assignments` writes the course, and nbgrader does the rest. Only its step that runs submitted code
is replaced: `nbgrader_plugin` gives each answer to `sandbox`, which runs `sandbox_worker` inside
Bubblewrap. `page` counts the results.
"""
