"""Sentences of the floor and the measures of sums. Code -> (English, German)."""

SENTENCES: dict[str, tuple[str, str]] = {
    "quantile_extreme": (
        "Minimum and maximum belong to single records, and so do quantiles near them ({q}). Choose 5 % to 95 %.",
        "Minimum und Maximum sind Werte Einzelner, und Quantile nahe daran auch ({q}). Wählen Sie 5 % bis 95 %.",
    ),
    "quantile_classes": (
        "The edges of classes must ascend, and only the last class may be open: {found}. Correct the list.",
        "Die Grenzen von Klassen müssen aufsteigen, und nur die letzte Klasse darf offen sein: {found}. Berichtigen Sie die Liste.",
    ),
    "quantile_no_classes": (
        "“{magnitude}” has no classes. Define them under Data; on the command line --classes names them.",
        "„{magnitude}“ hat keine Klassen. Legen Sie sie unter Daten fest; auf der Kommandozeile nennt sie --classes.",
    ),
    "quantile_too_uncertain": (
        "{value}: in {count} {count:cell|cells} the classes are too fine for the noise. Widen them to {width} under Data.",
        "{value}: In {count} {count:Feld|Feldern} sind die Klassen zu fein für die Überlagerung. Fassen Sie sie unter Daten auf {width} zusammen.",
    ),
    "quantile_few_beyond": (
        "{value}: in {count} {count:cell|cells} it lies in an open class, or fewer than {least} {least:record lies|records lie} beyond. Close the last class, or combine categories.",
        "{value}: In {count} {count:Feld|Feldern} liegt er in einer offenen Klasse, oder jenseits {least:liegt|liegen} weniger als {least} {least:Fall|Fälle}. Schließen Sie die letzte Klasse, oder fassen Sie Ausprägungen zusammen.",
    ),
    "class_unknown": (
        "“{magnitude}” has no class {found} (any more). Take the value out and add the distribution again.",
        "„{magnitude}“ hat keine Klasse {found} (mehr). Nehmen Sie den Wert heraus, und fügen Sie die Verteilung neu ein.",
    ),
    "values_outside_classes": (
        "{count} {count:record has|records have} a value of “{magnitude}” outside all classes and would be missing in distribution and median. Widen the classes under Data, or open the last one with a plus.",
        "{count} {count:Datensatz hat|Datensätze haben} bei „{magnitude}“ einen Wert außerhalb aller Klassen und würden in Verteilung und Median fehlen. Erweitern Sie die Klassen unter Daten, oder öffnen Sie die letzte mit einem Plus.",
    ),
    "remark_mean_valid": (
        "Mean: published sum divided by the published number of records with a value.",
        "Mittelwert: veröffentlichte Summe durch veröffentlichte Zahl der Fälle mit Angabe.",
    ),
    "remark_mean_contributors": (
        "Mean: published sum divided by the published number of contributors.",
        "Mittelwert: veröffentlichte Summe durch veröffentlichte Zahl der Fälle mit Betrag.",
    ),
    "remark_quantile": (
        "Medians and quantiles of “{magnitude}”: interpolated from published classes ({classes}).",
        "Mediane und Quantile von „{magnitude}“: aus veröffentlichten Klassen interpoliert ({classes}).",
    ),
    "sign_quantile_few": (
        "in an open class, or fewer than {least} {least:record|records} beyond",
        "in offener Klasse, oder jenseits {least:liegt|liegen} weniger als {least} {least:Fall|Fälle}",
    ),
    "sign_quantile_uncertain": (
        "too few records in the class, the figure would be too uncertain",
        "zu wenige Fälle in der Klasse, Zahl zu unsicher",
    ),
    "sign_of_quantiles": (
        "{meaning}; of medians and quantiles: {quantile}",
        "{meaning}; bei Medianen und Quantilen: {quantile}",
    ),
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
    "sums_below_floor": (
        "The sums of this table are below the floor of protection (rules {rules}) and cannot be handed in. Combine categories, or raise the least noise; which cells they are only the methodologist is told, who judges the floor.",
        "Die Summen dieser Tabelle liegen unter dem Mindestschutz (Regeln {rules}) und können so nicht eingereicht werden. Fassen Sie Ausprägungen zusammen, oder erhöhen Sie die Mindestüberlagerung; welche Felder es sind, erfährt nur die Methodik, die den Mindestschutz beurteilt.",
    ),
    "check_sums": (
        "The floor of sums holds with p = {p} %, together with what is out of this period.",
        "Der Mindestschutz der Summen ist mit p = {p} % eingehalten, zusammen mit dem, was aus diesem Zeitraum schon freigegeben ist.",
    ),
    "check_sums_open": (
        "The floor of sums does not hold (rules {rules}): they may not be called protected. Ask the methodologist.",
        "Der Mindestschutz der Summen ist nicht eingehalten (Regeln {rules}): Sie dürfen nicht geschützt heißen. Fragen Sie die Methodik.",
    ),
    "check_sums_undecided": (
        "Whether the floor of sums holds was not decided in time. Ask the methodologist.",
        "Ob der Mindestschutz der Summen eingehalten ist, war in der Zeit nicht zu entscheiden. Fragen Sie die Methodik.",
    ),
    "sums_not_protected": (
        "Sums of “{magnitude}” are below the floor in {count} {count:cell|cells} and are not released. The list names cells and remedies.",
        "Die Summen von „{magnitude}“ liegen in {count} {count:Feld|Feldern} unter dem Mindestschutz und können so nicht eingereicht werden. Die Liste nennt Felder und Abhilfe.",
    ),
    "sum_floor_line": ("{rule}: {told}", "{rule}: {told}"),
    "sum_floor_measured": (
        "“{magnitude}”: {cells} {cells:cell|cells} with contributors, {sensitive} of them sensitive, {single} with one; the largest contribution is estimated with P up to {near}, guessed with P up to {guess}. Of cells that no rule marks {by_chance} % are hit by chance with more than {limit}, which nobody can know. {without} {without:cell|cells} with zeros alone, {alike} {alike:pair|pairs} that differ by zeros alone.",
        "„{magnitude}“: {cells} {cells:Feld|Felder} mit Beitragenden, davon {sensitive} sensibel, {single} mit einem; der größte Beitrag wird mit P bis {near} geschätzt, mit P bis {guess} geraten. Von Feldern, die keine Regel kennzeichnet, werden {by_chance} % durch Zufall mit mehr als {limit} getroffen, was niemand wissen kann. {without} {without:Feld|Felder} nur mit Nullen, {alike} {alike:Paar|Paare}, die sich nur um Nullen unterscheiden.",
    ),
    "cli_sum_floor_open": (
        "Below the floor of sums ({rules}): they may not be called protected.",
        "Unter dem Mindestschutz von Wertsummen ({rules}): So dürfen sie nicht geschützt heißen.",
    ),
    "sum_errors_heading": (
        "“{magnitude}”: expected |noise| as a percentage of the sum, by the share of the largest contribution\n share     cells      mean   median      95 %   ≤ 1 %   ≤ 5 %   ≤ {p} %  false 0",
        "„{magnitude}“: erwartete |Überlagerung| in Prozent der Summe, nach dem Anteil des größten Beitrags\nAnteil    Felder    Mittel   Median      95 %   ≤ 1 %   ≤ 5 %   ≤ {p} %  falsch 0",
    ),
    "cli_help_sums": (
        "sums of a table under the method for magnitudes: what stays open of single contributions, and what the noise costs; internal",
        "Wertsummen einer Tabelle unter dem Verfahren für Wertmerkmale: was von einzelnen Beiträgen offenbleibt und was die Überlagerung kostet; intern",
    ),
    "cli_help_sums_floor": (
        "the floor under the protection of sums, rules F1 to F7; ends with 1 where one does not hold",
        "der Mindestschutz für Wertsummen, Regeln F1 bis F7; endet mit 1, wo eine nicht eingehalten ist",
    ),
    "cli_help_sums_assess": (
        "expected errors of sums, by the share of the largest contribution",
        "erwartete Fehler von Wertsummen, nach dem Anteil des größten Beitrags",
    ),
    "cli_help_sums_output": (
        "also write it: all as .json, a line for each cell or class as .csv",
        "auch schreiben: alles als .json, eine Zeile je Feld oder Klasse als .csv",
    ),
    "cli_help_floor_p": (
        "p of the p % rule by which the floor judges (default 10)",
        "p der p-%-Regel, nach der der Mindestschutz urteilt (Vorgabe 10)",
    ),
    "cli_help_floor_coalition": (
        "how many contributors pool what they know, the second largest among them (default 2)",
        "wie viele Beitragende ihr Wissen zusammenlegen, der zweitgrößte darunter (Vorgabe 2)",
    ),
    "cli_help_floor_publications": (
        "how often the same contributors are published with noise of their own, planned ones included (default 1)",
        "wie oft dieselben Beitragenden mit eigener Überlagerung veröffentlicht werden, geplante mitgezählt (Vorgabe 1)",
    ),
}
