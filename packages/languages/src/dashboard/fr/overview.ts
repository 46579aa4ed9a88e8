import type { overview as keys } from '../de/overview.js';

/** The overview of a workspace. */
export const overview: Record<keyof typeof keys, string> = {
  'A collection holds the records of one source: products, customers, orders. Create one, then drop a CSV file or let your system push records to its ingest URL.':
    'Une collection contient les enregistrements d’une source : produits, clients, commandes. Créez-en une, puis déposez un fichier CSV ou laissez votre système envoyer des enregistrements à son URL de réception.',
  'A token of its own lets you see what it did, and stop it alone.':
    'Avec son propre jeton, vous voyez ce qu’il a fait et pouvez l’arrêter séparément.',
  'Access of {count} person ends within {days} days|Access of {count} people ends within {days} days':
    'L’accès de {count} personne expire sous {days} jours|L’accès de {count} personnes expire sous {days} jours',
  'Add a member': 'Ajouter un membre',
  'All collections': 'Toutes les collections',
  'All documents': 'Tous les documents',
  'Changed last': 'Dernières modifications',
  'Documents by the day of their last change, {days} days, most on one day: {most}':
    'Documents par jour de dernière modification, {days} jours, maximum en un jour : {most}',
  'Drop a CSV file, or let your system push its records.':
    'Déposez un fichier CSV, ou laissez votre système envoyer ses enregistrements.',
  'Every member seat is taken': 'Toutes les places de membre sont occupées',
  'Fill a collection': 'Remplir une collection',
  'In all repos': 'Dans tous les dépôts',
  'It says which documents and records its holders can read.':
    'Il définit quels documents et enregistrements ses membres peuvent lire.',
  'Make a group': 'Créer un groupe',
  'Members read what their groups name, and sign in as themselves.':
    'Les membres lisent ce que leurs groupes autorisent et se connectent avec leur propre adresse.',
  'Needs you': 'À traiter',
  'No documents yet': 'Pas encore de documents',
  'No records yet': 'Pas encore d’enregistrements',
  'Nothing. No open findings, no failed embeddings, and nobody is waiting.':
    'Rien. Aucune anomalie ouverte, aucune vectorisation en échec, et personne n’attend.',
  'of {seats}': 'sur {seats}',
  'Part of it could not be read, so there may be more.':
    'Une partie n’a pas pu être lue : il y en a peut-être d’autres.',
  'Queries, {days} days': 'Requêtes, {days} jours',
  'Records written a day, {days} days, {written} in all':
    'Enregistrements écrits par jour, {days} jours, {written} au total',
  'Set up': 'Configuration',
  'Signed in as {name}.': 'Connecté en tant que {name}.',
  'Verdicts a day, {days} days: {high} high, {low} low, {none} none':
    'Verdicts par jour sur {days} jours, élevé : {high}, faible : {low}, aucun : {none}',
  'Write the first one under {documents}, or push a repo with git.':
    'Écrivez le premier sous {documents}, ou envoyez un dépôt avec git.',
  '{count} changed in {days} days': '{count} modifié en {days} jours|{count} modifiés en {days} jours',
  '{count} open finding in {name}|{count} open findings in {name}':
    '{count} anomalie ouverte dans {name}|{count} anomalies ouvertes dans {name}',
  '{count} pending invite|{count} pending invites': '{count} invitation en attente|{count} invitations en attente',
  '{count} record of {name} could not be embedded|{count} records of {name} could not be embedded':
    '{count} enregistrement de {name} n’a pas pu être vectorisé|{count} enregistrements de {name} n’ont pas pu être vectorisés',
  '{count} written in {days} days': '{count} écrit en {days} jours|{count} écrits en {days} jours',
  '{high} high, {low} low, {none} none': 'élevé : {high}, faible : {low}, aucun : {none}',
  '{step}: done': '{step} : fait',
  '{webhook} failed and is off': '{webhook} a échoué et est désactivé',
  '{webhook} refuses events': '{webhook} refuse les événements',
};
