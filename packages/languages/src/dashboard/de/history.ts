/** Versions of a document and their differences. */
export const history = {
  '$ unchanged lines': '$ unveränderte Zeilen',
  'Back to my text': 'Zurück zu meinem Text',
  'Current text': 'Aktueller Text',
  history: 'Verlauf',
  Line: 'Zeile',
  'Merging {path}': '{path} zusammenführen',
  Newest: 'Neueste',
  'Older versions': 'Ältere Versionen',
  'Read this version': 'Diese Version lesen',
  'Restore this version': 'Diese Version wiederherstellen',
  Restored: 'Wiederhergestellt',
  'Revert this chunk': 'Diesen Abschnitt übernehmen',
  'Save the merged text': 'Zusammengeführten Text speichern',
  'Someone else saved this document': 'Jemand anderes hat dieses Dokument gespeichert',
  'The change: old text on the left, new text on the right': 'Die Änderung, alt neben neu',
  'The text is the same.': 'Der Text ist derselbe.',
  'The version was restored.': 'Die Version wurde wiederhergestellt.',
  'This file is not text, so versions cannot be compared.':
    'Diese Datei ist kein Text, daher lassen sich Versionen nicht vergleichen.',
  'What this version changed': 'Was diese Version geändert hat',
  'Who wrote which line': 'Wer welche Zeile schrieb',
  Yours: 'Ihr Text',
  '{name} changed it {time}. The current text is on the left and yours is on the right. Keep what you need, then save.':
    '{name} hat es {time} geändert. Links steht der aktuelle Text, rechts Ihrer. Behalten Sie, was Sie brauchen, und speichern Sie dann.',
  '{time} by {name}': '{time} von {name}',
};
