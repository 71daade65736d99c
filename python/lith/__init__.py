"""Lith."""
