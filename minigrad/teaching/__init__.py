"""Tools for lecturers: editions, exam, slides, site, grading, and hub. See README.md."""
