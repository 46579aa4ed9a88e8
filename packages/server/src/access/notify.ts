import type { OperationContext } from '../dispatch/operation.js';
import { findMailFace, type MailFace } from '../platform/mail/face.js';
import type { MailText } from '../platform/mail/templates.js';
import { takeMail } from './mail-counts.js';

/** Composes a mail in the given language and appearance. */
export type Compose = (face: MailFace) => MailText;

/**
 * Sends a mail about a committed grant. Returns whether a mail server accepted it; the grant is valid either way. A
 * mail that was not accepted, or that exceeds a limit, is recorded in the audit log.
 */
export async function notifyGrantee(context: OperationContext, email: string, compose: Compose): Promise<boolean> {
  const { services, workspace } = context;
  // Runs as the service, here and below. The grant is already committed, but the caller may have lost its rights since.
  const refusal = await services.database.inWorkspace(workspace.id, (transaction) =>
    takeMail(transaction, email, services),
  );
  if (refusal !== undefined) {
    await noteFailure(context, email, { mail: await composed(context, email, compose), reason: refusal.reason });
    return false;
  }
  return sendMail(context, email, compose);
}

/** Sends a mail that was already counted against the daily limit. */
export async function sendMail(context: OperationContext, email: string, compose: Compose): Promise<boolean> {
  const mail = await composed(context, email, compose);
  const { accepted, reason = 'unknown' } = await context.services.mailer.send({
    to: email,
    ...mail,
    requestId: context.requestId,
  });
  if (!accepted && context.services.settings.SVC_SMTP_URL !== undefined) {
    await noteFailure(context, email, { mail, reason });
  }
  return accepted;
}

function composed({ services, workspace }: OperationContext, email: string, compose: Compose): Promise<MailText> {
  const find = { workspaceId: workspace.id, email };
  return services.database.inWorkspace(workspace.id, async (tx) => compose(await findMailFace(tx, find)), 'read');
}

async function noteFailure(
  context: OperationContext,
  email: string,
  { mail, reason }: { readonly mail: MailText; readonly reason: string },
): Promise<void> {
  await context.services.database.inWorkspace(context.workspace.id, async (transaction) => {
    context.audit(transaction, {
      action: 'mail.failed',
      target: email,
      detail: { subject: mail.subject, reason },
    });
  });
}
