import type { Transaction } from '../platform/database/database.js';
import type { Mailer } from '../platform/mail/mailer.js';
import type { MailText } from '../platform/mail/templates.js';

/** Mails the admins of the transaction's workspace after its commit. */
export async function mailAdmins(
  transaction: Transaction,
  mailer: Mailer,
  compose: (workspaceName: string) => MailText,
): Promise<void> {
  const admins = await transaction.query<{ email: string; workspace: string }>(
    `select m.email, w.name as workspace from memberships m join workspaces w on w.id = m.workspace_id
     where m.workspace_id = $1 and m.role = 'admin' and m.status = 'active' order by m.email`,
    [transaction.workspaceId],
  );
  // Not awaited: a mailer never throws, and logs its failures.
  transaction.afterCommit(() => {
    for (const { email, workspace } of admins) {
      void mailer.send({ to: email, ...compose(workspace) });
    }
  });
}
