import {
  type EnsureResult,
  email as emailSchema,
  limits,
  memberEntry,
  validateSent,
  validationFailureOf,
} from '@tessera/contract';
import type { AnswerOf, InputOf, Operation, OperationContext } from '../../dispatch/operation.js';
import type { Transaction } from '../../platform/database/database.js';
import { errors } from '../../platform/errors.js';
import { outboxEvent } from '../../platform/outbox/events.js';
import { mapWithPauses } from '../../platform/pauses.js';
import { assignGroupsToMany } from '../groups/assignments.js';
import { inviteOf, presentMember } from '../memberships/admission.js';
import { listAssignedGroups } from '../memberships/assigned-groups.js';
import { markRevoked, requireMember } from '../memberships/queries.js';
import { lockSeats } from '../memberships/seats.js';
import { readTimes } from '../memberships/times.js';
import { notifyGrantee } from '../notify.js';
import { type Ensured, ensureGrants } from './apply.js';
import type { RequestedGrant } from './plan.js';
import { listMissing, type MissingMember } from './queries.js';

const ensure: Operation<'members.ensure'> = async (context, _principal, { params, body }) => {
  const wanted = { ...body, ...readTimes(body), email: params.identifier };
  const ensured = await context.transaction(async (transaction) => {
    const { outcomes } = await ensureGrants(context, transaction, [wanted], { seatsTaken: 0, isDryRun: false });
    const [outcome] = outcomes;
    if (outcome === undefined || 'refusal' in outcome) {
      throw outcome?.refusal ?? new Error('a grant was not decided about');
    }
    const member = await requireMember(transaction, wanted.email);
    const assignments = await listAssignedGroups(transaction, member.id);
    const shown = {
      ...presentMember(member),
      groups: assignments.map(({ group_id: id }) => id),
      access: member.access,
    };
    return { ...shown, result: outcome.result };
  });
  const isNew = ensured.result === 'granted' || ensured.result === 'regranted';
  const emailSent =
    body.send_email &&
    isNew &&
    !ensured.expired &&
    (await notifyGrantee(context, ensured.email, inviteOf(context, ensured)));
  return { ...ensured, email_sent: emailSent, workspace: context.workspaceReference };
};

type SyncBody = InputOf<'members.sync'>['body'];
type Failed = AnswerOf<'members.sync'>['failed'][number];

const sync: Operation<'members.sync'> = async (context, _principal, { body }) => {
  const { wanted, failed, joined } = await readEntries(body.members);
  const revoked = body.revoke_missing
    ? await context.transaction((transaction) => revokeMissing(context, transaction, body))
    : [];
  const outcomes: Ensured[] = [];
  // A dry run writes nothing to the database, so the seats that it would free are counted here.
  let seatsTaken = body.dry_run ? -revoked.length : 0;
  for (let start = 0; start < wanted.length; start += limits.membersPerTransaction) {
    const part = wanted.slice(start, start + limits.membersPerTransaction);
    const mode = { seatsTaken, isDryRun: body.dry_run };
    const ensured = await context.transaction((transaction) => ensureGrants(context, transaction, part, mode));
    outcomes.push(...ensured.outcomes);
    seatsTaken += body.dry_run ? ensured.seats : 0;
    await context.outOfTurn(async () => undefined);
  }
  return answerOf(context, body, { revoked, outcomes, failed, joined });
};

/**
 * Revokes members who are not on the list, and returns them. A dry run only returns them. Throws `too_many_revoked`.
 */
async function revokeMissing(
  context: OperationContext,
  transaction: Transaction,
  { members, max_revoked: sentMax, dry_run: isDryRun }: SyncBody,
): Promise<MissingMember[]> {
  const { takenSeats } = await lockSeats(transaction);
  const listed = members.map(({ email }) => emailSchema.safeParse(email).data).filter((email) => email !== undefined);
  const missing = await listMissing(transaction, listed);
  const max = sentMax ?? Math.max(limits.revokedAtLeast, Math.floor(takenSeats / 10));
  if (missing.length > max) {
    const examples = missing.slice(0, limits.revokedExamples).map(({ email }) => email);
    throw errors.tooManyRevoked({ count: missing.length, examples }, max);
  }
  if (!isDryRun) {
    const ids = missing.map(({ id }) => id);
    await markRevoked(transaction, ids, context.services.clock());
    assignGroupsToMany(
      transaction,
      'membership',
      ids.map((id) => ({ id, assignments: [] })),
    );
    for (const { id, email } of missing) {
      const events = [outboxEvent('member.revoked', { id, email })];
      context.audit(transaction, { action: 'member.revoked', target: id, detail: { email }, events });
    }
  }
  return missing;
}

interface Synced {
  readonly revoked: readonly MissingMember[];
  readonly outcomes: readonly Ensured[];
  readonly failed: readonly Failed[];
  readonly joined: readonly JoinedEntries[];
}

function answerOf(
  context: OperationContext,
  body: SyncBody,
  { revoked, outcomes, failed, joined }: Synced,
): AnswerOf<'members.sync'> {
  const changes = [
    ...revoked.map(({ email }) => ({ email, result: 'revoked' as const })),
    ...outcomes.flatMap((outcome) => ('refusal' in outcome ? [] : [{ email: outcome.email, result: outcome.result }])),
  ];
  const counted = (wanted: EnsureResult) => changes.filter(({ result }) => result === wanted).length;
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
    revoked: revoked.length,
    failed: [...failed, ...refused],
    joined: [...joined],
    ...(body.list_changes ? { changes: changes.filter(({ result }) => result !== 'unchanged') } : {}),
    dry_run: body.dry_run,
    workspace: context.workspaceReference,
  };
}

/** Operations for another system that sets one member, or the complete list of members. */
export const ensuringOperations = { 'members.ensure': ensure, 'members.sync': sync };

type SentEntry = InputOf<'members.sync'>['body']['members'][number];

/** The report about several entries of one address that were merged. */
export type JoinedEntries = AnswerOf<'members.sync'>['joined'][number];

/** A list of requested members after validation. */
export interface ReadEntries {
  /** One grant per address. */
  readonly wanted: readonly RequestedGrant[];
  /** Entries with an invalid value. */
  readonly failed: readonly Failed[];
  readonly joined: readonly JoinedEntries[];
}

/** Validates each entry, and merges entries of one address: all groups, the latest expiry, the last name. */
export async function readEntries(members: readonly SentEntry[]): Promise<ReadEntries> {
  const byEmail = new Map<string, RequestedGrant[]>();
  const failed: Failed[] = [];
  await mapWithPauses(members, (member) => {
    const { data, error } = validateSent(memberEntry, member);
    if (error !== undefined) {
      failed.push(refused(member.email, validationFailureOf(error.issues, 'The entry is invalid').message));
      return;
    }
    const { email, name, groups } = data;
    const grants = byEmail.get(email) ?? [];
    byEmail.set(email, [...grants, { email, name, groups, expiresAt: readTimes(data).expiresAt }]);
  });
  const wanted = [...byEmail.values()].map((grants) => grants.reduce(join));
  const isTooMany = ({ groups }: RequestedGrant) => (groups?.length ?? 0) > limits.groupsPerIdentity;
  const message = `The entries of this address have more than ${limits.groupsPerIdentity} groups together.`;
  failed.push(...wanted.filter(isTooMany).map(({ email }) => refused(email, message)));
  return {
    wanted: wanted.filter((grant) => !isTooMany(grant)),
    failed,
    joined: [...byEmail].flatMap(([email, { length }]) => (length > 1 ? [{ email, entries: length }] : [])),
  };
}

function refused(email: string, message: string): Failed {
  return { email, error: 'invalid_request', message };
}

function join(one: RequestedGrant, other: RequestedGrant): RequestedGrant {
  const groups = new Set([...(one.groups ?? []), ...(other.groups ?? [])].map((id) => id.toLowerCase()));
  return {
    email: one.email,
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
