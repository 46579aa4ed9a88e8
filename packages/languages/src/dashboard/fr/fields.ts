import type { fields as keys } from '../de/fields.js';

/** The fields of a collection, their types and roles. */
export const fields: Record<keyof typeof keys, string> = {
  'No records to look at yet': 'Aucun enregistrement à examiner',
  'Fields are found in the records. Import some first.':
    'Les champs proviennent des enregistrements. Importez-en d’abord.',
  'Found in {count} records': 'Trouvés dans {count} enregistrement|Trouvés dans {count} enregistrements',
  'Accept all {count} suggestions': 'Accepter la suggestion|Accepter les {count} suggestions',
  'Configured, but not in any of these records: {fields}': 'Configurés, mais absents de ces enregistrements : {fields}',
  'Unsaved changes': 'Modifications non enregistrées',
  'Unsaved changes: {changes}': 'Modifications non enregistrées : {changes}',
  types: 'types',
  identifiers: 'identifiants',
  'what is searched by meaning': 'recherche par le sens',
  Discard: 'Abandonner',
  'Save roles': 'Enregistrer les rôles',
  'The roles were saved.': 'Les rôles ont été enregistrés.',
  'Leave without saving the roles?': 'Quitter sans enregistrer les rôles ?',
  'Discard and leave': 'Abandonner et quitter',
  'Your changes to the roles are not saved.': 'Vos modifications des rôles ne sont pas enregistrées.',
  'Not declared': 'Non déclaré',
  Coverage: 'Couverture',
  '{percent} % filled': '{percent} % rempli',
  '{count} different': '{count} valeur|{count} valeurs',
  Examples: 'Exemples',
  'Type of {name}': 'Type de {name}',
  Roles: 'Rôles',
  Suggested: 'Suggestion',
  Accept: 'Accepter',
  'Accept {suggestion} for {name}': 'Accepter {suggestion} pour {name}',
  Identifier: 'Identifiant',
  'Identifier: {name}': 'Identifiant : {name}',
  'By meaning': 'Par le sens',
  'By meaning (default)': 'Par le sens (par défaut)',
  'Id or clock': 'ID ou horodatage',
  'Reindex required': 'Réindexation nécessaire',
  Reindex: 'Réindexer',
  'The reindex has started. Queries work while it runs.':
    'La réindexation a commencé. Les requêtes fonctionnent pendant ce temps.',
  '{count} record is still searched with an earlier configuration.|{count} records are still searched with an earlier configuration.':
    '{count} enregistrement est encore recherché avec une configuration antérieure.|{count} enregistrements sont encore recherchés avec une configuration antérieure.',
  'A reindex takes about {tokens} tokens and costs about {cost}.':
    'Une réindexation consomme environ {tokens} jetons et coûte environ {cost}.',
  'A reindex takes about {tokens} tokens and costs nothing with the built-in embedder.':
    'Une réindexation consomme environ {tokens} jetons et ne coûte rien avec le modèle de vectorisation intégré.',
  'What would change': 'Ce qui changerait',
  '{number} logged queries were answered with these settings. Nothing was stored. Better: {better}, worse: {worse}, another record: {other}.':
    '{number} requêtes journalisées ont reçu une réponse avec ces paramètres. Rien n’a été enregistré. Mieux : {better}, moins bien : {worse}, autre enregistrement : {other}.',
  'Changed answers': 'Réponses modifiées',
  '{verdict}: {id}': '{verdict} : {id}',
};
