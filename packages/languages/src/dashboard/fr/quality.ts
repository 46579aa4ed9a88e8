import type { quality as keys } from '../de/quality.js';

/** The verdicts of a collection, open queries, findings and pairs of duplicates. */
export const quality: Record<keyof typeof keys, string> = {
  'Verdicts a day': 'Verdicts par jour',
  'Verdicts of the last {days} days: {high} high, {low} low, {none} none':
    'Verdicts des {days} derniers jours : {high} élevés, {low} faibles, {none} sans correspondance',
  '{day}: {high} high, {low} low, {none} none': '{day} : {high} élevés, {low} faibles, {none} sans correspondance',
  'No queries in these {days} days': 'Aucune requête pendant ces {days} jours',
  'Queries to decide': 'Requêtes à décider',
  'Nothing to decide': 'Rien à décider',
  'The last queries with the verdict low or none are listed here. Queries are kept as long as the workspace says.':
    'Les dernières requêtes dont le verdict est « faible » ou « aucun » figurent ici. Elles sont conservées aussi longtemps que l’espace de travail le prévoit.',
  'Choose the record': 'Choisir l’enregistrement',
  'Add a synonym': 'Ajouter un synonyme',
  'Answers with the verdict high': 'Réponses avec le verdict « élevé »',
  '{wrong} of {count} judged query got a wrong answer with this verdict: at most {percent} % are wrong.|{wrong} of {count} judged queries got a wrong answer with this verdict: at most {percent} % are wrong.':
    '{wrong} requête évaluée sur {count} a reçu une réponse fausse avec ce verdict : au plus {percent} % sont fausses.|{wrong} requêtes évaluées sur {count} ont reçu une réponse fausse avec ce verdict : au plus {percent} % sont fausses.',
  Answer: 'Réponse',
  Right: 'Juste',
  'Right: {query}': 'Juste : {query}',
  Wrong: 'Fausse',
  'Wrong: {query}': 'Fausse : {query}',
  'Words that no record has': 'Mots qu’aucun enregistrement ne contient',
  Word: 'Mot',
  Queries: 'Requêtes',
  'Records have every word of the last queries, or synonyms lead to them.':
    'Les enregistrements contiennent chaque mot des dernières requêtes, ou des synonymes y mènent.',
  'Every value fits': 'Toutes les valeurs conviennent',
  'No field is declared yet': 'Aucun champ n’est encore déclaré',
  'Unknown fields and values of the wrong type are listed here, as soon as types are declared under Fields.':
    'Les champs inconnus et les valeurs du mauvais type figurent ici dès que des types sont déclarés sous Champs.',
  'Unknown field': 'Champ inconnu',
  'Wrong type': 'Mauvais type',
  'Clock ahead': 'Horloge en avance',
  Delivery: 'Livraison',
  'Two spellings of an id': 'Deux graphies d’un ID',
  Kind: 'Nature',
  Seen: 'Constaté',
  'Such as': 'Par exemple',
  Declare: 'Déclarer',
  'Declare {field}': 'Déclarer {field}',
  Dismiss: 'Ignorer',
  'Dismiss {field}': 'Ignorer {field}',
  'Dismissed until it happens again.': 'Ignoré jusqu’à ce que cela se reproduise.',
  'Filters then compare by this type, and the finding is cleared.':
    'Les filtres comparent alors selon ce type, et l’anomalie est levée.',
  '{field} is declared, and its finding is cleared.': '{field} est déclaré, et son anomalie est levée.',
  'Which pairs': 'Quelles paires',
  'To decide': 'À décider',
  Same: 'Identiques',
  Different: 'Différents',
  'Pair {position} of {number}': 'Paire {position} sur {number}',
  Previous: 'Précédent',
  Next: 'Suivant',
  'Decisions as CSV': 'Décisions en CSV',
  'Comparing the records': 'Comparaison des enregistrements',
  'Pairs of records that may be the same are listed here.':
    'Les paires d’enregistrements peut-être identiques figurent ici.',
  'Pairs appear here as they are found. You can leave this page.':
    'Les paires apparaissent ici au fur et à mesure. Vous pouvez quitter cette page.',
  'No other record looks the same.': 'Aucun autre enregistrement ne semble identique.',
  'The records are being compared.': 'Les enregistrements sont en cours de comparaison.',
  'Probably the same': 'Probablement identiques',
  'Maybe the same': 'Peut-être identiques',
  'Decided by {name}': 'Décidé par {name}',
  'Decide again': 'Décider à nouveau',
  'Keep {id}': 'Garder {id}',
  'Only what differs': 'Seulement les différences',
  '{count} field is equal: show all|{count} fields are equal: show all':
    '{count} champ est identique : tout afficher|{count} champs sont identiques : tout afficher',
  'Same: {id} is kept.': 'Identiques : {id} est conservé.',
  'The records are different.': 'Les enregistrements sont différents.',
};
