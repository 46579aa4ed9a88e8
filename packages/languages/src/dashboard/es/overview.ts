import type { overview as keys } from '../de/overview.js';

/** The overview of a workspace. */
export const overview: Record<keyof typeof keys, string> = {
  'A collection holds the records of one source: products, customers, orders. Create one, then drop a CSV file or let your system push records to its ingest URL.':
    'Una colección contiene los registros de una fuente: productos, clientes, pedidos. Cree una y, después, suelte un archivo CSV o deje que su sistema envíe registros a su URL de recepción.',
  'A token of its own lets you see what it did, and stop it alone.':
    'Con un token propio puede ver qué ha hecho y detenerlo por separado.',
  'Access of {count} person ends within {days} days|Access of {count} people ends within {days} days':
    'El acceso de {count} persona caduca en menos de {days} días|El acceso de {count} personas caduca en menos de {days} días',
  'Add a member': 'Añadir un miembro',
  'All collections': 'Todas las colecciones',
  'All documents': 'Todos los documentos',
  'Changed last': 'Últimos cambios',
  'Documents by the day of their last change, {days} days, most on one day: {most}':
    'Documentos por día de su último cambio, {days} días, máximo en un día: {most}',
  'Drop a CSV file, or let your system push its records.':
    'Suelte un archivo CSV o deje que su sistema envíe sus registros.',
  'Every member seat is taken': 'Todas las plazas de miembro están ocupadas',
  'Fill a collection': 'Llenar una colección',
  'In all repos': 'En todos los repositorios',
  'It says which documents and records its holders can read.':
    'Define qué documentos y registros pueden leer sus miembros.',
  'Make a group': 'Crear un grupo',
  'Members read what their groups name, and sign in as themselves.':
    'Los miembros leen lo que permiten sus grupos e inician sesión con su propia dirección.',
  'Needs you': 'Requiere su atención',
  'No documents yet': 'Todavía no hay documentos',
  'No records yet': 'Todavía no hay registros',
  'Nothing. No open findings, no failed embeddings, and nobody is waiting.':
    'Nada. No hay incidencias abiertas ni embeddings con error, y nadie está esperando.',
  'of {seats}': 'de {seats}',
  'Part of it could not be read, so there may be more.': 'No se pudo leer una parte, así que puede haber más.',
  'Queries, {days} days': 'Consultas, {days} días',
  'Records written a day, {days} days, {written} in all': 'Registros escritos al día, {days} días, {written} en total',
  'Set up': 'Configuración',
  'Signed in as {name}.': 'Sesión iniciada como {name}.',
  'Verdicts a day, {days} days: {high} high, {low} low, {none} none':
    'Veredictos al día en {days} días, alto: {high}, bajo: {low}, ninguno: {none}',
  'Write the first one under {documents}, or push a repo with git.':
    'Escriba el primero en {documents} o suba un repositorio con git.',
  '{count} changed in {days} days': '{count} cambiado en {days} días|{count} cambiados en {days} días',
  '{count} open finding in {name}|{count} open findings in {name}':
    '{count} incidencia abierta en {name}|{count} incidencias abiertas en {name}',
  '{count} pending invite|{count} pending invites': '{count} invitación pendiente|{count} invitaciones pendientes',
  '{count} record of {name} could not be embedded|{count} records of {name} could not be embedded':
    'No se pudo calcular el embedding de {count} registro de {name}|No se pudo calcular el embedding de {count} registros de {name}',
  '{count} written in {days} days': '{count} escrito en {days} días|{count} escritos en {days} días',
  '{high} high, {low} low, {none} none': 'alto: {high}, bajo: {low}, ninguno: {none}',
  '{step}: done': '{step}: hecho',
  '{webhook} failed and is off': '{webhook} ha fallado y está desactivado',
  '{webhook} refuses events': '{webhook} rechaza los eventos',
};
