import { expect, it, vi } from 'vitest';
import type { Principal } from '../../principals/principal.js';
import { ActivityLog } from './activity-log.js';

const collection = { workspaceId: 'w', collectionId: 'c' };
const principal = { kind: 'pinned_token', id: 'p', name: 'test' } as unknown as Principal;

it('ActivityLog > stores queries up to the queue limit, and drops the oldest while the database is slow', async () => {
  const stored: string[][] = [];
  let free = (): void => undefined;
  const isFree = new Promise<void>((resolve) => {
    free = resolve;
  });
  const transaction = {
    workspaceId: 'w',
    query: async () => [{ days: 30 }],
    send: (statement: { readonly text?: string }, [, , rows]: readonly unknown[]) =>
      void (
        statement.text?.includes('query_log') &&
        stored.push(JSON.parse(String(rows)).map(({ query }: { query: string }) => query))
      ),
  };
  const inWorkspace = vi.fn(async (_: string, work: (on: unknown) => Promise<void>) => {
    await isFree;
    await work(transaction);
  });
  const log = new ActivityLog({
    database: { inWorkspace },
    storage: { isFull: async () => false },
    log: { warn: vi.fn() },
    clock: () => new Date(),
    random: (bytes: number) => Buffer.alloc(bytes),
  } as unknown as ConstructorParameters<typeof ActivityLog>[0]);
  for (let asked = 0; asked < 2_500; asked += 1) {
    const query = String(asked);
    const answered = {
      query,
      confidence: 'low',
      match_type: 'semantic',
      external_id: null,
      duration_ms: 1,
      strength: null,
    } as const;
    log.noteQuery(collection, principal, answered);
  }
  await vi.waitFor(() => expect(inWorkspace).toHaveBeenCalledTimes(1));
  free();
  await log.stop();
  expect(stored.map((queries) => [queries[0], queries.at(-1), queries.length])).toEqual([
    ['0', '999', 1_000],
    ['1500', '2499', 1_000],
  ]);
  expect(log.readings().map(({ read }) => read())).toEqual([500]);
});
