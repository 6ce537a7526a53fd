"""Arista EOS."""
