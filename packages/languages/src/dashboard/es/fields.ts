import type { fields as keys } from '../de/fields.js';

/** The fields of a collection, their types and roles. */
export const fields: Record<keyof typeof keys, string> = {
  'No records to look at yet': 'Todavía no hay registros',
  'Fields are found in the records. Import some first.':
    'Los campos se obtienen de los registros. Importe primero algunos.',
  'Found in {count} records': 'Encontrados en {count} registro|Encontrados en {count} registros',
  'Accept all {count} suggestions': 'Aceptar la sugerencia|Aceptar las {count} sugerencias',
  'Configured, but not in any of these records: {fields}': 'Configurados, pero ausentes en estos registros: {fields}',
  'Unsaved changes': 'Cambios sin guardar',
  'Unsaved changes: {changes}': 'Cambios sin guardar: {changes}',
  types: 'tipos',
  identifiers: 'identificadores',
  'what is searched by meaning': 'búsqueda por significado',
  Discard: 'Descartar',
  'Save roles': 'Guardar los roles',
  'The roles were saved.': 'Los roles se han guardado.',
  'Leave without saving the roles?': '¿Salir sin guardar los roles?',
  'Discard and leave': 'Descartar y salir',
  'Your changes to the roles are not saved.': 'Sus cambios en los roles no se han guardado.',
  'Not declared': 'Sin declarar',
  Coverage: 'Cobertura',
  '{percent} % filled': '{percent} % relleno',
  '{count} different': '{count} valor|{count} valores',
  Examples: 'Ejemplos',
  'Type of {name}': 'Tipo de {name}',
  Roles: 'Roles',
  Suggested: 'Sugerencia',
  Accept: 'Aceptar',
  'Accept {suggestion} for {name}': 'Aceptar {suggestion} para {name}',
  Identifier: 'Identificador',
  'Identifier: {name}': 'Identificador: {name}',
  'By meaning': 'Significado',
  'By meaning (default)': 'Significado (por defecto)',
  'Id or clock': 'ID o marca de tiempo',
  'Reindex required': 'Reindexación necesaria',
  Reindex: 'Reindexar',
  'The reindex has started. Queries work while it runs.':
    'La reindexación ha empezado. Las consultas funcionan mientras tanto.',
  '{count} record is still searched with an earlier configuration.|{count} records are still searched with an earlier configuration.':
    '{count} registro todavía se busca con una configuración anterior.|{count} registros todavía se buscan con una configuración anterior.',
  'A reindex takes about {tokens} tokens and costs about {cost}.':
    'Una reindexación consume unos {tokens} tokens y cuesta unos {cost}.',
  'A reindex takes about {tokens} tokens and costs nothing with the built-in embedder.':
    'Una reindexación consume unos {tokens} tokens y no cuesta nada con el modelo de vectorización integrado.',
  'What would change': 'Qué cambiaría',
  '{number} logged queries were answered with these settings. Nothing was stored. Better: {better}, worse: {worse}, another record: {other}.':
    'Se han respondido {number} consultas registradas con estos ajustes. No se ha guardado nada. Mejor: {better}, peor: {worse}, otro registro: {other}.',
  'Changed answers': 'Respuestas cambiadas',
  '{verdict}: {id}': '{verdict}: {id}',
};
