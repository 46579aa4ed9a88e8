/** Groups of people and their patterns. */
export const groups = {
  'A group is a named list of document patterns. People in it can read the documents that match.':
    'Eine Gruppe ist eine benannte Liste von Dokumentmustern. Ihre Mitglieder können die passenden Dokumente lesen.',
  'All groups': 'Alle Gruppen',
  'All its members and tokens lose it at once, and collections are no longer shared with it. No document is deleted. This cannot be undone.':
    'Alle Mitglieder und Token verlieren sie sofort, und Sammlungen sind nicht mehr für sie freigegeben. Kein Dokument wird gelöscht. Das lässt sich nicht rückgängig machen.',
  'course/** matches everything in course. * and ? match within a folder, {either} matches either.':
    'course/** trifft alles in course. * und ? gelten innerhalb eines Ordners, {either} trifft eines von beiden.',
  'Create group': 'Gruppe erstellen',
  "Create one for each thing that you sell or share: a course, a handbook, a customer's folder.":
    'Erstellen Sie eine für alles, was Sie verkaufen oder teilen: einen Kurs, ein Handbuch, den Ordner eines Kunden.',
  'Delete group': 'Gruppe löschen',
  'Find or add people': 'Personen suchen oder hinzufügen',
  'In the group': 'In der Gruppe',
  'Its groups cannot be changed. Revoke it, and create a new one.':
    'Seine Gruppen lassen sich nicht ändern. Widerrufen Sie ihn und erstellen Sie einen neuen.',
  'Name and patterns': 'Name und Muster',
  'No groups yet': 'Noch keine Gruppen',
  'On sale': 'Zum Verkauf',
  'Patterns, one per line': 'Muster, eines pro Zeile',
  'Take out of {group}': 'Aus {group} entfernen',
  'The group was created. Add people to it next.': 'Die Gruppe wurde erstellt. Fügen Sie nun Personen hinzu.',
  'The group was deleted. It was taken from {count} holder.|The group was deleted. It was taken from {count} holders.':
    'Die Gruppe wurde gelöscht und {count} Zugang entzogen.|Die Gruppe wurde gelöscht und {count} Zugängen entzogen.',
  'The group was saved.': 'Die Gruppe wurde gespeichert.',
  'This changes what {count} member can read|This changes what {count} members can read':
    'Das ändert, was {count} Mitglied lesen kann|Das ändert, was {count} Mitglieder lesen können',
  'This group is gone': 'Diese Gruppe gibt es nicht mehr',
  'Choose a repo or type a pattern to see the documents that match.':
    'Wählen Sie ein Repository oder geben Sie ein Muster ein, um die passenden Dokumente zu sehen.',
  'What members can read': 'Was Mitglieder lesen können',
  '{count} document gained: {paths}|{count} documents gained: {paths}':
    '{count} Dokument kommt hinzu: {paths}|{count} Dokumente kommen hinzu: {paths}',
  '{count} document in all|{count} documents in all': '{count} Dokument insgesamt|{count} Dokumente insgesamt',
  '{count} document lost: {paths}|{count} documents lost: {paths}':
    '{count} Dokument entfällt: {paths}|{count} Dokumente entfallen: {paths}',
  '{count} documents in all, the first {shown}:': '{count} Dokumente insgesamt, die ersten {shown}:',
  '{count} member. A change applies at once.|{count} members. A change applies at once.':
    '{count} Mitglied. Eine Änderung gilt sofort.|{count} Mitglieder. Eine Änderung gilt sofort.',
  '{name} is in {group}': '{name} gehört zu {group}',
  '{name} is not in {group}': '{name} gehört nicht zu {group}',
  '{name} was taken out of {group}.': '{name} wurde aus {group} entfernt.',
  'Everything in {name}': 'Alles in {name}',
};
