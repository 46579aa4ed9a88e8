import type { CallToolResult } from '@modelcontextprotocol/server';
import {
  type ErrorCode,
  limits,
  lockedAnswer,
  type RouteDefinition,
  readArguments,
  resembles,
  routes,
  surfaceInput,
  type ToolDefinition,
} from '@tessera/contract';
import { parseJson, stringifyJson } from '@tessera/json';
import type { Dispatcher, Outcome } from '../dispatch/dispatcher.js';
import type { OperationContext } from '../dispatch/operation.js';
import type { RawInput } from '../dispatch/validation.js';
import { errors, ServiceError } from '../platform/errors.js';
import type { Credentials } from '../principals/credential.js';
import { isDevice, type Principal, referenceOf } from '../principals/principal.js';
import { reachableScopes } from '../principals/select-workspace.js';
import { type CrossWorkspaceRead, readEverywhere } from './several-workspaces.js';

/** The sender of a relay request, and everything that its tool calls need. */
export interface RelayCaller {
  readonly context: OperationContext;
  readonly principal: Principal;
  readonly credentials: Credentials;
  /** The workspace header of the request. It is the default workspace of reads. */
  readonly workspaceHeader: string | undefined;
  /** The workspace of the relay's address; every call is limited to it. */
  readonly pinnedTo: string | undefined;
  readonly requestId: string;
  /** The arguments exactly as sent, if the request is a tool call. */
  readonly sentArguments: unknown;
  /** Size of the request's body. */
  readonly bodyBytes: number;
  /** Set if no tool call of this request may run, because the caller made too many calls. */
  readonly refusal?: ServiceError | undefined;
  /** Receives the error of a refused call, and the internal error behind it, for the log and the audit log. */
  readonly reportRefusal: (refusal: ServiceError, fault?: unknown) => void;
}

type Arguments = Readonly<Record<string, unknown>>;
type ToolAnswer = Readonly<Record<string, unknown>>;

/** The result of a tool call: its operation's answer, or a refusal as a tool result. */
export type ToolOutcome = { readonly answer: ToolAnswer } | { readonly refused: CallToolResult };

/** Runs the operation of a tool through the dispatcher, like every other call. */
export async function callTool(
  dispatcher: Dispatcher,
  caller: RelayCaller,
  { tool, args }: { readonly tool: ToolDefinition; readonly args: Arguments },
): Promise<ToolOutcome> {
  if (caller.refusal !== undefined) {
    return refusalResult(caller.refusal, { ...caller, tool });
  }
  const { policy } = routes[tool.operation];
  if (policy.workspace === 'none' && !choosesWorkspace(caller)) {
    return refuseCall(errors.operationNotAllowed(tool.name, 'a personal token'), { ...caller, tool });
  }
  // A write always uses the workspace of its token, so that no argument can redirect it.
  const chooses = tool.effect === 'read' && policy.workspace === 'one';
  const named = chooses && typeof args.workspace === 'string' ? args.workspace : undefined;
  if (named !== undefined && caller.pinnedTo !== undefined && named.toLowerCase() !== caller.pinnedTo) {
    return refuseCall(new ServiceError('workspace_conflict', otherAddress), { ...caller, tool });
  }
  const run: CrossWorkspaceRead['run'] = (each, sent, workspace) =>
    runIn(dispatcher, caller, { tool: each, args: sent, workspace });
  if (chooses && named === undefined && caller.workspaceHeader === undefined && isAssistant(caller.principal)) {
    return callEverywhere(caller, { tool, args }, run);
  }
  const target = chooses ? (named ?? caller.workspaceHeader) : caller.pinnedTo;
  const outcome = await run(tool, args, target === undefined ? undefined : { id: target });
  return toolOutcome(outcome, { ...caller, tool, named });
}

/** The result of an operation as that of its tool. For a locked document it is its offer. */
function toolOutcome({ answer, refusal, fault }: Partial<Outcome>, call: RefusedCall & RelayCaller): ToolOutcome {
  if (refusal === undefined) {
    return { answer: answer as ToolAnswer };
  }
  const locked = lockedAnswer(call.tool.operation, { code: refusal.code, ...refusal.extras });
  return locked === undefined ? refuseCall(refusal, call, fault) : { answer: { ...locked } };
}

interface ToolRun {
  readonly tool: ToolDefinition;
  readonly args: Arguments;
}

/** Reads in all workspaces that were opened to an assistant. */
async function callEverywhere(
  caller: RelayCaller,
  call: ToolRun,
  run: CrossWorkspaceRead['run'],
): Promise<ToolOutcome> {
  const { context, principal } = caller;
  const scopes = await context.withoutWorkspace((queryable) => reachableScopes(queryable, principal));
  const workspaces = scopes.map((scope) => referenceOf(scope.workspace));
  const [only] = workspaces;
  if (only === undefined) {
    return refuseCall(errors.notAMember([]), { ...caller, tool: call.tool });
  }
  if (workspaces.length === 1) {
    return toolOutcome(await run(call.tool, call.args, only), { ...caller, tool: call.tool });
  }
  return toolOutcome(await readEverywhere({ ...call, workspaces, run }), { ...caller, tool: call.tool });
}

function runIn(
  dispatcher: Dispatcher,
  caller: RelayCaller,
  { tool, args, workspace }: ToolRun & { readonly workspace: { readonly id: string } | undefined },
): Promise<Outcome> {
  return dispatcher.call({
    operation: tool.operation,
    credentials: caller.credentials,
    workspaceHeader: workspace?.id,
    requestId: caller.requestId,
    hasLeft: caller.context.hasLeft,
    input: async () => readInput(tool, args, caller.bodyBytes),
  });
}

function readInput(tool: ToolDefinition, args: Arguments, bodyBytes: number): RawInput {
  const named = tool.effect === 'write' ? Object.keys(args).find((name) => resembles(name, 'workspace')) : undefined;
  if (named !== undefined && args[named] !== null) {
    const message = 'A write lands in the workspace of the token: leave `workspace` out.';
    throw new ServiceError('invalid_request', message, {
      details: [{ path: named, message: 'is not an argument of this tool' }],
    });
  }
  const route: RouteDefinition = routes[tool.operation];
  const limitBytes = route.bodyLimitBytes ?? limits.bodyBytes;
  // The size of the whole message is checked, because measuring the arguments would mean serializing them again.
  if (bodyBytes > limitBytes) {
    throw errors.payloadTooLarge(limitBytes);
  }
  const read = readArguments(surfaceInput(tool, 'relay'), args, parseJson);
  if ('failure' in read) {
    const { code, message, details } = read.failure;
    throw new ServiceError(code, message, { details });
  }
  return tool.toInput(read.args);
}

/** Whether a caller can choose workspaces: only a person's device, and not if the relay's address names one. */
function choosesWorkspace({ principal, pinnedTo }: Pick<RelayCaller, 'principal' | 'pinnedTo'>): boolean {
  return isDevice(principal) && pinnedTo === undefined;
}

function isAssistant({ kind }: Principal): boolean {
  return kind === 'assistant';
}

function refuseCall(refusal: ServiceError, call: RefusedCall & RelayCaller, fault?: unknown): ToolOutcome {
  call.reportRefusal(refusal, fault);
  return refusalResult(refusal, call);
}

function refusalResult(refusal: ServiceError, call: RefusedCall): ToolOutcome {
  const refused: CallToolResult = {
    isError: true,
    content: [{ type: 'text', text: stringifyJson(wordForAgent(refusal, call).toEnvelope()) }],
  };
  return { refused };
}

/** A refused call, and its caller. */
interface RefusedCall extends Pick<RelayCaller, 'principal' | 'pinnedTo'> {
  /** The workspace that the call named. */
  readonly named?: string | undefined;
  readonly tool: Pick<ToolDefinition, 'effect' | 'operation'>;
}

/**
 * Messages of workspace errors for an agent that can name a workspace. It passes an argument where HTTP clients send a
 * header.
 */
const choosing: Partial<Record<ErrorCode, string>> = {
  workspace_required: 'Name the workspace to read: pass its id as `workspace`; list_workspaces gives the ids.',
  invalid_workspace_id:
    '`workspace` takes the id (a UUID) of a workspace, not its slug: list_workspaces gives the ids.',
  not_a_member:
    'This credential does not reach the workspace that you named: name another one; list_workspaces gives the ids.',
};

/** The same messages for an agent that is pinned by its token or the relay's address, and can name no workspace. */
const pinned: Partial<Record<ErrorCode, string>> = {
  invalid_workspace_id: 'This token is pinned to its workspace: leave `workspace` out.',
  not_a_member: 'This credential does not reach the workspace that you named: leave `workspace` out.',
};

const lost =
  'This assistant reaches no workspace: the access of its person has ended. Ask an admin, then connect it again.';
const otherAddress = 'This address of the relay is for one workspace: leave `workspace` out.';
const writing = 'A personal token has no workspace to write to here: use a token that is pinned to one workspace.';
const reading = 'This assistant may only read: connect it again and choose a workspace that it may write to.';

/** Rewords an error for an agent. For a pinned token, another workspace is reported as missing. */
function wordForAgent(refusal: ServiceError, { principal, pinnedTo, tool, named }: RefusedCall): ServiceError {
  const isOfAddress = pinnedTo !== undefined && refusal.code === 'workspace_conflict';
  // An assistant reads in all workspaces. Only if several of them contain the named object does the error list them.
  const listsWorkspaces = refusal.code === 'workspace_required' && tool.effect === 'read' && isAssistant(principal);
  if (isOfAddress || listsWorkspaces) {
    return refusal;
  }
  const code = refusal.code === 'workspace_conflict' ? 'not_a_member' : refusal.code;
  const words = choosesWorkspace({ principal, pinnedTo }) ? choosing : pinned;
  const refused = isAssistant(principal) ? reading : writing;
  const ended = code === 'not_a_member' && isAssistant(principal) && named === undefined;
  const message = ended ? lost : code === 'workspace_required' && tool.effect === 'write' ? refused : words[code];
  return message === undefined ? refusal : new ServiceError(code, message, refusal.extras, refusal.headers);
}
