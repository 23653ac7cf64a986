"""What runs the series: `python -m minigrad.course lab` opens it, `status` and `reset` keep it."""
