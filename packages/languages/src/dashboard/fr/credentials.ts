import type { credentials as keys } from '../de/credentials.js';

/** API keys and agent tokens. */
export const credentials: Record<keyof typeof keys, string> = {
  'A token identifies one agent or script. It works in this workspace only, and its name is in the audit log.':
    'Un jeton identifie un agent ou un script. Il ne fonctionne que dans cet espace de travail, et son nom figure dans le journal.',
  'Agents that speak the Model Context Protocol connect here, with the token as their bearer credential:':
    'Les agents compatibles avec le Model Context Protocol se connectent ici, avec le jeton comme identifiant « bearer » :',
  'Also creates, configures and deletes collections': 'Crée, configure et supprime aussi des collections',
  'Connect an agent': 'Connecter un agent',
  'Copy for {name}': 'Copier pour {name}',
  'Copy the address': 'Copier l’adresse',
  'Create a connector with this address in developer mode, and choose OAuth. You sign in, without the token':
    'Créez un connecteur avec cette adresse en mode développeur, et choisissez OAuth. Vous vous connectez, sans le jeton',
  'Create and revoke magic links': 'Créer et révoquer des liens d’accès',
  'Create key': 'Créer la clé',
  'Create links that sign a member in': 'Créer des liens qui connectent un membre',
  'Create one for your shop or billing system, with only the rights that it needs.':
    'Créez-en une pour votre boutique ou votre système de facturation, avec les seuls droits nécessaires.',
  'Create token': 'Créer le jeton',
  'Edits content': 'Modifie le contenu',
  'Edits content, read only': 'Modifie le contenu, en lecture seule',
  'Edits content; in collections: only reads': 'Modifie le contenu ; dans les collections : lecture seule',
  'Edits content; in collections: reads and writes records':
    'Modifie le contenu ; dans les collections : lit et écrit des enregistrements',
  'First call seen: {when}': 'Premier appel reçu : {when}',
  'Give each agent its own token, so that you can see what it did and revoke it alone.':
    'Donnez à chaque agent son propre jeton, pour voir ce qu’il a fait et pouvoir le révoquer séparément.',
  'Grant and revoke members': 'Accorder et révoquer l’accès de membres',
  'Grant members': 'Accorder l’accès',
  'In collections': 'Dans les collections',
  'Leads a customer from the payment to what they bought.': 'Mène le client du paiement à ce qu’il a acheté.',
  'Links that can be forwarded, for free previews.': 'Des liens transférables, pour des aperçus gratuits.',
  'Manage groups': 'Gérer les groupes',
  'Manage groups and who is in them': 'Gérer les groupes et leurs membres',
  'Manages everything': 'Gère tout',
  'Manages everything that an agent can manage': 'Gère tout ce qu’un agent peut gérer',
  'Manages everything, read only': 'Gère tout, en lecture seule',
  'Manages everything; in collections: only reads': 'Gère tout ; dans les collections : lecture seule',
  'Manages everything; in collections: reads and writes records':
    'Gère tout ; dans les collections : lit et écrit des enregistrements',
  'Mint links': 'Créer des liens',
  'Name of the agent': 'Nom de l’agent',
  'New agent token': 'Nouveau jeton d’agent',
  'No agents yet': 'Pas encore d’agents',
  'No keys yet': 'Pas encore de clés',
  'Only reads records': 'Lit seulement des enregistrements',
  'People who sign in as themselves. This is what a shop needs.':
    'Des personnes qui se connectent avec leur propre adresse. C’est ce qu’il faut à une boutique.',
  'Provision by SCIM': 'Provisionner par SCIM',
  'Provision people and groups by SCIM': 'Provisionner les personnes et les groupes par SCIM',
  'Put it in .vscode/mcp.json': 'À placer dans .vscode/mcp.json',
  'Put it in ~/.cursor/mcp.json': 'À placer dans ~/.cursor/mcp.json',
  'Read only': 'Lecture seule',
  'Reads and writes content': 'Lit et écrit du contenu',
  'Reads and writes records': 'Lit et écrit des enregistrements',
  'Reads what its groups allow': 'Lit ce que ses groupes autorisent',
  'Refused.': 'Refusé.',
  'Run it in a terminal': 'À exécuter dans un terminal',
  'Run it in a terminal. Claude on the web and desktop takes the address alone, and you sign in':
    'À exécuter dans un terminal. Claude sur le web et sur ordinateur n’a besoin que de l’adresse, et vous vous connectez',
  'Says which documents a member reads.': 'Définit quels documents un membre peut lire.',
  'Shop backend': 'Serveur de la boutique',
  'Sign members in': 'Connecter des membres',
  'The audit log shows its actions under this name': 'Le journal affiche ses actions sous ce nom',
  'The service cannot be reached.': 'Le service est inaccessible.',
  'The token of a directory such as Entra ID or Okta.': 'Le jeton d’un annuaire comme Entra ID ou Okta.',
  'Try it': 'Essayer',
  'Waiting for the first call…': 'En attente du premier appel…',
  'With a key, your backend grants and revokes access. A key works for /v1 only.':
    'Avec une clé, votre serveur accorde et révoque des accès. Une clé ne fonctionne que pour /v1.',
  'With the package @tessera/client': 'Avec le paquet @tessera/client',
  'With the package tessera-client': 'Avec le paquet tessera-client',
  '{name} is connected to {workspace}.': '{name} est connecté à {workspace}.',
  'Name of the new agent': 'Nom du nouvel agent',
  'It reads and writes content. With “New token” you choose other rights':
    'Il lit et modifie le contenu. « Nouveau jeton » permet de choisir d’autres droits',
  Valid: 'Valide',
};
