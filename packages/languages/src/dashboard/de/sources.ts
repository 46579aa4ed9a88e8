/** Where a collection's records come from, and the rules for what arrives. */
export const sources = {
  'Ingest URL': 'Ingest-URL',
  'Create a new ingest URL': 'Neue Ingest-URL erstellen',
  'Create a new ingest URL?': 'Neue Ingest-URL erstellen?',
  'Create a new one': 'Neue erstellen',
  'Your system pushes records to a secret URL, which is shown once. If it is lost or was disclosed, create a new one.':
    'Ihr System sendet Datensätze an eine geheime URL, die nur einmal angezeigt wird. Ist sie verloren gegangen oder bekannt geworden, erstellen Sie eine neue.',
  'When the current URL ends, systems that push to it are refused until they use the new one. Records stay.':
    'Sobald die aktuelle URL endet, werden Systeme, die an sie senden, abgewiesen, bis sie die neue verwenden. Die Datensätze bleiben.',
  'Ingest URL of {name}': 'Ingest-URL von {name}',
  'Anyone who has this URL can write records into this collection.':
    'Wer diese URL hat, kann Datensätze in diese Sammlung schreiben.',
  '{count} record written, {failed} refused in {days} days|{count} records written, {failed} refused in {days} days':
    '{count} Datensatz geschrieben, {failed} abgelehnt in {days} Tagen|{count} Datensätze geschrieben, {failed} abgelehnt in {days} Tagen',
  'Last delivery: {when}': 'Letzte Lieferung: {when}',
  '{count} record written|{count} records written': '{count} Datensatz geschrieben|{count} Datensätze geschrieben',
  '{count} refused': '{count} abgelehnt',
  Files: 'Dateien',
  'Drop a CSV, Excel or JSON file anywhere on this page. The same file again changes nothing.':
    'Ziehen Sie eine CSV-, Excel- oder JSON-Datei auf diese Seite. Dieselbe Datei noch einmal ändert nichts.',
  Freshness: 'Aktualität',
  'The source sends or lists every record': 'Die Quelle sendet oder nennt jeden Datensatz',
  'No expectation': 'Keine Vorgabe',
  'Every hour': 'Stündlich',
  'Every six hours': 'Alle sechs Stunden',
  'Every day': 'Täglich',
  'Every week': 'Wöchentlich',
  'Every 30 days': 'Alle 30 Tage',
  'No record is overdue.': 'Kein Datensatz ist überfällig.',
  '{count} record overdue.|{count} records overdue.': '{count} Datensatz überfällig.|{count} Datensätze überfällig.',
  'The oldest confirmation: {when}': 'Die älteste Bestätigung: {when}',
  'Overdue records are never high': 'Überfällige Datensätze sind nie „hoch“',
  'Saved.': 'Gespeichert.',
  Synonyms: 'Synonyme',
  'Phrases on one line find the same records.': 'Ausdrücke in einer Zeile finden dieselben Datensätze.',
  Phrases: 'Ausdrücke',
  'A line for each meaning; commas separate its phrases': 'Eine Zeile pro Bedeutung; Kommas trennen die Ausdrücke',
  'sofa, couch, settee': 'Sofa, Couch, Kanapee',
  'Save the synonyms': 'Synonyme speichern',
  'The synonyms are saved.': 'Die Synonyme sind gespeichert.',
  'Add the synonym': 'Synonym hinzufügen',
  'What people ask for': 'Was gefragt wird',
  'Only words that your records do not have': 'Nur Wörter, die Ihre Datensätze nicht haben',
  'What your records say': 'Was in Ihren Datensätzen steht',
  'Both phrases find the same records.': 'Beide Ausdrücke finden dieselben Datensätze.',
  'OpenRefine matches the rows of a table with these records at a secret URL. In OpenRefine choose Reconcile, Start reconciling, Add standard service, and paste the URL. It reads exposed fields only.':
    'OpenRefine gleicht die Zeilen einer Tabelle unter einer geheimen URL mit diesen Datensätzen ab. Wählen Sie in OpenRefine „Reconcile“, „Start reconciling“, „Add standard service“ und fügen Sie die URL ein. Sie liest nur sichtbare Felder.',
  'In OpenRefine: Reconcile, Start reconciling, Add standard service.':
    'In OpenRefine: „Reconcile“, „Start reconciling“, „Add standard service“.',
  Create: 'Erstellen',
  'Create a reconciliation URL': 'Abgleich-URL erstellen',
  'Create a reconciliation URL?': 'Abgleich-URL erstellen?',
  'It replaces an earlier reconciliation URL of this collection. Without groups it reads all records.':
    'Sie ersetzt eine frühere Abgleich-URL dieser Sammlung. Ohne Gruppen liest sie alle Datensätze.',
  'Only the slices of these groups': 'Nur die Ausschnitte dieser Gruppen',
  'Reconciliation URL of {name}': 'Abgleich-URL von {name}',
  'Anyone who has this URL can read the exposed fields of these records.':
    'Wer diese URL hat, kann die sichtbaren Felder dieser Datensätze lesen.',
  'End the URL': 'URL beenden',
  'End the reconciliation URL?': 'Abgleich-URL beenden?',
  'End it': 'Beenden',
  'Clients that use it can no longer read these records.':
    'Clients, die sie verwenden, können diese Datensätze nicht mehr lesen.',
  'The reconciliation URL was ended.': 'Die Abgleich-URL wurde beendet.',
  'There was no reconciliation URL.': 'Es gab keine Abgleich-URL.',
};
