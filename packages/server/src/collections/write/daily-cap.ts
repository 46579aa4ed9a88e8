import type { OperationContext } from '../../dispatch/operation.js';
import type { Transaction } from '../../platform/database/database.js';
import { errors } from '../../platform/errors.js';
import { addDailyWrites, findDailyWrites } from './store.js';

/** How many more records a credential may write today; below 0 where the cap has been lowered since. */
export async function leftToday(
  context: OperationContext,
  transaction: Transaction,
  credentialId: string,
): Promise<number> {
  const { day } = today(context);
  return context.services.settings.SVC_DAILY_WRITE_CAP - (await findDailyWrites(transaction, { credentialId, day }));
}

/** Counts records against the daily cap of their credential. Throws `daily_write_cap` where they cross it. */
export async function countAgainstCap(
  context: OperationContext,
  transaction: Transaction,
  { credentialId, records }: { readonly credentialId: string; readonly records: number },
): Promise<void> {
  const { day, now } = today(context);
  const cap = context.services.settings.SVC_DAILY_WRITE_CAP;
  const workspaceId = context.workspace.id;
  const total = await addDailyWrites(transaction, { workspaceId, credentialId, day, records });
  if (total > cap) {
    const midnight = Date.parse(`${day}T00:00:00Z`) + 86_400_000;
    const resetSeconds = Math.ceil((midnight - now.getTime()) / 1_000);
    const remaining = Math.max(0, cap - (total - records));
    throw errors.dailyWriteCap({ cap, records }, { remaining, resetSeconds });
  }
}

function today({ services }: OperationContext): { readonly now: Date; readonly day: string } {
  const now = services.clock();
  return { now, day: now.toISOString().slice(0, 10) };
}
