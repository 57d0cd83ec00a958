"""Sentences on how a file is read: notices and questions. Code -> (English, German)."""

SENTENCES: dict[str, tuple[str, str]] = {
    "reading_asked": (
        "“{file}” can be read in several ways: {questions}. Answer with {options}. `ckm data plan`, for tables of codes `ckm data codes`, shows what stands there.",
        "„{file}“ lässt sich verschieden lesen: {questions}. Antworten Sie mit {options}. `ckm data plan`, bei Tabellen mit Schlüsseln `ckm data codes`, zeigt, was dort steht.",
    ),
    "reading_without_keys": (
        "{found} They have no keys and are not in the new file.",
        "{found} Sie haben keine Keys und fehlen in der neuen Datei.",
    ),
    "reading_named": ("{title} (“{column}”)", "{title} („{column}“)"),
    "cli_help_plan_output": (
        "JSON file with the questions, to be answered and given to --answers",
        "JSON-Datei mit den Fragen, zu beantworten und an --answers zu geben",
    ),
    "cli_help_plan_dimensions": (
        "columns that break tables down (else all that look like it)",
        "Spalten, die Tabellen gliedern (sonst alle, die so aussehen)",
    ),
    "data_plan_written": (
        "{count} {count:entry|entries} written to {name}.",
        "{count} {count:Eintrag|Einträge} nach {name} geschrieben.",
    ),
    "cli_help_plan_statistic": (
        "in place of files: how the rules of today would read the source of a period, which stays read by its own",
        "statt Dateien: wie die heutigen Regeln die Quelle eines Berichtszeitraums lesen würden, der nach seinen gelesen bleibt",
    ),
    "cli_help_plan_confidential": (
        "with numbers of records and examples; nobody else may read the file",
        "mit Zahlen von Datensätzen und Beispielen; nur Sie dürfen die Datei lesen",
    ),
    "cli_help_data_plan": (
        "what of a file is not read as it stands, and what is asked (exit code 7)",
        "was einer Datei nicht so gelesen wird, wie es dasteht, und was gefragt wird (Rückgabewert 7)",
    ),
    "data_plan_nothing": (
        "All of “{name}” is read as it stands.",
        "„{name}“ wird ganz so gelesen, wie es dasteht.",
    ),
    "data_plan_refused": ("{entry} (exit code {ends})", "{entry} (Rückgabewert {ends})"),
    "reading_title_refused": ("cannot be read", "nicht lesbar"),
    "reading_refused": ("It cannot be read: {reason}", "Nicht lesbar: {reason}"),
    "data_plan_said": ("Said: {entry}", "Hinweis: {entry}"),
    "data_plan_asked": ("Asked: {entry} {option}", "Frage: {entry} {option}"),
    "reading_decided": ("{found} Decided: {choice}.", "{found} Entschieden: {choice}."),
    "labels_not_unique": (
        "Several codes have the label “{label}”: codes cannot be found by their labels. Decide that the meaning is the same, or correct the labels.",
        "Mehrere Schlüssel haben die Bezeichnung „{label}“: Schlüssel lassen sich nicht nach Bezeichnungen finden. Entscheiden Sie, dass die Bedeutung gleich ist, oder berichtigen Sie die Bezeichnungen.",
    ),
    "column_without_name": (
        "The column “{column}” needs a name. Type one, or press Esc.",
        "Die Spalte „{column}“ braucht einen Namen. Geben Sie ihn ein, oder drücken Sie Esc.",
    ),
    "column_named_twice": (
        "Another column is called “{column}”. Choose another name.",
        "Eine andere Spalte heißt „{column}“. Wählen Sie einen anderen Namen.",
    ),
    "answer_kind_unknown": (
        "Nothing is asked about “{kind}”. There are: {known}.",
        "Zu „{kind}“ gibt es keine Frage. Es gibt: {known}.",
    ),
    "answer_unknown": (
        "“{choice}” is no answer to “{kind}”. Choose one of: {known}.",
        "„{choice}“ ist keine Antwort auf „{kind}“. Wählen Sie: {known}.",
    ),
    # --- choices --------------------------------------------------------------------------------------------------------
    "reading_choice_leave_out": ("leave out", "weglassen"),
    "reading_choice_keep": ("read as records", "als Datensätze lesen"),
    "reading_choice_first_table": ("read the first table alone", "nur die erste Tabelle lesen"),
    "reading_choice_second_table": ("read the second table alone", "nur die zweite Tabelle lesen"),
    "reading_choice_third_table": ("read the third table alone", "nur die dritte Tabelle lesen"),
    "reading_choice_last_table": ("read the last table alone", "nur die letzte Tabelle lesen"),
    "reading_choice_one_column": ("read one column", "eine Spalte lesen"),
    "reading_choice_join": ("join the names", "Namen verbinden"),
    "reading_choice_thousands": ("thousands separator", "Tausendertrennzeichen"),
    "reading_choice_decimal": ("decimal sign", "Dezimalzeichen"),
    "reading_choice_missing": ("not stated", "ohne Angabe"),
    "reading_choice_both": ("read both", "beide lesen"),
    "reading_choice_zero": ("zero", "null"),
    "reading_choice_by_label": ("recode by label", "nach Bezeichnung umschlüsseln"),
    "reading_choice_same": ("same meaning, keep the known label", "gleiche Bedeutung, bekannte Bezeichnung behalten"),
    # --- rows that are no records ---------------------------------------------------------------------------------------
    "reading_title_separator_line": ("line that names the separator", "Zeile mit dem Trennzeichen"),
    "reading_separator_line": (
        "Row {row} names the separator and is no record.",
        "Zeile {row} nennt das Trennzeichen und ist kein Datensatz.",
    ),
    "reading_title_titles": ("title rows", "Titelzeilen"),
    "reading_titles": (
        "{count} title {count:row|rows} above the names {count:is|are} left out (row {row}: {examples}).",
        "{count} {count:Titelzeile|Titelzeilen} über den Namen {count:wird|werden} weggelassen (Zeile {row}: {examples}).",
    ),
    "reading_title_comments": ("comment rows", "Kommentarzeilen"),
    "reading_comments": (
        "{count} comment {count:row|rows} above the names {count:is|are} left out (row {row}: {examples}).",
        "{count} {count:Kommentarzeile|Kommentarzeilen} über den Namen {count:wird|werden} weggelassen (Zeile {row}: {examples}).",
    ),
    "reading_title_footer": ("footer below a rule", "Fußzeilen unter einer Linie"),
    "reading_footer": (
        "{count} {count:row|rows} at the end, below a rule, {count:is|are} left out (from row {row}: {examples}).",
        "{count} {count:Zeile|Zeilen} am Ende, unter einer Linie, {count:wird|werden} weggelassen (ab Zeile {row}: {examples}).",
    ),
    "reading_title_end_sign": ("sign for the end of the file", "Zeichen für das Dateiende"),
    "reading_end_sign": (
        "The sign for the end of the file (DOS, 0x1A) is left out.",
        "Das Zeichen für das Dateiende (DOS, 0x1A) wird weggelassen.",
    ),
    "reading_title_blank_rows": ("blank rows", "Leerzeilen"),
    "reading_blank_rows": (
        "{count} blank {count:row|rows} {count:is no record|are no records} (first: row {row}).",
        "{count} {count:leere Zeile ist kein Datensatz|leere Zeilen sind keine Datensätze} (zuerst Zeile {row}).",
    ),
    "reading_title_rule_rows": ("lines of signs", "Linien aus Zeichen"),
    "reading_rule_rows": (
        "{count} {count:row|rows} of signs alone, as =====, {count:is no record|are no records} (first: row {row}).",
        "{count} {count:Zeile nur aus Zeichen wie ===== ist kein Datensatz|Zeilen nur aus Zeichen wie ===== sind keine Datensätze} (zuerst Zeile {row}).",
    ),
    "reading_title_notes": ("notes below the table", "Anmerkungen unter der Tabelle"),
    "reading_notes": (
        "{count} {count:row|rows} at the end {count:looks like a note|look like notes}, not like records (row {row}: {examples}).",
        "{count} {count:Zeile|Zeilen} am Ende {count:sieht wie eine Anmerkung|sehen wie Anmerkungen} aus, nicht wie Datensätze (Zeile {row}: {examples}).",
    ),
    "reading_title_units": ("rows of units", "Zeilen mit Einheiten"),
    "reading_units": (
        "{count} {count:row|rows} below the names {count:gives|give} units, not a record (row {row}: {examples}).",
        "{count} {count:Zeile|Zeilen} unter den Namen {count:nennt|nennen} Einheiten, keinen Datensatz (Zeile {row}: {examples}).",
    ),
    "reading_title_repeated_head": ("names that come again", "wiederholte Kopfzeile"),
    "reading_repeated_head": (
        "{count} {count:row repeats|rows repeat} the names (first: row {row}).",
        "{count} {count:Zeile wiederholt|Zeilen wiederholen} die Namen (zuerst Zeile {row}).",
    ),
    "reading_title_totals": ("rows of totals", "Summenzeilen"),
    "reading_totals": (
        "{count} {count:row|rows} {count:looks like a total|look like totals}, not like records (row {row}: {examples}).",
        "{count} {count:Zeile|Zeilen} {count:sieht wie eine Summe|sehen wie Summen} aus, nicht wie Datensätze (Zeile {row}: {examples}).",
    ),
    "reading_title_sum_rows": ("rows that are sums of others", "Zeilen, die Summen anderer sind"),
    "reading_sum_rows": (
        "{count} {count:row is the sum|rows are sums} of other rows, not {count:a record|records} ({count:row|rows} {rows}: {examples}).",
        "{count} {count:Zeile ist die Summe|Zeilen sind Summen} anderer Zeilen, {count:kein Datensatz|keine Datensätze} ({count:Zeile|Zeilen} {rows}: {examples}).",
    ),
    "rows_not_in_file": (
        "“{file}” has no rows that could be chosen by hand. Leave out the row of names and the rows to skip.",
        "„{file}“ hat keine Zeilen, die von Hand gewählt werden könnten. Lassen Sie Kopfzeile und gestrichene Zeilen weg.",
    ),
    "reading_title_rows_by_hand": ("rows left out by hand", "von Hand gestrichene Zeilen"),
    "reading_rows_by_hand": (
        "{count} {count:row is|rows are} left out by hand (row {examples}).",
        "{count} {count:Zeile ist|Zeilen sind} von Hand gestrichen (Zeile {examples}).",
    ),
    "reading_title_parts": ("rows that are parts of others", "Davon-Zeilen"),
    "reading_parts": (
        "{count} {count:row counts|rows count} a part of the row above once more ({count:row|rows} {rows}: {examples}).",
        "{count} {count:Zeile zählt|Zeilen zählen} einen Teil der Zeile darüber noch einmal ({count:Zeile|Zeilen} {rows}: {examples}).",
    ),
    "reading_title_subheads": ("subheads between records", "Zwischenüberschriften"),
    "reading_subheads": (
        "{count} {count:row has|rows have} one text alone that no record has, like {count:a subhead|subheads} ({count:row|rows} {rows}: {examples}). What it says of the rows below is not read.",
        "{count} {count:Zeile hat|Zeilen haben} nur einen Text, den kein Datensatz hat, wie eine Zwischenüberschrift ({count:Zeile|Zeilen} {rows}: {examples}). Was sie über die Zeilen darunter sagt, wird nicht gelesen.",
    ),
    "reading_title_tables": ("another table below", "weitere Tabelle darunter"),
    "reading_tables": (
        "Another table with other columns begins in row {row} ({examples}). To read it instead, answer second_table, or give its row of names (--head-row).",
        "In Zeile {row} beginnt eine weitere Tabelle mit anderen Spalten ({examples}). Um stattdessen sie zu lesen, antworten Sie second_table oder geben Sie ihre Zeile mit den Namen an (--head-row).",
    ),
    "reading_title_tables_beside": ("another table beside the first one", "weitere Tabelle daneben"),
    "reading_tables_beside": (
        "Beside an empty column there is another table (columns: {examples}). To read it instead, answer second_table, or give its cells (--range).",
        "Neben einer leeren Spalte steht eine weitere Tabelle (Spalten: {examples}). Um stattdessen sie zu lesen, antworten Sie second_table oder geben Sie ihre Zellen an (--range).",
    ),
    "reading_title_numbers_alone": ("running numbers alone", "laufende Nummern ohne Angaben"),
    "reading_numbers_alone": (
        "{count} {count:row|rows} at the end {count:has|have} a running number alone ({rows:row|rows} {rows}: {examples}).",
        "{count} {count:Zeile hat|Zeilen haben} am Ende nur eine laufende Nummer ({rows:Zeile|Zeilen} {rows}: {examples}).",
    ),
    "reading_title_stray_cells": ("cells beside the table", "Zellen neben der Tabelle"),
    "reading_stray_cells": (
        "{count} {count:cell|cells} beside the table, in columns without a name, {count:is|are} left out (row {rows}: {examples}).",
        "{count} {count:Zelle|Zellen} neben der Tabelle, in Spalten ohne Namen, {count:wird|werden} weggelassen (Zeile {rows}: {examples}).",
    ),
    "reading_title_names_joined": ("names in several rows", "Namen in mehreren Zeilen"),
    "reading_names_joined": (
        "The {count:row|rows} {rows} {count:belongs|belong} to the names ({examples}): names are read from several rows.",
        "{count:Zeile|Die Zeilen} {rows} {count:gehört|gehören} zu den Namen ({examples}): Die Namen stehen in mehreren Zeilen.",
    ),
    "reading_title_column_numbers": ("numbers of the columns", "Spaltennummern"),
    "reading_column_numbers": (
        "{count} {count:row|rows} below the names {count:numbers|number} the columns (row {row}: {examples}).",
        "{count} {count:Zeile|Zeilen} unter den Namen {count:nummeriert|nummerieren} die Spalten (Zeile {row}: {examples}).",
    ),
    "reading_title_codes_above": (
        "codes in the first row of a group alone",
        "Schlüssel nur in der ersten Zeile einer Gruppe",
    ),
    "reading_codes_above": (
        "“{column}”: only the first row of each group has a code; {count} {count:row has|rows have} none (from row {row}).",
        "„{column}“: Nur die erste Zeile jeder Gruppe hat einen Schlüssel; {count} {count:Zeile hat|Zeilen haben} keinen (ab Zeile {row}).",
    ),
    "reading_title_fixed_width": ("lines of fixed width", "Zeilen fester Breite"),
    "reading_fixed_width": (
        "Nothing separates the columns, and the lines look like columns of fixed width (row {row}: {examples}). Give a description that says where each column begins (--meta).",
        "Nichts trennt die Spalten, und die Zeilen sehen wie Spalten fester Breite aus (Zeile {row}: {examples}). Geben Sie eine Beschreibung an, die sagt, wo jede Spalte beginnt (--meta).",
    ),
    "reading_choice_without_quotes": ("read without these quotation marks", "ohne diese Anführungszeichen lesen"),
    "reading_title_lines_quoted": ("lines in quotation marks", "Zeilen in Anführungszeichen"),
    "reading_lines_quoted": (
        "{count} whole {count:line stands|lines stand} in quotation marks (row {row}: {examples}). Excel writes lines so that it did not divide into columns.",
        "{count} ganze {count:Zeile steht|Zeilen stehen} in Anführungszeichen (Zeile {row}: {examples}). So schreibt Excel Zeilen, die es nicht in Spalten geteilt hat.",
    ),
    # --- names, letters -------------------------------------------------------------------------------------------------
    "reading_title_names_twice": ("name used twice", "Name doppelt vergeben"),
    "reading_names_twice": (
        "A column has the name {examples}, which another one has already: it is called “{column}”.",
        "Eine Spalte heißt {examples} wie schon eine andere: Sie heißt hier „{column}“.",
    ),
    "reading_choice_read": ("read both columns", "beide Spalten lesen"),
    "reading_title_columns_overlap": ("columns that share characters", "überlappende Spalten"),
    "reading_columns_overlap": (
        "“{column}” shares characters with another column ({examples}).",
        "„{column}“ teilt sich Zeichen mit einer anderen Spalte ({examples}).",
    ),
    "reading_title_encoding": ("encoding", "Zeichensatz"),
    "reading_encoding": (
        "The text is read as {examples}.",
        "Der Text wird als {examples} gelesen.",
    ),
    "reading_choice_cp1252": ("Windows (cp1252)", "Windows (cp1252)"),
    "reading_choice_cp850": ("DOS (cp850)", "DOS (cp850)"),
    "reading_title_code_page": ("letters of Windows or of DOS", "Buchstaben von Windows oder DOS"),
    "reading_code_page": (
        "{count} {count:word has|words have} other letters by Windows than by DOS ({examples}).",
        "{count} {count:Wort hat|Wörter haben} nach Windows andere Buchstaben als nach DOS ({examples}).",
    ),
    # --- numbers --------------------------------------------------------------------------------------------------------
    "reading_title_point": ("point with three digits", "Punkt mit drei Ziffern"),
    "reading_point": (
        "“{column}”: {count} {count:value has|values have} a point with three digits behind it ({examples}). Each can be a decimal or thousands.",
        "„{column}“: {count} {count:Wert hat|Werte haben} einen Punkt mit drei Ziffern dahinter ({examples}). Er kann Dezimalzeichen sein oder Tausender trennen.",
    ),
    "reading_title_comma": ("comma with three digits", "Komma mit drei Ziffern"),
    "reading_comma": (
        "“{column}”: {count} {count:value has|values have} a comma with three digits behind it ({examples}). Each can be a decimal or thousands.",
        "„{column}“: {count} {count:Wert hat|Werte haben} ein Komma mit drei Ziffern dahinter ({examples}). Es kann Dezimalzeichen sein oder Tausender trennen.",
    ),
    "reading_title_grouped": ("thousands separators", "Tausendertrennzeichen"),
    "reading_grouped": (
        "“{column}”: {count} {count:value has|values have} thousands separators ({examples}).",
        "„{column}“: {count} {count:Wert hat|Werte haben} Tausendertrennzeichen ({examples}).",
    ),
    "reading_title_signs": ("signs beside numbers", "Zeichen an Zahlen"),
    "reading_signs": (
        "“{column}”: {count} {count:value is|values are} read without the signs beside {count:its number|their numbers} ({examples}).",
        "„{column}“: {count} {count:Wert wird|Werte werden} ohne die Zeichen an der Zahl gelesen ({examples}).",
    ),
    "reading_choice_hundred": ("12 % is read as 12", "12 % wird als 12 gelesen"),
    "reading_choice_parts": ("12 % is read as 0.12", "12 % wird als 0,12 gelesen"),
    "reading_title_percent": ("percent", "Prozent"),
    "reading_percent": (
        "“{column}”: {count} {count:value is written or displayed|values are written or displayed} as percent ({examples}).",
        "„{column}“: {count} {count:Wert ist|Werte sind} als Prozent geschrieben oder angezeigt ({examples}).",
    ),
    "reading_choice_multiply": ("multiply by the unit", "mit der Einheit malnehmen"),
    "reading_choice_ignore": ("read the number alone", "nur die Zahl lesen"),
    "reading_title_units_mixed": ("several units", "verschiedene Einheiten"),
    "reading_units_mixed": (
        "“{column}”: {count} {count:value has|values have} another unit than others ({examples}).",
        "„{column}“: {count} {count:Wert hat|Werte haben} eine andere Einheit als andere ({examples}).",
    ),
    "reading_choice_displayed": ("as the sheet displays them", "so lesen, wie das Blatt sie zeigt"),
    "reading_choice_stored": ("as the cells hold them", "so lesen, wie sie in den Zellen stehen"),
    "reading_title_scaled": ("numbers displayed in thousands", "in Tausend angezeigte Zahlen"),
    "reading_scaled": (
        "“{column}”: the sheet displays {count} {count:value|values} in thousands or millions, or multiplied ({examples}).",
        "„{column}“: Das Blatt zeigt {count} {count:Wert|Werte} in Tausend oder Millionen an, oder vervielfacht ({examples}).",
    ),
    "reading_title_currencies": ("several currencies", "verschiedene Währungen"),
    "reading_currencies": (
        "“{column}”: {count} {count:value has|values have} a sign of currency, not all the same ({examples}).",
        "„{column}“: {count} {count:Wert hat|Werte haben} ein Währungszeichen, nicht alle dasselbe ({examples}).",
    ),
    "reading_choice_as_is": ("read as they are", "so lesen, wie sie sind"),
    "reading_title_rounded": ("numbers of more than 15 digits", "Zahlen mit mehr als 15 Stellen"),
    "reading_rounded": (
        "“{column}”: {count} {count:number has|numbers have} more than 15 digits ({examples}). Excel keeps 15: the others are lost.",
        "„{column}“: {count} {count:Zahl hat|Zahlen haben} mehr als 15 Stellen ({examples}). Excel behält 15: Die übrigen sind verloren.",
    ),
    "identifiers_rounded": (
        "“{file}”, “{column}”: {count} {count:identifier has|identifiers have} more than 15 digits; Excel keeps 15, the others are lost. Export the file anew with this column as text.",
        "„{file}“, „{column}“: {count} {count:Kennung hat|Kennungen haben} mehr als 15 Stellen; Excel behält 15, die übrigen sind verloren. Geben Sie die Datei neu aus, diese Spalte als Text.",
    ),
    "reading_title_words": ("words among numbers", "Wörter unter Zahlen"),
    "reading_words": (
        "“{column}”: {count} {count:value is|values are} no number: {examples} (first in record {row}).",
        "„{column}“: {count} {count:Wert ist keine Zahl|Werte sind keine Zahlen}: {examples} (zuerst in Datensatz {row}).",
    ),
    # --- codes ----------------------------------------------------------------------------------------------------------
    "reading_title_words_as_codes": ("words for missing values", "Wörter für fehlende Werte"),
    "reading_words_as_codes": (
        "“{column}”: {count} {count:value is a word|values are words} for what is not stated: {examples}. {count:It is|They are} read as {count:a category|categories}, or as not stated.",
        "„{column}“: {count} {count:Wert ist ein Wort|Werte sind Wörter} für fehlende Angaben: {examples}. {count:Er gilt als Ausprägung oder|Sie gelten als Ausprägungen oder} als ohne Angabe.",
    ),
    "reading_title_declared_missing": ("values declared as missing", "als fehlend erklärte Werte"),
    "reading_declared_missing": (
        "“{column}”: {count} {count:value is|values are} read as not stated, as declared ({examples}).",
        "„{column}“: {count} {count:Wert gilt|Werte gelten} als ohne Angabe, wie erklärt ({examples}).",
    ),
    "reading_title_declared_absent": ("declared values that do not occur", "erklärte Werte, die nicht vorkommen"),
    "reading_declared_absent": (
        "“{column}”: no record has {count:the value|any of the values} declared as missing ({examples}). Check how the file writes {count:it|them}.",
        "„{column}“: Kein Datensatz hat {count:den als fehlend erklärten Wert|einen der als fehlend erklärten Werte} ({examples}). Prüfen Sie, wie die Datei {count:ihn|sie} schreibt.",
    ),
    "reading_title_codes_mended": ("codes written in several ways", "verschieden geschriebene Schlüssel"),
    "reading_codes_mended": (
        "“{column}”: {count} {count:value is|values are} read without signs that nobody sees, or that Excel adds ({examples}).",
        "„{column}“: {count} {count:Wert wird|Werte werden} ohne unsichtbare Zeichen gelesen, oder ohne solche, die Excel hinzufügt ({examples}).",
    ),
    "reading_title_exponents": ("codes as powers of ten", "Schlüssel als Zehnerpotenz"),
    "reading_exponents": (
        "“{column}”: {count} {count:code was|codes were} turned into powers of ten before ({examples}). Export the file anew with this column as text.",
        "„{column}“: {count} {count:Schlüssel wurde|Schlüssel wurden} vorher in Zehnerpotenzen verwandelt ({examples}). Geben Sie die Datei neu aus, diese Spalte als Text.",
    ),
    "reading_title_displayed": ("codes as displayed", "Schlüssel wie angezeigt"),
    "reading_displayed": (
        "“{column}”: codes are read as the file displays them ({examples}).",
        "„{column}“: Schlüssel werden gelesen, wie die Datei sie anzeigt ({examples}).",
    ),
    "reading_choice_apart": ("keep apart", "getrennt lassen"),
    "reading_title_truth_values": ("truth values beside numbers", "Wahrheitswerte neben Zahlen"),
    "reading_truth_values": (
        "“{column}”: {count} {count:cell holds|cells hold} TRUE or FALSE, others 1 or 0 ({examples}). They can mean the same.",
        "„{column}“: {count} {count:Zelle enthält|Zellen enthalten} WAHR oder FALSCH, andere 1 oder 0 ({examples}). Sie können dasselbe bedeuten.",
    ),
    "reading_choice_one_code": ("read as one code", "als einen Schlüssel lesen"),
    "reading_title_codes_alike": ("codes that hardly differ", "fast gleiche Schlüssel"),
    "reading_codes_alike": (
        "“{column}”: {count} {count:code differs|codes differ} from another by a dash, blanks or .0 alone ({examples}).",
        "„{column}“: {count} {count:Schlüssel unterscheidet|Schlüssel unterscheiden} sich von einem anderen nur durch einen Strich, Leerzeichen oder ,0 ({examples}).",
    ),
    "reading_title_codes_case": ("codes in upper and lower case", "Schlüssel in Groß- und Kleinschreibung"),
    "reading_codes_case": (
        "“{column}”: {count} {count:code differs|codes differ} from another by upper or lower case alone ({examples}).",
        "„{column}“: {count} {count:Schlüssel unterscheidet|Schlüssel unterscheiden} sich von einem anderen nur durch Groß- oder Kleinschreibung ({examples}).",
    ),
    "reading_title_days_spelt": ("days written in several ways", "verschieden geschriebene Tage"),
    "reading_days_spelt": (
        "“{column}”: days are written in {count} ways ({examples}) and stay different codes.",
        "„{column}“: Tage sind auf {count} Arten geschrieben ({examples}) und bleiben verschiedene Schlüssel.",
    ),
    "reading_title_letters_broken": ("damaged letters", "beschädigte Buchstaben"),
    "reading_letters_broken": (
        "“{column}”: letters of {count} {count:code|codes} were damaged before ({examples}). Export the file anew as UTF-8.",
        "„{column}“: Buchstaben in {count} {count:Schlüssel|Schlüsseln} wurden vorher beschädigt ({examples}). Geben Sie die Datei neu aus, als UTF-8.",
    ),
    "reading_choice_days": ("read as days", "als Tage lesen"),
    "reading_title_days_among_codes": ("days among codes", "Datum zwischen Schlüsseln"),
    "reading_days_among_codes": (
        "“{column}”: {count} {count:value is a day|values are days} among other codes ({examples}). Excel may have turned codes into days: export the file anew with this column as text.",
        "„{column}“: {count} {count:Wert ist ein Datum|Werte sind ein Datum} zwischen anderen Schlüsseln ({examples}). Excel kann Schlüssel in ein Datum verwandelt haben: Geben Sie die Datei neu aus, diese Spalte als Text.",
    ),
    "reading_choice_day_month": ("read as day and month, 01.02", "als Tag und Monat lesen, 01.02"),
    "reading_title_days_without_year": ("days displayed without a year", "Tage ohne Jahr"),
    "reading_days_without_year": (
        "“{column}”: the sheet displays {count} {count:day|days} without a year ({examples}). Excel makes such days of codes like 01.02 or 1-2.",
        "„{column}“: Das Blatt zeigt {count} {count:Tag|Tage} ohne Jahr ({examples}). Excel macht aus Schlüsseln wie 01.02 oder 1-2 solche Tage.",
    ),
    "reading_title_displayed_otherwise": ("codes that became numbers", "Schlüssel, die Zahlen wurden"),
    "reading_displayed_otherwise": (
        "“{column}”: the sheet displays {count} {count:number|numbers} as a power of ten or a fraction ({examples}). Codes like 1E5 or 1/2 may have become numbers.",
        "„{column}“: Das Blatt zeigt {count} {count:Zahl|Zahlen} als Zehnerpotenz oder Bruch ({examples}). Aus Schlüsseln wie 1E5 oder 1/2 können Zahlen geworden sein.",
    ),
    "reading_title_days_by_name": ("days with names of months", "Tage mit Monatsnamen"),
    "reading_days_by_name": (
        "“{column}”: {count} {count:code is a day|codes are days} with the name of a month ({examples}). Excel writes codes like 01.02 so.",
        "„{column}“: {count} {count:Schlüssel ist ein Tag|Schlüssel sind Tage} mit Monatsnamen ({examples}). So schreibt Excel Schlüssel wie 01.02.",
    ),
    "reading_title_lost_zeros": ("lost leading zeros", "verlorene führende Nullen"),
    "reading_lost_zeros": (
        "“{column}”: {count} {count:code is|codes are} shorter than those with leading zeros ({examples}). Zeros may have been lost.",
        "„{column}“: {count} {count:Schlüssel ist|Schlüssel sind} kürzer als die mit führenden Nullen ({examples}). Nullen können verloren gegangen sein.",
    ),
    "reading_title_periods": ("periods", "Zeiträume"),
    "reading_periods": (
        "“{column}”: numbers are read as the periods that the file displays ({examples}).",
        "„{column}“: Zahlen werden als die Zeiträume gelesen, die die Datei anzeigt ({examples}).",
    ),
    "reading_title_days_impossible": ("impossible days", "unmögliche Tage"),
    "reading_days_impossible": (
        "“{column}”: {count} {count:value is no day|values are no days} of the calendar and {count:is|are} missing (first in record {row}).",
        "„{column}“: {count} {count:Wert ist kein Tag|Werte sind keine Tage} des Kalenders und {count:fehlt|fehlen} (zuerst in Datensatz {row}).",
    ),
    "reading_choice_categories": ("categories", "Ausprägungen"),
    "reading_title_missing_kinds": ("kinds of missing", "Arten fehlender Werte"),
    "reading_missing_kinds": (
        "“{column}”: {count} {count:value is|values are} missing for reasons that the file distinguishes ({examples}). They are not stated, or categories of their own.",
        "„{column}“: {count} {count:Wert fehlt|Werte fehlen} aus Gründen, die die Datei unterscheidet ({examples}). Sie gelten als ohne Angabe, oder als eigene Ausprägungen.",
    ),
    "reading_title_labels": ("labels that differ", "abweichende Bezeichnungen"),
    "reading_labels": (
        "“{column}”: {count} {count:code has|codes have} another label in another file ({examples}).",
        "„{column}“: {count} {count:Schlüssel hat|Schlüssel haben} in einer anderen Datei eine andere Bezeichnung ({examples}).",
    ),
    "reading_title_label_spelling": ("labels spelt differently", "anders geschriebene Bezeichnungen"),
    "reading_label_spelling": (
        "“{column}”: {count} {count:label is|labels are} spelt differently in another file ({examples}).",
        "„{column}“: {count} {count:Bezeichnung ist|Bezeichnungen sind} in einer anderen Datei anders geschrieben ({examples}).",
    ),
    "personal_column": (
        "Looks like names, addresses or numbers of persons: it is not read.",
        "Sieht nach Namen, Anschriften oder Nummern von Personen aus: wird nicht eingelesen.",
    ),
    "reading_title_personal": ("names or numbers of persons", "Namen oder Nummern von Personen"),
    "reading_personal": (
        "“{column}” looks like names, addresses or numbers of persons and is not read.",
        "„{column}“ sieht nach Namen, Anschriften oder Nummern von Personen aus und wird nicht eingelesen.",
    ),
    "reading_title_personal_read": (
        "names or numbers of persons are read",
        "Namen oder Nummern von Personen werden gelesen",
    ),
    "reading_personal_read": (
        "“{column}” looks like names, addresses or numbers of persons, and is read. Leave the column out where no table needs it.",
        "„{column}“ sieht nach Namen, Anschriften oder Nummern von Personen aus und wird eingelesen. Lassen Sie die Spalte weg, wenn keine Tabelle sie braucht.",
    ),
    "reading_title_file_twice": ("the same file twice", "dieselbe Datei zweimal"),
    "reading_file_twice": (
        "{count} {count:file has|files have} the same content as another one ({examples}): all its records would count twice.",
        "{count} {count:Datei hat|Dateien haben} denselben Inhalt wie eine andere ({examples}): Alle Datensätze würden doppelt zählen.",
    ),
    # --- a delivery beside the former period ----------------------------------------------------------------------------
    "compare_no_former": (
        "No period before {period} has records to compare with.",
        "Kein Berichtszeitraum vor {period} hat Datensätze zum Vergleichen.",
    ),
    "compared_all_records": (
        "Records: {former} before, {now} now.",
        "Datensätze: vorher {former}, jetzt {now}.",
    ),
    "compared_variable": (
        "{variable}: not stated {former} before, {now} now.",
        "{variable}: ohne Angabe vorher {former}, jetzt {now}.",
    ),
    "compared_means": ("  Mean: {former} before, {now} now.", "  Mittelwert: vorher {former}, jetzt {now}."),
    "compared_code": (
        "  {category}: {former} before, {now} now",
        "  {category}: vorher {former}, jetzt {now}",
    ),
    "compared_change": ("Unlikely: {change}", "Unwahrscheinlich: {change}"),
    "compared_named": ("{kind} (“{variable}”)", "{kind} („{variable}“)"),
    "compared_ended": (
        "{count} unlikely {count:change|changes} from {period}.",
        "{count} {count:unwahrscheinliche Veränderung|unwahrscheinliche Veränderungen} gegenüber {period}.",
    ),
    "compared_former_period": ("the former period", "dem vorigen Berichtszeitraum"),
    "compared_written": ("Comparison written to {name}.", "Vergleich nach {name} geschrieben."),
    "compared_title_exchanged": ("codes exchanged", "Schlüssel vertauscht"),
    "compared_exchanged": (
        "“{variable}”: “{category}” ({former}, now {now}) and “{other}” ({other_former}, now {other_now}) seem to be exchanged.",
        "„{variable}“: „{category}“ ({former}, jetzt {now}) und „{other}“ ({other_former}, jetzt {other_now}) scheinen vertauscht.",
    ),
    "compared_title_gone": ("code without records", "Schlüssel ohne Datensätze"),
    "compared_gone": (
        "“{variable}”: “{category}” had {former} of the records and has none now.",
        "„{variable}“: „{category}“ hatte {former} der Datensätze und hat jetzt keinen.",
    ),
    "compared_title_new": ("new code with many records", "neuer Schlüssel mit vielen Datensätzen"),
    "compared_new": (
        "“{variable}”: “{category}” had no record and has {now} now.",
        "„{variable}“: „{category}“ hatte keinen Datensatz und hat jetzt {now}.",
    ),
    "compared_title_share": ("jump of a share", "Sprung eines Anteils"),
    "compared_share": (
        "“{variable}”: the share of “{category}” was {former} and is {now}.",
        "„{variable}“: Der Anteil von „{category}“ war {former} und ist {now}.",
    ),
    "compared_title_missing": ("jump of what is not stated", "Sprung fehlender Angaben"),
    "compared_missing": (
        "“{variable}”: not stated in {former} of the records before, in {now} now.",
        "„{variable}“: ohne Angabe vorher in {former} der Datensätze, jetzt in {now}.",
    ),
    "compared_title_mean": ("jump of the mean", "Sprung des Mittelwerts"),
    "compared_mean": (
        "“{variable}”: the mean was {former} and is {now} ({factor} times).",
        "„{variable}“: Der Mittelwert war {former} und ist {now} (das {factor}-Fache).",
    ),
    "compared_title_records": ("jump of the number of records", "Sprung der Zahl der Datensätze"),
    "compared_records": (
        "Number of records: {former} before, {now} now.",
        "Zahl der Datensätze: vorher {former}, jetzt {now}.",
    ),
    "compared_title_absent": ("variable is missing", "Merkmal fehlt"),
    "compared_absent": (
        "“{variable}” is not in the delivery.",
        "„{variable}“ fehlt in der Lieferung.",
    ),
    "cli_help_data_compare": (
        "distributions of a delivery beside the former period, with what is unlikely, before taking it over",
        "Verteilungen einer Lieferung neben dem vorigen Berichtszeitraum, mit Unwahrscheinlichem, vor dem Übernehmen",
    ),
    "cli_help_compare_output": (
        "JSON file with the kinds of unlikely changes",
        "JSON-Datei mit den Arten unwahrscheinlicher Veränderungen",
    ),
    "cli_help_compare_confidential": (
        "with codes and numbers of records; nobody else may read the file",
        "mit Schlüsseln und Zahlen von Datensätzen; nur Sie dürfen die Datei lesen",
    ),
    "reading_title_identifiers_twice": ("the same units in two files", "dieselben Einheiten in zwei Dateien"),
    "reading_identifiers_twice": (
        "“{column}”: {count} {count:unit is|units are} in more than one file ({examples}): each would count twice.",
        "„{column}“: {count} {count:Einheit steht|Einheiten stehen} in mehreren Dateien ({examples}): Jede würde doppelt zählen.",
    ),
    "reading_title_block_twice": ("records once more", "Datensätze noch einmal"),
    "reading_block_twice": (
        "{count} {count:record is|records are}, from record {row} on, the same as those before, in the same order: they would count twice.",
        "{count} {count:Datensatz ist|Datensätze sind} ab Datensatz {row} dieselben wie davor, in derselben Reihenfolge: Sie würden doppelt zählen.",
    ),
    "reading_title_records_twice": ("the same records twice", "dieselben Datensätze zweimal"),
    "reading_records_twice": (
        "All records of {count} {count:file|files} occur in another one, too ({examples}): they would count twice.",
        "Alle Datensätze {count:einer Datei|von # Dateien} kommen auch in einer anderen vor ({examples}): Sie würden doppelt zählen.",
    ),
    "records_seen": (
        "All records of “{name}” occur in {period}, too, where they are as many. Check that this is the right delivery.",
        "Alle Datensätze von „{name}“ kommen auch in {period} vor, das ebenso viele hat. Prüfen Sie, ob es die richtige Lieferung ist.",
    ),
    "source_seen": (
        "“{name}” was the source of {period} already.",
        "„{name}“ war schon die Quelle von {period}.",
    ),
    # --- workbooks ------------------------------------------------------------------------------------------------------
    "reading_title_formulas": ("formulas without results", "Formeln ohne Ergebnis"),
    "reading_formulas": (
        "{count} {count:cell holds a formula|cells hold formulas} without a stored result ({examples}). Open the workbook in Excel and save it.",
        "{count} {count:Zelle enthält eine Formel|Zellen enthalten Formeln} ohne gespeichertes Ergebnis ({examples}). Öffnen Sie die Mappe in Excel und speichern Sie sie.",
    ),
    "reading_title_merged": ("merged cells", "verbundene Zellen"),
    "reading_merged": (
        "{count} {count:area of merged cells is|areas of merged cells are} filled with {count:its|their} value ({examples}).",
        "{count} {count:Bereich verbundener Zellen wird|Bereiche verbundener Zellen werden} mit dem Wert gefüllt ({examples}).",
    ),
    "reading_choice_this_sheet": ("read this sheet alone", "nur dieses Blatt lesen"),
    "reading_title_sheets_alike": ("sheets with the same columns", "Blätter mit denselben Spalten"),
    "reading_sheets_alike": (
        "{count} {count:other sheet has|other sheets have} the same columns: {examples}. Only one sheet is read: choose it with --sheet.",
        "{count} {count:weiteres Blatt hat|weitere Blätter haben} dieselben Spalten: {examples}. Gelesen wird nur eines: Wählen Sie es mit --sheet.",
    ),
    "reading_title_other_sheets": ("sheets that are not read", "nicht gelesene Blätter"),
    "reading_other_sheets": (
        "{count} {count:sheet of the workbook is|sheets of the workbook are} not read: {examples}.",
        "{count} {count:Blatt der Mappe wird|Blätter der Mappe werden} nicht gelesen: {examples}.",
    ),
    "reading_choice_fill": ("fill with the value", "mit dem Wert füllen"),
    "reading_choice_blank": ("leave empty", "leer lassen"),
    "reading_title_merged_across": ("cells merged across columns", "über Spalten verbundene Zellen"),
    "reading_merged_across": (
        "“{column}”: {count} {count:cell is|cells are} merged with {count:its|their} neighbour on the left ({examples}). {count:It|They} can be empty, or hold its value.",
        "„{column}“: {count} {count:Zelle ist|Zellen sind} mit der Zelle links davon verbunden ({examples}). {count:Sie kann|Sie können} leer sein oder deren Wert haben.",
    ),
    "reading_title_errors": ("cells with errors", "Zellen mit Fehlern"),
    "reading_errors": (
        "“{column}”: {count} {count:cell holds an error and is|cells hold errors and are} missing ({examples}).",
        "„{column}“: {count} {count:Zelle enthält einen Fehler und fehlt|Zellen enthalten Fehler und fehlen} ({examples}).",
    ),
    # --- tables of codes ------------------------------------------------------------------------------------------------
    "reading_choice_pad": ("fill up with zeros", "mit Nullen auffüllen"),
    "reading_choice_prefix": ("by the beginning of the codes", "nach dem Anfang der Schlüssel"),
    "reading_choice_indents": ("by their indents", "nach der Einrückung"),
    "reading_choice_none": ("no groups", "keine Gruppen"),
    "reading_choice_above": ("take the code of the row above", "Schlüssel der Zeile darüber nehmen"),
    "reading_choice_first": ("keep the first label", "erste Bezeichnung behalten"),
    "reading_choice_last": ("keep the last label", "letzte Bezeichnung behalten"),
    "reading_choice_as_group": ("take as groups", "als Gruppen nehmen"),
    "reading_choice_as_written": ("as the table says", "wie es in der Tabelle steht"),
    "reading_choice_split": ("code and label", "Schlüssel und Bezeichnung"),
    "reading_choice_whole": ("the whole text is the code", "der ganze Text ist der Schlüssel"),
    "reading_title_no_parent": ("signs for no code above", "Zeichen für „kein übergeordneter Schlüssel“"),
    "reading_no_parent": (
        "“{column}”: {examples} is read as no code there, in {count} {count:row|rows} (row {row}).",
        "„{column}“: {examples} gilt dort als kein Schlüssel, in {count} {count:Zeile|Zeilen} (Zeile {row}).",
    ),
    "reading_title_parents_without_row": ("groups without a row of their own", "Gruppen ohne eigene Zeile"),
    "reading_parents_without_row": (
        "{count} {count:group has|groups have} no row of {count:its|their} own and {count:is|are} on the first level (row {row}: {examples}).",
        "{count} {count:Gruppe hat|Gruppen haben} keine eigene Zeile und {count:steht|stehen} auf der ersten Ebene (Zeile {row}: {examples}).",
    ),
    "reading_title_unlike_parent": (
        "codes below another group than they begin with",
        "Schlüssel unter einer anderen Gruppe, als ihr Anfang sagt",
    ),
    "reading_unlike_parent": (
        "{count} {count:code is|codes are} elsewhere than {count:its|their} beginning says, as it does for nearly all others (row {row}: {examples}).",
        "{count} {count:Schlüssel liegt|Schlüssel liegen} anders, als der Anfang sagt, wie er es bei fast allen anderen tut (Zeile {row}: {examples}).",
    ),
    "reading_title_code_and_label": ("code and label in one cell", "Schlüssel und Bezeichnung in einer Zelle"),
    "reading_code_and_label": (
        "“{column}” looks like code and label in one cell ({examples}).",
        "„{column}“ sieht nach Schlüssel und Bezeichnung in einer Zelle aus ({examples}).",
    ),
    "reading_title_labels_unread": (
        "further labels that are not read",
        "weitere Bezeichnungen, die nicht gelesen werden",
    ),
    "reading_labels_unread": (
        "“{column}” holds other labels of the same codes and is not read ({count} {count:cell|cells}: {examples}).",
        "„{column}“ enthält weitere Bezeichnungen derselben Schlüssel und wird nicht gelesen ({count} {count:Zelle|Zellen}: {examples}).",
    ),
    "reading_title_codes_lost": ("codes that only such rows have", "Schlüssel, die nur in solchen Zeilen stehen"),
    "reading_codes_lost": (
        "{count} {count:code occurs|codes occur} only in rows that do not fit, and {count:is|are} left out with them (row {row}: {examples}).",
        "{count} {count:Schlüssel steht|Schlüssel stehen} nur in Zeilen, die nicht passen, und {count:entfällt|entfallen} mit ihnen (Zeile {row}: {examples}).",
    ),
    "reading_title_near_misfit": (
        "codes beside a row that does not fit",
        "Schlüssel neben einer Zeile, die nicht passt",
    ),
    "reading_near_misfit": (
        "{count} {count:code is|codes are} beside rows that do not fit, and may belong elsewhere (row {row}: {examples}).",
        "{count} {count:Schlüssel steht|Schlüssel stehen} neben Zeilen, die nicht passen, und {count:gehört|gehören} vielleicht woandershin (Zeile {row}: {examples}).",
    ),
    "reading_title_head_guessed": ("row of names", "Kopfzeile"),
    "reading_head_guessed": (
        "Row {row} is read as names of the columns ({examples}). Correct the row of names if these are codes.",
        "Zeile {row} gilt als Kopfzeile ({examples}). Ändern Sie die Kopfzeile, wenn dort Schlüssel stehen.",
    ),
    "reading_title_head_rows": ("names over several rows", "Kopf über mehrere Zeilen"),
    "reading_head_rows": (
        "The names of the columns stand in {count} more {count:row|rows} (row {row}: {examples}).",
        "Die Spaltennamen stehen in {count} {count:weiteren Zeile|weiteren Zeilen} (Zeile {row}: {examples}).",
    ),
    "reading_title_column_ignored": ("column that is not read", "nicht gelesene Spalte"),
    "reading_column_ignored": (
        "“{column}” is not read ({count} {count:cell|cells}: {examples}).",
        "„{column}“ wird nicht gelesen ({count} {count:Zelle|Zellen}: {examples}).",
    ),
    "reading_title_codes_as_numbers": ("codes that are numbers", "Schlüssel als Zahlen"),
    "reading_codes_as_numbers": (
        "“{column}” holds numbers, not texts ({examples}). Leading zeros cannot be seen there.",
        "„{column}“ enthält Zahlen statt Texte ({examples}). Führende Nullen sind dort nicht zu sehen.",
    ),
    "reading_title_code_lengths": ("codes of several lengths", "verschieden lange Schlüssel"),
    "reading_code_lengths": (
        "{count} {count:code is|codes are} a digit shorter than the others of the level ({examples}).",
        "{count} {count:Schlüssel ist|Schlüssel sind} eine Stelle kürzer als die anderen der Ebene ({examples}).",
    ),
    "reading_title_code_zeros": ("leading zeros", "führende Nullen"),
    "reading_code_zeros": (
        "Codes may have lost leading zeros: {count} {count:differs|differ} in length from the others ({examples}).",
        "Schlüssel können führende Nullen verloren haben: {count} {count:ist|sind} kürzer als die anderen ({examples}).",
    ),
    "reading_title_tree_by": ("groups of codes", "Gruppen der Schlüssel"),
    "reading_tree_by": (
        "No column says which code belongs to which group. It can be seen from the codes ({examples}).",
        "Keine Spalte nennt die Gruppe eines Schlüssels. Sie ergibt sich aus den Schlüsseln ({examples}).",
    ),
    "reading_title_fill_down": ("empty cells below a code", "leere Zellen unter einem Schlüssel"),
    "reading_fill_down": (
        "{count} {count:row has|rows have} no code in an outer level (row {row}: {examples}).",
        "{count} {count:Zeile hat|Zeilen haben} in einer äußeren Ebene keinen Schlüssel (Zeile {row}: {examples}).",
    ),
    "reading_title_parents_by_label": ("groups by their labels", "Gruppen nach Bezeichnung"),
    "reading_parents_by_label": (
        "“{column}” names groups by their labels; {count} {count:is|are} taken as codes ({examples}).",
        "„{column}“ nennt Gruppen mit ihrer Bezeichnung; {count} {count:wird|werden} als Schlüssel gelesen ({examples}).",
    ),
    "reading_title_labels_differ": ("labels that differ", "abweichende Bezeichnungen"),
    "reading_labels_differ": (
        "{count} {count:row gives|rows give} a code another label than a row before (row {row}: {examples}).",
        "{count} {count:Zeile nennt|Zeilen nennen} einen Schlüssel anders als eine Zeile davor (Zeile {row}: {examples}).",
    ),
    "reading_title_partial_codes": ("codes that are divided", "geteilte Schlüssel"),
    "reading_partial_codes": (
        "{count} old {count:code goes|codes go} to several new ones ({examples}). Counts of the new codes cannot be computed from counts of the old ones.",
        "{count} {count:alter Schlüssel geht|alte Schlüssel gehen} auf mehrere neue über ({examples}). Zahlen der neuen Schlüssel lassen sich nicht aus Zahlen der alten berechnen.",
    ),
    "reading_title_misfits": ("rows that do not fit", "Zeilen, die nicht passen"),
    "reading_misfits": (
        "{count} {count:row does|rows do} not fit (row {row}: {examples}).",
        "{count} {count:Zeile passt|Zeilen passen} nicht (Zeile {row}: {examples}).",
    ),
    "reading_title_hidden_rows": ("hidden rows", "ausgeblendete Zeilen"),
    "reading_hidden_rows": (
        "{count} {count:row of the sheet is hidden and is|rows of the sheet are hidden and are} read.",
        "{count} {count:Zeile des Blatts ist ausgeblendet und wird|Zeilen des Blatts sind ausgeblendet und werden} gelesen.",
    ),
    "reading_title_hidden_values": ("numbers that are not displayed", "nicht angezeigte Zahlen"),
    "reading_hidden_values": (
        "“{column}”: the sheet does not display {count} {count:number, which is|numbers, which are} read ({examples}).",
        "„{column}“: Das Blatt zeigt {count} {count:Zahl nicht an, die gelesen wird|Zahlen nicht an, die gelesen werden} ({examples}).",
    ),
    "reading_title_hidden_minus": ("numbers displayed without minus", "ohne Minus angezeigte Zahlen"),
    "reading_hidden_minus": (
        "“{column}”: the sheet displays {count} {count:number|numbers} below 0 without minus; {count:it is|they are} read with it ({examples}).",
        "„{column}“: Das Blatt zeigt {count} {count:Zahl|Zahlen} unter 0 ohne Minus; {count:sie wird|sie werden} mit Minus gelesen ({examples}).",
    ),
}
