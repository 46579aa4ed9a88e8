import type { Caller, CallersWorkspace } from './callers.js';

let collections = 0;

/** Creates a collection of these records with `sku` as identifier, and a token whose slice is the office. */
export async function createDesks(
  workspace: CallersWorkspace,
  records: readonly object[],
): Promise<{ readonly name: string; readonly office: Caller }> {
  collections += 1;
  const name = `desks-${collections}`;
  const office = await workspace.sliceOf(name, { room: 'office' });
  await workspace.must('PATCH', `/collections/${name}`, { id_match_fields: ['sku'] });
  await workspace.must('POST', `/collections/${name}/import`, { records });
  return { name, office };
}
