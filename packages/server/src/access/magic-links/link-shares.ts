import type { AnswerOf, InputOf, OperationContext } from '../../dispatch/operation.js';
import { lockAddresses } from '../../identity/people/queries.js';
import type { Transaction } from '../../platform/database/database.js';
import { errors } from '../../platform/errors.js';
import { readExpiry } from '../../platform/expiry.js';
import { uuidFrom } from '../../platform/identifiers.js';
import { outboxEvent } from '../../platform/outbox/events.js';
import { assignGroups, requireGroups } from '../groups/assignments.js';
import { completeShare, isOutdated, sharesAfter } from '../memberships/decide-share.js';
import { type AddressedShare, endShares, heldGroups, lockHolders, saveShares } from '../memberships/share-queries.js';
import { byHand, grantOf, isOver, type Share } from '../memberships/shares.js';
import { readTimes } from '../memberships/times.js';
import {
  deleteSessions,
  type MagicLinkRow,
  magicLinkColumns,
  markRevoked,
  saveMagicLink,
  setExpiry,
} from './queries.js';

/** The result of a statement about a magic link. The id is undefined if the address has no link. */
export interface StatedLink<Result> {
  readonly id: string | undefined;
  readonly result: Result;
}

/** States what a source grants the link of an address, and replaces its secret unless the statement is stale. */
export async function stateLink(
  context: OperationContext,
  transaction: Transaction,
  { body, linkHash }: { readonly body: InputOf<'readers.create'>['body']; readonly linkHash: Buffer },
): Promise<StatedLink<AnswerOf<'readers.create'>['result']>> {
  const { email, name = null, start } = body;
  const at = context.services.clock();
  const source = body.source ?? byHand;
  const { holder, now, moment } = await lockLink(transaction, email);
  const last = holder.shares.get(source);
  const expiresAt = body.expires_at === undefined ? undefined : readExpiry(body.expires_at ?? undefined, at);
  if (expiresAt === undefined && last?.isEnded === false && isOver(last, at)) {
    const message = 'the link has expired: send a new time, or null for a link that does not expire';
    throw errors.invalidRequest([{ path: 'expires_at', message }]);
  }
  const groups = body.groups && (await requireGroups(transaction, body.groups));
  const statement = { email, source, asOf: readTimes(body).asOf, groups, expiresAt, by: 'grant' } as const;
  const share = completeShare(statement, { last, now, moment });
  if (isOutdated(holder, share)) {
    return { id: holder.row?.id, result: 'stale' };
  }
  const shares = sharesAfter(holder, share);
  const link = { id: uuidFrom(context.services.random), email, name, start, linkHash, at };
  const until = grantOf(shares.values(), now)?.expiresAt ?? null;
  const id = await saveMagicLink(transaction, { ...link, expiresAt: until });
  // The replaced secret is invalid, so the sessions that it opened end too.
  await deleteSessions(transaction, id);
  assignGroups(transaction, { kind: 'magicLink', id }, heldGroups(shares.values()));
  saveShares(transaction, 'magicLink', { shares: [{ ...share, email }], at });
  const detail = {
    ...named(share, email),
    groups: share.assignments.map(({ groupId }) => groupId),
    expires_at: share.expiresAt?.toISOString() ?? null,
    replaced: holder.row !== undefined,
  };
  const events = [outboxEvent('reader.created', { id, ...detail })];
  context.audit(transaction, { action: 'reader.link_minted', target: id, detail, events });
  const isReturn = holder.row !== undefined && (last !== undefined || holder.row.status === 'revoked');
  return { id, result: last?.isEnded === false ? 'updated' : isReturn ? 'regranted' : 'granted' };
}

/** Ends what one source grants the link of an address. Without another source, the link stops working. */
export async function endLinkSource(
  context: OperationContext,
  transaction: Transaction,
  { email, source, asOf }: { readonly email: string; readonly source: string; readonly asOf: string | undefined },
): Promise<StatedLink<AnswerOf<'readers.end_source'>['result']>> {
  const at = context.services.clock();
  const { holder, now, moment } = await lockLink(transaction, email);
  const id = holder.row?.id;
  const last = holder.shares.get(source);
  const share = completeShare({ email, source, asOf, isEnded: true, by: 'grant' }, { last, now, moment });
  if (isOutdated(holder, share)) {
    return { id, result: 'stale' };
  }
  saveShares(transaction, 'magicLink', { shares: [{ ...share, email }], at });
  if (id === undefined || last?.isEnded !== false) {
    return { id, result: 'unchanged' };
  }
  const shares = sharesAfter(holder, share);
  const grant = grantOf(shares.values(), now);
  if (grant === undefined) {
    await revokeLink(context, transaction, { id, ...named(share, email) });
  } else {
    await setExpiry(transaction, id, grant.expiresAt);
    assignGroups(transaction, { kind: 'magicLink', id }, heldGroups(shares.values()));
    const detail = { ...named(share, email), ended: true };
    context.audit(transaction, { action: 'reader.updated', target: id, detail });
  }
  return { id, result: 'revoked' };
}

/** Ends what all sources grant a link. Older statements of any source are stale afterwards. */
export async function revokeAllOfLink(
  context: OperationContext,
  transaction: Transaction,
  { id, email, status }: Pick<MagicLinkRow, 'id' | 'email' | 'status'>,
): Promise<void> {
  endShares(transaction, { kind: 'magicLink', email, at: context.services.clock() });
  if (status === 'active') {
    await revokeLink(context, transaction, { id, email });
  }
}

async function revokeLink(
  context: OperationContext,
  transaction: Transaction,
  { id, ...detail }: { readonly id: string; readonly email: string; readonly source?: string },
): Promise<void> {
  await markRevoked(transaction, id, context.services.clock());
  await deleteSessions(transaction, id);
  assignGroups(transaction, { kind: 'magicLink', id }, []);
  const events = [outboxEvent('reader.revoked', { id, ...detail })];
  context.audit(transaction, { action: 'reader.revoked', target: id, detail, events });
}

async function lockLink(transaction: Transaction, email: string) {
  await lockAddresses(transaction, [email]);
  const source = { kind: 'magicLink', columns: magicLinkColumns } as const;
  const { holders, ...times } = await lockHolders<MagicLinkRow>(transaction, source, [email]);
  const holder = holders.get(email) ?? { row: undefined, shares: new Map<string, Share>(), revokedAsOf: '' };
  return { holder, ...times };
}

function named({ source }: Pick<AddressedShare, 'source'>, email: string): { email: string; source?: string } {
  return { email, ...(source === byHand ? {} : { source }) };
}
