import type { components as keys } from '../de/components.js';

/** What several pages share: lists of credentials, dialogs, choices and notices. */
export const components: Record<keyof typeof keys, string> = {
  'by {name}': 'par {name}',
  'Can read': 'Peut lire',
  'Can write': 'Peut écrire',
  'Choose a file': 'Choisir un fichier',
  'Choose files': 'Choisir des fichiers',
  'Copy it now. It is shown only once.': 'Copiez-le maintenant. Il ne sera affiché qu’une seule fois.',
  'Copy the secret': 'Copier le secret',
  Diagram: 'Diagramme',
  Embedding: 'Vectorisation',
  'End it at once': 'Arrêter immédiatement',
  'End it now': 'Arrêter maintenant',
  'End the old secret': 'Arrêter l’ancien secret',
  'Every call with this key is refused. A revoked key cannot be brought back.':
    'Tout appel avec cette clé sera refusé. Une clé révoquée ne peut pas être rétablie.',
  'Every call with this token is refused. A revoked token cannot be brought back.':
    'Tout appel avec ce jeton sera refusé. Un jeton révoqué ne peut pas être rétabli.',
  'I have copied it': 'C’est copié, fermer',
  'Keep it for a day': 'Conserver un jour',
  'Keep it for a week': 'Conserver une semaine',
  'Keep it for an hour': 'Conserver une heure',
  'Last ingest': 'Dernière réception',
  'Level of {group}': 'Niveau de {group}',
  'Make one': 'Créez-en un',
  Manage: 'Gérer',
  'More for {name}': 'Plus d’actions pour {name}',
  'New key': 'Nouvelle clé',
  'New secret of {name}': 'Nouveau secret de {name}',
  'No data yet': 'Pas encore de données',
  'Old secret works, ends {end}, last used since: {used}':
    'L’ancien secret fonctionne encore, expire {end}, dernière utilisation depuis : {used}',
  'Old URL works, ends {end}, last used since: {used}':
    'L’ancienne URL fonctionne encore, expire {end}, dernière utilisation depuis : {used}',
  Read: 'Lire',
  'Request {id}': 'Requête {id}',
  'Return {count} record|Return {count} records': 'Rétablir {count} enregistrement|Rétablir {count} enregistrements',
  Rotate: 'Renouveler',
  'Rotate {name}?': 'Renouveler {name} ?',
  'Secret of {name}': 'Secret de {name}',
  'Text of the diagram': 'Texte du diagramme',
  'The key was revoked.': 'La clé a été révoquée.',
  'The old secret was ended.': 'L’ancien secret a été arrêté.',
  'The old URL was ended.': 'L’ancienne URL a été arrêtée.',
  'The secret in use': 'Le secret actuel',
  'The token was revoked.': 'Le jeton a été révoqué.',
  'The URL in use': 'L’URL actuelle',
  'There are no groups yet. {link} to say which documents someone may read.':
    'Il n’y a pas encore de groupes. {link} pour définir quels documents une personne peut lire.',
  'This diagram cannot be drawn.': 'Ce diagramme ne peut pas être dessiné.',
  'Type {text} to confirm': 'Saisissez {text} pour confirmer',
  'Undo later changes too': 'Annuler aussi les modifications ultérieures',
  'While both work, you can replace it without an interruption':
    'Tant que les deux fonctionnent, vous pouvez faire le remplacement sans interruption',
  Write: 'Écrire',
  'You can undo this too, from its entry in the audit log.':
    'Vous pourrez aussi annuler cette action depuis son entrée dans le journal.',
  'You get a new secret. Name and rights stay.': 'Vous obtenez un nouveau secret. Le nom et les droits restent.',
  'You may': 'Vous pouvez',
  '{count} pending': '{count} en attente',
  '{count} record of {collection} would return to the version before.|{count} records of {collection} would return to the version before.':
    '{count} enregistrement de {collection} reviendrait à la version précédente.|{count} enregistrements de {collection} reviendraient à la version précédente.',
  '{count} record returned to the version before.|{count} records returned to the version before.':
    '{count} enregistrement rétabli dans sa version précédente.|{count} enregistrements rétablis dans leur version précédente.',
  '{count} record would stay as now:|{count} records would stay as now:':
    '{count} enregistrement resterait inchangé :|{count} enregistrements resteraient inchangés :',
  '{count} record would stay, as nothing differs.|{count} records would stay, as nothing differs.':
    '{count} enregistrement resterait tel quel, car rien ne diffère.|{count} enregistrements resteraient tels quels, car rien ne diffère.',
  '{message} (request {id})': '{message} (requête {id})',
  '{paths} and {count} more': '{paths} et {count} de plus',
};
