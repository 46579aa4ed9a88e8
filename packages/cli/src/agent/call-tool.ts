import {
  findTool,
  listWorkspacesTool,
  readArguments,
  routes,
  setActiveWorkspaceTool,
  surfaceInput,
  type ToolDefinition,
} from '@tessera/contract';
import { parseJson } from '@tessera/json';
import { decideSwitch, decideTarget } from './active-workspace.js';
import { confirmSwitch, confirmWrite } from './confirmation.js';
import { belongsNowhere, refuse, refuseInvalid, refuseLostPin, refuseWithoutWorkspace } from './refusals.js';
import type { AgentSession, CallService } from './session.js';
import { isOffered } from './tool-list.js';

type Answer = Readonly<Record<string, unknown>>;

/** Whether there is a tool of this name, shown or not. */
export function isTool(name: string): boolean {
  return name === setActiveWorkspaceTool.name || findTool(name) !== undefined;
}

/** A call of a tool as the protocol carries it. */
interface Call {
  readonly name: string;
  readonly args: unknown;
}

/**
 * Runs a tool and returns its answer. Throws the client's errors, and `AgentRefusal` for what is refused here. A call
 * that comes while another one switches the workspace waits for that, since its sender means the new one.
 */
export function callTool(session: AgentSession, callService: CallService, call: Call): Promise<Answer> {
  const isSwitch = call.name === setActiveWorkspaceTool.name;
  return session.afterSwitches(isSwitch, () => run(session, callService, call));
}

async function run(session: AgentSession, callService: CallService, { name, args }: Call): Promise<Answer> {
  if (name === setActiveWorkspaceTool.name) {
    await requireChoice(session, name);
    return setActiveWorkspace(session, parse(setActiveWorkspaceTool.input, args));
  }
  const tool = findTool(name);
  if (tool === undefined) {
    throw new Error(`there is no tool ${name}`);
  }
  if (tool === listWorkspacesTool) {
    const { workspaces } = await requireChoice(session, name);
    parse(surfaceInput(tool, 'personal'), args);
    const { active, pinned } = session.state;
    return { workspaces, count: workspaces.length, active, pinned };
  }
  return callOperation(session, callService, { tool, args: await parseOffered(session, tool, args) });
}

async function requireChoice(session: AgentSession, operation: string) {
  const reach = await session.refresh();
  const [only, ...others] = reach.workspaces;
  if (only === undefined) {
    throw refuse('operation_not_allowed', belongsNowhere, { operation });
  }
  // Who has lost the active workspace has to choose even of one: nothing else takes its place.
  if (others.length === 0 && session.state.active?.id === only.id) {
    throw refuse('operation_not_allowed', 'You can reach only one workspace, which is already selected.', {
      operation,
    });
  }
  return reach;
}

/** The arguments of a tool. That it is none for this identity is said before what is wrong with them. */
async function parseOffered(session: AgentSession, tool: ToolDefinition, args: unknown): Promise<Answer> {
  try {
    return parse(surfaceInput(tool, 'personal'), args);
  } catch (failure) {
    const reach = await session.known().catch(() => undefined);
    if (reach === undefined || isOffered(tool, reach)) {
      throw failure;
    }
    throw refuse(
      'operation_not_allowed',
      `You are not allowed to use ${tool.name}. tools/list returns the tools that you can use.`,
      {
        operation: tool.name,
      },
    );
  }
}

async function setActiveWorkspace(session: AgentSession, args: Answer): Promise<Answer> {
  const to = await session.find(String(args.workspace));
  const decision = decideSwitch(session.state, to, args.confirm === true);
  if (decision.kind === 'anchored') {
    throw refuseLostPin(decision.pin, session.reach?.workspaces ?? []);
  }
  if (decision.kind === 'confirm') {
    const answer = confirmSwitch({ ...decision, pinned: session.state.pinned });
    return { ...answer };
  }
  session.activate(decision.state);
  return { status: decision.kind, workspace: decision.workspace };
}

async function callOperation(
  session: AgentSession,
  callService: CallService,
  { tool, args }: { readonly tool: ToolDefinition; readonly args: Answer },
): Promise<Answer> {
  const named = typeof args.workspace === 'string' ? await session.find(args.workspace) : undefined;
  const { workspaces } = await session.known();
  const target = decideTarget(session.state, { effect: tool.effect, named, confirmed: args.confirm === true });
  if (target.kind === 'required') {
    throw refuseWithoutWorkspace(workspaces);
  }
  if (target.kind === 'anchored') {
    throw refuseLostPin(target.pin, workspaces);
  }
  if (target.kind === 'confirm') {
    return { ...confirmWrite({ ...target, pinned: session.state.pinned }, tool, args) };
  }
  const { params, query, body } = tool.toInput(args);
  const sent = 'body' in routes[tool.operation] ? { params, query, body } : { params, query };
  return (await callService(tool.operation, sent, target.workspace.id)) as Answer;
}

function parse(input: Parameters<typeof readArguments>[0], args: unknown): Answer {
  const read = readArguments(input, args, parseJson);
  if ('failure' in read) {
    throw refuseInvalid(read.failure);
  }
  return read.args;
}
