"""Sentences on the dictionary, derived dimensions, periods and their breaks. Code -> (English, German)."""

SENTENCES: dict[str, tuple[str, str]] = {
    "derived_name_taken": (
        "A derived dimension cannot be called “{variable}”: the data have a variable of that name. Choose another name.",
        "Ein abgeleitetes Gliederungsmerkmal kann nicht „{variable}“ heißen: Die Daten haben ein Merkmal dieses Namens. Wählen Sie einen anderen Namen.",
    ),
    "class_bounds": (
        "Bound {place} of the classes (“{value}”) is no number above the one before it. Write ascending numbers, for example 18 30 65.",
        "Grenze {place} der Klassen („{value}“) ist keine Zahl über der vorigen. Schreiben Sie aufsteigende Zahlen, zum Beispiel 18 30 65.",
    ),
    "group_code_twice": (
        "The code “{item}” is in the groups “{first}” and “{second}”. A code belongs to one group.",
        "Der Code „{item}“ steht in den Gruppen „{first}“ und „{second}“. Ein Code gehört zu einer Gruppe.",
    ),
}
