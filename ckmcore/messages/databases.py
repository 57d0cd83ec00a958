"""Sentences on databases whose records stay where they are. Code -> (English, German)."""

SENTENCES: dict[str, tuple[str, str]] = {
    "records_elsewhere": (
        "{what} needs the records themselves; they lie in the database “{name}”. Take them over from a file to do this.",
        "{what}: Dazu werden die Datensätze selbst gebraucht; sie liegen in der Datenbank „{name}“. Übernehmen Sie sie dazu aus einer Datei.",
    ),
    "records_asked": ("What was asked for", "Was verlangt wurde"),
    "records_for_codes": (
        "Codes of a magnitude that mean “no answer”",
        "Codes eines Wertmerkmals, die „keine Angabe“ heißen",
    ),
    "records_for_units": (
        "Counting the different units of several periods",
        "Verschiedene Einheiten mehrerer Zeiträume zählen",
    ),
    "records_for_durations": ("The duration between two variables", "Die Dauer zwischen zwei Merkmalen"),
    "records_for_keys": ("Giving records other keys", "Datensätzen andere Keys geben"),
    "records_for_profile": ("The profile of a column", "Das Profil einer Spalte"),
    "records_for_prepared": ("Preparing data", "Daten aufbereiten"),
    "database_unknown": (
        "The policy of this computer names no database “{name}”. Its administrator can add it (docs/databases.md); nothing was opened.",
        "Die Richtlinie dieses Rechners nennt keine Datenbank „{name}“. Wer den Rechner verwaltet, kann sie eintragen (docs/databases.md); es wurde nichts geöffnet.",
    ),
    "database_driver_missing": (
        "For databases of the kind {kind} a part of the program is missing. It is installed by `pip install ckmdesk[{extra}]`, also from the wheelhouse.",
        "Für Datenbanken der Art {kind} fehlt ein Teil des Programms. Er wird mit `pip install ckmdesk[{extra}]` installiert, auch aus dem Wheelhouse.",
    ),
    "database_records_stay": (
        "The policy of this computer keeps the records in the database “{name}”: they are counted there. Whoever administers the computer can let them be read into memory (`read_records`, docs/databases.md).",
        "Die Richtlinie dieses Rechners lässt die Datensätze in der Datenbank „{name}“: Sie werden dort gezählt. Wer den Rechner verwaltet, kann erlauben, dass sie in den Arbeitsspeicher gelesen werden (`read_records`, docs/databases.md).",
    ),
    "database_records_many": (
        "The records of “{name}” ({records}) need about {memory} GB of memory, {free} GB are free. Choose fewer columns, or have them counted in the database.",
        "Die Datensätze aus „{name}“ ({records}) brauchen etwa {memory} GB Arbeitsspeicher, frei sind {free} GB. Wählen Sie weniger Spalten, oder lassen Sie in der Datenbank zählen.",
    ),
    "database_unreachable": (
        "The database “{name}” does not answer: {reason}. Nothing was changed; try again, or ask its administrator.",
        "Die Datenbank „{name}“ antwortet nicht: {reason}. Es wurde nichts geändert; versuchen Sie es noch einmal, oder fragen Sie, wer sie verwaltet.",
    ),
    "database_may_write": (
        "The account {user} may change {relation}; the program wants one that may only read. The administrator of the database can make it (docs/databases.md).",
        "Das Konto {user} darf {relation} ändern; das Programm will eines ohne Schreibberechtigung. Wer die Datenbank verwaltet, kann es einrichten (docs/databases.md).",
    ),
    "database_relation_unknown": (
        "“{name}” has no table or view {relation} that this account may read. Check its name and its schema.",
        "„{name}“ hat keine Tabelle oder Sicht {relation}, die dieses Konto lesen darf. Prüfen Sie Namen und Schema.",
    ),
    "database_column_unknown": (
        "{relation} has no column “{column}”. Check its name, capitals included.",
        "{relation} hat keine Spalte „{column}“. Prüfen Sie ihren Namen, auch Groß- und Kleinschreibung.",
    ),
    "database_column": (
        "The column “{column}” is {type}; needed is {wanted}. A view can cast it.",
        "Die Spalte „{column}“ ist {type}; gebraucht wird {wanted}. Eine Sicht kann sie umwandeln.",
    ),
    "database_wants_codes": (
        "text, a whole number, a truth value or a date",
        "Text, eine ganze Zahl, ein Wahrheitswert oder ein Datum",
    ),
    "database_wants_decimals": (
        "a whole number or a decimal with at most 6 decimals: sums of floating-point numbers depend on the order of the records",
        "eine ganze Zahl oder eine Dezimalzahl mit höchstens 6 Nachkommastellen: Summen von Gleitkommazahlen hängen von der Reihenfolge der Datensätze ab",
    ),
    "database_wants_keys": (
        "a whole number, or a decimal number from 0 to below 1 with at most 17 digits",
        "eine ganze Zahl, oder eine Dezimalzahl von 0 bis unter 1 mit höchstens 17 Stellen",
    ),
    "database_values": (
        "The column “{column}” cannot be used so in {count} {count:record|records}: {fault}",
        "Die Spalte „{column}“ ist in {count} {count:Datensatz|Datensätzen} so nicht zu gebrauchen: {fault}",
    ),
    "database_key_missing": ("the record key is missing.", "Der Record-Key fehlt."),
    "database_key_modulus": (
        "the record keys are whole numbers; say below which number they are (modulus).",
        "Die Record-Keys sind ganze Zahlen; geben Sie an, unter welcher Zahl sie liegen (Modulus).",
    ),
    "database_key_digits": (
        "record keys have at most {most} {most:digit|digits}, and no decimals where a modulus is given.",
        "Record-Keys haben höchstens {most} {most:Stelle|Stellen}, und keine Nachkommastellen, wo ein Modulus angegeben ist.",
    ),
    "database_key_outside": (
        "record keys are not negative and below {limit}.",
        "Record-Keys sind nicht negativ und liegen unter {limit}.",
    ),
    "database_weight_missing": ("the weight is missing.", "Das Gewicht fehlt."),
    "database_weight_negative": ("the weight is negative.", "Das Gewicht ist negativ."),
    "database_household_missing": ("the household is missing.", "Der Haushalt fehlt."),
    "database_household_weights": (
        "households are counted without weights in a database.",
        "Haushalte werden in einer Datenbank ohne Gewichte gezählt.",
    ),
    "database_too_many_codes": (
        "that many different values are no code list; an identifier is no breakdown variable.",
        "So viele verschiedene Werte sind kein Schlüsselverzeichnis; ein Identifikator ist kein Gliederungsmerkmal.",
    ),
    "database_period": (
        "{relation} has no records of the reporting period “{period}”: its column “{column}” has {known}. Choose one of these.",
        "{relation} hat keine Datensätze des Berichtszeitraums „{period}“: In der Spalte „{column}“ stehen {known}. Wählen Sie einen davon.",
    ),
    "database_period_column": (
        "“{period}” would be a reporting period, but no column is named that says which one a record is of. Name it (--period-column; in Python period_column), or leave the period out: then all records count.",
        "„{period}“ wäre ein Berichtszeitraum, aber es ist keine Spalte genannt, in der steht, aus welchem ein Datensatz ist. Nennen Sie sie (--period-column; in Python period_column), oder lassen Sie den Zeitraum weg: Dann zählen alle Datensätze.",
    ),
    "database_many_periods": (
        "that many different values are no reporting periods. Choose the column that says which period a record belongs to.",
        "So viele verschiedene Werte sind keine Berichtszeiträume. Wählen Sie die Spalte, die den Zeitraum eines Datensatzes nennt.",
    ),
    "database_without_period": (
        "{count} {count:record is|records are} not counted: the column “{column}” names no reporting period for {count:it|them}.",
        "{count} {count:Datensatz wird|Datensätze werden} nicht gezählt: In der Spalte „{column}“ steht dort kein Berichtszeitraum.",
    ),
    "database_sums": (
        "The sums of “{column}” are too large to be whole numbers of 64 bits. A view can show it in thousands.",
        "Die Summen von „{column}“ sind zu groß für ganze Zahlen von 64 Bit. Eine Sicht kann sie in Tausend zeigen.",
    ),
    "database_too_long": (
        "The database “{name}” needed more than {seconds} s, the limit that the administrator has set. Ask for fewer variables, or ask for a longer limit.",
        "Die Datenbank „{name}“ brauchte länger als {seconds} s, die Grenze, die verwaltet wird. Fragen Sie nach weniger Merkmalen, oder bitten Sie um eine längere Grenze.",
    ),
    "database_failed": (
        "The database “{name}” refused the question: {reason}. Nothing was changed.",
        "Die Datenbank „{name}“ hat die Frage abgelehnt: {reason}. Es wurde nichts geändert.",
    ),
    "database_changed": (
        "The data in {relation} (“{name}”) are not those that were taken over{since}. No figure was made of them; take them over anew if that is meant.",
        "Die Daten in {relation} („{name}“) sind nicht die, die{since} übernommen wurden. Aus ihnen ist keine Zahl entstanden; übernehmen Sie sie neu, wenn das gemeint ist.",
    ),
    "database_since": (" on {day}", " am {day}"),
    "database_code": (
        "The column “{column}” of {relation} holds {count} {count:value|values} that the code list of its variable lacks, the first “{value}”. Add {count:it|them} to the code list of the variable, or let a view show another value.",
        "Die Spalte „{column}“ von {relation} enthält {count} {count:Wert, der|Werte, die} im Schlüsselverzeichnis des Merkmals {count:fehlt|fehlen}, zuerst „{value}“. Ergänzen Sie {count:ihn|sie} im Schlüsselverzeichnis, oder lassen Sie eine Sicht einen anderen Wert zeigen.",
    ),
    "database_name_fault": (
        "a name has at most 63 letters of ASCII, digits, points, hyphens or underscores, and begins with a letter or digit.",
        "Ein Name hat höchstens 63 Buchstaben aus ASCII, Ziffern, Punkte, Bindestriche oder Unterstriche und beginnt mit einem Buchstaben oder einer Ziffer.",
    ),
    "database_limit_fault": (
        "the limit is between 1 and 86400 seconds.",
        "Die Grenze liegt zwischen 1 und 86400 Sekunden.",
    ),
    "database_path_fault": (
        "the whole path of a folder of Parquet files, or of a file of DuckDB, is needed.",
        "Der ganze Pfad eines Ordners mit Parquet-Dateien oder einer DuckDB-Datei ist nötig.",
    ),
    "database_field_fault": (
        "this kind of database does not have that setting.",
        "Diese Art von Datenbank hat diese Einstellung nicht.",
    ),
    "database_needed_fault": (
        "this setting is needed, in a form that an address can have.",
        "Diese Einstellung ist nötig, in einer Form, die eine Adresse haben kann.",
    ),
    "database_tls_fault": (
        "without proof of the server only a socket or an address of this computer is allowed.",
        "Ohne Nachweis des Servers ist nur ein Socket oder eine Adresse dieses Rechners erlaubt.",
    ),
    "database_secret_fault": (
        "how the account proves who it is: peer, kerberos, certificate:FILE or passfile:FILE (PostgreSQL), none or tokenfile:FILE (Spark), with the whole path. A password never stands here.",
        "Wie sich das Konto ausweist: peer, kerberos, certificate:DATEI oder passfile:DATEI (PostgreSQL), none oder tokenfile:DATEI (Spark), mit ganzem Pfad. Ein Kennwort steht hier nie.",
    ),
    "database_peer_fault": (
        "“peer” is for a server on a socket of this computer (host: the folder of the socket).",
        "„peer“ ist für einen Server an einem Socket dieses Rechners (host: der Ordner des Sockets).",
    ),
    "database_address": (
        "“{text}” is no address of a table in a database: database:NAME/TABLE, where NAME is that of the policy.",
        "„{text}“ ist keine Adresse einer Tabelle in einer Datenbank: database:NAME/TABELLE, wobei NAME in der Richtlinie steht.",
    ),
    # --- ckm database ------------------------------------------------------------------------------------------------
    "cli_help_database": (
        "Databases that the policy of this computer names: what there is, whether it can be counted, texts for their administrator.",
        "Datenbanken, die die Richtlinie dieses Rechners nennt: was es gibt, ob es gezählt werden kann, Texte für die Verwaltung.",
    ),
    "cli_help_database_list": (
        "Say which databases the policy names.",
        "Sagen, welche Datenbanken die Richtlinie nennt.",
    ),
    "cli_help_database_check": (
        "Connect to a database, list its tables, or count one as a statistic would: types, codes, record keys, mark.",
        "Eine Datenbank erreichen, ihre Tabellen nennen, oder eine so zählen wie eine Statistik: Typen, Codes, Record-Keys, Kennzeichen.",
    ),
    "cli_help_database_sql": (
        "Write SQL for the administrator of PostgreSQL: a role that only reads, a table of keys with a view, a function that derives keys. Nothing is run.",
        "SQL für die Verwaltung von PostgreSQL schreiben: eine nur lesende Rolle, eine Tabelle der Keys mit Sicht, eine Funktion, die Keys ableitet. Ausgeführt wird nichts.",
    ),
    "cli_help_database_name": ("the database, as the policy names it", "die Datenbank, wie die Richtlinie sie nennt"),
    "cli_help_database_relation": (
        "table or view (schema.table; of a Parquet folder: file or folder)",
        "Tabelle oder Sicht (schema.tabelle; in einem Parquet-Ordner: Datei oder Ordner)",
    ),
    "cli_help_database_secret": (
        "compare 1,000 keys with those derived by this secret",
        "1 000 Keys mit denen vergleichen, die aus diesem Geheimnis abgeleitet werden",
    ),
    "cli_help_database_what": ("what the text makes", "was der Text anlegt"),
    "cli_help_database_user": ("the role that reads (default ckm_reader)", "die lesende Rolle (Vorgabe ckm_reader)"),
    "cli_help_database_keys_file": (
        "the CSV file with identifiers and keys (`ckm keys derive`)",
        "die CSV-Datei mit Identifikatoren und Keys (`ckm keys derive`)",
    ),
    "cli_help_database_into_memory": (
        "of a database: read its records into memory, where the policy allows it, and count them here",
        "bei einer Datenbank: die Datensätze in den Arbeitsspeicher lesen, wo die Richtlinie es erlaubt, und hier zählen",
    ),
    "cli_help_database_household": (
        "in a database: column of households, which are then counted",
        "in einer Datenbank: Spalte der Haushalte, die dann gezählt werden",
    ),
    "cli_help_database_period_column": (
        "in a database: column that says which reporting period a record is of; one period is counted",
        "in einer Datenbank: Spalte, die den Berichtszeitraum eines Datensatzes nennt; einer wird gezählt",
    ),
    "cli_help_database_period_code": (
        "with --period-column: the period as it is written there",
        "mit --period-column: der Zeitraum, wie er dort steht",
    ),
    "cli_help_database_period_label": (
        "with --period-column: the period as it is written there (default: LABEL)",
        "mit --period-column: der Zeitraum, wie er dort steht (Vorgabe: LABEL)",
    ),
    "cli_help_keys_derive": (
        "Write each identifier of a file with its derived key, for a database.",
        "Jeden Identifikator einer Datei mit seinem abgeleiteten Key schreiben, für eine Datenbank.",
    ),
    "cli_help_keys_out": (
        "the file with identifiers and keys: Parquet, or CSV",
        "die Datei mit Identifikatoren und Keys: Parquet oder CSV",
    ),
    "cli_keys_derived": (
        "{rows} {rows:identifier|identifiers} with keys written to “{name}”. Whoever has it can undo the protection: keep it as confidential as the records.",
        "{rows} {rows:Identifikator|Identifikatoren} mit Keys in „{name}“ geschrieben. Wer sie hat, kann den Schutz aufheben: Behandeln Sie sie so vertraulich wie die Datensätze.",
    ),
    "cli_database_none": (
        "The policy of this computer names no database.",
        "Die Richtlinie dieses Rechners nennt keine Datenbank.",
    ),
    "cli_database_named": ("{name}: {kind}, {where}", "{name}: {kind}, {where}"),
    "cli_database_answers": (
        "“{name}” ({kind}) answers, and is only read.",
        "„{name}“ ({kind}) antwortet und wird nur gelesen.",
    ),
    "cli_database_relation": (
        "{relation}: about {rows} {rows:row|rows}",
        "{relation}: etwa {rows} {rows:Zeile|Zeilen}",
    ),
    "cli_database_relation_only": ("{relation}", "{relation}"),
    "cli_database_unreadable": ("{relation}: may not be read", "{relation}: darf nicht gelesen werden"),
    "cli_database_column": ("{column}: {type}", "{column}: {type}"),
    "cli_database_column_other": (
        "{column}: {type} - cannot be counted; a view can cast it",
        "{column}: {type} – nicht zählbar; eine Sicht kann umwandeln",
    ),
    "cli_database_counts": (
        "{relation} can be counted: {rows} {rows:record|records}",
        "{relation} ist zählbar: {rows} {rows:Datensatz|Datensätze}",
    ),
    "cli_database_codes": ("{column}: {count} {count:code|codes}", "{column}: {count} {count:Code|Codes}"),
    "cli_database_keys": (
        "Record keys in “{column}”: complete, below {modulus}",
        "Record-Keys in „{column}“: vollständig, unter {modulus}",
    ),
    "cli_database_keys_same": (
        "{count} {count:key is|keys are} as derived from the secret.",
        "{count} {count:Key ist wie|Keys sind wie} aus dem Geheimnis abgeleitet.",
    ),
    "cli_database_keys_differ": (
        "{other} of {count} {count:key|keys} are others than derived from the secret.",
        "{other} von {count} {count:Key|Keys} sind andere als aus dem Geheimnis abgeleitet.",
    ),
    "cli_database_mark": ("Mark of the data: {mark}", "Kennzeichen der Daten: {mark}"),
    "cli_database_sql": ("{text}", "{text}"),
}
