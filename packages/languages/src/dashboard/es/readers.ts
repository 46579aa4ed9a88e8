import type { readers as keys } from '../de/readers.js';

/** Magic links and their readers. */
export const readers: Record<keyof typeof keys, string> = {
  'A document such as course/lesson.md. If empty: the first page':
    'Un documento como course/lesson.md. Si se deja vacío: la primera página',
  'A link lets someone read the documents of some groups without an account, until it expires or you revoke it.':
    'Un enlace permite leer los documentos de algunos grupos sin una cuenta, hasta que caduque o usted lo revoque.',
  'Anyone with a link can view without signing in.': 'Cualquiera que tenga un enlace puede leer sin iniciar sesión.',
  'Anyone with this link can view without signing in.':
    'Cualquiera que tenga este enlace puede leer sin iniciar sesión.',
  'Create the link': 'Crear el enlace',
  'It was also sent by mail.': 'También se ha enviado por correo.',
  'Link for {email}': 'Enlace para {email}',
  "Magic links for free shares and previews. For paid access, add a person instead: a person's access cannot be forwarded.":
    'Enlaces de acceso para compartir gratis y para vistas previas. Para un acceso de pago, añada una persona: su acceso no se puede reenviar.',
  'New link': 'Nuevo enlace',
  'New link for {email}': 'Nuevo enlace para {email}',
  'No links yet': 'Todavía no hay enlaces',
  'Opens at': 'Se abre en',
  'Revoke the link of {email}?': '¿Revocar el enlace de {email}?',
  'Send the link by mail': 'Enviar el enlace por correo',
  'The link stops working at once for everyone who has it, and every browser that opened it is signed out.':
    'El enlace deja de funcionar de inmediato para todos, y se cierra la sesión en cada navegador que lo abrió.',
  'The link that they have stops working at once.': 'El enlace actual deja de funcionar de inmediato.',
  'The link was revoked.': 'El enlace se ha revocado.',
  'What they can read': 'Qué se puede leer',
};
