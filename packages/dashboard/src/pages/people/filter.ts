import { isWithinDays } from '../../components/days.js';
import type { Person } from '../../data/api.js';
import { textOf } from '../../text.js';

/** Within this many days before its expiry, access is listed as ending soon. */
export const expiresSoonDays = 14;

/** The states by which people can be filtered. Default: active. */
export const statusChoices = [
  { value: 'active', label: textOf('Active') },
  { value: 'pending', label: textOf('Pending') },
  { value: 'ending', label: textOf('Ending soon') },
  { value: 'expired', label: textOf('Expired') },
  { value: 'revoked', label: textOf('Revoked') },
];

const states: Readonly<Record<string, (person: Person) => boolean>> = {
  active: ({ status }) => status === 'active',
  pending: ({ status, pending }) => status === 'active' && pending,
  ending: ({ status, expires_at: at }) => status === 'active' && isWithinDays(at, expiresSoonDays),
  expired: ({ status, expired }) => status === 'active' && expired,
  revoked: ({ status }) => status === 'revoked',
};

/** The people that match the words, role and state in the URL. */
export function peopleFound(
  people: readonly Person[],
  { find = '', role, status = 'active' }: Readonly<Record<string, string | undefined>>,
): Person[] {
  const words = find.toLowerCase();
  return people.filter(
    (person) =>
      (role === undefined || person.role === role) &&
      states[status]?.(person) !== false &&
      `${person.name} ${person.email}`.toLowerCase().includes(words),
  );
}
