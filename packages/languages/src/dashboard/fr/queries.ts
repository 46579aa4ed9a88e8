import type { queries as keys } from '../de/queries.js';

/** Queries in words and by fields, with their verdict and its reasons. */
export const queries: Record<keyof typeof keys, string> = {
  'How to ask': 'Type de requête',
  'In words': 'En mots',
  'By fields': 'Par champs',
  'Ask for a record': 'Demander un enregistrement',
  'An id, a code or a few words': 'Un ID, un code ou quelques mots',
  Asking: 'Requête en cours',
  'What would an agent ask?': 'Que demanderait un agent ?',
  'Type what a customer would write: a code, a name, a description. You see the result that an agent gets, and its verdict.':
    'Saisissez ce qu’un client écrirait : un code, un nom, une description. Vous voyez le résultat que reçoit un agent, avec son verdict.',
  'What is known of the record?': 'Que sait-on de l’enregistrement ?',
  'Type the values that you know, such as a name, a city and a number. You see which record has them, and how each field agrees.':
    'Saisissez les valeurs que vous connaissez, comme un nom, une ville et un numéro. Vous voyez quel enregistrement les contient, et dans quelle mesure chaque champ concorde.',
  'Add a field': 'Ajouter un champ',
  'Value of {name}': 'Valeur de {name}',
  'Remove field {number}': 'Supprimer le champ {number}',
  'Fields of the first result': 'Champs du premier résultat',
  Stored: 'Enregistré',
  Agreement: 'Concordance',
  agrees: 'concorde',
  close: 'proche',
  contradicts: 'contredit',
  'says nothing': 'aucune information',
  'No records.': 'Aucun enregistrement.',
  'This one': 'Celui-ci',
  'This one: {id}': 'Celui-ci : {id}',
  Exact: 'Exact',
  'That is right': 'C’est juste',
  'That is right: {id}': 'C’est juste : {id}',
  'That is wrong': 'C’est faux',
  'That is wrong: {id}': 'C’est faux : {id}',
  'Which record is “{query}”?': 'Quel enregistrement est « {query} » ?',
  'None of them': 'Aucun d’entre eux',
  'No record is meant.': 'Aucun enregistrement n’est visé.',
  'Stored: {id} is the answer.': 'Enregistré : {id} est la réponse.',
  'Best and second result': 'Meilleur résultat et deuxième',
  differs: 'différent',
  Best: 'Meilleur',
  Second: 'Deuxième',
  'Show all {number} fields': 'Afficher les {number} champs',
  Details: 'Détails',
  'Closeness in meaning': 'Proximité de sens',
  '1 means the same, 0 has nothing to do with the query. It does not decide by itself.':
    '1 signifie la même chose, 0 n’a aucun rapport avec la requête. Cette valeur ne décide pas à elle seule.',
  'Is there a match at all?': 'Y a-t-il une correspondance ?',
  'What decides between low and none: one figure of 1 or more suffices for low.':
    'Ce qui départage « faible » et « aucun » : une seule valeur d’au moins 1 suffit pour « faible ».',
  'Share of the query that the record contains': 'Part de la requête que contient l’enregistrement',
  'How rare the words are that the record contains': 'Rareté des mots que contient l’enregistrement',
  'How far the nearest record rises over unrelated ones':
    'Écart entre l’enregistrement le plus proche et ceux sans rapport',
  Verdict: 'Verdict',
  Reasons: 'Raisons',
  'Which {field} is meant?': 'Quelle valeur de {field} est visée ?',
  'The choice was deleted.': 'Le choix a été supprimé.',
  '{name} chose {id} for these words {when}.': '{name} a choisi {id} pour ces mots {when}.',
  '{name} chose none of the records for these words {when}.':
    '{name} n’a choisi aucun des enregistrements pour ces mots {when}.',
  'Delete this choice': 'Supprimer ce choix',
  'High: act on it': 'Élevé : agir',
  'The first result is the record that is meant. An agent uses it without asking.':
    'Le premier résultat est l’enregistrement visé. Un agent l’utilise sans demander.',
  'Low: ask first': 'Faible : demander d’abord',
  'A record may match, but it is not certain which one is meant. An agent asks before it acts.':
    'Un enregistrement correspond peut-être, mais il n’est pas certain lequel est visé. Un agent demande avant d’agir.',
  'None: no match': 'Aucun : pas de correspondance',
  'No record matches. An agent says so, and the results are only the nearest ones.':
    'Aucun enregistrement ne correspond. Un agent le dit, et les résultats ne sont que les plus proches.',
  high: 'élevé',
  low: 'faible',
  none: 'aucun',
  'Found: by an exact id or identifier.': 'Trouvé par un ID ou un identifiant exact.',
  'Found: by meaning and words.': 'Trouvé par le sens et les mots.',
  'Found: by the filters alone.': 'Trouvé par les seuls filtres.',
  'No other record passes the filter.': 'Aucun autre enregistrement ne passe le filtre.',
  'No other record has this id or identifier.': 'Aucun autre enregistrement n’a cet ID ou cet identifiant.',
  'The first record contains all of the query.': 'Le premier enregistrement contient toute la requête.',
  'The first record contains most of the query.':
    'Le premier enregistrement contient la plus grande partie de la requête.',
  'The first record contains only a part of the query.':
    'Le premier enregistrement ne contient qu’une partie de la requête.',
  'The first record contains nothing of the query.': 'Le premier enregistrement ne contient rien de la requête.',
  'In meaning, the second result is further from the query.':
    'Par le sens, le deuxième résultat est plus éloigné de la requête.',
  'In meaning, the second result is nearly as close.': 'Par le sens, le deuxième résultat est presque aussi proche.',
  'In meaning, the second result is closer.': 'Par le sens, le deuxième résultat est plus proche.',
  'In meaning, the second result is just as close.': 'Par le sens, le deuxième résultat est tout aussi proche.',
  'No record found': 'Aucun enregistrement trouvé',
  'Correct or remove a value, and ask again. One that is certain, such as a number, is enough.':
    'Corrigez ou retirez une valeur, puis interrogez à nouveau. Une valeur sûre, comme un numéro, suffit.',
};
