import { email as emailSchema, limits, memberEntry, validateSent, validationFailureOf } from '@tessera/contract';
import type { AnswerOf, InputOf, Operation, OperationContext } from '../../dispatch/operation.js';
import type { Transaction } from '../../platform/database/database.js';
import { errors } from '../../platform/errors.js';
import { mapWithPauses } from '../../platform/pauses.js';
import type { StatedShare, StateResult } from '../memberships/decide-share.js';
import { stateMember } from '../memberships/members.js';
import { recordShares } from '../memberships/record-shares.js';
import { lockSeats } from '../memberships/seats.js';
import { listMissing } from '../memberships/share-queries.js';
import { byHand } from '../memberships/shares.js';
import { type DryRun, type Outcome, stateShares } from '../memberships/state-shares.js';
import { readTimes } from '../memberships/times.js';

const ensure: Operation<'members.ensure'> = (context, _principal, { params, body }) =>
  stateMember(context, { ...body, ...readTimes(body), email: params.identifier });

type SyncBody = InputOf<'members.sync'>['body'];
type Failed = AnswerOf<'members.sync'>['failed'][number];

const sync: Operation<'members.sync'> = async (context, _principal, { body }) => {
  const { wanted, failed, joined } = await readEntries(body);
  const dryRun: DryRun | undefined = body.dry_run ? { seats: 0, people: new Map() } : undefined;
  const state = async (transaction: Transaction, statements: readonly StatedShare[]) => {
    const stated = await stateShares(context, transaction, statements, dryRun);
    if (dryRun === undefined) {
      recordShares(context, transaction, stated);
    }
    return stated;
  };
  const outcomes = body.revoke_missing
    ? await context.transaction(async (transaction) => state(transaction, await endsOfMissing(transaction, body)))
    : [];
  for (let start = 0; start < wanted.length; start += limits.membersPerTransaction) {
    const part = wanted.slice(start, start + limits.membersPerTransaction);
    outcomes.push(...(await context.transaction((transaction) => state(transaction, part))));
    await context.outOfTurn(async () => undefined);
  }
  return answerOf(context, body, { outcomes, failed, joined });
};

/** The ends of the source's shares of members who are not on the list. Throws `too_many_revoked`. */
async function endsOfMissing(
  transaction: Transaction,
  { members, max_revoked: sentMax, source: sent, ...body }: SyncBody,
): Promise<StatedShare[]> {
  const { takenSeats } = await lockSeats(transaction);
  const listed = members
    .filter((entry) => (entry.source ?? sent ?? null) === (sent ?? null))
    .flatMap(({ email }) => emailSchema.safeParse(email).data ?? []);
  const { asOf } = readTimes(body);
  const missing = await listMissing(transaction, { source: sent ?? byHand, asOf, listed });
  const revoked = missing.filter(({ isLast }) => isLast);
  const max = sentMax ?? Math.max(limits.revokedAtLeast, Math.floor(takenSeats / 10));
  if (revoked.length > max) {
    const examples = revoked.slice(0, limits.revokedExamples).map(({ email }) => email);
    throw errors.tooManyRevoked({ count: revoked.length, examples }, max);
  }
  return missing.map(({ email }) => ({ email, source: sent, asOf, isEnded: true, by: 'grant' }));
}

interface Synced {
  readonly outcomes: readonly Outcome[];
  readonly failed: readonly Failed[];
  readonly joined: readonly JoinedEntries[];
}

function answerOf(
  context: OperationContext,
  body: SyncBody,
  { outcomes, failed, joined }: Synced,
): AnswerOf<'members.sync'> {
  const changes = outcomes.flatMap((each) => ('refusal' in each ? [] : [{ email: each.email, result: each.result }]));
  const counted = (wanted: StateResult) => changes.filter(({ result }) => result === wanted).length;
  const refused = outcomes.flatMap((outcome) =>
    'refusal' in outcome
      ? [{ email: outcome.email, error: outcome.refusal.code as Failed['error'], message: outcome.refusal.message }]
      : [],
  );
  return {
    granted: counted('granted'),
    regranted: counted('regranted'),
    updated: counted('updated'),
    unchanged: counted('unchanged'),
    stale: counted('stale'),
    revoked: counted('revoked'),
    failed: [...failed, ...refused],
    joined: [...joined],
    ...(body.list_changes ? { changes: changes.filter(({ result }) => result !== 'unchanged') } : {}),
    dry_run: body.dry_run,
    workspace: context.workspaceReference,
  };
}

/** Operations for another system that sets one member, or the complete list of members. */
export const ensuringOperations = { 'members.ensure': ensure, 'members.sync': sync };

/** The report about several entries of one address that were merged. */
export type JoinedEntries = AnswerOf<'members.sync'>['joined'][number];

/** A list of requested members after validation. */
export interface ReadEntries {
  /** One statement per address and source. */
  readonly wanted: readonly StatedShare[];
  /** Entries with an invalid value. */
  readonly failed: readonly Failed[];
  readonly joined: readonly JoinedEntries[];
}

/**
 * Validates each entry, and merges entries of one address and source: all groups, the latest expiry, the last name. An
 * entry with a later `as_of` replaces earlier ones.
 */
export async function readEntries({ members, source, as_of }: SyncBody): Promise<ReadEntries> {
  const byShare = new Map<string, StatedShare[]>();
  const failed: Failed[] = [];
  await mapWithPauses(members, (member) => {
    const { data, error } = validateSent(memberEntry, member);
    if (error !== undefined) {
      failed.push(refused(member.email, validationFailureOf(error.issues, 'The entry is invalid').message));
      return;
    }
    const { email, name, groups } = data;
    const { expiresAt, asOf } = readTimes({ ...data, as_of: data.as_of ?? as_of });
    const stated = { email, name, groups, expiresAt, asOf, source: data.source ?? source, by: 'grant' } as const;
    const key = `${email} ${stated.source ?? byHand}`;
    byShare.set(key, [...(byShare.get(key) ?? []), stated]);
  });
  const wanted = [...byShare.values()].map((each) => each.reduce(join));
  const isTooMany = ({ groups }: StatedShare) => (groups?.length ?? 0) > limits.groupsPerIdentity;
  const message = `The entries of this address have more than ${limits.groupsPerIdentity} groups together.`;
  failed.push(...wanted.filter(isTooMany).map(({ email }) => refused(email, message)));
  return {
    wanted: wanted.filter((stated) => !isTooMany(stated)),
    failed,
    joined: [...byShare.values()].flatMap((each) =>
      each.length > 1 ? each.slice(0, 1).map(({ email }) => ({ email, entries: each.length })) : [],
    ),
  };
}

function refused(email: string, message: string): Failed {
  return { email, error: 'invalid_request', message };
}

function join(one: StatedShare, other: StatedShare): StatedShare {
  if (one.asOf !== other.asOf) {
    // Without a time, an entry is from now.
    return (one.asOf ?? '~') > (other.asOf ?? '~') ? one : other;
  }
  const groups = new Set([...(one.groups ?? []), ...(other.groups ?? [])].map((id) => id.toLowerCase()));
  return {
    ...one,
    name: other.name ?? one.name,
    groups: [...groups],
    expiresAt: laterEnd(one.expiresAt, other.expiresAt),
  };
}

/** The later of two expiries. Null means "never expires" and is the latest; undefined is ignored. */
function laterEnd(one: Date | null | undefined, other: Date | null | undefined): Date | null | undefined {
  if (one === undefined || other === undefined) {
    return one === undefined ? other : one;
  }
  return one === null || other === null ? null : one > other ? one : other;
}
