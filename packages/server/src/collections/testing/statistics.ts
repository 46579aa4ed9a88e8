import type { TestService } from '../../testing/service.js';
import type { CallersWorkspace } from './callers.js';

/** Has the planner look at the tables as they are now. */
export function analyze({ services }: TestService): Promise<unknown> {
  return services.database.asSystem((transaction) => transaction.query('analyze'));
}

const pageSize = 500;
const seen = 2_500;

/** Imports records into a collection; the planner looks at the tables once in between, when there are 2,500 of them. */
export async function importBySteps(
  service: TestService,
  workspace: CallersWorkspace,
  { name, records }: { readonly name: string; readonly records: readonly object[] },
): Promise<void> {
  for (let start = 0; start < records.length; start += pageSize) {
    await workspace.must('POST', `/collections/${name}/import`, { records: records.slice(start, start + pageSize) });
    if (start + pageSize === seen) {
      await analyze(service);
    }
  }
}
