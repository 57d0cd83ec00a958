"""Sentences on files, microdata, record keys and hierarchies. Code -> (English, German)."""

SENTENCES: dict[str, tuple[str, str]] = {
    # --- files ---------------------------------------------------------------------------------------------------------
    "encoding_unknown": (
        "The encoding “{encoding}” is not known. Choose utf-8, cp1252 or another that your system names.",
        "Der Zeichensatz „{encoding}“ ist unbekannt. Wählen Sie utf-8, cp1252 oder einen anderen, den Ihr System nennt.",
    ),
    "separator_unusable": (
        "“{separator}” cannot separate columns. Choose one character, for example a semicolon, a comma or a tab.",
        "„{separator}“ kann keine Spalten trennen. Wählen Sie ein einzelnes Zeichen, zum Beispiel Semikolon, Komma oder Tabulator.",
    ),
    "file_missing": (
        "There is no file “{file}”. Check the name and the folder.",
        "Es gibt keine Datei „{file}“. Prüfen Sie Namen und Ordner.",
    ),
    "no_file_but_database": (
        "“{file}” is no file, but names a table in a database. Its records are counted there: in Python by `add_relation` of a statistic (`ckm.create_statistic`), on the command line by `ckm table` and `ckm statistic period` with `--data database:NAME/TABLE`.",
        "„{file}“ ist keine Datei, sondern nennt eine Tabelle in einer Datenbank. Deren Datensätze werden dort gezählt: in Python mit `add_relation` einer Statistik (`ckm.create_statistic`), auf der Befehlszeile mit `ckm table` und `ckm statistic period` und `--data database:NAME/TABELLE`.",
    ),
    "file_is_folder": (
        "“{file}” is a folder. Choose a file in it.",
        "„{file}“ ist ein Ordner. Wählen Sie eine Datei darin.",
    ),
    "file_not_readable": (
        "The file “{file}” cannot be read: {reason}. Check your rights to it, and whether another program holds it open.",
        "Die Datei „{file}“ lässt sich nicht lesen: {reason}. Prüfen Sie Ihre Rechte und ob ein anderes Programm sie geöffnet hält.",
    ),
    "file_empty": (
        "The file “{file}” is empty. Choose another one or export it anew.",
        "Die Datei „{file}“ ist leer. Wählen Sie eine andere oder erzeugen Sie sie neu.",
    ),
    "file_without_records": (
        "The file “{file}” holds names of columns and no records. Choose another one or export it anew.",
        "Die Datei „{file}“ enthält Spaltennamen, aber keine Datensätze. Wählen Sie eine andere oder erzeugen Sie sie neu.",
    ),
    "file_binary": (
        "Cannot read “{file}”: it is {kind}, not a table. Export it as CSV or Parquet.",
        "„{file}“ ist nicht lesbar: {kind}, keine Tabelle. Geben Sie die Daten als CSV oder Parquet aus.",
    ),
    "kind_xlsb": ("a binary Excel workbook (.xlsb)", "eine binäre Excel-Arbeitsmappe (.xlsb)"),
    "kind_office": ("an old Office file without a workbook", "eine alte Office-Datei ohne Arbeitsmappe"),
    "kind_zip": ("a ZIP archive of several files", "ein ZIP-Archiv mit mehreren Dateien"),
    "kind_archive": ("a compressed archive", "ein komprimiertes Archiv"),
    "kind_image": ("a picture", "ein Bild"),
    "kind_xml": ("an XML or HTML document", "ein XML- oder HTML-Dokument"),
    "kind_json": ("a JSON document", "ein JSON-Dokument"),
    "kind_rtf": ("a document of a word processor (RTF)", "ein Dokument einer Textverarbeitung (RTF)"),
    "kind_r": ("a file of R (.rds, .RData)", "eine Datei von R (.rds, .RData)"),
    "kind_spss_syntax": (
        "SPSS syntax, which reads the data but does not hold them",
        "SPSS-Syntax, die Daten einliest, aber keine enthält",
    ),
    "kind_stata_do": (
        "a do-file of Stata, which reads the data but does not hold them",
        "eine Do-Datei von Stata, die Daten einliest, aber keine enthält",
    ),
    "kind_dbf": ("a dBase table (.dbf)", "eine dBase-Tabelle (.dbf)"),
    "kind_pdf": ("a PDF document", "ein PDF-Dokument"),
    "kind_sqlite": ("a database or a statistic of this program", "eine Datenbank oder eine Statistik dieses Programms"),
    "kind_program": ("a program", "ein Programm"),
    "kind_binary": ("a binary file (it holds zero bytes)", "eine Binärdatei (sie enthält Nullbytes)"),
    "file_damaged": (
        "The file “{file}” is damaged or incomplete ({detail}). Copy or export it anew.",
        "Die Datei „{file}“ ist beschädigt oder unvollständig ({detail}). Kopieren oder erzeugen Sie sie neu.",
    ),
    "file_protected": (
        "The file “{file}” is protected by a password. Save a copy without password and open that.",
        "Die Datei „{file}“ ist durch ein Kennwort geschützt. Speichern Sie eine Kopie ohne Kennwort und öffnen Sie diese.",
    ),
    "file_packed": (
        "The file “{file}” is packed, and what lies in it is no text. Unpack it and open the file itself.",
        "Die Datei „{file}“ ist gepackt, und ihr Inhalt ist kein Text. Entpacken Sie sie und öffnen Sie die Datei selbst.",
    ),
    "text_undecodable": (
        "The file “{file}” holds texts that are not valid in {encoding}. Choose another encoding, for example cp1252.",
        "Die Datei „{file}“ enthält Texte, die in {encoding} nicht gültig sind. Wählen Sie eine andere Kodierung, zum Beispiel cp1252.",
    ),
    "workbook_too_large": (
        "The workbook “{file}” is not opened: its part “{part}” unpacks to more than it may ({limit}). Delete what does not belong to the table, or export the data as CSV or Parquet.",
        "Die Arbeitsmappe „{file}“ wird nicht geöffnet: Ihr Teil „{part}“ ist entpackt größer als zulässig ({limit}). Löschen Sie, was nicht zur Tabelle gehört, oder geben Sie die Daten als CSV oder Parquet aus.",
    ),
    "column_undecodable": (
        "The column “{column}” of the file “{file}” holds texts that are not valid in UTF-8, as such files must have them; perhaps they are in Latin-1. Write the file anew with texts in UTF-8, or export it as CSV and choose the encoding.",
        "Die Spalte „{column}“ der Datei „{file}“ enthält Texte, die in UTF-8 nicht gültig sind, wie solche Dateien sie haben müssen; vielleicht sind sie in Latin-1. Schreiben Sie die Datei neu mit Texten in UTF-8, oder geben Sie sie als CSV aus und wählen Sie die Kodierung.",
    ),
    "columnar_too_large": (
        "The file “{file}” is not read: its column “{column}” unpacks to more than it may ({limit}). Check where the file comes from; if it is right, write it anew as CSV.",
        "Die Datei „{file}“ wird nicht eingelesen: Ihre Spalte „{column}“ ist entpackt größer als zulässig ({limit}). Prüfen Sie, woher die Datei stammt; ist sie richtig, schreiben Sie sie neu als CSV.",
    ),
    "limit_values": ("{values} values", "{values} Werte"),
    "limit_bytes": ("{megabytes} MB", "{megabytes} MB"),
    "limit_cells": ("{cells} cells", "{cells} Zellen"),
    "limit_ratio": ("{ratio} times its packed size", "das {ratio}-Fache des gepackten Umfangs"),
    "limit_entries": ("{entries} parts", "{entries} Teile"),
    "workbook_entities": (
        "The workbook “{file}” is not opened: its part “{part}” defines entities of its own, as no office program does. Save it anew with an office program.",
        "Die Arbeitsmappe „{file}“ wird nicht geöffnet: Ihr Teil „{part}“ definiert eigene Entitäten, wie es kein Office-Programm tut. Speichern Sie sie mit einem Office-Programm neu.",
    ),
    "sheet_unknown": (
        "The workbook “{file}” has no sheet “{sheet}”. Its sheets: {known}.",
        "Die Arbeitsmappe „{file}“ hat kein Tabellenblatt „{sheet}“. Ihre Blätter: {known}.",
    ),
    "sheet_empty": (
        "Workbook “{file}”, sheet “{sheet}”: there is nothing in these cells. Choose another sheet or range.",
        "Arbeitsmappe „{file}“, Blatt „{sheet}“: In diesen Zellen steht nichts. Wählen Sie ein anderes Blatt oder einen anderen Bereich.",
    ),
    "cells_not_understood": (
        "“{cells}” is no range of cells. Write it like B3:F200, or B3 for all from there on.",
        "„{cells}“ ist kein Zellbereich. Schreiben Sie ihn wie B3:F200 oder B3 für alles ab dort.",
    ),
    "cells_with_errors": (
        "{count} cells of the workbook hold errors such as #N/A; they are read as missing.",
        "{count} Zellen der Arbeitsmappe enthalten Fehler wie #NV; sie werden als fehlend gelesen.",
    ),
    "cells_with_errors_one": (
        "One cell of the workbook holds an error such as #N/A; it is read as missing.",
        "Eine Zelle der Arbeitsmappe enthält einen Fehler wie #NV; sie wird als fehlend gelesen.",
    ),
    "lines_short": (
        "{count} lines end before character {width}, the first is record {row} (counted from 1); what is missing was read as blank.",
        "{count} Zeilen enden vor Zeichen {width}, die erste ist Datensatz {row} (ab 1 gezählt); das Fehlende wurde als leer gelesen.",
    ),
    "lines_short_one": (
        "One line ends before character {width}, record {row} (counted from 1); what is missing was read as blank.",
        "Eine Zeile endet vor Zeichen {width}, Datensatz {row} (ab 1 gezählt); das Fehlende wurde als leer gelesen.",
    ),
    "last_record_cut": (
        "The last record has no line end, and ends after {found} characters where all before it have {least} or more (in a file with separators: of the last field). The file may be cut off: check whether it is complete.",
        "Der letzte Datensatz hat kein Zeilenende und endet nach {found} Zeichen, während alle vor ihm {least} oder mehr haben (in einer Datei mit Trennzeichen: im letzten Feld). Die Datei ist vielleicht abgeschnitten: Prüfen Sie, ob sie vollständig ist.",
    ),
    "columns_overlap": (
        "The columns “{column}” and “{other}” share the characters {start} to {end}. Correct where they begin or how long they are.",
        "Die Spalten „{column}“ und „{other}“ teilen sich die Zeichen {start} bis {end}. Berichtigen Sie Anfang oder Länge.",
    ),
    "column_place": (
        "The column “{column}” begins at character {start} and has {length} {length:character|characters}. Each column needs a name, a beginning from 1 on and a length.",
        "Die Spalte „{column}“ beginnt bei Zeichen {start} und hat {length} Zeichen. Jede Spalte braucht einen Namen, einen Anfang ab 1 und eine Länge.",
    ),
    "columns_too_many": (
        "The file “{file}” has {columns} columns; at most {limit} are read. Check the separator, or export the columns that are needed.",
        "Die Datei „{file}“ hat {columns} Spalten; gelesen werden höchstens {limit}. Prüfen Sie das Trennzeichen, oder geben Sie nur die nötigen Spalten aus.",
    ),
    "nul_byte": (
        "File “{file}”, line {line}: there is a zero byte, which no text holds. The file is damaged or of another kind; export it anew.",
        "Datei „{file}“, Zeile {line}: Hier steht ein Nullbyte, das kein Text enthält. Die Datei ist beschädigt oder von anderer Art; erzeugen Sie sie neu.",
    ),
    "field_too_long": (
        "File “{file}”, line {line}: a field is longer than {limit} MB. No table has such fields; check separator and quotes, or correct the line.",
        "Datei „{file}“, Zeile {line}: Ein Feld ist länger als {limit} MB. Solche Felder hat keine Tabelle; prüfen Sie Trennzeichen und Anführungszeichen oder berichtigen Sie die Zeile.",
    ),
    # --- τ-ARGUS metadata ------------------------------------------------------------------------------------------------
    "no_description": (
        "The file “{file}” is no text and needs no description; “{meta}” describes text files. Open it without.",
        "Die Datei „{file}“ ist kein Text und braucht keine Beschreibung; „{meta}“ beschreibt Textdateien. Öffnen Sie sie ohne.",
    ),
    "meta_keyword_unknown": (
        "Metadata “{file}”, line {line}: {keyword} is no keyword of τ-ARGUS. Similar ones: {known}.",
        "Metadaten „{file}“, Zeile {line}: {keyword} ist kein Schlüsselwort von τ-ARGUS. Ähnlich sind: {known}.",
    ),
    "meta_line_wrong": (
        "Metadata “{file}”, line {line}: “{text}” cannot be read; {expected}.",
        "Metadaten „{file}“, Zeile {line}: „{text}“ ist nicht lesbar; {expected}.",
    ),
    "rda_variable_first": (
        "a variable has to stand before its keywords",
        "vor den Schlüsselwörtern muss ein Merkmal stehen",
    ),
    "rda_keyword": ("a keyword is written as <KEYWORD>", "ein Schlüsselwort wird als <WORT> geschrieben"),
    "rda_separator": (
        "<SEPARATOR> takes one character and stands before the variables",
        "<SEPARATOR> braucht ein einzelnes Zeichen und steht vor den Merkmalen",
    ),
    "rda_variable_free": (
        "a variable is its name and its length, then missing codes",
        "ein Merkmal besteht aus Namen und Länge, dann Codes für fehlende Werte",
    ),
    "rda_variable_fixed": (
        "a variable is its name, its first character and its length, then missing codes",
        "ein Merkmal besteht aus Namen, erstem Zeichen und Länge, dann Codes für fehlende Werte",
    ),
    "rda_value": ("{keyword} takes another value", "{keyword} braucht einen anderen Wert"),
    "rda_levels": (
        "the digits of the levels add up to {sum}, the variable has {length}",
        "die Stellen der Ebenen ergeben zusammen {sum}, das Merkmal hat {length}",
    ),
    "rda_one_key": (
        "there is one record key at most, and “{name}” is one already",
        "es gibt höchstens einen Record-Key, und „{name}“ ist schon einer",
    ),
    "rda_needs_ptable": (
        "a record key needs <PFILE_FREQ> with its perturbation table",
        "ein Record-Key braucht <PFILE_FREQ> mit seiner Überlagerungstabelle",
    ),
    "meta_file_missing": (
        "Metadata “{file}”, line {line}: the file “{name}” lies neither where it is named nor in “{folder}”. Put it there or correct the line.",
        "Metadaten „{file}“, Zeile {line}: Die Datei „{name}“ liegt weder am genannten Ort noch in „{folder}“. Legen Sie sie dorthin oder berichtigen Sie die Zeile.",
    ),
    "meta_file_unreachable": (
        "Metadata “{file}”, line {line}: the file “{name}” cannot be looked for: {reason}. Correct the line.",
        "Metadaten „{file}“, Zeile {line}: Die Datei „{name}“ kann nicht gesucht werden: {reason}. Berichtigen Sie die Zeile.",
    ),
    "meta_fields_differ": (
        "The data “{file}” have {found} {found:column|columns}, the metadata “{meta}” describe {expected}. Choose the metadata that belong to the data.",
        "Die Daten „{file}“ haben {found} {found:Spalte|Spalten}, die Metadaten „{meta}“ beschreiben {expected}. Wählen Sie die Metadaten, die zu den Daten gehören.",
    ),
    "code_list_twice": (
        "Code list “{file}”, line {line}: the code “{item}” is already in line {first}. Each code may occur once; rename or remove one.",
        "Schlüsselverzeichnis „{file}“, Zeile {line}: Der Code „{item}“ steht schon in Zeile {first}. Jeder Code darf nur einmal vorkommen; benennen Sie einen um oder entfernen Sie ihn.",
    ),
    "code_list_line": (
        "Code list “{file}”, line {line}: a line is a code, a comma and a label. Correct the line.",
        "Schlüsselverzeichnis „{file}“, Zeile {line}: Eine Zeile besteht aus Code, Komma und Bezeichnung. Berichtigen Sie die Zeile.",
    ),
    "file_not_understood": (
        "The file “{file}” cannot be read as rows and columns ({detail}). Check separator and quotes in the preview.",
        "Die Datei „{file}“ lässt sich nicht als Zeilen und Spalten lesen ({detail}). Prüfen Sie Trennzeichen und Anführungszeichen in der Vorschau.",
    ),
    "ragged_row": (
        "File “{file}”, line {line}: {found} {found:field|fields} instead of {expected}. Correct the line, or choose another separator or quote.",
        "Datei „{file}“, Zeile {line}: {found} {found:Feld|Felder} statt {expected}. Berichtigen Sie die Zeile oder wählen Sie ein anderes Trenn- oder Anführungszeichen.",
    ),
    "ragged_rows": (
        "File “{file}”, {count:line|lines} {rows}: line {line} has {found} {found:field|fields} instead of {expected}. Correct {count:it|them}, leave {count:it|them} out (--skip-rows {skip}, or beside the preview), or choose another separator or quote.",
        "Datei „{file}“, {count:Zeile|Zeilen} {rows}: Zeile {line} hat {found} {found:Feld|Felder} statt {expected}. Berichtigen Sie {count:sie|die Zeilen}, lassen Sie sie weg (--skip-rows {skip} oder in der Vorschau) oder wählen Sie ein anderes Trenn- oder Anführungszeichen.",
    ),
    "unclosed_quote": (
        "File “{file}”, line {line}: a quoted field begins here and never ends. Close the quote, or read the file without quotes.",
        "Datei „{file}“, Zeile {line}: Hier beginnt ein Feld in Anführungszeichen, das nirgends endet. Schließen Sie es oder lesen Sie die Datei ohne Anführungszeichen.",
    ),
    "column_name_twice": (
        "File “{file}”: columns {first} and {second} are both called “{column}”. Rename one of them.",
        "Datei „{file}“: Die Spalten {first} und {second} heißen beide „{column}“. Benennen Sie eine davon um.",
    ),
    "undecodable_byte": (
        "File “{file}”, line {line}, column {column}: the byte {byte} is not valid in {encoding}. Choose another encoding or correct the file.",
        "Datei „{file}“, Zeile {line}, Spalte {column}: Das Byte {byte} ist in {encoding} nicht gültig. Wählen Sie eine andere Kodierung oder berichtigen Sie die Datei.",
    ),
    "unknown_column": (
        "The file “{file}” has no column “{variable}”. Its columns, the closest name first: {known}.",
        "Die Datei „{file}“ hat keine Spalte „{variable}“. Ihre Spalten, der ähnlichste Name zuerst: {known}.",
    ),
    "cancelled": (
        "Cancelled. Nothing was changed.",
        "Abgebrochen. Es wurde nichts geändert.",
    ),
    # --- microdata -----------------------------------------------------------------------------------------------------
    "unknown_variable": (
        "There is no variable “{variable}”. Known are: {known}.",
        "Es gibt kein Merkmal „{variable}“. Bekannt sind: {known}.",
    ),
    "variable_twice": (
        "The variable “{variable}” is in the table twice. Remove one of the two.",
        "Das Merkmal „{variable}“ steht zweimal in der Tabelle. Entfernen Sie eines der beiden.",
    ),
    "rows_differ": (
        "The column “{column}” has {rows} {rows:row|rows}, the data have {expected}. Give one value for each record.",
        "Die Spalte „{column}“ hat {rows} {rows:Zeile|Zeilen}, die Daten haben {expected}. Nötig ist ein Wert je Datensatz.",
    ),
    "not_a_number": (
        "Column “{column}”, record {row} (counted from 1): “{value}” is not a number ({count} such {count:value|values}). Choose another decimal sign or another role.",
        "Spalte „{column}“, Datensatz {row} (ab 1 gezählt): „{value}“ ist keine Zahl ({count} {count:solcher Wert|solche Werte}). Wählen Sie ein anderes Dezimalzeichen oder eine andere Rolle.",
    ),
    "column_nested": (
        "File “{file}”: the column “{column}” holds lists or records, not single values. Choose another column or export it flat.",
        "Datei „{file}“: Die Spalte „{column}“ enthält Listen oder Datensätze statt einzelner Werte. Wählen Sie eine andere Spalte oder geben Sie sie flach aus.",
    ),
    "column_two_roles": (
        "The column “{column}” was given two roles. Choose one of them.",
        "Die Spalte „{column}“ hat zwei Rollen erhalten. Wählen Sie eine davon.",
    ),
    "weight_missing": (
        "Weight “{column}”: {count} records have no weight, the first is record {row} (counted from 1). Complete the weights or choose another column.",
        "Gewicht „{column}“: {count} Datensätze haben kein Gewicht, der erste ist Datensatz {row} (ab 1 gezählt). Ergänzen Sie die Gewichte oder wählen Sie eine andere Spalte.",
    ),
    "weight_missing_one": (
        "Weight “{column}”: one record has no weight, record {row} (counted from 1). Complete the weight or choose another column.",
        "Gewicht „{column}“: Ein Datensatz hat kein Gewicht, Datensatz {row} (ab 1 gezählt). Ergänzen Sie das Gewicht oder wählen Sie eine andere Spalte.",
    ),
    "weight_negative": (
        "Weight “{column}”: records with a weight below 0: {count}, the first is record {row} (counted from 1). Correct the weights or choose another column.",
        "Gewicht „{column}“: Datensätze mit einem Gewicht unter 0: {count}, der erste ist Datensatz {row} (ab 1 gezählt). Berichtigen Sie die Gewichte oder wählen Sie eine andere Spalte.",
    ),
    "magnitude_missing": (
        "Magnitude “{column}”: {count} records have no value, the first is record {row} (counted from 1). The method says whether they stand aside or count as 0.",
        "Wertmerkmal „{column}“: {count} Datensätze haben keinen Wert, der erste ist Datensatz {row} (ab 1 gezählt). Ob sie nicht mitzählen oder als 0 zählen, sagt das Verfahren.",
    ),
    "magnitude_missing_one": (
        "Magnitude “{column}”: one record has no value, record {row} (counted from 1). The method says whether it stands aside or counts as 0.",
        "Wertmerkmal „{column}“: Ein Datensatz hat keinen Wert, Datensatz {row} (ab 1 gezählt). Ob er nicht mitzählt oder als 0 zählt, sagt das Verfahren.",
    ),
    "ragged_rows_seen": (
        "{count} of the first records {count:has|have} another number of fields, {count:record|the first is record} {row} with {found} instead of {expected}. Check separator and quotes.",
        "{count} der ersten Datensätze {count:hat|haben} eine andere Anzahl von Feldern, {count:Datensatz|der erste ist Datensatz} {row} mit {found} statt {expected}. Prüfen Sie Trennzeichen und Anführungszeichen.",
    ),
    "leading_zeros": (
        "Stays text: as a number it would lose its leading zero in {count} of the {rows} {rows:row|rows} looked at.",
        "Bleibt Text: Als Zahl ginge in {count} der {rows} betrachteten {rows:Zeile|Zeilen} die führende Null verloren.",
    ),
    "other_decimal_sign": (
        "{count} of the {rows} {rows:row|rows} looked at {count:holds|hold} a number with another decimal sign than “{decimal}”. Check the decimal sign.",
        "In {count} der {rows} betrachteten {rows:Zeile|Zeilen} steht eine Zahl mit einem anderen Dezimalzeichen als „{decimal}“. Prüfen Sie das Dezimalzeichen.",
    ),
    "blanks_trimmed": (
        "Blanks at the ends are removed in {count} of the {rows} {rows:row|rows} looked at.",
        "In {count} der {rows} betrachteten {rows:Zeile|Zeilen} werden Leerzeichen am Rand entfernt.",
    ),
    "key_like_column": (
        "Looks like a second column of record keys; only one can be used.",
        "Sieht nach einer zweiten Spalte mit Record-Keys aus; nur eine kann verwendet werden.",
    ),
    # --- record keys ---------------------------------------------------------------------------------------------------
    "key_column_exists": (
        "{file} has a column “{column}” already. Choose another name for the new keys; existing keys are never replaced.",
        "{file} hat schon eine Spalte „{column}“. Wählen Sie einen anderen Namen für die neuen Keys; vorhandene Keys werden nie ersetzt.",
    ),
    "record_key_outside": (
        "Record key “{column}”, record {row} (counted from 1): {value} is not in the interval from 0 to below {limit} ({count} such {count:value|values}). Choose the right column, give the modulus if the keys are integers, or correct the file.",
        "Record-Key „{column}“, Datensatz {row} (ab 1 gezählt): {value} liegt nicht im Bereich von 0 bis unter {limit} ({count} {count:solcher Wert|solche Werte}). Wählen Sie die richtige Spalte, geben Sie bei ganzzahligen Keys den Modul an oder berichtigen Sie die Datei.",
    ),
    "record_key_missing": (
        "Record key “{column}”: {count} records have no key, the first is record {row} (counted from 1). Complete the keys or generate new ones.",
        "Record-Key „{column}“: {count} Datensätze haben keinen Key, der erste ist Datensatz {row} (ab 1 gezählt). Ergänzen Sie die Keys oder erzeugen Sie neue.",
    ),
    "record_key_missing_one": (
        "Record key “{column}”: one record has no key, record {row} (counted from 1). Complete the key or generate new ones.",
        "Record-Key „{column}“: Ein Datensatz hat keinen Key, Datensatz {row} (ab 1 gezählt). Ergänzen Sie den Key oder erzeugen Sie neue.",
    ),
    "record_key_not_a_number": (
        "Record key “{column}”, record {row} (counted from 1): “{value}” is not a number ({count} such {count:value|values}). Choose the right column or correct the file.",
        "Record-Key „{column}“, Datensatz {row} (ab 1 gezählt): „{value}“ ist keine Zahl ({count} {count:solcher Wert|solche Werte}). Wählen Sie die richtige Spalte oder berichtigen Sie die Datei.",
    ),
    "record_key_too_long": (
        "Record key “{column}”, record {row} (counted from 1): {value} has {digits} {digits:decimal|decimals} ({count} such {count:value|values}); at most 17 can be kept. Shorten the keys in the file.",
        "Record-Key „{column}“, Datensatz {row} (ab 1 gezählt): {value} hat {digits} {digits:Nachkommastelle|Nachkommastellen} ({count} {count:solcher Wert|solche Werte}); höchstens 17 sind möglich. Kürzen Sie die Keys in der Datei.",
    ),
    "record_key_modulus": (
        "The modulus {modulus} of the record keys is not between 2 and {limit}. Give the number of different keys.",
        "Der Modul {modulus} der Record-Keys liegt nicht zwischen 2 und {limit}. Geben Sie die Anzahl der möglichen Keys an.",
    ),
    "record_key_doubles": (
        "Record key “{column}”: the keys are doubles; they were read as their shortest decimal form with {digits} {digits:digit|digits}.",
        "Record-Key „{column}“: Die Keys liegen als Gleitkommazahlen vor; gelesen wurde ihre kürzeste Dezimalform mit {digits} {digits:Stelle|Stellen}.",
    ),
    "record_key_shortened": (
        "Record key “{column}”: {count} {count:key|keys} had more than 15 significant digits and {count:was|were} read as the shortest form of the double, {count:which is|the first is} {value} in record {row} (counted from 1).",
        "Record-Key „{column}“: {count} {count:Key hatte|Keys hatten} mehr als 15 gültige Stellen und {count:wurde|wurden} als kürzeste Form der Gleitkommazahl gelesen, {count:nämlich|der erste ist} {value} in Datensatz {row} (ab 1 gezählt).",
    ),
    "record_key_digits": (
        "Record key “{column}”: the keys are decimals with {digits} {digits:digit|digits}; the modulus {modulus} does not hold them. Give a power of ten of at least {proposed} and at most 17 digits.",
        "Record-Key „{column}“: Die Keys sind Dezimalzahlen mit {digits} {digits:Stelle|Stellen}; der Modul {modulus} fasst sie nicht. Geben Sie eine Zehnerpotenz von mindestens {proposed} mit höchstens 17 Nullen an.",
    ),
    # --- hierarchies ---------------------------------------------------------------------------------------------------
    "hierarchy_unknown_codes": (
        "The hierarchy of “{variable}” lacks {count} codes that occur in the data: {codes}. Add them to the hierarchy file.",
        "In der Hierarchie von „{variable}“ fehlen {count} Codes, die in den Daten vorkommen: {codes}. Ergänzen Sie die Hierarchiedatei.",
    ),
    "hierarchy_unknown_codes_one": (
        "The hierarchy of “{variable}” lacks one code that occurs in the data: {codes}. Add it to the hierarchy file.",
        "In der Hierarchie von „{variable}“ fehlt ein Code, der in den Daten vorkommt: {codes}. Ergänzen Sie die Hierarchiedatei.",
    ),
    "hierarchy_groups_in_data": (
        "“{variable}”: {codes} {count:is a group|are groups} of the hierarchy, but {count:occurs|occur} in the data as {count:a code|codes}. Call the {count:group|groups} otherwise in the hierarchy, and add the {count:code|codes} below {count:it|them}.",
        "„{variable}“: {codes} {count:ist eine Gruppe|sind Gruppen} der Hierarchie, {count:kommt|kommen} aber in den Daten als {count:Code|Codes} vor. Benennen Sie die {count:Gruppe|Gruppen} in der Hierarchie um und ergänzen Sie den {count:Code darunter|Code jeweils darunter}.",
    ),
    "hierarchy_level_skipped": (
        "Hierarchy file “{file}”, line {line}: the code “{node}” stands at depth {depth}; after the line before, at most {allowed} is possible. Add the missing level or remove a lead string.",
        "Hierarchiedatei „{file}“, Zeile {line}: Der Code „{node}“ steht in Tiefe {depth}; nach der Zeile davor ist höchstens {allowed} möglich. Ergänzen Sie die fehlende Ebene oder entfernen Sie ein Tiefenzeichen.",
    ),
    "hierarchy_code_twice": (
        "Hierarchy file “{file}”, line {line}: the code “{node}” is already in line {first}. Each code may occur once; rename or remove one.",
        "Hierarchiedatei „{file}“, Zeile {line}: Der Code „{node}“ steht schon in Zeile {first}. Jeder Code darf nur einmal vorkommen; benennen Sie einen um oder entfernen Sie ihn.",
    ),
    "hierarchy_code_missing": (
        "Hierarchy file “{file}”, line {line}: there is no code. Write one behind the lead string or remove the line.",
        "Hierarchiedatei „{file}“, Zeile {line}: Es fehlt der Code. Schreiben Sie einen hinter das Tiefenzeichen oder entfernen Sie die Zeile.",
    ),
    # --- ckm data --------------------------------------------------------------------------------------------------------
    "cli_help_data_command": ("Look at files of microdata.", "Dateien mit Mikrodaten ansehen."),
    "cli_help_data_check": (
        "Say which rules for records a file breaks, or the records of a statistic (exit code 9).",
        "Sagen, welche Regeln für Datensätze eine Datei verletzt, oder die Datensätze einer Statistik (Rückgabewert 9).",
    ),
    "cli_help_check_period": (
        "the period that the file is a delivery of; without a file the one whose records are checked",
        "der Berichtszeitraum, für den die Datei geliefert ist; ohne Datei der, dessen Datensätze geprüft werden",
    ),
    "cli_help_check_date": (
        "its reference day (ISO), for which ages are computed",
        "sein Stichtag (ISO), für den Alter berechnet werden",
    ),
    "cli_help_check_rules": (
        "a dictionary file with rules, in the place of those of the statistic",
        "eine Datei des Merkmalsverzeichnisses mit Regeln, an Stelle derer der Statistik",
    ),
    "cli_help_check_confidential": (
        "the report also has the number of records, which, and their values; it is yours alone",
        "der Bericht nennt auch Zahl, Nummern und Werte der Datensätze; nur Sie dürfen ihn lesen",
    ),
    "cli_help_check_output": ("the report: .html or .json", "der Bericht: .html oder .json"),
    "cli_help_data_describe": (
        "Say how a file is understood: columns, roles, categories. The output is confidential.",
        "Sagen, wie eine Datei verstanden wird: Spalten, Rollen, Ausprägungen. Die Ausgabe ist vertraulich.",
    ),
    "cli_help_meta": (
        "τ-ARGUS metadata of a text file: columns, record key, hierarchies, code lists",
        "Metadaten von τ-ARGUS zu einer Textdatei: Spalten, Record-Key, Hierarchien, Schlüsselverzeichnisse",
    ),
    "cli_help_sheet": (
        "sheet of the workbook (else the first with a table)",
        "Tabellenblatt der Arbeitsmappe (sonst das erste mit einer Tabelle)",
    ),
    "cli_help_range": (
        "cells of the sheet with the table, its header included (else recognised)",
        "Zellen des Blatts mit der Tabelle samt Kopfzeile (sonst erkannt)",
    ),
    "data_describe_confidential": (
        "Confidential: numbers of categories and missing values are originals. Do not pass this on.",
        "Vertraulich: Die Anzahlen von Ausprägungen und fehlenden Werten sind Originale. Nicht weitergeben.",
    ),
    "data_describe_file": (
        "{name}: {format}; columns: {columns}, rows looked at: {rows}.",
        "{name}: {format}; Spalten: {columns}, betrachtete Zeilen: {rows}.",
    ),
    "data_describe_sheet": (
        "Sheet “{sheet}”, table from {cells}. Sheets: {known}.",
        "Blatt „{sheet}“, Tabelle ab {cells}. Blätter: {known}.",
    ),
    "data_describe_text": (
        "Separator “{separator}”, encoding {encoding}, decimal sign “{decimal}”.",
        "Trennzeichen „{separator}“, Kodierung {encoding}, Dezimalzeichen „{decimal}“.",
    ),
    "data_describe_encoding": (
        "Encoding {encoding}, decimal sign “{decimal}”.",
        "Kodierung {encoding}, Dezimalzeichen „{decimal}“.",
    ),
    "data_describe_column": (
        "- {column}: {role}, {kind}; {distinct} different {distinct:value|values}, {missing} missing.",
        "- {column}: {role}, {kind}; {distinct} {distinct:Wert|verschiedene Werte}, {missing} fehlend.",
    ),
    "data_describe_levels": (
        "    hierarchy of {levels} {levels:level|levels}",
        "    Hierarchie mit {levels} {levels:Ebene|Ebenen}",
    ),
    "data_describe_labels": (
        "    {count} {count:label|labels}: {labels}",
        "    {count} {count:Bezeichnung|Bezeichnungen}: {labels}",
    ),
    "data_describe_warning": ("    Note: {warning}", "    Hinweis: {warning}"),
    "role_dimension": ("dimension", "Gliederungsmerkmal"),
    "role_record_key": ("record key", "Record-Key"),
    "role_weight": ("weight", "Gewicht"),
    "role_magnitude": ("magnitude", "Wertmerkmal"),
    "role_identifier": ("identifier", "Kennung"),
    "role_ignored": ("ignored", "nicht verwendet"),
    "kind_of_column_text": ("text", "Text"),
    "kind_of_column_whole": ("whole numbers", "ganze Zahlen"),
    "kind_of_column_decimal": ("decimals", "Dezimalzahlen"),
    "format_csv": ("text with separators", "Text mit Trennzeichen"),
    "format_fixed": ("text of fixed width", "Text mit fester Breite"),
    "format_parquet": ("Parquet", "Parquet"),
    "format_arrow": ("Arrow", "Arrow"),
    "format_spss": ("SPSS", "SPSS"),
    "format_spss_portable": ("SPSS portable", "SPSS Portable"),
    "format_stata": ("Stata", "Stata"),
    "format_sas": ("SAS", "SAS"),
    "format_xport": ("SAS transport", "SAS Transport"),
    "format_excel": ("Excel", "Excel"),
    "format_excel_97": ("Excel 97", "Excel 97"),
    "format_ods": ("OpenDocument", "OpenDocument"),
}
