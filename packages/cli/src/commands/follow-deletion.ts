import { ApiError, type CallAnswer } from '@tessera/client';
import { Output } from '../output/output.js';
import type { Invocation } from './operation-command.js';

type Deletion = CallAnswer<'operator.delete_workspace'>;

/**
 * Repeats the call until the workspace is deleted completely, and shows the number of deleted rows. If it stops, the
 * service continues without it.
 */
export async function followDeletion({ status, rows_deleted: rows }: Deletion, invocation: Invocation): Promise<void> {
  if (invocation.options.json === true) return;
  const output = new Output(invocation.host);
  let deleted = rows;
  for (let state = status; state === 'deleting'; ) {
    output.say(`${deleted.toLocaleString('en')} rows are deleted.`);
    const answer = await callAgain(invocation);
    state = answer.status;
    deleted += answer.rows_deleted;
  }
  output.say(`The workspace is deleted: ${deleted.toLocaleString('en')} rows by this command.`);
}

async function callAgain({ input, session }: Invocation): Promise<Pick<Deletion, 'status' | 'rows_deleted'>> {
  try {
    return (await session.call('operator.delete_workspace', input)).value as Deletion;
  } catch (error) {
    // The service has finished the deletion meanwhile.
    if (error instanceof ApiError && error.code === 'workspace_not_found') {
      return { status: 'deleted', rows_deleted: 0 };
    }
    throw error;
  }
}
