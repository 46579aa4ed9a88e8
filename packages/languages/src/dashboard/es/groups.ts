import type { groups as keys } from '../de/groups.js';

/** Groups of people and their patterns. */
export const groups: Record<keyof typeof keys, string> = {
  'A group is a named list of document patterns. People in it can read the documents that match.':
    'Un grupo es una lista con nombre de patrones de documentos. Sus miembros pueden leer los documentos que coinciden.',
  'All groups': 'Todos los grupos',
  'All its members and tokens lose it at once, and collections are no longer shared with it. No document is deleted. This cannot be undone.':
    'Todos sus miembros y tokens lo pierden de inmediato, y las colecciones dejan de compartirse con él. No se elimina ningún documento. Esta acción no se puede deshacer.',
  'course/** matches everything in course. * and ? match within a folder, {either} matches either.':
    'course/** coincide con todo lo que hay en course. * y ? valen dentro de una carpeta, {either} coincide con cualquiera de los dos.',
  'Create group': 'Crear grupo',
  "Create one for each thing that you sell or share: a course, a handbook, a customer's folder.":
    'Cree uno para cada cosa que venda o comparta: un curso, un manual, la carpeta de un cliente.',
  'Delete group': 'Eliminar grupo',
  'Find or add people': 'Buscar o añadir personas',
  'In the group': 'En el grupo',
  'Its groups cannot be changed. Revoke it, and create a new one.':
    'Sus grupos no se pueden cambiar. Revóquelo y cree uno nuevo.',
  'Name and patterns': 'Nombre y patrones',
  'No groups yet': 'Todavía no hay grupos',
  'On sale': 'A la venta',
  'Patterns, one per line': 'Patrones, uno por línea',
  'Take out of {group}': 'Quitar de {group}',
  'The group was created. Add people to it next.': 'Se creó el grupo. Ahora añada personas.',
  'The group was deleted. It was taken from {count} holder.|The group was deleted. It was taken from {count} holders.':
    'Se eliminó el grupo y se retiró a {count} titular.|Se eliminó el grupo y se retiró a {count} titulares.',
  'The group was saved.': 'Se guardó el grupo.',
  'This changes what {count} member can read|This changes what {count} members can read':
    'Esto cambia lo que puede leer {count} miembro|Esto cambia lo que pueden leer {count} miembros',
  'This group is gone': 'Este grupo ya no existe',
  'Choose a repo or type a pattern to see the documents that match.':
    'Elija un repositorio o escriba un patrón para ver los documentos que coinciden.',
  'What members can read': 'Lo que pueden leer los miembros',
  '{count} document gained: {paths}|{count} documents gained: {paths}':
    '{count} documento añadido: {paths}|{count} documentos añadidos: {paths}',
  '{count} document in all|{count} documents in all': '{count} documento en total|{count} documentos en total',
  '{count} document lost: {paths}|{count} documents lost: {paths}':
    '{count} documento retirado: {paths}|{count} documentos retirados: {paths}',
  '{count} documents in all, the first {shown}:': '{count} documentos en total, los primeros {shown}:',
  '{count} member. A change applies at once.|{count} members. A change applies at once.':
    '{count} miembro. Los cambios se aplican de inmediato.|{count} miembros. Los cambios se aplican de inmediato.',
  '{name} is in {group}': '{name} está en {group}',
  '{name} is not in {group}': '{name} no está en {group}',
  '{name} was taken out of {group}.': 'Se quitó a {name} de {group}.',
  'Everything in {name}': 'Todo en {name}',
};
