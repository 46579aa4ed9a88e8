import type { MetricReading } from '../http/metrics.js';
import type { Services } from '../platform/services.js';
import { listSeats } from '../workspaces/queries.js';
import { backupReading, usageReadings } from './usage.js';

/** Metrics besides requests: connections of this process, the last backup, seats and usage of each workspace. */
export function operatorMetrics(services: Pick<Services, 'database' | 'storage' | 'clock'>): MetricReading[] {
  const { database } = services;
  return [
    ...usageReadings(services),
    backupReading(services),
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
