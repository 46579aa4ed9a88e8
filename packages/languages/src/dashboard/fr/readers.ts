import type { readers as keys } from '../de/readers.js';

/** Magic links and their readers. */
export const readers: Record<keyof typeof keys, string> = {
  'A document such as course/lesson.md. If empty: the first page':
    'Un document comme course/lesson.md. Si vide : la première page',
  'A link lets someone read the documents of some groups without an account, until it expires or you revoke it.':
    'Un lien permet de lire sans compte les documents de certains groupes, jusqu’à son expiration ou sa révocation.',
  'Anyone with a link can view without signing in.': 'Toute personne disposant d’un lien peut lire sans se connecter.',
  'Anyone with this link can view without signing in.':
    'Toute personne disposant de ce lien peut lire sans se connecter.',
  'Create the link': 'Créer le lien',
  'It was also sent by mail.': 'Il a aussi été envoyé par e-mail.',
  'Link for {email}': 'Lien pour {email}',
  "Magic links for free shares and previews. For paid access, add a person instead: a person's access cannot be forwarded.":
    'Des liens d’accès pour les partages gratuits et les aperçus. Pour un accès payant, ajoutez plutôt une personne : son accès ne peut pas être transféré.',
  'New link': 'Nouveau lien',
  'New link for {email}': 'Nouveau lien pour {email}',
  'No links yet': 'Pas encore de liens',
  'Opens at': 'S’ouvre sur',
  'Revoke the link of {email}?': 'Révoquer le lien de {email} ?',
  'Send the link by mail': 'Envoyer le lien par e-mail',
  'The link stops working at once for everyone who has it, and every browser that opened it is signed out.':
    'Le lien cesse immédiatement de fonctionner pour tous, et chaque navigateur qui l’a ouvert est déconnecté.',
  'The link that they have stops working at once.': 'Le lien actuel cesse immédiatement de fonctionner.',
  'The link was revoked.': 'Le lien a été révoqué.',
  'What they can read': 'Ce qui peut être lu',
};
