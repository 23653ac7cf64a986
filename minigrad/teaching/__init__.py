"""Tools for lecturers: editions, exam, moodle, slides, site, grading, and hub. See README.md."""
