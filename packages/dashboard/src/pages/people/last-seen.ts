import { useQuery } from '@tanstack/react-query';
import { devicesQuery, sessionsQuery } from '../settings/queries.js';

/** The time when each person was last active, by id, from their browser sessions and devices. */
export function useLastSeen(): ReadonlyMap<string, string> {
  const sessions = useQuery(sessionsQuery()).data?.sessions ?? [];
  const devices = useQuery(devicesQuery()).data?.devices ?? [];
  const latest = new Map<string, string>();
  for (const { person, last_used_at: at } of [...sessions, ...devices]) {
    if (at > (latest.get(person.id) ?? '')) latest.set(person.id, at);
  }
  return latest;
}
