import type { sharing as keys } from '../de/sharing.js';

/** Who reads a collection. */
export const sharing: Record<keyof typeof keys, string> = {
  'Who can read it': 'Qui a accès en lecture',
  'Find or add people and groups': 'Trouver ou ajouter des personnes et des groupes',
  'People and agents': 'Personnes et agents',
  'Every record': 'Tous les enregistrements',
  'Every record:': 'Tous les enregistrements :',
  'Only records where {filter}:': 'Seulement les enregistrements où {filter} :',
  'It is shared with none of their groups.': 'Elle n’est partagée avec aucun de ses groupes.',
  'Shared with {name}.': 'Partagée avec {name}.',
  'No longer shared with {name}.': 'N’est plus partagée avec {name}.',
  'Its members may': 'Ses membres peuvent',
  'Read and write': 'Lire et écrire',
  'The current slice cannot be shown as conditions. Saving replaces it.':
    'La partie actuelle ne peut pas être affichée sous forme de conditions. L’enregistrement la remplace.',
  Share: 'Partager',
  'Stop sharing': 'Ne plus partager',
};
