"""Sentences on record keys from other files, households, replaced data, former production. Code -> (English, German)."""

SENTENCES: dict[str, tuple[str, str]] = {
    # --- keys from a file of their own -----------------------------------------------------------------------------------
    "key_unmatched": (
        "Records without a key in “{file}”: {count}, the first: {rows}. Their identifiers are not in it. Add them to the file of keys, or generate keys for these records only.",
        "Datensätze ohne Key in „{file}“: {count}, zuerst: {rows}. Ihre Kennung steht dort nicht. Ergänzen Sie die Datei der Keys, oder erzeugen Sie Keys nur für diese Datensätze.",
    ),
    "key_file_twice": (
        "“{file}”: records {first} and {second} hold different keys for the same identifier ({count} such {count:record|records}). A unit has one key: correct the file.",
        "„{file}“: Die Datensätze {first} und {second} enthalten verschiedene Keys für dieselbe Kennung ({count} {count:solcher Datensatz|solche Datensätze}). Ein Merkmalsträger hat einen Key: Berichtigen Sie die Datei.",
    ),
    "key_some_generated": (
        "Records without a key in the file, for which new ones were generated: {count}, the first: {rows}.",
        "Datensätze ohne Key in der Datei, für die neue erzeugt wurden: {count}, zuerst: {rows}.",
    ),
    "key_identifier_repeated": (
        "Records with the identifier of a record before them, which get its key: {count}, the first: {rows}.",
        "Datensätze mit der Kennung eines früheren Datensatzes, die dessen Key bekommen: {count}, zuerst: {rows}.",
    ),
    "key_file_repeats": (
        "“{file}”: records that repeat an identifier with the same key: {count}, the first: {rows}.",
        "„{file}“: Datensätze, die eine Kennung mit demselben Key wiederholen: {count}, zuerst: {rows}.",
    ),
    "key_file_unused": (
        "“{file}”: identifiers that do not occur in the data: {count}.",
        "„{file}“: Kennungen, die in den Daten nicht vorkommen: {count}.",
    ),
    "key_rows_changed": (
        "The file “{file}” had {expected} {expected:record|records} when it was read for the keys and has {rows} now. Begin again when nobody is writing to it.",
        "Die Datei „{file}“ hatte {expected} {expected:Datensatz|Datensätze}, als sie für die Keys gelesen wurde, und hat jetzt {rows}. Beginnen Sie neu, wenn niemand mehr in sie schreibt.",
    ),
    # --- households ------------------------------------------------------------------------------------------------------
    "key_household_missing": (
        "Records without a household: {count}, the first: {rows}. Fill in the column, or give single persons a household of their own.",
        "Datensätze ohne Haushalt: {count}, zuerst: {rows}. Ergänzen Sie die Spalte, oder tragen Sie für Alleinlebende einen eigenen Haushalt ein.",
    ),
    "key_household_rows": (
        "The column of households has {rows} {rows:record|records}, the keys have {keys}. Both must come from the same file.",
        "Die Spalte der Haushalte hat {rows} {rows:Datensatz|Datensätze}, die Keys haben {keys}. Beide müssen aus derselben Datei kommen.",
    ),
    "household_differs": (
        "“{variable}” differs within {count} {count:household|households}, first in record {row}. A household would count in several categories. Declare the variable for any member, or leave it out.",
        "„{variable}“ ist in {count} {count:Haushalt|Haushalten} nicht bei allen Mitgliedern gleich, zuerst in Datensatz {row}. Ein Haushalt würde in mehreren Ausprägungen zählen. Lassen Sie das Merkmal für ein beliebiges Mitglied gelten, oder lassen Sie es weg.",
    ),
    "household_varies": (
        "“{variable}” differs within households. A household would count in several categories. Leave the variable out, or declare it for any member (ckm: --any-member).",
        "„{variable}“ ist nicht bei allen Mitgliedern eines Haushalts gleich. Ein Haushalt würde in mehreren Ausprägungen zählen. Lassen Sie das Merkmal weg, oder lassen Sie es für ein beliebiges Mitglied gelten (ckm: --any-member).",
    ),
    "households_not_prepared": (
        "The tables of this period count households, and prepared data do not say which records belong to the same one. Keep the file as the source.",
        "Die Tabellen dieses Berichtszeitraums zählen Haushalte, und aufbereitete Daten sagen nicht, welche Datensätze zum selben Haushalt gehören. Behalten Sie die Datei als Quelle.",
    ),
    "household_any_member_unknown": (
        "“{variable}” is to hold of any member of a household, but the data do not have it; they have: {known}. Check the name.",
        "„{variable}“ soll für ein beliebiges Mitglied eines Haushalts gelten, fehlt aber in den Daten; vorhanden: {known}. Prüfen Sie den Namen.",
    ),
    "key_household_differ": (
        "Before, {count} {count:record|records} had another key than other members of {count:its|their} household; {count:it is record|the first are} {rows}. A household has one key: choose the column that the keys were made with.",
        "Bisher {count:hatte|hatten} {count} {count:Datensatz|Datensätze} einen anderen Key als andere Mitglieder {count:seines|ihres} Haushalts; {count:es ist Datensatz|die ersten sind} {rows}. Ein Haushalt hat einen Key: Wählen Sie die Spalte, mit der die Keys gebildet wurden.",
    ),
    # --- replaced data ---------------------------------------------------------------------------------------------------
    "key_identifier_twice": (
        "{which}: records whose identifier occurred before: {count}, the first: {rows}. Each unit needs one record: correct the file or choose another column.",
        "{which}: Datensätze, deren Kennung weiter oben schon steht: {count}, zuerst: {rows}. Jeder Merkmalsträger braucht einen Datensatz: Berichtigen Sie die Datei, oder wählen Sie eine andere Spalte.",
    ),
    "key_identifier_none": (
        "{which}: records without an identifier: {count}, the first: {rows}. Fill in the column, or choose another one.",
        "{which}: Datensätze ohne Kennung: {count}, zuerst: {rows}. Ergänzen Sie die Spalte, oder wählen Sie eine andere.",
    ),
    "key_delivery_old": ("Data so far", "Bisherige Daten"),
    "key_delivery_new": ("New data", "Neue Daten"),
    "key_other_modulus": (
        "New keys would have the modulus {found}, those of this period have {expected}. Generate the keys of new units instead of deriving them.",
        "Neue Keys hätten den Modul {found}, die dieses Berichtszeitraums haben {expected}. Erzeugen Sie die Keys neuer Merkmalsträger, statt sie abzuleiten.",
    ),
    # --- former production -----------------------------------------------------------------------------------------------
    "production_no_dimension": (
        "“{file}” has no column that is called like a dimension of the data. Its columns: {columns}. Say which columns are the dimensions.",
        "„{file}“ hat keine Spalte, die wie ein Gliederungsmerkmal der Daten heißt. Ihre Spalten: {columns}. Geben Sie an, welche Spalten die Gliederungsmerkmale sind.",
    ),
    "production_no_figure": (
        "“{file}”: which column holds the published figures? Possible: {columns}. Name one of them.",
        "„{file}“: Welche Spalte enthält die ausgewiesenen Werte? Möglich sind: {columns}. Geben Sie eine davon an.",
    ),
    "production_not_a_figure": (
        "“{file}”, record {row} (counted from 1), column “{column}”: “{value}” is no figure ({count} such {count:value|values}). Choose the column of published figures.",
        "„{file}“, Datensatz {row} (ab 1 gezählt), Spalte „{column}“: „{value}“ ist keine Zahl ({count} {count:solcher Wert|solche Werte}). Wählen Sie die Spalte der ausgewiesenen Werte.",
    ),
    "production_cell_twice": (
        "“{file}”: records {first} and {second} are the same cell with different figures. Check whether a dimension is missing among the columns.",
        "„{file}“: Die Datensätze {first} und {second} sind dasselbe Tabellenfeld mit verschiedenen Werten. Prüfen Sie, ob unter den Spalten ein Gliederungsmerkmal fehlt.",
    ),
    "production_empty": (
        "“{file}” holds no cell of these data: none of its codes is known here. The first record: {codes}. Check the columns, and whether the hierarchies are attached.",
        "„{file}“ enthält kein Tabellenfeld dieser Daten: Keiner ihrer Codes ist hier bekannt. Der erste Datensatz: {codes}. Prüfen Sie die Spalten, und ob die Hierarchien zugeordnet sind.",
    ),
    "cli_former_confidential": (
        "Confidential: what differs tells of counts and keys.",
        "Vertraulich: Was abweicht, verrät etwas über Häufigkeiten und Keys.",
    ),
    "cli_former_same": (
        "0 of {cells} {cells:cell|cells} differ.",
        "0 von {cells} {cells:Tabellenfeld|Tabellenfeldern} weichen ab.",
    ),
    "cli_former_differ": (
        "{differing} of {cells} {cells:cell|cells} {differing:differs|differ}.",
        "{differing} von {cells} {cells:Tabellenfeld|Tabellenfeldern} {differing:weicht|weichen} ab.",
    ),
    "cli_former_bounds": (
        "{count} {count:cell has|cells have} a cell key within 1e-9 of a bound of the perturbation table ({differing} of them {differing:differs|differ}): programs that add keys as floating-point numbers may look such cell keys up on either side of the bound.",
        "{count} {count:Tabellenfeld hat|Tabellenfelder haben} einen Cell-Key näher als 1e-9 an einer Grenze der Überlagerungstabelle ({differing} davon {differing:weicht|weichen} ab): Programme, die Keys als Gleitkommazahlen addieren, können solche Cell-Keys auf der einen oder der anderen Seite der Grenze nachschlagen.",
    ),
    "cli_former_missing_there": (
        "Cells with records that “{file}” lacks: {count}.",
        "Tabellenfelder mit Datensätzen, die in „{file}“ fehlen: {count}.",
    ),
    "cli_former_missing_here": (
        "Cells of “{file}” that are unknown here: {count}.",
        "Tabellenfelder von „{file}“, die hier unbekannt sind: {count}.",
    ),
    "cli_former_without_figure": (
        "Cells of “{file}” without a figure: {count}.",
        "Tabellenfelder von „{file}“ ohne Wert: {count}.",
    ),
    "cli_former_cell": (
        "{cell}: {theirs} there, {ours} here",
        "{cell}: dort {theirs}, hier {ours}",
    ),
    "cli_former_cell_bound": (
        "{cell}: {theirs} there, {ours} here (cell key {cell_key} on a bound)",
        "{cell}: dort {theirs}, hier {ours} (Cell-Key {cell_key} auf einer Grenze)",
    ),
    "cli_former_only_there": ("{cell}: {theirs} there, unknown here", "{cell}: dort {theirs}, hier unbekannt"),
    "cli_former_only_here": ("{cell}: {ours} here, missing there", "{cell}: hier {ours}, fehlt dort"),
    "cli_former_more": ("... and {count} more", "... und {count} {count:weiteres|weitere}"),
    "cli_keys_joined": (
        "The keys of {matched} of {rows} {rows:record|records} were found in “{file}”.",
        "Für {matched} von {rows} {rows:Datensatz|Datensätzen} steht der Key in „{file}“.",
    ),
    # --- choosing where keys come from -----------------------------------------------------------------------------------
    "keys_not_chosen": (
        "The record keys cannot be made yet: {what}.",
        "Die Record-Keys können noch nicht gebildet werden: {what}.",
    ),
    "keys_choose_column": ("choose the column that holds them", "wählen Sie die Spalte, in der sie stehen"),
    "keys_choose_identifier": (
        "choose the column of the data that names each unit",
        "wählen Sie die Spalte der Daten, die jeden Merkmalsträger nennt",
    ),
    "keys_choose_file": ("choose the file that holds the keys", "wählen Sie die Datei mit den Keys"),
    "keys_choose_file_columns": (
        "choose the columns of identifier and key in the file of keys",
        "wählen Sie die Spalten von Kennung und Key in der Datei der Keys",
    ),
    "keys_choose_secret": ("choose the file with the secret", "wählen Sie die Datei mit dem Geheimnis"),
    "keys_choose_period": (
        "a flow needs the name of the reporting period, which becomes part of the keys",
        "Bewegungsdaten brauchen die Bezeichnung des Berichtszeitraums, die in die Keys eingeht",
    ),
    "keys_random_recurring": (
        "Units that were there in another period have new noise now: after some periods, the average gives unchanged figures away. Derive the keys from an identifier, or take those of the period before.",
        "Merkmalsträger, die es schon in einem anderen Berichtszeitraum gab, bekommen jetzt neue Überlagerungswerte: Nach einigen Berichtszeiträumen verrät der Mittelwert unveränderte Werte. Leiten Sie die Keys aus einer Kennung ab, oder nehmen Sie die des vorigen Berichtszeitraums.",
    ),
    "desk_new_keys": (
        "{rows} {rows:record has a new key|records have new keys}; all figures of this period are new. Save the statistic: without its keys no figure could be repeated.",
        "{rows} {rows:Datensatz hat einen neuen Key|Datensätze haben neue Keys}; alle Werte dieses Berichtszeitraums sind neu. Speichern Sie die Statistik: Ohne ihre Keys ließe sich kein Wert wiederholen.",
    ),
    "key_secret_too_long": (
        "“{name}” has more than {limit} bytes: that is no secret but probably another file. Choose the file with the secret.",
        "„{name}“ hat mehr als {limit} Byte: Das ist kein Geheimnis, sondern wohl eine andere Datei. Wählen Sie die Datei mit dem Geheimnis.",
    ),
    "key_secret_exists": (
        "There is a file “{name}” already. A secret is never replaced: every key derived from it would be lost. Choose another name.",
        "Es gibt schon eine Datei „{name}“. Ein Geheimnis wird nie ersetzt: Jeder daraus abgeleitete Key wäre verloren. Wählen Sie einen anderen Namen.",
    ),
    "keys_choose_former": (
        "there is no period before whose keys could be found again; choose another source of the keys",
        "es gibt keinen vorigen Berichtszeitraum, dessen Keys sich wiederfinden ließen; wählen Sie eine andere Herkunft der Keys",
    ),
    "keys_former_none": (
        "The period before has no keys that could be found again. Generate or derive the keys.",
        "Der vorige Berichtszeitraum hat keine Keys, die sich wiederfinden ließen. Erzeugen Sie die Keys, oder leiten Sie sie ab.",
    ),
    "keys_as_before": (
        "Record keys as in the period before. Units that keep theirs: {kept}; new ones with a new key: {new}; gone: {gone}.",
        "Record-Keys wie im vorigen Berichtszeitraum. Merkmalsträger, die ihren Key behalten: {kept}; neue mit neuem Key: {new}; weggefallen: {gone}.",
    ),
    "keys_need_reason": (
        "New keys need a reason. Enter it; it is kept with the period.",
        "Neue Keys brauchen eine Begründung. Tragen Sie sie ein; sie wird beim Berichtszeitraum aufbewahrt.",
    ),
    "keys_secret_other": (
        "The secret in “{name}” is not the one that the keys of this period were derived with. Choose the right file, or generate the keys of new units.",
        "Das Geheimnis in „{name}“ ist nicht das, mit dem die Keys dieses Berichtszeitraums abgeleitet wurden. Wählen Sie die richtige Datei, oder erzeugen Sie die Keys neuer Merkmalsträger.",
    ),
    "keys_column_changed": (
        "“{name}”: {count} {count:unit has|units have} another key than before; {count:it is in record|the first are in records} {rows}. A unit keeps its key: correct the column.",
        "„{name}“: {count} Merkmalsträger {count:hat|haben} einen anderen Key als bisher; {count:er steht in Datensatz|die ersten stehen in den Datensätzen} {rows}. Ein Merkmalsträger behält seinen Key: Berichtigen Sie die Spalte.",
    ),
    "replace_without_source": (
        "This period has no file whose records could be replaced. Open the new file instead.",
        "Dieser Berichtszeitraum hat keine Datei, deren Datensätze ersetzt werden könnten. Öffnen Sie stattdessen die neue Datei.",
    ),
    "replace_not_loaded": (
        "The records so far are not loaded, so it cannot be told which units keep their keys. Load them first.",
        "Die bisherigen Datensätze sind nicht geladen; so lässt sich nicht sagen, welche Merkmalsträger ihren Key behalten. Laden Sie sie zuerst.",
    ),
    # --- help of the command line ----------------------------------------------------------------------------------------
    "cli_help_key_from": (
        "take the keys from this file: --from-id and --from-column name its columns, --id the identifier in the data",
        "die Keys aus dieser Datei nehmen: --from-id und --from-column nennen deren Spalten, --id die Kennung in den Daten",
    ),
    "cli_help_key_from_id": (
        "with --from: column of the identifier in the file of keys (default: as --id)",
        "mit --from: Spalte der Kennung in der Datei der Keys (Vorgabe: wie --id)",
    ),
    "cli_help_key_from_column": (
        "with --from: column of the keys in the file of keys (default rkey)",
        "mit --from: Spalte der Keys in der Datei der Keys (Vorgabe rkey)",
    ),
    "cli_help_key_others": (
        "with --from: records without a key are refused (default) or get a generated one",
        "mit --from: Datensätze ohne Key werden abgewiesen (Vorgabe) oder bekommen einen erzeugten Key",
    ),
    "cli_help_key_household": (
        "column that names the household of each record: the key of a record is then the sum of the keys of all members",
        "Spalte, die den Haushalt jedes Datensatzes nennt: Der Key eines Datensatzes ist dann die Summe der Keys aller Mitglieder des Haushalts",
    ),
    "cli_help_former": (
        "Compare with former production: tabulate the cells of a table that R, SAS or τ-ARGUS made, and name those whose figure differs. Exit code 5 where one differs. Confidential.",
        "Mit früherer Produktion vergleichen: die Tabellenfelder einer mit R, SAS oder τ-ARGUS erstellten Tabelle auszählen und die abweichenden nennen. Rückgabewert 5, wenn ein Wert abweicht. Vertraulich.",
    ),
    "cli_help_compare_with": (
        "the former table: one line per cell, dimensions as columns, a column of published figures",
        "die frühere Tabelle: eine Zeile je Tabellenfeld, Gliederungsmerkmale als Spalten, eine Spalte ausgewiesener Werte",
    ),
    "cli_help_compare_published": (
        "column of the published figures (else known ones: published, ckm, puwc, pwc, count ...)",
        "Spalte der ausgewiesenen Werte (sonst bekannte: published, ckm, puwc, pwc, count ...)",
    ),
    "cli_help_compare_dimensions": (
        "dimensions of the data in the order of the first columns, where the columns are called otherwise",
        "Gliederungsmerkmale der Daten in der Reihenfolge der ersten Spalten, wenn die Spalten anders heißen",
    ),
    "cli_help_compare_total": (
        "text that means the total (else Total, Insgesamt, empty)",
        "Text, der Insgesamt bedeutet (sonst Total, Insgesamt oder leer)",
    ),
}
