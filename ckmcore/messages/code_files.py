"""Sentences on files of codes: code lists, recodes, hierarchies in columns and lists. Code -> (English, German)."""

SENTENCES: dict[str, tuple[str, str]] = {
    "code_file_too_large": (
        "The file “{file}” is larger than {limit} MB: it holds more than a list of codes. Choose the file of the codes.",
        "Die Datei „{file}“ ist größer als {limit} MB: Sie enthält mehr als eine Liste von Codes. Wählen Sie die Datei mit den Codes.",
    ),
    "code_missing": (
        "File “{file}”, line {line}: there is no code. Write one into the line or remove the line.",
        "Datei „{file}“, Zeile {line}: Es fehlt der Code. Tragen Sie ihn ein oder entfernen Sie die Zeile.",
    ),
    "code_file_no_text": (
        "The file “{file}” is no text file. Save it as plain text, or choose another one.",
        "Die Datei „{file}“ ist keine Textdatei. Speichern Sie sie als reinen Text oder wählen Sie eine andere.",
    ),
    # --- code lists --------------------------------------------------------------------------------------------------
    "code_list_date": (
        "Code list “{file}”, line {line}: “{value}” is no date. Write it as 2026-01-31, or only the year.",
        "Schlüsselverzeichnis „{file}“, Zeile {line}: „{value}“ ist kein Datum. Schreiben Sie es als 31.01.2026 oder nur das Jahr.",
    ),
    "code_list_validity": (
        "Code list “{file}”, line {line}: the code “{item}” ends on {end}, before it begins on {start}. Correct one of the days.",
        "Schlüsselverzeichnis „{file}“, Zeile {line}: Der Code „{item}“ endet am {end}, bevor er am {start} beginnt. Berichtigen Sie einen der Tage.",
    ),
    "code_list_headings": (
        "File “{file}”, line {line}: none of the headings ({headings}) names the codes. Give the column of the codes the heading “code”.",
        "Datei „{file}“, Zeile {line}: Keine der Überschriften ({headings}) bezeichnet die Codes. Geben Sie der Spalte mit den Codes die Überschrift „Code“.",
    ),
    "code_list_lacks": (
        "The code list lacks {count} codes of the variable; they stay at the end: {codes}.",
        "Dem Schlüsselverzeichnis fehlen {count} Codes des Merkmals; sie bleiben am Ende stehen: {codes}.",
    ),
    "code_list_lacks_one": (
        "The code list lacks one code of the variable; it stays at the end: {codes}.",
        "Dem Schlüsselverzeichnis fehlt ein Code des Merkmals; er bleibt am Ende stehen: {codes}.",
    ),
    "code_list_outside": (
        "The hierarchy of the variable does not hold {count} codes of the code list; they are left out: {codes}.",
        "Die Hierarchie des Merkmals enthält {count} Codes des Schlüsselverzeichnisses nicht; sie entfallen: {codes}.",
    ),
    "code_list_outside_one": (
        "The hierarchy of the variable does not hold one code of the code list; it is left out: {codes}.",
        "Die Hierarchie des Merkmals enthält einen Code des Schlüsselverzeichnisses nicht; er entfällt: {codes}.",
    ),
    "code_list_near": (
        "{count} codes differ from those of the code list only in leading zeros or blanks: “{item}” in the data is perhaps “{other}”. Check whether zeros were lost.",
        "{count} Codes unterscheiden sich vom Schlüsselverzeichnis nur durch führende Nullen oder Leerzeichen: „{item}“ in den Daten ist vielleicht „{other}“. Prüfen Sie, ob Nullen verloren gingen.",
    ),
    "code_list_near_one": (
        "One code differs from that of the code list only in leading zeros or blanks: “{item}” in the data is perhaps “{other}”. Check whether zeros were lost.",
        "Ein Code unterscheidet sich vom Schlüsselverzeichnis nur durch führende Nullen oder Leerzeichen: „{item}“ in den Daten ist vielleicht „{other}“. Prüfen Sie, ob Nullen verloren gingen.",
    ),
    # --- recodes -----------------------------------------------------------------------------------------------------
    "recode_line": (
        "Recode “{file}”, line {line} (“{text}”): what is expected is {expected}. Correct the line.",
        "Umschlüsselung „{file}“, Zeile {line} („{text}“): Erwartet wird {expected}. Berichtigen Sie die Zeile.",
    ),
    "recode_expected_group": (
        "the new code, a colon and the codes of the data, as in 1:1-5,9",
        "der neue Code, ein Doppelpunkt und die Codes der Daten, wie in 1:1-5,9",
    ),
    "recode_expected_codes": (
        "a code or a range behind each comma and behind the colon",
        "ein Code oder ein Bereich hinter jedem Komma und hinter dem Doppelpunkt",
    ),
    "recode_expected_numbers": (
        "a range between two numbers, because all codes of the variable are numbers",
        "ein Bereich zwischen zwei Zahlen, weil alle Codes des Merkmals Zahlen sind",
    ),
    "recode_expected_order": (
        "a range that begins with its smaller end",
        "ein Bereich, der mit seinem kleineren Ende beginnt",
    ),
    "recode_expected_keyword": (
        "<MISSING>, <CODELIST> or <TREERECODE>",
        "<MISSING>, <CODELIST> oder <TREERECODE>",
    ),
    "recode_code_twice": (
        "Recode “{file}”, line {line}: the code “{item}” goes into “{group}” here and into “{other}” in line {first}. Remove it from one of them.",
        "Umschlüsselung „{file}“, Zeile {line}: Der Code „{item}“ kommt hier nach „{group}“ und in Zeile {first} nach „{other}“. Entfernen Sie ihn an einer der Stellen.",
    ),
    "recode_node_unknown": (
        "Recode “{file}”, line {line}: the hierarchy of “{variable}” has no node “{node}”. Correct the code.",
        "Umschlüsselung „{file}“, Zeile {line}: Die Hierarchie von „{variable}“ hat keinen Knoten „{node}“. Berichtigen Sie den Code.",
    ),
    "recode_nodes_nested": (
        "Recode “{file}”, line {line}: of “{node}” and “{above}” (line {first}) one lies below the other in the hierarchy. Keep only one of them.",
        "Umschlüsselung „{file}“, Zeile {line}: Von „{node}“ und „{above}“ (Zeile {first}) liegt in der Hierarchie ein Knoten unter dem anderen. Behalten Sie nur einen von beiden.",
    ),
    "recode_without_hierarchy": (
        "Recode “{file}”, line {line}: it collapses nodes of a hierarchy, but “{variable}” has none. Read the hierarchy first.",
        "Umschlüsselung „{file}“, Zeile {line}: Sie fasst Knoten einer Hierarchie zusammen, aber „{variable}“ hat keine. Lesen Sie zuerst die Hierarchie ein.",
    ),
    "recode_group_empty": (
        "Line {line}: no code of the variable goes into “{group}”.",
        "Zeile {line}: Kein Code des Merkmals kommt nach „{group}“.",
    ),
    "recode_group_takes_code": (
        "Line {line}: “{group}” is also a code of the variable that goes into no group; both are the same afterwards.",
        "Zeile {line}: „{group}“ ist auch ein Code des Merkmals, der in keine Gruppe kommt; beide sind danach dasselbe.",
    ),
    "recode_missing_unused": (
        "Line {line}: “{item}” is named as missing, but is neither a new code nor one of the variable.",
        "Zeile {line}: „{item}“ ist als „ohne Angabe“ genannt, aber weder ein neuer Code noch einer des Merkmals.",
    ),
    # --- meanings of columns -----------------------------------------------------------------------------------------
    "column_meaning_code": ("code", "Schlüssel"),
    "column_meaning_label": ("label", "Bezeichnung"),
    "column_meaning_label_de": ("label, German", "Bezeichnung, deutsch"),
    "column_meaning_label_en": ("label, English", "Bezeichnung, englisch"),
    "column_meaning_code_label": ("code and label", "Schlüssel und Bezeichnung"),
    "column_meaning_parent": ("code above", "übergeordneter Schlüssel"),
    "column_meaning_depth": ("number of the level", "Nummer der Ebene"),
    "column_meaning_hierarchy": ("name of the hierarchy", "Name der Hierarchie"),
    "column_meaning_note": ("note", "Erläuterung"),
    "column_meaning_note_de": ("note, German", "Erläuterung, deutsch"),
    "column_meaning_note_en": ("note, English", "Erläuterung, englisch"),
    "column_meaning_valid_from": ("valid from", "gültig ab"),
    "column_meaning_valid_to": ("valid to", "gültig bis"),
    "column_meaning_ignored": ("not read", "nicht lesen"),
    "column_meaning_level": ("level {level}", "Ebene {level}"),
    "column_meaning_level_label": ("label of level {level}", "Bezeichnung der Ebene {level}"),
    "column_meaning_level_label_de": ("label of level {level}, German", "Bezeichnung der Ebene {level}, deutsch"),
    "column_meaning_level_label_en": ("label of level {level}, English", "Bezeichnung der Ebene {level}, englisch"),
    "column_meaning_old": ("old code", "alter Schlüssel"),
    "column_meaning_old_label": ("old label", "alte Bezeichnung"),
    "column_meaning_new": ("new code", "neuer Schlüssel"),
    "column_meaning_new_label": ("new label", "neue Bezeichnung"),
    "column_meaning_new_label_de": ("new label, German", "neue Bezeichnung, deutsch"),
    "column_meaning_new_label_en": ("new label, English", "neue Bezeichnung, englisch"),
    "column_meaning_share": ("share", "Anteil"),
    "column_meaning_partial": ("mark of a part", "Zeichen für einen Teil"),
    "column_empty": ("no values", "keine Werte"),
    "column_unique": (
        "{count} {count:value|values, each once}",
        "{count} {count:Wert|Werte, jeder einmal}",
    ),
    "column_values": (
        "{count} different {count:value|values} in {rows} {rows:row|rows}",
        "{count} {count:Wert|verschiedene Werte} in {rows} {rows:Zeile|Zeilen}",
    ),
    "column_begins": ("begin with “{column}”", "beginnen mit „{column}“"),
    "column_determined": ("follow from “{column}”", "folgen aus „{column}“"),
    # --- ckm data codes ----------------------------------------------------------------------------------------------
    "cli_help_data_codes": (
        "Say how a code list, hierarchy or conversion table is read, and which rows do not fit. Exit code 7: something is asked.",
        "Sagen, wie ein Schlüsselverzeichnis, eine Hierarchie oder eine Umsteigetabelle gelesen wird und welche Zeilen nicht passen. Rückgabewert 7: es ist etwas zu klären.",
    ),
    "cli_help_codes_file": (
        "table of codes: CSV, Excel, OpenDocument",
        "Tabelle mit Schlüsseln: CSV, Excel, OpenDocument",
    ),
    "cli_help_codes_as": (
        "what the table is read for: a hierarchy (tree), a code list (list) or a conversion table (conversion)",
        "wofür die Tabelle gelesen wird: Hierarchie (tree), Schlüsselverzeichnis (list) oder Umsteigetabelle (conversion)",
    ),
    "cli_help_codes_output": ("write the hierarchy as .hrc", "die Hierarchie als .hrc schreiben"),
    "cli_help_column_meaning": (
        "meaning of a column of a table of codes: code, label, label_de, parent, depth, level1, level1_label, ignored, ... (else proposed)",
        "Bedeutung einer Spalte einer Tabelle mit Schlüsseln: code, label, label_de, parent, depth, level1, level1_label, ignored, ... (sonst vorgeschlagen)",
    ),
    "codes_file": (
        "File “{name}”, sheet {sheet}, names in row {row}.",
        "Datei „{name}“, Blatt {sheet}, Kopfzeile {row}.",
    ),
    "codes_column": ("  {column}: {words} ({meaning})", "  {column}: {words} ({meaning})"),
    "codes_hrc_without_labels": (
        "The .hrc file holds no labels: {labels} {labels:is|are} left out. Use the table itself with --hierarchy to keep them.",
        "Die .hrc-Datei enthält keine Bezeichnungen: {labels} {labels:entfällt|entfallen}. Verwenden Sie mit --hierarchy die Tabelle selbst, um sie zu behalten.",
    ),
    "codes_misfit": ("Does not fit: {misfit}", "Passt nicht: {misfit}"),
    "codes_tree": (
        "Hierarchy, nodes by level: {nodes}; {labels} {labels:label|labels}.",
        "Hierarchie, Knoten je Ebene: {nodes}; {labels} {labels:Bezeichnung|Bezeichnungen}.",
    ),
    "codes_list": (
        "{count} {count:code|codes} without groups, {labels} {labels:label|labels}.",
        "{count} Schlüssel ohne Gruppen, {labels} {labels:Bezeichnung|Bezeichnungen}.",
    ),
    "codes_conversion": (
        "{pairs} {pairs:pair|pairs} of old and new codes, {labels} new {labels:label|labels}.",
        "{pairs} {pairs:Paar|Paare} aus altem und neuem Schlüssel, {labels} neue {labels:Bezeichnung|Bezeichnungen}.",
    ),
    # --- tables of codes ---------------------------------------------------------------------------------------------
    "column_meaning_unknown": (
        "“{meaning}” is no meaning of a column. Known are: {known}.",
        "„{meaning}“ ist keine Bedeutung einer Spalte. Bekannt sind: {known}.",
    ),
    "code_column_unknown": (
        "The file “{file}” has no column “{column}”. Its columns are: {known}.",
        "Die Datei „{file}“ hat keine Spalte „{column}“. Ihre Spalten sind: {known}.",
    ),
    "code_head_row": (
        "Row {row} of the file “{file}” is empty or does not exist. Give the row of the names, or 0 if there is none.",
        "Zeile {row} der Datei „{file}“ ist leer oder fehlt. Geben Sie die Kopfzeile an, oder 0, wenn es keine gibt.",
    ),
    # --- hierarchies -------------------------------------------------------------------------------------------------
    "hierarchy_two_parents": (
        "Hierarchy file “{file}”, line {line}: “{node}” lies below “{parent}” here and below “{other}” in line {first}. Each code may have only one parent; correct one of the lines.",
        "Hierarchiedatei „{file}“, Zeile {line}: „{node}“ liegt hier unter „{parent}“ und in Zeile {first} unter „{other}“. Jeder Code darf nur einen übergeordneten Code haben; berichtigen Sie eine der Zeilen.",
    ),
    "hierarchy_cycle": (
        "Hierarchy file “{file}”, line {line}: going up from a code leads back to it ({nodes}; lines {lines}). Correct one of the parents.",
        "Hierarchiedatei „{file}“, Zeile {line}: Von einem Code aufwärts kommt man zu ihm zurück ({nodes}; Zeilen {lines}). Berichtigen Sie einen der übergeordneten Codes.",
    ),
    "hierarchy_gap": (
        "Hierarchy file “{file}”, line {line}: above “{node}” the level “{column}” is empty. Enter its code.",
        "Hierarchiedatei „{file}“, Zeile {line}: Über „{node}“ ist die Ebene „{column}“ leer. Tragen Sie ihren Code ein.",
    ),
    "hierarchy_not_in_file": (
        "The file “{file}” lists codes, but does not say what is above them. Choose a .hrc file, a table with one column per level, or a list with a column “parent”.",
        "Die Datei „{file}“ nennt Codes, aber nicht, was über ihnen steht. Wählen Sie eine .hrc-Datei, eine Tabelle mit einer Spalte je Ebene oder eine Liste mit einer Spalte „übergeordnet“.",
    ),
    "hierarchy_several": (
        "The file “{file}” holds several hierarchies ({known}), and the codes of the data do not tell which one is meant. Keep only one of them in the file.",
        "Die Datei „{file}“ enthält mehrere Hierarchien ({known}), und die Codes der Daten sagen nicht, welche gemeint ist. Lassen Sie nur eine davon in der Datei.",
    ),
    "hierarchy_column_parents": (
        "In the data the code “{node}” of “{variable}” lies below “{parent}” and below “{other}” of “{above}”. Each code may have only one parent; choose a variable whose codes tell them apart, or other columns.",
        "In den Daten liegt der Code „{node}“ von „{variable}“ unter „{parent}“ und unter „{other}“ von „{above}“. Jeder Code darf nur einen übergeordneten Code haben; wählen Sie ein Merkmal, dessen Codes das unterscheiden, oder andere Spalten.",
    ),
    "hierarchy_unwritable": (
        "A .hrc file cannot hold the code “{node}”: it is empty, begins or ends with a blank, or has several lines. Rename the node.",
        "Eine .hrc-Datei kann den Code „{node}“ nicht enthalten: Er ist leer, beginnt oder endet mit einem Leerzeichen oder hat mehrere Zeilen. Benennen Sie den Knoten um.",
    ),
    "hierarchy_total_left_out": (
        "The node “{node}” above all others is left out: the total is always there.",
        "Der Knoten „{node}“ über allen anderen entfällt: „Insgesamt“ gibt es immer.",
    ),
    "hierarchy_near": (
        "{count} codes of the data differ from those of the hierarchy only in leading zeros or blanks: “{item}” in the data is perhaps “{other}”. Check whether zeros were lost.",
        "{count} Codes der Daten unterscheiden sich von denen der Hierarchie nur durch führende Nullen oder Leerzeichen: „{item}“ in den Daten ist vielleicht „{other}“. Prüfen Sie, ob Nullen verloren gingen.",
    ),
    "hierarchy_near_one": (
        "One code of the data differs from that of the hierarchy only in leading zeros or blanks: “{item}” in the data is perhaps “{other}”. Check whether zeros were lost.",
        "Ein Code der Daten unterscheidet sich von dem der Hierarchie nur durch führende Nullen oder Leerzeichen: „{item}“ in den Daten ist vielleicht „{other}“. Prüfen Sie, ob Nullen verloren gingen.",
    ),
    "hierarchy_report_unknown": (
        "{count} codes of the data are not in the hierarchy: {codes}.",
        "{count} Codes der Daten stehen nicht in der Hierarchie: {codes}.",
    ),
    "hierarchy_report_unknown_one": (
        "One code of the data is not in the hierarchy: {codes}.",
        "Ein Code der Daten steht nicht in der Hierarchie: {codes}.",
    ),
    "hierarchy_report_inner": (
        "{count} codes of the data are nodes with others below them: {codes}. Only the lowest nodes may occur in data.",
        "{count} Codes der Daten sind Knoten mit anderen darunter: {codes}. Nur die untersten Knoten dürfen in Daten vorkommen.",
    ),
    "hierarchy_report_inner_one": (
        "One code of the data is a node with others below it: {codes}. Only the lowest nodes may occur in data.",
        "Ein Code der Daten ist ein Knoten mit anderen darunter: {codes}. Nur die untersten Knoten dürfen in Daten vorkommen.",
    ),
    "hierarchy_report_empty": (
        "{count} codes of the hierarchy do not occur in the data: {codes}.",
        "{count} Codes der Hierarchie kommen in den Daten nicht vor: {codes}.",
    ),
    "hierarchy_report_empty_one": (
        "One code of the hierarchy does not occur in the data: {codes}.",
        "Ein Code der Hierarchie kommt in den Daten nicht vor: {codes}.",
    ),
}
