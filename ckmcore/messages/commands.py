"""Sentences of the command line. Code -> (English, German)."""

SENTENCES: dict[str, tuple[str, str]] = {
    # --- command line --------------------------------------------------------------------------------------------------
    "cli_usage": ("{detail}. “ckm --help” shows what is possible.", "{detail}. „ckm --help“ zeigt, was möglich ist."),
    "cli_option_needed": ("{reason} needs {option} as well.", "{reason} braucht auch {option}."),
    "cli_option_value": (
        "{option}: “{value}” cannot be read. Write it like this: {example}.",
        "{option}: „{value}“ ist nicht lesbar. Schreiben Sie es so: {example}.",
    ),
    "cli_option_not_with": (
        "{option} does not go together with {other}. Leave one of them out.",
        "{option} geht nicht zusammen mit {other}. Lassen Sie eines davon weg.",
    ),
    "cli_output_is_input": (
        "{name} is one of the files that are read; it would be overwritten. Choose another name for the result.",
        "{name} ist eine der Dateien, die gelesen werden; sie würde überschrieben. Wählen Sie einen anderen Namen für das Ergebnis.",
    ),
    "cli_out_of_memory": (
        "The memory of this computer does not suffice for this task. Take out a variable, choose fewer levels or close other programs.",
        "Der Arbeitsspeicher dieses Rechners reicht für diese Aufgabe nicht aus. Nehmen Sie ein Merkmal heraus, wählen Sie weniger Ebenen oder schließen Sie andere Programme.",
    ),
    "number_too_long": (
        "A number has more than 4,300 digits; nothing reckons with that. Correct the value, or read the column as text.",
        "Eine Zahl hat mehr als 4 300 Stellen; damit rechnet nichts. Berichtigen Sie den Wert, oder lesen Sie die Spalte als Text.",
    ),
    "cli_reading": ("reading the records", "die Datensätze werden gelesen"),
    "cli_progress": (
        "{rows} {rows:record|records} read, {percent} %",
        "{rows} {rows:Datensatz|Datensätze} gelesen, {percent} %",
    ),
    "cli_waiting": ("the database has been counting for {seconds} s", "die Datenbank zählt seit {seconds} s"),
    "cli_waiting_part": (
        "the database has been counting for {seconds} s, {percent} %",
        "die Datenbank zählt seit {seconds} s, {percent} %",
    ),
    "cli_share": ("{percent} % computed", "{percent} % berechnet"),
    "cli_written": ("{name} was written.", "{name} wurde geschrieben."),
    "cli_keys_added": (
        "{name}: {rows} {rows:record|records} with keys in column “{column}”.",
        "{name}: {rows} {rows:Datensatz|Datensätze} mit Keys in der Spalte „{column}“.",
    ),
    "cli_table_written": (
        "{name}: {cells} protected {cells:cell|cells}.",
        "{name}: {cells} {cells:geschütztes Tabellenfeld|geschützte Tabellenfelder}.",
    ),
    "cli_internal_written": (
        "{name}: internal and confidential, never a release.",
        "{name}: intern und vertraulich, nicht zur Freigabe.",
    ),
    "cli_ptable_heading": (
        "   i          bias      variance        stay   entropy       possible V",
        "   i    Verzerrung       Varianz      bleibt  Entropie      mögliches V",
    ),
    "cli_ptable_row_missed": (
        "variance {wanted} is not possible, only {low} to {high}",
        "Varianz {wanted} ist nicht möglich, nur {low} bis {high}",
    ),
    "cli_ptable_row_lowered": (
        "stay probability lowered to {stay}",
        "Bleibewahrscheinlichkeit gesenkt auf {stay}",
    ),
    "cli_ptable_row_binds": ("limited by: {what}", "begrenzt durch: {what}"),
    "cli_ptable_row_r": ("R ptable misses V = {wanted}", "R ptable verfehlt V = {wanted}"),
    "cli_ptable_r_missed_one": (
        "As R ptable computes it, row {rows} does not have the variance V. Design without --compat R to see what is possible.",
        "Nach dem Rechenweg von R ptable erreicht Zeile {rows} die Varianz V nicht. Entwerfen Sie ohne --compat R, um zu sehen, was möglich ist.",
    ),
    "cli_ptable_r_missed": (
        "As R ptable computes them, the rows {rows} do not have the variance V. Design without --compat R to see what is possible.",
        "Nach dem Rechenweg von R ptable erreichen die Zeilen {rows} die Varianz V nicht. Entwerfen Sie ohne --compat R, um zu sehen, was möglich ist.",
    ),
    "report_form": (
        "The report is written as HTML or PDF, not as “{name}”. Give it a name such as {stem}.html or {stem}.pdf.",
        "Der Bericht wird als HTML oder PDF geschrieben, nicht als „{name}“. Nennen Sie die Datei etwa {stem}.html oder {stem}.pdf.",
    ),
    "cli_ptable_good": (
        "{rows} {rows:row|rows, every one} a valid distribution within D = {D}.",
        "{rows} {rows:Zeile,|Zeilen, jede} eine gültige Verteilung innerhalb von D = {D}.",
    ),
    "cli_search_largest": (
        "The four quality criteria hold up to V = {high}; the table is designed with this V.",
        "Die vier Gütekriterien sind bis V = {high} erfüllt; mit diesem V wird die Tabelle entworfen.",
    ),
    "cli_search_range": (
        "The quality criteria and the limit of the risk hold from V = {low} to V = {high}; the table is designed with the largest V.",
        "Von V = {low} bis V = {high} sind die Gütekriterien erfüllt und ist die Risikogrenze eingehalten; die Tabelle wird mit dem größten V entworfen.",
    ),
    "cli_search_empty": ("{reason}", "{reason}"),
    "cli_report_written": (
        "{name}: confidential, for the office's files only.",
        "{name}: vertraulich, nur für die Akten des Amtes.",
    ),
    "cli_compare_heading": (
        "   i   tot.var.         Δp  at j    variances A, B            biases A, B           E|v| A, B          P(|v| ≤ 1) A, B",
        "   i  Totalvar.         Δp  bei j   Varianzen A, B            Verzerrungen A, B     E|v| A, B          P(|v| ≤ 1) A, B",
    ),
    "cli_compare_same": (
        "Both tables act alike: every count gets the same noise from both, whatever its key.",
        "Beide Tabellen wirken gleich: Jede Häufigkeit erhält bei jedem Key aus beiden denselben Überlagerungswert.",
    ),
    "cli_compare_order": (
        "The distributions are the same, but the intervals stand in another order or are made for other keys.",
        "Die Verteilungen sind gleich, aber die Abschnitte stehen in anderer Reihenfolge oder gelten für andere Keys.",
    ),
    "cli_compare_other": ("The distributions differ.", "Die Verteilungen sind verschieden."),
    "cli_compare_orders": ("A is {first}, B is {second}.", "A ist {first}, B ist {second}."),
    "cli_ordered": ("ordered", "geordnet"),
    "cli_shuffled": ("shuffled", "gemischt"),
    "cli_help_ckm": (
        "Protected tables from confidential microdata.",
        "Geheim gehaltene Tabellen aus vertraulichen Mikrodaten.",
    ),
    "cli_help_exits": (
        "Exit codes: 0 done; 1 not done, what was given cannot be used or written; 2 the command is not written as it must be; 3 something is disclosed, or the floor under protection refuses; 4 done in part; 5 what was compared is not the same; 6 other files are in the way; 7 a file can be read in several ways; 8 nothing was found, and not all of it could be tested; 9 records break rules; 70 a fault of the program; 130, 143 stopped (Ctrl+C, SIGTERM); 141 whoever read the output stopped reading.",
        "Rückgabewerte: 0 erledigt; 1 nicht erledigt, die Angaben sind nicht verwendbar oder es ließ sich nicht schreiben; 2 der Befehl ist falsch geschrieben; 3 etwas wird aufgedeckt, oder der Mindestschutz verweigert es; 4 teilweise erledigt; 5 das Verglichene ist nicht gleich; 6 andere Dateien sind im Weg; 7 eine Datei lässt sich verschieden lesen; 8 nichts gefunden, aber nicht alles ließ sich prüfen; 9 Datensätze verletzen Regeln; 70 ein Fehler des Programms; 130, 143 abgebrochen (Strg+C, SIGTERM); 141 wer die Ausgabe las, hörte auf zu lesen.",
    ),
    "cli_help_json": (
        "say everything as one JSON document on standard output, also faults",
        "alles als ein JSON-Dokument auf der Standardausgabe sagen, auch Fehler",
    ),
    "cli_help_quiet": (
        "say nothing but faults; results go to files, to JSON, or to standard output where it was asked for (-o -)",
        "nur Fehler sagen; Ergebnisse gehen in Dateien, in JSON oder auf verlangte Standardausgabe (-o -)",
    ),
    "cli_help_log": (
        "add to a log: notices, progress, files written and faults, each with its time, but no results",
        "ein Protokoll fortschreiben: Hinweise, Fortschritt, geschriebene Dateien und Fehler mit Zeit, aber keine Ergebnisse",
    ),
    "cli_log_begins": ("ckm {command}, version {version}", "ckm {command}, Version {version}"),
    "cli_log_ends": ("end, exit code {exit}", "Ende, Rückgabewert {exit}"),
    "cli_log_written": ("written: {name}", "geschrieben: {name}"),
    "cli_log_is_other": (
        "--log: “{name}” is no log of ckm; nothing was added to it. Name a log of ckm, or a file that is not there yet.",
        "--log: „{name}“ ist kein Protokoll von ckm; es wurde nichts angehängt. Nennen Sie ein Protokoll von ckm oder eine Datei, die es noch nicht gibt.",
    ),
    "cli_log_is_used": (
        "--log: “{name}” is a file that the command itself reads or writes. Give the log a name of its own.",
        "--log: „{name}“ ist eine Datei, die der Befehl selbst liest oder schreibt. Geben Sie dem Protokoll einen eigenen Namen.",
    ),
    "cli_json_alone": (
        "--json and a file on standard output exclude one another",
        "--json und eine Datei auf der Standardausgabe schließen einander aus",
    ),
    "cli_input_twice": (
        "“-” stands {count} times for standard input, which can be read once. Give the others as files.",
        "„-“ steht {count}-mal für die Standardeingabe, die sich nur einmal lesen lässt. Geben Sie die übrigen als Dateien an.",
    ),
    "cli_input_no_text": (
        "What came on standard input is no text. Give such a file (Excel, SPSS, Parquet, prepared data) by its name.",
        "Auf der Standardeingabe kam kein Text. Geben Sie eine solche Datei (Excel, SPSS, Parquet, vorbereitete Daten) mit ihrem Namen an.",
    ),
    "cli_output_no_text": (
        "{option}: standard output takes one file that is text. This would be none, or several: give a name instead of “-”.",
        "{option}: Auf die Standardausgabe passt eine einzelne Textdatei. Das hier wäre keine, oder es wären mehrere: Geben Sie statt „-“ einen Namen an.",
    ),
    "cli_help_version": ("show the version", "die Version zeigen"),
    "cli_help_language": (
        "language of all messages",
        "Sprache aller Meldungen",
    ),
    "cli_help_ptable": (
        "Design, check, convert, shuffle, compare and report perturbation tables.",
        "Überlagerungstabellen entwerfen, prüfen, umwandeln, mischen, vergleichen und berichten.",
    ),
    "cli_help_design": (
        "Design a perturbation table of maximum entropy.",
        "Eine Überlagerungstabelle mit maximaler Entropie entwerfen.",
    ),
    "cli_help_D": (
        "maximum deviation; or one per row such as 3,4,5, the last for all further rows",
        "Maximalabweichung; oder je Zeile eine, etwa 3,4,5; die letzte gilt für alle weiteren Zeilen",
    ),
    "cli_help_V": (
        "variance of the noise; or one per row such as 1,2,3, the last for all further rows",
        "Varianz der Überlagerungswerte; oder je Zeile eine, etwa 1,2,3; die letzte gilt für alle weiteren Zeilen",
    ),
    "cli_help_js": (
        "small counts 1..js that never appear",
        "ausgeschlossene kleine Fallzahlen 1..js",
    ),
    "cli_help_pstay": (
        "stay probability; or one per row such as 0.5,none,0.7, the last for all further rows",
        "Bleibewahrscheinlichkeit; oder je Zeile eine, etwa 0.5,none,0.7; die letzte gilt für alle weiteren Zeilen",
    ),
    "cli_help_mono": (
        "monotone: true or false; or one per row such as t,t,f,t",
        "monoton: true oder false; oder je Zeile, etwa t,t,f,t",
    ),
    "cli_help_compat": (
        "design as R ptable 1.0.0 does, with --optim; pstay is lowered where a row does not reach V, and the row says so",
        "so entwerfen wie R ptable 1.0.0, mit --optim; erreicht eine Zeile V nicht, wird ihr pstay gesenkt und das bei der Zeile vermerkt",
    ),
    "cli_help_optim": (
        "with --compat R: with 1, 2 and 3 the variance is at most V, with 4 it is V; or one per row such as 1,4,1 (default 1)",
        "mit --compat R: bei 1, 2 und 3 ist die Varianz höchstens V, bei 4 gleich V; oder je Zeile, etwa 1,4,1 (Vorgabe 1)",
    ),
    "cli_help_shuffle": (
        "shuffle the intervals in pieces of width T, for example 0.05",
        "Abschnitte in Stücken der Breite T mischen, zum Beispiel 0.05",
    ),
    "cli_help_share": (
        "shares in percent of the total of the row, the column or the table: of numbers, or of the sums of --value",
        "Anteile in Prozent an der Summe der Zeile, der Spalte oder der Tabelle: von Anzahlen oder von den Summen aus --value",
    ),
    "cli_help_sum_beside": (
        "with --median, --quantile, --distribution or --records: the sum of the magnitude beside them; --mean: its mean",
        "mit --median, --quantile, --distribution oder --records: die Summe des Wertmerkmals daneben; --mean: der Mittelwert",
    ),
    "cli_help_records_of": (
        "how many records have a value of the magnitude of --value (valid), one other than 0 (contributors), or none (missing); several times for several values",
        "wie viele Fälle beim Wertmerkmal von --value einen Wert haben (valid), einen anderen als 0 (contributors) oder keinen (missing); mehrmals für mehrere Werte",
    ),
    "cli_help_classes": (
        "classes of the magnitude by their edges: from 0 to below 6, from 6 to below 12; a plus behind the last edge opens the last class",
        "Klassen des Wertmerkmals nach ihren Grenzen: von 0 bis unter 6, von 6 bis unter 12; ein Plus hinter der letzten Grenze öffnet die letzte Klasse",
    ),
    "cli_help_distribution": (
        "how many records have a value in each class of --classes",
        "wie viele Fälle einen Wert in jeder Klasse von --classes haben",
    ),
    "cli_help_median": (
        "the median of the magnitude, interpolated from the published counts of --classes",
        "der Median des Wertmerkmals, aus den veröffentlichten Zahlen der Klassen von --classes interpoliert",
    ),
    "cli_help_quantile": (
        "a quantile, from .05 to .95; several times for several values",
        "ein Quantil, von .05 bis .95; mehrmals für mehrere Werte",
    ),
    "cli_help_least_in_class": (
        "so many published records the class of a quantile must have (default: so many that the noise moves it by an eighth of the class, as a standard deviation)",
        "so viele ausgewiesene Fälle muss die Klasse eines Quantils haben (Vorgabe: so viele, dass die Überlagerung es mit einer Standardabweichung von einem Achtel der Klasse verschiebt)",
    ),
    "cli_help_ratio_to": (
        "the sum of --value divided by the sum of this magnitude",
        "die Summe aus --value geteilt durch die Summe dieses Wertmerkmals",
    ),
    "cli_help_permute": (
        "reorder the keys of a table for sums (--table nums) in that many equal blocks, alike in all rows: 20 or more (default 50, as R 0); 0: in order",
        "die Schlüssel einer Tabelle für Wertsummen (--table nums) in so vielen gleichen Blöcken neu ordnen, in allen Zeilen gleich: ab 20 (Vorgabe 50, wie R 0); 0: geordnet lassen",
    ),
    "cli_help_least_noise": (
        "least noise λ of sensitive cells as a share of the largest contribution: twice p of the p % rule or more",
        "Mindestüberlagerung λ sensibler Tabellenfelder als Anteil am größten Beitrag: mindestens das Doppelte von p der p-%-Regel",
    ),
    "cli_help_own_keys": (
        "give each magnitude a key of its own, from the secret in this file: that of the record keys, if there is one",
        "jedem Wertmerkmal einen eigenen Schlüssel geben, aus dem Geheimnis in dieser Datei: dem der Record-Keys, wenn es eines gibt",
    ),
    "cli_help_period_of_records": (
        "the reporting period of the records, for a flow with keys of its own. The same words give the same figures",
        "der Berichtszeitraum der Datensätze, für eine Stromgröße mit eigenen Schlüsseln. Gleiche Angabe, gleiche Zahlen",
    ),
    "cli_help_nature": (
        "level: the same units come again in other periods (stocks, wages) and keep the key; flow: each period has its own (turnover); for a statistic without it as the method in force has it, else as the statistic declares whether units recur",
        "level: Bestand, dieselben Einheiten kehren wieder (Löhne) und behalten den Schlüssel; flow: Stromgröße, je Zeitraum ein eigener (Umsatz); bei einer Statistik ohne diese Angabe wie im Verfahren in Kraft, sonst nach der Festlegung, ob Einheiten wiederkommen",
    ),
    "cli_help_small_unit": (
        "the unit of the noise of small values, with --separation (default 1)",
        "die Einheit der Überlagerung kleiner Werte, mit --separation (Vorgabe 1)",
    ),
    "cli_help_zero_is": (
        "whether a sum of true zeros is shown as 0 (public) or as a dot (secret, the default)",
        "ob eine Summe lauter echter Nullen als 0 gezeigt wird (public) oder als Punkt (secret, die Vorgabe)",
    ),
    "cli_help_compat_sums": (
        "whose rules of sums hold: missing values count as 0, means divide by all records, no rule of our own; how the other programs treat blanks is not confirmed",
        "wessen Regeln für Wertsummen gelten: Fälle ohne Angabe zählen als 0, Mittelwerte je Fall, keine eigene Regel; wie die anderen Programme leere Werte behandeln, ist nicht bestätigt",
    ),
    "cli_help_seed": (
        "seed of the shuffle",
        "Startwert des Mischens",
    ),
    "cli_help_strict": (
        "stop where a row cannot have variance V",
        "abbrechen, wenn eine Zeile die Varianz V nicht haben kann",
    ),
    "cli_help_blocked": (
        "targets never published, in place of 1..js: such as 1,2 or 0,1",
        "nie ausgewiesene Zielhäufigkeiten statt 1..js: etwa 1,2 oder 0,1",
    ),
    "cli_help_ptable_rows": (
        "last row i of the table (else js + D + 1, or D where js = 0)",
        "letzte Zeile i der Tabelle (Vorgabe js + D + 1; bei js = 0: D)",
    ),
    "cli_help_stay": (
        "the stay probability is a lower bound (at-least) or exact; or one per row",
        "die Bleibewahrscheinlichkeit gilt mindestens (at-least) oder genau (exact); oder je Zeile",
    ),
    "cli_help_variance": (
        "the variance is V (equal) or at most V (at-most); or one per row",
        "die Varianz ist V (equal) oder höchstens V (at-most); oder je Zeile",
    ),
    "cli_help_symmetric": (
        "the last row is symmetric",
        "die letzte Zeile ist symmetrisch",
    ),
    "cli_help_rising": (
        "strong noise at least as likely as weak, v = 0 apart",
        "starke Überlagerung mindestens so wahrscheinlich wie schwache, v = 0 ausgenommen",
    ),
    "cli_help_pin": (
        "p(i -> j) set by hand, the rest of the row is solved again; may stand several times",
        "p(i -> j) von Hand gesetzt, der Rest der Zeile wird neu berechnet; mehrfach möglich",
    ),
    "cli_help_preset": (
        "a wish of users of statistics, on top of the other options; may stand several times",
        "ein Wunsch der Nutzer, zusätzlich zu den übrigen Angaben; mehrfach möglich",
    ),
    "cli_help_search": (
        "find the largest V at which the four quality criteria hold, in place of --V",
        "das größte V suchen, bei dem die vier Gütekriterien erfüllt sind, statt --V",
    ),
    "cli_help_limit": (
        "with --search: limit of the risk; no original count may be told from the published one with a probability above Q",
        "mit --search: Risikogrenze; keine Originalhäufigkeit darf sich mit einer Wahrscheinlichkeit über Q aus der ausgewiesenen zurückrechnen lassen",
    ),
    "cli_help_counts": (
        "with --search: file with the distribution of counts, lines of count,number of cells. Without it every row of the perturbation table counts alike",
        "mit --search: Datei mit der Verteilung der Häufigkeiten, in jeder Zeile Häufigkeit,Zahl der Tabellenfelder. Ohne sie zählt jede Zeile der Überlagerungstabelle gleich",
    ),
    "cli_help_table_kind": (
        "a table for counts or for magnitudes (nums)",
        "eine Tabelle für Häufigkeiten (counts) oder für Wertmerkmale (nums)",
    ),
    "cli_help_icat": (
        "with --table nums: the rows, ascending, with 1 and D (default 1,D)",
        "mit --table nums: die Zeilen, aufsteigend, mit 1 und D (Vorgabe 1,D)",
    ),
    "cli_help_step": (
        "with --table nums: noise in steps of 1/N (default 2)",
        "mit --table nums: Überlagerungswerte in Schritten von 1/N (Vorgabe 2)",
    ),
    "cli_help_magnitude_type": (
        "with --table nums: which cells the rows are for (default all); several such as even,odd give one table",
        "mit --table nums: für welche Tabellenfelder die Zeilen gelten (Vorgabe all); mehrere, etwa even,odd, ergeben zusammen eine Tabelle",
    ),
    "cli_help_ptable_output": (
        "file to write: .txt τ-ARGUS, .csv R (ONS for integer keys), .xlsx matrix, .json our own format with parameters and checks",
        "Datei, die geschrieben wird: .txt τ-ARGUS, .csv R (ONS bei ganzzahligen Keys), .xlsx Matrix, .json eigenes Format mit Parametern und Prüfungen",
    ),
    "cli_help_keys_of_ons": (
        "with --to ons: number of integer keys (default 256); what the conversion changes is told",
        "mit --to ons: Anzahl ganzzahliger Keys (Vorgabe 256); was die Umwandlung verändert, wird gemeldet",
    ),
    "cli_help_shuffle_file": (
        "Shuffle the intervals of a perturbation table: same distribution, noise no longer rises with the key.",
        "Die Abschnitte einer Überlagerungstabelle mischen: gleiche Verteilung, der Überlagerungswert steigt nicht mehr mit dem Key.",
    ),
    "cli_help_threshold": (
        "no interval is wider than this (default 0.05)",
        "kein Abschnitt ist breiter als dieser Wert (Vorgabe 0.05)",
    ),
    "cli_help_compare": (
        "Compare two perturbation tables row by row.",
        "Zwei Überlagerungstabellen Zeile für Zeile vergleichen.",
    ),
    "cli_help_report": (
        "Write a report of a perturbation table for the office's files, as HTML. Confidential.",
        "Einen Bericht über eine Überlagerungstabelle für die Akten schreiben, als HTML. Vertraulich.",
    ),
    "cli_help_report_output": ("HTML file to write", "HTML-Datei, die geschrieben wird"),
    "cli_help_output": (
        "file to write",
        "Datei, die geschrieben wird",
    ),
    "cli_help_check": (
        "Check a perturbation table: exit code 1 where a row is no distribution, 3 where the floor under protection refuses the table.",
        "Eine Überlagerungstabelle prüfen: Rückgabewert 1, wenn eine Zeile keine Verteilung ist, 3, wenn die Tabelle unter dem Mindestschutz liegt.",
    ),
    "cli_help_ptable_file": (
        "file with a perturbation table (recognised by its content)",
        "Datei mit einer Überlagerungstabelle (am Inhalt erkannt)",
    ),
    "cli_help_convert": (
        "Write a perturbation table in another format.",
        "Eine Überlagerungstabelle in einem anderen Format schreiben.",
    ),
    "cli_help_to": (
        "format to write",
        "Format, das geschrieben wird",
    ),
    "cli_help_keys": (
        "Record keys.",
        "Record-Keys.",
    ),
    "cli_help_keys_check": (
        "Judge the record keys of a data file: spread, pattern, doubles, fineness. Exit code 1 where they are conspicuous, 3 where the floor under protection refuses them.",
        "Die Record-Keys einer Datendatei beurteilen: Verteilung, Muster, Doppelte, Feinheit. Rückgabewert 1, wenn sie auffällig sind, 3, wenn sie unter dem Mindestschutz liegen.",
    ),
    "cli_help_key_secret": (
        "derive the keys from --id with the secret in this file (at least 16 bytes): the same unit always has the same key",
        "Keys mit dem Geheimnis in dieser Datei (mindestens 16 Byte) aus --id ableiten: Derselbe Merkmalsträger hat immer denselben Key",
    ),
    "cli_help_key_id": (
        "with --secret: column with the identifier",
        "mit --secret: Spalte mit der Kennung",
    ),
    "cli_help_key_period": (
        "with --secret, for flows only: the reporting period, which then has keys of its own; leave it out for stocks",
        "mit --secret, nur für Bewegungsdaten: der Berichtszeitraum, der dann eigene Keys hat; bei Bestandsdaten weglassen",
    ),
    "cli_help_key_column_to_check": (
        "column with the record keys (default rkey)",
        "Spalte mit den Record-Keys (Vorgabe rkey)",
    ),
    "cli_help_key_ptable": (
        "perturbation table for which the keys must be fine enough",
        "Überlagerungstabelle, für die die Keys fein genug sein müssen",
    ),
    "cli_keys_are": ("{keys} {keys:key|keys}, modulus {modulus}", "{keys} {keys:Key|Keys}, Modul {modulus}"),
    "cli_keys_uniform": (
        "spread: chi-square {chi} (p = {p}), Kolmogorov-Smirnov {ks} (p = {ks_p})",
        "Verteilung: Chi-Quadrat {chi} (p = {p}), Kolmogorow-Smirnow {ks} (p = {ks_p})",
    ),
    "cli_keys_serial": (
        "pattern: correlation of each key with the next {r} (p = {p})",
        "Muster: Korrelation jedes Keys mit dem nächsten {r} (p = {p})",
    ),
    "cli_keys_shared": (
        "doubles: {shared} records share their key; by chance about {expected} would",
        "Doppelte: {shared} Datensätze teilen ihren Key mit anderen; durch Zufall wären es etwa {expected}",
    ),
    "cli_keys_needed": (
        "fineness: the perturbation table needs a modulus of at least {needed}",
        "Feinheit: Die Überlagerungstabelle braucht einen Modul von mindestens {needed}",
    ),
    "cli_keys_not_uniform": (
        "The keys are not spread evenly: noise drawn by them is biased. Make new keys.",
        "Die Keys sind nicht gleichmäßig verteilt: Mit ihnen gezogene Überlagerungswerte sind verzerrt. Erzeugen Sie neue Keys.",
    ),
    "cli_keys_pattern": (
        "A key tells something of the next one: cells of neighbouring records get noise that is not independent. Make new keys.",
        "Ein Key verrät etwas über den nächsten: Tabellenfelder mit benachbarten Datensätzen erhalten Überlagerungswerte, die voneinander abhängen. Erzeugen Sie neue Keys.",
    ),
    "cli_keys_doubles": (
        "More records share a key than is to be expected by chance. Check whether units are twice in the file, or use keys with more digits.",
        "Mehr Datensätze teilen einen Key, als durch Zufall zu erwarten ist. Prüfen Sie, ob Merkmalsträger doppelt in der Datei stehen, oder verwenden Sie Keys mit mehr Stellen.",
    ),
    "cli_keys_coarse": (
        "The keys are too coarse for the perturbation table. Use keys with more digits.",
        "Die Keys sind zu grob für die Überlagerungstabelle. Verwenden Sie Keys mit mehr Stellen.",
    ),
    "cli_keys_usable": ("The keys are usable.", "Die Keys sind brauchbar."),
    "key_secret_too_short": (
        "The secret in “{name}” has {length} {length:byte|bytes}; it could be guessed, and with it every key. Use at least {least}.",
        "Das Geheimnis in „{name}“ hat {length} Byte; es ließe sich erraten und mit ihm jeder Key. Verwenden Sie mindestens {least} Byte.",
    ),
    "key_secret_unreadable": (
        "The secret “{name}” cannot be read: {reason}. Check name and rights.",
        "Das Geheimnis „{name}“ lässt sich nicht lesen: {reason}. Prüfen Sie Namen und Rechte.",
    ),
    "key_identifier_missing": (
        "{count} records have no identifier, the first is record {row} (counted from 1): their keys would all be the same. Fill in the identifiers, or draw the keys (--random).",
        "{count} Datensätze haben keine Kennung, der erste ist Datensatz {row} (ab 1 gezählt): Ihre Keys wären alle gleich. Ergänzen Sie die Kennungen, oder lassen Sie die Keys ziehen (--random).",
    ),
    "key_identifier_missing_one": (
        "One record has no identifier, record {row} (counted from 1). Fill it in, or draw the keys (--random).",
        "Ein Datensatz hat keine Kennung, Datensatz {row} (ab 1 gezählt). Ergänzen Sie sie, oder lassen Sie die Keys ziehen (--random).",
    ),
    "cli_help_keys_add": (
        "Copy a data file and add a column with record keys.",
        "Eine Datendatei kopieren und eine Spalte mit Record-Keys ergänzen.",
    ),
    "cli_help_data": (
        "file with microdata (CSV, fixed width, Parquet, SPSS, Stata, SAS, Excel, ODS)",
        "Datei mit Mikrodaten (CSV, feste Breite, Parquet, SPSS, Stata, SAS, Excel, ODS)",
    ),
    "cli_help_key_column": (
        "name of the new column",
        "Name der neuen Spalte",
    ),
    "cli_help_random": (
        "draw the keys from the operating system's randomness",
        "Keys aus dem Zufall des Betriebssystems ziehen",
    ),
    "cli_help_table": (
        "Tabulate microdata and protect every cell.",
        "Mikrodaten auszählen und jedes Tabellenfeld geheim halten.",
    ),
    "cli_help_separator": (
        "separator of the CSV file (else recognised)",
        "Trennzeichen der CSV-Datei (sonst erkannt)",
    ),
    "cli_help_encoding": (
        "encoding of the CSV file (else recognised)",
        "Zeichensatz der CSV-Datei (sonst erkannt)",
    ),
    "cli_help_head_row": (
        "row with the names of the columns, from 1 (else recognised; of a table of codes 0: none)",
        "Zeile mit den Spaltennamen, ab 1 (sonst erkannt; bei Tabellen mit Schlüsseln 0: keine)",
    ),
    "cli_help_skip_rows": (
        "rows that are no records, by their numbers in the file",
        "Zeilen, die keine Datensätze sind, mit ihren Nummern in der Datei",
    ),
    "cli_help_first_row": ("first row of the records", "erste Zeile der Datensätze"),
    "cli_help_last_row": ("last row of the records", "letzte Zeile der Datensätze"),
    "cli_help_missing_words": (
        "words of a column that mean: not stated",
        "Wörter einer Spalte, die bedeuten: ohne Angabe",
    ),
    "cli_help_rename_column": (
        "another name for a column of the file, by which all other options call the column",
        "anderer Name für eine Spalte der Datei, mit dem alle anderen Optionen die Spalte nennen",
    ),
    "cli_help_reading_answer": (
        "answer to a question about how the file is read; exit code 7 names the questions",
        "Antwort auf eine Frage dazu, wie die Datei gelesen wird; Rückgabewert 7 nennt die Fragen",
    ),
    "cli_help_reading_answers": (
        "all answers, in a file made from `ckm data plan --json`",
        "alle Antworten, in einer Datei, gemacht aus `ckm data plan --json`",
    ),
    "cli_answers_file": (
        "“{name}” holds no answers ({detail}). Take the list `plan` of `ckm data plan --json` and fill in each `decision`.",
        "„{name}“ enthält keine Antworten ({detail}). Nehmen Sie die Liste `plan` von `ckm data plan --json` und füllen Sie jede `decision` aus.",
    ),
    "cli_help_decimal": (
        "decimal sign of the CSV file (else recognised)",
        "Dezimalzeichen der CSV-Datei (sonst erkannt)",
    ),
    "cli_help_codes": (
        "CSV for people has the codes of all variables beside their labels, and levels of hierarchies",
        "CSV für Menschen enthält die Codes aller Merkmale neben ihren Bezeichnungen, bei Hierarchien auch die Ebene",
    ),
    "cli_help_table_number": (
        "number of the table in its publication, with its word: “Table 1.1”",
        "Nummer der Tabelle in ihrer Veröffentlichung, mit dem Wort: „Tabelle 1.1“",
    ),
    "cli_help_presentation": (
        "how the table is shown, separated by commas, of these:",
        "wie die Tabelle gezeigt wird, durch Kommas getrennt, hiervon:",
    ),
    "cli_help_rows": (
        "variables of the rows, outermost first: A,B",
        "Merkmale der Zeilen, äußerstes zuerst: A,B",
    ),
    "cli_help_columns": (
        "variables of the columns, outermost first: C",
        "Merkmale der Spalten, äußerstes zuerst: C",
    ),
    "cli_help_layers": (
        "variables of the layers",
        "Merkmale der Blätter",
    ),
    "cli_help_filter": (
        "only records with these codes of A",
        "nur Datensätze mit diesen Codes von A",
    ),
    "cli_help_hierarchy": (
        "hierarchy of variable A from a .hrc file or a table",
        "Hierarchie des Merkmals A aus einer .hrc-Datei oder einer Tabelle",
    ),
    "cli_help_record_key": (
        "column with the record keys",
        "Spalte mit den Record-Keys",
    ),
    "cli_help_modulus": (
        "modulus of integer record keys (256, 4096)",
        "Modul ganzzahliger Record-Keys (256, 4096)",
    ),
    "cli_help_weight": (
        "column with the weight; makes the table weighted",
        "Spalte mit dem Gewicht; die Tabelle wird gewichtet",
    ),
    "cli_help_method": (
        "cell-key method (ckm), cell-key method with sums of a magnitude, rounding, or keyed rounding (keyed-rounding)",
        "Cell-Key-Methode (ckm), Cell-Key-Methode mit Summen eines Wertmerkmals (magnitude), Rundung (rounding) oder Key-Rundung (keyed-rounding)",
    ),
    "cli_help_boundary": (
        "a key belongs to the interval where key < upper, or key <= upper",
        "ein Key gehört zum Abschnitt mit Key < Obergrenze, oder Key <= Obergrenze",
    ),
    "cli_help_base": (
        "base of the rounding (default 10)",
        "Basis der Rundung (Vorgabe 10)",
    ),
    "cli_help_magnitude_base": (
        "rounding: base for the sums of a magnitude, in its unit (else the base of counts)",
        "Rundung: Basis für die Summen eines Wertmerkmals, in dessen Einheit (sonst die Basis der Häufigkeiten)",
    ),
    "cli_help_household": (
        "count households instead of records, each once in a cell; the column that names the household of each record",
        "Haushalte statt Datensätze zählen, jeden in einem Tabellenfeld einmal; die Spalte, die den Haushalt jedes Datensatzes nennt",
    ),
    "cli_help_any_member": (
        "variables that may differ within a household: it counts where any member has the category",
        "Merkmale, die innerhalb eines Haushalts verschieden sein dürfen: Er zählt, wo ein beliebiges Mitglied die Ausprägung hat",
    ),
    "cli_help_exempt": (
        "official figures that are published unchanged: codes by variable (A= for all), or Total; may be given again",
        "amtliche Zahlen, die unverändert ausgewiesen werden: Codes je Merkmal (A= für alle) oder Total; mehrfach möglich",
    ),
    "cli_help_hide_below": (
        "cell-key method: published counts below N, 0 included, show a dot, and so does all that derives from them",
        "Cell-Key-Methode: ausgewiesene Häufigkeiten unter N, auch 0, erscheinen als Punkt, ebenso alles daraus Abgeleitete",
    ),
    "cli_help_unreliable_below": (
        "cell-key method: published counts from 1 to below N show /",
        "Cell-Key-Methode: ausgewiesene Häufigkeiten ab 1 und unter N erscheinen als /",
    ),
    "cli_help_uncertain_below": (
        "cell-key method: published counts below N stand in brackets",
        "Cell-Key-Methode: ausgewiesene Häufigkeiten unter N stehen in Klammern",
    ),
    "cli_help_minimum_base": (
        "smallest base of shares, changes and ratios (cell-key method: published count; rounding: original count, default 250)",
        "kleinste Basis von Anteilen, Veränderungen und Verhältniszahlen (Cell-Key-Methode: ausgewiesene Häufigkeit; Rundung: Originalhäufigkeit, Vorgabe 250)",
    ),
    "cli_help_base_sign": (
        "cell-key method: sign of figures with a smaller base: / (unreliable) or brackets (uncertain)",
        "Cell-Key-Methode: Zeichen für Zahlen mit kleinerer Basis: / (unreliable) oder Klammern (uncertain)",
    ),
    "cli_help_weighted_key": (
        "the noise of weighted counts: that of the count (count), or their own (own)",
        "die Überlagerung gewichteter Häufigkeiten: die der Fallzahl (count) oder eine eigene (own)",
    ),
    "cli_help_weighted_step": (
        "cell-key method: weighted counts are rounded to multiples of this number",
        "Cell-Key-Methode: gewichtete Häufigkeiten werden auf Vielfache dieser Zahl gerundet",
    ),
    "cli_help_ratio_decimals": (
        "rounding: decimals that ratios and rates may have (default 1)",
        "Rundung: zulässige Nachkommastellen von Verhältniszahlen (Vorgabe 1)",
    ),
    "cli_help_internal": (
        "write original count, cell key, noise and published figure of each cell: confidential, never a release",
        "je Tabellenfeld Originalhäufigkeit, Cell-Key, Überlagerungswert und ausgewiesenen Wert schreiben: vertraulich, nicht zur Freigabe",
    ),
    "cli_help_form": (
        "the form, where the ending does not say it: CSV with one line per cell (long) or as laid out (layout), genesis, sdmx-csv-2 and others",
        "die Form, wenn die Endung sie nicht sagt: CSV mit einer Zeile je Tabellenfeld (long) oder im Aufbau der Tabelle (layout), genesis, sdmx-csv-2 und andere",
    ),
}
