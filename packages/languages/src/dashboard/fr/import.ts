import type { imports as keys } from '../de/import.js';

/** Importing files of records, and the list of collections. */
export const imports: Record<keyof typeof keys, string> = {
  'A new collection': 'Une nouvelle collection',
  'a-z, 0-9, - and _, such as products': 'a-z, 0-9, - et _, par exemple products',
  'Another file': 'Un autre fichier',
  Bar: 'Barre verticale',
  boolean: 'booléen',
  Cancelled: 'Annulé',
  'Choose the encoding in which the lines are right': 'Choisissez l’encodage dans lequel les lignes sont correctes',
  'Choose what counts': 'Choisir ce qui compte',
  'Choose what counts of rows with one id.': 'Choisissez ce qui compte pour les lignes de même identifiant.',
  'Close the import': 'Fermer l’importation',
  'Column {column}': 'Colonne {column}',
  'Columns are named in': 'Noms des colonnes dans',
  'Columns of the file': 'Colonnes du fichier',
  Comma: 'Virgule',
  'Compare with the file': 'Comparer avec le fichier',
  'Copy the command': 'Copier la commande',
  'Create collection': 'Créer la collection',
  'CSV, Excel, NDJSON and JSON. Importing the same file again changes nothing.':
    'CSV, Excel, NDJSON et JSON. Importer de nouveau le même fichier ne change rien.',
  Delimiter: 'Séparateur',
  'Drop a file or a folder here': 'Déposez ici un fichier ou un dossier',
  'Drop a file or a folder here to import into {collection}':
    'Déposez ici un fichier ou un dossier à importer dans {collection}',
  'Dry run of the first {count}: {written} accepted, {failed} refused, {stale} older than the stored records.':
    'Essai sur les {count} premiers : {written} acceptés, {failed} refusés, {stale} plus anciens que les enregistrements stockés.',
  'Dry run of the first {count}: {written} accepted, {failed} refused.':
    'Essai sur les {count} premiers : {written} acceptés, {failed} refusés.',
  empty: 'vide',
  Encoding: 'Encodage',
  'Failures as CSV': 'Échecs en CSV',
  'Field of the column {column}': 'Champ de la colonne {column}',
  'Found: {type}': 'Détecté : {type}',
  'Go on': 'Reprendre',
  'If the file contains every record of the source, the other records no longer exist there. Records written after the file was saved, {time}, are kept. A deleted record comes back when its source sends it again.':
    'Si le fichier contient tous les enregistrements de la source, les autres n’y existent plus. Les enregistrements écrits après l’enregistrement du fichier ({time}) sont conservés. Un enregistrement supprimé revient lorsque sa source l’envoie de nouveau.',
  'Import {count}': 'Importer {count}',
  'Import {file}': 'Importer {file}',
  Imported: 'Importé',
  Importing: 'Importation',
  'Into the collection': 'Dans la collection',
  'Joined to the id': 'Jointe à l’identifiant',
  'Line {line}: the id must be a string or a whole number.':
    'Ligne {line} : l’identifiant doit être une chaîne ou un nombre entier.',
  'Line {line}: {message}': 'Ligne {line} : {message}',
  'Line {line}: {value}: {hint}': 'Ligne {line} : {value} : {hint}',
  list: 'liste',
  'Merge: later rows keep what they leave empty': 'Fusionner : les lignes suivantes gardent ce qu’elles laissent vide',
  'No collections yet': 'Aucune collection pour l’instant',
  'No column has the update time, so the file replaces newer records too.':
    'Aucune colonne ne contient la date de modification : le fichier remplace donc aussi des enregistrements plus récents.',
  'No row has an id in “{field}”. Choose “Record id” in the column that identifies a record.':
    'Aucune ligne n’a d’identifiant dans « {field} ». Choisissez « Identifiant de l’enregistrement » dans la colonne qui identifie un enregistrement.',
  'Not imported': 'Non importé',
  'Not read as it is shown': 'Lu autrement qu’affiché',
  object: 'objet',
  or: 'ou',
  Pause: 'Suspendre',
  Paused: 'En pause',
  'Purpose of {column}': 'Usage de {column}',
  'Push a first record': 'Envoyer un premier enregistrement',
  'Record id': 'Identifiant de l’enregistrement',
  'Records of your business, found by identifier or by meaning. Drop a file anywhere to import it.':
    'Les enregistrements de votre entreprise, trouvés par identifiant ou par le sens. Déposez un fichier n’importe où pour l’importer.',
  'Records that the file lacks': 'Enregistrements absents du fichier',
  'Row {row}: {message}': 'Ligne {row} : {message}',
  'Rows with one id': 'Lignes de même identifiant',
  'Searched by meaning': 'Recherche par le sens',
  Semicolon: 'Point-virgule',
  Sheet: 'Feuille',
  'Skip this file': 'Ignorer ce fichier',
  Stopped: 'Arrêté',
  Tab: 'Tabulation',
  'Tells agents what is in it': 'Indique aux agents ce qu’elle contient',
  'The collection has {count} record.|The collection has {count} records.':
    'La collection contient {count} enregistrement.|La collection contient {count} enregistrements.',
  'The file lacks {count} record of {collection}.|The file lacks {count} records of {collection}.':
    'Il manque au fichier {count} enregistrement de {collection}.|Il manque au fichier {count} enregistrements de {collection}.',
  'The first row counts': 'La première ligne compte',
  'The last row counts': 'La dernière ligne compte',
  'The update time is “{field}”: older rows change nothing.':
    'La date de modification est « {field} » : les lignes plus anciennes ne changent rien.',
  'Those that are not in the file stay as they are.': 'Ceux qui ne sont pas dans le fichier restent inchangés.',
  'Type of {column}': 'Type de {column}',
  Waiting: 'En attente',
  'Waiting for the service': 'En attente du service',
  '{count} id in several rows|{count} ids in several rows':
    '{count} identifiant sur plusieurs lignes|{count} identifiants sur plusieurs lignes',
  '{count} more file after this one.|{count} more files after this one.':
    'Encore {count} fichier après celui-ci.|Encore {count} fichiers après celui-ci.',
  '{count} newer record would be kept.|{count} newer records would be kept.':
    '{count} enregistrement plus récent serait conservé.|{count} enregistrements plus récents seraient conservés.',
  '{count} of them are not in the file and stay as they are.':
    '{count} d’entre eux ne sont pas dans le fichier et restent inchangés.',
  '{count} row that cannot be read as a record|{count} rows that cannot be read as a record':
    '{count} ligne illisible comme enregistrement|{count} lignes illisibles comme enregistrements',
  '{count} row without an id in “{field}”|{count} rows without an id in “{field}”':
    '{count} ligne sans identifiant dans « {field} »|{count} lignes sans identifiant dans « {field} »',
  '{count} value of “{field}”: not an update time|{count} values of “{field}”: not an update time':
    '{count} valeur de « {field} » : pas une date de modification|{count} valeurs de « {field} » : pas des dates de modification',
  '{count} value of “{field}”: not of the type {type}|{count} values of “{field}”: not of the type {type}':
    '{count} valeur de « {field} » : pas du type {type}|{count} valeurs de « {field} » : pas du type {type}',
  '{count} waiting': '{count} en attente',
  '{id}: lines {lines}': '{id} : lignes {lines}',
  '{imported} imported, {failed} failed, of {rows} rows': '{imported} importés, {failed} en échec, sur {rows} lignes',
  '{imported} imported, {failed} failed, of {rows} rows so far':
    '{imported} importés, {failed} en échec, sur {rows} lignes jusqu’ici',
  '{imported} imported, {failed} failed, {stale} ignored as older than the stored records, of {rows} rows':
    '{imported} importés, {failed} en échec, {stale} ignorés car plus anciens que les enregistrements stockés, sur {rows} lignes',
  '{imported} imported, {failed} failed, {stale} ignored as older than the stored records, of {rows} rows so far':
    '{imported} importés, {failed} en échec, {stale} ignorés car plus anciens que les enregistrements stockés, sur {rows} lignes jusqu’ici',
  '{state}: {file}': '{state} : {file}',
  '“{field}” is used twice.': '« {field} » est utilisé deux fois.',
};
