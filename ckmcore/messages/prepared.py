"""Sentences on several files as one, profiles and prepared data. Code -> (English, German)."""

SENTENCES: dict[str, tuple[str, str]] = {
    # --- several files as one --------------------------------------------------------------------------------------------
    "several_twice": (
        "The file “{file}” is chosen twice. Take it off the list once.",
        "Die Datei „{file}“ ist zweimal gewählt. Nehmen Sie sie einmal aus der Liste.",
    ),
    "several_columns": (
        "The file “{file}” has other columns than “{first}”. Missing: {missing}. Unknown: {extra}. Give the columns the same names, or take the file off the list.",
        "Die Datei „{file}“ hat andere Spalten als „{first}“. Es fehlen: {missing}. Unbekannt: {extra}. Benennen Sie die Spalten gleich, oder nehmen Sie die Datei aus der Liste.",
    ),
    "several_widths": (
        "The file “{file}” has {found} {found:column|columns}, “{first}” has {expected}. Files without a header row need the same columns in the same order.",
        "Die Datei „{file}“ hat {found} {found:Spalte|Spalten}, „{first}“ hat {expected}. Dateien ohne Kopfzeile brauchen dieselben Spalten in derselben Reihenfolge.",
    ),
    "several_types": (
        "File “{file}”, column “{column}”: {found}; in “{first}” it is {expected}. Export the files with the same types.",
        "Datei „{file}“, Spalte „{column}“: {found}; in „{first}“ ist es {expected}. Geben Sie die Dateien mit gleichen Typen aus.",
    ),
    "arrow_text": ("text", "Text"),
    "arrow_number": ("a number", "eine Zahl"),
    "arrow_day": ("a date or time", "ein Datum oder eine Zeit"),
    "arrow_truth": ("a truth value", "ein Wahrheitswert"),
    "several_fault": ("File “{file}”: {fault}", "Datei „{file}“: {fault}"),
    "several_notice": ("File “{file}”: {notice}", "Datei „{file}“: {notice}"),
    # --- what a guess would change -----------------------------------------------------------------------------------------
    "loss_zeros": (
        "Stays text: as a number it would lose its leading zero in {count} of {rows} {rows:record|records} (“{example}”, record {row}).",
        "Bleibt Text: Als Zahl ginge in {count} von {rows} {rows:Datensatz|Datensätzen} die führende Null verloren („{example}“, Datensatz {row}).",
    ),
    "loss_zeros_one": (
        "Stays text: as a number it would lose its leading zero in one of {rows} {rows:record|records} (“{example}”, record {row}).",
        "Bleibt Text: Als Zahl ginge in einem von {rows} {rows:Datensatz|Datensätzen} die führende Null verloren („{example}“, Datensatz {row}).",
    ),
    "loss_zeros_happens": (
        "{count} of {rows} {rows:value|values} lose leading zeros (“{example}”, record {row}), because the column is read as a number. Choose text if they are codes.",
        "{count} von {rows} {rows:Wert|Werten} verlieren führende Nullen („{example}“, Datensatz {row}), weil die Spalte als Zahl gelesen wird. Wählen Sie Text, wenn es Codes sind.",
    ),
    "loss_zeros_happens_one": (
        "One of {rows} {rows:value|values} loses leading zeros (“{example}”, record {row}), because the column is read as a number. Choose text if they are codes.",
        "Einer von {rows} {rows:Wert|Werten} verliert führende Nullen („{example}“, Datensatz {row}), weil die Spalte als Zahl gelesen wird. Wählen Sie Text, wenn es Codes sind.",
    ),
    "loss_blanks": (
        "{count} of {rows} {rows:value|values} have blanks around them (“{example}”, record {row}); they are taken off.",
        "{count} von {rows} {rows:Wert|Werten} sind von Leerzeichen umgeben („{example}“, Datensatz {row}); diese werden entfernt.",
    ),
    "loss_blanks_one": (
        "One of {rows} {rows:value|values} has blanks around it (“{example}”, record {row}); they are taken off.",
        "Einer von {rows} {rows:Wert|Werten} ist von Leerzeichen umgeben („{example}“, Datensatz {row}); diese werden entfernt.",
    ),
    "loss_decimal": (
        "{count} of {rows} {rows:value|values} are written with the other decimal sign (“{example}”, record {row}) and would be refused as numbers. Check the decimal sign of the file.",
        "{count} von {rows} {rows:Wert|Werten} haben das andere Dezimalzeichen („{example}“, Datensatz {row}) und würden als Zahl abgelehnt. Prüfen Sie das Dezimalzeichen der Datei.",
    ),
    "loss_decimal_one": (
        "One of {rows} {rows:value|values} is written with the other decimal sign (“{example}”, record {row}) and would be refused as a number. Check the decimal sign of the file.",
        "Einer von {rows} {rows:Wert|Werten} hat das andere Dezimalzeichen („{example}“, Datensatz {row}) und würde als Zahl abgelehnt. Prüfen Sie das Dezimalzeichen der Datei.",
    ),
    "loss_thousands": (
        "{count} of {rows} {rows:value|values} have thousands separators (“{example}”, record {row}). As numbers they are read without the separators; as text the separators stay.",
        "{count} von {rows} {rows:Wert|Werten} haben Tausendertrennzeichen („{example}“, Datensatz {row}). Wird die Spalte als Zahl gelesen, entfallen diese Zeichen; als Text bleiben sie stehen.",
    ),
    "loss_thousands_one": (
        "One of {rows} {rows:value|values} has thousands separators (“{example}”, record {row}). As a number it is read without the separators; as text the separators stay.",
        "Einer von {rows} {rows:Wert|Werten} hat Tausendertrennzeichen („{example}“, Datensatz {row}). Wird die Spalte als Zahl gelesen, entfallen diese Zeichen; als Text bleiben sie stehen.",
    ),
    "loss_dates": (
        "{count} of {rows} {rows:value|values} are dates (“{example}”, record {row}). They stay as they are written, as text; nothing is rewritten.",
        "{count} von {rows} {rows:Wert|Werten} sind Datumsangaben („{example}“, Datensatz {row}). Sie bleiben Text, so wie sie geschrieben sind; nichts wird umgeschrieben.",
    ),
    "loss_dates_one": (
        "One of {rows} {rows:value|values} is a date (“{example}”, record {row}). It stays as it is written, as text; nothing is rewritten.",
        "Einer von {rows} {rows:Wert|Werten} ist eine Datumsangabe („{example}“, Datensatz {row}). Sie bleibt Text, so wie sie geschrieben ist; nichts wird umgeschrieben.",
    ),
    "loss_dates_happens": (
        "{count} of {rows} {rows:value|values} {count:is stored as a date|are stored as dates} (“{example}”, record {row}); as {count:a code it is|codes they are} written year-month-day.",
        "{count} von {rows} {rows:Wert|Werten} {count:ist|sind} als Datum gespeichert („{example}“, Datensatz {row}); als Ausprägung {count:wird er|werden sie} in der Form Jahr-Monat-Tag geschrieben.",
    ),
    "loss_long": (
        "{count} of {rows} {rows:value|values} {count:has|have} more than 15 digits (“{example}”, record {row}): a floating-point number would change {count:it. It is|them. They are} read exactly, as text or as decimals.",
        "{count} von {rows} {rows:Wert|Werten} {count:hat|haben} mehr als 15 Stellen („{example}“, Datensatz {row}): Eine Gleitkommazahl würde {count:ihn ändern. Gelesen wird er|sie ändern. Gelesen werden sie} genau, als Text oder als Dezimalzahl.",
    ),
    # --- profiles ----------------------------------------------------------------------------------------------------------
    "profile_constant": (
        "“{variable}” has the same value in all records: it breaks nothing down.",
        "„{variable}“ hat in allen Datensätzen denselben Wert: Das Merkmal gliedert nichts.",
    ),
    "profile_distinct": (
        "“{variable}” has another value in every record.",
        "„{variable}“ hat in jedem Datensatz einen anderen Wert.",
    ),
    "profile_many": (
        "“{variable}” has {count} categories, more than {limit}. A hierarchy or classes make tables readable.",
        "„{variable}“ hat {count} Ausprägungen, mehr als {limit}. Eine Hierarchie oder Klassen machen Tabellen lesbar.",
    ),
    "profile_identifier": (
        "“{variable}” looks like an identifier. Identifiers belong in no table: give the variable that role, and it is not loaded.",
        "„{variable}“ sieht wie eine Kennung aus. Kennungen gehören in keine Tabelle: Geben Sie dem Merkmal diese Rolle, dann wird es nicht geladen.",
    ),
    "profile_missing": (
        "“{variable}” is missing in all records.",
        "„{variable}“ fehlt in allen Datensätzen.",
    ),
    # --- prepared data -------------------------------------------------------------------------------------------------------
    "format_prepared": ("prepared data", "aufbereitete Daten"),
    "prepared_damaged": (
        "The prepared data “{file}” were changed or cut off after they were written: {what}. Prepare them anew from the original file.",
        "Die aufbereiteten Daten „{file}“ wurden nach dem Schreiben verändert oder abgeschnitten: {what}. Bereiten Sie sie aus der ursprünglichen Datei neu auf.",
    ),
    "prepared_head": ("their description does not fit its checksum", "ihre Beschreibung passt nicht zur Prüfsumme"),
    "prepared_rows": ("columns or records are missing", "es fehlen Spalten oder Datensätze"),
    "prepared_codes": ("the column “{column}” does not fit", "die Spalte „{column}“ passt nicht"),
    "prepared_pages": ("parts of them cannot be read", "Teile davon sind nicht lesbar"),
    "prepared_newer": (
        "The prepared data “{file}” have version {version}; this program knows versions up to {known}. Update the program or prepare the data anew.",
        "Die aufbereiteten Daten „{file}“ haben Version {version}; dieses Programm kennt Versionen bis {known}. Aktualisieren Sie das Programm oder bereiten Sie die Daten neu auf.",
    ),
    "prepared_not": (
        "The file “{file}” holds no prepared data. Make them with ckm data prepare.",
        "Die Datei „{file}“ enthält keine aufbereiteten Daten. Erzeugen Sie sie mit ckm data prepare.",
    ),
    # --- stores --------------------------------------------------------------------------------------------------------------
    "format_store": ("store", "Datenspeicher"),
    "store_damaged": (
        "The store “{file}” is not as it was written: {what}. Make it anew from the original file (ckm data prepare --store).",
        "Der Datenspeicher „{file}“ ist nicht mehr so, wie er geschrieben wurde: {what}. Erzeugen Sie ihn aus der ursprünglichen Datei neu (ckm data prepare --store).",
    ),
    "store_head": ("its description does not fit its checksum", "seine Beschreibung passt nicht zur Prüfsumme"),
    "store_size": ("{name} has become shorter or longer", "{name} ist kürzer oder länger geworden"),
    "store_column": (
        "{name} does not hold the column “{column}”",
        "{name} enthält nicht die Spalte „{column}“",
    ),
    "store_link": (
        "{name} is a link or no file; a store holds plain files only",
        "{name} ist eine Verknüpfung oder keine Datei; ein Datenspeicher enthält nur einfache Dateien",
    ),
    "store_gone": ("{name} is missing", "{name} fehlt"),
    "store_values": (
        "values of the column “{column}” ({name}) were changed",
        "Werte der Spalte „{column}“ ({name}) wurden verändert",
    ),
    "store_name": (
        "“{name}” is no name of a store: it has to end in {suffix}.",
        "„{name}“ ist kein Name eines Datenspeichers: Er muss auf {suffix} enden.",
    ),
    "store_there": (
        "“{name}” is there already, and stores are written once. Choose another name, or delete the folder.",
        "„{name}“ gibt es schon, und Datenspeicher werden nur einmal geschrieben. Wählen Sie einen anderen Namen, oder löschen Sie den Ordner.",
    ),
    "store_offer": (
        "These files have about {records} {records:record|records}, which need {memory} GB of memory; {free} GB are free. As a store they stay on the disk, and tables are counted from there. It takes about {minutes} {minutes:minute|minutes} and {disk} GB of disk to make one.",
        "Diese Dateien haben etwa {records} {records:Datensatz|Datensätze}, die {memory} GB Arbeitsspeicher brauchen; frei sind {free} GB. Als Datenspeicher bleiben sie auf der Festplatte, und Tabellen werden von dort ausgezählt. Das Anlegen braucht etwa {minutes} {minutes:Minute|Minuten} und {disk} GB Platz.",
    ),
    "store_offer_no_disk": (
        "These files have about {records} {records:record|records}, which need {memory} GB of memory; {free} GB are free. A store would keep them on the disk: it takes about {minutes} {minutes:minute|minutes} and {disk} GB, but beside the file only {left} GB are free. Choose a place on a larger local disk.",
        "Diese Dateien haben etwa {records} {records:Datensatz|Datensätze}, die {memory} GB Arbeitsspeicher brauchen; frei sind {free} GB. Ein Datenspeicher ließe sie auf der Festplatte: Er braucht etwa {minutes} {minutes:Minute|Minuten} und {disk} GB, aber neben der Datei sind nur {left} GB frei. Wählen Sie einen Ort auf einer größeren lokalen Festplatte.",
    ),
    "desk_store_made": (
        "Store “{name}” made, with keys and roles as chosen. Check it, then import it.",
        "Datenspeicher „{name}“ angelegt, mit Keys und Rollen wie gewählt. Sehen Sie ihn an und übernehmen Sie ihn dann.",
    ),
    "too_large_here": (
        "This needs a whole column in memory; there is room for {limit} MB. Give the program more memory (Settings, or --memory), or leave it out for this store.",
        "Dafür muss eine Spalte ganz in den Arbeitsspeicher; Platz ist für {limit} MB. Geben Sie dem Programm mehr Arbeitsspeicher (Einstellungen, oder --memory), oder lassen Sie es für diesen Datenspeicher weg.",
    ),
    # --- the dictionary as a file ------------------------------------------------------------------------------------------
    "dictionary_faulty": (
        "Dictionary “{file}”, faults: {count}. {faults}.",
        "Merkmalsverzeichnis „{file}“, Fehler: {count}. {faults}.",
    ),
    "dictionary_and": ("{first}; {rest}", "{first}; {rest}"),
    "dictionary_type": (
        "{place}: {expected} is expected, {found} was found",
        "{place}: erwartet wird {expected}, gefunden wurde {found}",
    ),
    "dictionary_field_missing": ("{place}: the field “{field}” is missing", "{place}: Das Feld „{field}“ fehlt"),
    "dictionary_field_unknown": (
        "{place}: there is no field “{field}”; known are {known}",
        "{place}: Ein Feld „{field}“ gibt es nicht; bekannt sind {known}",
    ),
    "dictionary_value": ("{place}: “{value}” is not allowed here", "{place}: „{value}“ ist hier nicht zulässig"),
    "dictionary_json": (
        "{place}: this is no JSON ({detail})",
        "{place}: Das ist kein JSON ({detail})",
    ),
    "dictionary_name_twice": (
        "{place}: the variable “{variable}” stands in the dictionary twice",
        "{place}: Das Merkmal „{variable}“ steht zweimal im Merkmalsverzeichnis",
    ),
    "dictionary_code_twice": (
        "{place}: the code “{item}” stands in the code list twice",
        "{place}: Der Code „{item}“ steht zweimal im Schlüsselverzeichnis",
    ),
    "dictionary_node": (
        "{place}: node “{node}” does not lie below the node that it names as its parent",
        "{place}: Der Knoten „{node}“ liegt nicht unter dem Knoten, den er als übergeordnet nennt",
    ),
    "dictionary_node_twice": (
        "{place}: node “{node}” stands in the hierarchy twice",
        "{place}: Der Knoten „{node}“ steht zweimal in der Hierarchie",
    ),
    "dictionary_rule": ("{place}: {reason}", "{place}: {reason}"),
    "dictionary_day": (
        "{place}: “{value}” is no date; dates are written 2026-01-31",
        "{place}: „{value}“ ist kein Datum; ein Datum schreibt man hier 2026-01-31",
    ),
    "dictionary_column_missing": (
        "The dictionary names the column “{variable}”, which the file “{file}” does not have. Columns of the file: {known}.",
        "Das Merkmalsverzeichnis nennt die Spalte „{variable}“, die die Datei „{file}“ nicht hat. Spalten der Datei: {known}.",
    ),
    "dictionary_role_twice": (
        "{place}: only one variable can have the role “{role}”; “{first}” has it already",
        "{place}: Nur ein Merkmal kann die Rolle „{role}“ haben; „{first}“ hat sie schon",
    ),
    "data_prepared": (
        "{rows} {rows:record|records} prepared: {name}, {megabytes} MB. Confidential.",
        "{rows} {rows:Datensatz|Datensätze} aufbereitet: {name}, {megabytes} MB. Vertraulich.",
    ),
    "data_dictionary_written": (
        "Dictionary of {count} {count:variable|variables} written: {name}. Check the roles, then run ckm data prepare.",
        "Merkmalsverzeichnis mit {count} {count:Merkmal|Merkmalen} geschrieben: {name}. Prüfen Sie die Rollen und führen Sie dann ckm data prepare aus.",
    ),
    "cli_help_data_prepare": (
        "read files by a dictionary and write prepared data, which open in seconds",
        "Dateien mit einem Merkmalsverzeichnis lesen und aufbereitete Daten schreiben, die sich in Sekunden öffnen lassen",
    ),
    "cli_help_data_dictionary": (
        "write a dictionary as guessed from a file, to start from",
        "ein Merkmalsverzeichnis schreiben, wie es für eine Datei vermutet wird, zum Bearbeiten",
    ),
    "cli_help_dictionary_file": ("dictionary of the variables (JSON)", "Merkmalsverzeichnis (JSON)"),
    "cli_help_data_files": (
        "file of microdata; several files with the same columns are read as one",
        "Datei mit Mikrodaten; mehrere Dateien mit gleichen Spalten werden wie eine gelesen",
    ),
    "cli_help_prepared_output": (
        "prepared data (.parquet), or a store (.ckmstore)",
        "aufbereitete Daten (.parquet), oder ein Datenspeicher (.ckmstore)",
    ),
    "cli_help_prepared_store": (
        "write a store: a folder of plain columns, for data larger than memory; the files are read in pieces",
        "einen Datenspeicher schreiben: einen Ordner einfacher Spalten, für Daten, die nicht in den Arbeitsspeicher passen; die Dateien werden stückweise gelesen",
    ),
    "cli_help_dictionary_output": ("dictionary (.json)", "Merkmalsverzeichnis (.json)"),
    "role_household": ("household", "Haushalt"),
    # --- projects of τ-ARGUS -------------------------------------------------------------------------------------------------
    "tau_no_meta": (
        "There is no τ-ARGUS description (.rda) beside “{file}”. Put it into the same folder, or open the file itself.",
        "Neben „{file}“ liegt keine τ-ARGUS-Beschreibung (.rda). Legen Sie sie in denselben Ordner, oder öffnen Sie die Datei selbst.",
    ),
    "tau_no_data": (
        "There is no data file beside “{file}”. Put it into the same folder under the same name ({known}).",
        "Neben „{file}“ liegt keine Datendatei. Legen Sie sie unter demselben Namen in denselben Ordner ({known}).",
    ),
    "tau_data_by_name": (
        "The data file “{file}” has another name than the description “{meta}”; it is the only one beside it.",
        "Die Datendatei „{file}“ heißt anders als die Beschreibung „{meta}“; sie ist die einzige daneben.",
    ),
    "tau_ptable_missing": (
        "“{meta}”, line {line}: the perturbation table “{name}” is missing. Put it beside the description, or name its file yourself.",
        "„{meta}“, Zeile {line}: Die Überlagerungstabelle „{name}“ fehlt. Legen Sie sie neben die Beschreibung, oder geben Sie ihre Datei selbst an.",
    ),
    "tau_ptable_faulty": (
        "“{meta}”, line {line}, perturbation table “{name}”: {fault}",
        "„{meta}“, Zeile {line}, Überlagerungstabelle „{name}“: {fault}",
    ),
    "prepared_role": (
        "“{variable}” has another role in the prepared data “{file}”. Prepare the data again from their source, with the new role.",
        "„{variable}“ hat in den aufbereiteten Daten „{file}“ eine andere Rolle. Bereiten Sie die Daten aus ihrer Quelle neu auf, mit der neuen Rolle.",
    ),
}
