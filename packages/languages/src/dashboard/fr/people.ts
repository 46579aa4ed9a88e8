import type { people as keys } from '../de/people.js';

/** People, their access and their groups. */
export const people: Record<keyof typeof keys, string> = {
  'A list of members, or an export of orders, with a column for the e-mail and one for the groups (ids with spaces between them) or the plan. Rows of one person are joined. No invites are sent.':
    'Une liste de membres, ou un export de commandes, avec une colonne pour l’e-mail et une pour les groupes (ID séparés par des espaces) ou l’offre. Les lignes d’une même personne sont regroupées. Aucune invitation n’est envoyée.',
  'A member uses a seat; editors and admins do not.':
    'Un membre occupe une place ; les rédacteurs et les administrateurs, non.',
  'Access ended: {time}.': 'L’accès a expiré : {time}.',
  'Access ends at once: pages, API, agents and search. Their groups are lost, and seats of members are free.':
    'L’accès prend fin aussitôt : pages, API, agents et recherche. Les groupes sont perdus et les places des membres se libèrent.',
  'Access ends: {time}.': 'L’accès expire : {time}.',
  'Access starts: {time}.': 'L’accès commence : {time}.',
  'Add someone by their e-mail address. They sign in as themselves, so their access cannot be forwarded.':
    'Ajoutez quelqu’un par son adresse e-mail. Chacun se connecte sous son propre nom : un accès ne peut donc pas être transmis.',
  'Add the first person': 'Ajouter la première personne',
  'Add to a group': 'Ajouter à un groupe',
  'Add {count} person to {group}|Add {count} people to {group}':
    'Ajouter {count} personne à {group}|Ajouter {count} personnes à {group}',
  'Admin: manages everything': 'Administrateur : gère tout',
  Admins: 'Administrateurs',
  'Any value': 'N’importe quelle valeur',
  'As of': 'Date de référence',
  'Can read {count} document|Can read {count} documents': 'Peut lire {count} document|Peut lire {count} documents',
  'Change groups': 'Modifier les groupes',
  'Choose a group': 'Choisir un groupe',
  'Choose the columns of the e-mail, and of the groups or the plan.':
    'Choisissez les colonnes de l’e-mail, et des groupes ou de l’offre.',
  'Copy the link': 'Copier le lien',
  'Copy {count} invite link|Copy {count} invite links':
    'Copier {count} lien d’invitation|Copier {count} liens d’invitation',
  'Create a sign-in link': 'Créer un lien de connexion',
  'Done: {action}.': 'Terminé : {action}.',
  'Drop a list of members': 'Déposez une liste de membres',
  'Editor: reads and writes': 'Rédacteur : lit et écrit',
  Editors: 'Rédacteurs',
  'End access of {count} member after {day}|End access of {count} members after {day}':
    'Mettre fin à l’accès de {count} membre après le {day}|Mettre fin à l’accès de {count} membres après le {day}',
  'Ending soon': 'Expire bientôt',
  'Ends at': 'Fin',
  'Every role': 'Tous les rôles',
  'Export CSV': 'Exporter en CSV',
  'Find by name or e-mail': 'Chercher un nom ou un e-mail',
  'Gain access': 'Obtenir l’accès',
  'Gives no access': 'Ne donne aucun accès',
  'Grant again': 'Accorder de nouveau',
  'Granted by': 'Accordé par',
  'Group of “{plan}”': 'Groupe pour « {plan} »',
  'Groups (ids)': 'Groupes (ID)',
  'Groups of {name}': 'Groupes de {name}',
  Hand: 'Manuellement',
  'Has no group, so they cannot read anything.': 'N’a aucun groupe et ne peut donc rien lire.',
  Invited: 'Invité',
  'Invited, not signed in yet': 'Invité, pas encore connecté',
  'It signs in anyone who opens it, once, within 15 minutes.':
    'Il connecte toute personne qui l’ouvre, une seule fois, pendant 15 minutes.',
  'Joined: {items}.': 'Regroupés : {items}.',
  'Last day': 'Dernier jour',
  'Last seen': 'Dernière activité',
  'Left out: the e-mail': 'Par défaut : l’adresse e-mail',
  'Line {lines}: {email}: {message}': 'Ligne {lines} : {email} : {message}',
  'Lines that look like totals: {lines}.': 'Lignes qui ressemblent à des totaux : {lines}.',
  'Lose access': 'Perdre l’accès',
  'Make {name} a member': 'Faire de {name} un membre',
  'Make {name} an admin': 'Faire de {name} un administrateur',
  'Make {name} an editor': 'Faire de {name} un rédacteur',
  'Member: reads by groups': 'Membre : lit selon ses groupes',
  'Members read what their groups allow. Editors also write. Admins manage the workspace.':
    'Les membres lisent ce que leurs groupes permettent. Les rédacteurs écrivent aussi. Les administrateurs gèrent l’espace de travail.',
  'No column': 'Aucune colonne',
  'No group': 'Aucun groupe',
  'No invite was sent, because the mail server did not accept it. Copy the link and send it yourself.':
    'L’invitation n’a pas été envoyée, car le serveur de messagerie l’a refusée. Copiez le lien et envoyez-le vous-même.',
  'No invite was sent, because the service has no mail server. Copy the link and send it yourself.':
    'L’invitation n’a pas été envoyée, car le service n’a pas de serveur de messagerie. Copiez le lien et envoyez-le vous-même.',
  'No one matches': 'Personne ne correspond',
  'Not changed: {count} person|Not changed: {count} people':
    'Non modifié : {count} personne|Non modifié : {count} personnes',
  'Not limited to groups: reads every document of the workspace.':
    'Non limité à des groupes : lit tous les documents de l’espace de travail.',
  'Not signed in': 'Jamais connecté',
  'Nothing changes': 'Aucun changement',
  'Only what these groups allow': 'Seulement ce que ces groupes permettent',
  'Only you so far': 'Vous êtes seul pour l’instant',
  'Otherwise this editor reads and writes every document.': 'Sinon, ce rédacteur lit et écrit tous les documents.',
  Plan: 'Offre',
  Reads: 'Lit',
  'Remove the end date': 'Retirer la date de fin',
  'Remove the end date of {count} member|Remove the end date of {count} members':
    'Retirer la date de fin de {count} membre|Retirer la date de fin de {count} membres',
  'Revoke access': 'Révoquer l’accès',
  'Revoke access of {count} person|Revoke access of {count} people':
    'Révoquer l’accès de {count} personne|Révoquer l’accès de {count} personnes',
  'Revoke members who are not in the file': 'Révoquer les membres absents du fichier',
  'Revoke {name}?': 'Révoquer l’accès de {name} ?',
  'Select all {count} person|Select all {count} people':
    'Sélectionner {count} personne|Sélectionner les {count} personnes',
  'Send an invite by mail': 'Envoyer une invitation par e-mail',
  'Send invite again': 'Renvoyer l’invitation',
  'Send invites again': 'Renvoyer les invitations',
  'Send {count} person the invite again|Send {count} people the invite again':
    'Renvoyer l’invitation à {count} personne|Renvoyer l’invitation à {count} personnes',
  'Set an end date': 'Fixer une date de fin',
  'Sign-in link for {name}': 'Lien de connexion pour {name}',
  'Sync a list': 'Synchroniser une liste',
  'Sync members': 'Synchroniser les membres',
  'Take out of a group': 'Retirer d’un groupe',
  'Take {count} person out of {group}|Take {count} people out of {group}':
    'Retirer {count} personne de {group}|Retirer {count} personnes de {group}',
  'The column has {count} different values: choose the one with the plan.':
    'La colonne contient {count} valeurs différentes : choisissez celle de l’offre.',
  'The groups were changed. This applies from the next request.':
    'Les groupes ont été modifiés. Cela s’applique dès la prochaine requête.',
  'The invite was sent to {email} again.': 'L’invitation a été renvoyée à {email}.',
  'The role was changed.': 'Le rôle a été modifié.',
  'Their access ends at once: pages, API, agents and search.':
    'L’accès prend fin aussitôt : pages, API, agents et recherche.',
  'They lose {count} group, and their seat is free.|They lose {count} groups, and their seat is free.':
    'Cette personne perd {count} groupe et sa place se libère.|Cette personne perd {count} groupes et sa place se libère.',
  'They lose {count} group.|They lose {count} groups.':
    'Cette personne perd {count} groupe.|Cette personne perd {count} groupes.',
  'They sign in with a code that they get by email. Copy the link if the invite did not arrive.':
    'La connexion se fait avec un code reçu par e-mail. Copiez le lien si l’invitation n’est pas arrivée.',
  'This is you.': 'C’est vous.',
  'Use all rows': 'Utiliser toutes les lignes',
  'Use the chosen rows': 'Utiliser les lignes choisies',
  'What to do': 'Action à effectuer',
  'Which rows count?': 'Quelles lignes comptent ?',
  'You can grant it again later.': 'Vous pourrez l’accorder de nouveau plus tard.',
  'and {count} other|and {count} others': 'et {count} autre|et {count} autres',
  'change {count}': '{count} à modifier',
  'grant {count}': '{count} à accorder',
  'revoke {count}': '{count} à révoquer',
  'until {time}': 'jusqu’à {time}',
  '{action}?': '{action} ?',
  '{count} member unchanged.|{count} members unchanged.': '{count} membre inchangé.|{count} membres inchangés.',
  '{done} of {total} done': '{done} sur {total}',
  '{email} (lines {lines})': '{email} (lignes {lines})',
  '{email} is back. Choose their groups.': '{email} a de nouveau accès. Choisissez ses groupes.',
  '{email} no longer has access.': '{email} n’a plus accès.',
  '{email} was added. An invite was sent.': '{email} a été ajouté. Une invitation a été envoyée.',
  '{email} was added. No invite was sent.': '{email} a été ajouté. Aucune invitation n’a été envoyée.',
  '{items} and {count} more': '{items} et {count} de plus',
  '{name} · can write': '{name} · écriture',
  '{title}: {count}': '{title} : {count}',
  '{used} of {seats} member seats used': '{used} places de membre occupées sur {seats}',
};
