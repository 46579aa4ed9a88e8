import { csvOf } from '../../components/csv.js';
import type { Person } from '../../data/people.js';

// The file is the same in every language of the dashboard, because programs read it.
const roles = { admin: 'Admin', member: 'Editor', reader: 'Member' };
const columns = ['email', 'name', 'role', 'status', 'groups', 'starts_at', 'expires_at', 'last_seen_at'];

/** People as CSV, with the names of their groups. */
export function peopleCsv(
  people: readonly Person[],
  groupNames: ReadonlyMap<string, string>,
  lastSeen: ReadonlyMap<string, string>,
): string {
  const rows = people.map((person) => [
    person.email,
    person.name,
    roles[person.role],
    stateOf(person),
    person.groups?.map((id) => groupNames.get(id) ?? id).join('; ') ?? 'everything',
    person.starts_at ?? '',
    person.expires_at ?? '',
    lastSeen.get(person.id) ?? '',
  ]);
  return csvOf([columns, ...rows]);
}

function stateOf({ status, expired, pending }: Person): string {
  if (status === 'revoked') return 'revoked';
  if (expired) return 'expired';
  return pending ? 'invited' : 'active';
}
