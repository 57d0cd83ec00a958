"""Tables from what is asked: designed, searched, changed by hand, and what to change where one is impossible."""
