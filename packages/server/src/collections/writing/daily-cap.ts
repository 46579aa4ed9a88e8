import type { OperationContext } from '../../dispatch/operation.js';
import { prepared, type Transaction } from '../../platform/database/database.js';
import { errors } from '../../platform/errors.js';

/**
 * Returns how many more records a credential may write today. Negative if the cap was lowered below the count of today.
 */
export async function remainingToday(
  context: OperationContext,
  transaction: Transaction,
  credentialId: string,
): Promise<number> {
  const [row] = await transaction.query<{ records: number }>(
    prepared('select records from daily_writes where workspace_id = $1 and credential_id = $2 and day = $3'),
    [transaction.workspaceId, credentialId, today(context).day],
  );
  return context.services.settings.SVC_DAILY_WRITE_CAP - (row?.records ?? 0);
}

/** Locks the counter of a credential for today, and returns its value. Other transactions wait until this one ends. */
export async function lockDay(
  context: OperationContext,
  transaction: Transaction,
  credentialId: string,
): Promise<number> {
  const [row] = await transaction.query<{ records: number }>(addDailyWrites, [
    transaction.workspaceId,
    credentialId,
    today(context).day,
    0,
  ]);
  return row?.records ?? 0;
}

/** Counts records against the daily cap of a credential. Its counter must be locked. Throws `daily_write_cap`. */
export function countAgainstCap(
  context: OperationContext,
  transaction: Transaction,
  call: { readonly credentialId: string; readonly records: number; readonly writtenToday: number },
): void {
  const { credentialId, records, writtenToday } = call;
  const { day, now } = today(context);
  const cap = context.services.settings.SVC_DAILY_WRITE_CAP;
  if (writtenToday + records > cap) {
    const midnight = Date.parse(`${day}T00:00:00Z`) + 86_400_000;
    const resetSeconds = Math.ceil((midnight - now.getTime()) / 1_000);
    throw errors.dailyWriteCap({ cap, records }, { remaining: Math.max(0, cap - writtenToday), resetSeconds });
  }
  transaction.send(addDailyWrites, [transaction.workspaceId, credentialId, day, records]);
}

function today({ services }: OperationContext): { readonly now: Date; readonly day: string } {
  const now = services.clock();
  return { now, day: now.toISOString().slice(0, 10) };
}

const addDailyWrites =
  prepared(`insert into daily_writes (workspace_id, credential_id, day, records) values ($1, $2, $3, $4)
     on conflict (workspace_id, credential_id, day) do update set records = daily_writes.records + excluded.records
     returning records`);
