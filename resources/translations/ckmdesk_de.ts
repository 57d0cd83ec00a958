<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="de_DE" sourcelanguage="en">
<context>
    <name>AlongPlot</name>
    <message>
        <source>limit %1</source>
        <translation>Grenze %1</translation>
    </message>
</context>
<context>
    <name>AnswersPopup</name>
    <message>
        <source>A row for</source>
        <translation>Eine Zeile für</translation>
    </message>
    <message>
        <source>Make rows</source>
        <translation>Zeilen bilden</translation>
    </message>
    <message>
        <source>Search variables</source>
        <translation>Merkmale suchen</translation>
    </message>
    <message>
        <source>Variables</source>
        <translation>Merkmale</translation>
    </message>
    <message>
        <source>Variables that hold several answers of a unit</source>
        <translation>Merkmale mit mehreren Antworten eines Merkmalsträgers</translation>
    </message>
    <message>
        <source>each category, in whichever variable</source>
        <translation>jede Ausprägung, gleich in welchem Merkmal</translation>
    </message>
    <message>
        <source>each variable, where it is “%1”</source>
        <translation>jedes Merkmal, wo es „%1“ ist</translation>
    </message>
    <message>
        <source>search</source>
        <translation>suchen</translation>
    </message>
</context>
<context>
    <name>AreaSearch</name>
    <message>
        <source>%1 of %2</source>
        <translation>%1 von %2</translation>
    </message>
    <message>
        <source>Find a cell by its code</source>
        <translation>Zelle nach Code suchen</translation>
    </message>
    <message>
        <source>Find an area</source>
        <translation>Gebiet suchen</translation>
    </message>
    <message>
        <source>not found</source>
        <translation>nicht gefunden</translation>
    </message>
</context>
<context>
    <name>AreasAction</name>
    <message>
        <source>Boundaries (%1)</source>
        <translation>Grenzen (%1)</translation>
    </message>
    <message>
        <source>Import boundaries</source>
        <translation>Grenzen einlesen</translation>
    </message>
    <message>
        <source>Import boundaries ...</source>
        <translation>Grenzen einlesen ...</translation>
    </message>
    <message>
        <source>Looking at %1 ...</source>
        <translation>%1 wird angesehen ...</translation>
    </message>
</context>
<context>
    <name>AreasDialog</name>
    <message>
        <source>Areas without a code: %1</source>
        <translation>Gebiete ohne Code: %1</translation>
    </message>
    <message>
        <source>Borders as of</source>
        <translation>Gebietsstand</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Codes without an area: %1</source>
        <translation>Codes ohne Gebiet: %1</translation>
    </message>
    <message>
        <source>Column with the codes</source>
        <translation>Spalte mit den Codes</translation>
    </message>
    <message>
        <source>Column with the names</source>
        <translation>Spalte mit den Namen</translation>
    </message>
    <message>
        <source>Import boundaries: %1</source>
        <translation>Grenzen einlesen: %1</translation>
    </message>
    <message>
        <source>Layer</source>
        <translation>Ebene</translation>
    </message>
    <message>
        <source>Reading the boundaries ...</source>
        <translation>Grenzen werden gelesen ...</translation>
    </message>
    <message>
        <source>Source</source>
        <translation>Quelle</translation>
    </message>
    <message>
        <source>Take over</source>
        <translation>Übernehmen</translation>
    </message>
    <message>
        <source>The boundaries were not read.</source>
        <translation>Die Grenzen wurden nicht gelesen.</translation>
    </message>
    <message>
        <source>Variable</source>
        <translation>Merkmal</translation>
    </message>
    <message>
        <source>YYYY-MM-DD</source>
        <translation>JJJJ-MM-TT</translation>
    </message>
    <message>
        <source>as the codes</source>
        <translation>wie die Codes</translation>
    </message>
</context>
<context>
    <name>AssignDialog</name>
    <message>
        <source>Assign codes</source>
        <translation>Codes zuordnen</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Take over</source>
        <translation>Übernehmen</translation>
    </message>
</context>
<context>
    <name>Band</name>
    <message>
        <source>confidential</source>
        <translation>vertraulich</translation>
    </message>
</context>
<context>
    <name>ByEar</name>
    <message>
        <source>menu with %1 entries</source>
        <translation>Menü mit %1 Einträgen</translation>
    </message>
    <message>
        <source>menu with 1 entry</source>
        <translation>Menü mit 1 Eintrag</translation>
    </message>
</context>
<context>
    <name>Canvas</name>
    <message>
        <source>Save picture (PNG, SVG) ...</source>
        <translation>Bild speichern (PNG, SVG) ...</translation>
    </message>
</context>
<context>
    <name>CategoryPopup</name>
    <message>
        <source>All</source>
        <translation>Alle</translation>
    </message>
    <message>
        <source>All below</source>
        <translation>Alle darunter</translation>
    </message>
    <message>
        <source>Apply</source>
        <translation>Übernehmen</translation>
    </message>
    <message>
        <source>Categories</source>
        <translation>Ausprägungen</translation>
    </message>
    <message>
        <source>Categories of %1</source>
        <translation>Ausprägungen von %1</translation>
    </message>
    <message>
        <source>None</source>
        <translation>Keine</translation>
    </message>
    <message>
        <source>Search categories</source>
        <translation>Ausprägungen suchen</translation>
    </message>
    <message>
        <source>The chosen entry and everything below it (Ctrl+Space)</source>
        <translation>Der gewählte Eintrag und alles darunter (Strg+Leertaste)</translation>
    </message>
    <message>
        <source>search</source>
        <translation>suchen</translation>
    </message>
</context>
<context>
    <name>CellEditor</name>
    <message>
        <source>As designed</source>
        <translation>Wie berechnet</translation>
    </message>
    <message>
        <source>Set</source>
        <translation>Setzen</translation>
    </message>
    <message>
        <source>solve the rest of the row again</source>
        <translation>Rest der Zeile neu berechnen</translation>
    </message>
</context>
<context>
    <name>CellMarks</name>
    <message>
        <source>Official count, published unchanged in every table</source>
        <translation>Amtliche Anzahl, in jeder Tabelle unverändert ausgewiesen</translation>
    </message>
    <message>
        <source>Sensitive cell (own list of the primary rules)</source>
        <translation>Sensibles Tabellenfeld (eigene Liste der Primärregeln)</translation>
    </message>
</context>
<context>
    <name>CellPainter</name>
    <message>
        <source>The total stands in block %1</source>
        <translation>Insgesamt steht in Block %1</translation>
    </message>
</context>
<context>
    <name>CellsCard</name>
    <message>
        <source>%1 cells</source>
        <translation>%1 Tabellenfelder</translation>
    </message>
    <message>
        <source>1 cell</source>
        <translation>1 Tabellenfeld</translation>
    </message>
    <message>
        <source>Cells that stand worst; Enter opens the table</source>
        <translation>Auffälligste Tabellenfelder; die Eingabetaste öffnet die Tabelle</translation>
    </message>
    <message>
        <source>No cells flagged by this measure.</source>
        <translation>Nach diesem Maß keine auffälligen Felder.</translation>
    </message>
    <message>
        <source>None was found so far; %1 cells are not decided.</source>
        <translation>Bisher wurde keines gefunden; %1 Felder sind nicht entschieden.</translation>
    </message>
    <message>
        <source>None was found so far; 1 cell is not decided.</source>
        <translation>Bisher wurde keines gefunden; 1 Feld ist nicht entschieden.</translation>
    </message>
    <message>
        <source>Show in the table</source>
        <translation>In der Tabelle zeigen</translation>
    </message>
    <message>
        <source>What forces the chosen cell</source>
        <translation>Woraus sich das gewählte Tabellenfeld ergibt</translation>
    </message>
    <message>
        <source>the first %1</source>
        <translation>die ersten %1</translation>
    </message>
</context>
<context>
    <name>CellsModel</name>
    <message>
        <source>Cell</source>
        <translation>Tabellenfeld</translation>
    </message>
    <message>
        <source>Interval</source>
        <translation>Intervall</translation>
    </message>
    <message>
        <source>Number</source>
        <translation>Maß</translation>
    </message>
    <message>
        <source>Published</source>
        <translation>Ausgewiesen</translation>
    </message>
    <message>
        <source>Table</source>
        <translation>Tabelle</translation>
    </message>
</context>
<context>
    <name>ChangesCard</name>
    <message>
        <source>%1 new</source>
        <translation>%1 neu</translation>
    </message>
    <message>
        <source>%1 no longer there</source>
        <translation>%1 entfallen</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 von %2</translation>
    </message>
    <message>
        <source>Against the last release (no. %1)</source>
        <translation>Gegen die letzte Freigabe (Nr. %1)</translation>
    </message>
    <message>
        <source>No former release</source>
        <translation>Noch keine Freigabe dieser Tabelle</translation>
    </message>
    <message>
        <source>Show the differences</source>
        <translation>Unterschiede zeigen</translation>
    </message>
    <message>
        <source>cells changed</source>
        <translation>Felder geändert</translation>
    </message>
    <message>
        <source>largest change %1 %</source>
        <translation>größte Änderung %1 %</translation>
    </message>
</context>
<context>
    <name>ChangesModel</name>
    <message>
        <source>After</source>
        <translation>Nachher</translation>
    </message>
    <message>
        <source>Before</source>
        <translation>Vorher</translation>
    </message>
    <message>
        <source>Cell</source>
        <translation>Tabellenfeld</translation>
    </message>
    <message>
        <source>Difference</source>
        <translation>Differenz</translation>
    </message>
    <message>
        <source>Total</source>
        <translation>Insgesamt</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>Wert</translation>
    </message>
    <message>
        <source>What</source>
        <translation>Was</translation>
    </message>
    <message>
        <source>changed</source>
        <translation>geändert</translation>
    </message>
    <message>
        <source>gone</source>
        <translation>weggefallen</translation>
    </message>
    <message>
        <source>new</source>
        <translation>neu</translation>
    </message>
</context>
<context>
    <name>Chip</name>
    <message>
        <source>%1 of %2</source>
        <translation>%1 von %2</translation>
    </message>
    <message>
        <source>Break between blocks</source>
        <translation>Trennung zwischen Blöcken</translation>
    </message>
    <message>
        <source>Menu of %1</source>
        <translation>Menü von %1</translation>
    </message>
    <message>
        <source>Nest within the block before</source>
        <translation>In den vorigen Block schachteln</translation>
    </message>
    <message>
        <source>Take %1 out of the table</source>
        <translation>%1 aus der Tabelle nehmen</translation>
    </message>
</context>
<context>
    <name>ClassHistogram</name>
    <message>
        <source>Figures of the map by size</source>
        <translation>Zahlen der Karte nach Größe</translation>
    </message>
    <message>
        <source>Limit below class %1 of %2</source>
        <translation>Grenze unter Klasse %1 von %2</translation>
    </message>
    <message>
        <source>Stretches grow with the figures (logarithmic).</source>
        <translation>Abschnitte wachsen mit den Zahlen (logarithmisch).</translation>
    </message>
</context>
<context>
    <name>CodesDialog</name>
    <message>
        <source>Answer the questions on the right first</source>
        <translation>Klären Sie zuerst die Fragen rechts</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Choose columns that say what is above the codes</source>
        <translation>Wählen Sie Spalten, die nennen, was über den Schlüsseln steht</translation>
    </message>
    <message>
        <source>Code</source>
        <translation>Code</translation>
    </message>
    <message>
        <source>Node</source>
        <translation>Knoten</translation>
    </message>
    <message>
        <source>Nodes that result</source>
        <translation>Ergebnis als Baum</translation>
    </message>
    <message>
        <source>Read code list: %1</source>
        <translation>Schlüsselverzeichnis einlesen: %1</translation>
    </message>
    <message>
        <source>Read hierarchy: %1</source>
        <translation>Hierarchie einlesen: %1</translation>
    </message>
    <message>
        <source>Read mapping table: %1</source>
        <translation>Umsteigetabelle einlesen: %1</translation>
    </message>
    <message>
        <source>Records</source>
        <translation>Datensätze</translation>
    </message>
    <message>
        <source>Result</source>
        <translation>Ergebnis</translation>
    </message>
    <message>
        <source>Row %1: %2</source>
        <translation>Zeile %1: %2</translation>
    </message>
    <message>
        <source>Row of names</source>
        <translation>Kopfzeile</translation>
    </message>
    <message>
        <source>Rows of the file</source>
        <translation>Zeilen der Datei</translation>
    </message>
    <message>
        <source>Rows that do not fit</source>
        <translation>Zeilen, die nicht passen</translation>
    </message>
    <message>
        <source>Sheet</source>
        <translation>Tabellenblatt</translation>
    </message>
    <message>
        <source>Take over</source>
        <translation>Übernehmen</translation>
    </message>
    <message>
        <source>Total</source>
        <translation>Insgesamt</translation>
    </message>
    <message>
        <source>no row of names</source>
        <translation>keine Kopfzeile</translation>
    </message>
</context>
<context>
    <name>ColourEditor</name>
    <message>
        <source>Choose ...</source>
        <translation>Wählen ...</translation>
    </message>
    <message>
        <source>Colour</source>
        <translation>Farbe</translation>
    </message>
</context>
<context>
    <name>ColumnHeads</name>
    <message>
        <source>Name of %1</source>
        <translation>Name von %1</translation>
    </message>
    <message>
        <source>Role of %1</source>
        <translation>Rolle von %1</translation>
    </message>
    <message>
        <source>Type of %1</source>
        <translation>Typ von %1</translation>
    </message>
</context>
<context>
    <name>ColumnsPanel</name>
    <message>
        <source>Apply</source>
        <translation>Übernehmen</translation>
    </message>
    <message>
        <source>Column of level %1</source>
        <translation>Spalte der Ebene %1</translation>
    </message>
    <message>
        <source>Levels, the outermost first</source>
        <translation>Ebenen, die oberste zuerst</translation>
    </message>
    <message>
        <source>One level less</source>
        <translation>Eine Ebene weniger</translation>
    </message>
    <message>
        <source>One more level</source>
        <translation>Eine Ebene mehr</translation>
    </message>
</context>
<context>
    <name>Commands</name>
    <message>
        <source>%1 into columns</source>
        <translation>%1 in die Spalten</translation>
    </message>
    <message>
        <source>%1 into filter</source>
        <translation>%1 in den Filter</translation>
    </message>
    <message>
        <source>%1 into rows</source>
        <translation>%1 in die Zeilen</translation>
    </message>
    <message>
        <source>%1 onto sheets</source>
        <translation>%1 auf Blätter</translation>
    </message>
    <message>
        <source>adapt table</source>
        <translation>Tabelle anpassen</translation>
    </message>
    <message>
        <source>add reporting period</source>
        <translation>Berichtszeitraum anlegen</translation>
    </message>
    <message>
        <source>add value %1</source>
        <translation>Wert %1 hinzufügen</translation>
    </message>
    <message>
        <source>add variant</source>
        <translation>neue Variante</translation>
    </message>
    <message>
        <source>attach report %1 to the decision</source>
        <translation>Bericht %1 der Entscheidung beifügen</translation>
    </message>
    <message>
        <source>automatic width of a column</source>
        <translation>Spaltenbreite automatisch</translation>
    </message>
    <message>
        <source>automatic width of all columns</source>
        <translation>alle Spaltenbreiten automatisch</translation>
    </message>
    <message>
        <source>block that begins with %1</source>
        <translation>Block ab %1</translation>
    </message>
    <message>
        <source>block with %1</source>
        <translation>Block mit %1</translation>
    </message>
    <message>
        <source>boundaries of %1</source>
        <translation>Grenzen von %1</translation>
    </message>
    <message>
        <source>break in the series</source>
        <translation>Bruch in der Zeitreihe</translation>
    </message>
    <message>
        <source>categories of %1</source>
        <translation>Ausprägungen von %1</translation>
    </message>
    <message>
        <source>change of the variant (%1)</source>
        <translation>Änderung an der Variante (%1)</translation>
    </message>
    <message>
        <source>change primary rules</source>
        <translation>Primärregeln ändern</translation>
    </message>
    <message>
        <source>change settings of sums</source>
        <translation>Einstellungen der Wertsummen ändern</translation>
    </message>
    <message>
        <source>change settings of the rounding</source>
        <translation>Einstellungen der Rundung ändern</translation>
    </message>
    <message>
        <source>change the picture</source>
        <translation>Bild ändern</translation>
    </message>
    <message>
        <source>change title</source>
        <translation>Titel ändern</translation>
    </message>
    <message>
        <source>change value %1</source>
        <translation>Wert %1 ändern</translation>
    </message>
    <message>
        <source>change what is published</source>
        <translation>Ausweisung ändern</translation>
    </message>
    <message>
        <source>choice of how records are changed</source>
        <translation>Auswahl, wie Datensätze geändert werden</translation>
    </message>
    <message>
        <source>choice of methods compared</source>
        <translation>Auswahl für den Verfahrensvergleich</translation>
    </message>
    <message>
        <source>choice of what is evaluated</source>
        <translation>Auswahl der Bewertung</translation>
    </message>
    <message>
        <source>choice of what is suppressed</source>
        <translation>Auswahl für die Zellsperrung</translation>
    </message>
    <message>
        <source>choose categories of %1</source>
        <translation>Ausprägungen von %1 wählen</translation>
    </message>
    <message>
        <source>choose levels of %1</source>
        <translation>Ebenen von %1 wählen</translation>
    </message>
    <message>
        <source>choose reporting period</source>
        <translation>Berichtszeitraum wählen</translation>
    </message>
    <message>
        <source>choose variant</source>
        <translation>Variante wählen</translation>
    </message>
    <message>
        <source>classes of %1</source>
        <translation>Klassen von %1</translation>
    </message>
    <message>
        <source>codes of %1</source>
        <translation>Codes von %1</translation>
    </message>
    <message>
        <source>compare variants</source>
        <translation>Varianten vergleichen</translation>
    </message>
    <message>
        <source>copy the method in force</source>
        <translation>Verfahren in Kraft kopieren</translation>
    </message>
    <message>
        <source>decide of release %1</source>
        <translation>über Freigabe %1 entscheiden</translation>
    </message>
    <message>
        <source>declare what cannot occur</source>
        <translation>erklären, was nicht vorkommen kann</translation>
    </message>
    <message>
        <source>delete table %1</source>
        <translation>Tabelle %1 löschen</translation>
    </message>
    <message>
        <source>derived dimension %1</source>
        <translation>abgeleitetes Merkmal %1</translation>
    </message>
    <message>
        <source>describe %1</source>
        <translation>%1 beschreiben</translation>
    </message>
    <message>
        <source>describe reporting period</source>
        <translation>Berichtszeitraum beschreiben</translation>
    </message>
    <message>
        <source>discard changes of %1</source>
        <translation>Änderungen verwerfen: %1</translation>
    </message>
    <message>
        <source>dissolve folder %1</source>
        <translation>Ordner %1 auflösen</translation>
    </message>
    <message>
        <source>duplicate table %1</source>
        <translation>Tabelle %1 duplizieren</translation>
    </message>
    <message>
        <source>duplicate value %1</source>
        <translation>Wert %1 verdoppeln</translation>
    </message>
    <message>
        <source>edit hierarchy of %1</source>
        <translation>Hierarchie von %1 bearbeiten</translation>
    </message>
    <message>
        <source>empty table</source>
        <translation>Tabelle leeren</translation>
    </message>
    <message>
        <source>filter by %1</source>
        <translation>nach %1 filtern</translation>
    </message>
    <message>
        <source>first table</source>
        <translation>erste Tabelle</translation>
    </message>
    <message>
        <source>footnote</source>
        <translation>Fußnote</translation>
    </message>
    <message>
        <source>go to page</source>
        <translation>Seite wechseln</translation>
    </message>
    <message>
        <source>heading of a block</source>
        <translation>Überschrift eines Blocks</translation>
    </message>
    <message>
        <source>hide categories of %1</source>
        <translation>Ausprägungen von %1 ausblenden</translation>
    </message>
    <message>
        <source>hierarchy %1</source>
        <translation>Hierarchie %1</translation>
    </message>
    <message>
        <source>hierarchy of %1</source>
        <translation>Hierarchie von %1</translation>
    </message>
    <message>
        <source>import data</source>
        <translation>Daten übernehmen</translation>
    </message>
    <message>
        <source>inspect row</source>
        <translation>Zeile betrachten</translation>
    </message>
    <message>
        <source>kind of picture</source>
        <translation>Bildart</translation>
    </message>
    <message>
        <source>label in %1</source>
        <translation>Bezeichnung in %1</translation>
    </message>
    <message>
        <source>largest of %1</source>
        <translation>Größte von %1</translation>
    </message>
    <message>
        <source>levels of %1 in columns</source>
        <translation>Ebenen von %1 in Spalten</translation>
    </message>
    <message>
        <source>make new record keys</source>
        <translation>neue Record-Keys</translation>
    </message>
    <message>
        <source>map codes of %1</source>
        <translation>Codes von %1 zuordnen</translation>
    </message>
    <message>
        <source>move folder %1</source>
        <translation>Ordner %1 verschieben</translation>
    </message>
    <message>
        <source>move table %1</source>
        <translation>Tabelle %1 verschieben</translation>
    </message>
    <message>
        <source>move value %1</source>
        <translation>Wert %1 verschieben</translation>
    </message>
    <message>
        <source>name in %1</source>
        <translation>Bezeichnung in %1</translation>
    </message>
    <message>
        <source>name levels of %1</source>
        <translation>Ebenen von %1 benennen</translation>
    </message>
    <message>
        <source>name reporting period</source>
        <translation>Berichtszeitraum benennen</translation>
    </message>
    <message>
        <source>name source</source>
        <translation>Quelle angeben</translation>
    </message>
    <message>
        <source>name statistic</source>
        <translation>Statistik benennen</translation>
    </message>
    <message>
        <source>name variant %1</source>
        <translation>Variante %1 benennen</translation>
    </message>
    <message>
        <source>nest a block in the one before</source>
        <translation>Block in den vorigen schachteln</translation>
    </message>
    <message>
        <source>new table</source>
        <translation>neue Tabelle</translation>
    </message>
    <message>
        <source>note a look at what was published</source>
        <translation>Prüfung des Veröffentlichten festhalten</translation>
    </message>
    <message>
        <source>notes of the variant</source>
        <translation>Notizen zur Variante</translation>
    </message>
    <message>
        <source>number of the table</source>
        <translation>Nummer der Tabelle</translation>
    </message>
    <message>
        <source>only some categories of %1</source>
        <translation>nur einige Ausprägungen von %1</translation>
    </message>
    <message>
        <source>open or close a node of %1</source>
        <translation>Knoten von %1 auf- oder zuklappen</translation>
    </message>
    <message>
        <source>open table %1</source>
        <translation>Tabelle %1 öffnen</translation>
    </message>
    <message>
        <source>open table %1 of a file</source>
        <translation>Tabelle %1 aus Datei öffnen</translation>
    </message>
    <message>
        <source>order of %1</source>
        <translation>Reihenfolge von %1</translation>
    </message>
    <message>
        <source>order of blocks</source>
        <translation>Reihenfolge der Blöcke</translation>
    </message>
    <message>
        <source>originals beside</source>
        <translation>Originale daneben</translation>
    </message>
    <message>
        <source>own group in %1</source>
        <translation>eigene Gruppe in %1</translation>
    </message>
    <message>
        <source>own rows %1</source>
        <translation>eigene Zeilen %1</translation>
    </message>
    <message>
        <source>own settings for sums</source>
        <translation>eigene Einstellungen für Wertsummen</translation>
    </message>
    <message>
        <source>pattern of titles</source>
        <translation>Muster der Titel</translation>
    </message>
    <message>
        <source>protect an official figure again</source>
        <translation>amtliche Zahl wieder geheim halten</translation>
    </message>
    <message>
        <source>publish a figure unchanged</source>
        <translation>Zahl unverändert ausweisen</translation>
    </message>
    <message>
        <source>put method in force</source>
        <translation>Verfahren in Kraft setzen</translation>
    </message>
    <message>
        <source>read perturbation table %1</source>
        <translation>Überlagerungstabelle %1 einlesen</translation>
    </message>
    <message>
        <source>reference figures %1</source>
        <translation>Bezugszahlen %1</translation>
    </message>
    <message>
        <source>remove %1</source>
        <translation>%1 entfernen</translation>
    </message>
    <message>
        <source>remove hierarchy %1</source>
        <translation>Hierarchie %1 entfernen</translation>
    </message>
    <message>
        <source>remove hierarchy of %1</source>
        <translation>Hierarchie von %1 entfernen</translation>
    </message>
    <message>
        <source>remove reference figures %1</source>
        <translation>Bezugszahlen %1 entfernen</translation>
    </message>
    <message>
        <source>remove reporting period</source>
        <translation>Berichtszeitraum entfernen</translation>
    </message>
    <message>
        <source>remove rule for records: %1</source>
        <translation>Regel für Datensätze entfernen: %1</translation>
    </message>
    <message>
        <source>remove test set %1</source>
        <translation>Testsatz %1 entfernen</translation>
    </message>
    <message>
        <source>remove value %1</source>
        <translation>Wert %1 entfernen</translation>
    </message>
    <message>
        <source>remove variant</source>
        <translation>Variante entfernen</translation>
    </message>
    <message>
        <source>rename folder %1</source>
        <translation>Ordner %1 umbenennen</translation>
    </message>
    <message>
        <source>rename table %1</source>
        <translation>Tabelle %1 umbenennen</translation>
    </message>
    <message>
        <source>role of %1</source>
        <translation>Rolle von %1</translation>
    </message>
    <message>
        <source>rule for records: %1</source>
        <translation>Regel für Datensätze: %1</translation>
    </message>
    <message>
        <source>rule of %1</source>
        <translation>Regel von %1</translation>
    </message>
    <message>
        <source>save all tables</source>
        <translation>alle Tabellen speichern</translation>
    </message>
    <message>
        <source>save table %1</source>
        <translation>Tabelle %1 speichern</translation>
    </message>
    <message>
        <source>save test set %1</source>
        <translation>Testsatz %1 speichern</translation>
    </message>
    <message>
        <source>set %1 by hand</source>
        <translation>%1 von Hand setzen</translation>
    </message>
    <message>
        <source>shading</source>
        <translation>Schattierung</translation>
    </message>
    <message>
        <source>shared settings for sums</source>
        <translation>gemeinsame Einstellungen für Wertsummen</translation>
    </message>
    <message>
        <source>show hidden rows and columns</source>
        <translation>Ausgeblendetes einblenden</translation>
    </message>
    <message>
        <source>show sheet</source>
        <translation>Blatt zeigen</translation>
    </message>
    <message>
        <source>sort by %1</source>
        <translation>nach %1 sortieren</translation>
    </message>
    <message>
        <source>subtotals of %1</source>
        <translation>Zwischensummen von %1</translation>
    </message>
    <message>
        <source>swap rows and columns</source>
        <translation>Zeilen und Spalten tauschen</translation>
    </message>
    <message>
        <source>table or picture</source>
        <translation>Tabelle oder Bild</translation>
    </message>
    <message>
        <source>take a declaration back</source>
        <translation>Erklärung zurücknehmen</translation>
    </message>
    <message>
        <source>take back decision on release %1</source>
        <translation>Entscheidung zu Freigabe %1 zurücknehmen</translation>
    </message>
    <message>
        <source>take out a block</source>
        <translation>Block herausnehmen</translation>
    </message>
    <message>
        <source>template %1</source>
        <translation>Vorlage %1</translation>
    </message>
    <message>
        <source>title of %1</source>
        <translation>Titel von %1</translation>
    </message>
    <message>
        <source>total of %1</source>
        <translation>Summe von %1</translation>
    </message>
    <message>
        <source>trial view</source>
        <translation>Probe</translation>
    </message>
    <message>
        <source>units over periods</source>
        <translation>Einheiten über Berichtszeiträume</translation>
    </message>
    <message>
        <source>values in rows or columns</source>
        <translation>Werte in Zeilen oder Spalten</translation>
    </message>
    <message>
        <source>width of a column</source>
        <translation>Spaltenbreite</translation>
    </message>
</context>
<context>
    <name>CompareView</name>
    <message>
        <source>Cells changed</source>
        <translation>geänderte Tabellenfelder</translation>
    </message>
    <message>
        <source>Cells shown as 0</source>
        <translation>als 0 ausgewiesen</translation>
    </message>
    <message>
        <source>Compare</source>
        <translation>Vergleich</translation>
    </message>
    <message>
        <source>Difference of p: %1</source>
        <translation>Differenz von p: %1</translation>
    </message>
    <message>
        <source>End comparison</source>
        <translation>Vergleich beenden</translation>
    </message>
    <message>
        <source>Entropy in bit</source>
        <translation>Entropie in bit</translation>
    </message>
    <message>
        <source>Largest |v| in the table</source>
        <translation>größtes |v| in der Tabelle</translation>
    </message>
    <message>
        <source>Mean variance</source>
        <translation>Varianz im Mittel</translation>
    </message>
    <message>
        <source>Mean |v| in the table</source>
        <translation>mittleres |v| in der Tabelle</translation>
    </message>
    <message>
        <source>Variants</source>
        <translation>Varianten</translation>
    </message>
    <message>
        <source>each row counts once</source>
        <translation>jede Zeile zählt einmal</translation>
    </message>
    <message>
        <source>held</source>
        <translation>erfüllt</translation>
    </message>
    <message>
        <source>missed</source>
        <translation>verfehlt</translation>
    </message>
    <message>
        <source>on %1 cells, without empty ones</source>
        <translation>auf %1 Feldern, ohne leere</translation>
    </message>
    <message>
        <source>on one cell</source>
        <translation>auf einem Feld</translation>
    </message>
    <message>
        <source>two or three variants</source>
        <translation>zwei oder drei Varianten</translation>
    </message>
</context>
<context>
    <name>ComparisonCard</name>
    <message>
        <source>Cells that differ</source>
        <translation>Abweichende Tabellenfelder</translation>
    </message>
    <message>
        <source>Close comparison</source>
        <translation>Vergleich schließen</translation>
    </message>
</context>
<context>
    <name>ComparisonPanel</name>
    <message>
        <source>%1 unchanged</source>
        <translation>%1 unverändert</translation>
    </message>
    <message>
        <source>All files (*)</source>
        <translation>Alle Dateien (*)</translation>
    </message>
    <message>
        <source>CSV file (*.csv)</source>
        <translation>CSV-Datei (*.csv)</translation>
    </message>
    <message>
        <source>Cells that differ; Enter shows the cell in the table</source>
        <translation>Tabellenfelder, die sich unterscheiden; die Eingabetaste zeigt das Feld in der Tabelle</translation>
    </message>
    <message>
        <source>Close the comparison</source>
        <translation>Vergleich schließen</translation>
    </message>
    <message>
        <source>Compare with published figures</source>
        <translation>Mit veröffentlichten Zahlen vergleichen</translation>
    </message>
    <message>
        <source>Compare with published figures ...</source>
        <translation>Mit veröffentlichten Zahlen vergleichen ...</translation>
    </message>
    <message>
        <source>Compared with</source>
        <translation>Verglichen mit</translation>
    </message>
    <message>
        <source>Comparing ...</source>
        <translation>Vergleich läuft ...</translation>
    </message>
    <message>
        <source>Comparison</source>
        <translation>Vergleich</translation>
    </message>
    <message>
        <source>Order</source>
        <translation>Reihenfolge</translation>
    </message>
    <message>
        <source>Order of the list</source>
        <translation>Reihenfolge der Liste</translation>
    </message>
    <message>
        <source>Other file ...</source>
        <translation>Andere Datei ...</translation>
    </message>
    <message>
        <source>Place in the table</source>
        <translation>Stelle in der Tabelle</translation>
    </message>
    <message>
        <source>Published figures (*.csv *.txt *.xlsx *.xls *.ods *.gz)</source>
        <translation>Veröffentlichte Zahlen (*.csv *.txt *.xlsx *.xls *.ods *.gz)</translation>
    </message>
    <message>
        <source>Save list</source>
        <translation>Liste speichern</translation>
    </message>
    <message>
        <source>Save list ...</source>
        <translation>Liste speichern ...</translation>
    </message>
    <message>
        <source>Show the method in force</source>
        <translation>Verfahren in Kraft zeigen</translation>
    </message>
    <message>
        <source>Size of the change</source>
        <translation>Größe der Änderung</translation>
    </message>
    <message>
        <source>all %1 unchanged</source>
        <translation>alle %1 unverändert</translation>
    </message>
    <message>
        <source>changed %1</source>
        <translation>geändert %1</translation>
    </message>
    <message>
        <source>gone %1</source>
        <translation>entfallen %1</translation>
    </message>
    <message>
        <source>new %1</source>
        <translation>neu %1</translation>
    </message>
</context>
<context>
    <name>ControlTablesModel</name>
    <message>
        <source>At most 1</source>
        <translation>höchstens 1</translation>
    </message>
    <message>
        <source>At most 2</source>
        <translation>höchstens 2</translation>
    </message>
    <message>
        <source>Cells</source>
        <translation>Felder</translation>
    </message>
    <message>
        <source>Largest</source>
        <translation>Größte</translation>
    </message>
    <message>
        <source>Mean</source>
        <translation>Mittel</translation>
    </message>
    <message>
        <source>Table</source>
        <translation>Tabelle</translation>
    </message>
</context>
<context>
    <name>CountedUnits</name>
    <message>
        <source>A household counts once in a cell. Tables by a variable that differs within a household are refused, but for those ticked here.</source>
        <translation>Ein Haushalt zählt in einem Tabellenfeld einmal. Tabellen nach einem Merkmal, das innerhalb eines Haushalts verschieden ist, werden abgewiesen, außer nach den hier angekreuzten.</translation>
    </message>
    <message>
        <source>A household counts where any member has the category</source>
        <translation>Ein Haushalt zählt, wenn irgendein Mitglied die Ausprägung hat</translation>
    </message>
    <message>
        <source>Tables count</source>
        <translation>Tabellen zählen</translation>
    </message>
    <message>
        <source>households</source>
        <translation>Haushalte</translation>
    </message>
    <message>
        <source>records</source>
        <translation>Datensätze</translation>
    </message>
</context>
<context>
    <name>CriteriaCard</name>
    <message>
        <source>Quality criteria</source>
        <translation>Gütekriterien</translation>
    </message>
    <message>
        <source>Row %1 cannot hold E|v| &lt; %2: small counts are blocked there.</source>
        <translation>Die Zeile %1 kann E|v| &lt; %2 nicht einhalten: Dort sind kleine Fallzahlen ausgeschlossen.</translation>
    </message>
    <message>
        <source>Rows %1 cannot hold E|v| &lt; %2: small counts are blocked there.</source>
        <translation>Die Zeilen %1 können E|v| &lt; %2 nicht einhalten: Dort sind kleine Fallzahlen ausgeschlossen.</translation>
    </message>
    <message>
        <source>each row counts once</source>
        <translation>jede Zeile zählt einmal</translation>
    </message>
    <message>
        <source>held</source>
        <translation>erfüllt</translation>
    </message>
    <message>
        <source>missed</source>
        <translation>verfehlt</translation>
    </message>
    <message>
        <source>on %1 cells, without empty ones</source>
        <translation>auf %1 Feldern, ohne leere</translation>
    </message>
    <message>
        <source>on one cell</source>
        <translation>auf einem Feld</translation>
    </message>
</context>
<context>
    <name>CriteriaView</name>
    <message>
        <source>CSV (*.csv)</source>
        <translation>CSV (*.csv)</translation>
    </message>
    <message>
        <source>Choose a cell to read the reason.</source>
        <translation>Ein Feld wählen, um die Begründung zu lesen.</translation>
    </message>
    <message>
        <source>Choose a table and press “Evaluate”. Each method protects it, is measured against the originals and attacked.</source>
        <translation>Tabelle wählen, dann „Bewerten“. Jedes Verfahren schützt sie, wird an den Originalwerten gemessen und angegriffen.</translation>
    </message>
    <message>
        <source>Comparison of methods; the reason of a cell stands below</source>
        <translation>Verfahren nach Kriterien; die Begründung eines Feldes steht darunter</translation>
    </message>
    <message>
        <source>Disclosed cells; what forces the chosen one stands beside</source>
        <translation>Aufgedeckte Felder; woraus das gewählte folgt, steht daneben</translation>
    </message>
    <message>
        <source>HTML (*.html)</source>
        <translation>HTML (*.html)</translation>
    </message>
    <message>
        <source>Internal report</source>
        <translation>Interner Bericht</translation>
    </message>
    <message>
        <source>Looking for the sums that force it ...</source>
        <translation>Es wird gesucht, aus welchen Summen es folgt ...</translation>
    </message>
    <message>
        <source>Methods are compared ...</source>
        <translation>Verfahren werden verglichen ...</translation>
    </message>
    <message>
        <source>PDF (*.pdf)</source>
        <translation>PDF (*.pdf)</translation>
    </message>
    <message>
        <source>Table</source>
        <translation>Tabelle</translation>
    </message>
    <message>
        <source>Table at hand</source>
        <translation>Vorliegende Tabelle</translation>
    </message>
    <message>
        <source>Table, method or choice are no longer those of the comparison. Evaluate anew.</source>
        <translation>Tabelle, Verfahren oder Auswahl sind nicht mehr die des Vergleichs. Neu bewerten.</translation>
    </message>
    <message>
        <source>deviations from originals and disclosed values</source>
        <translation>Abweichungen von Originalwerten und aufgedeckte Werte</translation>
    </message>
</context>
<context>
    <name>CubeAction</name>
    <message>
        <source>Data cube ...</source>
        <translation>Datenquader ...</translation>
    </message>
</context>
<context>
    <name>CubeDialog</name>
    <message>
        <source>All levels</source>
        <translation>Alle Stufen</translation>
    </message>
    <message>
        <source>All margins of up to ten variables go into one file, each protected on its own. The first variable varies slowest.</source>
        <translation>Alle Ränder von bis zu zehn Merkmalen kommen in eine Datei, jeder für sich geheim gehalten. Das erste Merkmal wechselt am langsamsten.</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>Data cube</source>
        <translation>Datenquader</translation>
    </message>
    <message>
        <source>Form of the file</source>
        <translation>Form der Datei</translation>
    </message>
    <message>
        <source>Levels of %1</source>
        <translation>Stufen von %1</translation>
    </message>
    <message>
        <source>Only level %1</source>
        <translation>Nur Stufe %1</translation>
    </message>
    <message>
        <source>Only the records of the table&apos;s filter</source>
        <translation>Nur die Datensätze des Filters der Tabelle</translation>
    </message>
    <message>
        <source>Weighted number, too</source>
        <translation>Auch gewichtete Häufigkeiten</translation>
    </message>
    <message>
        <source>Write as ...</source>
        <translation>Schreiben als ...</translation>
    </message>
    <message>
        <source>Write data cube</source>
        <translation>Datenquader schreiben</translation>
    </message>
    <message>
        <source>Writing the data cube ...</source>
        <translation>Der Datenquader wird geschrieben ...</translation>
    </message>
</context>
<context>
    <name>DVMapPlot</name>
    <message>
        <source>hatched: no such table</source>
        <translation>schraffiert: nicht möglich</translation>
    </message>
    <message>
        <source>maximum deviation D</source>
        <translation>Maximalabweichung D</translation>
    </message>
</context>
<context>
    <name>DataPage</name>
    <message>
        <source>A quantity that is summed up.</source>
        <translation>Eine Größe, die summiert wird.</translation>
    </message>
    <message>
        <source>All files (*)</source>
        <translation>Alle Dateien (*)</translation>
    </message>
    <message>
        <source>Breaks tables down. Codes stay text, leading zeros too.</source>
        <translation>Gliedert Tabellen. Codes bleiben Text, auch mit führender Null.</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Cancel import</source>
        <translation>Übernahme abbrechen</translation>
    </message>
    <message>
        <source>Choose file ...</source>
        <translation>Datei wählen ...</translation>
    </message>
    <message>
        <source>Code (text)</source>
        <translation>Code (Text)</translation>
    </message>
    <message>
        <source>Correct the modulus</source>
        <translation>Modul berichtigen</translation>
    </message>
    <message>
        <source>Data</source>
        <translation>Daten</translation>
    </message>
    <message>
        <source>Database ...</source>
        <translation>Datenbank ...</translation>
    </message>
    <message>
        <source>Decimal</source>
        <translation>Dezimal</translation>
    </message>
    <message>
        <source>Decimal, %1 places</source>
        <translation>Dezimal, %1 Stellen</translation>
    </message>
    <message>
        <source>Decimal, 1 place</source>
        <translation>Dezimal, 1 Stelle</translation>
    </message>
    <message>
        <source>Dimension</source>
        <translation>Gliederungsmerkmal</translation>
    </message>
    <message>
        <source>Dimensions</source>
        <translation>Gliederungsmerkmale</translation>
    </message>
    <message>
        <source>From a database ...</source>
        <translation>Aus einer Datenbank ...</translation>
    </message>
    <message>
        <source>Generate keys instead</source>
        <translation>Stattdessen Keys erzeugen</translation>
    </message>
    <message>
        <source>Give up the import and enter the day</source>
        <translation>Übernahme abbrechen und Stichtag eintragen</translation>
    </message>
    <message>
        <source>Go to page Method</source>
        <translation>Zur Seite Verfahren</translation>
    </message>
    <message>
        <source>Go to page Tables</source>
        <translation>Zur Seite Tabellen</translation>
    </message>
    <message>
        <source>Household</source>
        <translation>Haushalt</translation>
    </message>
    <message>
        <source>How many statistical units a record stands for; one column at most.</source>
        <translation>Für wie viele Merkmalsträger ein Datensatz steht; höchstens eine Spalte.</translation>
    </message>
    <message>
        <source>Identifier</source>
        <translation>Kennung</translation>
    </message>
    <message>
        <source>Identifiers</source>
        <translation>Kennungen</translation>
    </message>
    <message>
        <source>Identifies a statistical unit; not loaded.</source>
        <translation>Kennzeichnet einen Merkmalsträger; wird nicht geladen.</translation>
    </message>
    <message>
        <source>Identifies the household; its members share the sum of their keys. Not loaded.</source>
        <translation>Kennzeichnet den Haushalt; seine Mitglieder teilen sich die Summe ihrer Record-Keys. Wird nicht geladen.</translation>
    </message>
    <message>
        <source>Ignore this column</source>
        <translation>Spalte nicht verwenden</translation>
    </message>
    <message>
        <source>Ignored</source>
        <translation>nicht verwendet</translation>
    </message>
    <message>
        <source>Import data</source>
        <translation>Daten übernehmen</translation>
    </message>
    <message>
        <source>Importing the data ...</source>
        <translation>Die Daten werden übernommen ...</translation>
    </message>
    <message>
        <source>Individual records are shown.</source>
        <translation>Einzeldaten sind sichtbar.</translation>
    </message>
    <message>
        <source>Is not loaded.</source>
        <translation>Wird nicht geladen.</translation>
    </message>
    <message>
        <source>Looking at %1 ...</source>
        <translation>%1 wird angesehen ...</translation>
    </message>
    <message>
        <source>Magnitude</source>
        <translation>Wertmerkmal</translation>
    </message>
    <message>
        <source>Magnitudes</source>
        <translation>Wertmerkmale</translation>
    </message>
    <message>
        <source>Make a store</source>
        <translation>Datenspeicher anlegen</translation>
    </message>
    <message>
        <source>Make a store ...</source>
        <translation>Datenspeicher anlegen ...</translation>
    </message>
    <message>
        <source>Make it a dimension</source>
        <translation>Zum Gliederungsmerkmal machen</translation>
    </message>
    <message>
        <source>Making the store ...</source>
        <translation>Der Datenspeicher wird angelegt ...</translation>
    </message>
    <message>
        <source>Mapping tables (*.csv *.txt *.xlsx *.xls *.ods)</source>
        <translation>Umsteigetabellen (*.csv *.txt *.xlsx *.xls *.ods)</translation>
    </message>
    <message>
        <source>New source</source>
        <translation>Neue Quelle</translation>
    </message>
    <message>
        <source>New source for %1</source>
        <translation>Neue Quelle für %1</translation>
    </message>
    <message>
        <source>New statistic ...</source>
        <translation>Neue Statistik ...</translation>
    </message>
    <message>
        <source>New statistic from a database</source>
        <translation>Neue Statistik aus einer Datenbank</translation>
    </message>
    <message>
        <source>New statistic from a file</source>
        <translation>Neue Statistik aus einer Datei</translation>
    </message>
    <message>
        <source>Only one column can have this role: %1 has another one now.</source>
        <translation>Nur eine Spalte kann diese Rolle haben: %1 hat jetzt eine andere.</translation>
    </message>
    <message>
        <source>Open file ...</source>
        <translation>Datei öffnen ...</translation>
    </message>
    <message>
        <source>Original counts are shown.</source>
        <translation>Originalhäufigkeiten sind sichtbar.</translation>
    </message>
    <message>
        <source>Other file ...</source>
        <translation>Andere Datei ...</translation>
    </message>
    <message>
        <source>Read as Windows-1252</source>
        <translation>Als Windows-1252 lesen</translation>
    </message>
    <message>
        <source>Read hierarchy ...</source>
        <translation>Hierarchie einlesen ...</translation>
    </message>
    <message>
        <source>Read mapping table</source>
        <translation>Umsteigetabelle lesen</translation>
    </message>
    <message>
        <source>Read without quotes</source>
        <translation>Ohne Anführungszeichen lesen</translation>
    </message>
    <message>
        <source>Record key</source>
        <translation>Record-Key</translation>
    </message>
    <message>
        <source>Reporting period</source>
        <translation>Berichtszeitraum</translation>
    </message>
    <message>
        <source>Show rules</source>
        <translation>Regeln zeigen</translation>
    </message>
    <message>
        <source>Stores (*.ckmstore)</source>
        <translation>Datenspeicher (*.ckmstore)</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>Text</translation>
    </message>
    <message>
        <source>The random number of a record; one column at most.</source>
        <translation>Die Zufallszahl eines Datensatzes; höchstens eine Spalte.</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>Erneut versuchen</translation>
    </message>
    <message>
        <source>Weight</source>
        <translation>Gewicht</translation>
    </message>
    <message>
        <source>Whole number</source>
        <translation>Ganze Zahl</translation>
    </message>
    <message>
        <source>and %1 more</source>
        <translation>und %1 weitere</translation>
    </message>
    <message>
        <source>hierarchy of %1 levels</source>
        <translation>Hierarchie mit %1 Ebenen</translation>
    </message>
</context>
<context>
    <name>DatabaseDoor</name>
    <message>
        <source>Asking the database ...</source>
        <translation>Die Datenbank wird gefragt ...</translation>
    </message>
</context>
<context>
    <name>DatabaseView</name>
    <message>
        <source>%1 codes</source>
        <translation>%1 Ausprägungen</translation>
    </message>
    <message>
        <source>%1 of %2 are used</source>
        <translation>%1 von %2 werden verwendet</translation>
    </message>
    <message>
        <source>%1 tables and views</source>
        <translation>%1 Tabellen und Sichten</translation>
    </message>
    <message>
        <source>1 table or view</source>
        <translation>1 Tabelle oder Sicht</translation>
    </message>
    <message>
        <source>Account: %1</source>
        <translation>Konto: %1</translation>
    </message>
    <message>
        <source>All is possible that needs the records.</source>
        <translation>Alles ist möglich, was die Datensätze braucht.</translation>
    </message>
    <message>
        <source>All is possible that needs the records; about %1 MB.</source>
        <translation>Alles ist möglich, was die Datensätze braucht; etwa %1 MB.</translation>
    </message>
    <message>
        <source>As the open statistic has them: of its former relation, else its variables</source>
        <translation>Wie sie die geöffnete Statistik hat: nach ihrer früheren Tabelle oder Sicht, sonst nach ihren Merkmalen</translation>
    </message>
    <message>
        <source>Categories with a validity are shown as of this day</source>
        <translation>Ausprägungen mit Gültigkeit stehen nach diesem Tag</translation>
    </message>
    <message>
        <source>Codes are counted.</source>
        <translation>Die Ausprägungen sind gezählt.</translation>
    </message>
    <message>
        <source>Columns</source>
        <translation>Spalten</translation>
    </message>
    <message>
        <source>Columns of %1</source>
        <translation>Spalten von %1</translation>
    </message>
    <message>
        <source>Connected, only reading. Answer in %1 ms.</source>
        <translation>Verbunden, nur lesend. Antwort in %1 ms.</translation>
    </message>
    <message>
        <source>Connection</source>
        <translation>Verbindung</translation>
    </message>
    <message>
        <source>Count codes</source>
        <translation>Ausprägungen zählen</translation>
    </message>
    <message>
        <source>Count in the database</source>
        <translation>In der Datenbank zählen</translation>
    </message>
    <message>
        <source>Counted in the database. Not possible then: making keys, profiles, codes for no answer, the floor under sums. These need the records.</source>
        <translation>In der Datenbank gezählt. Nicht möglich sind dann: Keys erzeugen, Profile, Codes für „keine Angabe“, der Mindestschutz von Summen. Sie brauchen die Datensätze.</translation>
    </message>
    <message>
        <source>Database: %1</source>
        <translation>Datenbank: %1</translation>
    </message>
    <message>
        <source>Databases that the policy of this computer names</source>
        <translation>Datenbanken, die die Richtlinie dieses Rechners nennt</translation>
    </message>
    <message>
        <source>Every connection only reads. Accounts that could write are refused.</source>
        <translation>Jede Verbindung ist nur lesend. Konten, die schreiben könnten, werden abgelehnt.</translation>
    </message>
    <message>
        <source>Folder or file: %1</source>
        <translation>Ordner oder Datei: %1</translation>
    </message>
    <message>
        <source>Modulus of the keys</source>
        <translation>Modulus der Keys</translation>
    </message>
    <message>
        <source>Numbers of rows are estimates of the server. They are counted when you take over.</source>
        <translation>Anzahl der Zeilen: geschätzt vom Server. Genau gezählt wird, wenn Sie übernehmen.</translation>
    </message>
    <message>
        <source>One question to the database for all breakdown variables</source>
        <translation>Eine Abfrage an die Datenbank für alle Gliederungsmerkmale</translation>
    </message>
    <message>
        <source>Only databases that the administrator has named are reached, and no other server.</source>
        <translation>Erreicht werden nur Datenbanken, die die Verwaltung genannt hat, und kein anderer Server.</translation>
    </message>
    <message>
        <source>Only numbers and key sums of cells leave it.</source>
        <translation>Nur Anzahlen und Schlüsselsummen der Felder verlassen sie.</translation>
    </message>
    <message>
        <source>Passwords are neither asked for nor kept.</source>
        <translation>Kennwörter werden weder erfragt noch gespeichert.</translation>
    </message>
    <message>
        <source>Policy of this computer</source>
        <translation>Richtlinie dieses Rechners</translation>
    </message>
    <message>
        <source>Read each time the statistic is opened, and compared with the data that were taken over. Making record keys and saving prepared data need a file.</source>
        <translation>Bei jedem Öffnen der Statistik gelesen und mit den übernommenen Daten verglichen. Record-Keys herstellen und aufbereitete Daten speichern geht nur mit einer Datei.</translation>
    </message>
    <message>
        <source>Read into memory</source>
        <translation>In den Arbeitsspeicher lesen</translation>
    </message>
    <message>
        <source>Records may be read into memory; nothing is written to a disk.</source>
        <translation>Datensätze dürfen in den Arbeitsspeicher gelesen werden; auf die Platte kommt nichts.</translation>
    </message>
    <message>
        <source>Records stay in the database; only numbers and key sums of cells leave it.</source>
        <translation>Datensätze bleiben in der Datenbank; nur Anzahl und Cell-Key je Feld verlassen sie.</translation>
    </message>
    <message>
        <source>Reference day</source>
        <translation>Stichtag</translation>
    </message>
    <message>
        <source>Reporting period</source>
        <translation>Berichtszeitraum</translation>
    </message>
    <message>
        <source>Reporting period that is read</source>
        <translation>Berichtszeitraum, der gelesen wird</translation>
    </message>
    <message>
        <source>Role of %1</source>
        <translation>Rolle von %1</translation>
    </message>
    <message>
        <source>SQL ...</source>
        <translation>SQL ...</translation>
    </message>
    <message>
        <source>Search among tables and views</source>
        <translation>Unter Tabellen und Sichten suchen</translation>
    </message>
    <message>
        <source>Server: %1</source>
        <translation>Server: %1</translation>
    </message>
    <message>
        <source>Show the questions to the database (SQL)</source>
        <translation>Abfragen an die Datenbank zeigen (SQL)</translation>
    </message>
    <message>
        <source>Source</source>
        <translation>Quelle</translation>
    </message>
    <message>
        <source>Table or view</source>
        <translation>Tabelle oder Sicht</translation>
    </message>
    <message>
        <source>Tables and views</source>
        <translation>Tabellen und Sichten</translation>
    </message>
    <message>
        <source>Take over roles</source>
        <translation>Rollen übernehmen</translation>
    </message>
    <message>
        <source>The policy of this computer does not let records leave this database.</source>
        <translation>Die Richtlinie dieses Rechners lässt keine Datensätze aus dieser Datenbank heraus.</translation>
    </message>
    <message>
        <source>Title</source>
        <translation>Titel</translation>
    </message>
    <message>
        <source>Title of the statistic</source>
        <translation>Titel der Statistik</translation>
    </message>
    <message>
        <source>What is read</source>
        <translation>Was gelesen wird</translation>
    </message>
    <message>
        <source>What the database will be asked; it cannot be changed</source>
        <translation>Was die Datenbank gefragt wird; es lässt sich nicht ändern</translation>
    </message>
    <message>
        <source>Write the modulus as a whole number from 2 to 10¹⁸.</source>
        <translation>Schreiben Sie den Modul als ganze Zahl von 2 bis 10¹⁸.</translation>
    </message>
    <message>
        <source>YYYY-MM-DD</source>
        <translation>TT.MM.JJJJ</translation>
    </message>
    <message>
        <source>e.g. 2025</source>
        <translation>z. B. 2025</translation>
    </message>
    <message>
        <source>encrypted, certificate checked</source>
        <translation>verschlüsselt, Zertifikat geprüft</translation>
    </message>
    <message>
        <source>keys are below this number</source>
        <translation>Keys liegen unter dieser Zahl</translation>
    </message>
    <message>
        <source>may not be read</source>
        <translation>kein Leserecht</translation>
    </message>
    <message>
        <source>read within the program</source>
        <translation>im Programm gelesen</translation>
    </message>
    <message>
        <source>search</source>
        <translation>suchen</translation>
    </message>
    <message>
        <source>socket of this computer</source>
        <translation>Socket dieses Rechners</translation>
    </message>
</context>
<context>
    <name>DecisionCard</name>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Date of the decision</source>
        <translation>Datum der Entscheidung</translation>
    </message>
    <message>
        <source>Decided by</source>
        <translation>Entschieden von</translation>
    </message>
    <message>
        <source>Enter the deciding body and date.</source>
        <translation>Entscheidendes Gremium und Datum angeben.</translation>
    </message>
    <message>
        <source>File number</source>
        <translation>Aktenzeichen</translation>
    </message>
    <message>
        <source>Hash of the perturbation table: %1</source>
        <translation>Prüfsumme der Überlagerungstabelle: %1</translation>
    </message>
    <message>
        <source>Look at %1 of %2 points.</source>
        <translation>%1 von %2 Punkten ansehen.</translation>
    </message>
    <message>
        <source>Put in force</source>
        <translation>In Kraft setzen</translation>
    </message>
    <message>
        <source>Record decision</source>
        <translation>Entscheidung festhalten</translation>
    </message>
    <message>
        <source>Remark, reason</source>
        <translation>Bemerkung, Begründung</translation>
    </message>
    <message>
        <source>Second person</source>
        <translation>Zweite Person</translation>
    </message>
    <message>
        <source>Shuffle</source>
        <translation>Mischen</translation>
    </message>
    <message>
        <source>Shuffle anew</source>
        <translation>Neu mischen</translation>
    </message>
    <message>
        <source>Take this design</source>
        <translation>Diesen Entwurf übernehmen</translation>
    </message>
    <message>
        <source>The decision is kept in the statistic, with the hash of the perturbation table.</source>
        <translation>Die Entscheidung wird in der Statistik festgehalten, mit der Prüfsumme der Überlagerungstabelle.</translation>
    </message>
    <message>
        <source>The decision is kept in the statistic.</source>
        <translation>Die Entscheidung wird in der Statistik festgehalten.</translation>
    </message>
    <message>
        <source>Valid from</source>
        <translation>Gültig ab</translation>
    </message>
    <message>
        <source>Valid to (empty: open)</source>
        <translation>Gültig bis (leer: offen)</translation>
    </message>
    <message>
        <source>Write dates as 2026-07-01.</source>
        <translation>Schreiben Sie Tage wie 01.07.2026.</translation>
    </message>
    <message>
        <source>YYYY-MM-DD</source>
        <translation>TT.MM.JJJJ</translation>
    </message>
    <message>
        <source>e.g. unit, committee or person</source>
        <translation>z. B. Referat, Gremium oder Person</translation>
    </message>
    <message>
        <source>“Valid to” is before “Valid from”.</source>
        <translation>„Gültig bis“ liegt vor „Gültig ab“.</translation>
    </message>
</context>
<context>
    <name>DeputiesCard</name>
    <message>
        <source>%1 for %2, %3 to %4 (named by %5)</source>
        <translation>%1 für %2, %3 bis %4 (eingetragen von %5)</translation>
    </message>
    <message>
        <source>A deputy acts under her own name and role. Under four eyes she does not release what the person she stands in for submitted on these days.</source>
        <translation>Eine Vertretung handelt unter eigenem Namen und in eigener Rolle. Bei vier Augen gibt sie nicht frei, was die vertretene Person an diesen Tagen eingereicht hat.</translation>
    </message>
    <message>
        <source>Deputies</source>
        <translation>Vertretungen</translation>
    </message>
    <message>
        <source>Deputy</source>
        <translation>Vertretung</translation>
    </message>
    <message>
        <source>From</source>
        <translation>Von</translation>
    </message>
    <message>
        <source>Name deputy</source>
        <translation>Vertretung eintragen</translation>
    </message>
    <message>
        <source>None was named.</source>
        <translation>Es ist keine eingetragen.</translation>
    </message>
    <message>
        <source>Person</source>
        <translation>Person</translation>
    </message>
    <message>
        <source>To</source>
        <translation>Bis</translation>
    </message>
</context>
<context>
    <name>DetailView</name>
    <message>
        <source>%1 (keyed hash; no figure is on record before the embargo ends)</source>
        <translation>%1 (Hash mit Schlüssel; vor Ende der Sperrfrist steht keine Zahl im Register)</translation>
    </message>
    <message>
        <source>%1 bytes</source>
        <translation>%1 Byte</translation>
    </message>
    <message>
        <source>Check differences</source>
        <translation>Differenzen prüfen</translation>
    </message>
    <message>
        <source>Checklist</source>
        <translation>Prüfliste</translation>
    </message>
    <message>
        <source>Compare with table at hand</source>
        <translation>Mit vorliegender Tabelle vergleichen</translation>
    </message>
    <message>
        <source>Correct ...</source>
        <translation>Berichtigen ...</translation>
    </message>
    <message>
        <source>Corrects</source>
        <translation>Berichtigt</translation>
    </message>
    <message>
        <source>Embargo until</source>
        <translation>Sperrfrist bis</translation>
    </message>
    <message>
        <source>Exempt totals, patterns of rounding, tables under another method or other keys</source>
        <translation>Ausgenommene Summen, Rundungsmuster, Tabellen unter anderem Verfahren oder mit anderen Keys</translation>
    </message>
    <message>
        <source>Figures</source>
        <translation>Zahlen</translation>
    </message>
    <message>
        <source>Final files</source>
        <translation>Endgültige Dateien</translation>
    </message>
    <message>
        <source>Formats</source>
        <translation>Formate</translation>
    </message>
    <message>
        <source>History</source>
        <translation>Verlauf</translation>
    </message>
    <message>
        <source>Method</source>
        <translation>Verfahren</translation>
    </message>
    <message>
        <source>No. %1</source>
        <translation>Nr. %1</translation>
    </message>
    <message>
        <source>None were written.</source>
        <translation>Es wurden noch keine ausgegeben.</translation>
    </message>
    <message>
        <source>Nothing was found.</source>
        <translation>Es wurde nichts gefunden.</translation>
    </message>
    <message>
        <source>Open table</source>
        <translation>Tabelle öffnen</translation>
    </message>
    <message>
        <source>Order number</source>
        <translation>Auftragsnummer</translation>
    </message>
    <message>
        <source>Pages seen: %1 of %2. Read to the last page (key End) before you release.</source>
        <translation>Seiten gesehen: %1 von %2. Lesen Sie vor der Freigabe bis zur letzten Seite (Taste Ende).</translation>
    </message>
    <message>
        <source>Period</source>
        <translation>Berichtszeitraum</translation>
    </message>
    <message>
        <source>Points held: %1</source>
        <translation>Punkte in Ordnung: %1</translation>
    </message>
    <message>
        <source>Purpose</source>
        <translation>Zweck</translation>
    </message>
    <message>
        <source>Put figures on record</source>
        <translation>Zahlen ins Register aufnehmen</translation>
    </message>
    <message>
        <source>Reason (needed to withdraw or for early access)</source>
        <translation>Grund (zum Zurückziehen, zur Weitergabe vorab)</translation>
    </message>
    <message>
        <source>Reason (needed to withdraw)</source>
        <translation>Grund (beim Zurückziehen nötig)</translation>
    </message>
    <message>
        <source>Recipient</source>
        <translation>Empfänger</translation>
    </message>
    <message>
        <source>Recipients to inform, separated by ;</source>
        <translation>Zu unterrichtende Empfänger, getrennt durch ;</translation>
    </message>
    <message>
        <source>Record early access</source>
        <translation>Vorab-Weitergabe festhalten</translation>
    </message>
    <message>
        <source>Release</source>
        <translation>Freigeben</translation>
    </message>
    <message>
        <source>Remark</source>
        <translation>Bemerkung</translation>
    </message>
    <message>
        <source>Remark (needed to return)</source>
        <translation>Bemerkung (bei Rückgabe nötig)</translation>
    </message>
    <message>
        <source>Return</source>
        <translation>Zurückgeben</translation>
    </message>
    <message>
        <source>Return to methodologists</source>
        <translation>An Methodik zurückgeben</translation>
    </message>
    <message>
        <source>Table</source>
        <translation>Tabelle</translation>
    </message>
    <message>
        <source>The page is not shown yet.</source>
        <translation>Die Seite wurde noch nicht gezeigt.</translation>
    </message>
    <message>
        <source>Two-person rule</source>
        <translation>Vier-Augen-Prinzip</translation>
    </message>
    <message>
        <source>What the method leaves open</source>
        <translation>Was das Verfahren offenlässt</translation>
    </message>
    <message>
        <source>Withdraw</source>
        <translation>Zurückziehen</translation>
    </message>
    <message>
        <source>Write final files ...</source>
        <translation>Endgültige Dateien ausgeben ...</translation>
    </message>
    <message>
        <source>You are deputy of the person who submitted: another person releases it (four eyes).</source>
        <translation>Sie vertreten die Person, die eingereicht hat: Eine andere Person gibt frei (vier Augen).</translation>
    </message>
    <message>
        <source>You handed this table in: another person releases it (four eyes).</source>
        <translation>Sie haben diese Tabelle eingereicht: Freigeben muss sie eine andere Person (vier Augen).</translation>
    </message>
    <message>
        <source>Your name</source>
        <translation>Ihr Name</translation>
    </message>
    <message>
        <source>Your name, for the register</source>
        <translation>Ihr Name, für das Register</translation>
    </message>
    <message>
        <source>good</source>
        <translation>in Ordnung</translation>
    </message>
    <message>
        <source>look at this</source>
        <translation>bitte ansehen</translation>
    </message>
    <message>
        <source>not over yet</source>
        <translation>läuft noch</translation>
    </message>
    <message>
        <source>not proven: names were typed</source>
        <translation>nicht nachgewiesen: Namen eingetippt</translation>
    </message>
    <message>
        <source>not proven: the keys are vouched for by too few persons</source>
        <translation>nicht nachgewiesen: Für die Schlüssel stehen zu wenige Personen ein</translation>
    </message>
    <message>
        <source>not tested</source>
        <translation>nicht geprüft</translation>
    </message>
    <message>
        <source>proven by two signatures</source>
        <translation>durch zwei Unterschriften nachgewiesen</translation>
    </message>
    <message>
        <source>signed</source>
        <translation>unterschrieben</translation>
    </message>
</context>
<context>
    <name>Dialogs</name>
    <message>
        <source>About ckmdesk</source>
        <translation>Über ckmdesk</translation>
    </message>
    <message>
        <source>Keyboard shortcuts</source>
        <translation>Tastenkürzel</translation>
    </message>
    <message>
        <source>Menu bar</source>
        <translation>Menüleiste</translation>
    </message>
    <message>
        <source>Menus</source>
        <translation>Menüs</translation>
    </message>
    <message>
        <source>Report of a fault</source>
        <translation>Bericht über einen Fehler</translation>
    </message>
    <message>
        <source>Tables, Release, Data, Method, Quality &amp; risk</source>
        <translation>Tabellen, Freigabe, Daten, Verfahren, Qualität &amp; Risiko</translation>
    </message>
    <message>
        <source>This is all that was kept of it, on this computer only. It names places in the program, no values, no files and no persons. If you report the fault, you may hand it on.</source>
        <translation>Das ist alles, was davon bewahrt wurde, nur auf diesem Rechner. Der Bericht nennt Stellen im Programm, keine Werte, keine Dateien und keine Personen. Wenn Sie den Fehler melden, dürfen Sie ihn weitergeben.</translation>
    </message>
    <message>
        <source>Version %1</source>
        <translation>Version %1</translation>
    </message>
    <message>
        <source>Works offline, opens no network connection.</source>
        <translation>Arbeitet offline, öffnet keine Netzverbindung.</translation>
    </message>
    <message>
        <source>ckmdesk makes tables with disclosure control from microdata. The office decides what is published.</source>
        <translation>ckmdesk erstellt aus Einzeldaten Tabellen mit Geheimhaltungsverfahren. Über die Veröffentlichung entscheidet das Amt.</translation>
    </message>
</context>
<context>
    <name>DifferencesModel</name>
    <message>
        <source>Cell</source>
        <translation>Tabellenfeld</translation>
    </message>
    <message>
        <source>Difference</source>
        <translation>Differenz</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>Art</translation>
    </message>
    <message>
        <source>Published</source>
        <translation>Veröffentlicht</translation>
    </message>
    <message>
        <source>Table</source>
        <translation>Tabelle</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>Wert</translation>
    </message>
    <message>
        <source>changed</source>
        <translation>geändert</translation>
    </message>
    <message>
        <source>gone</source>
        <translation>entfallen</translation>
    </message>
    <message>
        <source>in %</source>
        <translation>in %</translation>
    </message>
    <message>
        <source>new</source>
        <translation>neu</translation>
    </message>
</context>
<context>
    <name>DigitsPanel</name>
    <message>
        <source>3 1 1 makes of 34120 the nodes 341, 3412 and 34120</source>
        <translation>3 1 1 macht aus 34120 die Knoten 341, 3412 und 34120</translation>
    </message>
    <message>
        <source>Apply</source>
        <translation>Übernehmen</translation>
    </message>
    <message>
        <source>Digits of each level</source>
        <translation>Stellen je Ebene</translation>
    </message>
</context>
<context>
    <name>DistributionsCard</name>
    <message>
        <source>%1 unlikely changes</source>
        <translation>%1 unwahrscheinliche Veränderungen</translation>
    </message>
    <message>
        <source>1 unlikely change</source>
        <translation>1 unwahrscheinliche Veränderung</translation>
    </message>
    <message>
        <source>Beside %1</source>
        <translation>Neben %1</translation>
    </message>
    <message>
        <source>Category</source>
        <translation>Ausprägung</translation>
    </message>
    <message>
        <source>Compare</source>
        <translation>Vergleichen</translation>
    </message>
    <message>
        <source>Delivery</source>
        <translation>Lieferung</translation>
    </message>
    <message>
        <source>Distributions beside the former period</source>
        <translation>Verteilungen neben dem vorigen Berichtszeitraum</translation>
    </message>
    <message>
        <source>Looking through the records ...</source>
        <translation>Die Datensätze werden durchgesehen ...</translation>
    </message>
    <message>
        <source>Mean</source>
        <translation>Mittelwert</translation>
    </message>
    <message>
        <source>Records</source>
        <translation>Datensätze</translation>
    </message>
    <message>
        <source>Shares, means and numbers of records; unlikely changes are marked</source>
        <translation>Anteile, Mittelwerte und Zahlen von Datensätzen; Unwahrscheinliches ist markiert</translation>
    </message>
    <message>
        <source>Variable</source>
        <translation>Merkmal</translation>
    </message>
    <message>
        <source>not stated (records)</source>
        <translation>ohne Angabe (Datensätze)</translation>
    </message>
    <message>
        <source>the former period</source>
        <translation>dem vorigen Zeitraum</translation>
    </message>
    <message>
        <source>unlikely: %1</source>
        <translation>unwahrscheinlich: %1</translation>
    </message>
</context>
<context>
    <name>DropMark</name>
    <message>
        <source>Let go: the file is opened and shown before anything is loaded.</source>
        <translation>Loslassen: Die Datei wird geöffnet und gezeigt, bevor etwas geladen wird.</translation>
    </message>
</context>
<context>
    <name>EffectCard</name>
    <message>
        <source>%1 (sensitive)</source>
        <translation>%1 (sensibel)</translation>
    </message>
    <message>
        <source>%1 more</source>
        <translation>%1 weitere</translation>
    </message>
    <message>
        <source>A cell of the table at hand is shown here; it needs a magnitude, record keys, a table for sums.</source>
        <translation>Hier steht ein Feld der vorliegenden Tabelle: Dazu gehören ein Wertmerkmal, Record-Keys und eine Tabelle für Wertsummen.</translation>
    </message>
    <message>
        <source>Best guess of the only contribution within %2 %: in %3 % of cases.</source>
        <translation>Beste Schätzung des einzigen Beitrags auf %2 % genau: in %3 % der Fälle.</translation>
    </message>
    <message>
        <source>Cell before</source>
        <translation>Feld davor</translation>
    </message>
    <message>
        <source>Cell of the table at hand, sensitive ones first</source>
        <translation>Feld der vorliegenden Tabelle, sensible zuerst</translation>
    </message>
    <message>
        <source>Effect on a cell</source>
        <translation>Wirkung auf ein Feld</translation>
    </message>
    <message>
        <source>Knowing the perturbation table narrows it to %1 values (%2-%3).</source>
        <translation>Wer die Überlagerungstabelle kennt, kann auf %1 Werte eingrenzen (%2 bis %3).</translation>
    </message>
    <message>
        <source>Largest contributions</source>
        <translation>Größte Beiträge</translation>
    </message>
    <message>
        <source>Next cell</source>
        <translation>Nächstes Feld</translation>
    </message>
    <message>
        <source>The largest, who knows the settings, is left with %1 values of the rest on average.</source>
        <translation>Wer den größten Beitrag hat und die Einstellungen kennt, behält im Mittel %1 mögliche Werte des Rests.</translation>
    </message>
    <message>
        <source>The second largest, who knows the settings, finds the largest between %1 and %2.</source>
        <translation>Wer den zweitgrößten Beitrag hat und die Einstellungen kennt, grenzt den größten auf %1 bis %2 ein.</translation>
    </message>
    <message>
        <source>The second largest, who knows the settings, finds the largest from %1 on.</source>
        <translation>Wer den zweitgrößten Beitrag hat und die Einstellungen kennt, grenzt den größten auf mindestens %1 ein.</translation>
    </message>
    <message>
        <source>Total</source>
        <translation>Insgesamt</translation>
    </message>
    <message>
        <source>Unchanged: %1 %.</source>
        <translation>Unverändert: %1 %.</translation>
    </message>
    <message>
        <source>Unchanged: never.</source>
        <translation>Unverändert: nie.</translation>
    </message>
    <message>
        <source>What would be published with other keys</source>
        <translation>Was bei anderen Cell-Keys ausgewiesen würde</translation>
    </message>
    <message>
        <source>Whoever knows the others&apos; contributions best comes within %2 % of the largest in %3 % of cases.</source>
        <translation>Wer von den anderen Beiträgen am meisten weiß, kommt dem größten in %3 % der Fälle auf %2 % nahe.</translation>
    </message>
    <message>
        <source>confidential</source>
        <translation>vertraulich</translation>
    </message>
    <message>
        <source>noise in the first step</source>
        <translation>Überlagerung im 1. Schritt</translation>
    </message>
    <message>
        <source>published, %1 %</source>
        <translation>ausgewiesen, %1 %</translation>
    </message>
    <message>
        <source>ratio of sizes</source>
        <translation>Größenverhältnis</translation>
    </message>
    <message>
        <source>sum of %1 contributions</source>
        <translation>Summe von %1 Beiträgen</translation>
    </message>
    <message>
        <source>the only contribution</source>
        <translation>der einzige Beitrag</translation>
    </message>
    <message>
        <source>unit of noise, m = %1</source>
        <translation>Einheit, m = %1</translation>
    </message>
</context>
<context>
    <name>ElsewhereNote</name>
    <message>
        <source>Counted in the database “%1”.</source>
        <translation>In der Datenbank „%1“ gezählt.</translation>
    </message>
    <message>
        <source>Drawing the keys of sums anew and the floor under sums need the records.</source>
        <translation>Neu gezogene Keys von Summen und der Mindestschutz von Summen brauchen die Datensätze.</translation>
    </message>
    <message>
        <source>Profiles, examining keys, new keys, codes for no answer, durations between variables and saving prepared data need the records.</source>
        <translation>Die Datensätze brauchen: Profile, Prüfung der Keys, neue Keys, Codes für „keine Angabe“, Dauern zwischen Merkmalen, Speichern aufbereiteter Daten.</translation>
    </message>
    <message>
        <source>The floor under sums and the least noise that keeps it need the records.</source>
        <translation>Der Mindestschutz von Summen und die kleinste Überlagerung, die ihn hält, brauchen die Datensätze.</translation>
    </message>
    <message>
        <source>Totals over several periods whose units recur need the records.</source>
        <translation>Summen über mehrere Berichtszeiträume, deren Einheiten wiederkehren, brauchen die Datensätze.</translation>
    </message>
</context>
<context>
    <name>EmptyTable</name>
    <message>
        <source>Go to page Data</source>
        <translation>Zur Seite Daten</translation>
    </message>
    <message>
        <source>Go to page Method</source>
        <translation>Zur Seite Verfahren</translation>
    </message>
    <message>
        <source>Load again</source>
        <translation>Erneut laden</translation>
    </message>
    <message>
        <source>No method is in force, so no figure may be shown.</source>
        <translation>Kein Verfahren ist in Kraft, daher darf keine Zahl gezeigt werden.</translation>
    </message>
    <message>
        <source>No statistic is open.</source>
        <translation>Keine Statistik ist geöffnet.</translation>
    </message>
    <message>
        <source>The records are being loaded ...</source>
        <translation>Die Datensätze werden geladen ...</translation>
    </message>
    <message>
        <source>The records are not loaded.</source>
        <translation>Die Datensätze sind nicht geladen.</translation>
    </message>
    <message>
        <source>This period has no data yet.</source>
        <translation>Dieser Berichtszeitraum hat noch keine Daten.</translation>
    </message>
    <message>
        <source>This table cannot be computed. The message above says why.</source>
        <translation>Diese Tabelle kann nicht berechnet werden. Die Meldung oben sagt, warum.</translation>
    </message>
</context>
<context>
    <name>EmptyView</name>
    <message>
        <source>Drop a file with microdata here or open one: CSV, Excel, SPSS, Stata, SAS, Parquet. Your file is not changed.</source>
        <translation>Legen Sie eine Datei mit Einzeldaten hier ab oder öffnen Sie eine: CSV, Excel, SPSS, Stata, SAS, Parquet. Nichts wird geändert.</translation>
    </message>
    <message>
        <source>From a database ...</source>
        <translation>Aus einer Datenbank ...</translation>
    </message>
    <message>
        <source>Open file ...</source>
        <translation>Datei öffnen ...</translation>
    </message>
</context>
<context>
    <name>EvaluationBoard</name>
    <message>
        <source>All tables</source>
        <translation>Alle Tabellen</translation>
    </message>
    <message>
        <source>Less is better.</source>
        <translation>Weniger ist besser.</translation>
    </message>
    <message>
        <source>Measures by variant; cells and pictures of the chosen one stand beside</source>
        <translation>Maße je Variante; Tabellenfelder und Bilder zum gewählten Maß stehen daneben</translation>
    </message>
    <message>
        <source>More is better.</source>
        <translation>Mehr ist besser.</translation>
    </message>
    <message>
        <source>Table that the measures are of</source>
        <translation>Tabelle, für die die Maße gelten</translation>
    </message>
    <message>
        <source>Variants compared</source>
        <translation>Varianten im Vergleich</translation>
    </message>
    <message>
        <source>With keys drawn anew, 95 of 100 times: %1.</source>
        <translation>Bei neu gezogenen Keys in 95 von 100 Fällen: %1.</translation>
    </message>
</context>
<context>
    <name>EvaluationForm</name>
    <message>
        <source>Also measure with the ordered table</source>
        <translation>Auch mit geordneter Überlagerungstabelle messen</translation>
    </message>
    <message>
        <source>An attacker knows</source>
        <translation>Ein Angreifer kennt</translation>
    </message>
    <message>
        <source>Attack the tables</source>
        <translation>Tabellen angreifen</translation>
    </message>
    <message>
        <source>Attack totals that are not shown, too</source>
        <translation>Auch nicht gezeigte Summen angreifen</translation>
    </message>
    <message>
        <source>Attacker also has the released tables</source>
        <translation>Angreifer kennt auch die freigegebenen Tabellen</translation>
    </message>
    <message>
        <source>Count empty cells, too</source>
        <translation>Leere Felder mitzählen</translation>
    </message>
    <message>
        <source>Criteria</source>
        <translation>Kriterien</translation>
    </message>
    <message>
        <source>Draw keys anew</source>
        <translation>Keys neu ziehen</translation>
    </message>
    <message>
        <source>Flag differences of fewer than (units)</source>
        <translation>Differenzen melden unter (Merkmalsträger)</translation>
    </message>
    <message>
        <source>Keys drawn anew</source>
        <translation>Neu gezogene Keys</translation>
    </message>
    <message>
        <source>Method in force</source>
        <translation>Verfahren in Kraft</translation>
    </message>
    <message>
        <source>Primary suppression</source>
        <translation>Primärsperrung</translation>
    </message>
    <message>
        <source>Random rounding by cell key to</source>
        <translation>Stochastische Rundung mit Cell-Key auf</translation>
    </message>
    <message>
        <source>Randomly built tables</source>
        <translation>Zufällig gebildete Auswertungstabellen</translation>
    </message>
    <message>
        <source>Remove a test set</source>
        <translation>Testsatz entfernen</translation>
    </message>
    <message>
        <source>Repetitions</source>
        <translation>Wiederholungen</translation>
    </message>
    <message>
        <source>Risk</source>
        <translation>Risiko</translation>
    </message>
    <message>
        <source>Rounding to</source>
        <translation>Rundung auf</translation>
    </message>
    <message>
        <source>Sample of cells (0: all)</source>
        <translation>Stichprobe (0: alle Felder)</translation>
    </message>
    <message>
        <source>Save the chosen tables as a test set ...</source>
        <translation>Gewählte Tabellen als Testsatz speichern ...</translation>
    </message>
    <message>
        <source>Seconds per attack</source>
        <translation>Sekunden je Angriff</translation>
    </message>
    <message>
        <source>Seed</source>
        <translation>Startwert</translation>
    </message>
    <message>
        <source>Seed of the tables</source>
        <translation>Startwert der Tabellen</translation>
    </message>
    <message>
        <source>Table at hand</source>
        <translation>Vorliegende Tabelle</translation>
    </message>
    <message>
        <source>Tables</source>
        <translation>Tabellen</translation>
    </message>
    <message>
        <source>Test sets</source>
        <translation>Testsätze</translation>
    </message>
    <message>
        <source>Totals that the table does not show are published in other tables.</source>
        <translation>Summen, die die Tabelle nicht zeigt, sind in anderen Tabellen ausgewiesen.</translation>
    </message>
    <message>
        <source>Treat interval as narrow up to</source>
        <translation>Intervall gilt als eng bis</translation>
    </message>
    <message>
        <source>Variants</source>
        <translation>Varianten</translation>
    </message>
</context>
<context>
    <name>EvaluationModel</name>
    <message>
        <source>Quality</source>
        <translation>Qualität</translation>
    </message>
    <message>
        <source>Risk</source>
        <translation>Risiko</translation>
    </message>
    <message>
        <source>best value</source>
        <translation>bester Wert</translation>
    </message>
</context>
<context>
    <name>EvaluationPictures</name>
    <message>
        <source>Cells in the table</source>
        <translation>Felder in der Tabelle</translation>
    </message>
    <message>
        <source>Compute</source>
        <translation>Berechnen</translation>
    </message>
    <message>
        <source>D and V</source>
        <translation>D und V</translation>
    </message>
    <message>
        <source>Each square is a design with that D and V. Enter applies it.</source>
        <translation>Jedes Kästchen ist ein Entwurf mit diesem D und V. Eingabe übernimmt ihn.</translation>
    </message>
    <message>
        <source>Measure of quality, across</source>
        <translation>Maß der Qualität, waagerecht</translation>
    </message>
    <message>
        <source>Measure of risk, upwards</source>
        <translation>Maß des Risikos, senkrecht</translation>
    </message>
    <message>
        <source>Measure that colours the plane</source>
        <translation>Maß, nach dem die Ebene gefärbt ist</translation>
    </message>
    <message>
        <source>Open table</source>
        <translation>Tabelle öffnen</translation>
    </message>
    <message>
        <source>Plane of D and V</source>
        <translation>Ebene aus D und V</translation>
    </message>
    <message>
        <source>Risk against loss</source>
        <translation>Risiko gegen Genauigkeit</translation>
    </message>
    <message>
        <source>Table with the cells that stand worst</source>
        <translation>Tabelle mit den auffälligsten Feldern</translation>
    </message>
    <message>
        <source>This measure protects and attacks the tables for each field: that may take long.</source>
        <translation>Für dieses Maß werden die Tabellen für jedes Feld geheim gehalten und angegriffen: Das kann lange dauern.</translation>
    </message>
    <message>
        <source>Variants by quality and risk</source>
        <translation>Varianten nach Qualität und Risiko</translation>
    </message>
</context>
<context>
    <name>ExemptCard</name>
    <message>
        <source>Add a count in the table: context menu, “Official count”. It holds in every table; sums of magnitudes of the same cell stay protected.</source>
        <translation>Eine Anzahl kommt aus der Tabelle auf die Liste: Kontextmenü, „Amtliche Anzahl“. Sie gilt in jeder Tabelle; Wertsummen desselben Feldes bleiben geheim gehalten.</translation>
    </message>
    <message>
        <source>Official counts, published unchanged</source>
        <translation>Amtliche Anzahlen, unverändert ausgewiesen</translation>
    </message>
    <message>
        <source>Protect again</source>
        <translation>Wieder geheim halten</translation>
    </message>
    <message>
        <source>They give away no other figure.</source>
        <translation>Sie verraten keine andere Zahl.</translation>
    </message>
    <message>
        <source>Total</source>
        <translation>Insgesamt</translation>
    </message>
    <message>
        <source>What do they give away?</source>
        <translation>Was verraten sie?</translation>
    </message>
    <message>
        <source>all categories</source>
        <translation>alle Ausprägungen</translation>
    </message>
    <message>
        <source>and %1 more</source>
        <translation>und %1 weitere</translation>
    </message>
</context>
<context>
    <name>Exports</name>
    <message>
        <source>Export draft</source>
        <translation>Entwurf ausgeben</translation>
    </message>
    <message>
        <source>Export draft over all periods</source>
        <translation>Entwurf über alle Berichtszeiträume ausgeben</translation>
    </message>
    <message>
        <source>Load it from there from now on</source>
        <translation>Künftig von dort laden</translation>
    </message>
    <message>
        <source>Prepared data (*.parquet)</source>
        <translation>Aufbereitete Daten (*.parquet)</translation>
    </message>
    <message>
        <source>Save as prepared data</source>
        <translation>Als aufbereitete Daten speichern</translation>
    </message>
    <message>
        <source>Table</source>
        <translation>Tabelle</translation>
    </message>
    <message>
        <source>Writing the draft ...</source>
        <translation>Entwurf wird geschrieben ...</translation>
    </message>
    <message>
        <source>Writing the prepared data ...</source>
        <translation>Aufbereitete Daten werden geschrieben ...</translation>
    </message>
    <message>
        <source>Writing the series ...</source>
        <translation>Zeitreihe wird geschrieben ...</translation>
    </message>
    <message>
        <source>series</source>
        <translation>Zeitreihe</translation>
    </message>
</context>
<context>
    <name>Fault</name>
    <message>
        <source>Invalid entry: %1</source>
        <translation>Ungültige Eingabe: %1</translation>
    </message>
</context>
<context>
    <name>FileCard</name>
    <message>
        <source>Apostrophe</source>
        <translation>Apostroph</translation>
    </message>
    <message>
        <source>Bar</source>
        <translation>Strich</translation>
    </message>
    <message>
        <source>Blank</source>
        <translation>Leerzeichen</translation>
    </message>
    <message>
        <source>Cells</source>
        <translation>Zellen</translation>
    </message>
    <message>
        <source>Comma</source>
        <translation>Komma</translation>
    </message>
    <message>
        <source>Decimal sign</source>
        <translation>Dezimalzeichen</translation>
    </message>
    <message>
        <source>Encoding</source>
        <translation>Zeichensatz</translation>
    </message>
    <message>
        <source>Header row</source>
        <translation>Kopfzeile</translation>
    </message>
    <message>
        <source>No-break space</source>
        <translation>geschütztes Leerzeichen</translation>
    </message>
    <message>
        <source>Point</source>
        <translation>Punkt</translation>
    </message>
    <message>
        <source>Semicolon</source>
        <translation>Semikolon</translation>
    </message>
    <message>
        <source>Separator</source>
        <translation>Trennzeichen</translation>
    </message>
    <message>
        <source>Sheet</source>
        <translation>Blatt</translation>
    </message>
    <message>
        <source>Tab</source>
        <translation>Tabulator</translation>
    </message>
    <message>
        <source>The first row holds the names of the columns</source>
        <translation>Die erste Zeile enthält die Namen der Spalten</translation>
    </message>
    <message>
        <source>Thousands</source>
        <translation>Tausender</translation>
    </message>
    <message>
        <source>UTF-8 with BOM</source>
        <translation>UTF-8 mit BOM</translation>
    </message>
    <message>
        <source>Where the table is, such as B3:F200; empty: found automatically</source>
        <translation>Wo die Tabelle steht, etwa B3:F200; leer: wird automatisch gefunden</translation>
    </message>
    <message>
        <source>none</source>
        <translation>keins</translation>
    </message>
</context>
<context>
    <name>FileRows</name>
    <message>
        <source>%1 rows looked at</source>
        <translation>%1 Zeilen betrachtet</translation>
    </message>
    <message>
        <source>1 row looked at</source>
        <translation>1 Zeile betrachtet</translation>
    </message>
    <message>
        <source>Add files ...</source>
        <translation>Dateien hinzufügen ...</translation>
    </message>
    <message>
        <source>Columns of fixed width ...</source>
        <translation>Spalten fester Breite ...</translation>
    </message>
    <message>
        <source>Further files with the same columns, read as one with this</source>
        <translation>Weitere Dateien mit denselben Spalten, die mit dieser wie eine gelesen werden</translation>
    </message>
    <message>
        <source>Mark in the lines of the file where its columns begin</source>
        <translation>In den Zeilen der Datei markieren, wo die Spalten beginnen</translation>
    </message>
    <message>
        <source>Other description ...</source>
        <translation>Andere Beschreibung ...</translation>
    </message>
    <message>
        <source>Read with %1</source>
        <translation>Mit %1 lesen</translation>
    </message>
    <message>
        <source>Read with the description %1</source>
        <translation>Gelesen mit der Beschreibung %1</translation>
    </message>
    <message>
        <source>Read without description</source>
        <translation>Ohne Beschreibung lesen</translation>
    </message>
    <message>
        <source>Remove %1 from the list</source>
        <translation>%1 aus der Liste nehmen</translation>
    </message>
    <message>
        <source>There is a τ-ARGUS description beside the file.</source>
        <translation>Neben der Datei liegt eine τ-ARGUS-Beschreibung.</translation>
    </message>
    <message>
        <source>perturbation tables: %1</source>
        <translation>Überlagerungstabellen: %1</translation>
    </message>
    <message>
        <source>τ-ARGUS description ...</source>
        <translation>τ-ARGUS-Beschreibung ...</translation>
    </message>
</context>
<context>
    <name>FilterButton</name>
    <message>
        <source>All records</source>
        <translation>Alle Datensätze</translation>
    </message>
    <message>
        <source>all records</source>
        <translation>alle Datensätze</translation>
    </message>
</context>
<context>
    <name>FindBar</name>
    <message>
        <source>%1 of %2</source>
        <translation>%1 von %2</translation>
    </message>
    <message>
        <source>%1 of %2, of which %3 hidden</source>
        <translation>%1 von %2, davon %3 ausgeblendet</translation>
    </message>
    <message>
        <source>Close (Esc)</source>
        <translation>Schließen (Esc)</translation>
    </message>
    <message>
        <source>Find in the table</source>
        <translation>In der Tabelle suchen</translation>
    </message>
    <message>
        <source>Label, code or figure</source>
        <translation>Bezeichnung, Code oder Zahl</translation>
    </message>
    <message>
        <source>Next (F3)</source>
        <translation>Nächste Stelle (F3)</translation>
    </message>
    <message>
        <source>Previous (Shift+F3)</source>
        <translation>Vorige Stelle (Umschalt+F3)</translation>
    </message>
    <message>
        <source>not found</source>
        <translation>nicht gefunden</translation>
    </message>
</context>
<context>
    <name>FindInTable</name>
    <message>
        <source>Find in the table ...</source>
        <translation>In der Tabelle suchen ...</translation>
    </message>
    <message>
        <source>Find next</source>
        <translation>Nächste Stelle</translation>
    </message>
    <message>
        <source>Find previous</source>
        <translation>Vorige Stelle</translation>
    </message>
</context>
<context>
    <name>FirstView</name>
    <message>
        <source>%1 ask for a reason; not tested on tables.</source>
        <translation>%1 verlangen eine Begründung; an Tabellen nicht geprüft.</translation>
    </message>
    <message>
        <source>%1 dimensions</source>
        <translation>%1 Gliederungsmerkmale</translation>
    </message>
    <message>
        <source>%1 magnitudes</source>
        <translation>%1 Wertmerkmale</translation>
    </message>
    <message>
        <source>%1 records</source>
        <translation>%1 Datensätze</translation>
    </message>
    <message>
        <source>1 dimension</source>
        <translation>1 Gliederungsmerkmal</translation>
    </message>
    <message>
        <source>1 magnitude</source>
        <translation>1 Wertmerkmal</translation>
    </message>
    <message>
        <source>1 record</source>
        <translation>1 Datensatz</translation>
    </message>
    <message>
        <source>1 · Data</source>
        <translation>1 · Daten</translation>
    </message>
    <message>
        <source>2 · How shall the figures be protected?</source>
        <translation>2 · Wie sollen die Zahlen geschützt werden?</translation>
    </message>
    <message>
        <source>3 · First table</source>
        <translation>3 · Erste Tabelle</translation>
    </message>
    <message>
        <source>Cell-key, more noise</source>
        <translation>Cell-Key, mehr Überlagerung</translation>
    </message>
    <message>
        <source>F1 to F9 held; not tested on tables.</source>
        <translation>F1 bis F9 eingehalten; an Tabellen nicht geprüft.</translation>
    </message>
    <message>
        <source>In %1 cells of the tables below: mean deviation %2; %3 % change by at most 1.</source>
        <translation>In %1 Feldern der Tabellen unten: mittlere Abweichung %2; %3 % ändern sich um höchstens 1.</translation>
    </message>
    <message>
        <source>No cell of these tables is changed.</source>
        <translation>Kein Feld dieser Tabellen wird verändert.</translation>
    </message>
    <message>
        <source>Proposal of the program: cell-key, close to the originals</source>
        <translation>Vorschlag des Programms: Cell-Key, nah am Original</translation>
    </message>
    <message>
        <source>Proposals are being computed on your tables ...</source>
        <translation>Vorschläge werden an Ihren Tabellen gerechnet ...</translation>
    </message>
    <message>
        <source>Proposed from your variables:</source>
        <translation>Vorschläge aus Ihren Merkmalen:</translation>
    </message>
    <message>
        <source>Put in force ...</source>
        <translation>In Kraft setzen ...</translation>
    </message>
    <message>
        <source>Rounding to %1</source>
        <translation>Rundung auf %1</translation>
    </message>
    <message>
        <source>See everything (variables, hierarchies ...)</source>
        <translation>Alles ansehen (Merkmale, Hierarchien ...)</translation>
    </message>
    <message>
        <source>Trial – not for publication. The body in charge decides on the method, for all tables.</source>
        <translation>Probe – nicht zur Veröffentlichung. Über das Verfahren entscheidet das zuständige Gremium, für alle Tabellen.</translation>
    </message>
    <message>
        <source>What readers can work out from several tables was not tested.</source>
        <translation>Was sich aus mehreren Tabellen errechnen lässt, ist nicht geprüft.</translation>
    </message>
</context>
<context>
    <name>FloorPanel</name>
    <message>
        <source>Attack on</source>
        <translation>Angriff auf</translation>
    </message>
    <message>
        <source>HTML (*.html)</source>
        <translation>HTML (*.html)</translation>
    </message>
    <message>
        <source>Internal report</source>
        <translation>Interner Bericht</translation>
    </message>
    <message>
        <source>Measure now</source>
        <translation>Jetzt messen</translation>
    </message>
    <message>
        <source>PDF (*.pdf)</source>
        <translation>PDF (*.pdf)</translation>
    </message>
    <message>
        <source>Save report ...</source>
        <translation>Bericht speichern ...</translation>
    </message>
    <message>
        <source>Table at hand</source>
        <translation>Vorliegende Tabelle</translation>
    </message>
    <message>
        <source>Tables are attacked ...</source>
        <translation>Tabellen werden angegriffen ...</translation>
    </message>
    <message>
        <source>Tables that are attacked</source>
        <translation>Tabellen, die angegriffen werden</translation>
    </message>
    <message>
        <source>Test set %1</source>
        <translation>Testsatz %1</translation>
    </message>
    <message>
        <source>The records of the period are not loaded.</source>
        <translation>Die Datensätze des Berichtszeitraums sind nicht geladen.</translation>
    </message>
    <message>
        <source>all saved tables</source>
        <translation>alle gespeicherten Tabellen</translation>
    </message>
</context>
<context>
    <name>FolderEditor</name>
    <message>
        <source>Choose ...</source>
        <translation>Wählen ...</translation>
    </message>
    <message>
        <source>Choose folder</source>
        <translation>Ordner wählen</translation>
    </message>
</context>
<context>
    <name>FootnoteList</name>
    <message>
        <source>Footnotes</source>
        <translation>Fußnoten</translation>
    </message>
</context>
<context>
    <name>Forcing</name>
    <message>
        <source>Decide again: %1</source>
        <translation>Neu entscheiden: %1</translation>
    </message>
    <message>
        <source>Put in force: %1</source>
        <translation>In Kraft setzen: %1</translation>
    </message>
</context>
<context>
    <name>FormerProduction</name>
    <message>
        <source>%1 cells are unknown here.</source>
        <translation>%1 Tabellenfelder sind hier unbekannt.</translation>
    </message>
    <message>
        <source>%1 cells have no figure there.</source>
        <translation>%1 Tabellenfelder haben dort keinen Wert.</translation>
    </message>
    <message>
        <source>%1 cells with records are missing there.</source>
        <translation>%1 Tabellenfelder mit Datensätzen fehlen dort.</translation>
    </message>
    <message>
        <source>1 cell has no figure there.</source>
        <translation>1 Tabellenfeld hat dort keinen Wert.</translation>
    </message>
    <message>
        <source>1 cell is unknown here.</source>
        <translation>1 Tabellenfeld ist hier unbekannt.</translation>
    </message>
    <message>
        <source>1 cell with records is missing there.</source>
        <translation>1 Tabellenfeld mit Datensätzen fehlt dort.</translation>
    </message>
    <message>
        <source>A table that R, SAS or τ-ARGUS made from the same keys: one line per cell, dimensions as columns, a column of published figures. Cells whose figure differs are named.</source>
        <translation>Eine Tabelle, die R, SAS oder τ-ARGUS mit denselben Record-Keys erzeugt hat: eine Zeile je Tabellenfeld, Gliederungsmerkmale als Spalten, eine Spalte ausgewiesener Werte. Tabellenfelder, deren Wert abweicht, werden genannt.</translation>
    </message>
    <message>
        <source>All files (*)</source>
        <translation>Alle Dateien (*)</translation>
    </message>
    <message>
        <source>Cells that differ or lie on a bound</source>
        <translation>Tabellenfelder, die abweichen oder auf einer Grenze liegen</translation>
    </message>
    <message>
        <source>Cells that differ: %1 of %2</source>
        <translation>Abweichende Tabellenfelder: %1 von %2</translation>
    </message>
    <message>
        <source>Cells with a cell key within 1e-9 of a bound of the perturbation table: %1, those that differ: %2. Programs that add keys as floating-point numbers may look them up on either side.</source>
        <translation>Tabellenfelder, deren Cell-Key näher als 1e-9 an einer Grenze der Überlagerungstabelle liegt: %1, davon abweichend: %2. Programme, die Keys als Gleitkommazahlen addieren, können sie auf beiden Seiten nachschlagen.</translation>
    </message>
    <message>
        <source>Choose table ...</source>
        <translation>Tabelle wählen ...</translation>
    </message>
    <message>
        <source>Compare</source>
        <translation>Vergleichen</translation>
    </message>
    <message>
        <source>Compare with former production</source>
        <translation>Vergleich mit früherer Produktion</translation>
    </message>
    <message>
        <source>Comparing ...</source>
        <translation>Vergleich läuft ...</translation>
    </message>
    <message>
        <source>Dimensions</source>
        <translation>Gliederungsmerkmale</translation>
    </message>
    <message>
        <source>Go to page Method</source>
        <translation>Zur Seite Verfahren</translation>
    </message>
    <message>
        <source>Published figures</source>
        <translation>Ausgewiesene Werte</translation>
    </message>
    <message>
        <source>Table of former production</source>
        <translation>Tabelle der früheren Produktion</translation>
    </message>
    <message>
        <source>Tables (*.csv *.txt *.tsv *.xlsx *.ods *.parquet)</source>
        <translation>Tabellen (*.csv *.txt *.tsv *.xlsx *.ods *.parquet)</translation>
    </message>
    <message>
        <source>The first %1 of %2 cells are listed.</source>
        <translation>Die ersten %1 von %2 Tabellenfeldern sind aufgeführt.</translation>
    </message>
    <message>
        <source>The total is called</source>
        <translation>Die Summe heißt</translation>
    </message>
    <message>
        <source>Total, Insgesamt or empty</source>
        <translation>Total, Insgesamt oder leer</translation>
    </message>
    <message>
        <source>Weighted figures</source>
        <translation>Gewichtete Werte</translation>
    </message>
</context>
<context>
    <name>GridActions</name>
    <message>
        <source>%1: sorted ascending</source>
        <translation>%1: aufsteigend sortiert</translation>
    </message>
    <message>
        <source>%1: sorted descending</source>
        <translation>%1: absteigend sortiert</translation>
    </message>
    <message>
        <source>, within each %1</source>
        <translation>, je %1</translation>
    </message>
    <message>
        <source>All categories again</source>
        <translation>Wieder alle Ausprägungen</translation>
    </message>
    <message>
        <source>All categories of this level are in the table.</source>
        <translation>Alle Ausprägungen dieser Ebene stehen in der Tabelle.</translation>
    </message>
    <message>
        <source>As in the code list</source>
        <translation>Wie im Schlüsselverzeichnis</translation>
    </message>
    <message>
        <source>Automatic width</source>
        <translation>Automatische Breite</translation>
    </message>
    <message>
        <source>By the published figures, within the parent. The total stays where it is.</source>
        <translation>Nach den veröffentlichten Zahlen, innerhalb der Oberzeile. Die Summe bleibt, wo sie steht.</translation>
    </message>
    <message>
        <source>Choose one category: totals, values and reporting periods keep their names.</source>
        <translation>Wählen Sie eine Ausprägung: Summen, Werte und Berichtszeiträume behalten ihre Namen.</translation>
    </message>
    <message>
        <source>Close the node</source>
        <translation>Knoten zuklappen</translation>
    </message>
    <message>
        <source>Footnote</source>
        <translation>Fußnote</translation>
    </message>
    <message>
        <source>Group and name</source>
        <translation>Zusammenfassen und umbenennen</translation>
    </message>
    <message>
        <source>Group the chosen columns ...</source>
        <translation>Gewählte Spalten zusammenfassen ...</translation>
    </message>
    <message>
        <source>Group the chosen rows ...</source>
        <translation>Gewählte Zeilen zusammenfassen ...</translation>
    </message>
    <message>
        <source>Hidden only, not protected; totals unchanged.</source>
        <translation>Nur ausgeblendet, nicht geschützt; Summen bleiben.</translation>
    </message>
    <message>
        <source>Hide</source>
        <translation>Ausblenden</translation>
    </message>
    <message>
        <source>Hide the chosen columns</source>
        <translation>Gewählte Spalten ausblenden</translation>
    </message>
    <message>
        <source>Hide the chosen rows</source>
        <translation>Gewählte Zeilen ausblenden</translation>
    </message>
    <message>
        <source>In this table and its files only; the dictionary keeps its label.</source>
        <translation>Nur in dieser Tabelle und ihren Dateien; das Merkmalsverzeichnis behält seine Bezeichnung.</translation>
    </message>
    <message>
        <source>It can stand only among the headings beside it, under the same heading.</source>
        <translation>Es kann nur zwischen den Überschriften daneben stehen, unter derselben Überschrift.</translation>
    </message>
    <message>
        <source>It stands at the end already.</source>
        <translation>Es steht schon am Ende.</translation>
    </message>
    <message>
        <source>Leaves all others out of this table, in later periods, too. The total stays that of all.</source>
        <translation>Lässt alle anderen aus dieser Tabelle weg, auch in späteren Zeiträumen. Die Summe bleibt die von allen.</translation>
    </message>
    <message>
        <source>Move</source>
        <translation>Verschieben</translation>
    </message>
    <message>
        <source>Move column left</source>
        <translation>Spalte nach links</translation>
    </message>
    <message>
        <source>Move column right</source>
        <translation>Spalte nach rechts</translation>
    </message>
    <message>
        <source>Name in this table ...</source>
        <translation>In dieser Tabelle umbenennen ...</translation>
    </message>
    <message>
        <source>Name in this table; empty: as in the dictionary</source>
        <translation>Bezeichnung in dieser Tabelle; leer: wie im Merkmalsverzeichnis</translation>
    </message>
    <message>
        <source>Name of the group</source>
        <translation>Name der Gruppe</translation>
    </message>
    <message>
        <source>Not possible on this line of the table</source>
        <translation>Auf dieser Zeile der Tabelle nicht möglich</translation>
    </message>
    <message>
        <source>Nothing is hidden by hand.</source>
        <translation>Von Hand ist nichts ausgeblendet.</translation>
    </message>
    <message>
        <source>Nothing more stands below it.</source>
        <translation>Darunter steht nichts mehr.</translation>
    </message>
    <message>
        <source>One of them has to stay in the table.</source>
        <translation>Eine davon muss in der Tabelle bleiben.</translation>
    </message>
    <message>
        <source>Only these are in the table. The total stays that of all.</source>
        <translation>Nur diese stehen in der Tabelle. Die Summe bleibt die von allen.</translation>
    </message>
    <message>
        <source>Only this</source>
        <translation>Nur dies</translation>
    </message>
    <message>
        <source>Open and close</source>
        <translation>Auf- und zuklappen</translation>
    </message>
    <message>
        <source>Open one level</source>
        <translation>Eine Ebene aufklappen</translation>
    </message>
    <message>
        <source>Open the node</source>
        <translation>Knoten aufklappen</translation>
    </message>
    <message>
        <source>Percent</source>
        <translation>Anteil in %</translation>
    </message>
    <message>
        <source>Percent of ...</source>
        <translation>Anteil in % an ...</translation>
    </message>
    <message>
        <source>Percent of the row</source>
        <translation>Anteil in % an der Zeile</translation>
    </message>
    <message>
        <source>Row one place down</source>
        <translation>Zeile eins nach unten</translation>
    </message>
    <message>
        <source>Row one place up</source>
        <translation>Zeile eins nach oben</translation>
    </message>
    <message>
        <source>Show hidden rows and columns</source>
        <translation>Ausgeblendetes einblenden</translation>
    </message>
    <message>
        <source>Sort</source>
        <translation>Sortieren</translation>
    </message>
    <message>
        <source>Sort ascending</source>
        <translation>Aufsteigend sortieren</translation>
    </message>
    <message>
        <source>Sort by this column</source>
        <translation>Nach dieser Spalte sortieren</translation>
    </message>
    <message>
        <source>Sort descending</source>
        <translation>Absteigend sortieren</translation>
    </message>
    <message>
        <source>The group stands behind all other categories of its variable.</source>
        <translation>Die Gruppe steht hinter allen anderen Ausprägungen ihres Merkmals.</translation>
    </message>
    <message>
        <source>There are no categories on the other side that could be sorted.</source>
        <translation>Auf der anderen Seite stehen keine Ausprägungen, die sich sortieren ließen.</translation>
    </message>
    <message>
        <source>This heading stands over several lines without a total: choose one of them.</source>
        <translation>Diese Überschrift steht über mehreren Linien ohne Summe: Wählen Sie eine davon.</translation>
    </message>
    <message>
        <source>This is no category of one variable: choose one, or several of the same level.</source>
        <translation>Das ist keine Ausprägung eines Merkmals: Wählen Sie eine, oder mehrere derselben Ebene.</translation>
    </message>
    <message>
        <source>What is hidden is neither shown nor written. Hiding does not protect it, and the total stays.</source>
        <translation>Ausgeblendetes wird weder gezeigt noch ausgegeben. Ausblenden schützt es nicht, und die Summe bleibt.</translation>
    </message>
</context>
<context>
    <name>Handbook</name>
    <message>
        <source>Alt+Left</source>
        <translation>Alt+Pfeil links</translation>
    </message>
    <message>
        <source>Contents</source>
        <translation>Inhalt</translation>
    </message>
    <message>
        <source>Handbook</source>
        <translation>Handbuch</translation>
    </message>
    <message>
        <source>No page has all these words.</source>
        <translation>Keine Seite enthält alle diese Wörter.</translation>
    </message>
    <message>
        <source>Page before</source>
        <translation>Vorige Seite</translation>
    </message>
    <message>
        <source>Pages of the handbook</source>
        <translation>Seiten des Handbuchs</translation>
    </message>
    <message>
        <source>Search handbook</source>
        <translation>Handbuch durchsuchen</translation>
    </message>
    <message>
        <source>ckmdesk, version %1</source>
        <translation>ckmdesk, Version %1</translation>
    </message>
    <message>
        <source>search (Ctrl+F)</source>
        <translation>suchen (Strg+F)</translation>
    </message>
</context>
<context>
    <name>HandingIn</name>
    <message>
        <source>%1 (modified, is saved first)</source>
        <translation>%1 (geändert, wird vorher gespeichert)</translation>
    </message>
    <message>
        <source>Table at hand: %1</source>
        <translation>Vorliegende Tabelle: %1</translation>
    </message>
    <message>
        <source>the table at hand</source>
        <translation>die vorliegende Tabelle</translation>
    </message>
</context>
<context>
    <name>HierarchiesTab</name>
    <message>
        <source>%1 nodes</source>
        <translation>%1 Knoten</translation>
    </message>
    <message>
        <source>Add %1 codes below</source>
        <translation>%1 Codes einfügen unter</translation>
    </message>
    <message>
        <source>Add 1 code below</source>
        <translation>1 Code einfügen unter</translation>
    </message>
    <message>
        <source>Add and apply</source>
        <translation>Einfügen und übernehmen</translation>
    </message>
    <message>
        <source>All files (*)</source>
        <translation>Alle Dateien (*)</translation>
    </message>
    <message>
        <source>Hierarchies (*.hrc *.csv *.txt *.xlsx *.xls *.ods)</source>
        <translation>Hierarchien (*.hrc *.csv *.txt *.xlsx *.xls *.ods)</translation>
    </message>
    <message>
        <source>Hierarchies (*.hrc)</source>
        <translation>Hierarchien (*.hrc)</translation>
    </message>
    <message>
        <source>Node above</source>
        <translation>Übergeordneter Knoten</translation>
    </message>
    <message>
        <source>Read hierarchy</source>
        <translation>Hierarchie einlesen</translation>
    </message>
    <message>
        <source>Save hierarchy</source>
        <translation>Hierarchie speichern</translation>
    </message>
    <message>
        <source>Saved as %1. Names of nodes and levels have no place in such a file.</source>
        <translation>Gespeichert als %1. Bezeichnungen der Knoten und Ebenen haben in einer solchen Datei keinen Platz.</translation>
    </message>
    <message>
        <source>There is a variable “%1” already. Choose another name.</source>
        <translation>Ein Merkmal „%1“ gibt es schon. Wählen Sie einen anderen Namen.</translation>
    </message>
    <message>
        <source>Write numbers with blanks between them, for example 3 1 1.</source>
        <translation>Schreiben Sie Zahlen mit Leerzeichen dazwischen, zum Beispiel 3 1 1.</translation>
    </message>
    <message>
        <source>its own</source>
        <translation>eigene</translation>
    </message>
</context>
<context>
    <name>HierarchyCard</name>
    <message>
        <source> and %1 more</source>
        <translation> und %1 weitere</translation>
    </message>
    <message>
        <source>%1 categories, no hierarchy.</source>
        <translation>%1 Ausprägungen, keine Hierarchie.</translation>
    </message>
    <message>
        <source>%1 nodes</source>
        <translation>%1 Knoten</translation>
    </message>
    <message>
        <source>1 category, no hierarchy.</source>
        <translation>1 Ausprägung, keine Hierarchie.</translation>
    </message>
    <message>
        <source>1 node</source>
        <translation>1 Knoten</translation>
    </message>
    <message>
        <source>Add</source>
        <translation>Anlegen</translation>
    </message>
    <message>
        <source>Add another ...</source>
        <translation>Weitere ...</translation>
    </message>
    <message>
        <source>All codes of the data are contained.</source>
        <translation>Alle Codes der Daten sind enthalten.</translation>
    </message>
    <message>
        <source>Build or change the hierarchy in the tree</source>
        <translation>Hierarchie im Baum aufbauen oder ändern</translation>
    </message>
    <message>
        <source>By hand</source>
        <translation>Von Hand</translation>
    </message>
    <message>
        <source>Code</source>
        <translation>Code</translation>
    </message>
    <message>
        <source>Dimension</source>
        <translation>Merkmal</translation>
    </message>
    <message>
        <source>From columns</source>
        <translation>Aus Spalten</translation>
    </message>
    <message>
        <source>From dates</source>
        <translation>Aus Datum</translation>
    </message>
    <message>
        <source>From digits</source>
        <translation>Aus Stellen</translation>
    </message>
    <message>
        <source>From file ...</source>
        <translation>Aus Datei ...</translation>
    </message>
    <message>
        <source>Group</source>
        <translation>Gruppieren</translation>
    </message>
    <message>
        <source>Hierarchy</source>
        <translation>Hierarchie</translation>
    </message>
    <message>
        <source>Hierarchy of the file</source>
        <translation>Hierarchie der Datei</translation>
    </message>
    <message>
        <source>Levels</source>
        <translation>Ebenen</translation>
    </message>
    <message>
        <source>Make a hierarchy of several variables of the data</source>
        <translation>Hierarchie aus mehreren Merkmalen der Daten bilden</translation>
    </message>
    <message>
        <source>Make a hierarchy of the first digits of the codes</source>
        <translation>Hierarchie aus den ersten Stellen der Codes bilden</translation>
    </message>
    <message>
        <source>Make a hierarchy of years, months and days</source>
        <translation>Aus Jahren, Monaten und Tagen eine Hierarchie bilden</translation>
    </message>
    <message>
        <source>Move</source>
        <translation>Verschieben</translation>
    </message>
    <message>
        <source>Move the selected nodes below</source>
        <translation>Ausgewählte Knoten verschieben unter</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>Name of level %1</source>
        <translation>Name der Ebene %1</translation>
    </message>
    <message>
        <source>Name of the group</source>
        <translation>Bezeichnung der Gruppe</translation>
    </message>
    <message>
        <source>New hierarchy beside this one</source>
        <translation>Neue Hierarchie neben dieser</translation>
    </message>
    <message>
        <source>Node</source>
        <translation>Knoten</translation>
    </message>
    <message>
        <source>Node above</source>
        <translation>Übergeordneter Knoten</translation>
    </message>
    <message>
        <source>Nodes with their records</source>
        <translation>Knoten mit ihren Datensätzen</translation>
    </message>
    <message>
        <source>Read</source>
        <translation>Einlesen</translation>
    </message>
    <message>
        <source>Read a hierarchy: .hrc, one column per level, or codes with parents</source>
        <translation>Hierarchie einlesen: .hrc, eine Spalte je Ebene oder Codes mit übergeordneten Codes</translation>
    </message>
    <message>
        <source>Records</source>
        <translation>Datensätze</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>Entfernen</translation>
    </message>
    <message>
        <source>Remove the hierarchy of this dimension</source>
        <translation>Die Hierarchie dieses Merkmals entfernen</translation>
    </message>
    <message>
        <source>Save as file ...</source>
        <translation>Speichern ...</translation>
    </message>
    <message>
        <source>Save the hierarchy as .hrc</source>
        <translation>Hierarchie als .hrc speichern</translation>
    </message>
    <message>
        <source>The file holds several hierarchies. Read:</source>
        <translation>Die Datei enthält mehrere Hierarchien. Einlesen:</translation>
    </message>
    <message>
        <source>Title</source>
        <translation>Titel</translation>
    </message>
    <message>
        <source>Title of the dimension</source>
        <translation>Titel des Gliederungsmerkmals</translation>
    </message>
    <message>
        <source>Title of the new hierarchy</source>
        <translation>Titel der neuen Hierarchie</translation>
    </message>
    <message>
        <source>Total</source>
        <translation>Insgesamt</translation>
    </message>
    <message>
        <source>Without records: %1</source>
        <translation>Ohne Datensätze: %1</translation>
    </message>
</context>
<context>
    <name>ImportClock</name>
    <message>
        <source>%1 records, %2 %</source>
        <translation>%1 Datensätze, %2 %</translation>
    </message>
    <message>
        <source>, about %1 s left</source>
        <translation>, noch etwa %1 s</translation>
    </message>
</context>
<context>
    <name>ImportFiles</name>
    <message>
        <source>All files (*)</source>
        <translation>Alle Dateien (*)</translation>
    </message>
    <message>
        <source>Description of τ-ARGUS</source>
        <translation>τ-ARGUS-Beschreibung</translation>
    </message>
    <message>
        <source>Description of τ-ARGUS (*.rda *.RDA)</source>
        <translation>τ-ARGUS-Beschreibung (*.rda *.RDA)</translation>
    </message>
    <message>
        <source>Further files</source>
        <translation>Weitere Dateien</translation>
    </message>
</context>
<context>
    <name>ImportView</name>
    <message>
        <source>%1 columns</source>
        <translation>%1 Spalten</translation>
    </message>
    <message>
        <source>1 column</source>
        <translation>1 Spalte</translation>
    </message>
    <message>
        <source>Ignore selected columns</source>
        <translation>Markierte Spalten nicht verwenden</translation>
    </message>
    <message>
        <source>Preview</source>
        <translation>Vorschau</translation>
    </message>
    <message>
        <source>Rows 1 to %1  ·  %2  ·  types guessed, roles proposed</source>
        <translation>Zeilen 1 bis %1  ·  %2  ·  Typen erkannt, Rollen vorgeschlagen</translation>
    </message>
    <message>
        <source>Select columns with the mouse, or with Shift and the arrow keys</source>
        <translation>Spalten markieren: mit der Maus oder mit Umschalt und den Pfeiltasten</translation>
    </message>
</context>
<context>
    <name>ImportedStatisticCard</name>
    <message>
        <source>Categories with a validity are shown as of this day</source>
        <translation>Ausprägungen mit Gültigkeit stehen nach diesem Tag</translation>
    </message>
    <message>
        <source>Reference day</source>
        <translation>Stichtag</translation>
    </message>
    <message>
        <source>Reporting period</source>
        <translation>Berichtszeitraum</translation>
    </message>
    <message>
        <source>Statistic</source>
        <translation>Statistik</translation>
    </message>
    <message>
        <source>Title</source>
        <translation>Titel</translation>
    </message>
    <message>
        <source>Title of the statistic</source>
        <translation>Titel der Statistik</translation>
    </message>
    <message>
        <source>YYYY-MM-DD</source>
        <translation>TT.MM.JJJJ</translation>
    </message>
    <message>
        <source>e.g. 2025</source>
        <translation>z. B. 2025</translation>
    </message>
    <message>
        <source>none</source>
        <translation>keine</translation>
    </message>
</context>
<context>
    <name>KeptTables</name>
    <message>
        <source>Adapt</source>
        <translation>Anpassen</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>Löschen</translation>
    </message>
    <message>
        <source>Discard changes</source>
        <translation>Änderungen verwerfen</translation>
    </message>
    <message>
        <source>Dissolve folder, keep its tables</source>
        <translation>Ordner auflösen, Tabellen behalten</translation>
    </message>
    <message>
        <source>Duplicate</source>
        <translation>Duplizieren</translation>
    </message>
    <message>
        <source>Give a name and save</source>
        <translation>Benennen und speichern</translation>
    </message>
    <message>
        <source>Move down</source>
        <translation>Nach unten</translation>
    </message>
    <message>
        <source>Move to folder</source>
        <translation>In Ordner verschieben</translation>
    </message>
    <message>
        <source>Move up</source>
        <translation>Nach oben</translation>
    </message>
    <message>
        <source>Name of the folder</source>
        <translation>Name des Ordners</translation>
    </message>
    <message>
        <source>New folder</source>
        <translation>Neuer Ordner</translation>
    </message>
    <message>
        <source>New folder ...</source>
        <translation>Neuer Ordner ...</translation>
    </message>
    <message>
        <source>No folder</source>
        <translation>Kein Ordner</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>Öffnen</translation>
    </message>
    <message>
        <source>Rename</source>
        <translation>Umbenennen</translation>
    </message>
    <message>
        <source>Save as file ...</source>
        <translation>Als Datei speichern ...</translation>
    </message>
    <message>
        <source>saved %1</source>
        <translation>gespeichert %1</translation>
    </message>
</context>
<context>
    <name>KeyFiles</name>
    <message>
        <source>%1 identifiers of the file are not needed.</source>
        <translation>%1 Kennungen der Datei werden nicht gebraucht.</translation>
    </message>
    <message>
        <source>1 identifier of the file is not needed.</source>
        <translation>1 Kennung der Datei wird nicht gebraucht.</translation>
    </message>
    <message>
        <source>All files (*)</source>
        <translation>Alle Dateien (*)</translation>
    </message>
    <message>
        <source>File of keys</source>
        <translation>Datei der Keys</translation>
    </message>
    <message>
        <source>File with the secret</source>
        <translation>Datei mit dem Geheimnis</translation>
    </message>
    <message>
        <source>New secret</source>
        <translation>Neues Geheimnis</translation>
    </message>
    <message>
        <source>Records that find their key: %1 of %2.</source>
        <translation>Datensätze, die ihren Key finden: %1 von %2.</translation>
    </message>
    <message>
        <source>With identifier and key of another record: %1, the first: %2.</source>
        <translation>Mit Kennung und Key eines anderen Datensatzes: %1, zuerst: %2.</translation>
    </message>
    <message>
        <source>Without a key: %1, the first: %2.</source>
        <translation>Ohne Key: %1, zuerst: %2.</translation>
    </message>
    <message>
        <source>being looked up ...</source>
        <translation>wird nachgeschlagen ...</translation>
    </message>
    <message>
        <source>being looked up: %1 records ...</source>
        <translation>wird nachgeschlagen: %1 Datensätze ...</translation>
    </message>
    <message>
        <source>secret.txt</source>
        <translation>geheimnis.txt</translation>
    </message>
</context>
<context>
    <name>KeyHistogram</name>
    <message>
        <source>expected</source>
        <translation>erwartet</translation>
    </message>
    <message>
        <source>from</source>
        <translation>von</translation>
    </message>
    <message>
        <source>records</source>
        <translation>Datensätze</translation>
    </message>
    <message>
        <source>to</source>
        <translation>bis</translation>
    </message>
</context>
<context>
    <name>KeySourceForm</name>
    <message>
        <source>As in the period before</source>
        <translation>Wie im vorigen Berichtszeitraum</translation>
    </message>
    <message>
        <source>Choose file ...</source>
        <translation>Datei wählen ...</translation>
    </message>
    <message>
        <source>Choose secret ...</source>
        <translation>Geheimnis wählen ...</translation>
    </message>
    <message>
        <source>Column</source>
        <translation>Spalte</translation>
    </message>
    <message>
        <source>Column of the data</source>
        <translation>Spalte der Daten</translation>
    </message>
    <message>
        <source>Derive from an identifier</source>
        <translation>Aus einer Kennung ableiten</translation>
    </message>
    <message>
        <source>Flow: other keys in each period</source>
        <translation>Bewegungsdaten: in jedem Berichtszeitraum andere Keys</translation>
    </message>
    <message>
        <source>From another file</source>
        <translation>Aus einer anderen Datei</translation>
    </message>
    <message>
        <source>Generate keys</source>
        <translation>Keys erzeugen</translation>
    </message>
    <message>
        <source>Generate keys for records without one</source>
        <translation>Für Datensätze ohne Key einen erzeugen</translation>
    </message>
    <message>
        <source>Household</source>
        <translation>Haushalt</translation>
    </message>
    <message>
        <source>Identifier</source>
        <translation>Kennung</translation>
    </message>
    <message>
        <source>Identifier here</source>
        <translation>Kennung hier</translation>
    </message>
    <message>
        <source>Identifier there</source>
        <translation>Kennung dort</translation>
    </message>
    <message>
        <source>Key there</source>
        <translation>Key dort</translation>
    </message>
    <message>
        <source>Makes a file with a random secret. Keep it apart from the data: who has it can derive every key.</source>
        <translation>Schreibt eine Datei mit einem zufälligen Geheimnis. Bewahren Sie sie getrennt von den Daten auf: Wer sie hat, kann jeden Key ableiten.</translation>
    </message>
    <message>
        <source>Modulus M</source>
        <translation>Modul M</translation>
    </message>
    <message>
        <source>Modulus of the record keys</source>
        <translation>Modul der Record-Keys</translation>
    </message>
    <message>
        <source>New secret ...</source>
        <translation>Neues Geheimnis ...</translation>
    </message>
    <message>
        <source>One of 10⁹ possible keys per record, from the operating system&apos;s randomness. The keys are saved beside the statistic; the same keys give the same figures every time.</source>
        <translation>Je Datensatz einer von 10⁹ möglichen Keys, aus dem Zufall des Betriebssystems. Die Keys werden neben der Statistik gespeichert; dieselben Keys ergeben jedes Mal dieselben Werte.</translation>
    </message>
    <message>
        <source>Rounding works without keys, the cell-key method does not.</source>
        <translation>Rundung geht ohne Keys, die Cell-Key-Methode nicht.</translation>
    </message>
    <message>
        <source>Stock: a unit keeps its key from period to period</source>
        <translation>Bestand: Merkmalsträger behalten ihren Key</translation>
    </message>
    <message>
        <source>The key of a record is the sum of the keys of all members of its household.</source>
        <translation>Der Key eines Datensatzes ist die Summe der Keys aller Mitglieder seines Haushalts.</translation>
    </message>
    <message>
        <source>The keys are in a separate file and are matched by an identifier.</source>
        <translation>Die Keys stehen in einer eigenen Datei und werden über eine Kennung zugeordnet.</translation>
    </message>
    <message>
        <source>The same unit has the same key in every period and every office that knows the secret. The identifier is read once and not kept.</source>
        <translation>Derselbe Merkmalsträger hat denselben Key in jedem Berichtszeitraum und jedem Amt, das das Geheimnis kennt. Die Kennung wird einmal gelesen und nicht aufbewahrt.</translation>
    </message>
    <message>
        <source>Units</source>
        <translation>Merkmalsträger</translation>
    </message>
    <message>
        <source>Units that were there in another period get new noise: after some periods the average gives unchanged figures away. Derive the keys, or take those of the period before.</source>
        <translation>Merkmalsträger, die es schon in einem anderen Berichtszeitraum gab, bekommen neue Überlagerung: Nach einigen Berichtszeiträumen verrät der Mittelwert unveränderte Werte. Leiten Sie die Keys ab, oder nehmen Sie die des vorigen Berichtszeitraums.</translation>
    </message>
    <message>
        <source>Units that were there keep their key and their noise; new units get new keys.</source>
        <translation>Merkmalsträger, die es schon gab, behalten ihren Key und ihre Überlagerung; neue bekommen neue Keys.</translation>
    </message>
    <message>
        <source>Without keys</source>
        <translation>Ohne Keys</translation>
    </message>
    <message>
        <source>none</source>
        <translation>keiner</translation>
    </message>
</context>
<context>
    <name>KeysCard</name>
    <message>
        <source>%1 of %2 records looked at</source>
        <translation>%1 von %2 betrachteten Datensätzen</translation>
    </message>
    <message>
        <source>%1 share a key, expected by chance: %2</source>
        <translation>%1 teilen sich einen Key, zu erwarten: %2</translation>
    </message>
    <message>
        <source>%1, thus M = %2</source>
        <translation>%1, also M = %2</translation>
    </message>
    <message>
        <source>All keys are checked when the data are imported.</source>
        <translation>Alle Keys werden bei der Übernahme geprüft.</translation>
    </message>
    <message>
        <source>Column %1</source>
        <translation>Spalte %1</translation>
    </message>
    <message>
        <source>Column %1 of the database</source>
        <translation>Spalte %1 der Datenbank</translation>
    </message>
    <message>
        <source>Column %1, read as text</source>
        <translation>Spalte %1, als Text</translation>
    </message>
    <message>
        <source>Digits</source>
        <translation>Stellen</translation>
    </message>
    <message>
        <source>F10 to F14 hold</source>
        <translation>F10 bis F14 sind eingehalten</translation>
    </message>
    <message>
        <source>Floor under protection</source>
        <translation>Mindestschutz</translation>
    </message>
    <message>
        <source>Modulus M</source>
        <translation>Modul M</translation>
    </message>
    <message>
        <source>No record keys. Rounding works without, the cell-key method does not.</source>
        <translation>Keine Record-Keys. Rundung geht ohne, die Cell-Key-Methode nicht.</translation>
    </message>
    <message>
        <source>Number</source>
        <translation>Anzahl</translation>
    </message>
    <message>
        <source>Origin</source>
        <translation>Herkunft</translation>
    </message>
    <message>
        <source>Record key, records per key</source>
        <translation>Record-Key, Datensätze je Key</translation>
    </message>
    <message>
        <source>Record key, records per twentieth</source>
        <translation>Record-Key, Datensätze je Zwanzigstel</translation>
    </message>
    <message>
        <source>Record keys</source>
        <translation>Record-Keys</translation>
    </message>
    <message>
        <source>The records are not loaded.</source>
        <translation>Die Datensätze sind nicht geladen.</translation>
    </message>
    <message>
        <source>Whole numbers from 0 to below M. M is the number of possible keys; only who made them knows it.</source>
        <translation>Ganze Zahlen von 0 bis unter M. M ist die Anzahl der möglichen Keys; nur wer sie erzeugt hat, kennt es.</translation>
    </message>
    <message>
        <source>as in the period before, by identifier %1; new units: generated</source>
        <translation>wie im vorigen Berichtszeitraum, über die Kennung %1; neue Merkmalsträger: erzeugt</translation>
    </message>
    <message>
        <source>being examined ...</source>
        <translation>wird geprüft ...</translation>
    </message>
    <message>
        <source>conspicuous</source>
        <translation>auffällig</translation>
    </message>
    <message>
        <source>derived from identifier %1</source>
        <translation>aus der Kennung %1 abgeleitet</translation>
    </message>
    <message>
        <source>distinct</source>
        <translation>verschieden</translation>
    </message>
    <message>
        <source>fine enough</source>
        <translation>fein genug</translation>
    </message>
    <message>
        <source>from a file, by identifier %1</source>
        <translation>aus einer Datei, über die Kennung %1</translation>
    </message>
    <message>
        <source>from the prepared data</source>
        <translation>aus den aufbereiteten Daten</translation>
    </message>
    <message>
        <source>generated</source>
        <translation>erzeugt</translation>
    </message>
    <message>
        <source>made anew: %1</source>
        <translation>neu erzeugt: %1</translation>
    </message>
    <message>
        <source>missing</source>
        <translation>fehlend</translation>
    </message>
    <message>
        <source>needed M ≥ %1</source>
        <translation>nötig M ≥ %1</translation>
    </message>
    <message>
        <source>no perturbation table in force</source>
        <translation>keine Überlagerungstabelle in Kraft</translation>
    </message>
    <message>
        <source>sum over households (%1)</source>
        <translation>Summe über Haushalte (%1)</translation>
    </message>
    <message>
        <source>uniform</source>
        <translation>gleichverteilt</translation>
    </message>
    <message>
        <source>usable</source>
        <translation>brauchbar</translation>
    </message>
    <message>
        <source>without pattern</source>
        <translation>ohne Muster</translation>
    </message>
</context>
<context>
    <name>KeysTab</name>
    <message>
        <source>Examining the keys needs the records; they lie in the database “%1”.</source>
        <translation>Zum Prüfen der Keys werden die Datensätze gebraucht; sie liegen in der Datenbank „%1“.</translation>
    </message>
</context>
<context>
    <name>LargeTable</name>
    <message>
        <source>Compute anyway</source>
        <translation>Trotzdem berechnen</translation>
    </message>
    <message>
        <source>Without %1 (%2 cells)</source>
        <translation>Ohne %1 (%2 Felder)</translation>
    </message>
</context>
<context>
    <name>LawPlot</name>
    <message>
        <source>%1 to %2: %3 % of the keys</source>
        <translation>%1 bis %2: %3 % der Keys</translation>
    </message>
    <message>
        <source>from</source>
        <translation>von</translation>
    </message>
    <message>
        <source>original</source>
        <translation>Original</translation>
    </message>
    <message>
        <source>published</source>
        <translation>ausgewiesen</translation>
    </message>
    <message>
        <source>to</source>
        <translation>bis</translation>
    </message>
</context>
<context>
    <name>Leaving</name>
    <message>
        <source>%1 tables have changes that are not saved.</source>
        <translation>%1 Tabellen haben ungespeicherte Änderungen.</translation>
    </message>
    <message>
        <source>1 table has changes that are not saved.</source>
        <translation>1 Tabelle hat ungespeicherte Änderungen.</translation>
    </message>
    <message>
        <source>Back</source>
        <translation>Zurück</translation>
    </message>
    <message>
        <source>Discard</source>
        <translation>Verwerfen</translation>
    </message>
    <message>
        <source>If you discard them, nothing of this statistic is kept.</source>
        <translation>Wenn Sie verwerfen, bleibt von dieser Statistik nichts.</translation>
    </message>
    <message>
        <source>If you discard them, the file stays as it was saved last.</source>
        <translation>Wenn Sie verwerfen, bleibt die Datei, wie sie zuletzt gespeichert wurde.</translation>
    </message>
    <message>
        <source>Save them before going on?</source>
        <translation>Vorher speichern?</translation>
    </message>
    <message>
        <source>Take over and save</source>
        <translation>Übernehmen und speichern</translation>
    </message>
    <message>
        <source>Take them over and save the statistic before going on?</source>
        <translation>Vorher übernehmen und die Statistik speichern?</translation>
    </message>
    <message>
        <source>The statistic has changes that are not saved.</source>
        <translation>Die Statistik hat ungespeicherte Änderungen.</translation>
    </message>
</context>
<context>
    <name>LeftPane</name>
    <message>
        <source>Drag to resize, double-click to reset</source>
        <translation>Ziehen ändert die Breite, Doppelklick setzt zurück</translation>
    </message>
    <message>
        <source>New table</source>
        <translation>Neue Tabelle</translation>
    </message>
    <message>
        <source>No table has been saved yet. Lay one out and save it here.</source>
        <translation>Noch keine Tabelle gespeichert. Bauen Sie eine auf und speichern Sie sie hier.</translation>
    </message>
    <message>
        <source>Run tables ...</source>
        <translation>Tabellen ausführen ...</translation>
    </message>
    <message>
        <source>Save table in the statistic ...</source>
        <translation>Tabelle in der Statistik speichern ...</translation>
    </message>
    <message>
        <source>Saved tables</source>
        <translation>Gespeicherte Tabellen</translation>
    </message>
    <message>
        <source>Saved tables, %1</source>
        <translation>Gespeicherte Tabellen, %1</translation>
    </message>
    <message>
        <source>Search saved tables</source>
        <translation>Gespeicherte Tabellen suchen</translation>
    </message>
    <message>
        <source>Search variables</source>
        <translation>Merkmale suchen</translation>
    </message>
    <message>
        <source>Tables</source>
        <translation>Tabellen</translation>
    </message>
    <message>
        <source>Variables</source>
        <translation>Merkmale</translation>
    </message>
    <message>
        <source>Variables and saved tables</source>
        <translation>Merkmale und gespeicherte Tabellen</translation>
    </message>
    <message>
        <source>Variables and values</source>
        <translation>Merkmale und Werte</translation>
    </message>
    <message>
        <source>What can be done with the chosen table</source>
        <translation>Was mit der gewählten Tabelle möglich ist</translation>
    </message>
    <message>
        <source>Width of the list</source>
        <translation>Breite der Liste</translation>
    </message>
    <message>
        <source>search</source>
        <translation>suchen</translation>
    </message>
</context>
<context>
    <name>LimitHandle</name>
    <message>
        <source>%1; in this class: %2</source>
        <translation>%1; in dieser Klasse: %2</translation>
    </message>
</context>
<context>
    <name>LinesView</name>
    <message>
        <source>After character %1: %2</source>
        <translation>Nach Zeichen %1: %2</translation>
    </message>
    <message>
        <source>cut</source>
        <translation>Schnitt</translation>
    </message>
    <message>
        <source>no cut</source>
        <translation>kein Schnitt</translation>
    </message>
</context>
<context>
    <name>LoadedView</name>
    <message>
        <source>Hierarchies</source>
        <translation>Hierarchien</translation>
    </message>
    <message>
        <source>Profile</source>
        <translation>Profil</translation>
    </message>
    <message>
        <source>Record keys</source>
        <translation>Record-Keys</translation>
    </message>
    <message>
        <source>Reference figures</source>
        <translation>Bezugszahlen</translation>
    </message>
    <message>
        <source>Reporting periods</source>
        <translation>Berichtszeiträume</translation>
    </message>
    <message>
        <source>Rules</source>
        <translation>Regeln</translation>
    </message>
    <message>
        <source>Variables</source>
        <translation>Merkmale</translation>
    </message>
    <message>
        <source>Views of the data</source>
        <translation>Ansichten der Daten</translation>
    </message>
</context>
<context>
    <name>LookedAgain</name>
    <message>
        <source>Internal report (*.html *.pdf)</source>
        <translation>Interner Bericht (*.html *.pdf)</translation>
    </message>
    <message>
        <source>Looked at once more</source>
        <translation>Noch einmal geprüft</translation>
    </message>
    <message>
        <source>Notice on release no. %1</source>
        <translation>Mitteilung zu Freigabe Nr. %1</translation>
    </message>
    <message>
        <source>Text file (*.txt)</source>
        <translation>Textdatei (*.txt)</translation>
    </message>
</context>
<context>
    <name>LookedCard</name>
    <message>
        <source>Accept ...</source>
        <translation>Hinnehmen ...</translation>
    </message>
    <message>
        <source>Attack old and new figures together</source>
        <translation>Alte und neue Zahlen zusammen angreifen</translation>
    </message>
    <message>
        <source>Close the result</source>
        <translation>Ergebnis schließen</translation>
    </message>
    <message>
        <source>Copy notice</source>
        <translation>Mitteilung kopieren</translation>
    </message>
    <message>
        <source>Looked at once more</source>
        <translation>Noch einmal geprüft</translation>
    </message>
    <message>
        <source>No. %1: %2</source>
        <translation>Nr. %1: %2</translation>
    </message>
    <message>
        <source>Publish no further values ...</source>
        <translation>Keine weiteren Werte veröffentlichen ...</translation>
    </message>
    <message>
        <source>Submit table with new figures ...</source>
        <translation>Tabelle mit neuen Zahlen einreichen ...</translation>
    </message>
    <message>
        <source>Take decision back</source>
        <translation>Entscheidung zurücknehmen</translation>
    </message>
    <message>
        <source>Withdraw ...</source>
        <translation>Zurückziehen ...</translation>
    </message>
    <message>
        <source>Write internal report ...</source>
        <translation>Internen Bericht schreiben ...</translation>
    </message>
    <message>
        <source>Write notice ...</source>
        <translation>Mitteilung schreiben ...</translation>
    </message>
</context>
<context>
    <name>Looking</name>
    <message>
        <source>Do not offer again</source>
        <translation>Nicht wieder anbieten</translation>
    </message>
    <message>
        <source>Later</source>
        <translation>Später</translation>
    </message>
    <message>
        <source>Look again</source>
        <translation>Noch einmal prüfen</translation>
    </message>
    <message>
        <source>Old and new figures are being attacked together ...</source>
        <translation>Alte und neue Zahlen werden zusammen angegriffen ...</translation>
    </message>
    <message>
        <source>Released tables are being attacked ...</source>
        <translation>Freigegebene Tabellen werden angegriffen ...</translation>
    </message>
</context>
<context>
    <name>LookupPane</name>
    <message>
        <source>Cell key</source>
        <translation>Cell-Key</translation>
    </message>
    <message>
        <source>Click a cell to read how its figure came about.</source>
        <translation>Klicken Sie auf ein Tabellenfeld, um zu lesen, wie seine Zahl entstanden ist.</translation>
    </message>
    <message>
        <source>Distribution of row i = %1</source>
        <translation>Verteilung der Zeile i = %1</translation>
    </message>
    <message>
        <source>Interval from %1 to below %2: v = %3</source>
        <translation>Abschnitt %1 bis unter %2: v = %3</translation>
    </message>
    <message>
        <source>Look-up</source>
        <translation>Ablesen (Lookup)</translation>
    </message>
    <message>
        <source>Noise</source>
        <translation>Überlagerungswert</translation>
    </message>
    <message>
        <source>Records</source>
        <translation>Datensätze</translation>
    </message>
    <message>
        <source>Show row on page Method</source>
        <translation>Zeile im Verfahren zeigen</translation>
    </message>
    <message>
        <source>Tableau, row i = %1</source>
        <translation>Tableau, Zeile i = %1</translation>
    </message>
    <message>
        <source>confidential</source>
        <translation>vertraulich</translation>
    </message>
    <message>
        <source>last row</source>
        <translation>letzte Zeile</translation>
    </message>
    <message>
        <source>published</source>
        <translation>ausgewiesen</translation>
    </message>
    <message>
        <source>weighted, not rounded</source>
        <translation>gewichtet, ungerundet</translation>
    </message>
    <message>
        <source>Σ record keys</source>
        <translation>Σ Record-Keys</translation>
    </message>
</context>
<context>
    <name>MagnitudesView</name>
    <message>
        <source>%1 (own settings)</source>
        <translation>%1 (eigene)</translation>
    </message>
    <message>
        <source>1 and descending, one for each step: 1; 0.5; 0.2</source>
        <translation>1 und fallend, ein Wert je Schritt: 1; 0,5; 0,2</translation>
    </message>
    <message>
        <source>A sum to which nobody contributes shows “.”, as one of few does, unless zeros are public.</source>
        <translation>Eine Summe, zu der niemand beiträgt, zeigt „.“, wie eine aus wenigen, außer wenn Nullen öffentlich sind.</translation>
    </message>
    <message>
        <source>D: the range</source>
        <translation>D: Spanne</translation>
    </message>
    <message>
        <source>Decimals of sums</source>
        <translation>Nachkommastellen der Summen</translation>
    </message>
    <message>
        <source>Else all variants share these settings and tables.</source>
        <translation>Sonst gelten diese Einstellungen und Tabellen für alle Varianten.</translation>
    </message>
    <message>
        <source>Empty: as many as the data have.</source>
        <translation>Leer: so viele, wie die Daten haben.</translation>
    </message>
    <message>
        <source>From this size on it falls, in the unit of the magnitude.</source>
        <translation>Ab dieser Größe fällt sie, in der Maßeinheit des Wertmerkmals.</translation>
    </message>
    <message>
        <source>How fast it falls; more than 1.</source>
        <translation>Wie schnell sie fällt; größer als 1.</translation>
    </message>
    <message>
        <source>How large noise is depends on these contributions; the range is the largest less the smallest.</source>
        <translation>Wie stark überlagert wird, hängt von diesen Beiträgen zu einem Feld ab; die Spanne ist der größte minus der kleinste.</translation>
    </message>
    <message>
        <source>How many of the largest contributions, each with a step of noise.</source>
        <translation>Wie viele der größten Beiträge, jeder mit einem Schritt der Überlagerung.</translation>
    </message>
    <message>
        <source>In force, and therefore locked. Choose a variant to work on other settings.</source>
        <translation>In Kraft und daher gesperrt. Wählen Sie eine Variante, um andere Einstellungen zu bearbeiten.</translation>
    </message>
    <message>
        <source>In sensitive cells noise is at least this share of the largest contribution: 2 p or more.</source>
        <translation>In sensiblen Feldern ist die Überlagerung mindestens dieser Anteil am größten Beitrag: 2 p oder mehr.</translation>
    </message>
    <message>
        <source>Least noise λ</source>
        <translation>Mindestüberlagerung λ</translation>
    </message>
    <message>
        <source>Levels (stocks, wages) recur: the same key in all periods. Flows (turnover): another in each.</source>
        <translation>Bestände (auch Löhne) kehren wieder: derselbe Schlüssel in allen Zeiträumen. Stromgrößen (Umsatz): in jedem ein anderer.</translation>
    </message>
    <message>
        <source>M: the mean</source>
        <translation>M: Mittelwert</translation>
    </message>
    <message>
        <source>More noise in sensitive cells, in the first step. Empty: none.</source>
        <translation>Mehr Überlagerung in sensiblen Tabellenfeldern, im ersten Schritt. Leer: keine.</translation>
    </message>
    <message>
        <source>Nature</source>
        <translation>Wertart</translation>
    </message>
    <message>
        <source>Needed where they are separated.</source>
        <translation>Nötig, wenn kleine Werte getrennt behandelt werden.</translation>
    </message>
    <message>
        <source>Noise by</source>
        <translation>Überlagerung nach</translation>
    </message>
    <message>
        <source>One magnitude may have settings of its own.</source>
        <translation>Ein Wertmerkmal kann eigene Einstellungen haben.</translation>
    </message>
    <message>
        <source>Other rows for even and odd numbers of contributors.</source>
        <translation>Andere Zeilen für gerade und ungerade Zahlen von Beitragenden.</translation>
    </message>
    <message>
        <source>Read a table for sums ...</source>
        <translation>Tabelle für Wertsummen einlesen ...</translation>
    </message>
    <message>
        <source>Records with the value 0 count for the cell key.</source>
        <translation>Datensätze mit dem Wert 0 zählen beim Cell-Key mit.</translation>
    </message>
    <message>
        <source>Rules</source>
        <translation>Regeln</translation>
    </message>
    <message>
        <source>Same settings as all magnitudes</source>
        <translation>Einstellungen wie alle Wertmerkmale</translation>
    </message>
    <message>
        <source>Scaling</source>
        <translation>Skalierung</translation>
    </message>
    <message>
        <source>Settings of</source>
        <translation>Einstellungen für</translation>
    </message>
    <message>
        <source>Simple: alike for all sizes. Flex: relatively less for large ones.</source>
        <translation>Einfach: gleich für alle Größen. Flexibel: Große Beiträge werden verhältnismäßig weniger überlagert.</translation>
    </message>
    <message>
        <source>Small values have a table of their own.</source>
        <translation>Kleine Werte haben eine eigene Tabelle.</translation>
    </message>
    <message>
        <source>Sums come into force together with the table for counts.</source>
        <translation>Wertsummen treten zusammen mit der Tabelle für Häufigkeiten in Kraft.</translation>
    </message>
    <message>
        <source>Sums of magnitudes by the cell-key method</source>
        <translation>Wertsummen nach der Cell-Key-Methode</translation>
    </message>
    <message>
        <source>Sums of true zeros</source>
        <translation>Summen aus echten Nullen</translation>
    </message>
    <message>
        <source>T: the k largest</source>
        <translation>T: k größte Beiträge</translation>
    </message>
    <message>
        <source>Table</source>
        <translation>Tabelle</translation>
    </message>
    <message>
        <source>Table for small values</source>
        <translation>Tabelle für kleine Werte</translation>
    </message>
    <message>
        <source>Take the preset</source>
        <translation>Vorlage übernehmen</translation>
    </message>
    <message>
        <source>The data have no magnitudes. Give a variable this role on page Data.</source>
        <translation>Die Daten haben keine Wertmerkmale. Geben Sie einem Merkmal auf der Seite Daten diese Rolle.</translation>
    </message>
    <message>
        <source>The unit of noise as a part of the contribution.</source>
        <translation>Die Einheit der Überlagerung als Teil des Beitrags.</translation>
    </message>
    <message>
        <source>V: the total</source>
        <translation>V: Summe</translation>
    </message>
    <message>
        <source>What it falls towards for very large contributions.</source>
        <translation>Wohin sie bei sehr großen Beiträgen fällt.</translation>
    </message>
    <message>
        <source>Without one, no sums are published.</source>
        <translation>Ohne sie werden keine Wertsummen ausgewiesen.</translation>
    </message>
    <message>
        <source>Without own keys the ratio of two sums of one contributor is that of the originals.</source>
        <translation>Ohne eigene Schlüssel ist das Verhältnis zweier Summen eines Beitragenden das der Originale.</translation>
    </message>
    <message>
        <source>all magnitudes</source>
        <translation>alle Wertmerkmale</translation>
    </message>
    <message>
        <source>even and odd (parity)</source>
        <translation>gerade und ungerade (Parität)</translation>
    </message>
    <message>
        <source>flex</source>
        <translation>flexibel</translation>
    </message>
    <message>
        <source>flow</source>
        <translation>Stromgröße</translation>
    </message>
    <message>
        <source>k</source>
        <translation>k</translation>
    </message>
    <message>
        <source>level</source>
        <translation>Bestand</translation>
    </message>
    <message>
        <source>none</source>
        <translation>keine</translation>
    </message>
    <message>
        <source>none: no sums</source>
        <translation>keine: ohne Summen</translation>
    </message>
    <message>
        <source>not shown</source>
        <translation>nicht gezeigt</translation>
    </message>
    <message>
        <source>own key per magnitude</source>
        <translation>eigener Schlüssel je Wertmerkmal</translation>
    </message>
    <message>
        <source>own settings of variant %1</source>
        <translation>eigene Einstellungen von Variante %1</translation>
    </message>
    <message>
        <source>own table</source>
        <translation>eigene Tabelle</translation>
    </message>
    <message>
        <source>public: shown as 0</source>
        <translation>öffentlich: als 0 gezeigt</translation>
    </message>
    <message>
        <source>records with 0 count</source>
        <translation>Datensätze mit 0 zählen mit</translation>
    </message>
    <message>
        <source>simple</source>
        <translation>einfach</translation>
    </message>
    <message>
        <source>small values apart (separation)</source>
        <translation>kleine Werte trennen</translation>
    </message>
    <message>
        <source>ε</source>
        <translation>ε</translation>
    </message>
</context>
<context>
    <name>MainWindow</name>
    <message>
        <source>Done again: %1</source>
        <translation>Wiederhergestellt: %1</translation>
    </message>
    <message>
        <source>Handbook</source>
        <translation>Handbuch</translation>
    </message>
    <message>
        <source>Help</source>
        <translation>Hilfe</translation>
    </message>
    <message>
        <source>Page %1</source>
        <translation>Seite %1</translation>
    </message>
    <message>
        <source>Reporting period %1</source>
        <translation>Berichtszeitraum %1</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>Einstellungen</translation>
    </message>
    <message>
        <source>Show report</source>
        <translation>Bericht zeigen</translation>
    </message>
    <message>
        <source>Start</source>
        <translation>Start</translation>
    </message>
    <message>
        <source>Text size %1 %</source>
        <translation>Schriftgröße %1 %</translation>
    </message>
    <message>
        <source>Undone: %1</source>
        <translation>Rückgängig gemacht: %1</translation>
    </message>
    <message>
        <source>Untitled table</source>
        <translation>Unbenannte Tabelle</translation>
    </message>
</context>
<context>
    <name>MapBar</name>
    <message>
        <source>Enlarge the map (+)</source>
        <translation>Karte vergrößern (+)</translation>
    </message>
    <message>
        <source>Reduce the map (-)</source>
        <translation>Karte verkleinern (-)</translation>
    </message>
    <message>
        <source>Whole map (Home)</source>
        <translation>Ganze Karte (Pos1)</translation>
    </message>
</context>
<context>
    <name>MapOptions</name>
    <message>
        <source>Areas without a code: %1</source>
        <translation>Gebiete ohne Code: %1</translation>
    </message>
    <message>
        <source>At this figure a class begins; below it classes have another hue</source>
        <translation>Bei dieser Zahl beginnt eine Klasse; die Klassen darunter haben eine andere Farbe</translation>
    </message>
    <message>
        <source>Borders</source>
        <translation>Grenzen</translation>
    </message>
    <message>
        <source>Classes</source>
        <translation>Klassen</translation>
    </message>
    <message>
        <source>Codes without an area: %1</source>
        <translation>Codes ohne Gebiet: %1</translation>
    </message>
    <message>
        <source>Keeps these limits where another period has no figure in a class</source>
        <translation>Behält diese Grenzen, auch wenn ein anderer Zeitraum keine Zahl in einer Klasse hat</translation>
    </message>
    <message>
        <source>Least figure of each class, ascending, with ; between them</source>
        <translation>Kleinste Zahl jeder Klasse, aufsteigend, mit ; dazwischen</translation>
    </message>
    <message>
        <source>Limits</source>
        <translation>Klassengrenzen</translation>
    </message>
    <message>
        <source>Map</source>
        <translation>Karte</translation>
    </message>
    <message>
        <source>Number</source>
        <translation>Anzahl</translation>
    </message>
    <message>
        <source>Reverse the colours</source>
        <translation>Farben umkehren</translation>
    </message>
    <message>
        <source>Same classes in every period</source>
        <translation>Klassen für alle Zeiträume</translation>
    </message>
    <message>
        <source>Two hues at</source>
        <translation>Farbwechsel bei</translation>
    </message>
    <message>
        <source>equal width</source>
        <translation>gleich breit</translation>
    </message>
    <message>
        <source>natural breaks</source>
        <translation>natürlich</translation>
    </message>
    <message>
        <source>none</source>
        <translation>keine</translation>
    </message>
    <message>
        <source>own limits</source>
        <translation>eigene</translation>
    </message>
    <message>
        <source>quantiles</source>
        <translation>Quantile</translation>
    </message>
</context>
<context>
    <name>MappingCard</name>
    <message>
        <source>Not found by name in this file: which column holds it?</source>
        <translation>In dieser Datei nicht unter diesem Namen gefunden: Welche Spalte enthält es?</translation>
    </message>
    <message>
        <source>not in this period</source>
        <translation>nicht in diesem Berichtszeitraum</translation>
    </message>
</context>
<context>
    <name>MarkingView</name>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Click between two characters to set or remove a cut, drag a cut to move it. Keys: Left and Right, Space sets or removes, Alt with Left or Right moves.</source>
        <translation>Ein Klick zwischen zwei Zeichen setzt oder entfernt einen Schnitt, Ziehen verschiebt ihn. Tasten: Links und Rechts, Leertaste setzt oder entfernt, Alt mit Links oder Rechts verschiebt.</translation>
    </message>
    <message>
        <source>Columns of fixed width</source>
        <translation>Spalten fester Breite</translation>
    </message>
    <message>
        <source>First lines of the file</source>
        <translation>Erste Zeilen der Datei</translation>
    </message>
    <message>
        <source>First value</source>
        <translation>Erster Wert</translation>
    </message>
    <message>
        <source>From</source>
        <translation>Von</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>Names of the columns</source>
        <translation>Namen der Spalten</translation>
    </message>
    <message>
        <source>Propose from blanks</source>
        <translation>Aus Leerstellen vorschlagen</translation>
    </message>
    <message>
        <source>Read with these columns</source>
        <translation>Mit diesen Spalten lesen</translation>
    </message>
    <message>
        <source>To</source>
        <translation>Bis</translation>
    </message>
</context>
<context>
    <name>MatrixPlot</name>
    <message>
        <source>blocked</source>
        <translation>ausgeschlossen</translation>
    </message>
    <message>
        <source>set by hand</source>
        <translation>von Hand gesetzt</translation>
    </message>
</context>
<context>
    <name>MeaningHeads</name>
    <message>
        <source>Meaning of %1</source>
        <translation>Bedeutung von %1</translation>
    </message>
</context>
<context>
    <name>MeasuredCellsModel</name>
    <message>
        <source>Cell</source>
        <translation>Feld</translation>
    </message>
    <message>
        <source>Difference</source>
        <translation>Differenz</translation>
    </message>
    <message>
        <source>Original</source>
        <translation>Original</translation>
    </message>
    <message>
        <source>Published</source>
        <translation>Ausgewiesen</translation>
    </message>
</context>
<context>
    <name>Menus</name>
    <message>
        <source>%1%</source>
        <translation>%1&#xa0;%</translation>
    </message>
    <message>
        <source>&amp;Edit</source>
        <translation>&amp;Bearbeiten</translation>
    </message>
    <message>
        <source>&amp;File</source>
        <translation>&amp;Datei</translation>
    </message>
    <message>
        <source>&amp;Help</source>
        <translation>&amp;Hilfe</translation>
    </message>
    <message>
        <source>&amp;View</source>
        <translation>&amp;Ansicht</translation>
    </message>
    <message>
        <source>About ckmdesk</source>
        <translation>Über ckmdesk</translation>
    </message>
    <message>
        <source>Automatic</source>
        <translation>Automatisch</translation>
    </message>
    <message>
        <source>Clerk</source>
        <translation>Sachbearbeitung</translation>
    </message>
    <message>
        <source>Close statistic</source>
        <translation>Statistik schließen</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>Dunkel</translation>
    </message>
    <message>
        <source>Export</source>
        <translation>Ausgabe</translation>
    </message>
    <message>
        <source>Export draft ...</source>
        <translation>Entwurf ausgeben ...</translation>
    </message>
    <message>
        <source>Export draft over all periods ...</source>
        <translation>Entwurf über alle Berichtszeiträume ausgeben ...</translation>
    </message>
    <message>
        <source>Full screen</source>
        <translation>Vollbild</translation>
    </message>
    <message>
        <source>Handbook</source>
        <translation>Handbuch</translation>
    </message>
    <message>
        <source>Keyboard shortcuts</source>
        <translation>Tastenkürzel</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>Sprache</translation>
    </message>
    <message>
        <source>Larger text</source>
        <translation>Größere Schrift</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>Hell</translation>
    </message>
    <message>
        <source>Messages</source>
        <translation>Meldungen</translation>
    </message>
    <message>
        <source>Methodologist</source>
        <translation>Methodik</translation>
    </message>
    <message>
        <source>New data ...</source>
        <translation>Neue Daten ...</translation>
    </message>
    <message>
        <source>Open statistic ...</source>
        <translation>Statistik öffnen ...</translation>
    </message>
    <message>
        <source>Open table of a file ...</source>
        <translation>Tabelle aus Datei öffnen ...</translation>
    </message>
    <message>
        <source>Print ...</source>
        <translation>Drucken ...</translation>
    </message>
    <message>
        <source>Quit</source>
        <translation>Beenden</translation>
    </message>
    <message>
        <source>Redo</source>
        <translation>Wiederholen</translation>
    </message>
    <message>
        <source>Redo: %1</source>
        <translation>Wiederholen: %1</translation>
    </message>
    <message>
        <source>Releaser</source>
        <translation>Freigabe</translation>
    </message>
    <message>
        <source>Reset text size</source>
        <translation>Schriftgröße zurücksetzen</translation>
    </message>
    <message>
        <source>Role</source>
        <translation>Rolle</translation>
    </message>
    <message>
        <source>Run tables ...</source>
        <translation>Tabellen ausführen ...</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>Speichern</translation>
    </message>
    <message>
        <source>Save as ...</source>
        <translation>Speichern unter ...</translation>
    </message>
    <message>
        <source>Save as prepared data ...</source>
        <translation>Als aufbereitete Daten speichern ...</translation>
    </message>
    <message>
        <source>Save table as file ...</source>
        <translation>Tabelle als Datei speichern ...</translation>
    </message>
    <message>
        <source>Settings ...</source>
        <translation>Einstellungen ...</translation>
    </message>
    <message>
        <source>Smaller text</source>
        <translation>Kleinere Schrift</translation>
    </message>
    <message>
        <source>Table as a file</source>
        <translation>Tabelle als Datei</translation>
    </message>
    <message>
        <source>Text size</source>
        <translation>Schriftgröße</translation>
    </message>
    <message>
        <source>Theme</source>
        <translation>Erscheinungsbild</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Rückgängig</translation>
    </message>
    <message>
        <source>Undo: %1</source>
        <translation>Rückgängig: %1</translation>
    </message>
    <message>
        <source>View sample</source>
        <translation>Beispiel ansehen</translation>
    </message>
</context>
<context>
    <name>MessageBar</name>
    <message>
        <source>Close message</source>
        <translation>Meldung schließen</translation>
    </message>
    <message>
        <source>Done</source>
        <translation>Erledigt</translation>
    </message>
    <message>
        <source>Error</source>
        <translation>Fehler</translation>
    </message>
    <message>
        <source>In the message: %1</source>
        <translation>In der Meldung: %1</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>Hinweis</translation>
    </message>
    <message>
        <source>Warning</source>
        <translation>Warnung</translation>
    </message>
</context>
<context>
    <name>MethodFiles</name>
    <message>
        <source>All files (*)</source>
        <translation>Alle Dateien (*)</translation>
    </message>
    <message>
        <source>Clipboard</source>
        <translation>Zwischenablage</translation>
    </message>
    <message>
        <source>HTML (*.html)</source>
        <translation>HTML (*.html)</translation>
    </message>
    <message>
        <source>Matrix (*.csv)</source>
        <translation>Matrix (*.csv)</translation>
    </message>
    <message>
        <source>Matrix as workbook (*.xlsx)</source>
        <translation>Matrix als Arbeitsmappe (*.xlsx)</translation>
    </message>
    <message>
        <source>Method packages (*.ckmmethod)</source>
        <translation>Verfahrenspakete (*.ckmmethod)</translation>
    </message>
    <message>
        <source>ONS, 256 keys (*.csv)</source>
        <translation>ONS, 256 Keys (*.csv)</translation>
    </message>
    <message>
        <source>ONS, 4096 keys (*.csv)</source>
        <translation>ONS, 4096 Keys (*.csv)</translation>
    </message>
    <message>
        <source>PDF (*.pdf)</source>
        <translation>PDF (*.pdf)</translation>
    </message>
    <message>
        <source>Perturbation tables</source>
        <translation>Überlagerungstabellen</translation>
    </message>
    <message>
        <source>R (*.csv)</source>
        <translation>R (*.csv)</translation>
    </message>
    <message>
        <source>Read perturbation table</source>
        <translation>Überlagerungstabelle einlesen</translation>
    </message>
    <message>
        <source>Report</source>
        <translation>Bericht</translation>
    </message>
    <message>
        <source>SAS (*.csv)</source>
        <translation>SAS (*.csv)</translation>
    </message>
    <message>
        <source>Save as a method package ...</source>
        <translation>Als Verfahrenspaket speichern ...</translation>
    </message>
    <message>
        <source>Save method package</source>
        <translation>Verfahrenspaket speichern</translation>
    </message>
    <message>
        <source>Save perturbation table</source>
        <translation>Überlagerungstabelle speichern</translation>
    </message>
    <message>
        <source>ckmdesk, with parameters and checks (*.json)</source>
        <translation>ckmdesk, mit Vorgaben und Prüfungen (*.json)</translation>
    </message>
    <message>
        <source>τ-ARGUS (*.txt)</source>
        <translation>τ-ARGUS (*.txt)</translation>
    </message>
</context>
<context>
    <name>MethodPage</name>
    <message>
        <source>Cell suppression</source>
        <translation>Zellsperrung</translation>
    </message>
    <message>
        <source>Comparison of methods</source>
        <translation>Verfahrensvergleich</translation>
    </message>
    <message>
        <source>Decide again ...</source>
        <translation>Neu entscheiden ...</translation>
    </message>
    <message>
        <source>Draft; not in force.</source>
        <translation>Entwurf, nicht in Kraft.</translation>
    </message>
    <message>
        <source>In a table for sums no probability is set by hand.</source>
        <translation>In einer Tabelle für Wertsummen setzt niemand Wahrscheinlichkeiten von Hand.</translation>
    </message>
    <message>
        <source>Method</source>
        <translation>Verfahren</translation>
    </message>
    <message>
        <source>Not in force.</source>
        <translation>Nicht in Kraft.</translation>
    </message>
    <message>
        <source>PNG (*.png)</source>
        <translation>PNG (*.png)</translation>
    </message>
    <message>
        <source>Paste a matrix as a perturbation table</source>
        <translation>Matrix als Überlagerungstabelle einfügen</translation>
    </message>
    <message>
        <source>Perturbation table</source>
        <translation>Überlagerungstabelle</translation>
    </message>
    <message>
        <source>Primary rules</source>
        <translation>Primärregeln</translation>
    </message>
    <message>
        <source>Probabilities are set in the transition matrix and in the bars of a row.</source>
        <translation>Wahrscheinlichkeiten setzen Sie in der Übergangsmatrix und in den Balken einer Zeile.</translation>
    </message>
    <message>
        <source>Put in force ...</source>
        <translation>In Kraft setzen ...</translation>
    </message>
    <message>
        <source>Read table ...</source>
        <translation>Einlesen ...</translation>
    </message>
    <message>
        <source>Report on the perturbation table ...</source>
        <translation>Bericht zur Überlagerungstabelle ...</translation>
    </message>
    <message>
        <source>Rounding</source>
        <translation>Rundung</translation>
    </message>
    <message>
        <source>SAFE principle</source>
        <translation>SAFE-Prinzip</translation>
    </message>
    <message>
        <source>SVG (*.svg)</source>
        <translation>SVG (*.svg)</translation>
    </message>
    <message>
        <source>Save picture</source>
        <translation>Bild speichern</translation>
    </message>
    <message>
        <source>Save table ...</source>
        <translation>Speichern ...</translation>
    </message>
    <message>
        <source>Sums</source>
        <translation>Wertsummen</translation>
    </message>
    <message>
        <source>The table of these settings is not made yet: mend the settings first.</source>
        <translation>Die Tabelle zu diesen Einstellungen gibt es noch nicht. Berichtigen Sie zuerst die Einstellungen.</translation>
    </message>
    <message>
        <source>This method is in force.</source>
        <translation>Dieses Verfahren ist in Kraft.</translation>
    </message>
    <message>
        <source>This table is one for sums. Choose a variant for counts: both come into force together.</source>
        <translation>Diese Tabelle gilt für Wertsummen. Wählen Sie eine Variante für Häufigkeiten: Beide treten zusammen in Kraft.</translation>
    </message>
    <message>
        <source>This variant is in force.</source>
        <translation>Diese Variante ist in Kraft.</translation>
    </message>
    <message>
        <source>What is in force does not change. Choose a variant or make one.</source>
        <translation>Was in Kraft ist, ändert sich nicht. Wählen Sie eine Variante oder legen Sie eine an.</translation>
    </message>
    <message>
        <source>What is published</source>
        <translation>Ausweisung</translation>
    </message>
    <message>
        <source>Zeros stay zeros.</source>
        <translation>Nullen bleiben Nullen.</translation>
    </message>
    <message>
        <source>in force</source>
        <translation>in Kraft</translation>
    </message>
</context>
<context>
    <name>NewKeys</name>
    <message>
        <source>A cell that is published again with new noise gives its original count away, bit by bit.</source>
        <translation>Ein Tabellenfeld, das mit neuer Überlagerung nochmals erscheint, verrät nach und nach seine Originalhäufigkeit.</translation>
    </message>
    <message>
        <source>All figures of this reporting period change.</source>
        <translation>Alle Werte dieses Berichtszeitraums ändern sich.</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Keys, once made, do not change within a reporting period.</source>
        <translation>Einmal erzeugte Record-Keys bleiben den ganzen Berichtszeitraum über gleich.</translation>
    </message>
    <message>
        <source>Make new keys</source>
        <translation>Neue Record-Keys erzeugen</translation>
    </message>
    <message>
        <source>Make new keys ...</source>
        <translation>Neue Record-Keys erzeugen ...</translation>
    </message>
    <message>
        <source>Making record keys ...</source>
        <translation>Record-Keys werden erzeugt ...</translation>
    </message>
    <message>
        <source>New record keys</source>
        <translation>Neue Record-Keys</translation>
    </message>
    <message>
        <source>New record keys: %1</source>
        <translation>Neue Record-Keys: %1</translation>
    </message>
    <message>
        <source>Reason</source>
        <translation>Begründung</translation>
    </message>
    <message>
        <source>Second person</source>
        <translation>Zweite Person</translation>
    </message>
    <message>
        <source>Tables that were exported already cannot be repeated.</source>
        <translation>Bereits ausgegebene Tabellen lassen sich nicht wiederholen.</translation>
    </message>
    <message>
        <source>The keys are a column of the database: its administrator makes them.</source>
        <translation>Die Keys sind eine Spalte der Datenbank: Deren Verwaltung legt sie an.</translation>
    </message>
    <message>
        <source>The records are not loaded.</source>
        <translation>Die Datensätze sind nicht geladen.</translation>
    </message>
    <message>
        <source>The sample keeps its keys, so that everybody sees the same figures.</source>
        <translation>Das Beispiel behält seine Keys, damit alle dieselben Werte sehen.</translation>
    </message>
    <message>
        <source>why the keys are made anew; kept with the period</source>
        <translation>warum neue Record-Keys erzeugt werden; bleibt beim Berichtszeitraum vermerkt</translation>
    </message>
</context>
<context>
    <name>Notifications</name>
    <message>
        <source>%1 notes</source>
        <translation>%1 Hinweise</translation>
    </message>
    <message>
        <source>1 note</source>
        <translation>1 Hinweis</translation>
    </message>
    <message>
        <source>Before</source>
        <translation>Vorher</translation>
    </message>
    <message>
        <source>Messages</source>
        <translation>Meldungen</translation>
    </message>
    <message>
        <source>Messages: %1</source>
        <translation>Meldungen: %1</translation>
    </message>
    <message>
        <source>No messages.</source>
        <translation>Keine Meldungen.</translation>
    </message>
    <message>
        <source>Show messages (F8)</source>
        <translation>Meldungen zeigen (F8)</translation>
    </message>
</context>
<context>
    <name>OneOrTable</name>
    <message>
        <source>Read the picture as a table</source>
        <translation>Das Bild als Tabelle lesen</translation>
    </message>
</context>
<context>
    <name>Opening</name>
    <message>
        <source>Open file</source>
        <translation>Datei öffnen</translation>
    </message>
    <message>
        <source>Open folder</source>
        <translation>Ordner öffnen</translation>
    </message>
</context>
<context>
    <name>OwnDecision</name>
    <message>
        <source>Decide again: %1</source>
        <translation>Neu entscheiden: %1</translation>
    </message>
    <message>
        <source>Put in force: %1</source>
        <translation>In Kraft setzen: %1</translation>
    </message>
</context>
<context>
    <name>OwnKeyCard</name>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Change passphrase ...</source>
        <translation>Passphrase ändern ...</translation>
    </message>
    <message>
        <source>Choose file ...</source>
        <translation>Datei wählen ...</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>Fingerprint</source>
        <translation>Fingerabdruck</translation>
    </message>
    <message>
        <source>Make ...</source>
        <translation>Anlegen ...</translation>
    </message>
    <message>
        <source>Name in the register</source>
        <translation>Name im Register</translation>
    </message>
    <message>
        <source>No key yet: your name is recorded unverified.</source>
        <translation>Noch kein Schlüssel: Ihr Name steht ungeprüft im Register.</translation>
    </message>
    <message>
        <source>Once more</source>
        <translation>Noch einmal</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>Öffnen</translation>
    </message>
    <message>
        <source>Passphrase</source>
        <translation>Passphrase</translation>
    </message>
    <message>
        <source>Personal key</source>
        <translation>Persönlicher Schlüssel</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>Speichern</translation>
    </message>
    <message>
        <source>Save card</source>
        <translation>Karte speichern</translation>
    </message>
    <message>
        <source>Save card ...</source>
        <translation>Karte speichern ...</translation>
    </message>
    <message>
        <source>You sign submissions, releases and decisions with it. Keep the file; share only the card. Nobody can restore it.</source>
        <translation>Mit dem Schlüssel signieren Sie Einreichungen, Freigaben, Entscheidungen. Behalten Sie die Datei; geben Sie nur die Karte weiter. Niemand kann ihn wiederherstellen.</translation>
    </message>
    <message>
        <source>Your personal key</source>
        <translation>Ihr persönlicher Schlüssel</translation>
    </message>
    <message>
        <source>closed</source>
        <translation>geschlossen</translation>
    </message>
    <message>
        <source>open</source>
        <translation>offen</translation>
    </message>
</context>
<context>
    <name>OwnRows</name>
    <message>
        <source>A stay probability lies between 0 and 1.</source>
        <translation>Eine Bleibewahrscheinlichkeit liegt zwischen 0 und 1.</translation>
    </message>
    <message>
        <source>A variance is a number from 0 on.</source>
        <translation>Eine Varianz ist eine Zahl ab 0.</translation>
    </message>
    <message>
        <source>Add row %1</source>
        <translation>Zeile %1 hinzu</translation>
    </message>
    <message>
        <source>Give the row inspected values of its own</source>
        <translation>Der betrachteten Zeile eigene Werte geben</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>Entfernen</translation>
    </message>
    <message>
        <source>Rows and D are whole numbers from 1 on.</source>
        <translation>Zeilen und D sind ganze Zahlen ab 1.</translation>
    </message>
    <message>
        <source>Settings by original count</source>
        <translation>Vorgaben je Originalhäufigkeit</translation>
    </message>
    <message>
        <source>first row</source>
        <translation>erste Zeile</translation>
    </message>
    <message>
        <source>from</source>
        <translation>von</translation>
    </message>
    <message>
        <source>last row; empty: all further rows</source>
        <translation>letzte Zeile; leer: alle weiteren</translation>
    </message>
    <message>
        <source>maximum deviation of these rows; empty: as above</source>
        <translation>Maximalabweichung dieser Zeilen; leer: wie oben</translation>
    </message>
    <message>
        <source>mono</source>
        <translation>mon.</translation>
    </message>
    <message>
        <source>monotone in these rows</source>
        <translation>monoton in diesen Zeilen</translation>
    </message>
    <message>
        <source>stay probability of these rows, = 0.5 for exactly .5, ≥ 0.5 for at least .5; empty: as above</source>
        <translation>Bleibewahrscheinlichkeit dieser Zeilen, = 0,5 für genau, ≥ 0,5 für mindestens 0,5; leer: wie oben</translation>
    </message>
    <message>
        <source>to</source>
        <translation>bis</translation>
    </message>
    <message>
        <source>variance of these rows, ≤ 2 for at most 2, = 2 for exactly 2; empty: as above</source>
        <translation>Varianz dieser Zeilen, ≤ 2 für höchstens, = 2 für genau 2; leer: wie oben</translation>
    </message>
</context>
<context>
    <name>OwnRowsEditor</name>
    <message>
        <source>(blank line)</source>
        <translation>(Leerzeile)</translation>
    </message>
    <message>
        <source>(heading)</source>
        <translation>(Überschrift)</translation>
    </message>
    <message>
        <source>Add</source>
        <translation>Hinzufügen</translation>
    </message>
    <message>
        <source>Add condition</source>
        <translation>Bedingung hinzufügen</translation>
    </message>
    <message>
        <source>All categories of</source>
        <translation>Alle Ausprägungen von</translation>
    </message>
    <message>
        <source>Apply</source>
        <translation>Übernehmen</translation>
    </message>
    <message>
        <source>Blank line</source>
        <translation>Leerzeile</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Choose categories ...</source>
        <translation>Ausprägungen wählen ...</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>Löschen</translation>
    </message>
    <message>
        <source>Down</source>
        <translation>Nach unten</translation>
    </message>
    <message>
        <source>Heading</source>
        <translation>Überschrift</translation>
    </message>
    <message>
        <source>Kind of row</source>
        <translation>Art der Zeile</translation>
    </message>
    <message>
        <source>Label</source>
        <translation>Bezeichnung</translation>
    </message>
    <message>
        <source>One of the conditions is enough</source>
        <translation>Eine der Bedingungen genügt</translation>
    </message>
    <message>
        <source>Own rows</source>
        <translation>Eigene Zeilen</translation>
    </message>
    <message>
        <source>Row</source>
        <translation>Zeile</translation>
    </message>
    <message>
        <source>Take the condition out</source>
        <translation>Bedingung herausnehmen</translation>
    </message>
    <message>
        <source>Title</source>
        <translation>Titel</translation>
    </message>
    <message>
        <source>Up</source>
        <translation>Nach oben</translation>
    </message>
    <message>
        <source>What the rows are about, for example: by citizenship</source>
        <translation>Worum es in den Zeilen geht, zum Beispiel: nach Staatsangehörigkeit</translation>
    </message>
</context>
<context>
    <name>PackageCard</name>
    <message>
        <source>Attack the tables together first.</source>
        <translation>Greifen Sie die Tabellen zuerst gemeinsam an.</translation>
    </message>
    <message>
        <source>Attack together</source>
        <translation>Gemeinsam angreifen</translation>
    </message>
    <message>
        <source>Nothing was found.</source>
        <translation>Es wurde nichts gefunden.</translation>
    </message>
    <message>
        <source>Package: nos. %1, one decision</source>
        <translation>Paket: Nr. %1, eine Entscheidung</translation>
    </message>
    <message>
        <source>Read to the last page first: nos. %1. Ctrl+arrow key leads to each, and leaves all selected.</source>
        <translation>Lesen Sie zuerst bis zur letzten Seite: Nr. %1. Strg+Pfeiltaste führt zu jeder, die Auswahl bleibt.</translation>
    </message>
    <message>
        <source>Release package</source>
        <translation>Paket freigeben</translation>
    </message>
    <message>
        <source>The pages of all tables were read.</source>
        <translation>Die Seiten aller Tabellen wurden gelesen.</translation>
    </message>
    <message>
        <source>good</source>
        <translation>in Ordnung</translation>
    </message>
    <message>
        <source>look at this</source>
        <translation>bitte ansehen</translation>
    </message>
    <message>
        <source>not tested</source>
        <translation>nicht geprüft</translation>
    </message>
</context>
<context>
    <name>Pages</name>
    <message>
        <source>&amp;Data</source>
        <translation>Da&amp;ten</translation>
    </message>
    <message>
        <source>&amp;Method</source>
        <translation>&amp;Verfahren</translation>
    </message>
    <message>
        <source>&amp;Quality and risk</source>
        <translation>&amp;Qualität und Risiko</translation>
    </message>
    <message>
        <source>&amp;Release</source>
        <translation>F&amp;reigabe</translation>
    </message>
    <message>
        <source>&amp;Table</source>
        <translation>&amp;Tabelle</translation>
    </message>
    <message>
        <source>Data</source>
        <translation>Daten</translation>
    </message>
    <message>
        <source>Method</source>
        <translation>Verfahren</translation>
    </message>
    <message>
        <source>Quality &amp; risk</source>
        <translation>Qualität &amp; Risiko</translation>
    </message>
    <message>
        <source>Release</source>
        <translation>Freigabe</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>Einstellungen</translation>
    </message>
    <message>
        <source>Tables</source>
        <translation>Tabellen</translation>
    </message>
</context>
<context>
    <name>PairPlot</name>
    <message>
        <source>Var(v1 + v2 | key of the total), two parts of %1 each</source>
        <translation>Var(v1 + v2 | Key der Summe), zwei Teile zu je %1</translation>
    </message>
    <message>
        <source>at least %1</source>
        <translation>mindestens %1</translation>
    </message>
    <message>
        <source>cell key of the total</source>
        <translation>Cell-Key der Summe</translation>
    </message>
    <message>
        <source>key of the total</source>
        <translation>Key der Summe</translation>
    </message>
    <message>
        <source>mean %1</source>
        <translation>im Mittel %1</translation>
    </message>
    <message>
        <source>ordered</source>
        <translation>geordnet</translation>
    </message>
    <message>
        <source>shuffled</source>
        <translation>gemischt</translation>
    </message>
</context>
<context>
    <name>Panel</name>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
</context>
<context>
    <name>ParameterCard</name>
    <message>
        <source>Below the floor under protection. The method finishes its period; the next one needs another or a decision with reasons.</source>
        <translation>Unter dem Mindestschutz. Das Verfahren gilt bis zum Ende seines Zeitraums; der nächste braucht ein anderes oder eine Entscheidung mit Begründung.</translation>
    </message>
    <message>
        <source>Copy and edit</source>
        <translation>Kopieren und ändern</translation>
    </message>
    <message>
        <source>Counts that are never published, such as 1, 2 or 0, 1-3</source>
        <translation>Zielhäufigkeiten, die nie ausgewiesen werden, etwa 1, 2 oder 0, 1-3</translation>
    </message>
    <message>
        <source>Decided by %1 on %2, valid from %3 to %4.</source>
        <translation>Entschieden von %1 am %2, gültig ab %3 bis %4.</translation>
    </message>
    <message>
        <source>Design one here instead</source>
        <translation>Stattdessen hier entwerfen</translation>
    </message>
    <message>
        <source>File number %1.</source>
        <translation>Aktenzeichen %1.</translation>
    </message>
    <message>
        <source>Hash %1</source>
        <translation>Prüfsumme %1</translation>
    </message>
    <message>
        <source>How V is meant</source>
        <translation>Wie V gemeint ist</translation>
    </message>
    <message>
        <source>How the stay probability is meant</source>
        <translation>Wie die Bleibewahrscheinlichkeit gemeint ist</translation>
    </message>
    <message>
        <source>Maximum deviation</source>
        <translation>Maximalabweichung</translation>
    </message>
    <message>
        <source>More constraints</source>
        <translation>Weitere Vorgaben</translation>
    </message>
    <message>
        <source>Name and notes</source>
        <translation>Name und Notizen</translation>
    </message>
    <message>
        <source>Name of the variant</source>
        <translation>Name der Variante</translation>
    </message>
    <message>
        <source>Notes</source>
        <translation>Notizen</translation>
    </message>
    <message>
        <source>Quality criteria</source>
        <translation>Qualitätskriterien</translation>
    </message>
    <message>
        <source>Remark: %1</source>
        <translation>Bemerkung: %1</translation>
    </message>
    <message>
        <source>Rules of the floor for which it gives the reason: %1.</source>
        <translation>Regeln des Mindestschutzes, für die sie die Begründung gibt: %1.</translation>
    </message>
    <message>
        <source>Search for V</source>
        <translation>V suchen</translation>
    </message>
    <message>
        <source>Second person: %1.</source>
        <translation>Zweite Person: %1.</translation>
    </message>
    <message>
        <source>Seed of the shuffle</source>
        <translation>Startwert des Mischens</translation>
    </message>
    <message>
        <source>Settings by original count</source>
        <translation>Vorgaben je Originalhäufigkeit</translation>
    </message>
    <message>
        <source>Stay probability</source>
        <translation>Bleibewahrscheinlichkeit</translation>
    </message>
    <message>
        <source>Stay probability wanted</source>
        <translation>Bleibewahrscheinlichkeit gewünscht</translation>
    </message>
    <message>
        <source>Table from the file %1: %2 rows, D = %3.</source>
        <translation>Tabelle aus der Datei %1: %2 Zeilen, D = %3.</translation>
    </message>
    <message>
        <source>The method in force is locked: %1 rows, D = %2. A copy can be changed.</source>
        <translation>Das Verfahren in Kraft ist gesperrt: %1 Zeilen, D = %2. Eine Kopie lässt sich ändern.</translation>
    </message>
    <message>
        <source>Threshold of the shuffle</source>
        <translation>Schwelle des Mischens</translation>
    </message>
    <message>
        <source>Variance</source>
        <translation>Varianz</translation>
    </message>
    <message>
        <source>Variant: %1.</source>
        <translation>Variante: %1.</translation>
    </message>
    <message>
        <source>Write counts such as 1, 2 or 0, 1-3.</source>
        <translation>Schreiben Sie Häufigkeiten wie 1, 2 oder 0, 1-3.</translation>
    </message>
    <message>
        <source>as needed</source>
        <translation>nach Bedarf</translation>
    </message>
    <message>
        <source>at least</source>
        <translation>mindestens</translation>
    </message>
    <message>
        <source>at most</source>
        <translation>höchstens</translation>
    </message>
    <message>
        <source>blocked small counts</source>
        <translation>ausgeschlossene kleine Fallzahlen</translation>
    </message>
    <message>
        <source>blocked targets</source>
        <translation>ausgeschlossen</translation>
    </message>
    <message>
        <source>equal</source>
        <translation>gleich</translation>
    </message>
    <message>
        <source>exactly</source>
        <translation>genau</translation>
    </message>
    <message>
        <source>further notice</source>
        <translation>auf Weiteres</translation>
    </message>
    <message>
        <source>last row</source>
        <translation>letzte Zeile</translation>
    </message>
    <message>
        <source>last row symmetric</source>
        <translation>letzte Zeile symmetrisch</translation>
    </message>
    <message>
        <source>made as by R</source>
        <translation>wie R ptable</translation>
    </message>
    <message>
        <source>monotone</source>
        <translation>monoton</translation>
    </message>
    <message>
        <source>monotony</source>
        <translation>Monotonie</translation>
    </message>
    <message>
        <source>new design</source>
        <translation>neuer Entwurf</translation>
    </message>
    <message>
        <source>no</source>
        <translation>nein</translation>
    </message>
    <message>
        <source>no variance is possible in all rows</source>
        <translation>keine Varianz ist in allen Zeilen möglich</translation>
    </message>
    <message>
        <source>not possible with the other values</source>
        <translation>mit den übrigen Werten nicht möglich</translation>
    </message>
    <message>
        <source>own values</source>
        <translation>eigene Werte</translation>
    </message>
    <message>
        <source>possible %1 to %2</source>
        <translation>möglich %1 bis %2</translation>
    </message>
    <message>
        <source>possible %1 … %2</source>
        <translation>möglich %1 … %2</translation>
    </message>
    <message>
        <source>possible from %1</source>
        <translation>möglich ab %1</translation>
    </message>
    <message>
        <source>remedy</source>
        <translation>Abhilfe</translation>
    </message>
    <message>
        <source>seed</source>
        <translation>Startwert</translation>
    </message>
    <message>
        <source>shuffled, threshold</source>
        <translation>mischen, Schwelle</translation>
    </message>
    <message>
        <source>shuffling</source>
        <translation>Mischen</translation>
    </message>
    <message>
        <source>strong noise likelier than weak</source>
        <translation>starke öfter als schwache</translation>
    </message>
    <message>
        <source>symmetry</source>
        <translation>Symmetrie</translation>
    </message>
    <message>
        <source>threshold</source>
        <translation>Schwelle</translation>
    </message>
</context>
<context>
    <name>PeriodSwitch</name>
    <message>
        <source>Next reporting period</source>
        <translation>Nächster Berichtszeitraum</translation>
    </message>
    <message>
        <source>Previous reporting period</source>
        <translation>Voriger Berichtszeitraum</translation>
    </message>
    <message>
        <source>Reporting period: %1</source>
        <translation>Berichtszeitraum: %1</translation>
    </message>
    <message>
        <source>The table holds several periods: choose them by its variable %1.</source>
        <translation>Die Tabelle enthält mehrere Berichtszeiträume: Wählen Sie sie über ihr Merkmal %1.</translation>
    </message>
    <message>
        <source>There is no earlier period</source>
        <translation>Es gibt keinen früheren Berichtszeitraum</translation>
    </message>
    <message>
        <source>There is no later period</source>
        <translation>Es gibt keinen späteren Berichtszeitraum</translation>
    </message>
</context>
<context>
    <name>PeriodsTab</name>
    <message>
        <source>Add a period</source>
        <translation>Berichtszeitraum hinzufügen</translation>
    </message>
    <message>
        <source>Boundaries as of</source>
        <translation>Gebietsstand</translation>
    </message>
    <message>
        <source>Break before</source>
        <translation>Bruch davor</translation>
    </message>
    <message>
        <source>Choose file ...</source>
        <translation>Datei wählen ...</translation>
    </message>
    <message>
        <source>Compute the age</source>
        <translation>Alter berechnen</translation>
    </message>
    <message>
        <source>Corrected records: units that stay keep their record key</source>
        <translation>Berichtigte Datensätze: Merkmalsträger, die bleiben, behalten ihren Record-Key</translation>
    </message>
    <message>
        <source>Do the same units come again in other periods?</source>
        <translation>Kommen dieselben Einheiten in anderen Berichtszeiträumen wieder vor?</translation>
    </message>
    <message>
        <source>It decides on sums and averages over periods: those of recurring units show nothing new of a stock. New settings for sums of magnitudes follow it. Stock: the key stays in all periods. Flow: another key in each.</source>
        <translation>Danach richten sich Summen und Durchschnitte über Zeiträume: Die wiederkehrender Merkmalsträger zeigen bei einem Bestand nichts Neues. Neue Einstellungen für Wertsummen richten sich danach. Bestand: Der Schlüssel bleibt in allen Zeiträumen. Stromgröße: in jedem ein anderer.</translation>
    </message>
    <message>
        <source>Keep the years</source>
        <translation>Jahre behalten</translation>
    </message>
    <message>
        <source>Load the records of the chosen period (or double-click its row)</source>
        <translation>Datensätze des gewählten Berichtszeitraums laden (oder Doppelklick auf die Zeile)</translation>
    </message>
    <message>
        <source>Mark break</source>
        <translation>Bruch setzen</translation>
    </message>
    <message>
        <source>Method in force</source>
        <translation>Verfahren in Kraft</translation>
    </message>
    <message>
        <source>No break</source>
        <translation>Kein Bruch</translation>
    </message>
    <message>
        <source>Period</source>
        <translation>Berichtszeitraum</translation>
    </message>
    <message>
        <source>Record keys</source>
        <translation>Record-Keys</translation>
    </message>
    <message>
        <source>Records</source>
        <translation>Datensätze</translation>
    </message>
    <message>
        <source>Records per period: %1</source>
        <translation>Datensätze je Berichtszeitraum: %1</translation>
    </message>
    <message>
        <source>Reference day</source>
        <translation>Stichtag</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>Entfernen</translation>
    </message>
    <message>
        <source>Remove period</source>
        <translation>Berichtszeitraum entfernen</translation>
    </message>
    <message>
        <source>Replace data ...</source>
        <translation>Daten ersetzen ...</translation>
    </message>
    <message>
        <source>Reporting periods</source>
        <translation>Berichtszeiträume</translation>
    </message>
    <message>
        <source>Show this period</source>
        <translation>Diesen Berichtszeitraum zeigen</translation>
    </message>
    <message>
        <source>Source</source>
        <translation>Quelle</translation>
    </message>
    <message>
        <source>Tables across periods show | at this period, and a footnote</source>
        <translation>Tabellen über mehrere Berichtszeiträume zeigen bei diesem | und eine Fußnote</translation>
    </message>
    <message>
        <source>Take over the data of now</source>
        <translation>Die Daten von jetzt übernehmen</translation>
    </message>
    <message>
        <source>Variable that cannot be compared</source>
        <translation>Merkmal, das nicht vergleichbar ist</translation>
    </message>
    <message>
        <source>Words of the footnote</source>
        <translation>Wortlaut der Fußnote</translation>
    </message>
    <message>
        <source>YYYY-MM-DD</source>
        <translation>TT.MM.JJJJ</translation>
    </message>
    <message>
        <source>cell-key method</source>
        <translation>Cell-Key-Methode</translation>
    </message>
    <message>
        <source>column of the data</source>
        <translation>Spalte der Daten</translation>
    </message>
    <message>
        <source>data frame</source>
        <translation>Data-Frame</translation>
    </message>
    <message>
        <source>derived</source>
        <translation>abgeleitet</translation>
    </message>
    <message>
        <source>footnote in your own words (optional)</source>
        <translation>Fußnote in eigenen Worten (freiwillig)</translation>
    </message>
    <message>
        <source>from a file</source>
        <translation>aus einer Datei</translation>
    </message>
    <message>
        <source>generated</source>
        <translation>erzeugt</translation>
    </message>
    <message>
        <source>in the database</source>
        <translation>in der Datenbank</translation>
    </message>
    <message>
        <source>in the prepared data</source>
        <translation>in den aufbereiteten Daten</translation>
    </message>
    <message>
        <source>method</source>
        <translation>Verfahren</translation>
    </message>
    <message>
        <source>no method</source>
        <translation>keines</translation>
    </message>
    <message>
        <source>no records yet</source>
        <translation>noch keine Datensätze</translation>
    </message>
    <message>
        <source>no, none stands in two periods (flow)</source>
        <translation>nein, keine steht in zweien (Stromgröße)</translation>
    </message>
    <message>
        <source>none</source>
        <translation>keine</translation>
    </message>
    <message>
        <source>not declared: no sums and averages over periods</source>
        <translation>nicht festgelegt: keine Summen und Durchschnitte über Berichtszeiträume</translation>
    </message>
    <message>
        <source>rounding</source>
        <translation>Rundung</translation>
    </message>
    <message>
        <source>sample</source>
        <translation>Beispiel</translation>
    </message>
    <message>
        <source>the whole period</source>
        <translation>ganzer Berichtszeitraum</translation>
    </message>
    <message>
        <source>unnamed</source>
        <translation>ohne Namen</translation>
    </message>
    <message>
        <source>whole period</source>
        <translation>ganzer Berichtszeitraum</translation>
    </message>
    <message>
        <source>yes (stock)</source>
        <translation>ja (Bestand)</translation>
    </message>
</context>
<context>
    <name>PersonsCard</name>
    <message>
        <source>A methodologist enrols a person by her card, another enrolled person confirms it after comparing the fingerprint. From the second person on every step is signed, and four eyes are two keys.</source>
        <translation>Die Methodik nimmt eine Person mit deren Karte auf, eine andere aufgenommene Person bestätigt es nach dem Vergleich des Fingerabdrucks. Ab der zweiten Person wird jeder Schritt unterschrieben, und vier Augen sind zwei Schlüssel.</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Card</source>
        <translation>Karte</translation>
    </message>
    <message>
        <source>Cards</source>
        <translation>Karten</translation>
    </message>
    <message>
        <source>Compare with the fingerprint that the person reads to you:</source>
        <translation>Vergleichen Sie mit dem Fingerabdruck, den die Person Ihnen vorliest:</translation>
    </message>
    <message>
        <source>Confirm</source>
        <translation>Bestätigen</translation>
    </message>
    <message>
        <source>Enrol</source>
        <translation>Aufnehmen</translation>
    </message>
    <message>
        <source>Enrol me as the first person</source>
        <translation>Mich als erste Person aufnehmen</translation>
    </message>
    <message>
        <source>Enrol person ...</source>
        <translation>Person aufnehmen ...</translation>
    </message>
    <message>
        <source>It is the same: confirm</source>
        <translation>Stimmt überein: bestätigen</translation>
    </message>
    <message>
        <source>Persons of this statistic</source>
        <translation>Personen dieser Statistik</translation>
    </message>
    <message>
        <source>Reason for revoking</source>
        <translation>Grund für die Sperrung</translation>
    </message>
    <message>
        <source>Replaces the key of</source>
        <translation>Ersetzt den Schlüssel von</translation>
    </message>
    <message>
        <source>Revoke</source>
        <translation>Sperren</translation>
    </message>
    <message>
        <source>Role</source>
        <translation>Rolle</translation>
    </message>
    <message>
        <source>nobody, the person is new</source>
        <translation>niemandem, die Person ist neu</translation>
    </message>
</context>
<context>
    <name>PictureActions</name>
    <message>
        <source>Copy picture</source>
        <translation>Bild kopieren</translation>
    </message>
    <message>
        <source>Save picture ...</source>
        <translation>Bild speichern ...</translation>
    </message>
</context>
<context>
    <name>PictureCard</name>
    <message>
        <source>Save picture (PNG, SVG) ...</source>
        <translation>Bild speichern (PNG, SVG) ...</translation>
    </message>
    <message>
        <source>Save the picture, or read it as a table</source>
        <translation>Das Bild speichern oder als Tabelle lesen</translation>
    </message>
</context>
<context>
    <name>PictureChart</name>
    <message>
        <source>Enter: show the cell in the table</source>
        <translation>Eingabe: Tabellenfeld zeigen</translation>
    </message>
    <message>
        <source>Map at %1 percent</source>
        <translation>Karte auf %1 Prozent</translation>
    </message>
</context>
<context>
    <name>PictureEditor</name>
    <message>
        <source>Choose ...</source>
        <translation>Wählen ...</translation>
    </message>
    <message>
        <source>Picture</source>
        <translation>Bild</translation>
    </message>
    <message>
        <source>Pictures (*.png)</source>
        <translation>Bilder (*.png)</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>Entfernen</translation>
    </message>
</context>
<context>
    <name>PictureFrame</name>
    <message>
        <source>Picture</source>
        <translation>Bild</translation>
    </message>
    <message>
        <source>Save picture (PNG, SVG) ...</source>
        <translation>Bild speichern (PNG, SVG) ...</translation>
    </message>
</context>
<context>
    <name>PictureGallery</name>
    <message>
        <source>Does not fit</source>
        <translation>Passt nicht</translation>
    </message>
    <message>
        <source>Kind of picture</source>
        <translation>Bildart</translation>
    </message>
</context>
<context>
    <name>PictureOptions</name>
    <message>
        <source>Axis and figures</source>
        <translation>Achse und Zahlen</translation>
    </message>
    <message>
        <source>Axis begins at 0</source>
        <translation>Achse beginnt bei 0</translation>
    </message>
    <message>
        <source>Block</source>
        <translation>Block</translation>
    </message>
    <message>
        <source>Categories</source>
        <translation>Gliederung</translation>
    </message>
    <message>
        <source>Colour</source>
        <translation>Farbe</translation>
    </message>
    <message>
        <source>Description</source>
        <translation>Beschreibung</translation>
    </message>
    <message>
        <source>Description of the picture</source>
        <translation>Beschreibung des Bildes</translation>
    </message>
    <message>
        <source>Direction</source>
        <translation>Richtung</translation>
    </message>
    <message>
        <source>Figures at the marks</source>
        <translation>Zahlen im Bild</translation>
    </message>
    <message>
        <source>File</source>
        <translation>Ausgabe</translation>
    </message>
    <message>
        <source>Grid lines</source>
        <translation>Gitterlinien</translation>
    </message>
    <message>
        <source>Height in millimetres</source>
        <translation>Höhe in Millimetern</translation>
    </message>
    <message>
        <source>Highlight the surplus</source>
        <translation>Überschuss hervorheben</translation>
    </message>
    <message>
        <source>Layout</source>
        <translation>Aufbau</translation>
    </message>
    <message>
        <source>Order</source>
        <translation>Ordnung</translation>
    </message>
    <message>
        <source>PNG with</source>
        <translation>PNG mit</translation>
    </message>
    <message>
        <source>Patterns for black and white</source>
        <translation>Muster für S/W-Druck</translation>
    </message>
    <message>
        <source>Resolution of PNG</source>
        <translation>Auflösung von PNG</translation>
    </message>
    <message>
        <source>Save the figures of the picture as CSV ...</source>
        <translation>Zahlen zum Bild als CSV speichern ...</translation>
    </message>
    <message>
        <source>Save the picture as %1 ...</source>
        <translation>Bild als %1 speichern ...</translation>
    </message>
    <message>
        <source>Series</source>
        <translation>Reihen</translation>
    </message>
    <message>
        <source>The axis of bars begins at 0.</source>
        <translation>Die Achse der Balken beginnt bei 0.</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>Wert</translation>
    </message>
    <message>
        <source>Width in millimetres</source>
        <translation>Breite in Millimetern</translation>
    </message>
    <message>
        <source>as in the table</source>
        <translation>wie Tabelle</translation>
    </message>
    <message>
        <source>automatic</source>
        <translation>automatisch</translation>
    </message>
    <message>
        <source>by size</source>
        <translation>nach Größe</translation>
    </message>
    <message>
        <source>lying</source>
        <translation>waagrecht</translation>
    </message>
    <message>
        <source>standing</source>
        <translation>senkrecht</translation>
    </message>
</context>
<context>
    <name>PictureOrTable</name>
    <message>
        <source>Show as table</source>
        <translation>Als Tabelle zeigen</translation>
    </message>
</context>
<context>
    <name>PicturePane</name>
    <message>
        <source>Arrow keys go through the picture, Enter goes to the cell</source>
        <translation>Pfeiltasten gehen durch das Bild, Eingabe zum Tabellenfeld</translation>
    </message>
    <message>
        <source>Arrow keys go to the next area, + and - enlarge, Enter goes to the cell</source>
        <translation>Pfeiltasten gehen zum nächsten Gebiet, + und - vergrößern und verkleinern, Eingabe geht zum Tabellenfeld</translation>
    </message>
    <message>
        <source>Choose automatically</source>
        <translation>Automatisch wählen</translation>
    </message>
    <message>
        <source>Copy picture</source>
        <translation>Bild kopieren</translation>
    </message>
    <message>
        <source>Figures</source>
        <translation>Zahlen zum Bild</translation>
    </message>
    <message>
        <source>Kind of picture</source>
        <translation>Bildart</translation>
    </message>
    <message>
        <source>Kind that fits best</source>
        <translation>Bildart, die am besten passt</translation>
    </message>
    <message>
        <source>Lying bars</source>
        <translation>Waagrechte Balken</translation>
    </message>
    <message>
        <source>Options</source>
        <translation>Optionen</translation>
    </message>
    <message>
        <source>Pictures show only the figures in force.</source>
        <translation>Bilder zeigen nur Zahlen nach dem Verfahren in Kraft.</translation>
    </message>
    <message>
        <source>Quantiles</source>
        <translation>Quantile</translation>
    </message>
    <message>
        <source>Save picture ...</source>
        <translation>Bild speichern ...</translation>
    </message>
    <message>
        <source>Show the figures in force</source>
        <translation>Zahlen in Kraft zeigen</translation>
    </message>
    <message>
        <source>Show the table</source>
        <translation>Tabelle zeigen</translation>
    </message>
</context>
<context>
    <name>PicturePanel</name>
    <message>
        <source>E|v| and P(|v| ≤ 1) along i</source>
        <translation>E|v| und P(|v| ≤ 1) je i</translation>
    </message>
    <message>
        <source>Noise by count</source>
        <translation>Überlagerung je Zeile</translation>
    </message>
    <message>
        <source>Picture</source>
        <translation>Bild</translation>
    </message>
    <message>
        <source>Possible D and V</source>
        <translation>Mögliche D und V</translation>
    </message>
    <message>
        <source>Sum of two parts</source>
        <translation>Summe zweier Teile</translation>
    </message>
    <message>
        <source>Tableau</source>
        <translation>Überlagerungstableau</translation>
    </message>
    <message>
        <source>Transition matrix</source>
        <translation>Übergangsmatrix</translation>
    </message>
    <message>
        <source>for designs only: this table comes from a file</source>
        <translation>nur für Entwürfe: Diese Tabelle stammt aus einer Datei</translation>
    </message>
    <message>
        <source>for js = %1; a click takes D and V</source>
        <translation>für js = %1; ein Klick übernimmt D und V</translation>
    </message>
    <message>
        <source>how far parts stray from their total</source>
        <translation>wie weit Teile von ihrer Summe abweichen</translation>
    </message>
    <message>
        <source>in the order of the noise</source>
        <translation>sortiert nach der Überlagerung</translation>
    </message>
    <message>
        <source>intervals of the cell key, shuffled</source>
        <translation>Abschnitte des Cell-Keys, gemischt</translation>
    </message>
    <message>
        <source>p by original count i and target count j</source>
        <translation>p je Originalhäufigkeit i und Zielhäufigkeit j</translation>
    </message>
    <message>
        <source>p by ratio i and noise v</source>
        <translation>p je Verhältnis i und Überlagerungswert v</translation>
    </message>
    <message>
        <source>the rows 0 to %1 of %2</source>
        <translation>die Zeilen 0 bis %1 von %2</translation>
    </message>
</context>
<context>
    <name>Pictures</name>
    <message>
        <source>Save picture</source>
        <translation>Bild speichern</translation>
    </message>
    <message>
        <source>Writing the picture ...</source>
        <translation>Schreibt das Bild ...</translation>
    </message>
</context>
<context>
    <name>PlanePlot</name>
    <message>
        <source>Variant</source>
        <translation>Variante</translation>
    </message>
    <message>
        <source>on the frontier</source>
        <translation>auf der Grenzlinie</translation>
    </message>
</context>
<context>
    <name>PresentationMenu</name>
    <message>
        <source>Automatic width of all columns</source>
        <translation>Alle Spaltenbreiten automatisch</translation>
    </message>
    <message>
        <source>Automatic width of the column</source>
        <translation>Spaltenbreite automatisch</translation>
    </message>
    <message>
        <source>Column narrower</source>
        <translation>Spalte schmaler</translation>
    </message>
    <message>
        <source>Column wider</source>
        <translation>Spalte breiter</translation>
    </message>
    <message>
        <source>Keep the total in sight</source>
        <translation>Insgesamt im Blick behalten</translation>
    </message>
    <message>
        <source>Presentation</source>
        <translation>Darstellung</translation>
    </message>
    <message>
        <source>Stub narrower</source>
        <translation>Vorspalte schmaler</translation>
    </message>
    <message>
        <source>Stub wider</source>
        <translation>Vorspalte breiter</translation>
    </message>
    <message>
        <source>The column of the total stays beside the labels when the table is scrolled</source>
        <translation>Die Spalte Insgesamt bleibt beim Blättern neben den Bezeichnungen</translation>
    </message>
    <message>
        <source>Values in rows of their own</source>
        <translation>Werte in eigenen Zeilen</translation>
    </message>
    <message>
        <source>Values in rows of their own (from two values on)</source>
        <translation>Werte in eigenen Zeilen (ab zwei Werten)</translation>
    </message>
    <message>
        <source>Widths</source>
        <translation>Breiten</translation>
    </message>
</context>
<context>
    <name>PreviewCard</name>
    <message>
        <source>All sheets in a window of their own</source>
        <translation>Alle Blätter in einem eigenen Fenster</translation>
    </message>
    <message>
        <source>As the table will go out</source>
        <translation>So geht die Tabelle hinaus</translation>
    </message>
    <message>
        <source>Format of the page</source>
        <translation>Dateiformat der Seite</translation>
    </message>
    <message>
        <source>Laying out the page ...</source>
        <translation>Die Seite wird gesetzt ...</translation>
    </message>
    <message>
        <source>Next page</source>
        <translation>Nächste Seite</translation>
    </message>
    <message>
        <source>Page %1 of %2</source>
        <translation>Seite %1 von %2</translation>
    </message>
    <message>
        <source>Page not shown. Select the entry again to lay it out.</source>
        <translation>Die Seite ist nicht zu sehen. Wählen Sie den Eintrag erneut, um sie zu setzen.</translation>
    </message>
    <message>
        <source>Previous page</source>
        <translation>Vorige Seite</translation>
    </message>
    <message>
        <source>Show large</source>
        <translation>Groß zeigen</translation>
    </message>
</context>
<context>
    <name>PreviewTable</name>
    <message>
        <source>Leave out %1 rows</source>
        <translation>%1 Zeilen weglassen</translation>
    </message>
    <message>
        <source>Leave out row %1</source>
        <translation>Zeile %1 weglassen</translation>
    </message>
    <message>
        <source>Names stand in row %1</source>
        <translation>Namen stehen in Zeile %1</translation>
    </message>
    <message>
        <source>Preview of the first rows</source>
        <translation>Vorschau der ersten Zeilen</translation>
    </message>
    <message>
        <source>Read row %1 again</source>
        <translation>Zeile %1 wieder lesen</translation>
    </message>
    <message>
        <source>Records begin in row %1</source>
        <translation>Datensätze beginnen in Zeile %1</translation>
    </message>
    <message>
        <source>Records end in row %1</source>
        <translation>Datensätze enden in Zeile %1</translation>
    </message>
    <message>
        <source>Rename column</source>
        <translation>Spalte umbenennen</translation>
    </message>
    <message>
        <source>Role</source>
        <translation>Rolle</translation>
    </message>
    <message>
        <source>Rows as recognised</source>
        <translation>Zeilen wie erkannt</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>Typ</translation>
    </message>
</context>
<context>
    <name>PrimaryRules</name>
    <message>
        <source>Cells with fewer contributors are sensitive. Empty: no such rule.</source>
        <translation>Tabellenfelder mit weniger Beitragenden sind sensibel. Leer: keine solche Regel.</translation>
    </message>
    <message>
        <source>Dominance (n, k)</source>
        <translation>Dominanz (n, k)</translation>
    </message>
    <message>
        <source>Minimum frequency</source>
        <translation>Mindestfallzahl</translation>
    </message>
    <message>
        <source>The n largest contributions are more than k % of the total. For example 1: 60; 2: 85</source>
        <translation>Die n größten Beiträge sind mehr als k % der Summe. Zum Beispiel 1: 60; 2: 85</translation>
    </message>
    <message>
        <source>The same where others know contributions to within q %. For example 10; 50</source>
        <translation>Dasselbe, wenn andere die Beiträge auf q % genau kennen. Zum Beispiel 10; 50</translation>
    </message>
    <message>
        <source>The total without the two largest contributions is less than p % of the largest.</source>
        <translation>Die Summe ohne die zwei größten Beiträge ist kleiner als p % des größten.</translation>
    </message>
    <message>
        <source>p % rule</source>
        <translation>p-%-Regel</translation>
    </message>
    <message>
        <source>pq rule</source>
        <translation>pq-Regel</translation>
    </message>
</context>
<context>
    <name>PrimaryView</name>
    <message>
        <source>Add a cell in the table: context menu, “Sensitive cell”.</source>
        <translation>Ein Tabellenfeld kommt aus der Tabelle auf die Liste: Kontextmenü, „Sensibles Tabellenfeld“.</translation>
    </message>
    <message>
        <source>Fill in every number of a rule, or remove it.</source>
        <translation>Alle Zahlen einer Regel eintragen oder die Regel entfernen.</translation>
    </message>
    <message>
        <source>Own list of cells</source>
        <translation>Eigene Liste von Feldern</translation>
    </message>
    <message>
        <source>Primary rules</source>
        <translation>Primärregeln</translation>
    </message>
    <message>
        <source>Show in the table</source>
        <translation>In der Tabelle zeigen</translation>
    </message>
    <message>
        <source>Take off the list</source>
        <translation>Von der Liste nehmen</translation>
    </message>
    <message>
        <source>They mark sensitive cells for the shading of tables and for the comparison of methods. Alone they protect nothing: a figure that is left out is the total minus the rest.</source>
        <translation>Sie kennzeichnen sensible Tabellenfelder für die Schattierung von Tabellen und für den Verfahrensvergleich. Allein schützen sie nichts: Eine weggelassene Zahl ist die Summe minus der Rest.</translation>
    </message>
    <message>
        <source>Total</source>
        <translation>Insgesamt</translation>
    </message>
</context>
<context>
    <name>PrintTable</name>
    <message>
        <source>Print ...</source>
        <translation>Drucken ...</translation>
    </message>
    <message>
        <source>Print table</source>
        <translation>Tabelle drucken</translation>
    </message>
</context>
<context>
    <name>ProductionModel</name>
    <message>
        <source>Cell key</source>
        <translation>Cell-Key</translation>
    </message>
    <message>
        <source>Figure here</source>
        <translation>Wert hier</translation>
    </message>
    <message>
        <source>Figure there</source>
        <translation>Wert dort</translation>
    </message>
    <message>
        <source>Finding</source>
        <translation>Befund</translation>
    </message>
    <message>
        <source>Records</source>
        <translation>Datensätze</translation>
    </message>
    <message>
        <source>Total</source>
        <translation>Insgesamt</translation>
    </message>
    <message>
        <source>differs</source>
        <translation>weicht ab</translation>
    </message>
    <message>
        <source>differs, cell key on a bound</source>
        <translation>weicht ab, Cell-Key auf einer Grenze</translation>
    </message>
    <message>
        <source>missing there</source>
        <translation>fehlt dort</translation>
    </message>
    <message>
        <source>same figure, cell key on a bound</source>
        <translation>gleicher Wert, Cell-Key auf einer Grenze</translation>
    </message>
    <message>
        <source>unknown here</source>
        <translation>hier unbekannt</translation>
    </message>
</context>
<context>
    <name>ProfileTab</name>
    <message>
        <source>%1 different values</source>
        <translation>%1 verschiedene Werte</translation>
    </message>
    <message>
        <source>%1 missing (%2 %)</source>
        <translation>%1 ohne Angabe (%2 %)</translation>
    </message>
    <message>
        <source>%1 negative</source>
        <translation>%1 negative</translation>
    </message>
    <message>
        <source>%1 records</source>
        <translation>%1 Datensätze</translation>
    </message>
    <message>
        <source>%1 zeros</source>
        <translation>%1 Nullen</translation>
    </message>
    <message>
        <source>1 record</source>
        <translation>1 Datensatz</translation>
    </message>
    <message>
        <source>1 value</source>
        <translation>1 Wert</translation>
    </message>
    <message>
        <source>1 zero</source>
        <translation>1 Null</translation>
    </message>
    <message>
        <source>A profile needs the records; they lie in the database “%1”.</source>
        <translation>Ein Profil braucht die Datensätze; sie liegen in der Datenbank „%1“.</translation>
    </message>
    <message>
        <source>Categories</source>
        <translation>Ausprägungen</translation>
    </message>
    <message>
        <source>Categories with their number of records</source>
        <translation>Ausprägungen mit der Anzahl ihrer Datensätze</translation>
    </message>
    <message>
        <source>Code</source>
        <translation>Code</translation>
    </message>
    <message>
        <source>Label</source>
        <translation>Bezeichnung</translation>
    </message>
    <message>
        <source>Looking through the records ...</source>
        <translation>Die Datensätze werden durchgesehen ...</translation>
    </message>
    <message>
        <source>Missing</source>
        <translation>Ohne Angabe</translation>
    </message>
    <message>
        <source>No records are loaded.</source>
        <translation>Es sind keine Datensätze geladen.</translation>
    </message>
    <message>
        <source>Notes</source>
        <translation>Hinweise</translation>
    </message>
    <message>
        <source>Range and quantiles</source>
        <translation>Spannweite und Quantile</translation>
    </message>
    <message>
        <source>Records</source>
        <translation>Datensätze</translation>
    </message>
    <message>
        <source>Role</source>
        <translation>Rolle</translation>
    </message>
    <message>
        <source>Share</source>
        <translation>Anteil</translation>
    </message>
    <message>
        <source>Share of the records</source>
        <translation>Anteil der Datensätze</translation>
    </message>
    <message>
        <source>Value up to</source>
        <translation>Wert bis</translation>
    </message>
    <message>
        <source>Variable</source>
        <translation>Merkmal</translation>
    </message>
    <message>
        <source>Variables of the records</source>
        <translation>Merkmale der Datensätze</translation>
    </message>
    <message>
        <source>Variables with their profiles</source>
        <translation>Merkmale mit ihren Profilen</translation>
    </message>
    <message>
        <source>for example %1</source>
        <translation>zum Beispiel %1</translation>
    </message>
    <message>
        <source>largest</source>
        <translation>größter</translation>
    </message>
    <message>
        <source>median</source>
        <translation>Median</translation>
    </message>
    <message>
        <source>smallest</source>
        <translation>kleinster</translation>
    </message>
</context>
<context>
    <name>ProgressStrip</name>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>The database counts: %1 %</source>
        <translation>Die Datenbank zählt: %1 %</translation>
    </message>
    <message>
        <source>The database has been counting for %1 s</source>
        <translation>Die Datenbank zählt seit %1 s</translation>
    </message>
    <message>
        <source>database: %1 %</source>
        <translation>Datenbank: %1 %</translation>
    </message>
    <message>
        <source>database: %1 s</source>
        <translation>Datenbank: %1 s</translation>
    </message>
</context>
<context>
    <name>PublishedCard</name>
    <message>
        <source>Note on the method</source>
        <translation>Hinweis zum Verfahren</translation>
    </message>
    <message>
        <source>Short note</source>
        <translation>Kurzer Hinweis</translation>
    </message>
    <message>
        <source>Signs</source>
        <translation>Zeichen</translation>
    </message>
</context>
<context>
    <name>QShortcut</name>
    <message>
        <source>Down</source>
        <translation>Pfeil ab</translation>
    </message>
    <message>
        <source>Enter</source>
        <translation>Eingabetaste</translation>
    </message>
    <message>
        <source>Left</source>
        <translation>Pfeil links</translation>
    </message>
    <message>
        <source>PgDown</source>
        <translation>Bild ab</translation>
    </message>
    <message>
        <source>PgUp</source>
        <translation>Bild auf</translation>
    </message>
    <message>
        <source>Return</source>
        <translation>Eingabetaste</translation>
    </message>
    <message>
        <source>Right</source>
        <translation>Pfeil rechts</translation>
    </message>
    <message>
        <source>Up</source>
        <translation>Pfeil auf</translation>
    </message>
</context>
<context>
    <name>QualityPage</name>
    <message>
        <source>%1 cells</source>
        <translation>%1 Felder</translation>
    </message>
    <message>
        <source>%1 tables</source>
        <translation>%1 Tabellen</translation>
    </message>
    <message>
        <source>%1 variants</source>
        <translation>%1 Varianten</translation>
    </message>
    <message>
        <source>1 cell</source>
        <translation>1 Feld</translation>
    </message>
    <message>
        <source>1 measure</source>
        <translation>1 Maß</translation>
    </message>
    <message>
        <source>1 table</source>
        <translation>1 Tabelle</translation>
    </message>
    <message>
        <source>1 variant</source>
        <translation>1 Variante</translation>
    </message>
    <message>
        <source>All %1 measures</source>
        <translation>Alle %1 Maße</translation>
    </message>
    <message>
        <source>CSV (*.csv)</source>
        <translation>CSV (*.csv)</translation>
    </message>
    <message>
        <source>Cells are left open: the attacks go on where they ended, for as many seconds again</source>
        <translation>Es sind Felder offen: Die Angriffe gehen dort weiter, wo sie endeten, noch einmal so viele Sekunden</translation>
    </message>
    <message>
        <source>Choose tables and variants, then “Evaluate”.</source>
        <translation>Tabellen und Varianten wählen, dann „Bewerten“.</translation>
    </message>
    <message>
        <source>Criteria</source>
        <translation>Kriterien</translation>
    </message>
    <message>
        <source>Draw a sample</source>
        <translation>Stichprobe ziehen</translation>
    </message>
    <message>
        <source>Evaluate</source>
        <translation>Bewerten</translation>
    </message>
    <message>
        <source>Excel (*.xlsx)</source>
        <translation>Excel (*.xlsx)</translation>
    </message>
    <message>
        <source>HTML (*.html)</source>
        <translation>HTML (*.html)</translation>
    </message>
    <message>
        <source>Internal report</source>
        <translation>Interner Bericht</translation>
    </message>
    <message>
        <source>Name of the test set</source>
        <translation>Name des Testsatzes</translation>
    </message>
    <message>
        <source>PDF (*.pdf)</source>
        <translation>PDF (*.pdf)</translation>
    </message>
    <message>
        <source>PNG (*.png)</source>
        <translation>PNG (*.png)</translation>
    </message>
    <message>
        <source>Quality and risk</source>
        <translation>Qualität und Risiko</translation>
    </message>
    <message>
        <source>Results</source>
        <translation>Ergebnis</translation>
    </message>
    <message>
        <source>SVG (*.svg)</source>
        <translation>SVG (*.svg)</translation>
    </message>
    <message>
        <source>Save criteria ...</source>
        <translation>Kriterien speichern ...</translation>
    </message>
    <message>
        <source>Save picture</source>
        <translation>Bild speichern</translation>
    </message>
    <message>
        <source>Save report ...</source>
        <translation>Bericht speichern ...</translation>
    </message>
    <message>
        <source>Save report and attach it to the decision ...</source>
        <translation>Bericht speichern und der Entscheidung beifügen ...</translation>
    </message>
    <message>
        <source>Search further</source>
        <translation>Weitersuchen</translation>
    </message>
    <message>
        <source>Table at hand</source>
        <translation>Vorliegende Tabelle</translation>
    </message>
    <message>
        <source>Tables are designed and measured ...</source>
        <translation>Überlagerungstabellen werden entworfen und bewertet ...</translation>
    </message>
    <message>
        <source>Tables, variants or data are no longer those that were evaluated. Evaluate anew.</source>
        <translation>Tabellen, Varianten oder Daten sind nicht mehr die bewerteten. Bewerten Sie neu.</translation>
    </message>
    <message>
        <source>Test set</source>
        <translation>Testsatz</translation>
    </message>
    <message>
        <source>The attacks go on ...</source>
        <translation>Die Angriffe gehen weiter ...</translation>
    </message>
    <message>
        <source>The map is computed.</source>
        <translation>Die Karte ist berechnet.</translation>
    </message>
    <message>
        <source>The method in force is measured ...</source>
        <translation>Das Verfahren in Kraft wird gemessen ...</translation>
    </message>
    <message>
        <source>Variants are evaluated ...</source>
        <translation>Varianten werden bewertet ...</translation>
    </message>
    <message>
        <source>What is measured</source>
        <translation>Was gemessen wird</translation>
    </message>
    <message>
        <source>deviations from originals and disclosed values are visible</source>
        <translation>Abweichungen von Originalhäufigkeiten und aufgedeckte Werte sind sichtbar</translation>
    </message>
</context>
<context>
    <name>QuestionsDialog</name>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>Kopieren</translation>
    </message>
    <message>
        <source>Questions to the database</source>
        <translation>Abfragen an die Datenbank</translation>
    </message>
    <message>
        <source>This is asked when the data are taken over. Only reading questions are sent; values of records are not in them. Powers of ten follow the decimals that the values have.</source>
        <translation>Das wird abgefragt, wenn Sie die Daten übernehmen. Gesendet werden nur lesende Abfragen; Werte von Datensätzen stehen nicht darin. Zehnerpotenzen richten sich nach den Nachkommastellen der Werte.</translation>
    </message>
</context>
<context>
    <name>RatioRows</name>
    <message>
        <source>%1 cells</source>
        <translation>%1 Felder</translation>
    </message>
    <message>
        <source>even</source>
        <translation>gerade</translation>
    </message>
    <message>
        <source>odd</source>
        <translation>ungerade</translation>
    </message>
    <message>
        <source>small</source>
        <translation>klein</translation>
    </message>
</context>
<context>
    <name>ReadingPlanView</name>
    <message>
        <source>Choose ...</source>
        <translation>Auswählen ...</translation>
    </message>
    <message>
        <source>How the file is read</source>
        <translation>So wird die Datei gelesen</translation>
    </message>
    <message>
        <source>Show column</source>
        <translation>Spalte zeigen</translation>
    </message>
    <message>
        <source>Show row %1</source>
        <translation>Zeile %1 zeigen</translation>
    </message>
</context>
<context>
    <name>RecentModel</name>
    <message>
        <source>File cannot be read</source>
        <translation>Datei nicht lesbar</translation>
    </message>
    <message>
        <source>File not found</source>
        <translation>Datei nicht gefunden</translation>
    </message>
    <message>
        <source>Last opened</source>
        <translation>Zuletzt geöffnet</translation>
    </message>
    <message>
        <source>Left locked on %1</source>
        <translation>Sperre zurückgelassen auf %1</translation>
    </message>
    <message>
        <source>Location</source>
        <translation>Ort</translation>
    </message>
    <message>
        <source>Made by a newer version</source>
        <translation>Mit neuerer Version erstellt</translation>
    </message>
    <message>
        <source>Method in force</source>
        <translation>Verfahren in Kraft</translation>
    </message>
    <message>
        <source>No method in force</source>
        <translation>Kein Verfahren in Kraft</translation>
    </message>
    <message>
        <source>Not the one known here</source>
        <translation>Nicht die hier bekannte</translation>
    </message>
    <message>
        <source>Older than the one known here</source>
        <translation>Älter als die hier bekannte</translation>
    </message>
    <message>
        <source>Read-only, open on %1</source>
        <translation>Schreibgeschützt, offen auf %1</translation>
    </message>
    <message>
        <source>Ready</source>
        <translation>Bereit</translation>
    </message>
    <message>
        <source>Reporting period</source>
        <translation>Berichtszeitraum</translation>
    </message>
    <message>
        <source>Sealed</source>
        <translation>Versiegelt</translation>
    </message>
    <message>
        <source>Source changed since last time</source>
        <translation>Quelle geändert seit letztem Mal</translation>
    </message>
    <message>
        <source>Source not reachable</source>
        <translation>Quelle nicht erreichbar</translation>
    </message>
    <message>
        <source>State</source>
        <translation>Zustand</translation>
    </message>
    <message>
        <source>Statistic</source>
        <translation>Statistik</translation>
    </message>
    <message>
        <source>none</source>
        <translation>keines</translation>
    </message>
    <message>
        <source>today, %1</source>
        <translation>heute, %1</translation>
    </message>
    <message>
        <source>yesterday, %1</source>
        <translation>gestern, %1</translation>
    </message>
</context>
<context>
    <name>RecordCount</name>
    <message>
        <source>%1 %</source>
        <translation>%1 %</translation>
    </message>
    <message>
        <source>%1 records</source>
        <translation>%1 Datensätze</translation>
    </message>
    <message>
        <source>%1 s</source>
        <translation>%1 s</translation>
    </message>
    <message>
        <source>1 record</source>
        <translation>1 Datensatz</translation>
    </message>
    <message>
        <source>Confidential: %1</source>
        <translation>Vertraulich: %1</translation>
    </message>
    <message>
        <source>Count</source>
        <translation>Zählen</translation>
    </message>
    <message>
        <source>Count the records</source>
        <translation>Datensätze zählen</translation>
    </message>
    <message>
        <source>Counting the records ...</source>
        <translation>Datensätze werden gezählt ...</translation>
    </message>
    <message>
        <source>Records not counted</source>
        <translation>Datensätze nicht gezählt</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Anhalten</translation>
    </message>
    <message>
        <source>Stop counting the records</source>
        <translation>Zählen der Datensätze anhalten</translation>
    </message>
    <message>
        <source>counted in %1 s</source>
        <translation>gezählt in %1 s</translation>
    </message>
</context>
<context>
    <name>Records</name>
    <message>
        <source>Choose file ...</source>
        <translation>Datei wählen ...</translation>
    </message>
    <message>
        <source>Comparing the file ...</source>
        <translation>Die Datei wird verglichen ...</translation>
    </message>
    <message>
        <source>Load again</source>
        <translation>Noch einmal laden</translation>
    </message>
    <message>
        <source>Loading the records ...</source>
        <translation>Die Datensätze werden geladen ...</translation>
    </message>
    <message>
        <source>Take over the data of now</source>
        <translation>Die Daten von jetzt übernehmen</translation>
    </message>
</context>
<context>
    <name>Recovery</name>
    <message>
        <source>Discard</source>
        <translation>Verwerfen</translation>
    </message>
    <message>
        <source>Open as a copy</source>
        <translation>Als Kopie öffnen</translation>
    </message>
    <message>
        <source>Restore</source>
        <translation>Wiederherstellen</translation>
    </message>
</context>
<context>
    <name>ReferencesTab</name>
    <message>
        <source>All files (*)</source>
        <translation>Alle Dateien (*)</translation>
    </message>
    <message>
        <source>By</source>
        <translation>Nach</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Codes are in: %1. Lines: %2.</source>
        <translation>Codes stehen in: %1. Zeilen: %2.</translation>
    </message>
    <message>
        <source>Column of figures</source>
        <translation>Spalte mit den Zahlen</translation>
    </message>
    <message>
        <source>Figures</source>
        <translation>Zahlen</translation>
    </message>
    <message>
        <source>Public figures, such as inhabitants, by which tables divide their counts: one column for each variable with its codes, one with the figures. An empty code, or “Total”, is the total.</source>
        <translation>Öffentliche Zahlen, etwa Einwohner, durch die Tabellen ihre Häufigkeiten teilen: je Merkmal eine Spalte mit seinen Codes, dazu eine mit den Zahlen. Ein leerer Code oder „Insgesamt“ ist die Summe.</translation>
    </message>
    <message>
        <source>Read file ...</source>
        <translation>Datei einlesen ...</translation>
    </message>
    <message>
        <source>Read reference figures</source>
        <translation>Bezugszahlen einlesen</translation>
    </message>
    <message>
        <source>Reference figures</source>
        <translation>Bezugszahlen</translation>
    </message>
    <message>
        <source>Reference figures of %1</source>
        <translation>Bezugszahlen aus %1</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>Entfernen</translation>
    </message>
    <message>
        <source>Source</source>
        <translation>Quelle</translation>
    </message>
    <message>
        <source>Tables (*.csv *.txt *.xlsx *.xls *.ods)</source>
        <translation>Tabellen (*.csv *.txt *.xlsx *.xls *.ods)</translation>
    </message>
    <message>
        <source>Tables count some of these units: no count is larger</source>
        <translation>Tabellen zählen einen Teil dieser Einheiten: Keine Fallzahl ist größer</translation>
    </message>
    <message>
        <source>Take over</source>
        <translation>Übernehmen</translation>
    </message>
    <message>
        <source>Title</source>
        <translation>Titel</translation>
    </message>
    <message>
        <source>Unit</source>
        <translation>Einheit</translation>
    </message>
    <message>
        <source>for example: inhabitants</source>
        <translation>zum Beispiel: Einwohner</translation>
    </message>
    <message>
        <source>upper limit of counts</source>
        <translation>Obergrenze der Fallzahlen</translation>
    </message>
</context>
<context>
    <name>RegionPlot</name>
    <message>
        <source>V from</source>
        <translation>V von</translation>
    </message>
    <message>
        <source>V to</source>
        <translation>V bis</translation>
    </message>
    <message>
        <source>maximum deviation D</source>
        <translation>Maximalabweichung D</translation>
    </message>
    <message>
        <source>possible %1</source>
        <translation>möglich %1</translation>
    </message>
    <message>
        <source>this design</source>
        <translation>dieser Entwurf</translation>
    </message>
    <message>
        <source>this design: not possible</source>
        <translation>dieser Entwurf: nicht möglich</translation>
    </message>
</context>
<context>
    <name>Release</name>
    <message>
        <source>%1 held · %2 open · %3 not tested</source>
        <translation>%1 in Ordnung · %2 offen · %3 nicht geprüft</translation>
    </message>
    <message>
        <source>Ask a methodologist to fix this.</source>
        <translation>Das klärt die Methodik.</translation>
    </message>
    <message>
        <source>Change the footnotes</source>
        <translation>Fußnoten ändern</translation>
    </message>
    <message>
        <source>Change the picture</source>
        <translation>Bild ändern</translation>
    </message>
    <message>
        <source>Change the title</source>
        <translation>Titel ändern</translation>
    </message>
    <message>
        <source>Checklist: all %1 points are good.</source>
        <translation>Prüfliste: alle %1 Punkte sind gut.</translation>
    </message>
    <message>
        <source>Checklist: look at %1 of %2 points.</source>
        <translation>Prüfliste: %1 von %2 Punkten ansehen.</translation>
    </message>
    <message>
        <source>Claims of the note</source>
        <translation>Aussagen im Hinweis</translation>
    </message>
    <message>
        <source>Code lists</source>
        <translation>Schlüsselverzeichnisse</translation>
    </message>
    <message>
        <source>Describe the reporting period</source>
        <translation>Berichtszeitraum beschreiben</translation>
    </message>
    <message>
        <source>Enter the source</source>
        <translation>Quelle angeben</translation>
    </message>
    <message>
        <source>Floor of sums</source>
        <translation>Mindestschutz der Summen</translation>
    </message>
    <message>
        <source>Footnotes</source>
        <translation>Fußnoten</translation>
    </message>
    <message>
        <source>Former release</source>
        <translation>Frühere Freigabe</translation>
    </message>
    <message>
        <source>Go to page Method</source>
        <translation>Zur Seite Verfahren</translation>
    </message>
    <message>
        <source>Joint attack</source>
        <translation>Gemeinsamer Angriff</translation>
    </message>
    <message>
        <source>Method in force</source>
        <translation>Verfahren in Kraft</translation>
    </message>
    <message>
        <source>Open the table</source>
        <translation>Tabelle öffnen</translation>
    </message>
    <message>
        <source>Period</source>
        <translation>Berichtszeitraum</translation>
    </message>
    <message>
        <source>Picture</source>
        <translation>Bild</translation>
    </message>
    <message>
        <source>Say where the codes come from</source>
        <translation>Herkunft der Codes angeben</translation>
    </message>
    <message>
        <source>Search</source>
        <translation>Suche</translation>
    </message>
    <message>
        <source>Search again</source>
        <translation>Noch einmal suchen</translation>
    </message>
    <message>
        <source>Shares</source>
        <translation>Anteile</translation>
    </message>
    <message>
        <source>Show the differences</source>
        <translation>Unterschiede zeigen</translation>
    </message>
    <message>
        <source>Signs</source>
        <translation>Zeichen</translation>
    </message>
    <message>
        <source>Source</source>
        <translation>Quelle</translation>
    </message>
    <message>
        <source>Sums and counts</source>
        <translation>Summen und Fallzahlen</translation>
    </message>
    <message>
        <source>Title</source>
        <translation>Titel</translation>
    </message>
    <message>
        <source>Values no longer published</source>
        <translation>Nicht mehr veröffentlichte Werte</translation>
    </message>
    <message>
        <source>good</source>
        <translation>in Ordnung</translation>
    </message>
    <message>
        <source>look at this</source>
        <translation>bitte ansehen</translation>
    </message>
    <message>
        <source>not tested</source>
        <translation>nicht geprüft</translation>
    </message>
</context>
<context>
    <name>ReleaseActions</name>
    <message>
        <source>Compare with the last release</source>
        <translation>Mit der letzten Freigabe vergleichen</translation>
    </message>
    <message>
        <source>Submit for release ...</source>
        <translation>Zur Freigabe einreichen ...</translation>
    </message>
</context>
<context>
    <name>ReleaseBlock</name>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Reason</source>
        <translation>Grund</translation>
    </message>
</context>
<context>
    <name>ReleasePage</name>
    <message>
        <source>CSV file (*.csv)</source>
        <translation>CSV-Datei (*.csv)</translation>
    </message>
    <message>
        <source>Compare two releases</source>
        <translation>Zwei Freigaben vergleichen</translation>
    </message>
    <message>
        <source>Export register as CSV</source>
        <translation>Register als CSV ausgeben</translation>
    </message>
    <message>
        <source>Export register as CSV ...</source>
        <translation>Register als CSV ausgeben ...</translation>
    </message>
    <message>
        <source>Files to verify (none: the register alone)</source>
        <translation>Zu prüfende Dateien (keine: nur das Register)</translation>
    </message>
    <message>
        <source>Folder for the final files</source>
        <translation>Ordner für die endgültigen Dateien</translation>
    </message>
    <message>
        <source>Look again at what was published</source>
        <translation>Veröffentlichtes noch einmal prüfen</translation>
    </message>
    <message>
        <source>No release found.</source>
        <translation>Keine Freigabe gefunden.</translation>
    </message>
    <message>
        <source>No. %1 and no. %2</source>
        <translation>Nr. %1 und Nr. %2</translation>
    </message>
    <message>
        <source>No. %1 and the table at hand</source>
        <translation>Nr. %1 und die vorliegende Tabelle</translation>
    </message>
    <message>
        <source>No. %1: %2</source>
        <translation>Nr. %1: %2</translation>
    </message>
    <message>
        <source>Nothing here.</source>
        <translation>Hier ist nichts.</translation>
    </message>
    <message>
        <source>Nothing submitted yet. Submit a table; a second person releases it here.</source>
        <translation>Noch nichts eingereicht. Reichen Sie eine Tabelle ein; eine zweite Person gibt sie hier frei.</translation>
    </message>
    <message>
        <source>Other folder ...</source>
        <translation>Anderer Ordner ...</translation>
    </message>
    <message>
        <source>Parts of the register</source>
        <translation>Teile des Registers</translation>
    </message>
    <message>
        <source>Reconcile</source>
        <translation>Abgleichen</translation>
    </message>
    <message>
        <source>Reconcile with the shared register</source>
        <translation>Mit dem gemeinsamen Register abgleichen</translation>
    </message>
    <message>
        <source>Register</source>
        <translation>Register</translation>
    </message>
    <message>
        <source>Register of releases</source>
        <translation>Register der Freigaben</translation>
    </message>
    <message>
        <source>Release</source>
        <translation>Freigabe</translation>
    </message>
    <message>
        <source>Released (%1)</source>
        <translation>Freigegeben (%1)</translation>
    </message>
    <message>
        <source>Replace</source>
        <translation>Ersetzen</translation>
    </message>
    <message>
        <source>Search register: title, recipient, number</source>
        <translation>Register durchsuchen: Titel, Empfänger, Nummer</translation>
    </message>
    <message>
        <source>Submit table ...</source>
        <translation>Tabelle einreichen ...</translation>
    </message>
    <message>
        <source>Submitted (%1)</source>
        <translation>Eingereicht (%1)</translation>
    </message>
    <message>
        <source>Title, recipient, no.</source>
        <translation>Titel, Empfänger, Nr.</translation>
    </message>
    <message>
        <source>Verify register and files ...</source>
        <translation>Register und Dateien prüfen ...</translation>
    </message>
    <message>
        <source>Waiting for me (%1)</source>
        <translation>Wartet auf mich (%1)</translation>
    </message>
</context>
<context>
    <name>Releases</name>
    <message>
        <source>Attacking the tables together ...</source>
        <translation>Tabellen werden gemeinsam angegriffen ...</translation>
    </message>
    <message>
        <source>Computing the figures again ...</source>
        <translation>Zahlen werden neu berechnet ...</translation>
    </message>
    <message>
        <source>Take over lock</source>
        <translation>Sperre übernehmen</translation>
    </message>
    <message>
        <source>Writing the files ...</source>
        <translation>Die Dateien werden ausgegeben ...</translation>
    </message>
</context>
<context>
    <name>ReleasesModel</name>
    <message>
        <source>No. %1</source>
        <translation>Nr. %1</translation>
    </message>
    <message>
        <source>Releases</source>
        <translation>Freigaben</translation>
    </message>
    <message>
        <source>embargo until %1</source>
        <translation>Sperrfrist bis %1</translation>
    </message>
    <message>
        <source>today %1</source>
        <translation>heute %1</translation>
    </message>
    <message>
        <source>yesterday</source>
        <translation>gestern</translation>
    </message>
</context>
<context>
    <name>ReplacePanel</name>
    <message>
        <source>All files (*)</source>
        <translation>Alle Dateien (*)</translation>
    </message>
    <message>
        <source>Choose the secret</source>
        <translation>Geheimnis wählen</translation>
    </message>
    <message>
        <source>Column that identifies the units</source>
        <translation>Spalte mit der Kennung der Merkmalsträger</translation>
    </message>
    <message>
        <source>Compare with the data so far</source>
        <translation>Mit den bisherigen Daten vergleichen</translation>
    </message>
    <message>
        <source>Comparing the data ...</source>
        <translation>Daten werden verglichen ...</translation>
    </message>
    <message>
        <source>Leave the data as they are</source>
        <translation>Daten lassen, wie sie sind</translation>
    </message>
    <message>
        <source>Reason</source>
        <translation>Begründung</translation>
    </message>
    <message>
        <source>Replace the data</source>
        <translation>Daten ersetzen</translation>
    </message>
    <message>
        <source>Replace the data of this period</source>
        <translation>Daten dieses Berichtszeitraums ersetzen</translation>
    </message>
    <message>
        <source>Second person</source>
        <translation>Zweite Person</translation>
    </message>
    <message>
        <source>Secret ...</source>
        <translation>Geheimnis ...</translation>
    </message>
    <message>
        <source>The secret that the keys of this period were derived with</source>
        <translation>Das Geheimnis, mit dem die Record-Keys dieses Berichtszeitraums abgeleitet wurden</translation>
    </message>
    <message>
        <source>Units are found again by</source>
        <translation>Merkmalsträger wiederfinden über</translation>
    </message>
    <message>
        <source>Units kept: %1, new: %2, gone: %3</source>
        <translation>Merkmalsträger behalten: %1, neu: %2, weggefallen: %3</translation>
    </message>
    <message>
        <source>no identifier: new keys for all</source>
        <translation>keine Kennung: neue Keys für alle</translation>
    </message>
    <message>
        <source>why all records get new keys; kept with the period</source>
        <translation>warum alle Datensätze neue Keys bekommen; bleibt beim Zeitraum</translation>
    </message>
</context>
<context>
    <name>ReviewView</name>
    <message>
        <source>%1 chosen</source>
        <translation>%1 gewählt</translation>
    </message>
    <message>
        <source>%1 gone</source>
        <translation>%1 weggefallen</translation>
    </message>
    <message>
        <source>%1 merged</source>
        <translation>%1 zusammengefasst</translation>
    </message>
    <message>
        <source>%1 new</source>
        <translation>%1 neu</translation>
    </message>
    <message>
        <source>%1 renamed</source>
        <translation>%1 umbenannt</translation>
    </message>
    <message>
        <source>%1 split</source>
        <translation>%1 aufgeteilt</translation>
    </message>
    <message>
        <source>A file with the old code in the first and the new one in the second column</source>
        <translation>Eine Datei mit dem alten Code in der ersten und dem neuen in der zweiten Spalte</translation>
    </message>
    <message>
        <source>Apply to chosen rows</source>
        <translation>Auf gewählte Zeilen anwenden</translation>
    </message>
    <message>
        <source>Code</source>
        <translation>Code</translation>
    </message>
    <message>
        <source>Code of the code list</source>
        <translation>Code im Schlüsselverzeichnis</translation>
    </message>
    <message>
        <source>Codes of the new reporting period</source>
        <translation>Codes des neuen Berichtszeitraums</translation>
    </message>
    <message>
        <source>Codes that differ</source>
        <translation>Abweichende Codes</translation>
    </message>
    <message>
        <source>Finding</source>
        <translation>Befund</translation>
    </message>
    <message>
        <source>First day of the new codes</source>
        <translation>Erster Tag der neuen Codes</translation>
    </message>
    <message>
        <source>Label</source>
        <translation>Bezeichnung</translation>
    </message>
    <message>
        <source>New codes are valid from</source>
        <translation>Neue Codes gelten ab</translation>
    </message>
    <message>
        <source>Read mapping table ...</source>
        <translation>Umsteigetabelle lesen ...</translation>
    </message>
    <message>
        <source>Series breaks here</source>
        <translation>Bruch in der Zeitreihe</translation>
    </message>
    <message>
        <source>Tables across periods show | and a footnote</source>
        <translation>Tabellen über mehrere Berichtszeiträume zeigen | und eine Fußnote</translation>
    </message>
    <message>
        <source>The records have codes that the code list does not know, or lack some that it does. Choose rows and say what becomes of them; then import the data.</source>
        <translation>Die Datensätze haben Codes, die das Schlüsselverzeichnis nicht kennt, oder ihnen fehlen welche. Wählen Sie Zeilen und bestimmen Sie, was aus ihnen wird; übernehmen Sie dann die Daten.</translation>
    </message>
    <message>
        <source>What becomes of it</source>
        <translation>Was daraus wird</translation>
    </message>
    <message>
        <source>What becomes of the chosen codes</source>
        <translation>Was aus den gewählten Codes wird</translation>
    </message>
    <message>
        <source>YYYY-MM-DD</source>
        <translation>TT.MM.JJJJ</translation>
    </message>
    <message>
        <source>break in the series</source>
        <translation>Bruch in der Zeitreihe</translation>
    </message>
    <message>
        <source>counts as not stated</source>
        <translation>gilt als ohne Angabe</translation>
    </message>
    <message>
        <source>ends before</source>
        <translation>endet zuvor</translation>
    </message>
    <message>
        <source>follows on</source>
        <translation>folgt auf</translation>
    </message>
    <message>
        <source>gone</source>
        <translation>weggefallen</translation>
    </message>
    <message>
        <source>is a new category</source>
        <translation>ist eine neue Ausprägung</translation>
    </message>
    <message>
        <source>is written for</source>
        <translation>steht für</translation>
    </message>
    <message>
        <source>merged</source>
        <translation>zusammengefasst</translation>
    </message>
    <message>
        <source>new</source>
        <translation>neu</translation>
    </message>
    <message>
        <source>no code chosen</source>
        <translation>kein Code gewählt</translation>
    </message>
    <message>
        <source>renamed</source>
        <translation>umbenannt</translation>
    </message>
    <message>
        <source>split</source>
        <translation>aufgeteilt</translation>
    </message>
    <message>
        <source>stays, no record has it</source>
        <translation>bleibt, kein Datensatz hat ihn</translation>
    </message>
</context>
<context>
    <name>RivalsBoard</name>
    <message>
        <source>%1 cells</source>
        <translation>%1 Felder</translation>
    </message>
    <message>
        <source>%1 cells in %2 tables, %3 of them small. Measured %4.</source>
        <translation>%1 Felder in %2 Tabellen, davon %3 kleine. Gemessen am %4.</translation>
    </message>
    <message>
        <source>%1 sums in %2 tables, %3 of them sensitive. Measured %4.</source>
        <translation>%1 Wertsummen in %2 Tabellen, davon %3 sensibel. Gemessen am %4.</translation>
    </message>
    <message>
        <source>%1 tables</source>
        <translation>%1 Tabellen</translation>
    </message>
    <message>
        <source>1 cell</source>
        <translation>1 Feld</translation>
    </message>
    <message>
        <source>1 table</source>
        <translation>1 Tabelle</translation>
    </message>
    <message>
        <source>Category of groups by</source>
        <translation>Gruppen nach</translation>
    </message>
    <message>
        <source>Cells behind the chosen figure, the worst first</source>
        <translation>Felder zur gewählten Zahl, die schlechtesten zuerst</translation>
    </message>
    <message>
        <source>Choose saved tables and press “Measure”. Each method protects them and is compared with the originals.</source>
        <translation>Wählen Sie gespeicherte Tabellen und drücken Sie „Messen“. Jedes Verfahren schützt sie und wird mit den Originalen verglichen.</translation>
    </message>
    <message>
        <source>Four methods are measured ...</source>
        <translation>Vier Verfahren werden gemessen ...</translation>
    </message>
    <message>
        <source>Four methods by criterion; the cells of the chosen figure stand below</source>
        <translation>Vier Verfahren nach Kriterien; die Felder zur gewählten Zahl stehen darunter</translation>
    </message>
    <message>
        <source>Internal report</source>
        <translation>Interner Bericht</translation>
    </message>
    <message>
        <source>Measure</source>
        <translation>Messen</translation>
    </message>
    <message>
        <source>Measures tables with one more variable, and each part of the records protected by itself. It takes several times as long.</source>
        <translation>Misst Tabellen mit einem Merkmal mehr und jeden Teil der Datensätze für sich geschützt. Das dauert ein Mehrfaches.</translation>
    </message>
    <message>
        <source>Methods</source>
        <translation>Verfahren</translation>
    </message>
    <message>
        <source>No single cell stands behind this figure.</source>
        <translation>Zu dieser Zahl gehört kein einzelnes Feld.</translation>
    </message>
    <message>
        <source>Number</source>
        <translation>Anzahl</translation>
    </message>
    <message>
        <source>Only tables of this value with one block, without filter and own rows, are measured.</source>
        <translation>Gemessen werden nur Tabellen dieses Werts mit einem Block, ohne Filter und eigene Zeilen.</translation>
    </message>
    <message>
        <source>Rounding to</source>
        <translation>Rundung auf</translation>
    </message>
    <message>
        <source>Save report ...</source>
        <translation>Bericht speichern ...</translation>
    </message>
    <message>
        <source>Saved tables</source>
        <translation>Gespeicherte Tabellen</translation>
    </message>
    <message>
        <source>Seconds per attack</source>
        <translation>Sekunden je Angriff</translation>
    </message>
    <message>
        <source>Seed</source>
        <translation>Startwert</translation>
    </message>
    <message>
        <source>Show the table</source>
        <translation>Tabelle zeigen</translation>
    </message>
    <message>
        <source>Small counts are below</source>
        <translation>Kleine Fallzahlen unter</translation>
    </message>
    <message>
        <source>Suppression hides counts below the limit and protects all tables together. The SAFE principle is an own program, not the one of the statistical offices; results differ. Grades are our own.</source>
        <translation>Die Zellsperrung sperrt Fallzahlen unter der Grenze und schützt alle Tabellen gemeinsam. Das SAFE-Prinzip ist eine eigene Umsetzung, nicht das Programm der statistischen Ämter; Ergebnisse weichen ab. Die Noten sind eigene.</translation>
    </message>
    <message>
        <source>Tables, settings or data are no longer those that were measured. Measure anew.</source>
        <translation>Tabellen, Einstellungen oder Daten sind nicht mehr die gemessenen. Messen Sie neu.</translation>
    </message>
    <message>
        <source>Unplanned tables and parts</source>
        <translation>Ungeplante Tabellen, Teile</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>Wert</translation>
    </message>
    <message>
        <source>every variable</source>
        <translation>jedem Merkmal</translation>
    </message>
    <message>
        <source>measured by originals; not copied, and written into internal reports only</source>
        <translation>an den Originalen gemessen; wird nicht kopiert und nur in interne Berichte geschrieben</translation>
    </message>
</context>
<context>
    <name>RivalsModel</name>
    <message>
        <source>Limits: good | fair</source>
        <translation>Grenzen: gut | mittel</translation>
    </message>
    <message>
        <source>in force</source>
        <translation>in Kraft</translation>
    </message>
</context>
<context>
    <name>RoundingView</name>
    <message>
        <source>0, as of any other 0</source>
        <translation>0, wie bei jeder anderen 0</translation>
    </message>
    <message>
        <source>A percentage of unrounded figures can reveal what a 0 hides (2 % of 260 beside 0: only 4). Reason required.</source>
        <translation>Ein Anteil aus ungerundeten Zahlen kann verraten, was hinter einer 0 steht (2 % von 260 neben 0: nur 4). Begründung nötig.</translation>
    </message>
    <message>
        <source>Base</source>
        <translation>Basis</translation>
    </message>
    <message>
        <source>Decimals of ratios</source>
        <translation>Nachkommastellen von Verhältniszahlen</translation>
    </message>
    <message>
        <source>Drawn by the cell key a figure is right on average, and the same in every table; it needs keys.</source>
        <translation>Nach dem Cell-Key gerundet stimmt eine Zahl im Mittel und ist in jeder Tabelle gleich; dazu braucht es Record-Keys.</translation>
    </message>
    <message>
        <source>Every figure, totals included, is rounded on its own. No base is safe by itself: compare methods on your tables before you put it in force.</source>
        <translation>Jede Zahl, auch jede Summe, wird für sich gerundet. Keine Basis ist für sich sicher: Vergleichen Sie die Verfahren an Ihren Tabellen, bevor Sie eine Rundung in Kraft setzen.</translation>
    </message>
    <message>
        <source>Figures become one of the two multiples beside them, the nearer one more often.</source>
        <translation>Zahlen werden zu einem der beiden Vielfachen neben ihnen, zum näheren öfter.</translation>
    </message>
    <message>
        <source>How</source>
        <translation>Art</translation>
    </message>
    <message>
        <source>It is kept with the method.</source>
        <translation>Sie wird mit dem Verfahren festgehalten.</translation>
    </message>
    <message>
        <source>Minimum base</source>
        <translation>Mindestbasis</translation>
    </message>
    <message>
        <source>Ratios and rates have at most so many, unless they are declared official.</source>
        <translation>Verhältniszahlen haben höchstens so viele, sofern sie nicht als amtlich erklärt sind.</translation>
    </message>
    <message>
        <source>Reason</source>
        <translation>Begründung</translation>
    </message>
    <message>
        <source>Rounded to multiples of this number; halves away from zero.</source>
        <translation>Kaufmännisch auf Vielfache dieser Zahl gerundet.</translation>
    </message>
    <message>
        <source>Rounding</source>
        <translation>Rundung</translation>
    </message>
    <message>
        <source>Share of a 0</source>
        <translation>Anteil einer 0</translation>
    </message>
    <message>
        <source>Shares and changes come from rounded figures; of a smaller rounded base they show x.</source>
        <translation>Anteile und Veränderungen werden aus gerundeten Zahlen berechnet; bei kleinerer gerundeter Basis steht x.</translation>
    </message>
    <message>
        <source>Shares and relative changes come from figures before rounding; of a smaller base they show x. With each decimal the base has to be ten times as large.</source>
        <translation>Anteile und prozentuale Veränderungen werden aus ungerundeten Zahlen berechnet; bei kleinerer Basis steht x. Mit jeder Nachkommastelle muss die Basis zehnmal so groß sein.</translation>
    </message>
    <message>
        <source>drawn by the cell key</source>
        <translation>nach dem Cell-Key</translation>
    </message>
    <message>
        <source>from figures before rounding</source>
        <translation>aus ungerundeten Zahlen</translation>
    </message>
    <message>
        <source>to the nearest multiple</source>
        <translation>auf das nächste Vielfache</translation>
    </message>
</context>
<context>
    <name>RowCard</name>
    <message>
        <source>Bias %1   Variance %2   Entropy %3 bit</source>
        <translation>Verzerrung %1   Varianz %2   Entropie %3 bit</translation>
    </message>
    <message>
        <source>Limited by: %1.</source>
        <translation>Begrenzt durch: %1.</translation>
    </message>
    <message>
        <source>Row i =</source>
        <translation>Zeile i =</translation>
    </message>
    <message>
        <source>Row of the perturbation table</source>
        <translation>Zeile der Überlagerungstabelle</translation>
    </message>
    <message>
        <source>V from</source>
        <translation>V von</translation>
    </message>
    <message>
        <source>V to</source>
        <translation>V bis</translation>
    </message>
    <message>
        <source>V wanted</source>
        <translation>V gewünscht</translation>
    </message>
    <message>
        <source>Zeros stay zeros.</source>
        <translation>Nullen bleiben Nullen.</translation>
    </message>
    <message>
        <source>bias</source>
        <translation>Verzerrung</translation>
    </message>
    <message>
        <source>distribution of v</source>
        <translation>Verteilung von v</translation>
    </message>
    <message>
        <source>end of the possible V</source>
        <translation>Ende der möglichen V</translation>
    </message>
    <message>
        <source>entropy</source>
        <translation>Entropie</translation>
    </message>
    <message>
        <source>limited by</source>
        <translation>begrenzt durch</translation>
    </message>
    <message>
        <source>monotony</source>
        <translation>Monotonie</translation>
    </message>
    <message>
        <source>possible V %1 … %2, stay probability %3</source>
        <translation>möglich V %1 … %2, Bleibewahrscheinlichkeit %3</translation>
    </message>
    <message>
        <source>probabilities set by hand</source>
        <translation>von Hand gesetzte Wahrscheinlichkeiten</translation>
    </message>
    <message>
        <source>pstay lowered to %1, as R does.</source>
        <translation>pstay auf %1 gesenkt, wie R es tut.</translation>
    </message>
    <message>
        <source>stay probability</source>
        <translation>Bleibewahrscheinlichkeit</translation>
    </message>
    <message>
        <source>stay probability %1</source>
        <translation>Bleibewahrscheinlichkeit %1</translation>
    </message>
    <message>
        <source>strong noise likelier than weak</source>
        <translation>starke Überlagerung wahrscheinlicher als schwache</translation>
    </message>
    <message>
        <source>symmetry</source>
        <translation>Symmetrie</translation>
    </message>
    <message>
        <source>variance</source>
        <translation>Varianz</translation>
    </message>
</context>
<context>
    <name>RuleEditor</name>
    <message>
        <source>Age by %1 on the day of each period</source>
        <translation>Alter nach %1 am Stichtag jedes Zeitraums</translation>
    </message>
    <message>
        <source>Classes of %1, cut at:</source>
        <translation>Klassen von %1, Grenzen:</translation>
    </message>
    <message>
        <source>Code</source>
        <translation>Code</translation>
    </message>
    <message>
        <source>Code of the group</source>
        <translation>Code der Gruppe</translation>
    </message>
    <message>
        <source>Codes and their groups</source>
        <translation>Codes und ihre Gruppen</translation>
    </message>
    <message>
        <source>Codes in no group</source>
        <translation>Codes ohne Gruppe</translation>
    </message>
    <message>
        <source>Cut points</source>
        <translation>Klassengrenzen</translation>
    </message>
    <message>
        <source>Each class begins at a cut point and ends below the next one</source>
        <translation>Jede Klasse beginnt an einer Grenze und endet unter der nächsten</translation>
    </message>
    <message>
        <source>First digits of %1:</source>
        <translation>Erste Stellen von %1:</translation>
    </message>
    <message>
        <source>From %1 in</source>
        <translation>Von %1 in</translation>
    </message>
    <message>
        <source>Grid cells made of %1</source>
        <translation>Gitterzellen, gebildet aus %1</translation>
    </message>
    <message>
        <source>Group</source>
        <translation>Gruppe</translation>
    </message>
    <message>
        <source>Groups of the codes of %1</source>
        <translation>Gruppen der Codes von %1</translation>
    </message>
    <message>
        <source>Label</source>
        <translation>Bezeichnung</translation>
    </message>
    <message>
        <source>Month of birth</source>
        <translation>Geburtsmonat</translation>
    </message>
    <message>
        <source>Number of first digits</source>
        <translation>Zahl der ersten Stellen</translation>
    </message>
    <message>
        <source>Of %1 the</source>
        <translation>Aus %1:</translation>
    </message>
    <message>
        <source>Put selected codes into the group</source>
        <translation>Gewählte Codes in die Gruppe</translation>
    </message>
    <message>
        <source>Read recode (.grc) ...</source>
        <translation>Umschlüsselung (.grc) lesen ...</translation>
    </message>
    <message>
        <source>Same codes as %1, with a hierarchy of its own</source>
        <translation>Dieselben Codes wie %1, mit eigener Hierarchie</translation>
    </message>
    <message>
        <source>Take out of their group</source>
        <translation>Aus der Gruppe nehmen</translation>
    </message>
    <message>
        <source>Unit</source>
        <translation>Einheit</translation>
    </message>
    <message>
        <source>Until</source>
        <translation>Bis</translation>
    </message>
    <message>
        <source>classes from</source>
        <translation>Klassen ab</translation>
    </message>
    <message>
        <source>code of the group</source>
        <translation>Code der Gruppe</translation>
    </message>
    <message>
        <source>days</source>
        <translation>Tagen</translation>
    </message>
    <message>
        <source>for example 18 30 65</source>
        <translation>zum Beispiel 18 30 65</translation>
    </message>
    <message>
        <source>month</source>
        <translation>Monat</translation>
    </message>
    <message>
        <source>months</source>
        <translation>Monaten</translation>
    </message>
    <message>
        <source>no other variable</source>
        <translation>keinem anderen Merkmal</translation>
    </message>
    <message>
        <source>none</source>
        <translation>keine</translation>
    </message>
    <message>
        <source>other codes stay</source>
        <translation>andere Codes bleiben</translation>
    </message>
    <message>
        <source>other codes: not stated</source>
        <translation>andere Codes: ohne Angabe</translation>
    </message>
    <message>
        <source>quarter</source>
        <translation>Quartal</translation>
    </message>
    <message>
        <source>the day of the period</source>
        <translation>zum Stichtag des Zeitraums</translation>
    </message>
    <message>
        <source>until</source>
        <translation>bis</translation>
    </message>
    <message>
        <source>week</source>
        <translation>Woche</translation>
    </message>
    <message>
        <source>with the month of</source>
        <translation>mit dem Monat aus</translation>
    </message>
    <message>
        <source>year</source>
        <translation>Jahr</translation>
    </message>
    <message>
        <source>years</source>
        <translation>Jahren</translation>
    </message>
</context>
<context>
    <name>RuleForm</name>
    <message>
        <source>Allowed codes</source>
        <translation>Zulässige Codes</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Codes of the variable</source>
        <translation>Codes des Merkmals</translation>
    </message>
    <message>
        <source>Columns</source>
        <translation>Spalten</translation>
    </message>
    <message>
        <source>Columns that are unique together</source>
        <translation>Spalten, die zusammen einmalig sind</translation>
    </message>
    <message>
        <source>Columns that the rule holds for</source>
        <translation>Spalten, für die die Regel gilt</translation>
    </message>
    <message>
        <source>Counted by</source>
        <translation>Gezählt nach</translation>
    </message>
    <message>
        <source>Difference that is allowed</source>
        <translation>Zulässige Abweichung</translation>
    </message>
    <message>
        <source>If</source>
        <translation>Wenn</translation>
    </message>
    <message>
        <source>If all of this holds:</source>
        <translation>Wenn all das gilt:</translation>
    </message>
    <message>
        <source>If it is broken</source>
        <translation>Bei Verletzung</translation>
    </message>
    <message>
        <source>If it is broken, it</source>
        <translation>Bei Verletzung</translation>
    </message>
    <message>
        <source>Kind of rule</source>
        <translation>Art der Regel</translation>
    </message>
    <message>
        <source>Largest value</source>
        <translation>Größter Wert</translation>
    </message>
    <message>
        <source>Name of the rule</source>
        <translation>Name der Regel</translation>
    </message>
    <message>
        <source>Parts that add up to it</source>
        <translation>Teile, die sie ergeben</translation>
    </message>
    <message>
        <source>Smallest value</source>
        <translation>Kleinster Wert</translation>
    </message>
    <message>
        <source>Sum</source>
        <translation>Summe</translation>
    </message>
    <message>
        <source>Take over</source>
        <translation>Übernehmen</translation>
    </message>
    <message>
        <source>all records</source>
        <translation>alle Datensätze</translation>
    </message>
    <message>
        <source>for example 0.9</source>
        <translation>zum Beispiel 0,9</translation>
    </message>
    <message>
        <source>for example 1.1</source>
        <translation>zum Beispiel 1,1</translation>
    </message>
    <message>
        <source>for example 1; 2; 3</source>
        <translation>zum Beispiel 1; 2; 3</translation>
    </message>
    <message>
        <source>from</source>
        <translation>von</translation>
    </message>
    <message>
        <source>number or day</source>
        <translation>Zahl oder Tag</translation>
    </message>
    <message>
        <source>then</source>
        <translation>dann</translation>
    </message>
    <message>
        <source>then all of this has to hold:</source>
        <translation>dann muss all das gelten:</translation>
    </message>
    <message>
        <source>times as many as in the former period</source>
        <translation>mal so viele wie im vorigen Berichtszeitraum</translation>
    </message>
    <message>
        <source>to</source>
        <translation>bis</translation>
    </message>
</context>
<context>
    <name>RuleRow</name>
    <message>
        <source>Remove</source>
        <translation>Entfernen</translation>
    </message>
</context>
<context>
    <name>RuleRows</name>
    <message>
        <source>%2 % of the total without the two largest are less than %1 % of the largest</source>
        <translation>%2 % der Summe ohne die zwei größten Beiträge sind weniger als %1 % des größten</translation>
    </message>
    <message>
        <source>Add rule</source>
        <translation>Regel hinzufügen</translation>
    </message>
    <message>
        <source>Dominance (n, k)</source>
        <translation>Dominanz (n, k)</translation>
    </message>
    <message>
        <source>Fewer than %1 contributors</source>
        <translation>Weniger als %1 Beitragende</translation>
    </message>
    <message>
        <source>Minimum frequency</source>
        <translation>Mindestfallzahl</translation>
    </message>
    <message>
        <source>No rule is set: no cell is sensitive.</source>
        <translation>Keine Regel gesetzt: Kein Feld ist sensibel.</translation>
    </message>
    <message>
        <source>The %1 largest contributions are more than %2 % of the total</source>
        <translation>Die %1 größten Beiträge sind mehr als %2 % der Summe</translation>
    </message>
    <message>
        <source>The total without the two largest contributions is less than %1 % of the largest</source>
        <translation>Die Summe ohne die zwei größten Beiträge ist kleiner als %1 % des größten</translation>
    </message>
    <message>
        <source>p % rule</source>
        <translation>p-%-Regel</translation>
    </message>
    <message>
        <source>pq rule</source>
        <translation>pq-Regel</translation>
    </message>
</context>
<context>
    <name>RulesTab</name>
    <message>
        <source>Categories out of the limits:</source>
        <translation>Ausprägungen außerhalb der Grenzen:</translation>
    </message>
    <message>
        <source>Change</source>
        <translation>Ändern</translation>
    </message>
    <message>
        <source>If it is broken, it</source>
        <translation>Bei Verletzung</translation>
    </message>
    <message>
        <source>JSON (*.json)</source>
        <translation>JSON (*.json)</translation>
    </message>
    <message>
        <source>New rule</source>
        <translation>Neue Regel</translation>
    </message>
    <message>
        <source>No record breaks the rule.</source>
        <translation>Kein Datensatz verletzt die Regel.</translation>
    </message>
    <message>
        <source>No records are loaded.</source>
        <translation>Es sind keine Datensätze geladen.</translation>
    </message>
    <message>
        <source>No rules yet. “New rule” makes one by choosing columns.</source>
        <translation>Noch keine Regel. „Neue Regel“ bildet eine aus gewählten Spalten.</translation>
    </message>
    <message>
        <source>Not tested: %1</source>
        <translation>Nicht geprüft: %1</translation>
    </message>
    <message>
        <source>Page (*.html)</source>
        <translation>Seite (*.html)</translation>
    </message>
    <message>
        <source>Records</source>
        <translation>Datensätze</translation>
    </message>
    <message>
        <source>Records that break it, by their number in the file:</source>
        <translation>Datensätze, die sie verletzen, mit ihrer Nummer in der Datei:</translation>
    </message>
    <message>
        <source>Records that break the rule</source>
        <translation>Datensätze, die die Regel verletzen</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>Entfernen</translation>
    </message>
    <message>
        <source>Report ...</source>
        <translation>Bericht ...</translation>
    </message>
    <message>
        <source>Report with records ...</source>
        <translation>Bericht mit Datensätzen ...</translation>
    </message>
    <message>
        <source>Result</source>
        <translation>Ergebnis</translation>
    </message>
    <message>
        <source>Rule</source>
        <translation>Regel</translation>
    </message>
    <message>
        <source>Rules for records</source>
        <translation>Regeln für Datensätze</translation>
    </message>
    <message>
        <source>Save report</source>
        <translation>Bericht speichern</translation>
    </message>
    <message>
        <source>The first %1 records that break it, by their number in the file:</source>
        <translation>Die ersten %1 Datensätze, die sie verletzen, mit ihrer Nummer in der Datei:</translation>
    </message>
    <message>
        <source>The records lie in a database; it counts them and shows none.</source>
        <translation>Die Datensätze liegen in einer Datenbank; sie zählt sie und zeigt keinen.</translation>
    </message>
    <message>
        <source>The rules are being judged ...</source>
        <translation>Die Regeln werden geprüft ...</translation>
    </message>
    <message>
        <source>What records have to fulfil. Rules are judged whenever data are imported: a rule reports what breaks it, or refuses the delivery.</source>
        <translation>Was Datensätze erfüllen müssen. Die Regeln werden beim Übernehmen von Daten geprüft: Eine Regel meldet, was sie verletzt, oder weist die Lieferung ab.</translation>
    </message>
    <message>
        <source>rules.html</source>
        <translation>regeln.html</translation>
    </message>
    <message>
        <source>with records (confidential)</source>
        <translation>mit Datensätzen (vertraulich)</translation>
    </message>
</context>
<context>
    <name>RulesView</name>
    <message>
        <source>%1 - not held</source>
        <translation>%1 – nicht eingehalten</translation>
    </message>
    <message>
        <source>%1 - not tested</source>
        <translation>%1 – nicht geprüft</translation>
    </message>
    <message>
        <source>( ) below</source>
        <translation>( ) unter</translation>
    </message>
    <message>
        <source>/ below</source>
        <translation>/ unter</translation>
    </message>
    <message>
        <source>/ in the place of the figure</source>
        <translation>/ anstelle der Zahl</translation>
    </message>
    <message>
        <source>Boundary rule</source>
        <translation>Grenzregel</translation>
    </message>
    <message>
        <source>Held over the saved tables.</source>
        <translation>In den gespeicherten Tabellen eingehalten.</translation>
    </message>
    <message>
        <source>In force, and therefore locked. Choose a variant to work on other settings.</source>
        <translation>In Kraft und daher gesperrt. Wählen Sie eine Variante, um andere Einstellungen zu bearbeiten.</translation>
    </message>
    <message>
        <source>Minimum base</source>
        <translation>Mindestbasis</translation>
    </message>
    <message>
        <source>Noise of weighted counts</source>
        <translation>Überlagerung gewichteter Häufigkeiten</translation>
    </message>
    <message>
        <source>Not held over the saved tables.</source>
        <translation>In den gespeicherten Tabellen nicht eingehalten.</translation>
    </message>
    <message>
        <source>Published counts below this value (including 0), and anything derived from them, show as “.”.</source>
        <translation>Ausgewiesene Fallzahlen unter diesem Wert (auch 0) und alles daraus Berechnete erscheinen als „.“.</translation>
    </message>
    <message>
        <source>Published counts below this value, but not 0, show as “/”.</source>
        <translation>Ausgewiesene Fallzahlen unter diesem Wert, aber nicht 0, erscheinen als „/“.</translation>
    </message>
    <message>
        <source>Published counts below this value, but not 0, show in brackets.</source>
        <translation>Ausgewiesene Fallzahlen unter diesem Wert, aber nicht 0, stehen in Klammern.</translation>
    </message>
    <message>
        <source>Save a table: criteria are tested over the saved tables.</source>
        <translation>Speichern Sie eine Tabelle: Geprüft wird an den gespeicherten Tabellen.</translation>
    </message>
    <message>
        <source>Shares, changes, ratios and rates of fewer published records bear the sign of the next line.</source>
        <translation>Anteile, Veränderungen und Verhältniszahlen aus weniger ausgewiesenen Datensätzen tragen das Zeichen der nächsten Zeile.</translation>
    </message>
    <message>
        <source>Sign of a small base</source>
        <translation>Zeichen bei kleiner Basis</translation>
    </message>
    <message>
        <source>The note says that</source>
        <translation>Der Hinweis sagt</translation>
    </message>
    <message>
        <source>These rules hold for every variant and come into force with its table.</source>
        <translation>Diese Regeln gelten für jede Variante und treten mit ihrer Tabelle in Kraft.</translation>
    </message>
    <message>
        <source>Threshold</source>
        <translation>Schwellenwert</translation>
    </message>
    <message>
        <source>Weighted counts</source>
        <translation>Gewichtete Häufigkeiten</translation>
    </message>
    <message>
        <source>Weighted counts are rounded to multiples of this number.</source>
        <translation>Gewichtete Häufigkeiten werden auf Vielfache dieser Zahl gerundet.</translation>
    </message>
    <message>
        <source>What the cell-key method publishes</source>
        <translation>Was die Cell-Key-Methode ausweist</translation>
    </message>
    <message>
        <source>Which interval a cell key belongs to that lies exactly on a bound. Programs differ here.</source>
        <translation>Zu welchem Abschnitt ein Cell-Key gehört, der genau auf einer Grenze liegt. Hier unterscheiden sich die Programme.</translation>
    </message>
    <message>
        <source>With the noise of the count the two together give a mean weight without noise (rule F18).</source>
        <translation>Mit der Überlagerung der Fallzahl ergeben beide zusammen ein mittleres Gewicht ohne Überlagerung (Regel F18).</translation>
    </message>
    <message>
        <source>at least 90 % change by 1 at most</source>
        <translation>mindestens 90 % ändern sich höchstens um 1</translation>
    </message>
    <message>
        <source>at most 0.5 % change by 4 or more</source>
        <translation>höchstens 0,5 % ändern sich um 4 oder mehr</translation>
    </message>
    <message>
        <source>at most 5 % change by 3 or more</source>
        <translation>höchstens 5 % ändern sich um 3 oder mehr</translation>
    </message>
    <message>
        <source>cell key &lt; bound</source>
        <translation>Cell-Key &lt; Grenze</translation>
    </message>
    <message>
        <source>cell key ≤ bound</source>
        <translation>Cell-Key ≤ Grenze</translation>
    </message>
    <message>
        <source>changes are below 0.5 on average</source>
        <translation>Veränderungen im Mittel unter 0,5</translation>
    </message>
    <message>
        <source>figure in brackets</source>
        <translation>Zahl in Klammern</translation>
    </message>
    <message>
        <source>off</source>
        <translation>aus</translation>
    </message>
    <message>
        <source>that of the count</source>
        <translation>die der Fallzahl</translation>
    </message>
    <message>
        <source>their own</source>
        <translation>eine eigene</translation>
    </message>
    <message>
        <source>to multiples of %1</source>
        <translation>auf Vielfache von %1</translation>
    </message>
    <message>
        <source>to whole numbers</source>
        <translation>auf ganze Zahlen</translation>
    </message>
</context>
<context>
    <name>RunTables</name>
    <message>
        <source>%1 cells</source>
        <translation>%1 Felder</translation>
    </message>
    <message>
        <source>%1 of %2 tables, not fitting: %3</source>
        <translation>%1 von %2 Tabellen, nicht passend: %3</translation>
    </message>
    <message>
        <source>%1 tables have changes that are not saved: take them along?</source>
        <translation>%1 Tabellen haben ungespeicherte Änderungen: mitnehmen?</translation>
    </message>
    <message>
        <source>&amp;Folder</source>
        <translation>&amp;Ordner</translation>
    </message>
    <message>
        <source>1 cell</source>
        <translation>1 Feld</translation>
    </message>
    <message>
        <source>1 table has changes that are not saved: take them along?</source>
        <translation>1 Tabelle hat ungespeicherte Änderungen: mitnehmen?</translation>
    </message>
    <message>
        <source>All</source>
        <translation>Alle</translation>
    </message>
    <message>
        <source>All in one workbook</source>
        <translation>Alle in einer Arbeitsmappe</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Choose ...</source>
        <translation>Wählen ...</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>Drafts</source>
        <translation>Entwürfe</translation>
    </message>
    <message>
        <source>Each ticked table is written as a draft under the method in force. A table that does not fit the period is not written; the report names what is missing.</source>
        <translation>Jede angekreuzte Tabelle wird als Entwurf geschrieben, nach dem Verfahren in Kraft. Eine Tabelle, die nicht zum Berichtszeitraum passt, wird nicht geschrieben; der Bericht nennt, was fehlt.</translation>
    </message>
    <message>
        <source>F&amp;ormat</source>
        <translation>&amp;Format</translation>
    </message>
    <message>
        <source>Folder for the drafts</source>
        <translation>Ordner für die Entwürfe</translation>
    </message>
    <message>
        <source>Include</source>
        <translation>Einschließen</translation>
    </message>
    <message>
        <source>None</source>
        <translation>Keine</translation>
    </message>
    <message>
        <source>Other folder ...</source>
        <translation>Anderer Ordner ...</translation>
    </message>
    <message>
        <source>Replace</source>
        <translation>Ersetzen</translation>
    </message>
    <message>
        <source>Report: %1</source>
        <translation>Bericht: %1</translation>
    </message>
    <message>
        <source>Result</source>
        <translation>Ergebnis</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>Ausführen</translation>
    </message>
    <message>
        <source>Run as saved</source>
        <translation>Gespeicherte ausführen</translation>
    </message>
    <message>
        <source>Run tables</source>
        <translation>Tabellen ausführen</translation>
    </message>
    <message>
        <source>Run tables for %1</source>
        <translation>Tabellen ausführen für %1</translation>
    </message>
    <message>
        <source>Table</source>
        <translation>Tabelle</translation>
    </message>
    <message>
        <source>Tables to run</source>
        <translation>Tabellen zum Ausführen</translation>
    </message>
    <message>
        <source>Take over codes that changed one to one</source>
        <translation>Codes übernehmen, die sich eins zu eins geändert haben</translation>
    </message>
    <message>
        <source>The records of this period are not loaded.</source>
        <translation>Die Datensätze dieses Berichtszeitraums sind nicht geladen.</translation>
    </message>
    <message>
        <source>Title</source>
        <translation>Titel</translation>
    </message>
    <message>
        <source>does not fit</source>
        <translation>passt nicht</translation>
    </message>
    <message>
        <source>fits</source>
        <translation>passt</translation>
    </message>
    <message>
        <source>fits, with notes</source>
        <translation>passt, mit Hinweisen</translation>
    </message>
</context>
<context>
    <name>SafePage</name>
    <message>
        <source>0 or at least</source>
        <translation>0 oder mindestens</translation>
    </message>
    <message>
        <source>All tables of up to so many variables are to deviate little.</source>
        <translation>Alle Tabellen aus bis zu so vielen Merkmalen sollen wenig abweichen.</translation>
    </message>
    <message>
        <source>Change records</source>
        <translation>Datensätze ändern</translation>
    </message>
    <message>
        <source>Choose variables and press “Change records”. The records themselves stay; the changed ones are kept beside the statistic when the method is put in force.</source>
        <translation>Wählen Sie Merkmale und drücken Sie „Datensätze ändern“. Die Datensätze selbst bleiben; die geänderten liegen neben der Statistik, sobald das Verfahren in Kraft gesetzt ist.</translation>
    </message>
    <message>
        <source>Deviations</source>
        <translation>Abweichungen</translation>
    </message>
    <message>
        <source>Every combination of these variables occurs 0 times or at least so often. An own program, not the one of the statistical offices; results differ.</source>
        <translation>Jede Kombination dieser Merkmale kommt 0-mal oder mindestens so oft vor. Eigene Umsetzung, nicht das Programm der statistischen Ämter; Ergebnisse weichen ab.</translation>
    </message>
    <message>
        <source>No saved table shows this variable.</source>
        <translation>Keine gespeicherte Tabelle zeigt dieses Merkmal.</translation>
    </message>
    <message>
        <source>Records are changed ...</source>
        <translation>Datensätze werden geändert …</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>Speichern</translation>
    </message>
    <message>
        <source>Seed</source>
        <translation>Startwert</translation>
    </message>
    <message>
        <source>Settings or data are no longer those of the changed records. Change them anew.</source>
        <translation>Einstellungen oder Daten sind nicht mehr die der geänderten Datensätze. Ändern Sie sie neu.</translation>
    </message>
    <message>
        <source>Tables that are to deviate little</source>
        <translation>Tabellen, die wenig abweichen sollen</translation>
    </message>
    <message>
        <source>Variables changed</source>
        <translation>Geänderte Merkmale</translation>
    </message>
    <message>
        <source>Variables of a table</source>
        <translation>Merkmale je Tabelle</translation>
    </message>
    <message>
        <source>deviations from originals are visible</source>
        <translation>Abweichungen von Originalwerten sind sichtbar</translation>
    </message>
</context>
<context>
    <name>SaidOfCodes</name>
    <message>
        <source>%1 records</source>
        <translation>%1 Datensätze</translation>
    </message>
    <message>
        <source>0-120</source>
        <translation>0-120</translation>
    </message>
    <message>
        <source>0; 6; 12 are two classes: from 0 to below 6, from 6 to below 12. Whole numbers: also 0-5; 6-11.</source>
        <translation>0; 6; 12 sind zwei Klassen: von 0 bis unter 6, von 6 bis unter 12. Ganze Zahlen: auch 0-5; 6-11.</translation>
    </message>
    <message>
        <source>A plus behind the last edge opens the last class.</source>
        <translation>Ein Plus hinter der letzten Grenze öffnet die letzte Klasse.</translation>
    </message>
    <message>
        <source>A row of only zeros reveals that the category occurs in the data. Load a complete code list or give the range (0-120).</source>
        <translation>Eine Zeile nur mit Nullen verrät, dass die Ausprägung in den Daten vorkommt. Laden Sie ein vollständiges Schlüsselverzeichnis oder geben Sie den Wertebereich an (0 bis 120).</translation>
    </message>
    <message>
        <source>Classes</source>
        <translation>Klassen</translation>
    </message>
    <message>
        <source>Codes come from</source>
        <translation>Codes stammen aus</translation>
    </message>
    <message>
        <source>Counts as 0</source>
        <translation>Zählt als 0</translation>
    </message>
    <message>
        <source>Distribution, median and quantiles are made of these classes.</source>
        <translation>Aus diesen Klassen entstehen Verteilung, Median und Quantile.</translation>
    </message>
    <message>
        <source>Does not apply</source>
        <translation>Trifft nicht zu</translation>
    </message>
    <message>
        <source>Enter as missing</source>
        <translation>Als fehlend eintragen</translation>
    </message>
    <message>
        <source>Range</source>
        <translation>Bereich</translation>
    </message>
    <message>
        <source>Reason</source>
        <translation>Begründung</translation>
    </message>
    <message>
        <source>Value missing</source>
        <translation>Ohne Angabe</translation>
    </message>
    <message>
        <source>a code list</source>
        <translation>einem Schlüsselverzeichnis</translation>
    </message>
    <message>
        <source>a range of numbers</source>
        <translation>einem Zahlenbereich</translation>
    </message>
    <message>
        <source>classes: %1</source>
        <translation>Klassen: %1</translation>
    </message>
    <message>
        <source>codes, such as 99999; -8</source>
        <translation>Codes, etwa 99999; -8</translation>
    </message>
    <message>
        <source>edges, such as 0; 6; 12; 18+</source>
        <translation>Grenzen, etwa 0; 6; 12; 18+</translation>
    </message>
    <message>
        <source>reason</source>
        <translation>Begründung</translation>
    </message>
    <message>
        <source>the records</source>
        <translation>den Daten</translation>
    </message>
    <message>
        <source>the records, for a reason</source>
        <translation>den Daten, mit Begründung</translation>
    </message>
</context>
<context>
    <name>ScalingPlot</name>
    <message>
        <source>contribution z, logarithmic</source>
        <translation>Beitrag z, logarithmisch</translation>
    </message>
    <message>
        <source>small values</source>
        <translation>kleine Werte</translation>
    </message>
</context>
<context>
    <name>ScriptAction</name>
    <message>
        <source>As script ...</source>
        <translation>Als Skript ...</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>Speichern</translation>
    </message>
</context>
<context>
    <name>ScriptDialog</name>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>Commands (ckm)</source>
        <translation>Befehle (ckm)</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>Kopieren</translation>
    </message>
    <message>
        <source>Form of the file</source>
        <translation>Form der Datei</translation>
    </message>
    <message>
        <source>Save as ...</source>
        <translation>Speichern unter ...</translation>
    </message>
    <message>
        <source>Save script</source>
        <translation>Skript speichern</translation>
    </message>
    <message>
        <source>Scripts (*%1)</source>
        <translation>Skripte (*%1)</translation>
    </message>
    <message>
        <source>Table as a script</source>
        <translation>Tabelle als Skript</translation>
    </message>
    <message>
        <source>Whoever runs this script gets the same file, byte by byte. It holds no figure and no passphrase.</source>
        <translation>Wer dieses Skript ausführt, erhält dieselbe Datei, Byte für Byte. Es enthält keine Zahl und keine Passphrase.</translation>
    </message>
</context>
<context>
    <name>SearchBox</name>
    <message>
        <source>All four criteria hold up to V = %1.</source>
        <translation>Alle vier Gütekriterien sind bis V = %1 erfüllt.</translation>
    </message>
    <message>
        <source>Both hold for V from %1 to %2.</source>
        <translation>Beides ist für V von %1 bis %2 erfüllt.</translation>
    </message>
    <message>
        <source>Largest probability of an original given its published value</source>
        <translation>Größte Wahrscheinlichkeit einer Originalhäufigkeit bei gegebenem ausgewiesenem Wert</translation>
    </message>
    <message>
        <source>Search</source>
        <translation>Suchen</translation>
    </message>
    <message>
        <source>Stop the search</source>
        <translation>Suche abbrechen</translation>
    </message>
    <message>
        <source>Stop the search (%1 %)</source>
        <translation>Suche abbrechen (%1 %)</translation>
    </message>
    <message>
        <source>Take V = %1</source>
        <translation>V = %1 übernehmen</translation>
    </message>
    <message>
        <source>The largest V at which the four criteria hold on the table at hand.</source>
        <translation>Das größte V, bei dem die vier Gütekriterien an der vorliegenden Tabelle erfüllt sind.</translation>
    </message>
    <message>
        <source>and P(i | j) ≤</source>
        <translation>und P(i | j) ≤</translation>
    </message>
</context>
<context>
    <name>SearchedPopup</name>
    <message>
        <source>Search in this list</source>
        <translation>In dieser Liste suchen</translation>
    </message>
    <message>
        <source>search</source>
        <translation>suchen</translation>
    </message>
</context>
<context>
    <name>SecretField</name>
    <message>
        <source>Show characters</source>
        <translation>Zeichen anzeigen</translation>
    </message>
</context>
<context>
    <name>Services</name>
    <message>
        <source>All files (*)</source>
        <translation>Alle Dateien (*)</translation>
    </message>
    <message>
        <source>Leave it</source>
        <translation>Belassen</translation>
    </message>
    <message>
        <source>Making the sample ...</source>
        <translation>Das Beispiel wird erzeugt ...</translation>
    </message>
    <message>
        <source>Microdata</source>
        <translation>Einzeldaten</translation>
    </message>
    <message>
        <source>New data</source>
        <translation>Neue Daten</translation>
    </message>
    <message>
        <source>Open nevertheless</source>
        <translation>Trotzdem öffnen</translation>
    </message>
    <message>
        <source>Open statistic</source>
        <translation>Statistik öffnen</translation>
    </message>
    <message>
        <source>Opening %1 ...</source>
        <translation>%1 wird geöffnet ...</translation>
    </message>
    <message>
        <source>Remove mark</source>
        <translation>Merkzeichen entfernen</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>Speichern</translation>
    </message>
    <message>
        <source>Save as ...</source>
        <translation>Speichern unter ...</translation>
    </message>
    <message>
        <source>Save statistic</source>
        <translation>Statistik speichern</translation>
    </message>
    <message>
        <source>Statistics (*.ckm)</source>
        <translation>Statistiken (*.ckm)</translation>
    </message>
    <message>
        <source>Take over lock</source>
        <translation>Sperre übernehmen</translation>
    </message>
    <message>
        <source>Take over lock ...</source>
        <translation>Sperre übernehmen ...</translation>
    </message>
</context>
<context>
    <name>SettingsPage</name>
    <message>
        <source>Close settings</source>
        <translation>Einstellungen schließen</translation>
    </message>
    <message>
        <source>File: %1</source>
        <translation>Datei: %1</translation>
    </message>
    <message>
        <source>Its administrator has decided for everybody who works here: %1</source>
        <translation>Die Verwaltung hat für alle festgelegt, die hier arbeiten: %1</translation>
    </message>
    <message>
        <source>Load office settings</source>
        <translation>Amtseinstellungen laden</translation>
    </message>
    <message>
        <source>Load office settings ...</source>
        <translation>Amtseinstellungen laden ...</translation>
    </message>
    <message>
        <source>No settings found.</source>
        <translation>Keine Einstellung gefunden.</translation>
    </message>
    <message>
        <source>Policy of this computer</source>
        <translation>Richtlinie dieses Rechners</translation>
    </message>
    <message>
        <source>Processor and memory</source>
        <translation>Prozessor und Speicher</translation>
    </message>
    <message>
        <source>Reason: %1</source>
        <translation>Grund: %1</translation>
    </message>
    <message>
        <source>Save as office settings (all desks)</source>
        <translation>Als Amtseinstellungen speichern (alle Arbeitsplätze)</translation>
    </message>
    <message>
        <source>Save as office settings (all desks) ...</source>
        <translation>Als Amtseinstellungen speichern (alle Arbeitsplätze) ...</translation>
    </message>
    <message>
        <source>Search settings</source>
        <translation>Einstellungen suchen</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>Einstellungen</translation>
    </message>
    <message>
        <source>Settings of an office (*.ckmoffice)</source>
        <translation>Einstellungen eines Amtes (*.ckmoffice)</translation>
    </message>
    <message>
        <source>The office&apos;s settings as a file, without those of this person</source>
        <translation>Die Einstellungen des Amtes als Datei, ohne die dieser Person</translation>
    </message>
    <message>
        <source>The settings of a file that the office gives to all desks</source>
        <translation>Die Einstellungen einer Datei, die das Amt allen Arbeitsplätzen gibt</translation>
    </message>
    <message>
        <source>This person</source>
        <translation>Diese Person</translation>
    </message>
</context>
<context>
    <name>ShareErrorsPlot</name>
    <message>
        <source>mean</source>
        <translation>Mittel</translation>
    </message>
    <message>
        <source>mean in %</source>
        <translation>Mittel in %</translation>
    </message>
    <message>
        <source>share in %</source>
        <translation>Anteil in %</translation>
    </message>
    <message>
        <source>≤ %1 %, in %</source>
        <translation>≤ %1 %, in %</translation>
    </message>
</context>
<context>
    <name>SheetChooser</name>
    <message>
        <source>Next sheet (Ctrl+Page down)</source>
        <translation>Nächstes Blatt (Strg+Bild ab)</translation>
    </message>
    <message>
        <source>Sheet</source>
        <translation>Blatt</translation>
    </message>
    <message>
        <source>Sheet before (Ctrl+Page up)</source>
        <translation>Voriges Blatt (Strg+Bild auf)</translation>
    </message>
</context>
<context>
    <name>SheetsDialog</name>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>Landscape</source>
        <translation>Querformat</translation>
    </message>
    <message>
        <source>Laying out the sheets ...</source>
        <translation>Blätter werden gesetzt ...</translation>
    </message>
    <message>
        <source>Portrait</source>
        <translation>Hochformat</translation>
    </message>
    <message>
        <source>Sheet %1 of %2</source>
        <translation>Blatt %1 von %2</translation>
    </message>
    <message>
        <source>Sheets as they stand on paper</source>
        <translation>Blätter, wie sie auf dem Papier stehen</translation>
    </message>
</context>
<context>
    <name>Shelf</name>
    <message>
        <source>More to the left</source>
        <translation>Weiter nach links</translation>
    </message>
    <message>
        <source>More to the right</source>
        <translation>Weiter nach rechts</translation>
    </message>
</context>
<context>
    <name>ShelfPanel</name>
    <message>
        <source>A sheet for each category of a variable</source>
        <translation>Je Ausprägung eines Merkmals ein Blatt</translation>
    </message>
    <message>
        <source>Add a filter</source>
        <translation>Filter hinzufügen</translation>
    </message>
    <message>
        <source>Add to the columns</source>
        <translation>In die Spalten aufnehmen</translation>
    </message>
    <message>
        <source>Add to the rows</source>
        <translation>In die Zeilen aufnehmen</translation>
    </message>
    <message>
        <source>Add value</source>
        <translation>Wert hinzufügen</translation>
    </message>
    <message>
        <source>Columns</source>
        <translation>Spalten</translation>
    </message>
    <message>
        <source>Drag variables here</source>
        <translation>Merkmale hierher ziehen</translation>
    </message>
    <message>
        <source>Filter</source>
        <translation>Filter</translation>
    </message>
    <message>
        <source>Rows</source>
        <translation>Zeilen</translation>
    </message>
    <message>
        <source>Sheets</source>
        <translation>Blätter</translation>
    </message>
    <message>
        <source>Values</source>
        <translation>Werte</translation>
    </message>
</context>
<context>
    <name>SightSwitch</name>
    <message>
        <source>Map</source>
        <translation>Karte</translation>
    </message>
    <message>
        <source>Picture</source>
        <translation>Bild</translation>
    </message>
    <message>
        <source>Table</source>
        <translation>Tabelle</translation>
    </message>
    <message>
        <source>Table + picture</source>
        <translation>Tabelle + Bild</translation>
    </message>
    <message>
        <source>Table or picture</source>
        <translation>Tabelle oder Bild</translation>
    </message>
</context>
<context>
    <name>Signing</name>
    <message>
        <source>Choose personal key ...</source>
        <translation>Persönlichen Schlüssel wählen ...</translation>
    </message>
    <message>
        <source>Personal key</source>
        <translation>Persönlicher Schlüssel</translation>
    </message>
    <message>
        <source>Personal key of the second person</source>
        <translation>Persönlicher Schlüssel der zweiten Person</translation>
    </message>
    <message>
        <source>Personal keys</source>
        <translation>Persönliche Schlüssel</translation>
    </message>
</context>
<context>
    <name>SourceCard</name>
    <message>
        <source>%1 records</source>
        <translation>%1 Datensätze</translation>
    </message>
    <message>
        <source>1 record</source>
        <translation>1 Datensatz</translation>
    </message>
    <message>
        <source>Choose file ...</source>
        <translation>Datei wählen ...</translation>
    </message>
    <message>
        <source>Data frame, handed in by code</source>
        <translation>Data-Frame, aus einem Programm übergeben</translation>
    </message>
    <message>
        <source>Load records</source>
        <translation>Datensätze laden</translation>
    </message>
    <message>
        <source>Records</source>
        <translation>Datensätze</translation>
    </message>
    <message>
        <source>Reporting period</source>
        <translation>Berichtszeitraum</translation>
    </message>
    <message>
        <source>Synthetic sample</source>
        <translation>Synthetisches Beispiel</translation>
    </message>
    <message>
        <source>Title</source>
        <translation>Titel</translation>
    </message>
    <message>
        <source>Title of the statistic</source>
        <translation>Titel der Statistik</translation>
    </message>
    <message>
        <source>being loaded ...</source>
        <translation>wird geladen ...</translation>
    </message>
    <message>
        <source>database “%1”, counted there</source>
        <translation>Datenbank „%1“, dort gezählt</translation>
    </message>
    <message>
        <source>database “%1”, read into memory</source>
        <translation>Datenbank „%1“, in den Arbeitsspeicher gelesen</translation>
    </message>
    <message>
        <source>e.g. 2025</source>
        <translation>z. B. 2025</translation>
    </message>
    <message>
        <source>none yet for this period</source>
        <translation>noch keine für diesen Berichtszeitraum</translation>
    </message>
    <message>
        <source>records not loaded</source>
        <translation>Datensätze nicht geladen</translation>
    </message>
</context>
<context>
    <name>StartPage</name>
    <message>
        <source>A .ckm file with periods, method in force and saved tables</source>
        <translation>Eine Datei .ckm mit Berichtszeiträumen, Verfahren in Kraft und gespeicherten Tabellen</translation>
    </message>
    <message>
        <source>A finished table of a made-up university statistic. Drag variables, compare methods, export a draft.</source>
        <translation>Eine fertige Tabelle einer erfundenen Hochschulstatistik. Merkmale ziehen, Verfahren vergleichen, einen Entwurf ausgeben.</translation>
    </message>
    <message>
        <source>A statistic in one .ckm file: periods, method in force, saved tables.</source>
        <translation>Eine Statistik in einer .ckm-Datei: Berichtszeiträume, Verfahren in Kraft, gespeicherte Tabellen.</translation>
    </message>
    <message>
        <source>CSV, Excel, SPSS, Stata, SAS, Parquet, fixed width – or a statistic (.ckm)</source>
        <translation>CSV, Excel, SPSS, Stata, SAS, Parquet, feste Breite – oder eine Statistik (.ckm)</translation>
    </message>
    <message>
        <source>Choose a method</source>
        <translation>Verfahren wählen</translation>
    </message>
    <message>
        <source>Choose file ...</source>
        <translation>Datei wählen ...</translation>
    </message>
    <message>
        <source>Choose statistic ...</source>
        <translation>Statistik wählen ...</translation>
    </message>
    <message>
        <source>Draft and release</source>
        <translation>Entwurf und Freigabe</translation>
    </message>
    <message>
        <source>Drag a table</source>
        <translation>Tabelle ziehen</translation>
    </message>
    <message>
        <source>Drop a file here</source>
        <translation>Datei hierher ziehen</translation>
    </message>
    <message>
        <source>Drop a statistic here</source>
        <translation>Statistik hierher ziehen</translation>
    </message>
    <message>
        <source>Each figure is protected at once</source>
        <translation>Jede Zahl ist sofort geschützt</translation>
    </message>
    <message>
        <source>Excel, CSV, PDF and more</source>
        <translation>Excel, CSV, PDF und mehr</translation>
    </message>
    <message>
        <source>Of the office, or one of your own</source>
        <translation>Vorschlag des Amtes oder eigener Entwurf</translation>
    </message>
    <message>
        <source>Open ...</source>
        <translation>Öffnen ...</translation>
    </message>
    <message>
        <source>Open statistic</source>
        <translation>Statistik öffnen</translation>
    </message>
    <message>
        <source>Recent statistics</source>
        <translation>Zuletzt geöffnete Statistiken</translation>
    </message>
    <message>
        <source>Search recent statistics</source>
        <translation>Zuletzt geöffnete Statistiken durchsuchen</translation>
    </message>
    <message>
        <source>Types and roles are proposed</source>
        <translation>Typen und Rollen werden vorgeschlagen</translation>
    </message>
    <message>
        <source>View sample</source>
        <translation>Beispiel ansehen</translation>
    </message>
    <message>
        <source>View the file</source>
        <translation>Datei ansehen</translation>
    </message>
    <message>
        <source>What would you like to do?</source>
        <translation>Was möchten Sie tun?</translation>
    </message>
    <message>
        <source>ckmdesk makes tables with disclosure control from microdata. The office decides what is published.</source>
        <translation>ckmdesk erstellt aus Einzeldaten Tabellen mit Geheimhaltungsverfahren. Über die Veröffentlichung entscheidet das Amt.</translation>
    </message>
    <message>
        <source>search</source>
        <translation>suchen</translation>
    </message>
</context>
<context>
    <name>StatisticCard</name>
    <message>
        <source>All files (*)</source>
        <translation>Alle Dateien (*)</translation>
    </message>
    <message>
        <source>Change</source>
        <translation>Ändern</translation>
    </message>
    <message>
        <source>Four eyes: another person releases a table than the one who submitted it</source>
        <translation>Vier Augen: Freigeben muss eine andere Person als die, die eingereicht hat</translation>
    </message>
    <message>
        <source>I have written it down</source>
        <translation>Ich habe sie aufgeschrieben</translation>
    </message>
    <message>
        <source>Kept in the statistic, for all desks.</source>
        <translation>Steht in der Statistik und gilt an allen Arbeitsplätzen.</translation>
    </message>
    <message>
        <source>Key file</source>
        <translation>Schlüsseldatei</translation>
    </message>
    <message>
        <source>Key file ...</source>
        <translation>Schlüsseldatei ...</translation>
    </message>
    <message>
        <source>Pattern of the titles of tables</source>
        <translation>Muster für die Titel der Tabellen</translation>
    </message>
    <message>
        <source>Recovery passphrase. It is shown this once and kept nowhere: write it down and seal it in an envelope. It opens the statistic as methodologist.</source>
        <translation>Passphrase zur Wiederherstellung. Sie wird nur dieses eine Mal gezeigt und nirgends aufbewahrt: Schreiben Sie sie auf und verschließen Sie sie in einem Umschlag. Sie öffnet die Statistik als Methodik.</translation>
    </message>
    <message>
        <source>Remove roles</source>
        <translation>Rollen entfernen</translation>
    </message>
    <message>
        <source>Remove roles for good</source>
        <translation>Rollen endgültig entfernen</translation>
    </message>
    <message>
        <source>Roles</source>
        <translation>Rollen</translation>
    </message>
    <message>
        <source>Set up roles</source>
        <translation>Rollen einrichten</translation>
    </message>
    <message>
        <source>Source</source>
        <translation>Quelle</translation>
    </message>
    <message>
        <source>Source of the figures</source>
        <translation>Quelle der Zahlen</translation>
    </message>
    <message>
        <source>Stands under every table and in its files, such as “Statistical Office”.</source>
        <translation>Steht unter jeder Tabelle und in ihren Dateien, zum Beispiel „Statistisches Amt“.</translation>
    </message>
    <message>
        <source>Students in %1 %2</source>
        <translation>Studierende im %1 %2</translation>
    </message>
    <message>
        <source>This statistic</source>
        <translation>Diese Statistik</translation>
    </message>
    <message>
        <source>Titles</source>
        <translation>Titel</translation>
    </message>
    <message>
        <source>What tables are called that have no title of their own, such as “%1”. Words and %2. A title that somebody wrote is never replaced.</source>
        <translation>So heißen Tabellen ohne eigenen Titel, zum Beispiel „%1“. Wörter und %2. Ein Titel, den jemand geschrieben hat, wird nie ersetzt.</translation>
    </message>
    <message>
        <source>With roles the statistic is sealed: each role has a passphrase of at least 12 characters, or a key file. Roles hide; whoever may compute tables and can debug can extract.</source>
        <translation>Mit Rollen ist die Statistik versiegelt: Jede Rolle hat eine Passphrase von mindestens 12 Zeichen oder eine Schlüsseldatei. Rollen verbergen; wer Tabellen rechnen darf und einen Debugger bedienen kann, kann auch auslesen.</translation>
    </message>
    <message>
        <source>has one; type another to change it</source>
        <translation>hat eine; zum Ändern eine andere eingeben</translation>
    </message>
    <message>
        <source>key file chosen</source>
        <translation>Schlüsseldatei gewählt</translation>
    </message>
    <message>
        <source>passphrase</source>
        <translation>Passphrase</translation>
    </message>
</context>
<context>
    <name>StatusBar</name>
    <message>
        <source>%1 cells</source>
        <translation>%1 Felder</translation>
    </message>
    <message>
        <source>%1 records</source>
        <translation>%1 Datensätze</translation>
    </message>
    <message>
        <source>%1 s</source>
        <translation>%1 s</translation>
    </message>
    <message>
        <source>1 cell</source>
        <translation>1 Feld</translation>
    </message>
    <message>
        <source>1 record</source>
        <translation>1 Datensatz</translation>
    </message>
    <message>
        <source>Cell-key method</source>
        <translation>Cell-Key-Methode</translation>
    </message>
    <message>
        <source>Keyed rounding to base %1</source>
        <translation>Key-Rundung auf %1</translation>
    </message>
    <message>
        <source>Rounding to base %1</source>
        <translation>Rundung auf %1</translation>
    </message>
    <message>
        <source>Switch language</source>
        <translation>Sprache wechseln</translation>
    </message>
    <message>
        <source>Works offline, opens no network connection</source>
        <translation>Arbeitet offline, öffnet keine Netzverbindung</translation>
    </message>
    <message>
        <source>Works offline; reaches only databases that the policy of this computer names</source>
        <translation>Arbeitet ohne Netz; erreicht nur Datenbanken, die die Richtlinie dieses Rechners nennt</translation>
    </message>
    <message>
        <source>database “%1”, only read</source>
        <translation>Datenbank „%1“, nur lesend</translation>
    </message>
    <message>
        <source>no method in force</source>
        <translation>kein Verfahren in Kraft</translation>
    </message>
    <message>
        <source>not saved</source>
        <translation>nicht gespeichert</translation>
    </message>
    <message>
        <source>read-only</source>
        <translation>schreibgeschützt</translation>
    </message>
    <message>
        <source>trial view on the screen</source>
        <translation>Probe auf dem Bildschirm</translation>
    </message>
</context>
<context>
    <name>SubmitCard</name>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Computing the table and its checklist ...</source>
        <translation>Tabelle und Prüfliste werden berechnet ...</translation>
    </message>
    <message>
        <source>Correct no. %1</source>
        <translation>Nr. %1 berichtigen</translation>
    </message>
    <message>
        <source>Embargo</source>
        <translation>Sperrfrist</translation>
    </message>
    <message>
        <source>Formats</source>
        <translation>Formate</translation>
    </message>
    <message>
        <source>Language of the files</source>
        <translation>Sprache der Dateien</translation>
    </message>
    <message>
        <source>Order number</source>
        <translation>Auftragsnummer</translation>
    </message>
    <message>
        <source>Purpose</source>
        <translation>Zweck</translation>
    </message>
    <message>
        <source>Reason (needed)</source>
        <translation>Grund (nötig)</translation>
    </message>
    <message>
        <source>Recipient</source>
        <translation>Empfänger</translation>
    </message>
    <message>
        <source>Remark</source>
        <translation>Bemerkung</translation>
    </message>
    <message>
        <source>Submit a table for release</source>
        <translation>Tabelle zur Freigabe einreichen</translation>
    </message>
    <message>
        <source>Submit for release</source>
        <translation>Zur Freigabe einreichen</translation>
    </message>
    <message>
        <source>Submitted by</source>
        <translation>Eingereicht von</translation>
    </message>
    <message>
        <source>Table</source>
        <translation>Tabelle</translation>
    </message>
    <message>
        <source>Time zone of the embargo</source>
        <translation>Zeitzone der Sperrfrist</translation>
    </message>
    <message>
        <source>Time zone, such as Europe/Berlin, UTC or UTC+01:00</source>
        <translation>Zeitzone, etwa Europe/Berlin, UTC oder UTC+01:00</translation>
    </message>
    <message>
        <source>no final files before</source>
        <translation>keine endgültigen Dateien vor</translation>
    </message>
</context>
<context>
    <name>SumErrorsCard</name>
    <message>
        <source>95 %</source>
        <translation>95 %</translation>
    </message>
    <message>
        <source>95 % of the deviations are below this.</source>
        <translation>95 % der Abweichungen liegen darunter.</translation>
    </message>
    <message>
        <source>Cells of the table at hand.</source>
        <translation>Felder der vorliegenden Tabelle.</translation>
    </message>
    <message>
        <source>Deviation by the share of the largest contribution</source>
        <translation>Abweichung nach dem Anteil des größten Beitrags</translation>
    </message>
    <message>
        <source>Deviation in %</source>
        <translation>Abweichung in %</translation>
    </message>
    <message>
        <source>Expected over all keys, by the share of the largest contribution in the sum.</source>
        <translation>Erwartet über alle Schlüssel, nach dem Anteil des größten Beitrags an der Summe.</translation>
    </message>
    <message>
        <source>How often the deviation is at most 1 %, in percent.</source>
        <translation>Wie oft die Abweichung höchstens 1 % beträgt, in Prozent.</translation>
    </message>
    <message>
        <source>How often the deviation is at most 5 %, in percent.</source>
        <translation>Wie oft die Abweichung höchstens 5 % beträgt, in Prozent.</translation>
    </message>
    <message>
        <source>Mean deviation under the method in force.</source>
        <translation>Mittlere Abweichung mit dem Verfahren in Kraft.</translation>
    </message>
    <message>
        <source>Mean deviation.</source>
        <translation>Mittlere Abweichung.</translation>
    </message>
    <message>
        <source>Over the share itself, of a sum that no rule marks, up to the bend z_f</source>
        <translation>Über den Anteil selbst, für Summen, die keine Regel markiert, bis zur Wendestelle z_f</translation>
    </message>
    <message>
        <source>Share of the largest contribution in the sum.</source>
        <translation>Anteil des größten Beitrags an der Summe.</translation>
    </message>
    <message>
        <source>cells</source>
        <translation>Felder</translation>
    </message>
    <message>
        <source>in force</source>
        <translation>in Kraft</translation>
    </message>
    <message>
        <source>mean</source>
        <translation>Mittel</translation>
    </message>
    <message>
        <source>share</source>
        <translation>Anteil</translation>
    </message>
    <message>
        <source>≤ 1 %</source>
        <translation>≤ 1 %</translation>
    </message>
    <message>
        <source>≤ 5 %</source>
        <translation>≤ 5 %</translation>
    </message>
</context>
<context>
    <name>SumFloorCard</name>
    <message>
        <source>Accept what is open</source>
        <translation>Offenes hinnehmen</translation>
    </message>
    <message>
        <source>Combining is better. Open points of the method in force can also be accepted: for this reporting period, no worse than now. Register and checklist say so.</source>
        <translation>Zusammenfassen ist besser. Offenes am Verfahren in Kraft kann auch hingenommen werden: für diesen Berichtszeitraum, nicht schlechter als jetzt. Register und Prüfliste sagen es.</translation>
    </message>
    <message>
        <source>Floor</source>
        <translation>Mindestschutz</translation>
    </message>
    <message>
        <source>Judge all tables</source>
        <translation>Alle Tabellen beurteilen</translation>
    </message>
    <message>
        <source>Look for the smallest noise</source>
        <translation>Kleinste Überlagerung suchen</translation>
    </message>
    <message>
        <source>Not tested, or not all of it, with p = %1 %: sums may not be called protected.</source>
        <translation>Nicht oder nicht vollständig geprüft mit p = %1 %: Summen dürfen nicht geschützt heißen.</translation>
    </message>
    <message>
        <source>Reason</source>
        <translation>Begründung</translation>
    </message>
    <message>
        <source>Second person</source>
        <translation>Zweite Person</translation>
    </message>
    <message>
        <source>The floor does not hold with p = %1 %: sums may not be called protected.</source>
        <translation>Der Mindestschutz ist mit p = %1 % nicht eingehalten: Die Summen dürfen nicht geschützt heißen.</translation>
    </message>
    <message>
        <source>The floor holds with p = %1 %: by its rules, sums may be called protected.</source>
        <translation>Der Mindestschutz ist mit p = %1 % eingehalten: Nach seinen Regeln dürfen die Summen geschützt heißen.</translation>
    </message>
    <message>
        <source>The saved tables that show sums, and the table at hand, all together.</source>
        <translation>Die gespeicherten Tabellen mit Wertsummen und die vorliegende, alle zusammen.</translation>
    </message>
    <message>
        <source>The smallest σ1 and least noise with which these tables hold F1 to F3 and F5; they are set here.</source>
        <translation>Kleinstes σ1 und kleinste Mindestüberlagerung, mit denen diese Tabellen F1 bis F3 und F5 einhalten; sie werden hier eingetragen.</translation>
    </message>
</context>
<context>
    <name>SumStory</name>
    <message>
        <source>Cell key</source>
        <translation>Cell-Key</translation>
    </message>
    <message>
        <source>Contributors</source>
        <translation>Beitragende</translation>
    </message>
    <message>
        <source>In the table</source>
        <translation>in der Tabelle</translation>
    </message>
    <message>
        <source>Key</source>
        <translation>Key</translation>
    </message>
    <message>
        <source>No noise</source>
        <translation>Keine Überlagerung</translation>
    </message>
    <message>
        <source>Noise</source>
        <translation>Überlagerungswert</translation>
    </message>
    <message>
        <source>Original value</source>
        <translation>Originalwert</translation>
    </message>
    <message>
        <source>Ratio to the unit</source>
        <translation>Verhältnis a</translation>
    </message>
    <message>
        <source>Row of the table</source>
        <translation>Zeile der Tabelle</translation>
    </message>
    <message>
        <source>Sensitive cell</source>
        <translation>Sensibles Tabellenfeld</translation>
    </message>
    <message>
        <source>Step %1</source>
        <translation>Schritt %1</translation>
    </message>
    <message>
        <source>Unit</source>
        <translation>Einheit x_δ</translation>
    </message>
    <message>
        <source>Unit, small value</source>
        <translation>Einheit, kleiner Wert</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>Wert</translation>
    </message>
    <message>
        <source>added</source>
        <translation>hinzugefügt</translation>
    </message>
    <message>
        <source>between %1 and %2</source>
        <translation>zwischen %1 und %2</translation>
    </message>
    <message>
        <source>published</source>
        <translation>ausgewiesen</translation>
    </message>
    <message>
        <source>published, not rounded</source>
        <translation>ausgewiesen, nicht gerundet</translation>
    </message>
    <message>
        <source>yes</source>
        <translation>ja</translation>
    </message>
</context>
<context>
    <name>SumVariantsCard</name>
    <message>
        <source>%1: in a sensitive cell the noise can be as small as %2 % of x1, below p = %3 %.</source>
        <translation>%1: In einem sensiblen Feld kann die Überlagerung nur %2 % von x1 betragen, weniger als p = %3 %.</translation>
    </message>
    <message>
        <source>95 % of the deviations below, in %</source>
        <translation>95 % der Abweichungen unter, in %</translation>
    </message>
    <message>
        <source>Search σ1</source>
        <translation>σ1 suchen</translation>
    </message>
    <message>
        <source>Show cells</source>
        <translation>Felder zeigen</translation>
    </message>
    <message>
        <source>The sensitive cells in which the noise of the first variant can be smallest, as part of x1.</source>
        <translation>Die sensiblen Felder, in denen die Überlagerung der ersten Variante am kleinsten sein kann, als Teil von x1.</translation>
    </message>
    <message>
        <source>The smallest σ1 and least noise with which these tables hold F1 to F3 and F5; they are set here.</source>
        <translation>Kleinstes σ1 und kleinste Mindestüberlagerung, mit denen diese Tabellen F1 bis F3 und F5 einhalten; sie werden hier eingetragen.</translation>
    </message>
    <message>
        <source>Variants</source>
        <translation>Varianten</translation>
    </message>
    <message>
        <source>cells expected above 10 %</source>
        <translation>Felder, im Mittel über 10 %</translation>
    </message>
    <message>
        <source>mean deviation in %</source>
        <translation>mittlere Abweichung in %</translation>
    </message>
    <message>
        <source>on %1 cells of the table at hand</source>
        <translation>auf %1 Feldern der vorliegenden Tabelle</translation>
    </message>
    <message>
        <source>sensitive: part of x1 in %</source>
        <translation>sensibel: Teil von x1 in %</translation>
    </message>
    <message>
        <source>sensitive: smallest part in %</source>
        <translation>sensibel: kleinster Teil in %</translation>
    </message>
</context>
<context>
    <name>SumWords</name>
    <message>
        <source>Beside a published count of 0 or below the threshold stands no sum and no weighted count.</source>
        <translation>Neben einer veröffentlichten Fallzahl von 0 oder unter der Schwelle steht keine Summe und keine gewichtete Häufigkeit.</translation>
    </message>
    <message>
        <source>Mean per</source>
        <translation>Mittelwert je</translation>
    </message>
    <message>
        <source>Noise of small values is so many times this, in the unit of the data.</source>
        <translation>Die Überlagerung kleiner Werte ist ein Vielfaches davon, in der Einheit der Daten.</translation>
    </message>
    <message>
        <source>Ratios and changes of sums are shown from so many published contributors on; levels need 3.</source>
        <translation>Verhältnisse und Veränderungen von Summen werden ab so vielen ausgewiesenen Beitragenden gezeigt; Bestände brauchen 3.</translation>
    </message>
    <message>
        <source>Ratios from</source>
        <translation>Verhältnisse ab</translation>
    </message>
    <message>
        <source>Records whose magnitude is blank, or a code for no answer.</source>
        <translation>Fälle, deren Wertmerkmal leer ist oder einen Code für „keine Angabe“ hat.</translation>
    </message>
    <message>
        <source>Rules of</source>
        <translation>Regeln</translation>
    </message>
    <message>
        <source>Rules of other programs switch ours off. How these treat blanks is not confirmed: here as 0.</source>
        <translation>Regeln anderer Programme schalten unsere eigenen ab. Wie diese leere Werte behandeln, ist nicht bestätigt: hier als 0.</translation>
    </message>
    <message>
        <source>Sums are shown by</source>
        <translation>Wertsummen stehen nach</translation>
    </message>
    <message>
        <source>The published sum divided by this published number; an amount is a value other than 0.</source>
        <translation>Die veröffentlichte Summe durch diese veröffentlichte Zahl; ein Betrag ist ein Wert, der nicht 0 ist.</translation>
    </message>
    <message>
        <source>Unit of small values</source>
        <translation>Einheit kleiner Werte</translation>
    </message>
    <message>
        <source>Value missing</source>
        <translation>Ohne Angabe</translation>
    </message>
    <message>
        <source>any record</source>
        <translation>Fall insgesamt</translation>
    </message>
    <message>
        <source>counts as 0</source>
        <translation>als 0</translation>
    </message>
    <message>
        <source>does not count</source>
        <translation>zählt nicht mit</translation>
    </message>
    <message>
        <source>is refused</source>
        <translation>wird abgewiesen</translation>
    </message>
    <message>
        <source>our own</source>
        <translation>eigene</translation>
    </message>
    <message>
        <source>published counts</source>
        <translation>Fallzahlen</translation>
    </message>
    <message>
        <source>record with a value</source>
        <translation>Fall mit Angabe</translation>
    </message>
    <message>
        <source>record with an amount</source>
        <translation>Fall mit Betrag</translation>
    </message>
    <message>
        <source>those with an amount</source>
        <translation>Fällen mit Betrag</translation>
    </message>
</context>
<context>
    <name>SumsDesign</name>
    <message>
        <source>%1, even</source>
        <translation>%1, gerade</translation>
    </message>
    <message>
        <source>%1, odd</source>
        <translation>%1, ungerade</translation>
    </message>
    <message>
        <source>A copy of this variant with the table, and with its own settings for sums.</source>
        <translation>Eine Kopie dieser Variante mit der Tabelle und mit eigenen Einstellungen für Wertsummen.</translation>
    </message>
    <message>
        <source>Ages, durations</source>
        <translation>Alter, Dauer</translation>
    </message>
    <message>
        <source>Areas, hectares</source>
        <translation>Flächen, Hektar</translation>
    </message>
    <message>
        <source>As a new variant</source>
        <translation>Als neue Variante</translation>
    </message>
    <message>
        <source>Blocks</source>
        <translation>Blöcke</translation>
    </message>
    <message>
        <source>Bounded, no giants: simple scaling.</source>
        <translation>Begrenzt, ohne Riesen: einfache Skalierung.</translation>
    </message>
    <message>
        <source>Design</source>
        <translation>Entwerfen</translation>
    </message>
    <message>
        <source>Design a table</source>
        <translation>Tabelle entwerfen</translation>
    </message>
    <message>
        <source>Even and odd numbers of contributors may have rows of their own, as may small values.</source>
        <translation>Gerade und ungerade Zahlen von Beitragenden können eigene Zeilen haben, ebenso kleine Werte.</translation>
    </message>
    <message>
        <source>For tables in which a cell is a part of up to seven totals, as with three variables.</source>
        <translation>Für Tabellen, in denen ein Feld Teil von bis zu sieben Summen ist, wie bei drei Merkmalen.</translation>
    </message>
    <message>
        <source>For tables in which a cell is a part of up to three totals, as with two variables.</source>
        <translation>Für Tabellen, in denen ein Feld Teil von bis zu drei Summen ist, wie bei zwei Merkmalen.</translation>
    </message>
    <message>
        <source>Keys are permuted in so many blocks, the same in all rows.</source>
        <translation>Schlüssel werden in so vielen Blöcken vertauscht, in allen Zeilen gleich.</translation>
    </message>
    <message>
        <source>Largest noise, in units of the scaling.</source>
        <translation>Größte Überlagerung, in Einheiten der Skalierung.</translation>
    </message>
    <message>
        <source>Many true zeros, which are public; small values count.</source>
        <translation>Viele echte Nullen, die öffentlich sind; kleine Werte zählen.</translation>
    </message>
    <message>
        <source>Mildly skewed, recurs nearly unchanged: simple scaling.</source>
        <translation>Mäßig schief, kehrt fast unverändert wieder: einfache Skalierung.</translation>
    </message>
    <message>
        <source>Noise moves in steps of 1 by this number.</source>
        <translation>Überlagerungswerte liegen in Schritten von 1 durch diese Zahl.</translation>
    </message>
    <message>
        <source>Of the permutation, from the system; the same number makes the same table. Empty: another one.</source>
        <translation>Der Vertauschung, vom System gezogen; dieselbe Zahl ergibt dieselbe Tabelle. Leer: eine neue.</translation>
    </message>
    <message>
        <source>Preset</source>
        <translation>Vorlage</translation>
    </message>
    <message>
        <source>Ratios that are rows, from 1 to D: 1; 3; 5</source>
        <translation>Verhältnisse, die Zeilen sind, von 1 bis D: 1; 3; 5</translation>
    </message>
    <message>
        <source>Row a = %1 cannot have V = %2; it has at most %3.</source>
        <translation>Zeile a = %1 kann V = %2 nicht haben; sie hat höchstens %3.</translation>
    </message>
    <message>
        <source>Rows a</source>
        <translation>Zeilen a</translation>
    </message>
    <message>
        <source>Rows for</source>
        <translation>Zeilen für</translation>
    </message>
    <message>
        <source>Seed</source>
        <translation>Startwert</translation>
    </message>
    <message>
        <source>Shape</source>
        <translation>Form</translation>
    </message>
    <message>
        <source>Steps in 1</source>
        <translation>Schritte je 1</translation>
    </message>
    <message>
        <source>The largest z_f that keeps the expected error of 90 % of the totals within 2 %; rounded to 1-2-5.</source>
        <translation>Der größte z_f, mit dem der erwartete Fehler von 90 % der Summen unter 2 % bleibt; auf 1-2-5 gerundet.</translation>
    </message>
    <message>
        <source>The table is that of this variant, which has its own settings for sums from then on.</source>
        <translation>Die Tabelle gehört dieser Variante, die von da an eigene Einstellungen für Wertsummen hat.</translation>
    </message>
    <message>
        <source>Turnover</source>
        <translation>Umsatz</translation>
    </message>
    <message>
        <source>V up to %1</source>
        <translation>V bis %1</translation>
    </message>
    <message>
        <source>Variance of the noise.</source>
        <translation>Varianz der Überlagerung.</translation>
    </message>
    <message>
        <source>Very skewed: flex scaling, three steps, other keys each period.</source>
        <translation>Sehr schief: flexible Skalierung, drei Schritte, andere Schlüssel je Zeitraum.</translation>
    </message>
    <message>
        <source>Wages, amounts</source>
        <translation>Löhne, Beträge</translation>
    </message>
    <message>
        <source>Weak noise is likelier than strong noise downwards.</source>
        <translation>Nach unten sind schwache Überlagerungswerte wahrscheinlicher als starke.</translation>
    </message>
    <message>
        <source>all numbers</source>
        <translation>alle Zahlen</translation>
    </message>
    <message>
        <source>by parity</source>
        <translation>nach Parität</translation>
    </message>
    <message>
        <source>even: %1</source>
        <translation>gerade: %1</translation>
    </message>
    <message>
        <source>monotone</source>
        <translation>monoton</translation>
    </message>
    <message>
        <source>odd: %1</source>
        <translation>ungerade: %1</translation>
    </message>
    <message>
        <source>small values</source>
        <translation>kleine Werte</translation>
    </message>
    <message>
        <source>z_f from the data</source>
        <translation>z_f aus den Daten</translation>
    </message>
</context>
<context>
    <name>SumsJudged</name>
    <message>
        <source>Total</source>
        <translation>Insgesamt</translation>
    </message>
</context>
<context>
    <name>SumsPictures</name>
    <message>
        <source>Largest contributions of %1 cells: half below %2, 90 % below %3, 99 % below %4.</source>
        <translation>Größte Beiträge von %1 Feldern: die Hälfte unter %2, 90 % unter %3, 99 % unter %4.</translation>
    </message>
    <message>
        <source>Noise by ratio of sizes</source>
        <translation>Überlagerung nach Größenverhältnis</translation>
    </message>
    <message>
        <source>Noise by ratio of sizes, as typed</source>
        <translation>Überlagerung nach Größenverhältnis, wie eingegeben</translation>
    </message>
    <message>
        <source>Scaling</source>
        <translation>Skalierung</translation>
    </message>
    <message>
        <source>Variant %1</source>
        <translation>Variante %1</translation>
    </message>
    <message>
        <source>a = |x / unit|; linear between two rows</source>
        <translation>a = |x / Einheit|; zwischen zwei Zeilen linear</translation>
    </message>
    <message>
        <source>not designed yet</source>
        <translation>noch nicht entworfen</translation>
    </message>
    <message>
        <source>unit of noise as a part m(z) of the largest contribution</source>
        <translation>Einheit der Überlagerung als Teil m(z) des größten Beitrags</translation>
    </message>
</context>
<context>
    <name>SuppressionCountsModel</name>
    <message>
        <source>%1, by %2 variables: %3 cells</source>
        <translation>%1, nach %2 Merkmalen: %3 Felder</translation>
    </message>
    <message>
        <source>Primary</source>
        <translation>Primär</translation>
    </message>
    <message>
        <source>Secondary</source>
        <translation>Sekundär</translation>
    </message>
    <message>
        <source>Variables · table</source>
        <translation>Ebene · Tabelle</translation>
    </message>
</context>
<context>
    <name>SuppressionModel</name>
    <message>
        <source>primary</source>
        <translation>primär</translation>
    </message>
    <message>
        <source>published</source>
        <translation>ausgewiesen</translation>
    </message>
    <message>
        <source>secondary</source>
        <translation>sekundär</translation>
    </message>
    <message>
        <source>with its count or before</source>
        <translation>mit Fallzahl oder früher</translation>
    </message>
</context>
<context>
    <name>SuppressionPage</name>
    <message>
        <source>%1 of %2 cells are primary (%3 %). The tables are too fine for suppression: choose coarser categories.</source>
        <translation>%1 von %2 Feldern sind primär (%3 %). Die Tabellen sind für die Zellsperrung zu fein: Wählen Sie gröbere Ausprägungen.</translation>
    </message>
    <message>
        <source>1 per cell</source>
        <translation>1 je Feld</translation>
    </message>
    <message>
        <source>As published</source>
        <translation>Wie ausgewiesen</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Category of groups by</source>
        <translation>Gruppen nach</translation>
    </message>
    <message>
        <source>Choose saved tables and press “Find pattern”. The program finds which further cells have to be suppressed so that nobody can compute the primary ones.</source>
        <translation>Wählen Sie gespeicherte Tabellen und drücken Sie „Muster rechnen“. Das Programm findet, welche weiteren Felder zu sperren sind, damit niemand die primären berechnen kann.</translation>
    </message>
    <message>
        <source>Chosen cell</source>
        <translation>Gewähltes Feld</translation>
    </message>
    <message>
        <source>Chosen cell: %1</source>
        <translation>Gewähltes Feld: %1</translation>
    </message>
    <message>
        <source>Contributors alone conclude</source>
        <translation>Einzelne im Feld schließen</translation>
    </message>
    <message>
        <source>Contributors alone in a cell compute no other primary cell exactly.</source>
        <translation>Einzelne in einem Feld berechnen kein anderes primäres Feld genau.</translation>
    </message>
    <message>
        <source>Contributors alone in a cell see no other primary cell closer than its level.</source>
        <translation>Einzelne in einem Feld sehen kein anderes primäres Feld näher als seinen Schutzabstand.</translation>
    </message>
    <message>
        <source>Contributors alone in a cell were not considered.</source>
        <translation>Einzelne in einem Feld wurden nicht beachtet.</translation>
    </message>
    <message>
        <source>Cost of a cell</source>
        <translation>Kosten eines Feldes</translation>
    </message>
    <message>
        <source>Cost: %1 cells, value %2, logarithm %3.</source>
        <translation>Kosten: %1 Felder, Wert %2, Logarithmus %3.</translation>
    </message>
    <message>
        <source>Find pattern</source>
        <translation>Muster rechnen</translation>
    </message>
    <message>
        <source>Finish without clean-up</source>
        <translation>Ohne Bereinigung beenden</translation>
    </message>
    <message>
        <source>Further cells are searched ...</source>
        <translation>Weitere Felder werden gesucht ...</translation>
    </message>
    <message>
        <source>Hash %1</source>
        <translation>Hash %1</translation>
    </message>
    <message>
        <source>Keeps %1 primary cells open.</source>
        <translation>Hält %1 primäre Felder offen.</translation>
    </message>
    <message>
        <source>Keeps 1 primary cell open.</source>
        <translation>Hält 1 primäres Feld offen.</translation>
    </message>
    <message>
        <source>Layer that is shown</source>
        <translation>Gezeigtes Blatt</translation>
    </message>
    <message>
        <source>Level: %1 up, %2 down</source>
        <translation>Schutzabstand: %1 nach oben, %2 nach unten</translation>
    </message>
    <message>
        <source>Minimum frequency</source>
        <translation>Mindestfallzahl</translation>
    </message>
    <message>
        <source>No pattern costs less.</source>
        <translation>Kein Muster kostet weniger.</translation>
    </message>
    <message>
        <source>Not suppressed: weights, filters of values, quantiles, several periods, means where records have no value.</source>
        <translation>Nicht gesperrt: Gewichte, Filter von Werten, Quantile, mehrere Zeiträume, Mittelwerte bei Datensätzen ohne Wert.</translation>
    </message>
    <message>
        <source>Number</source>
        <translation>Anzahl</translation>
    </message>
    <message>
        <source>Original: %1</source>
        <translation>Original: %1</translation>
    </message>
    <message>
        <source>Pattern</source>
        <translation>Muster</translation>
    </message>
    <message>
        <source>Readers conclude: from %1 to %2</source>
        <translation>Leser schließen: von %1 bis %2</translation>
    </message>
    <message>
        <source>Required: from %1 to %2</source>
        <translation>Gefordert: von %1 bis %2</translation>
    </message>
    <message>
        <source>Rule: %1</source>
        <translation>Regel: %1</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>Speichern</translation>
    </message>
    <message>
        <source>Saved tables</source>
        <translation>Gespeicherte Tabellen</translation>
    </message>
    <message>
        <source>Small groups, and groups that are wholly in one category, do not show in which one they are.</source>
        <translation>Kleine Gruppen und solche, die ganz in einer Ausprägung liegen, zeigen nicht, in welcher.</translation>
    </message>
    <message>
        <source>Stands in: %1</source>
        <translation>Steht in: %1</translation>
    </message>
    <message>
        <source>Sums also follow the rules of the tab “Primary rules”. The pattern is of all tables together.</source>
        <translation>Für Wertsummen gelten auch die Regeln des Reiters „Primärregeln“. Das Muster gilt für alle Tabellen gemeinsam.</translation>
    </message>
    <message>
        <source>Suppress anyway</source>
        <translation>Trotzdem sperren</translation>
    </message>
    <message>
        <source>Suppressed cells by table</source>
        <translation>Gesperrte Felder nach Tabellen</translation>
    </message>
    <message>
        <source>Suppressed: %1 % of the cells, %2 % of the value.</source>
        <translation>Gesperrt: %1 % der Felder, %2 % des Wertes.</translation>
    </message>
    <message>
        <source>Table that is shown</source>
        <translation>Gezeigte Tabelle</translation>
    </message>
    <message>
        <source>Table with suppressed cells; what is known of the chosen cell stands beside</source>
        <translation>Tabelle mit gesperrten Feldern; was zum gewählten Feld bekannt ist, steht daneben</translation>
    </message>
    <message>
        <source>Tables, settings or data are no longer those of the pattern. Suppress anew.</source>
        <translation>Tabellen, Einstellungen oder Daten sind nicht mehr die des Musters. Rechnen Sie neu.</translation>
    </message>
    <message>
        <source>The audit computed the interval of 1 primary cell, %2 of them below its level.</source>
        <translation>Die Prüfung hat die Spanne von 1 primären Feld gerechnet, %2 davon unter dem Schutzabstand.</translation>
    </message>
    <message>
        <source>The audit computed the intervals of %1 primary cells, %2 of them below their level.</source>
        <translation>Die Prüfung hat die Spannen von %1 primären Feldern gerechnet, %2 davon unter dem Schutzabstand.</translation>
    </message>
    <message>
        <source>The tables are read ...</source>
        <translation>Die Tabellen werden gelesen ...</translation>
    </message>
    <message>
        <source>These %1 cells move together; they are framed.</source>
        <translation>Diese %1 Felder bewegen sich gemeinsam; sie sind umrahmt.</translation>
    </message>
    <message>
        <source>Value that is shown</source>
        <translation>Gezeigter Wert</translation>
    </message>
    <message>
        <source>What is suppressed protects every cell by then; only its cost is not reduced any further.</source>
        <translation>Das Gesperrte schützt dann jedes Feld; nur die Kosten werden nicht weiter gesenkt.</translation>
    </message>
    <message>
        <source>What readers can conclude is being computed ...</source>
        <translation>Was Leser schließen können, wird gerechnet ...</translation>
    </message>
    <message>
        <source>groups in one category</source>
        <translation>Gruppen in einer Ausprägung</translation>
    </message>
    <message>
        <source>its value</source>
        <translation>sein Wert</translation>
    </message>
    <message>
        <source>logarithm of its value</source>
        <translation>Logarithmus seines Wertes</translation>
    </message>
    <message>
        <source>no more than others</source>
        <translation>nicht mehr als andere</translation>
    </message>
    <message>
        <source>no variable</source>
        <translation>kein Merkmal</translation>
    </message>
    <message>
        <source>not considered</source>
        <translation>nicht beachtet</translation>
    </message>
    <message>
        <source>nothing exactly</source>
        <translation>nichts genau</translation>
    </message>
    <message>
        <source>originals and primary cells are visible</source>
        <translation>Originale und primäre Felder sind sichtbar</translation>
    </message>
    <message>
        <source>without end</source>
        <translation>ohne Ende</translation>
    </message>
    <message>
        <source>… and %1 more</source>
        <translation>… und %1 weitere</translation>
    </message>
</context>
<context>
    <name>SwitchEditor</name>
    <message>
        <source>on</source>
        <translation>ein</translation>
    </message>
</context>
<context>
    <name>TableActions</name>
    <message>
        <source>Area before</source>
        <translation>Voriger Bereich</translation>
    </message>
    <message>
        <source>Compare</source>
        <translation>Vergleichen</translation>
    </message>
    <message>
        <source>Empty the table</source>
        <translation>Tabelle leeren</translation>
    </message>
    <message>
        <source>Find</source>
        <translation>Suchen</translation>
    </message>
    <message>
        <source>Layout</source>
        <translation>Aufbau</translation>
    </message>
    <message>
        <source>New table</source>
        <translation>Neue Tabelle</translation>
    </message>
    <message>
        <source>Next area (list, shelves, table)</source>
        <translation>Nächster Bereich (Liste, Felder, Tabelle)</translation>
    </message>
    <message>
        <source>Number and notes</source>
        <translation>Nummer und Fußnoten</translation>
    </message>
    <message>
        <source>Swap rows and columns</source>
        <translation>Zeilen und Spalten tauschen</translation>
    </message>
    <message>
        <source>Table or picture</source>
        <translation>Tabelle oder Bild</translation>
    </message>
    <message>
        <source>Write as</source>
        <translation>Ausgeben als</translation>
    </message>
</context>
<context>
    <name>TableCopy</name>
    <message>
        <source>Copy cells with their heads</source>
        <translation>Felder mit Köpfen kopieren</translation>
    </message>
</context>
<context>
    <name>TableDocument</name>
    <message>
        <source>Discard changes</source>
        <translation>Änderungen verwerfen</translation>
    </message>
    <message>
        <source>Name of the table</source>
        <translation>Name der Tabelle</translation>
    </message>
    <message>
        <source>Save table</source>
        <translation>Tabelle speichern</translation>
    </message>
    <message>
        <source>Save table in the statistic ...</source>
        <translation>Tabelle in der Statistik speichern ...</translation>
    </message>
</context>
<context>
    <name>TableDrops</name>
    <message>
        <source>Columns: here</source>
        <translation>Spalten: hier</translation>
    </message>
    <message>
        <source>Rows: here</source>
        <translation>Zeilen: hier</translation>
    </message>
</context>
<context>
    <name>TableEditor</name>
    <message>
        <source>All levels</source>
        <translation>Alle Ebenen</translation>
    </message>
    <message>
        <source>Begin a block of its own here</source>
        <translation>Hier beginnt ein eigener Block</translation>
    </message>
    <message>
        <source>Blank line before the block</source>
        <translation>Leerzeile vor dem Block</translation>
    </message>
    <message>
        <source>Block of its own with</source>
        <translation>Eigener Block mit</translation>
    </message>
    <message>
        <source>Block one place down</source>
        <translation>Block eins nach hinten</translation>
    </message>
    <message>
        <source>Block one place up</source>
        <translation>Block eins nach vorn</translation>
    </message>
    <message>
        <source>Change own rows ...</source>
        <translation>Eigene Zeilen ändern ...</translation>
    </message>
    <message>
        <source>Choose categories ...</source>
        <translation>Ausprägungen wählen ...</translation>
    </message>
    <message>
        <source>Drop: %1 becomes filter %2</source>
        <translation>Loslassen: %1 wird %2. Filter</translation>
    </message>
    <message>
        <source>Drop: %1 becomes level %2 of the columns</source>
        <translation>Loslassen: %1 wird %2. Stufe im Tabellenkopf</translation>
    </message>
    <message>
        <source>Drop: %1 becomes level %2 of the rows</source>
        <translation>Loslassen: %1 wird %2. Stufe der Vorspalte</translation>
    </message>
    <message>
        <source>Drop: %1 becomes value %2</source>
        <translation>Loslassen: %1 wird %2. Wert</translation>
    </message>
    <message>
        <source>Drop: %1 begins a block of its own</source>
        <translation>Loslassen: %1 beginnt einen eigenen Block</translation>
    </message>
    <message>
        <source>Drop: each category of %1 gets a sheet</source>
        <translation>Loslassen: Jede Ausprägung von %1 bekommt ein Blatt</translation>
    </message>
    <message>
        <source>Drop: the block becomes number %1</source>
        <translation>Ablegen: Der Block steht an Stelle %1</translation>
    </message>
    <message>
        <source>Heading of the block</source>
        <translation>Überschrift des Blocks</translation>
    </message>
    <message>
        <source>Heading of the block ...</source>
        <translation>Überschrift des Blocks ...</translation>
    </message>
    <message>
        <source>How many stand alone</source>
        <translation>Wie viele einzeln stehen</translation>
    </message>
    <message>
        <source>Into a block of its own under the rows</source>
        <translation>In einen eigenen Block unter den Zeilen</translation>
    </message>
    <message>
        <source>Move</source>
        <translation>Verschieben</translation>
    </message>
    <message>
        <source>Nest within the block before</source>
        <translation>In den vorigen Block schachteln</translation>
    </message>
    <message>
        <source>Only the largest</source>
        <translation>Nur die größten</translation>
    </message>
    <message>
        <source>Own rows</source>
        <translation>Eigene Zeilen</translation>
    </message>
    <message>
        <source>Own rows: of which, including, namely ...</source>
        <translation>Eigene Zeilen: davon, darunter, und zwar ...</translation>
    </message>
    <message>
        <source>Several answers: rows from several variables ...</source>
        <translation>Mehrfachantworten: Zeilen aus mehreren Merkmalen ...</translation>
    </message>
    <message>
        <source>Take out of the table</source>
        <translation>Aus der Tabelle nehmen</translation>
    </message>
    <message>
        <source>Take the block out</source>
        <translation>Block herausnehmen</translation>
    </message>
</context>
<context>
    <name>TableFiles</name>
    <message>
        <source>Open table of a file</source>
        <translation>Tabelle aus Datei öffnen</translation>
    </message>
    <message>
        <source>Save table as file</source>
        <translation>Tabelle als Datei speichern</translation>
    </message>
    <message>
        <source>Table</source>
        <translation>Tabelle</translation>
    </message>
    <message>
        <source>Tables (*.ckmtable)</source>
        <translation>Tabellen (*.ckmtable)</translation>
    </message>
</context>
<context>
    <name>TableHead</name>
    <message>
        <source>Export draft ...</source>
        <translation>Entwurf ausgeben ...</translation>
    </message>
    <message>
        <source>Show or hide rows, columns, values, filter and sheets</source>
        <translation>Zeilen, Spalten, Werte, Filter und Blätter ein- oder ausblenden</translation>
    </message>
    <message>
        <source>Show or hide the list of variables</source>
        <translation>Liste der Merkmale zeigen oder verbergen</translation>
    </message>
    <message>
        <source>Submit for release</source>
        <translation>Zur Freigabe einreichen</translation>
    </message>
    <message>
        <source>Tables</source>
        <translation>Tabellen</translation>
    </message>
    <message>
        <source>Write the table as a draft: not released, and marked as such</source>
        <translation>Tabelle als Entwurf ausgeben: nicht freigegeben, so gekennzeichnet</translation>
    </message>
</context>
<context>
    <name>TableHeadings</name>
    <message>
        <source>%1 columns</source>
        <translation>%1 Spalten</translation>
    </message>
    <message>
        <source>%1 hidden columns, Enter shows them</source>
        <translation>%1 ausgeblendete Spalten, Eingabe blendet ein</translation>
    </message>
    <message>
        <source>%1 hidden rows, Enter shows them</source>
        <translation>%1 ausgeblendete Zeilen, Eingabe blendet ein</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 von %2</translation>
    </message>
    <message>
        <source>%1 rows</source>
        <translation>%1 Zeilen</translation>
    </message>
    <message>
        <source>1 column</source>
        <translation>1 Spalte</translation>
    </message>
    <message>
        <source>1 hidden column, Enter shows it</source>
        <translation>1 ausgeblendete Spalte, Eingabe blendet ein</translation>
    </message>
    <message>
        <source>1 hidden row, Enter shows it</source>
        <translation>1 ausgeblendete Zeile, Eingabe blendet ein</translation>
    </message>
    <message>
        <source>1 row</source>
        <translation>1 Zeile</translation>
    </message>
    <message>
        <source>Column %1</source>
        <translation>Spalte %1</translation>
    </message>
    <message>
        <source>Row %1</source>
        <translation>Zeile %1</translation>
    </message>
    <message>
        <source>collapsed</source>
        <translation>zugeklappt</translation>
    </message>
    <message>
        <source>expanded</source>
        <translation>aufgeklappt</translation>
    </message>
    <message>
        <source>level %1</source>
        <translation>Ebene %1</translation>
    </message>
    <message>
        <source>level %1 of %2</source>
        <translation>Ebene %1 von %2</translation>
    </message>
    <message>
        <source>sorted ascending</source>
        <translation>aufsteigend sortiert</translation>
    </message>
    <message>
        <source>sorted descending</source>
        <translation>absteigend sortiert</translation>
    </message>
    <message>
        <source>under %1</source>
        <translation>unter %1</translation>
    </message>
</context>
<context>
    <name>TableKeys</name>
    <message>
        <source>%1+arrows</source>
        <translation>%1+Pfeile</translation>
    </message>
    <message>
        <source>Arrows</source>
        <translation>Pfeile</translation>
    </message>
    <message>
        <source>Back to the figures</source>
        <translation>Zurück zu den Zahlen</translation>
    </message>
    <message>
        <source>Choose all up to here</source>
        <translation>Alle bis hierher wählen</translation>
    </message>
    <message>
        <source>Choose this one, too</source>
        <translation>Diese dazu wählen</translation>
    </message>
    <message>
        <source>Ctrl</source>
        <translation>Strg</translation>
    </message>
    <message>
        <source>Ctrl+Page up, Ctrl+Page down</source>
        <translation>Strg+Bild auf, Strg+Bild ab</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>Löschen</translation>
    </message>
    <message>
        <source>Delete key</source>
        <translation>Entf</translation>
    </message>
    <message>
        <source>Duplicate</source>
        <translation>Duplizieren</translation>
    </message>
    <message>
        <source>Enter</source>
        <translation>Eingabetaste</translation>
    </message>
    <message>
        <source>From mark to mark</source>
        <translation>Von Zeichen zu Zeichen</translation>
    </message>
    <message>
        <source>From the first row or column into the headings</source>
        <translation>Von der ersten Zeile oder Spalte in die Überschriften</translation>
    </message>
    <message>
        <source>Headings of the table</source>
        <translation>Überschriften der Tabelle</translation>
    </message>
    <message>
        <source>Into a block of its own under the rows</source>
        <translation>In einen eigenen Block unter den Zeilen</translation>
    </message>
    <message>
        <source>Into columns</source>
        <translation>In die Spalten</translation>
    </message>
    <message>
        <source>Into filter</source>
        <translation>In den Filter</translation>
    </message>
    <message>
        <source>Into rows</source>
        <translation>In die Zeilen</translation>
    </message>
    <message>
        <source>Into rows, or columns; out of the table</source>
        <translation>In die Zeilen oder Spalten; aus der Tabelle</translation>
    </message>
    <message>
        <source>List of variables</source>
        <translation>Merkmalsliste</translation>
    </message>
    <message>
        <source>Menu: levels, order, categories, blocks</source>
        <translation>Menü: Ebenen, Reihenfolge, Ausprägungen, Blöcke</translation>
    </message>
    <message>
        <source>Move what is chosen</source>
        <translation>Gewähltes verschieben</translation>
    </message>
    <message>
        <source>One place on</source>
        <translation>Einen Platz weiter</translation>
    </message>
    <message>
        <source>One place up or down</source>
        <translation>Einen Platz nach oben oder unten</translation>
    </message>
    <message>
        <source>Onto sheets</source>
        <translation>Auf Blätter</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>Öffnen</translation>
    </message>
    <message>
        <source>Out of the table</source>
        <translation>Aus der Tabelle</translation>
    </message>
    <message>
        <source>Out of the table; a block into the one before</source>
        <translation>Aus der Tabelle; ein Block in den vorigen</translation>
    </message>
    <message>
        <source>Picture</source>
        <translation>Bild</translation>
    </message>
    <message>
        <source>Rename</source>
        <translation>Umbenennen</translation>
    </message>
    <message>
        <source>Rows, columns, filter, values, sheets</source>
        <translation>Zeilen, Spalten, Filter, Werte, Blätter</translation>
    </message>
    <message>
        <source>Saved tables</source>
        <translation>Gespeicherte Tabellen</translation>
    </message>
    <message>
        <source>Select; sort (second press); unhide</source>
        <translation>Markieren; sortieren (zweites Mal); einblenden</translation>
    </message>
    <message>
        <source>Sheet before, next sheet</source>
        <translation>Voriges Blatt, nächstes Blatt</translation>
    </message>
    <message>
        <source>Sheets</source>
        <translation>Blätter</translation>
    </message>
    <message>
        <source>Shift</source>
        <translation>Umschalt</translation>
    </message>
    <message>
        <source>Show the cell in the table</source>
        <translation>Feld in der Tabelle zeigen</translation>
    </message>
    <message>
        <source>Space</source>
        <translation>Leertaste</translation>
    </message>
    <message>
        <source>The block one place up or down</source>
        <translation>Den Block einen Platz auf- oder abwärts</translation>
    </message>
    <message>
        <source>Type to jump to an entry</source>
        <translation>Zum Eintrag springen: tippen</translation>
    </message>
    <message>
        <source>first letters</source>
        <translation>Anfangsbuchstaben</translation>
    </message>
</context>
<context>
    <name>TableMenus</name>
    <message>
        <source>A column for each level</source>
        <translation>Je Ebene eine Spalte</translation>
    </message>
    <message>
        <source>As in the code list</source>
        <translation>Wie im Schlüsselverzeichnis</translation>
    </message>
    <message>
        <source>Average of the periods in the place of the total</source>
        <translation>Durchschnitt der Berichtszeiträume anstelle von Insgesamt</translation>
    </message>
    <message>
        <source>By code</source>
        <translation>Nach Code</translation>
    </message>
    <message>
        <source>By hand (Alt+arrows in the table)</source>
        <translation>Von Hand (Alt+Pfeile in der Tabelle)</translation>
    </message>
    <message>
        <source>By label</source>
        <translation>Nach Bezeichnung</translation>
    </message>
    <message>
        <source>By value, largest first</source>
        <translation>Nach Wert, größter zuerst</translation>
    </message>
    <message>
        <source>By value, smallest first</source>
        <translation>Nach Wert, kleinster zuerst</translation>
    </message>
    <message>
        <source>Dissolve %1</source>
        <translation>%1 auflösen</translation>
    </message>
    <message>
        <source>Into columns</source>
        <translation>In die Spalten</translation>
    </message>
    <message>
        <source>Into filter</source>
        <translation>In den Filter</translation>
    </message>
    <message>
        <source>Into rows</source>
        <translation>In die Zeilen</translation>
    </message>
    <message>
        <source>Levels</source>
        <translation>Ebenen</translation>
    </message>
    <message>
        <source>Menu of %1</source>
        <translation>Menü von %1</translation>
    </message>
    <message>
        <source>No total</source>
        <translation>Ohne Insgesamt</translation>
    </message>
    <message>
        <source>Only the own groups</source>
        <translation>Nur die eigenen Gruppen</translation>
    </message>
    <message>
        <source>Onto sheets</source>
        <translation>Auf Blätter</translation>
    </message>
    <message>
        <source>Order</source>
        <translation>Reihenfolge</translation>
    </message>
    <message>
        <source>Own groups</source>
        <translation>Eigene Gruppen</translation>
    </message>
    <message>
        <source>Put %1 into the dictionary</source>
        <translation>%1 ins Merkmalsverzeichnis übernehmen</translation>
    </message>
    <message>
        <source>Search in this menu</source>
        <translation>In diesem Menü suchen</translation>
    </message>
    <message>
        <source>Show level %1</source>
        <translation>Ebene %1 zeigen</translation>
    </message>
    <message>
        <source>Subtotals after their parts</source>
        <translation>Zwischensummen nach ihren Teilen</translation>
    </message>
    <message>
        <source>Subtotals before their parts</source>
        <translation>Zwischensummen vor ihren Teilen</translation>
    </message>
    <message>
        <source>Take out of the table</source>
        <translation>Aus der Tabelle nehmen</translation>
    </message>
    <message>
        <source>Total</source>
        <translation>Summe</translation>
    </message>
    <message>
        <source>Total after the categories</source>
        <translation>Insgesamt nach den Ausprägungen</translation>
    </message>
    <message>
        <source>Total before the categories</source>
        <translation>Insgesamt vor den Ausprägungen</translation>
    </message>
    <message>
        <source>search</source>
        <translation>suchen</translation>
    </message>
</context>
<context>
    <name>TableNotice</name>
    <message>
        <source>%1 cells</source>
        <translation>%1 Felder</translation>
    </message>
    <message>
        <source>%1 columns</source>
        <translation>%1 Spalten</translation>
    </message>
    <message>
        <source>%1 rows</source>
        <translation>%1 Zeilen</translation>
    </message>
    <message>
        <source>%1 s</source>
        <translation>%1 s</translation>
    </message>
    <message>
        <source>1 cell</source>
        <translation>1 Feld</translation>
    </message>
    <message>
        <source>1 column</source>
        <translation>1 Spalte</translation>
    </message>
    <message>
        <source>1 row</source>
        <translation>1 Zeile</translation>
    </message>
    <message>
        <source>Being computed</source>
        <translation>Wird berechnet</translation>
    </message>
    <message>
        <source>Check before publishing. Totals may not add up –</source>
        <translation>Vor der Veröffentlichung prüfen. Summen können abweichen –</translation>
    </message>
    <message>
        <source>Compute now</source>
        <translation>Jetzt berechnen</translation>
    </message>
    <message>
        <source>Ctrl+Shift+H changes it; without words it is made again.</source>
        <translation>Strg+Umschalt+H ändert ihn; ohne Worte entsteht er von selbst.</translation>
    </message>
    <message>
        <source>Drag %1 into the columns.</source>
        <translation>Ziehen Sie %1 in die Spalten.</translation>
    </message>
    <message>
        <source>F6 leads to the list of variables; %1 is at hand there, and S puts it into the columns.</source>
        <translation>F6 führt in die Liste der Merkmale; dort steht %1 bereit, und S setzt es in die Spalten.</translation>
    </message>
    <message>
        <source>Figures by the method in force. Publish only after release. Totals may not add up –</source>
        <translation>Zahlen nach dem Verfahren in Kraft. Veröffentlichung erst nach Freigabe. Summen können abweichen –</translation>
    </message>
    <message>
        <source>Grey figures are from the previous table or view.</source>
        <translation>Graue Zahlen sind die der vorigen Tabelle oder Ansicht.</translation>
    </message>
    <message>
        <source>No primary rules are set: set them on page Method.</source>
        <translation>Es sind keine Primärregeln festgelegt: Legen Sie sie auf der Seite Verfahren fest.</translation>
    </message>
    <message>
        <source>Original figures, not protected. Exports hold only the figures in force.</source>
        <translation>Originalzahlen, nicht geheim gehalten. Ausgaben enthalten nur die Zahlen des Verfahrens in Kraft.</translation>
    </message>
    <message>
        <source>Shading and look-up show noise. Exports hold only the published figures.</source>
        <translation>Schattierung und Lookup zeigen Überlagerungswerte. Ausgaben enthalten nur die ausgewiesenen Werte.</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Stopp</translation>
    </message>
    <message>
        <source>Table: %1, %2.</source>
        <translation>Tabelle: %1, %2.</translation>
    </message>
    <message>
        <source>The primary rules mark %1 of %2 cells. Alone they protect nothing.</source>
        <translation>Die Primärregeln treffen %1 von %2 Feldern. Allein schützen sie nichts.</translation>
    </message>
    <message>
        <source>The title was written when the table had other variables or filters.</source>
        <translation>Der Titel wurde geschrieben, als die Tabelle andere Merkmale oder Filter hatte.</translation>
    </message>
    <message>
        <source>Trial view of the methodologist: these figures may not be published.</source>
        <translation>Probe der Methodik: Diese Zahlen dürfen nicht veröffentlicht werden.</translation>
    </message>
    <message>
        <source>Trial view: not the method in force, not to be published. Exports hold only the figures in force.</source>
        <translation>Probe: nicht das Verfahren in Kraft, nicht zu veröffentlichen. Ausgaben enthalten nur die Zahlen des Verfahrens in Kraft.</translation>
    </message>
    <message>
        <source>Updating; grey figures are from the previous table</source>
        <translation>Wird neu berechnet; graue Zahlen sind noch die alten</translation>
    </message>
    <message>
        <source>Why sums may differ</source>
        <translation>Warum Summen abweichen können</translation>
    </message>
    <message>
        <source>why?</source>
        <translation>warum?</translation>
    </message>
</context>
<context>
    <name>TableShelves</name>
    <message>
        <source>Columns</source>
        <translation>Spalten</translation>
    </message>
    <message>
        <source>Filter</source>
        <translation>Filter</translation>
    </message>
    <message>
        <source>Own rows</source>
        <translation>Eigene Zeilen</translation>
    </message>
    <message>
        <source>Rows</source>
        <translation>Zeilen</translation>
    </message>
    <message>
        <source>Sheets</source>
        <translation>Blätter</translation>
    </message>
    <message>
        <source>all</source>
        <translation>alle</translation>
    </message>
    <message>
        <source>the %1 largest</source>
        <translation>die %1 größten</translation>
    </message>
</context>
<context>
    <name>TableauPlot</name>
    <message>
        <source>cell key</source>
        <translation>Cell-Key</translation>
    </message>
    <message>
        <source>cell key from</source>
        <translation>Cell-Key von</translation>
    </message>
    <message>
        <source>cell looked up: i = %1, cell key %2 (confidential)</source>
        <translation>Feld aus Lookup: i = %1, Cell-Key %2 (vertraulich)</translation>
    </message>
    <message>
        <source>i = %1, cell key %2</source>
        <translation>i = %1, Cell-Key %2</translation>
    </message>
    <message>
        <source>to below</source>
        <translation>bis unter</translation>
    </message>
</context>
<context>
    <name>Tables</name>
    <message>
        <source>Untitled table</source>
        <translation>Unbenannte Tabelle</translation>
    </message>
</context>
<context>
    <name>TablesPage</name>
    <message>
        <source>Table with protected figures</source>
        <translation>Tabelle mit geheim gehaltenen Zahlen</translation>
    </message>
</context>
<context>
    <name>TemplateDialog</name>
    <message>
        <source>(leave out)</source>
        <translation>(weglassen)</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Lay out</source>
        <translation>Aufbauen</translation>
    </message>
    <message>
        <source>Lay out by template</source>
        <translation>Tabelle nach Vorlage aufbauen</translation>
    </message>
    <message>
        <source>Variables of the template, and what takes their place in this statistic:</source>
        <translation>Merkmale der Vorlage und was in dieser Statistik an ihre Stelle tritt:</translation>
    </message>
</context>
<context>
    <name>Templates</name>
    <message>
        <source>Lay out by template</source>
        <translation>Tabelle nach Vorlage aufbauen</translation>
    </message>
    <message>
        <source>Lay out by template ...</source>
        <translation>Tabelle nach Vorlage aufbauen ...</translation>
    </message>
    <message>
        <source>Save layout as template</source>
        <translation>Aufbau als Vorlage speichern</translation>
    </message>
    <message>
        <source>Save layout as template ...</source>
        <translation>Aufbau als Vorlage speichern ...</translation>
    </message>
    <message>
        <source>Template</source>
        <translation>Vorlage</translation>
    </message>
    <message>
        <source>Templates (*.ckmtable)</source>
        <translation>Vorlagen (*.ckmtable)</translation>
    </message>
</context>
<context>
    <name>TestLine</name>
    <message>
        <source>%1: column</source>
        <translation>%1: Spalte</translation>
    </message>
    <message>
        <source>%1: compared with</source>
        <translation>%1: verglichen mit</translation>
    </message>
    <message>
        <source>%1: comparison</source>
        <translation>%1: Vergleich</translation>
    </message>
    <message>
        <source>%1: value</source>
        <translation>%1: Wert</translation>
    </message>
    <message>
        <source>Remove this test</source>
        <translation>Diese Prüfung entfernen</translation>
    </message>
    <message>
        <source>column %1</source>
        <translation>Spalte %1</translation>
    </message>
    <message>
        <source>is missing</source>
        <translation>fehlt</translation>
    </message>
    <message>
        <source>is stated</source>
        <translation>ist angegeben</translation>
    </message>
    <message>
        <source>the value</source>
        <translation>dem Wert</translation>
    </message>
</context>
<context>
    <name>TestList</name>
    <message>
        <source>%1: one more test</source>
        <translation>%1: eine Prüfung mehr</translation>
    </message>
    <message>
        <source>And ...</source>
        <translation>Und ...</translation>
    </message>
</context>
<context>
    <name>TitleField</name>
    <message>
        <source>Title of the table</source>
        <translation>Titel der Tabelle</translation>
    </message>
</context>
<context>
    <name>TitleRow</name>
    <message>
        <source>Change the title</source>
        <translation>Titel ändern</translation>
    </message>
    <message>
        <source>Look-up</source>
        <translation>Ablesen (Lookup)</translation>
    </message>
</context>
<context>
    <name>TitleState</name>
    <message>
        <source>Discard changes</source>
        <translation>Änderungen verwerfen</translation>
    </message>
    <message>
        <source>Save table and statistic (Ctrl+S)</source>
        <translation>Tabelle und Statistik speichern (Strg+S)</translation>
    </message>
    <message>
        <source>State of the table: %1</source>
        <translation>Stand der Tabelle: %1</translation>
    </message>
    <message>
        <source>modified, not saved</source>
        <translation>geändert, nicht gespeichert</translation>
    </message>
    <message>
        <source>no. %1</source>
        <translation>Nr. %1</translation>
    </message>
    <message>
        <source>read-only</source>
        <translation>schreibgeschützt</translation>
    </message>
    <message>
        <source>saved</source>
        <translation>gespeichert</translation>
    </message>
    <message>
        <source>saved, other than no. %1</source>
        <translation>gespeichert, anders als Nr. %1</translation>
    </message>
    <message>
        <source>submitted, waiting</source>
        <translation>eingereicht, wartet</translation>
    </message>
</context>
<context>
    <name>TopMenu</name>
    <message>
        <source>All</source>
        <translation>Alle</translation>
    </message>
    <message>
        <source>Another number ...</source>
        <translation>Andere Anzahl ...</translation>
    </message>
    <message>
        <source>Largest by: %1</source>
        <translation>Sortiert nach: %1</translation>
    </message>
    <message>
        <source>Only the largest</source>
        <translation>Nur die größten</translation>
    </message>
    <message>
        <source>The %1 largest, and all others together</source>
        <translation>Die %1 größten und alle übrigen zusammen</translation>
    </message>
</context>
<context>
    <name>TreeEditor</name>
    <message>
        <source>Cut</source>
        <translation>Ausschneiden</translation>
    </message>
    <message>
        <source>Dissolve group</source>
        <translation>Gruppe auflösen</translation>
    </message>
    <message>
        <source>Down</source>
        <translation>Nach unten</translation>
    </message>
    <message>
        <source>Group selected ...</source>
        <translation>Auswahl gruppieren ...</translation>
    </message>
    <message>
        <source>Into the group before</source>
        <translation>In die Gruppe davor</translation>
    </message>
    <message>
        <source>Move below ...</source>
        <translation>Verschieben unter ...</translation>
    </message>
    <message>
        <source>Out of the group</source>
        <translation>Aus der Gruppe heraus</translation>
    </message>
    <message>
        <source>Paste here</source>
        <translation>Hier einfügen</translation>
    </message>
    <message>
        <source>Rename</source>
        <translation>Umbenennen</translation>
    </message>
    <message>
        <source>Sort members by code</source>
        <translation>Mitglieder nach Code sortieren</translation>
    </message>
    <message>
        <source>Sort members by name</source>
        <translation>Mitglieder nach Bezeichnung sortieren</translation>
    </message>
    <message>
        <source>Tab moves the chosen nodes in, %1 out; Escape leads on to the search</source>
        <translation>Tab rückt die gewählten Knoten ein, %1 aus; Escape führt weiter zur Suche</translation>
    </message>
    <message>
        <source>Up</source>
        <translation>Nach oben</translation>
    </message>
</context>
<context>
    <name>TreeEditorBar</name>
    <message>
        <source>Code or name, for example 091*</source>
        <translation>Code oder Bezeichnung, zum Beispiel 091*</translation>
    </message>
    <message>
        <source>Dissolve</source>
        <translation>Auflösen</translation>
    </message>
    <message>
        <source>Drag, or Ctrl+X and Ctrl+V; Tab, Shift+Tab: in, out; Alt+Up, Alt+Down: order; F2: name; Esc: search</source>
        <translation>Ziehen, oder Strg+X und Strg+V; Tab, Umschalt+Tab: ein, aus; Alt+Pfeil auf, Alt+Pfeil ab: Reihenfolge; F2: Bezeichnung; Esc: Suche</translation>
    </message>
    <message>
        <source>Group ...</source>
        <translation>Gruppieren ...</translation>
    </message>
    <message>
        <source>In</source>
        <translation>Einrücken</translation>
    </message>
    <message>
        <source>Move below ...</source>
        <translation>Verschieben unter ...</translation>
    </message>
    <message>
        <source>Out</source>
        <translation>Ausrücken</translation>
    </message>
    <message>
        <source>Put the selected nodes below another one</source>
        <translation>Ausgewählte Knoten unter einen anderen verschieben</translation>
    </message>
    <message>
        <source>Put the selected nodes into the group before them</source>
        <translation>Ausgewählte Knoten in die Gruppe davor einrücken</translation>
    </message>
    <message>
        <source>Put the selected nodes out of their group</source>
        <translation>Ausgewählte Knoten aus ihrer Gruppe ausrücken</translation>
    </message>
    <message>
        <source>Put the selected nodes under a new one</source>
        <translation>Ausgewählte Knoten unter einem neuen zusammenfassen</translation>
    </message>
    <message>
        <source>Search nodes by code or name</source>
        <translation>Knoten nach Code oder Bezeichnung suchen</translation>
    </message>
    <message>
        <source>Select</source>
        <translation>Auswählen</translation>
    </message>
    <message>
        <source>Select %1</source>
        <translation>%1 auswählen</translation>
    </message>
    <message>
        <source>Take the selected groups away; their members stay</source>
        <translation>Ausgewählte Gruppen auflösen; ihre Mitglieder bleiben</translation>
    </message>
</context>
<context>
    <name>TreeSteps</name>
    <message>
        <source>A group needs a code.</source>
        <translation>Eine Gruppe braucht einen Code.</translation>
    </message>
    <message>
        <source>A node cannot be put below itself.</source>
        <translation>Ein Knoten kann nicht unter sich selbst kommen.</translation>
    </message>
    <message>
        <source>Before “%1” there is no group on its level. Group the nodes first.</source>
        <translation>Vor „%1“ steht auf dieser Ebene keine Gruppe. Gruppieren Sie zuerst die Knoten.</translation>
    </message>
    <message>
        <source>First level</source>
        <translation>Erste Ebene</translation>
    </message>
    <message>
        <source>There is a node “%1” already. Choose another code.</source>
        <translation>Einen Knoten „%1“ gibt es schon. Wählen Sie einen anderen Code.</translation>
    </message>
    <message>
        <source>“%1” is a code of the data and stays; its name can be changed.</source>
        <translation>„%1“ ist ein Code der Daten und bleibt; seine Bezeichnung lässt sich ändern.</translation>
    </message>
    <message>
        <source>“%1” is a code of the data: no other can be below it. Group both under a new node.</source>
        <translation>„%1“ ist ein Code der Daten: Darunter kann kein anderer stehen. Gruppieren Sie beide unter einem neuen Knoten.</translation>
    </message>
</context>
<context>
    <name>TrialPanel</name>
    <message>
        <source>Base of the rounding</source>
        <translation>Basis der Rundung</translation>
    </message>
    <message>
        <source>Noise</source>
        <translation>Überlagerung</translation>
    </message>
    <message>
        <source>Original</source>
        <translation>Original</translation>
    </message>
    <message>
        <source>Original, published figure and difference side by side</source>
        <translation>Original, ausgewiesener Wert und Differenz nebeneinander</translation>
    </message>
    <message>
        <source>Random rounding by cell key to</source>
        <translation>Stochastische Rundung mit Cell-Key auf</translation>
    </message>
    <message>
        <source>Rounding to</source>
        <translation>Rundung auf</translation>
    </message>
    <message>
        <source>Sensitive cells</source>
        <translation>Primärregeln</translation>
    </message>
    <message>
        <source>Shading</source>
        <translation>Schattierung</translation>
    </message>
    <message>
        <source>Shading:</source>
        <translation>Schattierung:</translation>
    </message>
    <message>
        <source>Trial views, original figures and shading, for methodologists</source>
        <translation>Probeansichten, Originalzahlen und Schattierung für die Methodik</translation>
    </message>
    <message>
        <source>Trial – not for publication:</source>
        <translation>Probe – nicht zur Veröffentlichung:</translation>
    </message>
    <message>
        <source>Variant %1</source>
        <translation>Variante %1</translation>
    </message>
    <message>
        <source>View of the figures</source>
        <translation>Ansicht der Zahlen</translation>
    </message>
    <message>
        <source>View: %1</source>
        <translation>Ansicht: %1</translation>
    </message>
    <message>
        <source>in force</source>
        <translation>in Kraft</translation>
    </message>
    <message>
        <source>in force:</source>
        <translation>in Kraft:</translation>
    </message>
    <message>
        <source>no method</source>
        <translation>kein Verfahren</translation>
    </message>
    <message>
        <source>none</source>
        <translation>keine</translation>
    </message>
    <message>
        <source>side by side</source>
        <translation>nebeneinander</translation>
    </message>
    <message>
        <source>trial: %1</source>
        <translation>Probe: %1</translation>
    </message>
</context>
<context>
    <name>UnknownCodes</name>
    <message>
        <source>%1: not in the code list: %2</source>
        <translation>%1: nicht im Schlüsselverzeichnis: %2</translation>
    </message>
    <message>
        <source>Assign ...</source>
        <translation>Zuordnen ...</translation>
    </message>
    <message>
        <source>Assign the codes of %1</source>
        <translation>Codes von %1 zuordnen</translation>
    </message>
    <message>
        <source>Count the codes of %1 as not stated</source>
        <translation>Codes von %1 als ohne Angabe zählen</translation>
    </message>
    <message>
        <source>as “not stated”</source>
        <translation>als „ohne Angabe“</translation>
    </message>
    <message>
        <source>assigned</source>
        <translation>zugeordnet</translation>
    </message>
    <message>
        <source>count as not stated</source>
        <translation>gelten als ohne Angabe</translation>
    </message>
</context>
<context>
    <name>UnlockDialog</name>
    <message>
        <source>All files (*)</source>
        <translation>Alle Dateien (*)</translation>
    </message>
    <message>
        <source>By this key you sign what you do in the register. It stays open until you close the program.</source>
        <translation>Mit diesem Schlüssel unterschreiben Sie Ihre Schritte im Register. Er bleibt offen, bis Sie das Programm schließen.</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Key file</source>
        <translation>Schlüsseldatei</translation>
    </message>
    <message>
        <source>Key file ...</source>
        <translation>Schlüsseldatei ...</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>Öffnen</translation>
    </message>
    <message>
        <source>Passphrase</source>
        <translation>Passphrase</translation>
    </message>
    <message>
        <source>Personal key</source>
        <translation>Persönlicher Schlüssel</translation>
    </message>
    <message>
        <source>Sealed statistic</source>
        <translation>Versiegelte Statistik</translation>
    </message>
    <message>
        <source>This statistic has roles. Your passphrase says which one is yours.</source>
        <translation>Diese Statistik hat Rollen. Ihre Passphrase sagt, welche die Ihre ist.</translation>
    </message>
</context>
<context>
    <name>ValueEditing</name>
    <message>
        <source>%1, weighted</source>
        <translation>%1, gewichtet</translation>
    </message>
    <message>
        <source>Add value</source>
        <translation>Wert hinzufügen</translation>
    </message>
    <message>
        <source>Against a category ...</source>
        <translation>Gegenüber einer Ausprägung ...</translation>
    </message>
    <message>
        <source>Against the one before, in %</source>
        <translation>Zum vorherigen, in %</translation>
    </message>
    <message>
        <source>Change</source>
        <translation>Veränderung</translation>
    </message>
    <message>
        <source>Difference from the one before</source>
        <translation>Differenz zum vorherigen</translation>
    </message>
    <message>
        <source>Duplicate</source>
        <translation>Verdoppeln</translation>
    </message>
    <message>
        <source>Edit ...</source>
        <translation>Bearbeiten ...</translation>
    </message>
    <message>
        <source>Mean</source>
        <translation>Mittelwert</translation>
    </message>
    <message>
        <source>Median and distribution need classes: define them on the page Data</source>
        <translation>Median und Verteilung brauchen Klassen: Legen Sie sie auf der Seite Daten fest</translation>
    </message>
    <message>
        <source>No reference figures: read them on the page Data</source>
        <translation>Keine Bezugszahlen: auf der Seite Daten einlesen</translation>
    </message>
    <message>
        <source>One place back</source>
        <translation>Weiter nach hinten</translation>
    </message>
    <message>
        <source>One place forward</source>
        <translation>Weiter nach vorn</translation>
    </message>
    <message>
        <source>Per %1 %2</source>
        <translation>Je %1 %2</translation>
    </message>
    <message>
        <source>Percent</source>
        <translation>Prozent</translation>
    </message>
    <message>
        <source>Percent %1</source>
        <translation>Anteil in % %1</translation>
    </message>
    <message>
        <source>Percent is shown of counts and sums.</source>
        <translation>Prozent gibt es von Anzahlen und Summen.</translation>
    </message>
    <message>
        <source>Put a variable into rows or columns first</source>
        <translation>Ziehen Sie zuerst ein Merkmal in Zeilen oder Spalten</translation>
    </message>
    <message>
        <source>Records and classes</source>
        <translation>Fälle und Klassen</translation>
    </message>
    <message>
        <source>Share %1</source>
        <translation>Anteil %1</translation>
    </message>
    <message>
        <source>Show as</source>
        <translation>Zeigen als</translation>
    </message>
    <message>
        <source>Show in the table</source>
        <translation>In der Tabelle zeigen</translation>
    </message>
    <message>
        <source>Show the mean in the table</source>
        <translation>Mittelwert in der Tabelle zeigen</translation>
    </message>
    <message>
        <source>Sum</source>
        <translation>Summe</translation>
    </message>
    <message>
        <source>Take all classes out of the table</source>
        <translation>Alle Klassen aus der Tabelle nehmen</translation>
    </message>
    <message>
        <source>Take out of the table</source>
        <translation>Aus der Tabelle nehmen</translation>
    </message>
</context>
<context>
    <name>ValueEditor</name>
    <message>
        <source>Against</source>
        <translation>Gegenüber</translation>
    </message>
    <message>
        <source>Along</source>
        <translation>Entlang</translation>
    </message>
    <message>
        <source>Counted are</source>
        <translation>Gezählt werden</translation>
    </message>
    <message>
        <source>Decimals</source>
        <translation>Nachkommastellen</translation>
    </message>
    <message>
        <source>Divided by</source>
        <translation>Geteilt durch</translation>
    </message>
    <message>
        <source>Done</source>
        <translation>Fertig</translation>
    </message>
    <message>
        <source>In the divisor</source>
        <translation>Im Nenner</translation>
    </message>
    <message>
        <source>Label</source>
        <translation>Bezeichnung</translation>
    </message>
    <message>
        <source>Least records in its class</source>
        <translation>Mindestfallzahl seiner Klasse</translation>
    </message>
    <message>
        <source>Of</source>
        <translation>Aus</translation>
    </message>
    <message>
        <source>Own filter</source>
        <translation>Eigener Filter</translation>
    </message>
    <message>
        <source>Per</source>
        <translation>Je</translation>
    </message>
    <message>
        <source>Propose: %1</source>
        <translation>Vorschlag: %1</translation>
    </message>
    <message>
        <source>Quantile in %</source>
        <translation>Quantil in %</translation>
    </message>
    <message>
        <source>Reference figures</source>
        <translation>Bezugszahlen</translation>
    </message>
    <message>
        <source>Share</source>
        <translation>Anteil</translation>
    </message>
    <message>
        <source>Shown</source>
        <translation>Angabe</translation>
    </message>
    <message>
        <source>Unit</source>
        <translation>Einheit</translation>
    </message>
    <message>
        <source>as a difference</source>
        <translation>als Differenz</translation>
    </message>
    <message>
        <source>in percent</source>
        <translation>in Prozent</translation>
    </message>
    <message>
        <source>the one before</source>
        <translation>das vorherige</translation>
    </message>
</context>
<context>
    <name>VariableEditor</name>
    <message>
        <source>Code</source>
        <translation>Code</translation>
    </message>
    <message>
        <source>Code list</source>
        <translation>Schlüsselverzeichnis</translation>
    </message>
    <message>
        <source>Code list: %1</source>
        <translation>Schlüsselverzeichnis: %1</translation>
    </message>
    <message>
        <source>Code of a new category</source>
        <translation>Code einer neuen Ausprägung</translation>
    </message>
    <message>
        <source>Enter adds a category that no record has yet</source>
        <translation>Die Eingabetaste fügt eine Ausprägung hinzu, die noch kein Datensatz hat</translation>
    </message>
    <message>
        <source>From file ...</source>
        <translation>Aus Datei ...</translation>
    </message>
    <message>
        <source>Label (English)</source>
        <translation>Bezeichnung (englisch)</translation>
    </message>
    <message>
        <source>Label (German)</source>
        <translation>Bezeichnung (deutsch)</translation>
    </message>
    <message>
        <source>Move the selected categories down (Alt+Down)</source>
        <translation>Gewählte Ausprägungen nach unten (Alt+Pfeil ab)</translation>
    </message>
    <message>
        <source>Move the selected categories up (Alt+Up)</source>
        <translation>Gewählte Ausprägungen nach oben (Alt+Pfeil auf)</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>Erläuterung</translation>
    </message>
    <message>
        <source>Note (English)</source>
        <translation>Erläuterung (englisch)</translation>
    </message>
    <message>
        <source>Note (German)</source>
        <translation>Erläuterung (deutsch)</translation>
    </message>
    <message>
        <source>Paste codes and labels that were copied in Excel, with their heads (Ctrl+V)</source>
        <translation>Codes und Bezeichnungen einfügen, die in Excel mit ihren Köpfen kopiert wurden (Strg+V)</translation>
    </message>
    <message>
        <source>Read the code list from a file: .cdl, CSV, Excel, ODS</source>
        <translation>Schlüsselverzeichnis aus einer Datei einlesen: .cdl, CSV, Excel, ODS</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>Entfernen</translation>
    </message>
    <message>
        <source>Remove this derived dimension</source>
        <translation>Dieses abgeleitete Merkmal entfernen</translation>
    </message>
    <message>
        <source>Role</source>
        <translation>Rolle</translation>
    </message>
    <message>
        <source>Role of the variable</source>
        <translation>Rolle des Merkmals</translation>
    </message>
    <message>
        <source>Search categories</source>
        <translation>Ausprägungen suchen</translation>
    </message>
    <message>
        <source>Settings of τ-ARGUS: %1</source>
        <translation>Einstellungen von τ-ARGUS: %1</translation>
    </message>
    <message>
        <source>Take selected categories out of the code list; only those that no record has</source>
        <translation>Gewählte Ausprägungen aus dem Schlüsselverzeichnis nehmen; nur solche, die kein Datensatz hat</translation>
    </message>
    <message>
        <source>Title (English)</source>
        <translation>Titel (englisch)</translation>
    </message>
    <message>
        <source>Title (German)</source>
        <translation>Titel (deutsch)</translation>
    </message>
    <message>
        <source>Unit (English)</source>
        <translation>Maßeinheit (englisch)</translation>
    </message>
    <message>
        <source>Unit (German)</source>
        <translation>Maßeinheit (deutsch)</translation>
    </message>
    <message>
        <source>Valid from</source>
        <translation>Gültig ab</translation>
    </message>
    <message>
        <source>Valid to</source>
        <translation>Gültig bis</translation>
    </message>
    <message>
        <source>derived dimension</source>
        <translation>abgeleitetes Gliederungsmerkmal</translation>
    </message>
    <message>
        <source>new code</source>
        <translation>neuer Code</translation>
    </message>
    <message>
        <source>not from %1 to %2</source>
        <translation>nicht vom %1 bis zum %2</translation>
    </message>
    <message>
        <source>not stated</source>
        <translation>ohne Angabe</translation>
    </message>
</context>
<context>
    <name>VariableList</name>
    <message>
        <source>level %1 of %2</source>
        <translation>Ebene %1 von %2</translation>
    </message>
</context>
<context>
    <name>VariableViews</name>
    <message>
        <source>Dimensions</source>
        <translation>Gliederungsmerkmale</translation>
    </message>
    <message>
        <source>Values</source>
        <translation>Werte</translation>
    </message>
</context>
<context>
    <name>VariablesTab</name>
    <message>
        <source>Age on the day of each period ...</source>
        <translation>Alter am Stichtag jedes Zeitraums ...</translation>
    </message>
    <message>
        <source>All files (*)</source>
        <translation>Alle Dateien (*)</translation>
    </message>
    <message>
        <source>Classes by cut points ...</source>
        <translation>Klassen nach Grenzen ...</translation>
    </message>
    <message>
        <source>Clipboard</source>
        <translation>Zwischenablage</translation>
    </message>
    <message>
        <source>Code lists (*.cdl *.csv *.txt *.xlsx *.xls *.ods)</source>
        <translation>Schlüsselverzeichnisse (*.cdl *.csv *.txt *.xlsx *.xls *.ods)</translation>
    </message>
    <message>
        <source>Derive a dimension</source>
        <translation>Merkmal ableiten</translation>
    </message>
    <message>
        <source>Duration from this date ...</source>
        <translation>Dauer ab diesem Datum ...</translation>
    </message>
    <message>
        <source>First digits of the code ...</source>
        <translation>Erste Stellen des Codes ...</translation>
    </message>
    <message>
        <source>Groups of categories ...</source>
        <translation>Gruppen von Ausprägungen ...</translation>
    </message>
    <message>
        <source>Read code list</source>
        <translation>Schlüsselverzeichnis lesen</translation>
    </message>
    <message>
        <source>Read recode</source>
        <translation>Umschlüsselung lesen</translation>
    </message>
    <message>
        <source>Recodes (*.grc)</source>
        <translation>Umschlüsselungen (*.grc)</translation>
    </message>
    <message>
        <source>Search variables</source>
        <translation>Merkmale suchen</translation>
    </message>
    <message>
        <source>Variables</source>
        <translation>Merkmale</translation>
    </message>
    <message>
        <source>Year, quarter, month or week ...</source>
        <translation>Jahr, Quartal, Monat oder Woche ...</translation>
    </message>
    <message>
        <source>derived</source>
        <translation>abgeleitet</translation>
    </message>
</context>
<context>
    <name>VariantStrip</name>
    <message>
        <source>In force</source>
        <translation>In Kraft</translation>
    </message>
    <message>
        <source>Name or remove the variant</source>
        <translation>Variante benennen oder entfernen</translation>
    </message>
    <message>
        <source>Name the variant ...</source>
        <translation>Variante benennen ...</translation>
    </message>
    <message>
        <source>New variant: a copy of this one</source>
        <translation>Neue Variante: eine Kopie von dieser</translation>
    </message>
    <message>
        <source>Remove the variant</source>
        <translation>Variante entfernen</translation>
    </message>
    <message>
        <source>Variant %1</source>
        <translation>Variante %1</translation>
    </message>
</context>
<context>
    <name>VariantsCard</name>
    <message>
        <source>%1 in %</source>
        <translation>%1 in %</translation>
    </message>
    <message>
        <source>Compare</source>
        <translation>Vergleichen</translation>
    </message>
    <message>
        <source>Difference</source>
        <translation>Differenz</translation>
    </message>
    <message>
        <source>Entropy in bit</source>
        <translation>Entropie in bit</translation>
    </message>
    <message>
        <source>Mean variance</source>
        <translation>Varianz im Mittel</translation>
    </message>
    <message>
        <source>unchanged in %</source>
        <translation>unverändert in %</translation>
    </message>
</context>
<context>
    <name>WarningsStrip</name>
    <message>
        <source>%1 of %2: next</source>
        <translation>%1 von %2: nächster Hinweis</translation>
    </message>
</context>
<context>
    <name>WordsActions</name>
    <message>
        <source>Footnote ...</source>
        <translation>Fußnote ...</translation>
    </message>
    <message>
        <source>Footnote on a cell</source>
        <translation>Fußnote zum Tabellenfeld</translation>
    </message>
    <message>
        <source>Footnote on a row or column</source>
        <translation>Fußnote zur Zeile oder Spalte</translation>
    </message>
    <message>
        <source>Footnote on a value</source>
        <translation>Fußnote zum Wert</translation>
    </message>
    <message>
        <source>Footnote on the cell ...</source>
        <translation>Fußnote zum Tabellenfeld ...</translation>
    </message>
    <message>
        <source>Footnote on the column ...</source>
        <translation>Fußnote zur Spalte ...</translation>
    </message>
    <message>
        <source>Footnote on the row ...</source>
        <translation>Fußnote zur Zeile ...</translation>
    </message>
    <message>
        <source>Footnote on the table</source>
        <translation>Fußnote zur Tabelle</translation>
    </message>
    <message>
        <source>Footnote on the table ...</source>
        <translation>Fußnote zur Tabelle ...</translation>
    </message>
    <message>
        <source>Footnote on the value ...</source>
        <translation>Fußnote zum Wert ...</translation>
    </message>
    <message>
        <source>Number of the table ...</source>
        <translation>Nummer der Tabelle ...</translation>
    </message>
    <message>
        <source>Number, such as: Table 1.1</source>
        <translation>Nummer, etwa: Tabelle 1.1</translation>
    </message>
    <message>
        <source>Title of the table ...</source>
        <translation>Titel der Tabelle ...</translation>
    </message>
    <message>
        <source>Title. Placeholders: %1</source>
        <translation>Titel. Platzhalter: %1</translation>
    </message>
</context>
<context>
    <name>WordsPopup</name>
    <message>
        <source>Apply</source>
        <translation>Übernehmen</translation>
    </message>
    <message>
        <source>English</source>
        <translation>Englisch</translation>
    </message>
    <message>
        <source>German</source>
        <translation>Deutsch</translation>
    </message>
</context>
<context>
    <name>ZerosBox</name>
    <message>
        <source>Cannot occur</source>
        <translation>Kann nicht vorkommen</translation>
    </message>
    <message>
        <source>Category of the other variable</source>
        <translation>Ausprägung des anderen Merkmals</translation>
    </message>
    <message>
        <source>Declared as impossible</source>
        <translation>Als unmöglich erklärt</translation>
    </message>
    <message>
        <source>Other variable</source>
        <translation>Anderes Merkmal</translation>
    </message>
    <message>
        <source>Tables show “-” for these cells where the published figure is 0. Choose categories above.</source>
        <translation>Tabellen zeigen für diese Felder „-“, wo der ausgewiesene Wert 0 ist. Wählen Sie oben Ausprägungen.</translation>
    </message>
    <message>
        <source>Take back</source>
        <translation>Zurücknehmen</translation>
    </message>
    <message>
        <source>What cannot occur</source>
        <translation>Was nicht vorkommen kann</translation>
    </message>
    <message>
        <source>What cannot occur (%1)</source>
        <translation>Was nicht vorkommen kann (%1)</translation>
    </message>
    <message>
        <source>no category selected</source>
        <translation>keine Ausprägung gewählt</translation>
    </message>
    <message>
        <source>nothing else: in no table</source>
        <translation>nichts weiter: in keiner Tabelle</translation>
    </message>
    <message>
        <source>together with</source>
        <translation>zusammen mit</translation>
    </message>
</context>
</TS>
