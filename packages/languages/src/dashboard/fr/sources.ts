import type { sources as keys } from '../de/sources.js';

/** Where a collection's records come from, and the rules for what arrives. */
export const sources: Record<keyof typeof keys, string> = {
  'Ingest URL': 'URL d’ingestion',
  'Create a new ingest URL': 'Créer une nouvelle URL d’ingestion',
  'Create a new ingest URL?': 'Créer une nouvelle URL d’ingestion ?',
  'Create a new one': 'En créer une nouvelle',
  'Your system pushes records to a secret URL, which is shown once. If it is lost or was disclosed, create a new one.':
    'Votre système envoie les enregistrements à une URL secrète, affichée une seule fois. Si elle est perdue ou a été divulguée, créez-en une nouvelle.',
  'When the current URL ends, systems that push to it are refused until they use the new one. Records stay.':
    'Quand l’URL actuelle prend fin, les systèmes qui l’utilisent sont refusés jusqu’à ce qu’ils utilisent la nouvelle. Les enregistrements restent.',
  'Ingest URL of {name}': 'URL d’ingestion de {name}',
  'Anyone who has this URL can write records into this collection.':
    'Toute personne qui possède cette URL peut écrire des enregistrements dans cette collection.',
  '{count} record written, {failed} refused in {days} days|{count} records written, {failed} refused in {days} days':
    '{count} enregistrement écrit, {failed} refusés en {days} jours|{count} enregistrements écrits, {failed} refusés en {days} jours',
  'Last delivery: {when}': 'Dernière livraison : {when}',
  '{count} record written|{count} records written': '{count} enregistrement écrit|{count} enregistrements écrits',
  '{count} refused': '{count} refusé|{count} refusés',
  Files: 'Fichiers',
  'Drop a CSV, Excel or JSON file anywhere on this page. The same file again changes nothing.':
    'Déposez un fichier CSV, Excel ou JSON n’importe où sur cette page. Le même fichier une seconde fois ne change rien.',
  Freshness: 'Fraîcheur',
  'The source sends or lists every record': 'La source envoie ou liste chaque enregistrement',
  'No expectation': 'Sans attente',
  'Every hour': 'Toutes les heures',
  'Every six hours': 'Toutes les six heures',
  'Every day': 'Tous les jours',
  'Every week': 'Toutes les semaines',
  'Every 30 days': 'Tous les 30 jours',
  'No record is overdue.': 'Aucun enregistrement n’est en retard.',
  '{count} record overdue.|{count} records overdue.':
    '{count} enregistrement en retard.|{count} enregistrements en retard.',
  'The oldest confirmation: {when}': 'La plus ancienne confirmation : {when}',
  'Overdue records are never high': 'Les enregistrements en retard ne sont jamais « élevé »',
  'Saved.': 'Enregistré.',
  Synonyms: 'Synonymes',
  'Phrases on one line find the same records.': 'Les expressions d’une même ligne trouvent les mêmes enregistrements.',
  Phrases: 'Expressions',
  'A line for each meaning; commas separate its phrases':
    'Une ligne par sens ; les expressions sont séparées par des virgules',
  'sofa, couch, settee': 'canapé, sofa, divan',
  'Save the synonyms': 'Enregistrer les synonymes',
  'The synonyms are saved.': 'Les synonymes sont enregistrés.',
  'Add the synonym': 'Ajouter le synonyme',
  'What people ask for': 'Ce que l’on demande',
  'Only words that your records do not have': 'Seulement des mots absents de vos enregistrements',
  'What your records say': 'Ce que disent vos enregistrements',
  'Both phrases find the same records.': 'Les deux expressions trouvent les mêmes enregistrements.',
  'OpenRefine matches the rows of a table with these records at a secret URL. In OpenRefine choose Reconcile, Start reconciling, Add standard service, and paste the URL. It reads exposed fields only.':
    'OpenRefine rapproche les lignes d’un tableau de ces enregistrements à une URL secrète. Dans OpenRefine, choisissez « Reconcile », « Start reconciling », « Add standard service », puis collez l’URL. Elle ne lit que les champs exposés.',
  'In OpenRefine: Reconcile, Start reconciling, Add standard service.':
    'Dans OpenRefine : « Reconcile », « Start reconciling », « Add standard service ».',
  Create: 'Créer',
  'Create a reconciliation URL': 'Créer une URL de rapprochement',
  'Create a reconciliation URL?': 'Créer une URL de rapprochement ?',
  'It replaces an earlier reconciliation URL of this collection. Without groups it reads all records.':
    'Elle remplace une URL de rapprochement antérieure de cette collection. Sans groupes, elle lit tous les enregistrements.',
  'Only the slices of these groups': 'Seulement les parties de ces groupes',
  'Reconciliation URL of {name}': 'URL de rapprochement de {name}',
  'Anyone who has this URL can read the exposed fields of these records.':
    'Toute personne qui possède cette URL peut lire les champs exposés de ces enregistrements.',
  'End the URL': 'Désactiver l’URL',
  'End the reconciliation URL?': 'Désactiver l’URL de rapprochement ?',
  'End it': 'Désactiver',
  'Clients that use it can no longer read these records.':
    'Les clients qui l’utilisent ne pourront plus lire ces enregistrements.',
  'The reconciliation URL was ended.': 'L’URL de rapprochement a été désactivée.',
  'There was no reconciliation URL.': 'Il n’y avait pas d’URL de rapprochement.',
};
