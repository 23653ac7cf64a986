"""Tools for lecturers: editions, exam, slides, site, grading, hub. See README.md."""
