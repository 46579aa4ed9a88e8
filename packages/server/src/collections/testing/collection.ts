import type { CallersWorkspace } from './callers.js';

/** Creates a collection. Returns its path, its ingest URL, and a function that reads its records as an admin. */
export async function newCollection(workspace: CallersWorkspace, name: string, configuration?: object) {
  const at = `/collections/${name}`;
  const { secret } = await workspace.must('POST', '/collections', { name });
  if (configuration !== undefined) {
    await workspace.must('PATCH', at, configuration);
  }
  return {
    at,
    ingest: `/ingest/${secret}`,
    import: (records: readonly object[]) => workspace.must('POST', `${at}/import`, { records }),
    record: (id: string) => workspace.must('GET', `${at}/records/${encodeURIComponent(id)}`),
    count: async (): Promise<number> => (await workspace.must('GET', `${at}/records?limit=1`)).count,
    deliveries: async () => {
      const { findings } = await workspace.must('GET', `${at}/findings`);
      return findings.filter(({ kind }: { kind: string }) => kind === 'delivery');
    },
  };
}
