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
    "quantile_classes_empty": (
        "No classes are named. Write their edges, as in “0; 6; 12+”; None takes declared classes away.",
        "Es sind keine Klassen genannt. Schreiben Sie ihre Grenzen, wie „0; 6; 12+“; None nimmt erklärte Klassen weg.",
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
        "{value}: In {count} {count:Feld|Feldern} liegt der Wert in einer offenen Klasse, oder jenseits {least:liegt|liegen} weniger als {least} {least:Fall|Fälle}. Schließen Sie die letzte Klasse, oder fassen Sie Ausprägungen zusammen.",
    ),
    "class_unknown": (
        "“{magnitude}” has no class {found} (any more). Take the value out and add the distribution again.",
        "„{magnitude}“ hat keine Klasse {found} (mehr). Nehmen Sie den Wert heraus, und fügen Sie die Verteilung neu ein.",
    ),
    "values_outside_classes": (
        "Records have a value of “{magnitude}” outside all classes and would be missing in distribution and median. Widen the classes under Data, or open the last one with a plus.",
        "Datensätze haben bei „{magnitude}“ einen Wert außerhalb aller Klassen und würden in Verteilung und Median fehlen. Erweitern Sie die Klassen unter Daten, oder öffnen Sie die letzte mit einem Plus.",
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
    "sums_attacked": (
        "“{magnitude}”: a reader who knows {knowledge} narrows {count} of {sensitive} sensitive {sensitive:cell|cells} to less than p % of the largest contribution; not decided in time: {undecided}.",
        "„{magnitude}“: Ein Leser, der {knowledge} kennt, engt {count} von {sensitive} {sensitive:sensiblen Feld|sensiblen Feldern} auf weniger als p % des größten Beitrags ein; in der Zeit nicht entschieden: {undecided}.",
    ),
    "knows_nothing": ("nothing of the method", "nichts vom Verfahren"),
    "knows_parameters": ("σ, D and λ but no key", "σ, D und λ, aber keinen Key"),
    "knows_table": ("the whole perturbation table but no key", "die ganze Überlagerungstabelle, aber keinen Key"),
    "cli_help_sums_knowledge": (
        "also attack the intervals of sums as a reader who knows nothing, the parameters, or the table; the floor itself asks for the parameters",
        "auch die Intervalle der Summen angreifen wie ein Leser, der nichts (nothing), die Parameter (parameters) oder die Tabelle (table) kennt; der Mindestschutz selbst fragt nach den Parametern",
    ),
    "sum_floor_undecided": (
        "“{magnitude}”: the intervals of {count} sensitive {count:cell|cells} could not be decided in time. Give more seconds.",
        "„{magnitude}“: Die Intervalle von {count} {count:sensiblem Feld|sensiblen Feldern} ließen sich in der Zeit nicht entscheiden. Geben Sie mehr Sekunden.",
    ),
    "sum_floor_intervals_open": (
        "“{magnitude}” has values above and below 0: the intervals of linked tables are not judged.",
        "„{magnitude}“ hat Werte über und unter 0: Die Intervalle verknüpfter Tabellen werden nicht beurteilt.",
    ),
    "sum_floor_over_periods": (
        "“{magnitude}”: sums or averages over periods in which the same units come again are not judged: each unit contributes several times, and the noise is measured by one of them.",
        "„{magnitude}“: Summen oder Durchschnitte über Zeiträume, in denen dieselben Einheiten wiederkehren, werden nicht beurteilt: Jede Einheit trägt mehrmals bei, und die Überlagerung bemisst sich nach einem der Beiträge.",
    ),
    "sum_floor_over_lists": (
        "“{magnitude}”: sums over periods with different code lists, or of records that stay elsewhere, are not judged.",
        "„{magnitude}“: Summen über Zeiträume mit verschiedenen Schlüsselverzeichnissen oder von Datensätzen, die anderswo liegen, werden nicht beurteilt.",
    ),
    "sum_floor_difference": (
        "“{magnitude}”: in {count} {count:cell|cells} the difference from a smaller one gives a single contribution to {p} % with P up to {found}; allowed is {limit}. Leave one of the two out.",
        "„{magnitude}“: In {count} {count:Feld|Feldern} gibt die Differenz zu einem kleineren einen einzelnen Beitrag mit P bis {found} auf {p} % genau; zulässig ist {limit}. Lassen Sie eines von beiden weg.",
    ),
    "sum_floor_average": (
        "“{magnitude}”: the mean of {draws} publications gives a single contribution to {p} % with P up to {found} ({count} {count:cell|cells}); allowed is {limit}. Declare a level, so that the noise stays, or combine categories.",
        "„{magnitude}“: Der Mittelwert von {draws} Veröffentlichungen gibt einen einzelnen Beitrag mit P bis {found} auf {p} % genau ({count} {count:Feld|Felder}); zulässig ist {limit}. Erklären Sie das Merkmal zum Bestand, damit die Überlagerung bleibt, oder fassen Sie zusammen.",
    ),
    "sum_floor_linked": (
        "“{magnitude}”: all tables together estimate a single contribution to {p} % with P up to {found} in {count} {count:cell|cells}; allowed is {limit}. Leave out one of the tables that split the same sum, or combine categories.",
        "„{magnitude}“: Alle Tabellen zusammen schätzen einen einzelnen Beitrag mit P bis {found} auf {p} % genau ({count} {count:Feld|Felder}); zulässig ist {limit}. Lassen Sie eine der Tabellen weg, die dieselbe Summe gliedern, oder fassen Sie zusammen.",
    ),
    "sum_floor_growth": (
        "“{magnitude}”: with keys that stay, growth and ratios of single contributors are exact. Show them from {least} published contributors on only.",
        "„{magnitude}“: Mit gleichbleibenden Schlüsseln sind Veränderungen und Verhältnisse einzelner Beitragender genau. Zeigen Sie sie erst ab {least} ausgewiesenen Beitragenden.",
    ),
    "sum_floor_beside": (
        "“{magnitude}”: in {count} {count:cell a sum stands|cells sums stand} beside a published count of 0 or below the threshold. Show sums by the published counts of records.",
        "„{magnitude}“: In {count} {count:Feld steht eine Summe|Feldern stehen Summen} neben einer veröffentlichten Fallzahl von 0 oder unter der Schwelle. Zeigen Sie Summen nach den veröffentlichten Fallzahlen.",
    ),
    "sum_floor_count": (
        "“{magnitude}” has one and the same value for all who contribute: its sum is a second draw of a count, and their noise can be averaged. Declare it as a variable with categories, and show the count.",
        "„{magnitude}“ hat für alle Beitragenden ein und denselben Wert: Seine Summe ist ein zweiter Wurf einer Fallzahl, und die Überlagerungen lassen sich mitteln. Legen Sie es als Merkmal mit Ausprägungen an, und zeigen Sie die Fallzahl.",
    ),
    "sum_floor_count_part": (
        "“{magnitude}” has one and the same value for all who contribute in {count} of {cells} {cells:cell|cells}, the same throughout a table or a category, or fixed by its variables: whoever knows it has a second draw of a count, and their noise can be averaged. Show the count alone.",
        "„{magnitude}“ hat in {count} von {cells} {cells:Feld|Feldern} für alle Beitragenden ein und denselben Wert, der in einer Tabelle oder Ausprägung überall gilt oder mit ihren Merkmalen feststeht: Wer ihn kennt, hat einen zweiten Wurf einer Fallzahl, und die Überlagerungen lassen sich mitteln. Zeigen Sie nur die Fallzahl.",
    ),
    "sums_beside_zero": (
        "By these settings a sum can stand beside a published count of 0. Show sums by the published counts of records.",
        "Mit diesen Einstellungen kann eine Wertsumme neben einer veröffentlichten Fallzahl von 0 stehen. Zeigen Sie Wertsummen nach den veröffentlichten Fallzahlen.",
    ),
    "sum_floor_recovered": (
        "“{magnitude}”: in {count} {count:cell|cells} a hidden sum is told to {p} % by totals less the other parts. Combine categories, or raise the least noise.",
        "„{magnitude}“: In {count} {count:Feld|Feldern} verraten Summen abzüglich der anderen Teile eine nicht gezeigte Summe auf {p} % genau. Fassen Sie zusammen, oder erhöhen Sie die Mindestüberlagerung.",
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
    "sums_not_shown": (
        "It could not be shown that the sums of this table hold the floor of protection (rules {rules}), so they cannot be handed in. Ask the methodologist, who judges the floor with more time, or accepts it with a reason.",
        "Für die Summen dieser Tabelle war nicht zu zeigen, dass sie den Mindestschutz einhalten (Regeln {rules}); so können sie nicht eingereicht werden. Fragen Sie die Methodik, die ihn mit mehr Zeit beurteilt oder mit einer Begründung hinnimmt.",
    ),
    "sums_not_judged": (
        "It was not looked whether the sums of this table hold the floor of protection. Prepare the table with the judgement of its sums, then hand it in.",
        "Ob die Summen dieser Tabelle den Mindestschutz einhalten, wurde nicht geprüft. Bereiten Sie die Tabelle mit der Beurteilung ihrer Summen vor, und reichen Sie sie dann ein.",
    ),
    "nothing_to_accept": (
        "The floor of these sums holds, or what is open was accepted already. Nothing is left to accept.",
        "Der Mindestschutz dieser Summen ist eingehalten, oder was offen ist, wurde schon hingenommen. Es bleibt nichts hinzunehmen.",
    ),
    "check_sums_accepted": (
        "The floor of sums does not hold (rules {rules}); this was accepted: {accepted}. They may not be called protected.",
        "Der Mindestschutz der Summen ist nicht eingehalten (Regeln {rules}); das wurde hingenommen: {accepted}. Sie dürfen nicht geschützt heißen.",
    ),
    "check_sums_reason": (
        "{rules} by {person} and {second} on {day}, because: {reason}",
        "{rules} von {person} und {second} am {day}, weil: {reason}",
    ),
    "release_sums_accepted": (
        "Accepted for the sums of “{table}”: {rules}. It is on record, and the checklist says so.",
        "Für die Summen von „{table}“ hingenommen: {rules}. Es steht im Register, und die Checkliste sagt es.",
    ),
    "cli_help_release_accept": (
        "accept what the sums of a saved table do not hold of the floor; needs a reason and a second person; for methodologists",
        "hinnehmen, was die Summen einer gespeicherten Tabelle vom Mindestschutz nicht einhalten; mit Begründung und zweiter Person; für die Methodik",
    ),
    "cli_help_release_second_person": ("who agreed: another person", "wer zugestimmt hat: eine andere Person"),
    "cli_help_person_second_key": (
        "the second person's own key, where persons are enrolled",
        "der eigene Schlüssel der zweiten Person, wo Personen eingetragen sind",
    ),
    "cli_help_release_rule": (
        "accept this rule alone; may be given several times (without it: all that are open)",
        "nur diese Regel hinnehmen; mehrfach möglich (ohne die Angabe: alle offenen)",
    ),
    "register_kind_sums_accepted": ("sums below the floor accepted", "Summen unter dem Mindestschutz hingenommen"),
    "register_accepted": ("{rule}: {magnitude}", "{rule}: {magnitude}"),
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
    "criterion_sums": ("Sums of magnitudes", "Wertsummen"),
    "reason_sums_not_judged": (
        "The floor of sums judges noise that a key draws from the contributions; this method draws none.",
        "Der Mindestschutz von Wertsummen beurteilt Überlagerung, die ein Key aus den Beiträgen zieht; dieses Verfahren zieht keine.",
    ),
    "reason_sums_below": (
        "Below the floor of sums with p = {p} % (rules {rules}): {count} {count:cell|cells}. They may not be called protected.",
        "Unter dem Mindestschutz von Wertsummen mit p = {p} % (Regeln {rules}): {count} {count:Feld|Felder}. So dürfen sie nicht geschützt heißen.",
    ),
    "reason_sums_open": (
        "Not all of the floor of sums could be judged: {reason}",
        "Der Mindestschutz von Wertsummen war nicht ganz zu beurteilen: {reason}",
    ),
    "reason_loss_sums": (
        "Sums are off by {mean} % on average; {hidden} % of the figures are not shown.",
        "Summen weichen im Mittel um {mean} % ab; {hidden} % der Zahlen werden nicht gezeigt.",
    ),
    "reason_additivity_sums": (
        "Published parts miss the published sum by {mean} % of it on average.",
        "Veröffentlichte Teile verfehlen die veröffentlichte Summe im Mittel um {mean} % von ihr.",
    ),
    "reason_sums_held": (
        "The floor of sums holds with p = {p} %; totals are off by {off} % on average.",
        "Der Mindestschutz von Wertsummen ist mit p = {p} % eingehalten; Randsummen weichen im Mittel um {off} % ab.",
    ),
    "measure_sum_mean": ("sums: error, mean in %", "Summen: Fehler, Mittel in %"),
    "measure_sum_mean_is": (
        "Mean of |published − original| / |original| over the sums that are shown and whose original is not 0.",
        "Mittel von |veröffentlicht − original| / |original| über die gezeigten Summen, deren Original nicht 0 ist.",
    ),
    "measure_sum_median": ("sums: error, median in %", "Summen: Fehler, Median in %"),
    "measure_sum_median_is": (
        "Median of |published − original| / |original| over the sums that are shown.",
        "Median von |veröffentlicht − original| / |original| über die gezeigten Summen.",
    ),
    "measure_sum_p95": ("sums: error, 95th perc. in %", "Summen: Fehler, 95. Perz. in %"),
    "measure_sum_p95_is": (
        "95th percentile of |published − original| / |original| over the sums that are shown.",
        "95. Perzentil von |veröffentlicht − original| / |original| über die gezeigten Summen.",
    ),
    "measure_sum_within_1": ("sums within 1 %, in %", "Summen auf 1 % genau, in %"),
    "measure_sum_within_1_is": (
        "Share of the shown sums that lie within 1 % of their original.",
        "Anteil der gezeigten Summen, die um höchstens 1 % vom Original abweichen.",
    ),
    "measure_sum_within_5": ("sums within 5 %, in %", "Summen auf 5 % genau, in %"),
    "measure_sum_within_5_is": (
        "Share of the shown sums that lie within 5 % of their original.",
        "Anteil der gezeigten Summen, die um höchstens 5 % vom Original abweichen.",
    ),
    "measure_sum_within_p": ("sums within p %, in %", "Summen auf p % genau, in %"),
    "measure_sum_within_p_is": (
        "Share of the shown sums that lie within p % of their original; p is that of the p % rule (10 where the method names none).",
        "Anteil der gezeigten Summen, die um höchstens p % vom Original abweichen; p ist das der p-%-Regel (10, wo das Verfahren keines nennt).",
    ),
    "measure_sum_false_zeros": ("sums shown as 0 or not shown", "Summen als 0 oder gar nicht"),
    "measure_sum_false_zeros_is": (
        "Sums whose original is not 0 and in whose place 0 or a sign stands: readers cannot tell them from zeros.",
        "Summen, deren Original nicht 0 ist und an deren Stelle 0 oder ein Zeichen steht: Leser können sie nicht von Nullen unterscheiden.",
    ),
    "measure_sum_share_half": ("largest ≥ 50 %: error in %", "größter ≥ 50 %: Fehler in %"),
    "measure_sum_share_half_is": (
        "Mean relative error of sums to which the largest contribution is half or more.",
        "Mittlerer relativer Fehler der Summen, von denen der größte Beitrag mindestens die Hälfte ausmacht.",
    ),
    "measure_sum_share_tenth": ("largest 10–50 %: error in %", "größter 10–50 %: Fehler in %"),
    "measure_sum_share_tenth_is": (
        "Mean relative error of sums to which the largest contribution is a tenth to a half.",
        "Mittlerer relativer Fehler der Summen, von denen der größte Beitrag ein Zehntel bis die Hälfte ausmacht.",
    ),
    "measure_sum_share_fiftieth": ("largest 2–10 %: error in %", "größter 2–10 %: Fehler in %"),
    "measure_sum_share_fiftieth_is": (
        "Mean relative error of sums to which the largest contribution is a fiftieth to a tenth.",
        "Mittlerer relativer Fehler der Summen, von denen der größte Beitrag ein Fünfzigstel bis ein Zehntel ausmacht.",
    ),
    "measure_sum_share_rest": ("largest < 2 %: error in %", "größter < 2 %: Fehler in %"),
    "measure_sum_share_rest_is": (
        "Mean relative error of sums to which no contribution is a fiftieth or more.",
        "Mittlerer relativer Fehler der Summen, von denen kein Beitrag ein Fünfzigstel erreicht.",
    ),
    "measure_sum_size_small": ("sums, lower third: error in %", "kleine Summen: Fehler in %"),
    "measure_sum_size_small_is": (
        "Mean relative error of the third of the sums with the smallest originals.",
        "Mittlerer relativer Fehler des Drittels der Summen mit den kleinsten Originalen.",
    ),
    "measure_sum_size_middle": ("sums, middle third: error in %", "mittlere Summen: Fehler in %"),
    "measure_sum_size_middle_is": (
        "Mean relative error of the middle third of the sums by their originals.",
        "Mittlerer relativer Fehler des mittleren Drittels der Summen nach ihren Originalen.",
    ),
    "measure_sum_size_large": ("sums, upper third: error in %", "große Summen: Fehler in %"),
    "measure_sum_size_large_is": (
        "Mean relative error of the third of the sums with the largest originals.",
        "Mittlerer relativer Fehler des Drittels der Summen mit den größten Originalen.",
    ),
    "measure_sum_totals": ("totals of sums: error in %", "Randsummen: Fehler in %"),
    "measure_sum_totals_is": (
        "Mean relative error of the sums of which the table shows parts, too.",
        "Mittlerer relativer Fehler der Summen, von denen die Tabelle auch Teile zeigt.",
    ),
    "measure_sum_gap": ("sums: gap, mean in %", "Summen: Lücke, Mittel in %"),
    "measure_sum_gap_is": (
        "Mean of |published total − published parts| / original total, over totals all of whose parts are shown.",
        "Mittel von |veröffentlichte Summe − veröffentlichte Teile| / Original der Summe, über Summen, deren Teile alle gezeigt werden.",
    ),
    "measure_sum_largest_gap": ("sums: gap, largest in %", "Summen: Lücke, größte in %"),
    "measure_sum_largest_gap_is": (
        "Largest |published total − published parts| / original total.",
        "Größtes |veröffentlichte Summe − veröffentlichte Teile| / Original der Summe.",
    ),
    "measure_sum_means": ("means: error in %", "Mittelwerte: Fehler in %"),
    "measure_sum_means_is": (
        "Mean relative error of the means that are shown.",
        "Mittlerer relativer Fehler der gezeigten Mittelwerte.",
    ),
    "measure_sum_ratios": ("ratios of sums: error in %", "Verhältnisse: Fehler in %"),
    "measure_sum_ratios_is": (
        "Mean relative error of the shown ratios in which a sum stands.",
        "Mittlerer relativer Fehler der gezeigten Verhältnisse, in denen eine Summe steht.",
    ),
    "measure_sum_changes": ("changes of sums: error, points", "Veränderungen: Fehler, Punkte"),
    "measure_sum_changes_is": (
        "Mean error of the shown relative changes of sums, in percentage points.",
        "Mittlerer Fehler der gezeigten relativen Veränderungen von Summen, in Prozentpunkten.",
    ),
    "measure_sum_medians": ("medians, quantiles: error in %", "Mediane, Quantile: Fehler in %"),
    "measure_sum_medians_is": (
        "Mean relative error of the medians and quantiles that are shown, against those from the original counts of the "
        "same classes.",
        "Mittlerer relativer Fehler der gezeigten Mediane und Quantile, gegenüber denen aus den Originalen derselben "
        "Klassen.",
    ),
    "measure_sum_expected": ("sums: error, expected in %", "Summen: Fehler, erwartet in %"),
    "measure_sum_expected_is": (
        "Mean of the expected relative error E|noise| / |original| over all keys, from the law of the noise; no key is drawn.",
        "Mittel des erwarteten relativen Fehlers E|Überlagerung| / |Original| über alle Keys, aus dem Gesetz der Überlagerung; es wird kein Key gezogen.",
    ),
    "measure_sum_floor": ("sums below the floor", "Summen unter Mindestschutz"),
    "measure_sum_floor_is": (
        "Shown sums in which a rule of the floor that goes cell by cell does not hold (F1, F2, F3, F5, F6), over all tables together.",
        "Gezeigte Summen, in denen eine Regel des Mindestschutzes je Feld nicht eingehalten ist (F1, F2, F3, F5, F6), über alle Tabellen zusammen.",
    ),
    "measure_sum_near": ("contribution to p %: P in %", "Beitrag auf p % nahe: P in %"),
    "measure_sum_near_is": (
        "Largest probability, over sensitive sums, that the published sum less what the second largest or two pooled contributors know lies within p % of the largest contribution.",
        "Größte Wahrscheinlichkeit unter sensiblen Summen, dass die veröffentlichte Summe abzüglich dessen, was der zweitgrößte oder zwei Beitragende zusammen wissen, auf p % genau beim größten Beitrag liegt.",
    ),
    "measure_sum_best_guess": ("single one, guessed: P in %", "Einzelner, geraten: P in %"),
    "measure_sum_best_guess_is": (
        "Largest probability that whoever knows all but the key guesses a single contribution to p %.",
        "Größte Wahrscheinlichkeit, dass jemand, der alles außer dem Key weiß, einen einzelnen Beitrag auf p % genau schätzt.",
    ),
    "measure_sum_narrow": ("sums with a narrow interval", "Summen mit engem Intervall"),
    "measure_sum_narrow_is": (
        "Sensitive sums that a reader who knows the parameters narrows to less than p % of the largest contribution, from all published sums together.",
        "Sensible Summen, die ein Leser, der die Parameter kennt, aus allen veröffentlichten Summen zusammen auf weniger als p % des größten Beitrags einengt.",
    ),
    "measure_sum_undecided": ("sums not decided", "nicht entschiedene Summen"),
    "measure_sum_undecided_is": (
        "Sensitive sums whose interval was not found in the time given.",
        "Sensible Summen, deren Intervall in der gegebenen Zeit nicht gefunden wurde.",
    ),
    "measure_sum_difference": ("differences of sums: P in %", "Summendifferenzen: P in %"),
    "measure_sum_difference_is": (
        "Largest probability that the difference of two published sums lies within p % of the one or two contributions by which they differ.",
        "Größte Wahrscheinlichkeit, dass die Differenz zweier veröffentlichter Summen auf p % genau bei dem einen oder den zwei Beiträgen liegt, um die sie sich unterscheiden.",
    ),
    "measure_sum_average": ("mean of a year: P in %", "Mittel eines Jahres: P in %"),
    "measure_sum_average_is": (
        "Largest probability that the mean of 12 publications lies within p % of a single contribution, where each draws its noise anew (flows, keys of zeros); else that of one publication.",
        "Größte Wahrscheinlichkeit, dass das Mittel von 12 Veröffentlichungen auf p % genau bei einem einzelnen Beitrag liegt, wo jede neu überlagert (Stromgrößen, Keys von Nullen); sonst die einer Veröffentlichung.",
    ),
    "measure_sum_zero_groups": ("cells that give away zeros", "Felder, die Nullen verraten"),
    "measure_sum_zero_groups_is": (
        "Shown cells whose records all have 0 or nothing, and sums that differ from another one by records with 0 alone: published alike, they give these away.",
        "Gezeigte Felder, deren Fälle alle 0 oder nichts haben, und Summen, die sich von einer anderen nur um Fälle mit 0 unterscheiden: Gleich veröffentlicht, verraten sie diese.",
    ),
    # --- sums that have left the house ---------------------------------------------------------------------------------
    "sums_out_near": (
        "“{magnitude}”: in {count} sensitive {count:cell|cells} the largest contribution can be estimated to {p} % with P up to {found}: {cells}.",
        "„{magnitude}“: In {count} {count:sensiblen Feld|sensiblen Feldern} lässt sich der größte Beitrag mit P bis {found} auf {p} % genau schätzen: {cells}.",
    ),
    "sums_out_guess": (
        "“{magnitude}”: in {count} {count:cell|cells} of one contributor its value can be guessed to {p} % with P up to {found}: {cells}.",
        "„{magnitude}“: In {count} {count:Feld|Feldern} mit einem Beitragenden lässt sich dessen Wert mit P bis {found} auf {p} % genau raten: {cells}.",
    ),
    "sums_out_narrow": (
        "“{magnitude}”: from all published sums together a reader who knows the parameters narrows {count} sensitive {count:cell|cells} to less than {p} % of the largest contribution, at worst to {found} %: {cells}.",
        "„{magnitude}“: Aus allen veröffentlichten Summen zusammen engt ein Leser, der die Parameter kennt, {count} {count:sensibles Feld|sensible Felder} auf weniger als {p} % des größten Beitrags ein, schlimmstenfalls auf {found} %: {cells}.",
    ),
    "sums_out_difference": (
        "“{magnitude}”: in {count} {count:cell|cells} the difference from a smaller one gives a single contribution to {p} % with P up to {found}: {cells}.",
        "„{magnitude}“: In {count} {count:Feld|Feldern} gibt die Differenz zu einem kleineren einen einzelnen Beitrag mit P bis {found} auf {p} % genau: {cells}.",
    ),
    "sums_out_mixed": (
        "“{magnitude}”: in {count} {count:cell|cells} contributions cancel, and noise does not protect them: {cells}.",
        "„{magnitude}“: In {count} {count:Feld|Feldern} heben sich Beiträge auf, und die Überlagerung schützt sie nicht: {cells}.",
    ),
    "sums_out_ratio": (
        "“{one}” and “{other}” share a key: in {count} {count:cell|cells} of one contributor the ratio of the published sums is exactly that of the originals: {cells}.",
        "„{one}“ und „{other}“ haben denselben Schlüssel: In {count} {count:Feld|Feldern} mit einem Beitragenden ist das Verhältnis der veröffentlichten Summen genau das der Originale: {cells}.",
    ),
    "sums_out_growth": (
        "“{magnitude}”: keys stay, so in {count} {count:cell|cells} of one contributor the growth between released periods is exactly that of the originals: {cells}.",
        "„{magnitude}“: Die Schlüssel bleiben, daher ist in {count} {count:Feld|Feldern} mit einem Beitragenden die Veränderung zwischen freigegebenen Berichtszeiträumen genau die der Originale: {cells}.",
    ),
    "sums_out_ratio_near": (
        "“{one}” and “{other}” share a key: in {count} {count:cell|cells} of one contributor whoever knows the contribution to one has that to the other to {p} % with P up to {found}, by the ratio of the published sums: {cells}.",
        "„{one}“ und „{other}“ haben denselben Schlüssel: Wer in {count} {count:Feld|Feldern} mit einem Beitragenden den Beitrag zum einen Merkmal kennt, hat den zum anderen aus dem Verhältnis der veröffentlichten Summen mit P bis {found} auf {p} % genau: {cells}.",
    ),
    "sums_out_growth_near": (
        "“{magnitude}”: keys stay, so in {count} {count:cell|cells} of one contributor whoever knows the contribution in one of the released periods has that in the other to {p} % with P up to {found}, by the growth of the published sums: {cells}.",
        "„{magnitude}“: Die Schlüssel bleiben. Wer in {count} {count:Feld|Feldern} mit einem Beitragenden den Beitrag in einem der freigegebenen Berichtszeiträume kennt, hat den im anderen daher aus der Veränderung der veröffentlichten Summen mit P bis {found} auf {p} % genau: {cells}.",
    ),
    "sums_out_average": (
        "“{magnitude}”: each period draws its noise anew, and the mean of the released ones gives a single contribution to {p} % with P up to {found}, if it stays ({count} {count:cell|cells}): {cells}.",
        "„{magnitude}“: Jeder Berichtszeitraum überlagert neu, und das Mittel der freigegebenen gibt einen einzelnen Beitrag, wenn er gleich bleibt, mit P bis {found} auf {p} % genau ({count} {count:Feld|Felder}): {cells}.",
    ),
    "sums_out_other_method": (
        "The sums of release {number} “{title}” were made under another method and are not judged together with the others.",
        "Die Summen der Freigabe {number} „{title}“ entstanden unter einem anderen Verfahren und werden nicht mit den übrigen zusammen beurteilt.",
    ),
    "left_open_sums_unchecked": (
        "What readers conclude of single contributors to sums was not looked at. {reason}",
        "Was Leser über einzelne Beiträge zu Summen schließen können, wurde nicht geprüft. {reason}",
    ),
    "recheck_accepted_head": ("Accepted of the floor of sums", "Vom Mindestschutz der Summen hingenommen"),
    "recheck_accepted": ("{period}: {said}", "{period}: {said}"),
    "recheck_and_sums": (
        "{first} The sums of {releases} {releases:released table|released tables} reveal too much about single contributions.",
        "{first} Die Wertsummen von {releases} {releases:freigegebenen Tabelle|freigegebenen Tabellen} verraten zu viel über einzelne Beiträge.",
    ),
    "recheck_state_sums": (
        "Released on {day}, {state}; what readers conclude of single contributions to its sums:",
        "Freigegeben am {day}, {state}; was Leser über einzelne Beiträge zu ihren Summen schließen:",
    ),
    "sum_floor_line": ("{rule}: {told}", "{rule}: {told}"),
    "sum_floor_measured": (
        "“{magnitude}”: {cells} {cells:cell|cells} with contributors, {sensitive} of them sensitive, {single} with one; the largest contribution is estimated with P up to {near}, guessed with P up to {guess}; who contributes most has the second with P up to {second}. Of cells that no rule marks {by_chance} % are hit by chance with more than {limit}, which nobody can know. {without} {without:cell|cells} with zeros alone, {alike} {alike:pair|pairs} that differ by zeros alone.",
        "„{magnitude}“: {cells} {cells:Feld|Felder} mit Beitragenden, davon {sensitive} sensibel, {single} mit einem; der größte Beitrag wird mit P bis {near} geschätzt, mit P bis {guess} geraten; wer am meisten beiträgt, schätzt den zweitgrößten Beitrag mit P bis {second}. Von Feldern, die keine Regel kennzeichnet, werden {by_chance} % durch Zufall mit mehr als {limit} getroffen, was niemand wissen kann. {without} {without:Feld|Felder} nur mit Nullen, {alike} {alike:Paar|Paare}, die sich nur um Nullen unterscheiden.",
    ),
    "sum_floor_cancelled": (
        "“{magnitude}”: in {count} {count:cell|cells} contributions add up to 0, and “.” stands there: {cells}",
        "„{magnitude}“: In {count} {count:Feld|Feldern} heben sich Beiträge zu 0 auf, dort steht „.“: {cells}",
    ),
    "cli_sum_floor_open": (
        "Below the floor of sums ({rules}): they may not be called protected.",
        "Unter dem Mindestschutz von Wertsummen ({rules}): So dürfen sie nicht geschützt heißen.",
    ),
    "cli_sum_floor_not_tested": (
        "Floor of sums: not tested, or not all of it. They may not be called protected.",
        "Mindestschutz von Wertsummen: nicht oder nicht vollständig geprüft. So dürfen sie nicht geschützt heißen.",
    ),
    "sum_errors_heading": (
        "“{magnitude}”: expected |noise| as a percentage of the sum, by the share of the largest contribution\n share     cells      mean   median      95 %   ≤ 1 %   ≤ 5 %   ≤ {p} %  false 0",
        "„{magnitude}“: erwartete |Überlagerung| in Prozent der Summe, nach dem Anteil des größten Beitrags\nAnteil    Felder    Mittel   Median      95 %   ≤ 1 %   ≤ 5 %   ≤ {p} %  falsch 0",
    ),
    "sum_curve_heading": (
        "“{magnitude}”: the same by the share itself, for sums that no rule marks, where noise is largest\n share     mean   ≤ 1 %   ≤ 5 %   ≤ {p} %",
        "„{magnitude}“: dasselbe nach dem Anteil selbst, für Summen, die keine Regel markiert, wo die Überlagerung am größten ist\nAnteil   Mittel   ≤ 1 %   ≤ 5 %   ≤ {p} %",
    ),
    "cli_help_sums": (
        "sums of a table under the method for magnitudes: what stays open of single contributions, and what the noise costs; internal",
        "Wertsummen einer Tabelle unter dem Verfahren für Wertmerkmale: was von einzelnen Beiträgen offenbleibt und was die Überlagerung kostet; intern",
    ),
    "cli_help_sums_floor": (
        "the floor under the protection of sums, rules F1 to F9; ends with 1 where one does not hold",
        "der Mindestschutz für Wertsummen, Regeln F1 bis F9; endet mit 1, wo eine nicht eingehalten ist",
    ),
    "sums_preset_offered": (
        "No settings of sums yet. A preset fits “{magnitude}”; it would be a draft, not in force.",
        "Noch keine Einstellungen für Wertsummen. Zu „{magnitude}“ passt eine Vorlage; sie wäre ein Entwurf, nicht in Kraft.",
    ),
    "sums_preset_proposed": (
        "Preset for “{magnitude}” entered as a draft (not in force). Undo removes it.",
        "Vorlage für „{magnitude}“ als Entwurf eingesetzt (nicht in Kraft). Rückgängig entfernt sie.",
    ),
    "desk_sums_accepted": (
        "What is open of the floor of sums was accepted. It is on record, and the checklist says so.",
        "Was vom Mindestschutz der Summen offen ist, wurde hingenommen. Es steht im Register, und die Checkliste sagt es.",
    ),
    "sum_combine": (
        "Combining “{first}” and “{second}” of {variable} would mend {count} {count:cell|cells}.",
        "„{first}“ und „{second}“ von {variable} zusammenzufassen würde {count} {count:Feld|Felder} in Ordnung bringen.",
    ),
    "sum_search_nothing": (
        "No table shows sums of “{magnitude}” that somebody contributes to. Choose a table with sums of it.",
        "Keine Tabelle zeigt Summen von „{magnitude}“, zu denen jemand beiträgt. Wählen Sie eine Tabelle mit Summen dieses Merkmals.",
    ),
    "sum_search_heading": (
        "“{magnitude}”: the smallest least noise λ for each σ1 that holds F1 and F2, and the mean error of sums in percent\n     σ1       λ    error %",
        "„{magnitude}“: die kleinste Mindestüberlagerung λ zu jedem σ1, die F1 und F2 einhält, und der mittlere Fehler der Summen in Prozent\n     σ1       λ   Fehler %",
    ),
    "sum_search_found": (
        "“{magnitude}”: σ1 = {small} and λ = {least} are the smallest noise that was tried with which these tables hold F1 to F3 and F5 with p = {p} %. Below λ = 2 p that holds for these tables alone; F4, F6 and F7 were not looked at.",
        "„{magnitude}“: σ1 = {small} und λ = {least} sind die kleinste probierte Überlagerung, mit der diese Tabellen F1 bis F3 und F5 mit p = {p} % einhalten. Unter λ = 2 p gilt das nur für diese Tabellen; F4, F6 und F7 wurden nicht geprüft.",
    ),
    "sum_search_larger": (
        "“{magnitude}”: with σ1 = {small}, λ = {least} and a larger σ0 = {large}, these tables hold F1 to F3 and F5 with p = {p} %: with less, the total less the other cells tells a giant. F4, F6 and F7 were not looked at.",
        "„{magnitude}“: Mit σ1 = {small}, λ = {least} und einem größeren σ0 = {large} halten diese Tabellen F1 bis F3 und F5 mit p = {p} % ein: Mit weniger verrät die Summe abzüglich der anderen Felder einen sehr großen Beitrag. F4, F6 und F7 wurden nicht geprüft.",
    ),
    "sum_search_simple": (
        "“{magnitude}”: with simple scaling, σ1 = {small} and λ = {least}, these tables hold F1 to F3 and F5 with p = {p} %: with any σ0 below σ1, all totals together, less the other cells, tell a giant. F4, F6 and F7 were not looked at.",
        "„{magnitude}“: Mit einfacher Skalierung, σ1 = {small} und λ = {least}, halten diese Tabellen F1 bis F3 und F5 mit p = {p} % ein: Mit jedem σ0 unter σ1 verraten alle Summen zusammen, abzüglich der anderen Felder, einen sehr großen Beitrag. F4, F6 und F7 wurden nicht geprüft.",
    ),
    "sum_search_partly": (
        "“{magnitude}”: with σ1 = {small} and λ = {least}, these tables hold F1 to F3 with p = {p} %, but F5 with nothing that was tried: differences, or all tables together, give a contribution away. The sums may not be called protected. Combine categories, or leave out a table; the floor names the cells.",
        "„{magnitude}“: Mit σ1 = {small} und λ = {least} halten diese Tabellen F1 bis F3 mit p = {p} % ein, F5 aber mit nichts, was probiert wurde: Differenzen oder alle Tabellen zusammen geben einen Beitrag preis. So dürfen die Summen nicht geschützt heißen. Fassen Sie Ausprägungen zusammen, oder lassen Sie eine Tabelle weg; der Mindestschutz nennt die Felder.",
    ),
    "sum_search_none": (
        "“{magnitude}”: no σ1 up to three times p and no λ up to it holds F1 to F3 with p = {p} %. Combine categories.",
        "„{magnitude}“: Kein σ1 und kein λ bis zum Dreifachen von p hält F1 bis F3 mit p = {p} % ein. Fassen Sie Ausprägungen zusammen.",
    ),
    "cli_help_sums_search": (
        "the smallest λ and σ1 with which the sums of a table hold the floor (F1 to F3 and F5; F4, F6 and F7 do not hang on them alone and are judged by floor); ends with 1 where there are none",
        "kleinstes λ und σ1, mit denen die Summen einer Tabelle den Mindestschutz einhalten (F1 bis F3 und F5; F4, F6 und F7 hängen nicht nur daran und werden von floor beurteilt); endet mit 1, wo es keine gibt",
    ),
    "desk_sums_not_judged": (
        "Not yet judged: whether sums hold their floor with the tables (F1 to F9). “Measure now” judges it.",
        "Noch nicht beurteilt: ob die Wertsummen mit den Tabellen ihren Mindestschutz einhalten (F1 bis F9). „Jetzt messen“ beurteilt es.",
    ),
    "desk_sums_judged": (
        "Judged on the tables: sums hold their floor with p = {p} % (F1 to F9).",
        "An den Tabellen beurteilt: Die Wertsummen halten ihren Mindestschutz mit p = {p} % ein (F1 bis F9).",
    ),
    "cli_help_sums_assess": (
        "expected errors of sums, by classes of the share of the largest contribution, and their curve over it",
        "erwartete Fehler von Wertsummen, nach Klassen des Anteils des größten Beitrags, und ihre Kurve darüber",
    ),
    "cli_help_sums_output": (
        "also write it: all as .json, a line for each cell or class as .csv, what is said as .txt",
        "auch schreiben: alles als .json, eine Zeile je Feld oder Klasse als .csv, was gesagt wird als .txt",
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
