import type { OperationId } from '../endpoints.js';
import type { Offer } from '../offers.js';
import type { ToolDefinition } from './define.js';

type Answer = Readonly<Record<string, unknown>>;

/** A question to a person, with the answers to choose from. */
export interface Choice {
  readonly message: string;
  /** What the person chooses. */
  readonly field: string;
  readonly values: readonly string[];
}

interface Disambiguation {
  readonly field: string;
  readonly values: readonly { readonly value: string | null; readonly external_ids: readonly string[] }[];
}

interface Result {
  readonly external_id: string;
  readonly collection?: string;
  readonly workspace?: { readonly slug: string };
}

/** The tools whose answer can leave a choice between records. */
export const askingTools: readonly string[] = ['query_collection', 'resolve'];

/** The question about an answer with verdict `low`. Undefined if there is nothing to choose, as in a list by filters. */
export function choiceOf({ name }: ToolDefinition, { query = '' }: Answer, answer: Answer): Choice | undefined {
  const by = answer.disambiguate_by as Disambiguation | undefined;
  if (!askingTools.includes(name) || answer.confidence !== 'low' || by === undefined || String(query).trim() === '') {
    return undefined;
  }
  const { field, values } = by;
  return {
    message: `"${String(query)}" fits several records. Which ${field} is meant?`,
    field,
    values: values.map((each) => titleOf(field, each.value)),
  };
}

/** The answer after a person's choice: only the matching records, with verdict `high` if there is one. */
export function chosenAnswer(answer: Answer, chosen: string): Answer {
  const { disambiguate_by: by, ...rest } = answer;
  const { field, values } = by as Disambiguation;
  const ids = values.find(({ value }) => titleOf(field, value) === chosen)?.external_ids ?? [];
  const results = (answer.results as readonly Result[]).filter(
    (result) => ids.includes(result.external_id) && isOf(result, field, chosen),
  );
  if (results.length === 0) {
    return answer;
  }
  return {
    ...rest,
    results,
    confidence: results.length === 1 ? 'high' : 'low',
    reasons: [`The user chose ${field}: ${chosen}.`, ...((answer.reasons ?? []) as readonly string[])].slice(0, 3),
  };
}

function titleOf(field: string, value: string | null): string {
  return value ?? `without ${field}`;
}

/** Whether a result is in the chosen collection or workspace, if the question was about those. */
function isOf({ collection, workspace }: Result, field: string, chosen: string): boolean {
  if (field === 'collection' && collection !== undefined) {
    return collection === chosen;
  }
  return field !== 'workspace' || workspace === undefined || workspace.slug === chosen;
}

/** The question in the form in which a client shows it. */
export interface Question {
  readonly message: string;
  readonly requestedSchema: {
    readonly type: 'object';
    readonly properties: Record<
      string,
      { type: 'boolean'; title: string } | { type: 'string'; title: string; enum: string[] }
    >;
    readonly required: string[];
  };
}

/** A request to open a link, in the form in which a client shows it. */
export interface OpenRequest {
  readonly message: string;
  readonly url: string;
}

/** The person who uses a client: whether the client can ask them, and their response to this call's question. */
export interface Person {
  readonly canBeAsked: boolean;
  /** Whether the client can ask them to open a link. */
  readonly canOpen: boolean;
  /** The response. Undefined if the question was not sent yet; null if the person declined. */
  readonly answer: Readonly<Record<string, unknown>> | null | undefined;
}

/** The key under which a call sends its question and receives the response. */
export const questionKey = 'person';

/** Reads a client's capabilities, and the responses that a repeated call contains. */
export function personOf(
  capabilities: { readonly elicitation?: { readonly form?: unknown; readonly url?: unknown } | undefined } | undefined,
  responses: Readonly<Record<string, unknown>> | undefined,
): Person {
  const offered = capabilities?.elicitation;
  const response = responses?.[questionKey] as { action?: unknown; content?: Answer } | undefined;
  return {
    // Older clients declare elicitation as an empty object, which means that they can show forms.
    canBeAsked: offered !== undefined && (offered.form !== undefined || offered.url === undefined),
    canOpen: offered?.url !== undefined,
    answer: response === undefined ? undefined : response.action === 'accept' ? (response.content ?? {}) : null,
  };
}

/** A question to be answered with yes or no, under the key `confirm`. */
export function confirmationQuestion(message: string, title: string): Question {
  return {
    message,
    requestedSchema: { type: 'object', properties: { confirm: { type: 'boolean', title } }, required: ['confirm'] },
  };
}

/**
 * Asks the person about an answer with verdict `low`, if the client can, and returns the chosen records. Asks them to
 * open the offer of a locked document.
 */
export function askedAnswer(
  { tool, args, answer }: { readonly tool: ToolDefinition; readonly args: Answer; readonly answer: Answer },
  person: Person,
): { readonly answer: Answer } | { readonly question: Question | OpenRequest } {
  const open = offerQuestion(answer, person);
  if (open !== undefined) {
    return { question: open };
  }
  const choice = person.canBeAsked ? choiceOf(tool, args, answer) : undefined;
  if (choice === undefined || person.answer === null) {
    return { answer };
  }
  if (person.answer !== undefined) {
    return { answer: chosenAnswer(answer, String(person.answer.choice)) };
  }
  const { message, field, values } = choice;
  const properties = { choice: { type: 'string' as const, title: field, enum: [...values] } };
  return { question: { message, requestedSchema: { type: 'object', properties, required: ['choice'] } } };
}

/** What a tool or resource returns instead of a document that the caller may not read. It contains nothing of the text. */
export interface LockedAnswer {
  readonly locked: true;
  readonly title: string;
  readonly offer: Offer;
}

/** An error of the service. That of a locked document has a title and an offer. */
interface LockedError {
  readonly code: string;
  readonly title?: unknown;
  readonly offer?: unknown;
}

const readingOperations: readonly OperationId[] = ['documents.read', 'documents.fetch'];

/** The answer of a read that failed because the document is locked. Undefined for other errors and operations. */
export function lockedAnswer(operation: OperationId, error: LockedError | undefined): LockedAnswer | undefined {
  return error?.code === 'locked' && readingOperations.includes(operation)
    ? { locked: true, title: String(error.title), offer: error.offer as Offer }
    : undefined;
}

/** Whether an answer is that of a locked document. */
export function isLockedAnswer(answer: object): answer is LockedAnswer {
  return 'locked' in answer && answer.locked === true;
}

/**
 * Asks the person to open the offer of a locked document. Undefined if there is no link, the client cannot open links,
 * or the person has responded already.
 */
export function offerQuestion(answer: object, person: Person): OpenRequest | undefined {
  if (!person.canOpen || person.answer !== undefined || !isLockedAnswer(answer) || answer.offer.url === null) {
    return undefined;
  }
  const { title, offer } = answer;
  const message = `You have no access to "${title}".${offer.text === null ? '' : ` ${offer.text}`} Open the offer?`;
  return { message, url: String(offer.url) };
}
