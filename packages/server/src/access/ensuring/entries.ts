import { limits, memberEntry, validateSent, validationFailureOf } from '@tessera/contract';
import type { AnswerOf, InputOf } from '../../dispatch/operation.js';
import { mapWithPauses } from '../../platform/pauses.js';
import { readTimes } from '../memberships/times.js';
import type { WantedGrant } from './plan.js';

type SentEntry = InputOf<'members.sync'>['body']['members'][number];
type Failed = AnswerOf<'members.sync'>['failed'][number];

/** The report about several entries of one address that were merged. */
export type JoinedEntries = AnswerOf<'members.sync'>['joined'][number];

/** A list of requested members after validation. */
export interface ReadEntries {
  /** One grant per address. */
  readonly wanted: readonly WantedGrant[];
  /** Entries with an invalid value. */
  readonly failed: readonly Failed[];
  readonly joined: readonly JoinedEntries[];
}

/** Validates each entry, and merges entries of one address: all groups, the latest expiry, the last name. */
export async function readEntries(members: readonly SentEntry[]): Promise<ReadEntries> {
  const byEmail = new Map<string, WantedGrant[]>();
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
  const isTooMany = ({ groups }: WantedGrant) => (groups?.length ?? 0) > limits.groupsPerIdentity;
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

function join(one: WantedGrant, other: WantedGrant): WantedGrant {
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
