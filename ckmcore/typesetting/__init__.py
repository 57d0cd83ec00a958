"""Pages of PDF, set by Typst in a process of their own: templates, fonts, heads of rows, reports."""
