/** Importing files of records, and the list of collections. */
export const imports = {
  'A new collection': 'Eine neue Sammlung',
  'a-z, 0-9, - and _, such as products': 'a-z, 0-9, - und _, zum Beispiel products',
  'Another file': 'Andere Datei',
  Bar: 'Senkrechter Strich',
  boolean: 'Ja/Nein',
  Cancelled: 'Abgebrochen',
  'Choose the encoding in which the lines are right': 'Wählen Sie die Kodierung, in der die Zeilen stimmen',
  'Choose what counts': 'Auswählen, was gilt',
  'Choose what counts of rows with one id.': 'Wählen Sie, was bei Zeilen mit derselben ID gilt.',
  'Close the import': 'Import schließen',
  'Column {column}': 'Spalte {column}',
  'Columns are named in': 'Spaltennamen stehen in',
  'Columns of the file': 'Spalten der Datei',
  Comma: 'Komma',
  'Compare with the file': 'Mit der Datei vergleichen',
  'Copy the command': 'Befehl kopieren',
  'Create collection': 'Sammlung erstellen',
  'CSV, Excel, NDJSON and JSON. Importing the same file again changes nothing.':
    'CSV, Excel, NDJSON und JSON. Dieselbe Datei noch einmal zu importieren ändert nichts.',
  Delimiter: 'Trennzeichen',
  'Drop a file or a folder here': 'Datei oder Ordner hier ablegen',
  'Drop a file or a folder here to import into {collection}':
    'Datei oder Ordner hier ablegen, um in {collection} zu importieren',
  'Dry run of the first {count}: {written} accepted, {failed} refused, {stale} older than the stored records.':
    'Probelauf mit den ersten {count}: {written} angenommen, {failed} abgelehnt, {stale} älter als die gespeicherten Datensätze.',
  'Dry run of the first {count}: {written} accepted, {failed} refused.':
    'Probelauf mit den ersten {count}: {written} angenommen, {failed} abgelehnt.',
  empty: 'leer',
  Encoding: 'Kodierung',
  'Failures as CSV': 'Fehler als CSV',
  'Field of the column {column}': 'Feld der Spalte {column}',
  'Found: {type}': 'Erkannt: {type}',
  'Go on': 'Fortsetzen',
  'If the file contains every record of the source, the other records no longer exist there. Records written after the file was saved, {time}, are kept. A deleted record comes back when its source sends it again.':
    'Wenn die Datei alle Datensätze der Quelle enthält, gibt es die übrigen dort nicht mehr. Datensätze, die nach dem Speichern der Datei ({time}) geschrieben wurden, bleiben erhalten. Ein gelöschter Datensatz kehrt zurück, sobald seine Quelle ihn erneut sendet.',
  'Import {count}': '{count} importieren',
  'Import {file}': '{file} importieren',
  Imported: 'Importiert',
  Importing: 'Wird importiert',
  'Into the collection': 'In die Sammlung',
  'Joined to the id': 'Teil der ID',
  'Line {line}: the id must be a string or a whole number.':
    'Zeile {line}: Die ID muss ein Text oder eine ganze Zahl sein.',
  'Line {line}: {message}': 'Zeile {line}: {message}',
  'Line {line}: {value}: {hint}': 'Zeile {line}: {value}: {hint}',
  list: 'Liste',
  'Merge: later rows keep what they leave empty': 'Zusammenführen: spätere Zeilen behalten, was sie leer lassen',
  'No collections yet': 'Noch keine Sammlungen',
  'No column has the update time, so the file replaces newer records too.':
    'Keine Spalte enthält den Änderungszeitpunkt, daher ersetzt die Datei auch neuere Datensätze.',
  'No row has an id in “{field}”. Choose “Record id” in the column that identifies a record.':
    'Keine Zeile hat eine ID in „{field}“. Wählen Sie „Datensatz-ID“ in der Spalte, die einen Datensatz kennzeichnet.',
  'Not imported': 'Nicht importiert',
  'Not read as it is shown': 'Anders gelesen als angezeigt',
  object: 'Objekt',
  or: 'oder',
  Pause: 'Pausieren',
  Paused: 'Pausiert',
  'Purpose of {column}': 'Zweck von {column}',
  'Push a first record': 'Einen ersten Datensatz senden',
  'Record id': 'Datensatz-ID',
  'Records of your business, found by identifier or by meaning. Drop a file anywhere to import it.':
    'Datensätze Ihres Unternehmens, auffindbar über Kennungen oder Bedeutung. Zum Importieren eine Datei irgendwo ablegen.',
  'Records that the file lacks': 'Datensätze, die in der Datei fehlen',
  'Row {row}: {message}': 'Zeile {row}: {message}',
  'Rows with one id': 'Zeilen mit derselben ID',
  'Searched by meaning': 'Nach Bedeutung durchsucht',
  Semicolon: 'Semikolon',
  Sheet: 'Tabellenblatt',
  'Skip this file': 'Diese Datei überspringen',
  Stopped: 'Angehalten',
  Tab: 'Tabulator',
  'Tells agents what is in it': 'Sagt Agenten, was sie enthält',
  'The collection has {count} record.|The collection has {count} records.':
    'Die Sammlung enthält {count} Datensatz.|Die Sammlung enthält {count} Datensätze.',
  'The file lacks {count} record of {collection}.|The file lacks {count} records of {collection}.':
    'In der Datei fehlt {count} Datensatz von {collection}.|In der Datei fehlen {count} Datensätze von {collection}.',
  'The first row counts': 'Die erste Zeile gilt',
  'The last row counts': 'Die letzte Zeile gilt',
  'The update time is “{field}”: older rows change nothing.':
    'Der Änderungszeitpunkt ist „{field}“: ältere Zeilen ändern nichts.',
  'Those that are not in the file stay as they are.': 'Was nicht in der Datei steht, bleibt unverändert.',
  'Type of {column}': 'Typ von {column}',
  Waiting: 'Wartet',
  'Waiting for the service': 'Wartet auf den Dienst',
  '{count} id in several rows|{count} ids in several rows':
    '{count} ID in mehreren Zeilen|{count} IDs in mehreren Zeilen',
  '{count} more file after this one.|{count} more files after this one.':
    'Danach noch {count} Datei.|Danach noch {count} Dateien.',
  '{count} newer record would be kept.|{count} newer records would be kept.':
    '{count} neuerer Datensatz bliebe erhalten.|{count} neuere Datensätze blieben erhalten.',
  '{count} of them are not in the file and stay as they are.':
    '{count} davon stehen nicht in der Datei und bleiben unverändert.',
  '{count} row that cannot be read as a record|{count} rows that cannot be read as a record':
    '{count} Zeile, die kein Datensatz ist|{count} Zeilen, die keine Datensätze sind',
  '{count} row without an id in “{field}”|{count} rows without an id in “{field}”':
    '{count} Zeile ohne ID in „{field}“|{count} Zeilen ohne ID in „{field}“',
  '{count} value of “{field}”: not an update time|{count} values of “{field}”: not an update time':
    '{count} Wert von „{field}“: kein Änderungszeitpunkt|{count} Werte von „{field}“: kein Änderungszeitpunkt',
  '{count} value of “{field}”: not of the type {type}|{count} values of “{field}”: not of the type {type}':
    '{count} Wert von „{field}“: nicht vom Typ {type}|{count} Werte von „{field}“: nicht vom Typ {type}',
  '{count} waiting': '{count} in der Warteschlange',
  '{id}: lines {lines}': '{id}: Zeilen {lines}',
  '{imported} imported, {failed} failed, of {rows} rows':
    '{imported} importiert, {failed} fehlgeschlagen, von {rows} Zeilen',
  '{imported} imported, {failed} failed, of {rows} rows so far':
    '{imported} importiert, {failed} fehlgeschlagen, von bisher {rows} Zeilen',
  '{imported} imported, {failed} failed, {stale} ignored as older than the stored records, of {rows} rows':
    '{imported} importiert, {failed} fehlgeschlagen, {stale} als älter als die gespeicherten ignoriert, von {rows} Zeilen',
  '{imported} imported, {failed} failed, {stale} ignored as older than the stored records, of {rows} rows so far':
    '{imported} importiert, {failed} fehlgeschlagen, {stale} als älter als die gespeicherten ignoriert, von bisher {rows} Zeilen',
  '{state}: {file}': '{state}: {file}',
  '“{field}” is used twice.': '„{field}“ kommt zweimal vor.',
};
