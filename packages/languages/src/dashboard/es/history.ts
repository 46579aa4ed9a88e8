import type { history as keys } from '../de/history.js';

/** Versions of a document and their differences. */
export const history: Record<keyof typeof keys, string> = {
  '$ unchanged lines': '$ líneas sin cambios',
  'Back to my text': 'Volver a mi texto',
  'Current text': 'Texto actual',
  history: 'historial',
  Line: 'Línea',
  'Merging {path}': 'Combinación de {path}',
  Newest: 'Más reciente',
  'Older versions': 'Versiones anteriores',
  'Read this version': 'Leer esta versión',
  'Restore this version': 'Restaurar esta versión',
  Restored: 'Restaurado',
  'Revert this chunk': 'Recuperar este fragmento',
  'Save the merged text': 'Guardar el texto combinado',
  'Someone else saved this document': 'Otra persona ha guardado este documento',
  'The change: old text on the left, new text on the right': 'El cambio, lo anterior junto a lo nuevo',
  'The text is the same.': 'El texto es el mismo.',
  'The version was restored.': 'Se restauró la versión.',
  'This file is not text, so versions cannot be compared.':
    'Este archivo no es de texto, así que sus versiones no se pueden comparar.',
  'What this version changed': 'Qué cambió esta versión',
  'Who wrote which line': 'Quién escribió cada línea',
  Yours: 'El suyo',
  '{name} changed it {time}. The current text is on the left and yours is on the right. Keep what you need, then save.':
    '{name} lo cambió {time}. El texto actual está a la izquierda y el suyo a la derecha. Conserve lo que necesite y guarde.',
  '{time} by {name}': '{time} por {name}',
};
