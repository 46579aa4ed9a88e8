/** Who reads a collection. */
export const sharing = {
  'Who can read it': 'Wer Lesezugriff hat',
  'Find or add people and groups': 'Personen und Gruppen suchen oder hinzufügen',
  'People and agents': 'Personen und Agenten',
  'Every record': 'Alle Datensätze',
  'Every record:': 'Alle Datensätze:',
  'Only records where {filter}:': 'Nur Datensätze, für die gilt: {filter}',
  'It is shared with none of their groups.': 'Sie ist für keine der Gruppen dieser Person freigegeben.',
  'Shared with {name}.': 'Für {name} freigegeben.',
  'No longer shared with {name}.': 'Nicht mehr für {name} freigegeben.',
  'Its members may': 'Die Mitglieder dürfen',
  'Read and write': 'Lesen und schreiben',
  'The current slice cannot be shown as conditions. Saving replaces it.':
    'Der aktuelle Ausschnitt lässt sich nicht als Bedingungen darstellen. Speichern ersetzt ihn.',
  Share: 'Freigeben',
  'Stop sharing': 'Freigabe beenden',
};
