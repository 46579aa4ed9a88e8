import {
  askedAnswer,
  boundAnswer,
  endpoints,
  findTool,
  guardHeader,
  listWorkspacesTool,
  lockedAnswer,
  type OpenRequest,
  type Person,
  type Question,
  readArguments,
  routes,
  setActiveWorkspaceTool,
  surfaceInput,
  type ToolDefinition,
} from '@tessera/contract';
import { parseJson, stringifyJson } from '@tessera/json';
import { decideSwitch, decideTarget } from './active-workspace.js';
import {
  confirmSwitch,
  confirmWrite,
  declined,
  misplacedWrite,
  questionAboutSwitch,
  questionAboutWrite,
} from './confirmation.js';
import {
  belongsNowhere,
  envelopeOf,
  refuse,
  refuseInvalid,
  refuseLostPin,
  refuseWithoutWorkspace,
} from './refusals.js';
import type { AgentSession, CallService } from './session.js';
import { isOffered } from './tool-list.js';

type Answer = Readonly<Record<string, unknown>>;

/** Whether a tool with this name exists, listed or not. */
export function isTool(name: string): boolean {
  return name === setActiveWorkspaceTool.name || findTool(name) !== undefined;
}

/** A call of a tool, with the person who uses the client. */
interface Call {
  readonly name: string;
  readonly args: unknown;
  readonly person: Person;
}

/** The result of a call: its answer, or a question that the person must answer before the call is repeated. */
export type Called = { readonly answer: Answer } | { readonly question: Question | OpenRequest };

/**
 * Runs a tool. Throws the client's errors, and `AgentRefusal` for errors of this process. A call that arrives during a
 * switch of workspaces waits for it, because its sender means the new workspace.
 */
export function callTool(session: AgentSession, callService: CallService, call: Call): Promise<Called> {
  const isSwitch = call.name === setActiveWorkspaceTool.name;
  return session.afterSwitches(isSwitch, () => run(session, callService, call));
}

async function run(session: AgentSession, callService: CallService, { name, args, person }: Call): Promise<Called> {
  if (name === setActiveWorkspaceTool.name) {
    await requireChoice(session, name);
    return setActiveWorkspace(session, parse(setActiveWorkspaceTool.input, args), person);
  }
  const tool = findTool(name);
  if (tool === undefined) {
    throw new Error(`there is no tool ${name}`);
  }
  if (tool === listWorkspacesTool) {
    const { workspaces } = await requireChoice(session, name);
    parse(surfaceInput(tool, 'personal'), args);
    const { active, pinned } = session.state;
    return { answer: { workspaces, count: workspaces.length, active, pinned } };
  }
  return callOperation(session, callService, { tool, args: await parseOffered(session, tool, args), person });
}

async function requireChoice(session: AgentSession, operation: string) {
  const reach = await session.refresh();
  const [only, ...others] = reach.workspaces;
  if (only === undefined) {
    throw refuse('operation_not_allowed', belongsNowhere, { operation });
  }
  // If the active workspace was lost, it is not replaced automatically: the person chooses, even if only one workspace
  // remains.
  if (others.length === 0 && session.state.active?.id === only.id) {
    throw refuse('operation_not_allowed', 'You can reach only one workspace, which is already selected.', {
      operation,
    });
  }
  return reach;
}

/** The arguments of a tool. If the tool is not offered, that is reported before any problem of the arguments. */
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

/** Whether using another workspace is confirmed: by the person if the client can ask them, otherwise by the agent. */
function isConfirmed(args: Answer, person: Person): boolean {
  return person.canBeAsked ? person.answer?.confirm === true : args.confirm === true;
}

async function setActiveWorkspace(session: AgentSession, args: Answer, person: Person): Promise<Called> {
  const to = await session.find(String(args.workspace));
  const decision = decideSwitch(session.state, to, isConfirmed(args, person));
  if (decision.kind === 'anchored') {
    throw refuseLostPin(decision.pin, session.reach?.workspaces ?? []);
  }
  if (decision.kind === 'confirm') {
    const move = { ...decision, pinned: session.state.pinned };
    if (person.canBeAsked && !move.pinned) {
      return person.answer === undefined ? { question: questionAboutSwitch(move) } : { answer: { ...declined(move) } };
    }
    return { answer: { ...confirmSwitch(move) } };
  }
  session.activate(decision.state);
  return { answer: { status: decision.kind, workspace: decision.workspace } };
}

async function callOperation(
  session: AgentSession,
  callService: CallService,
  { tool, args, person }: { readonly tool: ToolDefinition; readonly args: Answer; readonly person: Person },
): Promise<Called> {
  const named = typeof args.workspace === 'string' ? await session.find(args.workspace) : undefined;
  const { workspaces } = await session.known();
  const target = decideTarget(session.state, { effect: tool.effect, named, confirmed: isConfirmed(args, person) });
  if (target.kind === 'required') {
    throw refuseWithoutWorkspace(workspaces);
  }
  if (target.kind === 'anchored') {
    throw refuseLostPin(target.pin, workspaces);
  }
  if (target.kind === 'confirm') {
    const move = { ...target, pinned: session.state.pinned };
    if (person.canBeAsked) {
      return person.answer === undefined
        ? { question: questionAboutWrite(move, tool, args) }
        : { answer: { ...declined(move) } };
    }
    return { answer: { ...confirmWrite(move, tool, args) } };
  }
  const { params, body, ...input } = tool.toInput(args);
  const isGuarded = endpoints[tool.operation].headers.includes(guardHeader) && !isConfirmed(args, person);
  const query = isGuarded ? { ...input.query, [guardHeader]: 'ask' } : input.query;
  const sent = 'body' in routes[tool.operation] ? { params, query, body } : { params, query };
  try {
    const answer = await callService(tool.operation, sent, target.workspace.id).catch((error: unknown) => {
      const locked = lockedAnswer(tool.operation, envelopeOf(error)?.error);
      if (locked === undefined) {
        throw error;
      }
      return locked;
    });
    const checked = askedAnswer({ tool, args, answer: answer as Answer }, person);
    return 'question' in checked
      ? checked
      : { answer: boundAnswer({ tool, args, answer: checked.answer }, stringifyJson) };
  } catch (error) {
    return askAboutMisplaced(error, { from: session.state.active ?? target.workspace, to: target.workspace }, person);
  }
}

/** Asks the person or the agent about a write that was refused because it seems misplaced. Throws any other error. */
function askAboutMisplaced(error: unknown, move: Parameters<typeof misplacedWrite>[1], person: Person): Called {
  const misplaced = misplacedWrite(error, move);
  if (misplaced === undefined) {
    throw error;
  }
  if (!person.canBeAsked) {
    return { answer: { ...misplaced.answer } };
  }
  return person.answer === undefined ? { question: misplaced.question } : { answer: { ...declined(move) } };
}

function parse(input: Parameters<typeof readArguments>[0], args: unknown): Answer {
  const read = readArguments(input, args, parseJson);
  if ('failure' in read) {
    throw refuseInvalid(read.failure);
  }
  return read.args;
}
