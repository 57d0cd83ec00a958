"""What public types and functions say of what they are given. Code -> (English, German)."""

SENTENCES: dict[str, tuple[str, str]] = {
    "argument_not_taken": (
        "{name} takes {takes}, not {given}.{nearest}",
        "{name} nimmt {takes}, nicht {given}.{nearest}",
    ),
    "wing_lab": ("measures and attacks (ckmcore.lab)", "Messungen und Angriffe (ckmcore.lab)"),
    "wing_rivals": ("audit of cell suppression (ckmcore.rivals)", "Prüfung von Zellsperrungen (ckmcore.rivals)"),
    "wing_scale": ("databases and large cubes (ckmcore.scale)", "Datenbanken und große Würfel (ckmcore.scale)"),
    "wing_absent": (
        "This program was installed without: {wing}. Install the complete program.",
        "Dieses Programm wurde ohne diesen Teil installiert: {wing}. Installieren Sie das vollständige Programm.",
    ),
    "wing_check_absent": (
        "Not tested: this program was installed without: {wing}.",
        "Nicht geprüft: Dieses Programm wurde ohne diesen Teil installiert: {wing}.",
    ),
    "wing_needed_for_table": (
        "The table cannot be handed in: its sums have to be judged, and this program was installed without: {wing}. Install the complete program.",
        "Die Tabelle lässt sich nicht einreichen: Ihre Summen sind zu prüfen, und dieses Programm wurde ohne diesen Teil installiert: {wing}. Installieren Sie das vollständige Programm.",
    ),
    "former_name": ("{former} is called {now} now.", "{former} heißt jetzt {now}."),
    "argument_nearest": (" Did you mean {word}?", " Meinen Sie {word}?"),
    "argument_text": ("a text", "einen Text"),
    "argument_bool": ("True or False", "True oder False"),
    "argument_int": ("a whole number", "eine ganze Zahl"),
    "argument_number": ("a whole number from 0", "eine ganze Zahl ab 0"),
    "argument_int_between": ("a whole number from {low} to {high}", "eine ganze Zahl von {low} bis {high}"),
    "hierarchy_depth_skipped": (
        "{node} lies on level {depth}, which is more than one below the node before it. Begin on level 0 and go down one level at a time.",
        "{node} liegt auf Ebene {depth}, mehr als eine unter dem Knoten davor. Beginnen Sie auf Ebene 0 und gehen Sie je Knoten höchstens eine Ebene tiefer.",
    ),
    "argument_float": ("a number", "eine Zahl"),
    "argument_axis": (
        "names of variables or levels, which nest, or blocks, which are stacked",
        "Namen von Merkmalen oder Ebenen, die sich schachteln, oder Blöcke, die untereinander stehen,",
    ),
    "argument_axis_mixed": (
        "either names of variables and levels, which nest, or blocks, which are stacked",
        "entweder Namen von Merkmalen und Ebenen, die sich schachteln, oder Blöcke, die untereinander stehen,",
    ),
    "argument_microdata": (
        "a path, several paths, or a frame of pandas, polars, Arrow or DuckDB",
        "einen Pfad, mehrere Pfade oder ein Data-Frame von pandas, polars, Arrow oder DuckDB",
    ),
    "argument_hierarchy": (
        "a Hierarchy or the path of one (.hrc)",
        "eine Hierarchy oder den Pfad einer solchen (.hrc)",
    ),
    "argument_path": ("a path", "einen Pfad"),
    "argument_or": ("{one} or {other}", "{one} oder {other}"),
    "argument_several": ("several of: {of}", "mehrere von: {of}"),
    "argument_tuple": ("a tuple of {count}", "ein Tupel von {count}"),
}
