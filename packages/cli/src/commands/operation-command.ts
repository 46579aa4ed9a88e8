import type { CallAnswer } from '@tessera/client';
import { type Forecast, type OperationId, type RouteDefinition, routes } from '@tessera/contract';
import { Argument, type Command } from 'commander';
import { CommandFailure } from '../failure.js';
import type { Host } from '../host.js';
import { Output } from '../output/output.js';
import type { Row } from '../output/table.js';
import { cell } from '../output/text.js';
import type { GlobalOptions } from '../session/credentials.js';
import { type CallInput, Session } from '../session/session.js';
import { askBefore } from './confirm.js';
import { helpOf, type OptionShape, optionsOf } from './options.js';
import { type Parameter, parametersOf } from './parameters.js';

/** How an answer is shown: rows of one of its lists, some of its keys, or a custom view. */
export type View<Answer> =
  | { readonly list: string; readonly columns: readonly string[]; readonly nothing?: string }
  | { readonly keys: readonly string[]; readonly note?: string }
  | ((answer: Answer, output: Output) => void);

/** The arguments and options of a call to a command. */
export interface Invocation {
  readonly input: CallInput;
  /** The arguments in order. */
  readonly args: readonly string[];
  /** The options by their camel-case names. */
  readonly options: Readonly<Record<string, unknown>>;
  readonly host: Host;
  readonly session: Session;
}

/** A command that is one call of one operation. Its arguments, options and help come from the contract. */
export interface OperationCommand<Id extends OperationId = OperationId> {
  /** The last word of the command. */
  readonly name: string;
  readonly operation: Id;
  /** Command lines without a prompt, for the help page. */
  readonly examples: readonly string[];
  /** Keys of the query or body that are arguments. They come after those of the path. */
  readonly positional?: readonly string[];
  /** Optional arguments. */
  readonly optional?: readonly string[];
  readonly options?: Readonly<Record<string, OptionShape>>;
  /** Descriptions of arguments that are neither in the contract nor in `usualHelp`. */
  readonly argumentHelp?: Readonly<Record<string, string>>;
  /** Adds options that the contract does not have. */
  readonly extend?: (command: Command) => void;
  /** Completes the request before it is sent. */
  readonly complete?: (invocation: Invocation) => CallInput | Promise<CallInput>;
  /** The question before an irreversible action. Undefined if this input changes nothing. */
  readonly question?: (input: CallInput) => string | undefined;
  readonly view: View<Exclude<CallAnswer<Id>, Forecast>>;
  /** Runs after the answer was printed. */
  readonly afterwards?: (answer: CallAnswer<Id>, invocation: Invocation) => Promise<void>;
  /** Whether the command prints all pages. */
  readonly everyPage?: true;
  /** Returns why the command failed although the call succeeded. The exit status is then 1. */
  readonly verdict?: (answer: CallAnswer<Id>) => string | undefined;
}

/**
 * A command in a list of commands. The type of its answer is omitted: a view only receives the answer of its own
 * operation.
 */
export type AnyOperationCommand = Omit<OperationCommand, 'view' | 'afterwards' | 'verdict'> & {
  readonly view: View<never>;
  readonly afterwards?: (answer: never, invocation: Invocation) => Promise<void>;
  readonly verdict?: (answer: never) => string | undefined;
};

/** Declares a command and checks the types of its view. */
export function operationCommand<const Id extends OperationId>(command: OperationCommand<Id>): AnyOperationCommand {
  return command;
}

/** Descriptions of arguments for which the contract has none. */
const usualHelp: Readonly<Record<string, string>> = {
  id: 'Id, as in the list',
  email: 'E-mail address of the person',
  name: 'Display name',
  slug: 'Short name for addresses and commands: a-z, 0-9 and -',
};

/** A command that lists can be called by either of both names. */
const listNames = new Map([
  ['list', 'ls'],
  ['ls', 'list'],
]);

/** Adds a command to its family. */
export function addOperationCommand(family: Command, definition: AnyOperationCommand, host: Host): void {
  const route: RouteDefinition = routes[definition.operation];
  const command = family.command(definition.name).summary(route.summary).description(descriptionOf(route));
  const otherName = listNames.get(definition.name);
  if (otherName !== undefined) command.alias(otherName);
  const parameters = parametersOf(definition.operation);
  const isArgument = ({ part, key }: Parameter): boolean =>
    definition.options?.[key] === undefined && (part === 'params' || (definition.positional ?? []).includes(key));
  const inOrder = [...parameters.filter(({ part }) => part === 'params'), ...parameters.filter(byPosition(definition))];
  const positional = inOrder.filter(isArgument);
  for (const { key, schema } of positional) {
    const isOptional = (definition.optional ?? []).includes(key);
    const name = key.replaceAll('_', '-');
    const help = helpOf(schema) || (definition.argumentHelp?.[key] ?? usualHelp[key]);
    command.addArgument(new Argument(isOptional ? `[${name}]` : `<${name}>`, help));
  }
  const fromOptions = parameters.filter((parameter) => !isArgument(parameter));
  const flags = fromOptions.flatMap((parameter) => addOptions(command, parameter, definition.options?.[parameter.key]));
  definition.extend?.(command);
  addExamples(command, definition.examples);
  command.action(async (...received: unknown[]) => {
    const values = [
      ...positional.map((parameter, index) => ({ parameter, value: received[index] })),
      ...flags.map(({ parameter, name }) => ({ parameter, value: givenValue(command, name) })),
    ];
    await execute(definition, command, assemble(route, values), host);
  });
}

/** Returns whether a parameter is an argument of the command, and not an option. */
function byPosition({ positional = [] }: AnyOperationCommand): (parameter: Parameter) => boolean {
  return ({ part, key }) => part !== 'params' && positional.includes(key);
}

/** Adds examples to the help of a command. */
export function addExamples(command: Command, examples: readonly string[]): Command {
  const title = examples.length === 1 ? 'Example' : 'Examples';
  return command.addHelpText('after', `\n${title}:\n${examples.map((line) => `  $ ${line}`).join('\n')}`);
}

function descriptionOf(route: RouteDefinition): string {
  return [`${route.summary}.`, ...(route.description === undefined ? [] : [route.description])].join('\n');
}

interface Flag {
  readonly parameter: Parameter;
  readonly name: string;
}

function addOptions(command: Command, parameter: Parameter, shape: OptionShape | undefined): Flag[] {
  if (shape?.omit === true) return [];
  const options = optionsOf(parameter, shape);
  for (const [index, option] of options.entries()) {
    command.addOption(option.makeOptionMandatory(index === 0 && parameter.required && options.length === 1));
  }
  return options.map((option) => ({ parameter, name: option.attributeName() }));
}

/** The value of an option, if the caller gave one. The service applies the contract's defaults. */
function givenValue(command: Command, name: string): unknown {
  return command.getOptionValueSource(name) === 'cli' ? command.getOptionValue(name) : undefined;
}

function assemble(
  route: RouteDefinition,
  values: readonly { readonly parameter: Parameter; readonly value: unknown }[],
): CallInput {
  const given = values.filter(({ value }) => value !== undefined);
  const part = (name: Parameter['part']) =>
    Object.fromEntries(
      given.filter(({ parameter }) => parameter.part === name).map(({ parameter, value }) => [parameter.key, value]),
    );
  return {
    params: part('params'),
    query: part('query'),
    ...(route.body === undefined ? {} : { body: part('body') }),
  };
}

async function execute(definition: AnyOperationCommand, command: Command, input: CallInput, host: Host): Promise<void> {
  const options = command.optsWithGlobals<GlobalOptions>();
  const session = new Session(host, options);
  const invocation = { input, args: command.args, options: { ...options }, host, session };
  const request = (await definition.complete?.(invocation)) ?? input;
  const question = definition.question?.(request);
  if (question !== undefined) await askBefore(question, host, options.yes === true);
  let refusal: string | undefined;
  for (let next: CallInput | undefined = request; next !== undefined; ) {
    const { text, value } = await session.call(definition.operation, next);
    next = definition.everyPage === true ? nextPage(next, value) : undefined;
    const output = new Output(host);
    if (options.json === true) {
      output.line(text.trimEnd());
    } else {
      if (isForecast(value)) showForecast(value, output);
      else show(definition.view, value, output);
      if (definition.everyPage !== true) sayNextPage(value, output);
    }
    if (routes[definition.operation].policy.effect === 'write') output.landed(value);
    await definition.afterwards?.(value as never, invocation);
    refusal ??= definition.verdict?.(value as never);
  }
  if (refusal !== undefined) throw new CommandFailure(refusal);
}

/** The call for the page after an answer. Undefined after the last page, and if a server repeats a cursor. */
function nextPage(input: CallInput, answer: unknown): CallInput | undefined {
  const { next_cursor: cursor = null } = answer as { readonly next_cursor?: string | null };
  const isLast = cursor === null || cursor === input.query?.cursor;
  return isLast ? undefined : { ...input, query: { ...input.query, cursor } };
}

function show(view: AnyOperationCommand['view'], answer: unknown, output: Output): void {
  if (typeof view === 'function') {
    // The cast is safe, because `operationCommand` has checked the type of the view.
    view(answer as never, output);
  } else if ('list' in view) {
    const rows = new Map(Object.entries(answer as Row)).get(view.list);
    output.rows(rows as readonly Row[], view.columns, view.nothing);
  } else {
    output.details(answer as object, view.keys);
    if (view.note !== undefined) output.say(view.note);
  }
}

function isForecast(answer: unknown): answer is Forecast {
  return typeof answer === 'object' && answer !== null && 'replayed' in answer;
}

/** Shows the effect that a change would have on logged queries. */
function showForecast({ replayed, changes, counts }: Forecast, output: Output): void {
  const shown = ({ confidence, external_id: id }: Forecast['changes'][number]['after']): string =>
    id === null ? confidence : `${confidence}: ${id}`;
  const rows = changes.map(({ query, before, after }) => ({ query, before: shown(before), after: shown(after) }));
  output.rows(rows, ['query', 'before', 'after'], 'No answer would change.');
  const { better, worse, other } = counts;
  output.say(`Nothing was stored. Of ${replayed} queries: ${better} better, ${worse} worse, ${other} other.`);
}

function sayNextPage(answer: unknown, output: Output): void {
  if (typeof answer === 'object' && answer !== null && 'next_cursor' in answer && answer.next_cursor !== null) {
    output.say(`There are more: repeat with --cursor ${cell(answer.next_cursor)}`);
  }
}
