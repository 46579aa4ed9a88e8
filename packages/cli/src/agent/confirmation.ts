import {
  type ConfirmationRequired,
  confirmationQuestion,
  type Elsewhere,
  type Question,
  type ToolDefinition,
  type WorkspaceReference,
} from '@tessera/contract';
import { envelopeOf } from './refusals.js';

interface Between {
  readonly from: WorkspaceReference;
  readonly to: WorkspaceReference;
}

interface Move extends Between {
  readonly pinned: boolean;
}

/** The question to the agent before a switch. Nothing has been changed yet. */
export function confirmSwitch({ from, to, pinned }: Move): ConfirmationRequired {
  const message = pinned
    ? `Not switched: this process is pinned to ${nameOf(from)}. To write to ${nameOf(to)} once, pass workspace ` +
      'and confirm: true with that write.'
    : `Not switched yet: writes go to ${nameOf(from)}. After the switch, all writes that name no workspace go to ` +
      `${nameOf(to)}. Ask the user, and repeat with confirm: true if they agree.`;
  return { status: 'confirmation_required', from, to, message };
}

/**
 * The question to the agent before a write outside of the active workspace. It describes the write, which has not been
 * sent.
 */
export function confirmWrite(
  { from, to, pinned }: Move,
  tool: ToolDefinition,
  args: Readonly<Record<string, unknown>>,
): ConfirmationRequired {
  const reason = pinned ? `this process is pinned to ${nameOf(from)}` : `the active workspace is ${nameOf(from)}`;
  const message =
    `Nothing was written: ${reason}, and ${tool.name} would ${describeWrite(tool, args)} in ${nameOf(to)}. Ask ` +
    `the user, and repeat with confirm: true if they agree; ${nameOf(from)} stays ` +
    `${pinned ? 'pinned' : 'active'}.`;
  return { status: 'confirmation_required', from, to, message };
}

/** The question to the person before a write outside of the active workspace. */
export function questionAboutWrite(
  { from, to }: Move,
  tool: ToolDefinition,
  args: Readonly<Record<string, unknown>>,
): Question {
  const message = `The agent wants to ${describeWrite(tool, args)} in ${nameOf(to)}. The active workspace is ${nameOf(from)}.`;
  return confirmationQuestion(message, `Write to ${nameOf(to)} once`);
}

/** The question to the person before a switch. */
export function questionAboutSwitch({ from, to }: Move): Question {
  const message = `The agent wants to switch from ${nameOf(from)} to ${nameOf(to)}, for all writes that name no workspace.`;
  return confirmationQuestion(message, `Switch to ${nameOf(to)}`);
}

/**
 * The answer to the agent, and the question to the person, about a write that the service refused because it seems meant
 * for another workspace. Undefined for another error.
 */
export function misplacedWrite(
  error: unknown,
  { from, to }: Between,
): { readonly answer: ConfirmationRequired; readonly question: Question } | undefined {
  const refusal = envelopeOf(error)?.error;
  if (refusal?.elsewhere === undefined) {
    return undefined;
  }
  const { message: reason, elsewhere } = refusal;
  const message =
    `${reason} Ask the user which workspace is meant. Repeat with confirm: true to write to ${nameOf(to)}, or name ` +
    'the other one in `workspace`.';
  return {
    answer: { status: 'confirmation_required', from, to, message, elsewhere: elsewhere as Elsewhere },
    question: confirmationQuestion(`The agent wants to write to ${nameOf(to)}. ${reason}`, `Write to ${nameOf(to)}`),
  };
}

/** The answer after the person declined. Nothing was changed. */
export function declined({ from, to }: Between): ConfirmationRequired {
  const message = `Nothing was done in ${nameOf(to)}: the user declined. Do not repeat the call unless they ask for it.`;
  return { status: 'confirmation_required', from, to, message };
}

function describeWrite(tool: ToolDefinition, args: Readonly<Record<string, unknown>>): string {
  if (args.collection === undefined && args.name === undefined) {
    const documents = documentsOf(args);
    return documents === undefined ? tool.title.toLowerCase() : `${tool.title.toLowerCase()}: ${documents}`;
  }
  const collection = `collection "${String(args.collection ?? args.name)}"`;
  if (Array.isArray(args.records)) {
    const records = args.records.length === 1 ? '1 record' : `${args.records.length} records`;
    return args.dry_run === true ? `check ${records} against ${collection}` : `write ${records} to ${collection}`;
  }
  if (tool.name === 'delete_record') {
    return `delete 1 record ("${String(args.external_id)}") from ${collection}`;
  }
  return `${tool.title.toLowerCase()}: ${collection}`;
}

function documentsOf({ path, from, to }: Readonly<Record<string, unknown>>): string | undefined {
  if (path === undefined && from === undefined) {
    return undefined;
  }
  return from === undefined ? `"${String(path)}"` : `"${String(from)}" to "${String(to)}"`;
}

function nameOf({ name, slug }: WorkspaceReference): string {
  return `"${name}" (${slug})`;
}
