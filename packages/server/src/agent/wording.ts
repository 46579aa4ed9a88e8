import type { ErrorCode } from '@tessera/contract';
import { ServiceError } from '../platform/errors.js';

/** What refusals about the workspace say to an agent, which passes an argument where HTTP sends a header. */
const wordings: Partial<Record<ErrorCode, string>> = {
  workspace_required:
    'Name the workspace to read: pass its id as `workspace`; list_workspaces gives the ids. Writing here takes a token that is pinned to one workspace.',
  invalid_workspace_id:
    '`workspace` takes the id (a UUID) of a workspace, not its slug: list_workspaces gives the ids.',
  not_a_member:
    'This credential does not reach the workspace that you named: leave `workspace` out or name another one.',
};

/** Words a refusal for an agent. A workspace beyond a token's pin is out of reach, like one that does not exist. */
export function wordForAgent(refusal: ServiceError): ServiceError {
  const code = refusal.code === 'workspace_conflict' ? 'not_a_member' : refusal.code;
  const message = wordings[code];
  return message === undefined ? refusal : new ServiceError(code, message, refusal.extras, refusal.headers);
}
