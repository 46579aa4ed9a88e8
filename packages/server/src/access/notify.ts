import type { OperationContext } from '../dispatch/operation.js';
import type { Transaction } from '../platform/database/database.js';
import { findMailFace, type MailFace } from '../platform/mail/face.js';
import type { Mail } from '../platform/mail/mailer.js';
import type { MailText } from '../platform/mail/templates.js';
import { takeMail } from './mail-counts.js';

/** What sending a mail about a grant needs. */
export type NotifyContext = Pick<
  OperationContext,
  'services' | 'requestId' | 'workspace' | 'workspaceReference' | 'audit'
>;

/** Composes a mail in the given language and appearance. */
export type Compose = (face: MailFace) => MailText;

/**
 * Sends a mail about a committed grant. Returns whether a mail server accepted it; the grant is valid either way. A
 * mail that was not accepted, or that exceeds a limit, is recorded in the audit log.
 */
export async function notifyGrantee(context: NotifyContext, email: string, compose: Compose): Promise<boolean> {
  const { services, workspace } = context;
  // Runs as the service, here and below. The grant is already committed, but the caller may have lost its rights since.
  const mail = await services.database.inWorkspace(workspace.id, (tx) => takenMail(context, tx, { email, compose }));
  return mail !== undefined && sendMail(context, mail);
}

/** Counts and composes a mail. Undefined if it exceeds a limit, which is recorded in the audit log. */
export async function takenMail(
  context: NotifyContext,
  transaction: Transaction,
  { email, compose }: { readonly email: string; readonly compose: Compose },
): Promise<Mail | undefined> {
  const refusal = await takeMail(transaction, email, context.services);
  const mail = await composedMail(context, transaction, { email, compose });
  if (refusal !== undefined) {
    const detail = { subject: mail.subject, reason: refusal.reason };
    context.audit(transaction, { action: 'mail.failed', target: email, detail });
  }
  return refusal === undefined ? mail : undefined;
}

/** Composes a mail in the language and appearance of the person and the workspace. */
export async function composedMail(
  { requestId }: NotifyContext,
  transaction: Transaction,
  { email, compose }: { readonly email: string; readonly compose: Compose },
): Promise<Mail> {
  const face = await findMailFace(transaction, { workspaceId: transaction.workspaceId, email });
  return { to: email, ...compose(face), requestId };
}

/** Sends a mail that was counted, and records in the audit log if it was not accepted. */
export async function sendMail({ services, workspace, audit }: NotifyContext, mail: Mail): Promise<boolean> {
  const { accepted, reason = 'unknown' } = await services.mailer.send(mail);
  if (!accepted && services.settings.SVC_SMTP_URL !== undefined) {
    const entry = { action: 'mail.failed', target: mail.to, detail: { subject: mail.subject, reason } } as const;
    await services.database.inWorkspace(workspace.id, async (transaction) => audit(transaction, entry));
  }
  return accepted;
}
