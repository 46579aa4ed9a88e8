import type { components as keys } from '../de/components.js';

/** What several pages share: lists of credentials, dialogs, choices and notices. */
export const components: Record<keyof typeof keys, string> = {
  'by {name}': 'por {name}',
  'Can read': 'Puede leer',
  'Can write': 'Puede escribir',
  'Choose a file': 'Elegir un archivo',
  'Choose files': 'Elegir archivos',
  'Copy it now. It is shown only once.': 'Cópielo ahora. Solo se muestra una vez.',
  'Copy the secret': 'Copiar el secreto',
  Diagram: 'Diagrama',
  Embedding: 'Embeddings',
  'End it at once': 'Finalizar de inmediato',
  'End it now': 'Finalizar ahora',
  'End the old secret': 'Finalizar el secreto anterior',
  'Every call with this key is refused. A revoked key cannot be brought back.':
    'Se rechazará toda llamada con esta clave. Una clave revocada no se puede recuperar.',
  'Every call with this token is refused. A revoked token cannot be brought back.':
    'Se rechazará toda llamada con este token. Un token revocado no se puede recuperar.',
  'I have copied it': 'Ya lo he copiado',
  'Keep it for a day': 'Mantener un día',
  'Keep it for a week': 'Mantener una semana',
  'Keep it for an hour': 'Mantener una hora',
  'Last ingest': 'Última recepción',
  'Level of {group}': 'Nivel de {group}',
  'Make one': 'Cree uno',
  Manage: 'Gestionar',
  'More for {name}': 'Más acciones para {name}',
  'New key': 'Nueva clave',
  'New secret of {name}': 'Nuevo secreto de {name}',
  'No data yet': 'Sin datos todavía',
  'Old secret works, ends {end}, last used since: {used}':
    'El secreto anterior aún funciona, caduca {end}, último uso desde entonces: {used}',
  'Old URL works, ends {end}, last used since: {used}':
    'La URL anterior aún funciona, caduca {end}, último uso desde entonces: {used}',
  Read: 'Leer',
  'Request {id}': 'Petición {id}',
  'Return {count} record|Return {count} records': 'Restaurar {count} registro|Restaurar {count} registros',
  Rotate: 'Renovar',
  'Rotate {name}?': '¿Renovar {name}?',
  'Secret of {name}': 'Secreto de {name}',
  'Text of the diagram': 'Texto del diagrama',
  'The key was revoked.': 'La clave se ha revocado.',
  'The old secret was ended.': 'El secreto anterior ha finalizado.',
  'The old URL was ended.': 'La URL anterior ha finalizado.',
  'The secret in use': 'El secreto actual',
  'The token was revoked.': 'El token se ha revocado.',
  'The URL in use': 'La URL actual',
  'There are no groups yet. {link} to say which documents someone may read.':
    'Todavía no hay grupos. {link} para definir qué documentos puede leer cada persona.',
  'This diagram cannot be drawn.': 'No se puede dibujar este diagrama.',
  'Type {text} to confirm': 'Escriba {text} para confirmar',
  'Undo later changes too': 'Deshacer también los cambios posteriores',
  'While both work, you can replace it without an interruption':
    'Mientras ambos funcionen, puede hacer el cambio sin interrupciones',
  Write: 'Escribir',
  'You can undo this too, from its entry in the audit log.':
    'También podrá deshacer esto desde su entrada en el registro de actividad.',
  'You get a new secret. Name and rights stay.': 'Obtendrá un nuevo secreto. El nombre y los permisos no cambian.',
  'You may': 'Usted puede',
  '{count} pending': '{count} pendiente|{count} pendientes',
  '{count} record of {collection} would return to the version before.|{count} records of {collection} would return to the version before.':
    '{count} registro de {collection} volvería a la versión anterior.|{count} registros de {collection} volverían a la versión anterior.',
  '{count} record returned to the version before.|{count} records returned to the version before.':
    '{count} registro restaurado a la versión anterior.|{count} registros restaurados a la versión anterior.',
  '{count} record would stay as now:|{count} records would stay as now:':
    '{count} registro quedaría como está:|{count} registros quedarían como están:',
  '{count} record would stay, as nothing differs.|{count} records would stay, as nothing differs.':
    '{count} registro quedaría igual, pues nada difiere.|{count} registros quedarían igual, pues nada difiere.',
  '{message} (request {id})': '{message} (petición {id})',
  '{paths} and {count} more': '{paths} y {count} más',
};
