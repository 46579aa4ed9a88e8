import type { OperationContext } from '../../dispatch/operation.js';
import type { Transaction } from '../../platform/database/database.js';
import { outboxEvent } from '../../platform/outbox/events.js';
import type { Outcome } from './state-shares.js';
import { recordedTimes } from './times.js';

/**
 * Writes the audit entries and events of statements. `member.revoked` is recorded only if no source grants anything; the
 * end of one of several sources is an update.
 */
export function recordShares(
  { audit }: Pick<OperationContext, 'audit'>,
  transaction: Transaction,
  outcomes: readonly Outcome[],
): void {
  for (const outcome of outcomes) {
    if ('refusal' in outcome) continue;
    const { email, id, result, share, grant } = outcome;
    if (id === undefined || result === 'unchanged' || result === 'stale') continue;
    const named = { email, ...(share.source === '' ? {} : { source: share.source }) };
    const isRevoked = result === 'revoked' && grant === undefined;
    if (isRevoked) {
      const events = [outboxEvent('member.revoked', { id, ...named })];
      audit(transaction, { action: 'member.revoked', target: id, detail: named, events });
      continue;
    }
    const { access, startsAt, expiresAt, assignments } = share;
    const groups = assignments.map(({ groupId }) => groupId);
    const times = recordedTimes({ starts_at: startsAt, expires_at: expiresAt });
    const granted = { ...named, groups, access, ...times };
    if (result === 'granted' || result === 'regranted') {
      const detail = { ...granted, regranted: result === 'regranted' };
      const events = [outboxEvent('member.granted', { id, ...detail })];
      audit(transaction, { action: 'member.granted', target: id, detail, events });
    } else {
      audit(transaction, {
        action: 'member.updated',
        target: id,
        detail: result === 'revoked' ? { ...named, ended: true } : granted,
      });
    }
  }
}
