import type { MetricReading } from '../http/metrics.js';
import type { Services } from '../platform/services.js';
import { listSeats } from '../workspaces/queries.js';

/** Metrics besides requests: connections of this process, and the seats of each workspace. */
export function operatorMetrics({ database }: Pick<Services, 'database'>): MetricReading[] {
  return [
    {
      name: 'tessera_database_connections',
      help: 'Connections to the database by state; waiting are callers that have none yet',
      labelNames: ['state'],
      read: async () => {
        const { open, idle, waiting } = database.connections();
        return Object.entries({ idle, waiting, used: open - idle }).map(([state, value]) => ({
          labels: { state },
          value,
        }));
      },
    },
    {
      name: 'tessera_seats',
      help: 'Member seats of each workspace: used and free',
      labelNames: ['workspace', 'state'],
      isStored: true,
      read: async () => {
        const workspaces = await database.asSystem(listSeats);
        return workspaces.flatMap(({ slug, reader_seats, seats_used }) => [
          { labels: { workspace: slug, state: 'used' }, value: seats_used },
          { labels: { workspace: slug, state: 'free' }, value: Math.max(0, reader_seats - seats_used) },
        ]);
      },
    },
  ];
}
