/** Magic links and their readers. */
export const readers = {
  'A document such as course/lesson.md. If empty: the first page':
    'Ein Dokument wie course/lesson.md. Ohne Angabe: die erste Seite',
  'A link lets someone read the documents of some groups without an account, until it expires or you revoke it.':
    'Mit einem Link liest jemand ohne Konto die Dokumente bestimmter Gruppen, bis er abläuft oder Sie ihn widerrufen.',
  'Anyone with a link can view without signing in.': 'Wer einen Link hat, kann ohne Anmeldung lesen.',
  'Anyone with this link can view without signing in.': 'Wer diesen Link hat, kann ohne Anmeldung lesen.',
  'Create the link': 'Link erstellen',
  'It was also sent by mail.': 'Er wurde auch per E-Mail gesendet.',
  'Link for {email}': 'Link für {email}',
  "Magic links for free shares and previews. For paid access, add a person instead: a person's access cannot be forwarded.":
    'Zugangslinks für kostenlose Freigaben und Vorschauen. Fügen Sie für bezahlten Zugriff stattdessen eine Person hinzu: Ihr Zugriff lässt sich nicht weitergeben.',
  'New link': 'Neuer Link',
  'New link for {email}': 'Neuer Link für {email}',
  'No links yet': 'Noch keine Links',
  'Opens at': 'Öffnet bei',
  'Revoke the link of {email}?': 'Link von {email} widerrufen?',
  'Send the link by mail': 'Link per E-Mail senden',
  'The link stops working at once for everyone who has it, and every browser that opened it is signed out.':
    'Der Link gilt sofort für niemanden mehr, und jeder Browser, der ihn geöffnet hat, wird abgemeldet.',
  'The link that they have stops working at once.': 'Der bisherige Link funktioniert sofort nicht mehr.',
  'The link was revoked.': 'Der Link wurde widerrufen.',
  'What they can read': 'Was gelesen werden darf',
};
