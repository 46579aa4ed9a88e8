import type { sharing as keys } from '../de/sharing.js';

/** Who reads a collection. */
export const sharing: Record<keyof typeof keys, string> = {
  'Who can read it': 'Quién tiene acceso de lectura',
  'Find or add people and groups': 'Buscar o añadir personas y grupos',
  'People and agents': 'Personas y agentes',
  'Every record': 'Todos los registros',
  'Every record:': 'Todos los registros:',
  'Only records where {filter}:': 'Solo los registros en los que {filter}:',
  'It is shared with none of their groups.': 'No se comparte con ninguno de sus grupos.',
  'Shared with {name}.': 'Compartida con {name}.',
  'No longer shared with {name}.': 'Ya no se comparte con {name}.',
  'Its members may': 'Sus miembros pueden',
  'Read and write': 'Leer y escribir',
  'The current slice cannot be shown as conditions. Saving replaces it.':
    'La parte actual no se puede mostrar como condiciones. Al guardar se sustituye.',
  Share: 'Compartir',
  'Stop sharing': 'Dejar de compartir',
};
