"""What all CLI texts have in common: un-prompt, scan by a mode table, match with TTP, doubt the unknown.

Four steps, each of them usable alone::

    transcript = unprompt(text)              # lines with their true line numbers and columns
    scan = scan_lines(transcript.lines, table)   # sections and statements
    records = match(os, pairs)               # (mode, text) -> Record or None
    doubts(table, scan, records)             # statements that look misspelt, invented or foreign
"""
