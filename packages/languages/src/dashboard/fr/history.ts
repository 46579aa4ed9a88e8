import type { history as keys } from '../de/history.js';

/** Versions of a document and their differences. */
export const history: Record<keyof typeof keys, string> = {
  '$ unchanged lines': '$ lignes inchangées',
  'Back to my text': 'Retour à mon texte',
  'Current text': 'Texte actuel',
  history: 'historique',
  Line: 'Ligne',
  'Merging {path}': 'Fusion de {path}',
  Newest: 'La plus récente',
  'Older versions': 'Versions plus anciennes',
  'Read this version': 'Lire cette version',
  'Restore this version': 'Restaurer cette version',
  Restored: 'Restauré',
  'Revert this chunk': 'Reprendre ce passage',
  'Save the merged text': 'Enregistrer le texte fusionné',
  'Someone else saved this document': 'Quelqu’un d’autre a enregistré ce document',
  'The change: old text on the left, new text on the right': 'La modification, l’ancien à côté du nouveau',
  'The text is the same.': 'Le texte est identique.',
  'The version was restored.': 'La version a été restaurée.',
  'This file is not text, so versions cannot be compared.':
    'Ce fichier n’est pas du texte : ses versions ne peuvent pas être comparées.',
  'What this version changed': 'Ce que cette version a modifié',
  'Who wrote which line': 'Qui a écrit quelle ligne',
  Yours: 'Le vôtre',
  '{name} changed it {time}. The current text is on the left and yours is on the right. Keep what you need, then save.':
    '{name} l’a modifié {time}. Le texte actuel est à gauche, le vôtre à droite. Gardez ce qu’il vous faut, puis enregistrez.',
  '{time} by {name}': '{time} par {name}',
};
