import type { groups as keys } from '../de/groups.js';

/** Groups of people and their patterns. */
export const groups: Record<keyof typeof keys, string> = {
  'A group is a named list of document patterns. People in it can read the documents that match.':
    'Un groupe est une liste nommée de motifs de documents. Ses membres peuvent lire les documents correspondants.',
  'All groups': 'Tous les groupes',
  'All its members and tokens lose it at once, and collections are no longer shared with it. No document is deleted. This cannot be undone.':
    'Tous ses membres et jetons le perdent immédiatement, et les collections ne sont plus partagées avec lui. Aucun document n’est supprimé. Cette action est irréversible.',
  'course/** matches everything in course. * and ? match within a folder, {either} matches either.':
    'course/** correspond à tout le contenu de course. * et ? valent dans un dossier, {either} correspond à l’un des deux.',
  'Create group': 'Créer le groupe',
  "Create one for each thing that you sell or share: a course, a handbook, a customer's folder.":
    'Créez-en un pour chaque chose que vous vendez ou partagez : un cours, un manuel, le dossier d’un client.',
  'Delete group': 'Supprimer le groupe',
  'Find or add people': 'Rechercher ou ajouter des personnes',
  'In the group': 'Dans le groupe',
  'Its groups cannot be changed. Revoke it, and create a new one.':
    'Ses groupes ne peuvent pas être modifiés. Révoquez-le et créez-en un nouveau.',
  'Name and patterns': 'Nom et motifs',
  'No groups yet': 'Aucun groupe pour l’instant',
  'On sale': 'En vente',
  'Patterns, one per line': 'Motifs, un par ligne',
  'Take out of {group}': 'Retirer de {group}',
  'The group was created. Add people to it next.': 'Le groupe a été créé. Ajoutez-y maintenant des personnes.',
  'The group was deleted. It was taken from {count} holder.|The group was deleted. It was taken from {count} holders.':
    'Le groupe a été supprimé et retiré à {count} titulaire.|Le groupe a été supprimé et retiré à {count} titulaires.',
  'The group was saved.': 'Le groupe a été enregistré.',
  'This changes what {count} member can read|This changes what {count} members can read':
    'Cela change ce que {count} membre peut lire|Cela change ce que {count} membres peuvent lire',
  'This group is gone': 'Ce groupe n’existe plus',
  'Choose a repo or type a pattern to see the documents that match.':
    'Choisissez un dépôt ou saisissez un motif pour voir les documents correspondants.',
  'What members can read': 'Ce que les membres peuvent lire',
  '{count} document gained: {paths}|{count} documents gained: {paths}':
    '{count} document ajouté : {paths}|{count} documents ajoutés : {paths}',
  '{count} document in all|{count} documents in all': '{count} document au total|{count} documents au total',
  '{count} document lost: {paths}|{count} documents lost: {paths}':
    '{count} document retiré : {paths}|{count} documents retirés : {paths}',
  '{count} documents in all, the first {shown}:': '{count} documents au total, les {shown} premiers :',
  '{count} member. A change applies at once.|{count} members. A change applies at once.':
    '{count} membre. Une modification s’applique immédiatement.|{count} membres. Une modification s’applique immédiatement.',
  '{name} is in {group}': '{name} fait partie de {group}',
  '{name} is not in {group}': '{name} ne fait pas partie de {group}',
  '{name} was taken out of {group}.': '{name} a été retiré de {group}.',
  'Everything in {name}': 'Tout dans {name}',
};
