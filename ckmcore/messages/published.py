"""Sentences on the comparison of a table with figures that were published before. Code -> (English, German)."""

SENTENCES: dict[str, tuple[str, str]] = {
    # --- files that cannot be compared ---------------------------------------------------------------------------------
    "published_without_table": (
        "{file} holds no table of figures: there is no line with a label at the left and figures at the right. Choose a file with a head, labels and figures, for example a draft of this program or a GENESIS file (flat CSV).",
        "{file} enthält keine Tabelle mit Zahlen: Es gibt keine Zeile mit einer Bezeichnung links und Zahlen rechts. Wählen Sie eine Datei mit Tabellenkopf, Bezeichnungen und Zahlen, zum Beispiel einen Entwurf dieses Programms oder eine GENESIS-Datei (Flat-CSV).",
    ),
    "published_other_format": (
        "Published figures are read from CSV files and workbooks; {file} is neither. Save the table as .xlsx or .csv and choose that file.",
        "Veröffentlichte Zahlen werden aus CSV-Dateien und Arbeitsmappen gelesen; {file} ist weder das eine noch das andere. Speichern Sie die Tabelle als .xlsx oder .csv und wählen Sie diese Datei.",
    ),
    "published_too_large": (
        "The table or {file} has more than {limit} cells and is not compared. Choose a smaller table, or a file with a part of the figures.",
        "Die Tabelle oder {file} hat mehr als {limit} Tabellenfelder und wird nicht verglichen. Wählen Sie eine kleinere Tabelle oder eine Datei mit einem Teil der Zahlen.",
    ),
    "published_nothing_matches": (
        "No cell of {file} corresponds to a cell of this table. The file is labelled {theirs}, the table {ours}. Choose the file that belongs to this table, or write the labels or codes of the table into the file.",
        "Kein Feld in {file} entspricht einem Tabellenfeld dieser Tabelle. In der Datei stehen die Bezeichnungen {theirs}, in der Tabelle {ours}. Wählen Sie die Datei zu dieser Tabelle, oder tragen Sie in der Datei Bezeichnungen oder Codes der Tabelle ein.",
    ),
    "published_level_unknown": (
        "{file} breaks its figures down by “{title}” ({labels}), which this table does not have, and holds no total of it. Add the variable to the table, or keep only one of these parts in the file.",
        "{file} gliedert die Zahlen nach „{title}“ ({labels}); diese Tabelle tut das nicht, und ein „Insgesamt“ dazu fehlt in der Datei. Nehmen Sie das Merkmal in die Tabelle auf, oder lassen Sie in der Datei nur einen dieser Teile stehen.",
    ),
    "published_value_unknown": (
        "It is unclear which value of the table the figures of {file} are: the file says {theirs}, the table shows {ours}. Give the figures in the file the heading that the value has in the table, or show only one value in the table.",
        "Es ist unklar, welcher Wert der Tabelle in {file} steht: Die Datei nennt dazu {theirs}, die Tabelle zeigt {ours}. Geben Sie den Zahlen in der Datei dieselbe Überschrift wie dem Wert in der Tabelle, oder zeigen Sie in der Tabelle nur einen Wert.",
    ),
    "published_value_unsaid": ("nothing", "nichts"),
    "published_other_selection": (
        "{file} shows another selection ({theirs}) than this table ({ours}); such figures cannot be compared. Filter the table like the file, or choose a file with the same selection.",
        "{file} zeigt eine andere Auswahl ({theirs}) als diese Tabelle ({ours}); solche Zahlen sind nicht vergleichbar. Filtern Sie die Tabelle wie die Datei, oder wählen Sie eine Datei mit derselben Auswahl.",
    ),
    "published_everything": ("everything", "alles"),
    # --- what a reader of the comparison should know -------------------------------------------------------------------
    "published_unclear_number": (
        "In {file} figures such as {text} can be read in two ways; this one was read as {figure}. If that is wrong, save the file as a workbook (.xlsx).",
        "In {file} lassen sich Zahlen wie {text} auf zwei Arten lesen; diese wurde als {figure} gelesen. Wenn das falsch ist, speichern Sie die Datei als Arbeitsmappe (.xlsx).",
    ),
    "published_no_figure": (
        "In {file}, cell {place}, stands “{text}”, which is neither a figure nor a sign; it was not compared (such cells: {count}). Correct the file and compare again.",
        "In {file}, Zelle {place}, steht „{text}“: weder eine Zahl noch ein Zeichen. Die Zelle wurde nicht verglichen (solche Zellen: {count}). Berichtigen Sie die Datei und vergleichen Sie neu.",
    ),
    "published_unclear": (
        "“{label}” ({file}, line {line}) can be several cells of the table, because a label occurs more than once; such cells were not compared: {count}. Put codes into the file, or keep its lines in the order of the table.",
        "„{label}“ ({file}, Zeile {line}) kann mehrere Tabellenfelder meinen, weil eine Bezeichnung mehrfach vorkommt; nicht verglichene Tabellenfelder: {count}. Tragen Sie in der Datei Codes ein, oder lassen Sie die Zeilen in der Reihenfolge der Tabelle.",
    ),
    "published_twice": (
        "“{label}” stands in {file} more than once with different figures (again in line {line}); such cells were not compared: {count}. Keep the figure that was published.",
        "„{label}“ steht in {file} mehrfach mit verschiedenen Zahlen (erneut in Zeile {line}); nicht verglichene Tabellenfelder: {count}. Lassen Sie nur die veröffentlichte Zahl stehen.",
    ),
    "published_not_broken_down": (
        "{file} does not break down by {names}; cells of the table with this breakdown are listed as new.",
        "{file} gliedert nicht nach {names}; Tabellenfelder mit dieser Gliederung stehen als neu in der Liste.",
    ),
    "published_outside": (
        "Figures of {file} outside the selection of this table were left out: {count}.",
        "Zahlen von {file} außerhalb der Auswahl dieser Tabelle blieben außer Betracht: {count}.",
    ),
    "published_selection_assumed": (
        "{file} does not say of which part its figures are; they were compared as if they showed the same selection as this table ({selection}).",
        "{file} sagt nicht, für welchen Teil die Zahlen gelten; sie wurden verglichen, als zeigten sie dieselbe Auswahl wie diese Tabelle ({selection}).",
    ),
    "published_other_periods": (
        "{file} holds several periods; only the figures of {period} were compared.",
        "{file} enthält mehrere Berichtszeiträume; verglichen wurden nur die Zahlen von {period}.",
    ),
    "published_value_assumed": (
        "The figures of {file} are called “{theirs}”, those of the table “{ours}”; they were compared as the same value.",
        "Die Zahlen in {file} heißen „{theirs}“, die der Tabelle „{ours}“; sie wurden als derselbe Wert verglichen.",
    ),
    "published_value_left": (
        "The table does not show these values of {file}: {names}. They were left out.",
        "Diese Werte aus {file} zeigt die Tabelle nicht: {names}. Sie blieben außer Betracht.",
    ),
    "published_value_missing": (
        "{file} does not hold these values of the table: {names}. They were left out.",
        "Diese Werte der Tabelle stehen nicht in {file}: {names}. Sie blieben außer Betracht.",
    ),
    # --- the list ------------------------------------------------------------------------------------------------------
    "published_kind_changed": ("changed", "geändert"),
    "published_kind_new": ("new", "neu"),
    "published_kind_gone": ("gone", "entfallen"),
    "published_list_title": (
        "Comparison with published figures: {title}",
        "Vergleich mit veröffentlichten Zahlen: {title}",
    ),
    "published_counts": (
        "Compared with {file}. Changed: {changed}, new: {new}, gone: {gone}, unchanged: {unchanged}.",
        "Verglichen mit {file}. Geändert: {changed}, neu: {new}, entfallen: {gone}, unverändert: {unchanged}.",
    ),
    "published_head_kind": ("Kind", "Art"),
    "published_head_cell": ("Cell", "Tabellenfeld"),
    "published_head_value": ("Value", "Wert"),
    "published_head_old": ("Published", "Veröffentlicht"),
    "published_head_new": ("Table", "Tabelle"),
    "published_head_difference": ("Difference", "Differenz"),
    "published_head_percent": ("Percent", "Prozent"),
    "published_list_written": ("The list stands in {name}.", "Die Liste steht in {name}."),
    # --- desk ----------------------------------------------------------------------------------------------------------
    "published_in_force_only": (
        "Published figures are compared with the method in force only, not with a trial view. Choose “in force” above the table.",
        "Veröffentlichte Zahlen werden nur mit dem Verfahren in Kraft verglichen, nicht mit einer Probe. Wählen Sie über der Tabelle „in Kraft“.",
    ),
    "published_only_there": (
        "This cell stands only in {file}, line {line}.",
        "Dieses Tabellenfeld steht nur in {file}, Zeile {line}.",
    ),
    "published_list_overwrites": (
        "{name} holds the published figures and would be lost. Choose another name for the list.",
        "{name} enthält die veröffentlichten Zahlen und ginge verloren. Wählen Sie für die Liste einen anderen Namen.",
    ),
    # --- command line --------------------------------------------------------------------------------------------------
    "cli_help_published_with": (
        "say what changed from a file of published figures (CSV, XLSX, GENESIS flat CSV); exit code 5 where anything did",
        "sagen, was sich gegenüber einer Datei mit veröffentlichten Zahlen geändert hat (CSV, XLSX, GENESIS-Flat-CSV); Rückgabewert 5, wenn sich etwas geändert hat",
    ),
    "cli_help_published_list": (
        "write all differences to this CSV file",
        "alle Unterschiede in diese CSV-Datei schreiben",
    ),
    "cli_published_changed": (
        "changed  {cell}: {old} -> {new} ({difference})",
        "geändert   {cell}: {old} -> {new} ({difference})",
    ),
    "cli_published_new": ("new      {cell}: {new}", "neu        {cell}: {new}"),
    "cli_published_gone": ("gone     {cell}: {old}", "entfallen  {cell}: {old}"),
    "cli_published_more": ("... and {count} more", "... und {count} {count:weiteres|weitere}"),
}
