import type { credentials as keys } from '../de/credentials.js';

/** API keys and agent tokens. */
export const credentials: Record<keyof typeof keys, string> = {
  'A token identifies one agent or script. It works in this workspace only, and its name is in the audit log.':
    'Un token identifica a un agente o script. Solo funciona en este espacio de trabajo y su nombre aparece en el registro de actividad.',
  'Agents that speak the Model Context Protocol connect here, with the token as their bearer credential:':
    'Los agentes compatibles con el Model Context Protocol se conectan aquí, con el token como credencial «bearer»:',
  'Also creates, configures and deletes collections': 'También crea, configura y elimina colecciones',
  'Connect an agent': 'Conectar un agente',
  'Copy for {name}': 'Copiar para {name}',
  'Copy the address': 'Copiar la dirección',
  'Create a connector with this address in developer mode, and choose OAuth. You sign in, without the token':
    'Cree un conector con esta dirección en el modo de desarrollador y elija OAuth. Usted inicia sesión, sin el token',
  'Create and revoke magic links': 'Crear y revocar enlaces de acceso',
  'Create key': 'Crear clave',
  'Create links that sign a member in': 'Crear enlaces que inician la sesión de un miembro',
  'Create one for your shop or billing system, with only the rights that it needs.':
    'Cree una para su tienda o su sistema de facturación, solo con los permisos que necesite.',
  'Create token': 'Crear token',
  'Edits content': 'Edita contenido',
  'Edits content, read only': 'Edita contenido, solo lectura',
  'Edits content; in collections: only reads': 'Edita contenido; en colecciones: solo lee',
  'Edits content; in collections: reads and writes records': 'Edita contenido; en colecciones: lee y escribe registros',
  'First call seen: {when}': 'Primera llamada recibida: {when}',
  'Give each agent its own token, so that you can see what it did and revoke it alone.':
    'Dé a cada agente su propio token, para ver qué ha hecho y poder revocarlo por separado.',
  'Grant and revoke members': 'Conceder y revocar el acceso de miembros',
  'Grant members': 'Conceder acceso',
  'In collections': 'En colecciones',
  'Leads a customer from the payment to what they bought.': 'Lleva al cliente del pago a lo que ha comprado.',
  'Links that can be forwarded, for free previews.': 'Enlaces que se pueden reenviar, para vistas previas gratuitas.',
  'Manage groups': 'Gestionar grupos',
  'Manage groups and who is in them': 'Gestionar los grupos y sus miembros',
  'Manages everything': 'Gestiona todo',
  'Manages everything that an agent can manage': 'Gestiona todo lo que un agente puede gestionar',
  'Manages everything, read only': 'Gestiona todo, solo lectura',
  'Manages everything; in collections: only reads': 'Gestiona todo; en colecciones: solo lee',
  'Manages everything; in collections: reads and writes records':
    'Gestiona todo; en colecciones: lee y escribe registros',
  'Mint links': 'Crear enlaces',
  'Name of the agent': 'Nombre del agente',
  'New agent token': 'Nuevo token de agente',
  'No agents yet': 'Todavía no hay agentes',
  'No keys yet': 'Todavía no hay claves',
  'Only reads records': 'Solo lee registros',
  'People who sign in as themselves. This is what a shop needs.':
    'Personas que inician sesión con su propia dirección. Es lo que necesita una tienda.',
  'Provision by SCIM': 'Aprovisionar por SCIM',
  'Provision people and groups by SCIM': 'Aprovisionar personas y grupos por SCIM',
  'Put it in .vscode/mcp.json': 'Póngalo en .vscode/mcp.json',
  'Put it in ~/.cursor/mcp.json': 'Póngalo en ~/.cursor/mcp.json',
  'Read only': 'Solo lectura',
  'Reads and writes content': 'Lee y escribe contenido',
  'Reads and writes records': 'Lee y escribe registros',
  'Reads what its groups allow': 'Lee lo que permiten sus grupos',
  'Refused.': 'Rechazado.',
  'Run it in a terminal': 'Ejecútelo en un terminal',
  'Run it in a terminal. Claude on the web and desktop takes the address alone, and you sign in':
    'Ejecútelo en un terminal. Claude en la web y en el escritorio solo necesita la dirección, y usted inicia sesión',
  'Says which documents a member reads.': 'Define qué documentos lee un miembro.',
  'Shop backend': 'Servidor de la tienda',
  'Sign members in': 'Iniciar sesión de miembros',
  'The audit log shows its actions under this name': 'El registro de actividad muestra sus acciones con este nombre',
  'The service cannot be reached.': 'No se puede acceder al servicio.',
  'The token of a directory such as Entra ID or Okta.': 'El token de un directorio como Entra ID u Okta.',
  'Try it': 'Probar',
  'Waiting for the first call…': 'Esperando la primera llamada…',
  'With a key, your backend grants and revokes access. A key works for /v1 only.':
    'Con una clave, su servidor concede y revoca accesos. Una clave solo funciona para /v1.',
  'With the package @tessera/client': 'Con el paquete @tessera/client',
  'With the package tessera-client': 'Con el paquete tessera-client',
  '{name} is connected to {workspace}.': '{name} está conectado a {workspace}.',
  'Name of the new agent': 'Nombre del nuevo agente',
  'It reads and writes content. With “New token” you choose other rights':
    'Lee y escribe contenido. Con «Nuevo token» se eligen otros permisos',
  Valid: 'Vigente',
};
