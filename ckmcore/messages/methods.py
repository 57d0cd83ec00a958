"""Sentences on methods of protection: names, notes, signs, settings. Code -> (English, German)."""

SENTENCES: dict[str, tuple[str, str]] = {
    # --- names and notes -----------------------------------------------------------------------------------------------
    "method_cell_key": ("Cell-key method", "Cell-Key-Methode"),
    "method_rounding": ("Rounding to base {base}", "Rundung auf {base}"),
    "note_cell_key": (
        "All figures are protected by the cell-key method: small random noise is added to each figure, totals included, on its own; the same figure has the same noise in every table. Sums of figures can therefore differ from the totals shown: use the published total, do not add. Shares and ratios that you compute yourself are made of changed figures, too, and say little where these are small.",
        "Alle Zahlen sind mit der Cell-Key-Methode geheim gehalten: Jede Zahl, auch jede Summe, wird für sich um einen kleinen zufälligen Wert verändert; dieselbe Zahl wird in jeder Tabelle gleich verändert. Die Summe der Einzelwerte kann daher von der ausgewiesenen Summe abweichen: Verwenden Sie die ausgewiesene Summe, addieren Sie nicht. Auch selbst berechnete Anteile und Verhältniszahlen beruhen auf veränderten Zahlen; sind diese klein, sagen sie wenig aus.",
    ),
    "note_cell_key_short": (
        "Protected by the cell-key method. Use the published totals, do not add.",
        "Mit der Cell-Key-Methode geheim gehalten. Verwenden Sie die ausgewiesenen Summen, addieren Sie nicht.",
    ),
    "method_keyed_rounding": ("Keyed rounding to base {base}", "Key-Rundung auf {base}"),
    "note_keyed_rounding": (
        "All figures are rounded up or down to multiples of {base}, totals included, each on its own, by chance, but the same figure in the same way in every table. Sums of figures can therefore differ from the totals shown: use the published total, do not add. Shares and ratios that you compute yourself are made of rounded figures, too, and say little where these are small.",
        "Alle Zahlen sind auf Vielfache von {base} auf- oder abgerundet, auch die Summen, jede für sich, nach dem Zufall, dieselbe Zahl aber in jeder Tabelle gleich. Die Summe der Einzelwerte kann daher von der ausgewiesenen Summe abweichen: Verwenden Sie die ausgewiesene Summe, addieren Sie nicht. Auch selbst berechnete Anteile und Verhältniszahlen beruhen auf gerundeten Zahlen; sind diese klein, sagen sie wenig aus.",
    ),
    "note_rounding": (
        "All figures are rounded to multiples of {base}, totals included, each on its own. Sums of figures can therefore differ from the totals shown: use the published total, do not add. Shares, changes and ratios are computed from figures before rounding; those that you compute yourself from rounded ones can differ, above all where these are small.",
        "Alle Zahlen sind auf Vielfache von {base} gerundet, auch die Summen, jede für sich. Die Summe der Einzelwerte kann daher von der ausgewiesenen Summe abweichen: Verwenden Sie die ausgewiesene Summe, addieren Sie nicht. Anteile, Veränderungen und Verhältniszahlen sind aus ungerundeten Zahlen berechnet; aus gerundeten selbst berechnete können abweichen, vor allem bei kleinen Zahlen.",
    ),
    "share_base_proposed": (
        "The method has no minimum base for shares. From a published base of {base} on a share rests on a base that noise changes by a tenth at most; with it {emptied} of {shown} {shown:share|shares} would show {sign}.",
        "Das Verfahren hat keine Mindestbasis für Anteile. Ab einer veröffentlichten Basis von {base} ändert die Überlagerung die Basis um höchstens ein Zehntel; damit stünde bei {emptied} von {shown} {shown:Anteil|Anteilen} das Zeichen {sign}.",
    ),
    "shares_on_small_base": (
        "{few} of {shown} {shown:share rests|shares rest} on a published base below {base}: noise can change it by more than a tenth. Combine categories.",
        "{few} von {shown} {shown:Anteil|Anteilen} {few:beruht|beruhen} auf einer veröffentlichten Basis unter {base}: Die Überlagerung kann sie um mehr als ein Zehntel ändern. Fassen Sie Ausprägungen zusammen.",
    ),
    "means_on_few": (
        "{few} of {shown} {shown:mean rests|means rest} on fewer than {base} published records: noise can change that number by more than a tenth, and single values weigh much. Combine categories, or show the numbers beside them.",
        "{few} von {shown} {shown:Mittelwert|Mittelwerten} {few:beruht|beruhen} auf weniger als {base} veröffentlichten Fällen: Die Überlagerung kann diese Zahl um mehr als ein Zehntel ändern, und einzelne Werte wiegen schwer. Fassen Sie Ausprägungen zusammen, oder zeigen Sie die Zahlen daneben.",
    ),
    "shares_above_whole": (
        "{count} {count:share is|shares are} above 100 %: part and whole are protected each on its own.",
        "{count} {count:Anteil liegt|Anteile liegen} über 100 %: Teil und Ganzes werden je für sich geschützt.",
    ),
    "codes_from_records": (
        "{variables}: the {count:code list comes|code lists come} from the records. A category that shows only zeros then reveals that it occurs in the data. After the import, load a code list or give a range under “Variables”.",
        "{variables}: {count:Das Schlüsselverzeichnis stammt|Die Schlüsselverzeichnisse stammen} aus den Daten. Eine Ausprägung, die nur Nullen zeigt, verrät dann, dass sie in den Daten vorkommt. Laden Sie nach dem Übernehmen unter „Merkmale“ ein Schlüsselverzeichnis, oder geben Sie einen Bereich an.",
    ),
    "zero_rows_tell": (
        "{count} {count:category|categories} of “{variable}” {count:shows|show} only zeros, which reveals that {count:it occurs|they occur} in the data. Load a code list, or give a range.",
        "{count} {count:Ausprägung|Ausprägungen} von „{variable}“ {count:zeigt|zeigen} nur Nullen; das verrät, dass {count:sie in den Daten vorkommt|sie in den Daten vorkommen}. Laden Sie ein Schlüsselverzeichnis, oder geben Sie einen Bereich an.",
    ),
    "note_share_of_zero": (
        "This holds for figures rounded to 0, too: a share above 0 can stand beside a 0.",
        "Das gilt auch für auf 0 gerundete Zahlen: Neben einer 0 kann ein Anteil über 0 stehen.",
    ),
    "note_rounding_short": (
        "Rounded to multiples of {base}. Use the published totals, do not add.",
        "Auf Vielfache von {base} gerundet. Verwenden Sie die ausgewiesenen Summen, addieren Sie nicht.",
    ),
    "note_weighted_step": (
        "Weighted figures are rounded to multiples of {step}.",
        "Gewichtete Zahlen sind auf Vielfache von {step} gerundet.",
    ),
    "note_magnitude_base": (
        "Sums of {magnitude} are rounded to multiples of {base}.",
        "Summen des Wertmerkmals {magnitude} sind auf Vielfache von {base} gerundet.",
    ),
    "note_list": ("{first}, {rest}", "{first}, {rest}"),
    "note_and": ("{first} {rest}", "{first} {rest}"),
    "note_criteria": (
        "Of the changes it holds that {criteria}.",
        "Für die Veränderungen gilt: {criteria}.",
    ),
    "criterion_mean": ("they are below 0.5 on average", "im Mittel sind sie kleiner als 0,5"),
    "criterion_within_one": (
        "at least 90 % of the figures change by 1 at most",
        "mindestens 90 % der Zahlen ändern sich höchstens um 1",
    ),
    "criterion_from_three": (
        "at most 5 % of the figures change by 3 or more",
        "höchstens 5 % der Zahlen ändern sich um 3 oder mehr",
    ),
    "criterion_from_four": (
        "at most 0.5 % of the figures change by 4 or more",
        "höchstens 0,5 % der Zahlen ändern sich um 4 oder mehr",
    ),
    # --- signs ---------------------------------------------------------------------------------------------------------
    "sign_nothing": ("nothing, cannot occur", "nichts vorhanden, kann nicht vorkommen"),
    "sign_unknown": ("figure not known", "Zahl unbekannt"),
    "sign_secret": ("figure not known or kept secret", "Zahl unbekannt oder geheim zu halten"),
    "sign_sums": (
        "figure not known or kept secret; of sums also: all values are 0, nobody answered, or few did",
        "Zahl unbekannt oder geheim zu halten; bei Wertsummen auch: alle Werte sind 0, niemand hat geantwortet oder nur wenige",
    ),
    "sign_blocked": ("figure not meaningful", "Tabellenfach gesperrt, weil Aussage nicht sinnvoll"),
    "sign_unreliable": (
        "no figure, because it would not be reliable enough",
        "keine Angabe, weil die Zahl nicht sicher genug ist",
    ),
    "sign_uncertain": (
        "figure of limited reliability",
        "Aussagewert eingeschränkt, weil die Zahl unsicher ist",
    ),
    # --- settings ------------------------------------------------------------------------------------------------------
    "setting_range": (
        "{name} cannot be {found}. Choose a whole number from {least} to {most}.",
        "{name} kann nicht {found} sein. Wählen Sie eine ganze Zahl von {least} bis {most}.",
    ),
    "setting_unknown": (
        "{name} cannot be “{found}”. Choose one of these: {known}.",
        "{name} kann nicht „{found}“ sein. Wählen Sie eines von diesen: {known}.",
    ),
    "settings_contradict": (
        "The settings of the method contradict one another: {reason}.",
        "Die Einstellungen des Verfahrens widersprechen sich: {reason}.",
    ),
    "setting_base": ("The base for rounding", "Die Basis der Rundung"),
    "setting_magnitude_base": ("The base for sums of a magnitude", "Die Basis für Summen eines Wertmerkmals"),
    "setting_minimum_base": ("The minimum base", "Die Mindestbasis"),
    "setting_boundary": ("The boundary rule", "Die Grenzregel"),
    "setting_ratio_decimals": (
        "The number of decimals of ratios",
        "Die Zahl der Nachkommastellen von Verhältniszahlen",
    ),
    "setting_threshold": ("The threshold", "Der Schwellenwert"),
    "setting_unreliable_below": ("The limit for /", "Die Grenze für /"),
    "setting_uncertain_below": ("The limit for brackets", "Die Grenze für Klammern"),
    "setting_base_sign": (
        "The sign of figures with a small base",
        "Das Zeichen für Zahlen mit zu kleiner Basis",
    ),
    "setting_weighted_key": ("The noise of weighted counts", "Die Überlagerung gewichteter Häufigkeiten"),
    "setting_weighted_step": ("The rounding of weighted counts", "Die Rundung gewichteter Häufigkeiten"),
    "contradict_limits": (
        "{first} is {one}. {second} is {other}: the second can never have an effect; choose a larger number there, or 0",
        "{first} ist {one}. {second} ist {other}: Das Zweite kann nie wirken; wählen Sie dort eine größere Zahl oder 0",
    ),
    "ratio_decimals": (
        "A ratio or rate of the table has {found} {found:decimal|decimals}; with this method it may have {most}. Give the value fewer decimals.",
        "Eine Verhältniszahl der Tabelle hat {found} {found:Nachkommastelle|Nachkommastellen}; bei diesem Verfahren {most:ist|sind} {most} möglich. Geben Sie dem Wert weniger Nachkommastellen.",
    ),
    "setting_criterion": ("A quality criterion of the note", "Ein Gütekriterium des Hinweises"),
    "claim_not_held": (
        "The note would claim what the tables do not hold: {claims}. Take it out of the note, or choose another perturbation table.",
        "Der Hinweis würde behaupten, was die Tabellen nicht einhalten: {claims}. Nehmen Sie es aus dem Hinweis, oder wählen Sie eine andere Überlagerungstabelle.",
    ),
    "claim_not_tested": (
        "The note would claim what was not tested on the tables: {claims}. Save the tables that carry the note and load the records, or take it out of the note.",
        "Der Hinweis würde behaupten, was nicht an den Tabellen geprüft ist: {claims}. Speichern Sie die Tabellen mit diesem Hinweis und laden Sie die Datensätze, oder nehmen Sie es aus dem Hinweis.",
    ),
    "claim_held": ("held", "eingehalten"),
    "claim_missed": ("not held", "nicht eingehalten"),
    "claim_said": (
        "The note claims, {held}: {claim}. Expected over all tables: {found} %; with empty cells: {zeros} %.",
        "Behauptung im Hinweis, {held}: {claim}. Zu erwarten über alle Tabellen: {found} %; mit leeren Feldern: {zeros} %.",
    ),
    "claim_said_mean": (
        "The note claims, {held}: {claim}. Expected over all tables: {found}; with empty cells: {zeros}.",
        "Behauptung im Hinweis, {held}: {claim}. Zu erwarten über alle Tabellen: {found}; mit leeren Feldern: {zeros}.",
    ),
    "claim_said_not_tested": (
        "The note claims, not tested on tables: {claim}.",
        "Behauptung im Hinweis, nicht an Tabellen geprüft: {claim}.",
    ),
    "check_claims": (
        "What the note says of changes was judged for these tables.",
        "Was der Hinweis über Veränderungen sagt, ist für diese Tabellen geprüft.",
    ),
    "check_claims_missed": (
        "The note claims what does not hold: {claims}. A methodologist takes it out of the note.",
        "Der Hinweis behauptet, was nicht eingehalten ist: {claims}. Die Methodik nimmt es aus dem Hinweis.",
    ),
    "check_claims_not_tested": (
        "Not tested for this table and period: what the note says of changes. A methodologist decides on the method again.",
        "Für diese Tabelle und diesen Zeitraum nicht geprüft: was der Hinweis über Veränderungen sagt. Die Methodik entscheidet erneut über das Verfahren.",
    ),
    # --- exempt figures ------------------------------------------------------------------------------------------------
    "setting_exempt_minimum": (
        "The minimum for the rest of an exempt figure",
        "Das Minimum für den Rest einer amtlichen Anzahl",
    ),
    "exempt_place": ("{variable} = {label}", "{variable} = {label}"),
    "exempt_label": ("{label}", "{label}"),
    "exempt_unknown_variable": (
        "The exempt figures name the variable “{variable}”, which the data do not have. Correct the entry or remove it.",
        "Die amtlichen Anzahlen nennen das Merkmal „{variable}“, das die Daten nicht haben. Berichtigen Sie den Eintrag oder entfernen Sie ihn.",
    ),
    "exempt_unknown_codes": (
        "The exempt figures name codes of “{variable}” that do not exist: {codes}. Choose among its categories.",
        "Die amtlichen Anzahlen nennen Codes von „{variable}“, die es nicht gibt: {codes}. Wählen Sie unter seinen Ausprägungen.",
    ),
    "exempt_one_remainder": (
        "Exempt figures at {where}: of “{variable}” only {rest} is not exempt, so its original count is the difference. Exempt it, too, or take another category out.",
        "Amtliche Anzahlen bei {where}: Von „{variable}“ ist nur {rest} keine amtliche Anzahl; die Originalhäufigkeit ist damit die Differenz. Weisen Sie auch diese unverändert aus, oder nehmen Sie eine weitere Ausprägung heraus.",
    ),
    "exempt_few_records": (
        "Exempt figures at {where}: what is not exempt of “{variable}” ({rest}) has together fewer records than the minimum, and the difference tells how many. Take further categories out, or exempt none.",
        "Amtliche Anzahlen bei {where}: Was von „{variable}“ keine amtliche Anzahl ist ({rest}), hat zusammen weniger Datensätze als das Minimum, und die Differenz sagt, wie viele. Nehmen Sie weitere Ausprägungen heraus, oder weisen Sie keine unverändert aus.",
    ),
    # --- faults --------------------------------------------------------------------------------------------------------
    "no_record_keys": (
        "The data have no record keys, so the cell-key method cannot be used. Choose the column with the keys or generate keys.",
        "Die Daten haben keine Record-Keys, die Cell-Key-Methode ist damit nicht möglich. Wählen Sie die Spalte mit den Keys oder erzeugen Sie Keys.",
    ),
    "keys_too_coarse": (
        "The record keys are too coarse for this perturbation table: they take {modulus} {modulus:value|values}, {needed} are needed.",
        "Die Record-Keys sind zu grob für diese Überlagerungstabelle: Sie haben {modulus} {modulus:möglichen Wert|mögliche Werte}, nötig sind {needed}.",
    ),
    "figure_too_large": (
        "A weighted figure or a sum has more than 18 digits and cannot be published. Check weight and magnitude, or give them in a larger unit.",
        "Eine gewichtete Zahl oder eine Wertsumme hat mehr als 18 Stellen und kann nicht ausgewiesen werden. Prüfen Sie Gewicht und Wertmerkmal, oder geben Sie sie in einer größeren Einheit an.",
    ),
}
