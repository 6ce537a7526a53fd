"""What the commands that explain print: pages of plain text from values of the other rooms."""
