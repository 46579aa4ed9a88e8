import type { OperationContext } from '../dispatch/operation.js';
import type { MailText } from '../platform/mail/templates.js';

/**
 * Mails someone about a grant that has been committed, and tells whether a mail server took it. The grant stands
 * either way; a mail that a server did not take is noted in the audit log.
 */
export async function notifyGrantee(context: OperationContext, email: string, mail: MailText): Promise<boolean> {
  const { accepted, reason } = await context.services.mailer.send({ to: email, ...mail });
  if (!accepted && context.services.settings.SVC_SMTP_URL !== undefined) {
    // By the service itself: the grant has been made, whatever became of its maker since.
    await context.services.database.inWorkspace(context.workspace.id, async (transaction) => {
      context.audit(transaction, {
        action: 'mail.failed',
        target: email,
        detail: { subject: mail.subject, reason: reason ?? 'unknown' },
      });
    });
  }
  return accepted;
}
