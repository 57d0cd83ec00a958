"""Sentences of the floor and the measures of sums. Code -> (English, German)."""

SENTENCES: dict[str, tuple[str, str]] = {
    "sum_floor_near": (
        "“{magnitude}”: in {count} sensitive {count:cell|cells} the largest contribution can be estimated to {p} % with P up to {found}; allowed is {limit}. Set a least noise of twice p, or combine categories.",
        "„{magnitude}“: In {count} {count:sensiblen Feld|sensiblen Feldern} lässt sich der größte Beitrag mit P bis {found} auf {p} % genau schätzen; zulässig ist {limit}. Setzen Sie eine Mindestüberlagerung vom Doppelten von p, oder fassen Sie zusammen.",
    ),
    "sum_floor_guess": (
        "“{magnitude}”: in {count} {count:cell|cells} of one contributor its value can be guessed to {p} % with P up to {found}; allowed is {limit}. Set a least noise, raise σ, or combine categories.",
        "„{magnitude}“: In {count} {count:Feld|Feldern} mit einem Beitragenden lässt sich dessen Wert mit P bis {found} auf {p} % genau raten; zulässig ist {limit}. Setzen Sie eine Mindestüberlagerung, erhöhen Sie σ, oder fassen Sie zusammen.",
    ),
    "sum_floor_narrow": (
        "“{magnitude}”: from all published sums together a reader who knows the parameters narrows {count} sensitive {count:cell|cells} to less than {p} % of the largest contribution, at worst to {found} %. Combine categories or leave out a breakdown.",
        "„{magnitude}“: Aus allen veröffentlichten Summen zusammen engt ein Leser, der die Parameter kennt, {count} {count:sensibles Feld|sensible Felder} auf weniger als {p} % des größten Beitrags ein, schlimmstenfalls auf {found} %. Fassen Sie zusammen, oder lassen Sie eine Gliederung weg.",
    ),
    "sum_floor_undecided": (
        "“{magnitude}”: the intervals of {count} sensitive {count:cell|cells} could not be decided in time. Give more seconds.",
        "„{magnitude}“: Die Intervalle von {count} {count:sensiblem Feld|sensiblen Feldern} ließen sich in der Zeit nicht entscheiden. Geben Sie mehr Sekunden.",
    ),
    "sum_floor_intervals_open": (
        "“{magnitude}” has negative values or weights: the intervals of linked tables are not judged.",
        "„{magnitude}“ hat negative Werte oder Gewichte: Die Intervalle verknüpfter Tabellen werden nicht beurteilt.",
    ),
    "sum_floor_difference": (
        "“{magnitude}”: in {count} {count:cell|cells} the difference from a smaller one gives a single contribution to {p} % with P up to {found}; allowed is {limit}. Leave one of the two out.",
        "„{magnitude}“: In {count} {count:Feld|Feldern} gibt die Differenz zu einem kleineren einen einzelnen Beitrag mit P bis {found} auf {p} % genau; zulässig ist {limit}. Lassen Sie eines von beiden weg.",
    ),
    "sum_floor_average": (
        "“{magnitude}”: the mean of {draws} publications gives a single contribution to {p} % with P up to {found} ({count} {count:cell|cells}); allowed is {limit}. Declare a level, so that the noise stays, or combine categories.",
        "„{magnitude}“: Der Mittelwert von {draws} Veröffentlichungen gibt einen einzelnen Beitrag mit P bis {found} auf {p} % genau ({count} {count:Feld|Felder}); zulässig ist {limit}. Erklären Sie das Merkmal zum Bestand, damit die Überlagerung bleibt, oder fassen Sie zusammen.",
    ),
    "sum_floor_growth": (
        "“{magnitude}”: with keys that stay, growth and ratios of single contributors are exact. Show them from {least} published contributors on only.",
        "„{magnitude}“: Mit gleichbleibenden Schlüsseln sind Veränderungen und Verhältnisse einzelner Beitragender genau. Zeigen Sie sie erst ab {least} ausgewiesenen Beitragenden.",
    ),
    "sum_floor_ordered": (
        "The rows of a perturbation table for sums rise with the key: a total tells the noise of its parts. Permute its keys.",
        "Die Zeilen einer Überlagerungstabelle für Wertsummen steigen mit dem Schlüssel: Eine Summe verrät die Überlagerung ihrer Teile. Ordnen Sie die Schlüssel um.",
    ),
    "mixed_signs": (
        "“{magnitude}”: in {count} {count:cell|cells} contributions cancel; noise does not protect them. Publish plus and minus apart.",
        "„{magnitude}“: In {count} {count:Feld|Feldern} heben sich Beiträge auf; dort schützt die Überlagerung nicht. Weisen Sie positive und negative Beiträge getrennt aus.",
    ),
    "sums_not_protected": (
        "Sums of “{magnitude}” are below the floor in {count} {count:cell|cells} and are not released. The list names cells and remedies.",
        "Die Summen von „{magnitude}“ liegen in {count} {count:Feld|Feldern} unter dem Mindestschutz und können so nicht eingereicht werden. Die Liste nennt Felder und Abhilfe.",
    ),
    "sum_floor_line": ("{rule}: {told}", "{rule}: {told}"),
}
