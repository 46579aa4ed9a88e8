import type { operator as keys } from '../de/operator.js';

/** The page of the operator. */
export const operator: Record<keyof typeof keys, string> = {
  'a-z, 0-9 and -': 'a-z, 0-9 et -',
  'Billing is active': 'La facturation est active',
  'Billing of {name} is active': 'La facturation de {name} est active',
  'Create the first one and invite its admin.': 'Créez le premier et invitez son administrateur.',
  'Create workspace': 'Créer l’espace de travail',
  "First admin's e-mail": 'E-mail du premier administrateur',
  'For the operator. The token is in the data folder, or in SVC_OPERATOR_TOKEN.':
    'Pour l’opérateur. Le jeton se trouve dans le dossier de données ou dans SVC_OPERATOR_TOKEN.',
  'Forget the token': 'Oublier le jeton',
  Invite: 'Inviter',
  'Invite admin': 'Inviter un admin',
  'Invite an admin to {name}': 'Inviter un administrateur dans {name}',
  "Kept in this page's memory only, and forgotten when you leave it.":
    'Conservé uniquement dans la mémoire de cette page, et oublié dès que vous la quittez.',
  'New workspace': 'Nouvel espace de travail',
  'No workspace yet': 'Pas encore d’espace de travail',
  Open: 'Ouvrir',
  Operator: 'Opérateur',
  'Operator token': 'Jeton d’opérateur',
  Seats: 'Places',
  'Seats of {name}': 'Places de {name}',
  'Show the token': 'Afficher le jeton',
  Suspended: 'Suspendu',
  'Tessera operator': 'Opérateur de Tessera',
  'To the dashboard': 'Vers l’application',
  Usage: 'Utilisation',
  Workspaces: 'Espaces de travail',
  '{count} webhooks fail': '{count} webhook en échec|{count} webhooks en échec',
  '{email} was invited.': '{email} a reçu une invitation.',
  '{name} is suspended': '{name} est suspendu',
  '{name} was created.': '{name} a été créé.',
  '{records} records, {documents} documents': '{records} enregistrements, {documents} documents',
  '{size}, {calls} calls and {mails} mails in a day': '{size}, {calls} appels et {mails} e-mails en un jour',
  '{used} of {seats}': '{used} sur {seats}',
};
