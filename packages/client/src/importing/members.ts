import type { RouteRequest, Routes } from '@tessera/contract';
import type { RecordReader } from './formats.js';
import { UnusableInput } from './source.js';

/** A member on a list that is synced. */
export type ListedMember = RouteRequest<Routes['members.sync']>['body']['members'][number];

const columns = ['email', 'name', 'groups', 'expires_at'];

/**
 * Reads a list of members for a sync: `email` and `groups` (ids, in a cell with a space or a semicolon between them), and
 * optionally `name` and `expires_at`. An empty `expires_at` means that the grant has no end. Throws `UnusableInput`, which
 * names the row.
 */
export async function readMembers({ items }: Pick<RecordReader, 'items'>): Promise<ListedMember[]> {
  const members: ListedMember[] = [];
  for await (const item of items(0)) {
    const row = members.length + 1;
    if (item.text === undefined) {
      throw new UnusableInput(`Member ${row}: ${item.problem.message}`);
    }
    members.push(memberOf(new Map(Object.entries(JSON.parse(item.text) as object)), row));
  }
  return members;
}

function memberOf(cells: ReadonlyMap<string, unknown>, row: number): ListedMember {
  const unknown = [...cells.keys()].find((key) => !columns.includes(key));
  if (unknown !== undefined) {
    throw new UnusableInput(`Member ${row}: "${unknown}" is none of ${columns.join(', ')}.`);
  }
  const groups = cells.get('groups');
  if (!cells.has('email') || groups === undefined) {
    throw new UnusableInput(`Member ${row}: email and groups are required; leave the cell of groups empty for none.`);
  }
  const name = String(cells.get('name') ?? '').trim();
  const expiresAt = String(cells.get('expires_at') ?? '').trim();
  return {
    email: String(cells.get('email')),
    ...(name === '' ? {} : { name }),
    groups: Array.isArray(groups)
      ? groups.map(String)
      : String(groups)
          .split(/[\s;]+/)
          .filter((id) => id !== ''),
    ...(cells.has('expires_at') ? { expires_at: expiresAt === '' ? null : expiresAt } : {}),
  };
}
