import type { records as keys } from '../de/records.js';

/** The grid of a collection's records, its selection and its export. */
export const records: Record<keyof typeof keys, string> = {
  'Search the records': 'Rechercher dans les enregistrements',
  'Search: an id, a code, words': 'Recherche : un ID, un code, des mots',
  'Clear the search': 'Effacer la recherche',
  'No data has arrived yet': 'Aucune donnée n’est encore arrivée',
  'Import a file': 'Importer un fichier',
  'Connect a source': 'Connecter une source',
  'Import a CSV file, or let your system push to the ingest URL. This page shows the first record as soon as it is there.':
    'Importez un fichier CSV, ou laissez votre système envoyer ses données à l’URL d’ingestion. Cette page affiche le premier enregistrement dès qu’il arrive.',
  '{count} result in {records}|{count} results in {records}':
    '{count} résultat sur {records}|{count} résultats sur {records}',
  '{count} record in the filter|{count} records in the filter':
    '{count} enregistrement dans le filtre|{count} enregistrements dans le filtre',
  'The first {rows} are shown: sort or filter.': 'Les {rows} premiers sont affichés : triez ou filtrez.',
  'The best {number} are shown: type more to narrow them.':
    'Les {number} meilleurs sont affichés : précisez votre recherche pour les réduire.',
  '{name}, scrollable': '{name}, défilable',
  'New record': 'Nouvel enregistrement',
  'Create record': 'Créer l’enregistrement',
  'Rows {first}–{last} of {count}': 'Lignes {first}–{last} sur {count}',
  'Select all that match': 'Sélectionner tous ceux qui correspondent',
  'Open {name}': 'Ouvrir {name}',
  'Open the record (Shift Enter)': 'Ouvrir l’enregistrement (Maj Entrée)',
  'Sort by {name}': 'Trier par {name}',
  'Last change': 'Modifié',
  text: 'texte',
  number: 'nombre',
  'yes or no': 'oui ou non',
  date: 'date',
  'one of some values': 'valeur d’une liste',
  'list or object': 'liste ou objet',
  Columns: 'Colonnes',
  '{shown} of {number} shown': '{shown} sur {number} affichées',
  Reset: 'Réinitialiser',
  'Width of {name} in pixels': 'Largeur de {name} en pixels',
  'Move {name} to the left': 'Déplacer {name} vers la gauche',
  'Move {name} to the right': 'Déplacer {name} vers la droite',
  '{count} record selected|{count} records selected':
    '{count} enregistrement sélectionné|{count} enregistrements sélectionnés',
  'Clear the selection': 'Effacer la sélection',
  Edit: 'Modifier',
  'Edit {count} record|Edit {count} records': 'Modifier {count} enregistrement|Modifier {count} enregistrements',
  'New value': 'Nouvelle valeur',
  Changed: 'Modifiés',
  'An empty value removes the field. Numbers, lists and objects are written as JSON. Each record keeps its version before, so that the history can bring it back.':
    'Une valeur vide supprime le champ. Les nombres, les listes et les objets s’écrivent en JSON. Chaque enregistrement garde sa version précédente, que l’historique permet de rétablir.',
  '{refused} of {count} record was refused. {reason}|{refused} of {count} records were refused. {reason}':
    '{refused} enregistrement sur {count} a été refusé. {reason}|{refused} enregistrements sur {count} ont été refusés. {reason}',
  '{count} record changed.|{count} records changed.':
    '{count} enregistrement modifié.|{count} enregistrements modifiés.',
  'Delete {count} record?|Delete {count} records?':
    'Supprimer {count} enregistrement ?|Supprimer {count} enregistrements ?',
  'Delete {count} record|Delete {count} records': 'Supprimer {count} enregistrement|Supprimer {count} enregistrements',
  '{count} record deleted.|{count} records deleted.':
    '{count} enregistrement supprimé.|{count} enregistrements supprimés.',
  '{number} of them are left.': 'Il en reste {number}.',
  'They are found no longer here. The source system keeps them, and brings them back when it sends them again.':
    'Ils ne seront plus trouvés ici. Le système source les garde, et les rétablit s’il les envoie à nouveau.',
  'Copy as JSON': 'Copier en JSON',
  'Copy as curl': 'Copier en curl',
  'Copied.': 'Copié.',
  Export: 'Exporter',
  'Export records': 'Exporter les enregistrements',
  'All records': 'Tous les enregistrements',
  'All records in the filter': 'Tous les enregistrements du filtre',
  'CSV, the columns shown': 'CSV, colonnes affichées',
  'NDJSON, every field': 'NDJSON, tous les champs',
  Exporting: 'Exportation en cours',
  Starting: 'Démarrage',
  '{done} of {count} record|{done} of {count} records':
    '{done} sur {count} enregistrement|{done} sur {count} enregistrements',
  'The export is among your downloads.': 'L’exportation se trouve dans vos téléchargements.',
  '{count} cell copied.|{count} cells copied.': '{count} cellule copiée.|{count} cellules copiées.',
  'Not all of these rows are loaded. Choose fewer rows, or export the list.':
    'Certaines lignes ne sont pas chargées. Choisissez-en moins, ou exportez la liste.',
};
