import type { ErrorCode, ToolDefinition } from '@tessera/contract';
import { ServiceError } from '../platform/errors.js';
import type { Principal } from '../principals/principal.js';

/** Whose call was refused, and what it was for. */
export interface RefusedCall {
  readonly principal: Pick<Principal, 'kind'>;
  readonly tool: Pick<ToolDefinition, 'effect'>;
}

/** What refusals about the workspace say to an agent that names one, which passes an argument where HTTP sends a header. */
const choosing: Partial<Record<ErrorCode, string>> = {
  workspace_required: 'Name the workspace to read: pass its id as `workspace`; list_workspaces gives the ids.',
  invalid_workspace_id:
    '`workspace` takes the id (a UUID) of a workspace, not its slug: list_workspaces gives the ids.',
  not_a_member:
    'This credential does not reach the workspace that you named: name another one; list_workspaces gives the ids.',
};

/** The same to one whose token is pinned, and so has nothing to name. */
const pinned: Partial<Record<ErrorCode, string>> = {
  invalid_workspace_id: 'This token is pinned to its workspace: leave `workspace` out.',
  not_a_member: 'This credential does not reach the workspace that you named: leave `workspace` out.',
};

const writing = 'A personal token has no workspace to write to here: use a token that is pinned to one workspace.';

/** Words a refusal for an agent. A workspace beyond a token's pin is out of reach, like one that does not exist. */
export function wordForAgent(refusal: ServiceError, { principal, tool }: RefusedCall): ServiceError {
  const code = refusal.code === 'workspace_conflict' ? 'not_a_member' : refusal.code;
  const words = principal.kind === 'personal_token' ? choosing : pinned;
  const message = code === 'workspace_required' && tool.effect === 'write' ? writing : words[code];
  return message === undefined ? refusal : new ServiceError(code, message, refusal.extras, refusal.headers);
}
