import type { operator as keys } from '../de/operator.js';

/** The page of the operator. */
export const operator: Record<keyof typeof keys, string> = {
  'a-z, 0-9 and -': 'a-z, 0-9 y -',
  'Billing is active': 'La facturación está activa',
  'Billing of {name} is active': 'La facturación de {name} está activa',
  'Create the first one and invite its admin.': 'Cree el primero e invite a su administrador.',
  'Create workspace': 'Crear espacio de trabajo',
  "First admin's e-mail": 'Correo del primer administrador',
  'For the operator. The token is in the data folder, or in SVC_OPERATOR_TOKEN.':
    'Para el operador. El token está en la carpeta de datos o en SVC_OPERATOR_TOKEN.',
  'Forget the token': 'Olvidar el token',
  Invite: 'Invitar',
  'Invite admin': 'Invitar admin',
  'Invite an admin to {name}': 'Invitar a un administrador a {name}',
  "Kept in this page's memory only, and forgotten when you leave it.":
    'Solo se guarda en la memoria de esta página y se olvida al salir de ella.',
  'New workspace': 'Nuevo espacio de trabajo',
  'No workspace yet': 'Todavía no hay espacios de trabajo',
  Open: 'Abrir',
  Operator: 'Operador',
  'Operator token': 'Token de operador',
  Seats: 'Plazas',
  'Seats of {name}': 'Plazas de {name}',
  'Show the token': 'Mostrar el token',
  Suspended: 'Suspendido',
  'Tessera operator': 'Operador de Tessera',
  'To the dashboard': 'Ir a la aplicación',
  Usage: 'Uso',
  Workspaces: 'Espacios de trabajo',
  '{count} webhooks fail': '{count} webhook con error|{count} webhooks con error',
  '{email} was invited.': 'Se ha invitado a {email}.',
  '{name} is suspended': '{name} está suspendido',
  '{name} was created.': 'Se ha creado {name}.',
  '{records} records, {documents} documents': '{records} registros, {documents} documentos',
  '{size}, {calls} calls and {mails} mails in a day': '{size}, {calls} llamadas y {mails} correos en un día',
  '{used} of {seats}': '{used} de {seats}',
};
