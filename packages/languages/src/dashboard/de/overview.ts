/** The overview of a workspace. */
export const overview = {
  'A collection holds the records of one source: products, customers, orders. Create one, then drop a CSV file or let your system push records to its ingest URL.':
    'Eine Sammlung enthält die Datensätze einer Quelle: Produkte, Kunden, Bestellungen. Erstellen Sie eine, und legen Sie dann eine CSV-Datei ab, oder lassen Sie Ihr System Datensätze an die Eingangs-URL senden.',
  'A token of its own lets you see what it did, and stop it alone.':
    'Mit einem eigenen Token sehen Sie, was er getan hat, und können ihn einzeln stoppen.',
  'Access of {count} person ends within {days} days|Access of {count} people ends within {days} days':
    'Der Zugriff von {count} Person endet innerhalb von {days} Tagen|Der Zugriff von {count} Personen endet innerhalb von {days} Tagen',
  'Add a member': 'Mitglied hinzufügen',
  'All collections': 'Alle Sammlungen',
  'All documents': 'Alle Dokumente',
  'Changed last': 'Zuletzt geändert',
  'Documents by the day of their last change, {days} days, most on one day: {most}':
    'Dokumente nach dem Tag ihrer letzten Änderung, {days} Tage, höchstens an einem Tag: {most}',
  'Drop a CSV file, or let your system push its records.':
    'Legen Sie eine CSV-Datei ab, oder lassen Sie Ihr System die Datensätze senden.',
  'Every member seat is taken': 'Alle Mitgliederplätze sind belegt',
  'Fill a collection': 'Sammlung füllen',
  'In all repos': 'In allen Repositories',
  'It says which documents and records its holders can read.':
    'Sie legt fest, welche Dokumente und Datensätze ihre Mitglieder lesen können.',
  'Make a group': 'Gruppe erstellen',
  'Members read what their groups name, and sign in as themselves.':
    'Mitglieder lesen, was ihre Gruppen erlauben, und melden sich mit ihrer eigenen Adresse an.',
  'Needs you': 'Zu erledigen',
  'No documents yet': 'Noch keine Dokumente',
  'No records yet': 'Noch keine Datensätze',
  'Nothing. No open findings, no failed embeddings, and nobody is waiting.':
    'Nichts. Keine offenen Befunde, keine fehlgeschlagenen Embeddings, und niemand wartet.',
  'of {seats}': 'von {seats}',
  'Part of it could not be read, so there may be more.':
    'Ein Teil konnte nicht gelesen werden, es gibt also vielleicht mehr.',
  'Queries, {days} days': 'Abfragen, {days} Tage',
  'Records written a day, {days} days, {written} in all':
    'Geschriebene Datensätze pro Tag, {days} Tage, insgesamt {written}',
  'Set up': 'Einrichten',
  'Signed in as {name}.': 'Angemeldet als {name}.',
  'Verdicts a day, {days} days: {high} high, {low} low, {none} none':
    'Urteile pro Tag, {days} Tage: {high} hoch, {low} niedrig, {none} keines',
  'Write the first one under {documents}, or push a repo with git.':
    'Schreiben Sie das erste unter {documents}, oder übertragen Sie ein Repository mit git.',
  '{count} changed in {days} days': '{count} in {days} Tagen geändert',
  '{count} open finding in {name}|{count} open findings in {name}':
    '{count} offener Befund in {name}|{count} offene Befunde in {name}',
  '{count} pending invite|{count} pending invites': '{count} ausstehende Einladung|{count} ausstehende Einladungen',
  '{count} record of {name} could not be embedded|{count} records of {name} could not be embedded':
    'Für {count} Datensatz aus {name} konnte kein Embedding berechnet werden|Für {count} Datensätze aus {name} konnte kein Embedding berechnet werden',
  '{count} written in {days} days': '{count} in {days} Tagen geschrieben',
  '{high} high, {low} low, {none} none': '{high} hoch, {low} niedrig, {none} keines',
  '{step}: done': '{step}: erledigt',
  '{webhook} failed and is off': '{webhook} ist ausgefallen und ausgeschaltet',
  '{webhook} refuses events': '{webhook} nimmt keine Ereignisse an',
};
