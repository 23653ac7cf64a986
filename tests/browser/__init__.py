"""Tests of the chapters and their explorers in a real browser (`make test-browser`)."""
