"""Sentences of the attack on a table and of the comparison of methods. Code -> (English, German)."""

SENTENCES: dict[str, tuple[str, str]] = {
    # --- what the attack refuses ---------------------------------------------------------------------------------------
    "attack_too_large": (
        "The table is too large for the attack: it would look at {cells} figures, {limit} are possible. Take out a variable or choose fewer levels.",
        "Die Tabelle ist zu groß für den Angriff: Er müsste {cells} Zahlen betrachten, möglich sind {limit}. Nehmen Sie ein Merkmal heraus oder wählen Sie weniger Ebenen.",
    ),
    "quality_one_period": (
        "The table covers several periods, each protected on its own: here are the figures of the period at hand. Sums and averages over periods are not looked at.",
        "Die Tabelle umfasst mehrere Berichtszeiträume, jeder für sich geheim gehalten: Betrachtet werden die Zahlen des geöffneten, Summen und Durchschnitte über Berichtszeiträume nicht.",
    ),
    "attack_over_periods": (
        "The table covers several periods, each protected on its own. Take the period out of the table; the attack and the comparison look at one period at a time.",
        "Die Tabelle umfasst mehrere Berichtszeiträume, jeder für sich geheim gehalten. Nehmen Sie den Berichtszeitraum aus der Tabelle; Angriff und Vergleich betrachten jeweils einen.",
    ),
    "attack_needs_counts": (
        "The table shows no counts of records, and only these are attacked. Add the value “Number”.",
        "Die Tabelle weist keine Fallzahlen aus, und nur diese werden angegriffen. Nehmen Sie den Wert „Anzahl“ auf.",
    ),
    "attack_not_additive": (
        "Totals of this table are not the sums of their parts, because a household can count in several parts. Take variables of which any member counts out of the table.",
        "Summen dieser Tabelle sind nicht die Summen ihrer Teile, weil ein Haushalt in mehreren Teilen zählen kann. Nehmen Sie Merkmale, bei denen ein beliebiges Mitglied zählt, aus der Tabelle.",
    ),
    "attack_unknown_method": (
        "What “{method}” leaves open of each figure is not known to the attack.",
        "Was „{method}“ von jeder Zahl offenlässt, kennt der Angriff nicht.",
    ),
    "measures_need_figures": (
        "The table has derived figures only, such as shares. Add a value that they are made of, such as “Number”.",
        "Die Tabelle enthält nur abgeleitete Zahlen, etwa Anteile. Nehmen Sie einen Wert auf, aus dem sie entstehen, etwa „Anzahl“.",
    ),
    "board_form": (
        "The comparison is written as HTML, PDF or CSV, not as “{name}”. Give it a name such as {stem}.html, {stem}.pdf or {stem}.csv.",
        "Der Vergleich wird als HTML, PDF oder CSV geschrieben, nicht als „{name}“. Nennen Sie die Datei etwa {stem}.html, {stem}.pdf oder {stem}.csv.",
    ),
    "comparison_without_methods": (
        "No method is chosen for the comparison. Choose at least one.",
        "Für den Vergleich ist kein Verfahren gewählt. Wählen Sie mindestens eines.",
    ),
    # --- what the attack found -----------------------------------------------------------------------------------------
    "attack_discloses": (
        "{method} discloses {count} {count:cell|cells} of {cells} here; counts of 1 or 2 among them: {small}.",
        "{method} deckt hier {count} von {cells} {cells:Feld|Feldern} auf; davon Fallzahlen 1 oder 2: {small}.",
    ),
    "attack_discloses_one": (
        "{method} discloses 1 cell of {cells} here; counts of 1 or 2 among them: {small}.",
        "{method} deckt hier 1 von {cells} {cells:Feld|Feldern} auf; davon Fallzahlen 1 oder 2: {small}.",
    ),
    "attack_discloses_none": (
        "{method} discloses no cell of {cells} here.",
        "{method} deckt hier keines von {cells} {cells:Feld|Feldern} auf.",
    ),
    "attack_discloses_none_so_far": (
        "No cell of {cells} is shown to be disclosed by {method} so far.",
        "Bisher ist für keines von {cells} {cells:Feld|Feldern} gezeigt, dass {method} es aufdeckt.",
    ),
    "attack_all_exact": (
        "{cells:The interval of the only cell is|The intervals of all # cells are} exact.",
        "{cells:Das Intervall des einzigen Feldes ist|Die Intervalle aller # Felder sind} exakt.",
    ),
    "attack_some_exact": (
        "Intervals are exact for {exact} of {cells} {cells:cell|cells}, bounds for the rest; whether a cell is disclosed is decided for all.",
        "Die Intervalle sind für {exact} von {cells} {cells:Feld|Feldern} exakt, für die übrigen Grenzen; ob ein Feld aufgedeckt ist, ist für alle entschieden.",
    ),
    "attack_open": (
        "{method}: {decided} {decided:cell|cells} decided, {count} disclosed ({small} of them counts of 1 or 2), {undecided} open.",
        "{method}: {decided} {decided:Feld|Felder} entschieden, {count} rückrechenbar (davon {small} Fallzahlen 1 oder 2), {undecided} offen.",
    ),
    "attack_undecided": (
        "Intervals are exact for {exact} of {cells} {cells:cell|cells}, bounds for the rest; {undecided} of them may still turn out disclosed. Give the attack more time.",
        "Die Intervalle sind für {exact} von {cells} {cells:Feld|Feldern} exakt, für die übrigen Grenzen; {undecided} davon {undecided:kann|können} noch rückrechenbar sein. Geben Sie dem Angriff mehr Zeit.",
    ),
    "attack_assumes": (
        "Assumed of the reader: the code lists, {knowledge}, and that the same records show the same figure in every table, as the note on method says.",
        "Vom Leser angenommen: Er kennt die Schlüsselverzeichnisse, {knowledge}, und er weiß, dass dieselben Datensätze in jeder Tabelle dieselbe Zahl zeigen, wie es der Methodenhinweis sagt.",
    ),
    "attack_assumes_keys": (
        "Intervals of tables with more than a few cells are those that every single sum of keys leaves; all sums together may leave less.",
        "Bei mehr als wenigen Feldern sind die Intervalle die, die jede einzelne Summe von Keys offenlässt; alle Summen zusammen können weniger offenlassen.",
    ),
    "attack_shares": (
        "Shares made of originals narrow their numerators and bases: what follows from them is certain. Cells that are not disclosed stay open.",
        "Anteile aus Originalen engen Zähler und Basen ein: Was daraus folgt, ist sicher. Felder, die nicht rückrechenbar sind, bleiben offen.",
    ),
    "attack_covers": (
        "A household may stand in several parts of a total: the attack knows that a total is at least each part and at most their sum, and that figures which differ differ in a household. What it finds is certain; there may be more to conclude.",
        "Ein Haushalt kann in mehreren Teilen einer Summe stehen: Der Angriff weiß, dass eine Summe mindestens jeder Teil und höchstens alle zusammen ist und dass sich verschiedene Zahlen in einem Haushalt unterscheiden. Was er findet, ist sicher; es kann mehr zu schließen geben.",
    ),
    "attack_linked_in_part": (
        "The blocks of the table are linked by the cells that they share; what ties them beyond that is too large to be looked at.",
        "Die Blöcke der Tabelle sind über ihre gemeinsamen Felder verknüpft; was sie darüber hinaus verbindet, ist zu groß, um es zu betrachten.",
    ),
    "attack_scope": (
        "Attacked are counts of records; sums of magnitudes have an attack of their own.",
        "Angegriffen werden Fallzahlen; Summen von Wertmerkmalen haben einen eigenen Angriff.",
    ),
    "attack_outside": (
        "Not tested: {count} {count:value|values} that the relations of the attack leave out: {values}.",
        "Nicht geprüft: {count} {count:Wert, den|Werte, die} der Angriff nicht mit den Fallzahlen verknüpft: {values}.",
    ),
    "attack_answers_left": (
        "Not tested: counts by the value of a magnitude. With them the tables are too large, and are attacked by their other counts.",
        "Nicht geprüft: Fallzahlen nach dem Wert eines Wertmerkmals. Mit ihnen sind die Tabellen zu groß und werden über ihre anderen Fallzahlen angegriffen.",
    ),
    "attack_derived_left": (
        "Not tested: what the dictionary makes variables of one another. With it the tables are too large, and are attacked as if these had nothing to do with one another.",
        "Nicht geprüft: dass das Merkmalsverzeichnis Merkmale aus anderen bildet. Damit sind die Tabellen zu groß und werden angegriffen, als hätten diese nichts miteinander zu tun.",
    ),
    "attack_references_left": (
        "Not tested: public figures of which no table has the cells. With them the tables are too large.",
        "Nicht geprüft: öffentliche Bezugszahlen, deren Felder keine Tabelle hat. Mit ihnen sind die Tabellen zu groß.",
    ),
    "attack_impossible_left": (
        "Not tested: that combinations are empty which are declared impossible. Records may contradict it, and none are at hand. Their cells are taken for published zeros.",
        "Nicht geprüft: dass als unmöglich erklärte Kombinationen leer sind. Einzelangaben können dem widersprechen, und es liegen keine vor. Ihre Felder gelten als ausgewiesene Nullen.",
    ),
    "attack_periods_left": (
        "Not tested: sums, averages and changes over reporting periods. Attacked are the figures of the period at hand.",
        "Nicht geprüft: Summen, Durchschnitte und Veränderungen über Berichtszeiträume. Angegriffen werden die Zahlen des geöffneten.",
    ),
    "attack_weights": (
        "Weighted counts stand beside counts: their ratio is a mean weight without noise, which the attack uses. Assumed: no weight is negative.",
        "Gewichtete Häufigkeiten stehen neben Fallzahlen: Ihr Verhältnis ist ein mittleres Gewicht ohne Überlagerung, das der Angriff nutzt. Angenommen ist, dass kein Gewicht negativ ist.",
    ),
    "attack_weights_bounds": (
        "Not tested to the end: so many cells are attacked by their counts, and by what weights say along single sums. What is disclosed is certain; weights may disclose more.",
        "Nicht zu Ende geprüft: So viele Felder werden über ihre Fallzahlen angegriffen und über das, was Gewichte in einzelnen Summen sagen. Was rückrechenbar ist, ist sicher; Gewichte können mehr aufdecken.",
    ),
    "attack_weights_negative": (
        "Not tested: weighted counts beside counts, since some weights are negative.",
        "Nicht geprüft: gewichtete Häufigkeiten neben Fallzahlen, denn manche Gewichte sind negativ.",
    ),
    "chance_weights": (
        "Not tested: how often keys drawn anew would disclose cells. Weighted counts stand beside counts, and the search for each draw looks at bounds alone, of which {cells} {cells:cell is|cells are} disclosed in some draw; weights may disclose more.",
        "Nicht geprüft: wie oft neu gezogene Keys Felder aufdecken würden. Gewichtete Häufigkeiten stehen neben Fallzahlen, und die Suche je Ziehung betrachtet nur Schranken, die in irgendeiner Ziehung {cells} {cells:Feld|Felder} aufdecken; Gewichte können mehr aufdecken.",
    ),
    "disclosed_cell": (
        "{cell}: published {published}, can only be {value}. Forced by: {lines}.",
        "{cell}: ausgewiesen {published}, kann nur {value} sein. Das ergibt sich aus: {lines}.",
    ),
    "disclosed_cell_shares": (
        "{cell}: published {published}, can only be {value}. It follows from the figures and the shares made of originals together; sums with it are: {lines}.",
        "{cell}: ausgewiesen {published}, kann nur {value} sein. Das folgt aus den Zahlen und den Anteilen aus Originalen zusammen; Summen damit sind: {lines}.",
    ),
    "disclosed_cell_nearby": (
        "{cell}: published {published}, can only be {value}. The smallest set of sums that forces it was not found in time; nearby are: {lines}.",
        "{cell}: ausgewiesen {published}, kann nur {value} sein. Die kleinste Menge von Summen, aus der es folgt, wurde nicht rechtzeitig gefunden; in der Nähe liegen: {lines}.",
    ),
    "disclosed_pair": (
        "{larger} shows {first} and {smaller} shows {second}, so that they do not hold the same records",
        "{larger} zeigt {first} und {smaller} zeigt {second}, sie enthalten also nicht dieselben Datensätze",
    ),
    "disclosed_line": ("{cell}: {parts} = {total}", "{cell}: {parts} = {total}"),
    "disclosed_not_shown": ("?", "?"),
    "disclosed_rest": ("what is not shown", "was nicht gezeigt wird"),
    "disclosed_total": ("Total", "Insgesamt"),
    # --- the board: columns ---------------------------------------------------------------------------------------------
    "board_in_force": ("in force", "in Kraft"),
    "board_ordered": ("{name}, ordered", "{name}, geordnet"),
    "board_shuffled": ("{name}, shuffled", "{name}, gemischt"),
    "board_variant": ("Variant {name}", "Variante {name}"),
    "desk_bases_unreadable": (
        "“{found}” are no bases. Write whole numbers such as 3; 5; 10.",
        "„{found}“ sind keine Basen. Schreiben Sie ganze Zahlen wie 3; 5; 10.",
    ),
    "board_cell": ("{cell}: published {published}, is {value}", "{cell}: ausgewiesen {published}, ist {value}"),
    "board_primary": ("Primary suppression, not releasable", "Primärsperrung, nicht freigabefähig"),
    # --- the board: criteria and figures --------------------------------------------------------------------------------
    "criterion_primary": ("Primary protection", "Primäre Geheimhaltung"),
    "criterion_secondary": ("Secondary protection", "Sekundäre Geheimhaltung"),
    "criterion_consistency": ("Consistency", "Konsistenz"),
    "criterion_additivity": ("Additivity", "Additivität"),
    "criterion_loss": ("Information loss", "Informationsverlust"),
    "criterion_flexibility": ("Flexibility", "Flexibilität"),
    "criterion_decentral": ("Decentral use", "Dezentrale Anwendung"),
    "criterion_explain": ("Need to explain", "Erklärungsbedarf"),
    "criterion_introduction": ("Cost of introduction", "Einführungsaufwand"),
    "criterion_running": ("Cost of running", "Laufender Aufwand"),
    "grade_good": ("good", "gut"),
    "grade_fair": ("fair", "mittel"),
    "grade_poor": ("poor", "schlecht"),
    "grade_open": ("open", "offen"),
    "grade_not_measured": ("not measured", "nicht gemessen"),
    # --- the board: reasons ---------------------------------------------------------------------------------------------
    "reason_primary": (
        "{stays} % of the {cells} shown counts 1 and 2 stay as they are (good up to {stays_good}, poor above {stays_poor}). A reader is sure of a 1 or 2 with up to {certain} % (good up to {certain_good}, poor above {certain_poor}). Disclosed counts of 1 or 2: {disclosed} (poor above 0).",
        "{stays} % der {cells} gezeigten Fallzahlen 1 und 2 bleiben unverändert (gut bis {stays_good}, schlecht über {stays_poor}). Ein Leser ist sich einer 1 oder 2 zu höchstens {certain} % sicher (gut bis {certain_good}, schlecht über {certain_poor}). Aufgedeckte Fallzahlen 1 oder 2: {disclosed} (schlecht über 0).",
    ),
    "reason_primary_open": (
        "{stays} % of the {cells} shown counts 1 and 2 stay as they are; a reader is sure of a 1 or 2 with up to {certain} %. Whether counts of 1 or 2 are disclosed was not attacked to the end.",
        "{stays} % der {cells} gezeigten Fallzahlen 1 und 2 bleiben unverändert; ein Leser ist sich einer 1 oder 2 zu höchstens {certain} % sicher. Ob Fallzahlen 1 oder 2 aufgedeckt sind, wurde nicht zu Ende angegriffen.",
    ),
    "reason_primary_not_measured": (
        "Not measured: the table shows no counts.",
        "Nicht gemessen: Die Tabelle weist keine Häufigkeiten aus.",
    ),
    "reason_primary_primary": (
        "{count} of {cells} {cells:cell|cells} {count:is|are} sensitive and would be suppressed. That alone is no protection: not releasable.",
        "{count} von {cells} {cells:Tabellenfeld|Tabellenfeldern} {count:ist sensibel und würde|sind sensibel und würden} gesperrt. Das allein schützt nicht: nicht freigabefähig.",
    ),
    "reason_primary_no_rules": (
        "No primary rules are set: set them, such as a minimum frequency, and compare anew.",
        "Es sind keine Primärregeln gesetzt: Legen Sie welche fest, etwa eine Mindestfallzahl, und vergleichen Sie neu.",
    ),
    "reason_secondary_found": (
        "{found} The attack must pass before release.",
        "{found} Vor der Freigabe darf der Angriff nichts aufdecken.",
    ),
    "reason_secondary_ordered": (
        "{found} The table is ordered: for some keys of a total its parts add up exactly. Shuffle it before it comes into force.",
        "{found} Die Überlagerungstabelle ist geordnet: Bei manchen Keys einer Summe ergeben die Teile genau die Summe. Mischen Sie sie vor dem Inkraftsetzen.",
    ),
    "reason_secondary_none": ("{found}", "{found}"),
    "reason_secondary_primary": (
        "A suppressed figure is the total minus the rest; other cells would have to be suppressed, too.",
        "Eine gesperrte Zahl ist die Summe minus der Rest; weitere Felder müssten gesperrt werden.",
    ),
    "reason_consistency_rounding": (
        "The same figure is rounded in the same way in every table.",
        "Dieselbe Zahl wird in jeder Tabelle gleich gerundet.",
    ),
    "reason_consistency_keyed_rounding": (
        "The same cell has the same key, and so the same figure, in every table, as long as records keep their keys.",
        "Dasselbe Feld hat in jeder Tabelle denselben Key und damit dieselbe Zahl, solange Datensätze ihre Keys behalten.",
    ),
    "reason_consistency_cell_key": (
        "The same cell has the same key, and so the same figure, in every table, as long as records keep their keys.",
        "Dasselbe Feld hat in jeder Tabelle denselben Key und damit dieselbe Zahl, solange Datensätze ihre Keys behalten.",
    ),
    "reason_consistency_primary": (
        "What is suppressed in one table must be in every other; each further table has to be tuned to those before it.",
        "Was in einer Tabelle gesperrt ist, muss es in jeder anderen sein; jede weitere Tabelle ist auf die früheren abzustimmen.",
    ),
    "reason_additivity_lost": (
        "Totals are protected on their own: {gaps} of {sums} {sums:sum|sums} {gaps:differs from its|differ from their} total.",
        "Summen werden für sich geheim gehalten: {gaps} von {sums} {gaps:weicht|weichen} von der Summe ihrer Teile ab.",
    ),
    "reason_additivity_kept": (
        "{sums:The only sum adds|All # sums add} up in this table; in others they need not.",
        "{sums:Die einzige Summe geht|Alle # Summen gehen} in dieser Tabelle auf; in anderen muss das nicht so sein.",
    ),
    "reason_additivity_none": (
        "The table shows no sum with all its parts.",
        "Die Tabelle zeigt keine Summe mit allen Teilen.",
    ),
    "reason_additivity_primary": (
        "Figures that are shown are originals and add up.",
        "Gezeigte Zahlen sind Originale und gehen auf.",
    ),
    "reason_loss": (
        "{changed} % of the cells change, by {mean} on average and {largest} at most; {hidden} % of the figures are not shown.",
        "{changed} % der Felder ändern sich, im Mittel um {mean}, höchstens um {largest}; {hidden} % der Zahlen werden nicht gezeigt.",
    ),
    "reason_loss_primary": (
        "At least {hidden} % of the figures are not shown, more after secondary suppression; the others are originals.",
        "Mindestens {hidden} % der Zahlen werden nicht gezeigt, nach der Sekundärsperrung mehr; die übrigen sind Originale.",
    ),
    "reason_flexibility_rounding": (
        "Any table at any time; each needs the attack, as no base is safe for every table.",
        "Jede Tabelle jederzeit; jede braucht den Angriff, denn keine Basis ist für jede Tabelle sicher.",
    ),
    "reason_flexibility_keyed_rounding": (
        "Any table at any time, from records with keys.",
        "Jede Tabelle jederzeit, aus Datensätzen mit Keys.",
    ),
    "reason_flexibility_cell_key": (
        "Any table at any time, from records with keys.",
        "Jede Tabelle jederzeit, aus Datensätzen mit Keys.",
    ),
    "reason_flexibility_primary": (
        "Tables must be planned in advance; each later one may undo the suppression of an earlier one.",
        "Tabellen sind im Voraus zu planen; jede spätere kann die Sperrung einer früheren aufheben.",
    ),
    "reason_decentral_rounding": (
        "Every office gets the same figures without any agreement but the base.",
        "Jedes Amt erhält ohne weitere Absprache als die Basis dieselben Zahlen.",
    ),
    "reason_decentral_keyed_rounding": (
        "Every office gets the same figures if it has the same records, keys and base.",
        "Jedes Amt erhält dieselben Zahlen, wenn es dieselben Datensätze, Keys und dieselbe Basis hat.",
    ),
    "reason_decentral_cell_key": (
        "Every office gets the same figures if it has the same records, keys, perturbation table and boundary rule.",
        "Jedes Amt erhält dieselben Zahlen, wenn es dieselben Datensätze, Keys, dieselbe Überlagerungstabelle und Grenzregel hat.",
    ),
    "reason_decentral_primary": (
        "Offices would have to agree on every suppressed cell.",
        "Die Ämter müssten sich über jedes gesperrte Feld abstimmen.",
    ),
    "reason_not_measured": (
        "{reason} These are this program's words; the source's own assessment is Übersicht 1 of WISTA 2019.",
        "{reason} Das sind Worte dieses Programms; die Bewertung der Quelle steht in Übersicht 1 von WISTA 2019.",
    ),
    "reason_explain_rounding": (
        "Rounding is known to every reader; that sums differ has to be said.",
        "Runden kennt jeder Leser; dass Summen abweichen, ist zu sagen.",
    ),
    "reason_explain_keyed_rounding": (
        "Figures are not the nearest multiples; that and the sums have to be explained.",
        "Zahlen sind nicht die nächsten Vielfachen; das und die Summen sind zu erklären.",
    ),
    "reason_explain_cell_key": (
        "Figures look exact and are not; noise and sums have to be explained with every table.",
        "Zahlen wirken genau und sind es nicht; Überlagerung und Summen sind bei jeder Tabelle zu erklären.",
    ),
    "reason_explain_primary": (
        "Gaps are seen and understood; why cells that are not sensitive are missing has to be explained.",
        "Lücken sieht und versteht man; warum auch nicht sensible Tabellenfelder fehlen, ist zu erklären.",
    ),
    "reason_introduction_rounding": ("A base has to be chosen.", "Eine Basis ist zu wählen."),
    "reason_introduction_keyed_rounding": (
        "A base has to be chosen, and records need keys that they keep.",
        "Eine Basis ist zu wählen, und Datensätze brauchen Keys, die sie behalten.",
    ),
    "reason_introduction_cell_key": (
        "A perturbation table has to be designed, judged and kept secret, and records need keys that they keep.",
        "Eine Überlagerungstabelle ist zu entwerfen, zu beurteilen und geheim zu halten, und Datensätze brauchen Keys, die sie behalten.",
    ),
    "reason_introduction_primary": ("Rules have to be set per statistic.", "Regeln sind je Statistik festzulegen."),
    "reason_running": (
        "Computed in {time} ms, without further work per table.",
        "In {time} ms berechnet, ohne weitere Arbeit je Tabelle.",
    ),
    "reason_running_rounding": (
        "Computed in {time} ms; the attack has to be run for each table.",
        "In {time} ms berechnet; für jede Tabelle ist der Angriff zu rechnen.",
    ),
    "reason_running_primary": (
        "Secondary suppression has to be worked out for each table and all linked to it.",
        "Für jede Tabelle und alle mit ihr verknüpften ist die Sekundärsperrung zu bestimmen.",
    ),
    # --- the command `ckm assess` ---------------------------------------------------------------------------------------
    "cli_assess_line": ("{text}", "{text}"),
    "cli_assess_cell": ("  {text}", "  {text}"),
    "cli_assess_more": ("  and {count} more, see the report", "  und {count} {count:weiteres|weitere}, siehe Bericht"),
    "cli_assess_method": ("({number}) {method}", "({number}) {method}"),
    "cli_assess_indicator": (
        "({number}) An original of {originals} behind a published {published}: {larger}; every count as likely: {flat}; by this table: {empirical}.",
        "({number}) Original {originals} hinter ausgewiesenem Wert {published}: {larger}; jede Fallzahl gleich wahrscheinlich: {flat}; nach dieser Tabelle: {empirical}.",
    ),
    "cli_assess_share": ("{share} %", "{share} %"),
    "cli_assess_not_defined": ("not defined", "nicht definiert"),
    "cli_assess_problem": ("{method}: {problem}", "{method}: {problem}"),
    "cli_assess_written": (
        "{name}: internal and confidential, never a release.",
        "{name}: intern und vertraulich, keine Freigabe.",
    ),
    "cli_help_assess": (
        "compare methods on a table: disclosed cells, deviations, gaps, criteria; internal, never a release (exit code 3: a method discloses cells)",
        "Verfahren an einer Tabelle vergleichen: aufgedeckte Felder, Abweichungen, Summenlücken, Kriterien; intern, keine Freigabe (Rückgabewert 3: ein Verfahren deckt Felder auf)",
    ),
    "cli_help_assess_bases": (
        "bases of deterministic rounding, separated by commas; empty: none",
        "Basen der deterministischen Rundung, durch Kommas getrennt; leer: keine",
    ),
    "cli_help_assess_keyed": (
        "bases of keyed rounding, separated by commas",
        "Basen der Key-Rundung, durch Kommas getrennt",
    ),
    "cli_help_assess_ptable": (
        "a perturbation table, compared as it is and, where it is ordered, shuffled, too; may be repeated",
        "eine Überlagerungstabelle; eine geordnete wird auch gemischt verglichen; mehrfach möglich",
    ),
    "cli_help_assess_primary": (
        "count the cells of fewer records, as primary suppression would suppress them",
        "Felder mit weniger Datensätzen zählen, wie die Primärsperrung sie sperren würde",
    ),
    "cli_help_assess_knowledge": (
        "what a reader knows of the cell-key method: no parameter, only that empty cells stay 0; the largest deviation; both; the whole table; or also for which cell keys it changes what (tableau)",
        "was ein Leser von der Cell-Key-Methode weiß: keinen Parameter, nur dass leere Felder 0 bleiben; die Maximalabweichung; beides; die ganze Tabelle; oder auch, bei welchem Cell-Key was herauskommt (tableau)",
    ),
    "cli_help_assess_seconds": (
        "how long to search for exact intervals, per method",
        "wie lange je Verfahren nach exakten Intervallen gesucht wird, in Sekunden",
    ),
    "cli_help_assess_indicator_originals": (
        "also say q(I|J), the chance that an original in I stands behind a published count in J: the counts I, separated by commas",
        "auch q(I|J) angeben, die Wahrscheinlichkeit, dass hinter einer ausgewiesenen Fallzahl aus J ein Original aus I steht: die Fallzahlen I, durch Kommas getrennt",
    ),
    "cli_help_assess_indicator_published": (
        "the same: the published counts J, separated by commas",
        "ebenso: die ausgewiesenen Fallzahlen J, durch Kommas getrennt",
    ),
    "cli_help_assess_empty": ("measure deviations of empty cells, too", "Abweichungen auch leerer Felder messen"),
    "cli_help_assess_hidden": (
        "totals that the table does not show are published elsewhere",
        "Summen, die die Tabelle nicht zeigt, sind anderswo ausgewiesen",
    ),
    "cli_help_assess_output": ("the report, as .html, .pdf or .csv", "der Bericht, als .html, .pdf oder .csv"),
    # --- the report -----------------------------------------------------------------------------------------------------
    "board_title": ("Comparison of methods", "Verfahrensvergleich"),
    "board_band": (
        "Internal and confidential: deviations from originals and disclosed values. Never a release.",
        "Intern und vertraulich: Abweichungen von Originalwerten und aufgedeckte Werte. Keine Freigabe.",
    ),
    "board_lead": (
        "{table}, {cells} {cells:cell|cells}, as of {date}",
        "{table}, {cells} {cells:Feld|Felder}, Stand {date}",
    ),
    "board_criterion": ("Criterion", "Kriterium"),
    "board_method": ("Method", "Verfahren"),
    "board_figure": ("Figure", "Kennzahl"),
    "board_grade": ("Grade", "Einstufung"),
    "board_reason": ("Reason", "Begründung"),
    "board_marking": ("marking", "Vermerk"),
    "board_internal": ("internal", "intern"),
    "board_figures_head": ("Measured figures", "Gemessene Kennzahlen"),
    "board_criteria_head": ("Criteria of WISTA 6/2019, Übersicht 1", "Kriterien nach WISTA 6/2019, Übersicht 1"),
    "board_disclosed_head": ("Disclosed cells", "Aufgedeckte Felder"),
    "board_disclosed_more": ("and {count} more", "und {count} {count:weiteres|weitere}"),
    "board_how": (
        "Deviations and changes of the cells whose figure is shown and whose original is not 0; what a reader knows: {knowledge}.",
        "Abweichungen und Veränderungen der Felder, deren Zahl gezeigt wird und deren Original nicht 0 ist; Wissen des Lesers: {knowledge}.",
    ),
    "board_how_empty": (
        "Deviations and changes of all cells whose figure is shown, empty ones included; what a reader knows: {knowledge}.",
        "Abweichungen und Veränderungen aller Felder, deren Zahl gezeigt wird, auch der leeren; Wissen des Lesers: {knowledge}.",
    ),
    "knowledge_nothing": (
        "only that empty cells stay 0 and no count is negative",
        "nur, dass leere Felder 0 bleiben und keine Fallzahl negativ ist",
    ),
    "knowledge_deviation": ("the largest deviation", "die Maximalabweichung"),
    "knowledge_zero_rule": (
        "the largest deviation, and that empty cells stay 0",
        "die Maximalabweichung, und dass leere Felder 0 bleiben",
    ),
    "knowledge_table": ("the whole perturbation table", "die ganze Überlagerungstabelle"),
    "knowledge_tableau": (
        "the perturbation table with its tableau",
        "die Überlagerungstabelle samt Tableau",
    ),
}
