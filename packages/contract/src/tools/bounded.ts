import { limits } from '../limits.js';
import type { RouteDefinition } from '../route.js';
import { routes } from '../routes.js';
import type { ToolDefinition } from './define.js';

type Answer = Readonly<Record<string, unknown>>;

/** A call whose answer can be too long for an agent. */
export interface ToolAnswer {
  readonly tool: ToolDefinition;
  readonly args: Answer;
  readonly answer: Answer;
}

/** Serializes an answer as text. */
export type Stringify = (value: unknown) => string;

/** The part of a list or object that was omitted. */
interface Cut {
  readonly path: string;
  readonly length: number;
  readonly shown: number;
  readonly call: string;
}

const maximum = limits.toolResultCharacters;
/** Lengths to which strings are cut, tried in order until the answer is short enough. */
const textLengths = [80_000, 40_000, 20_000, 5_000, 1_000, 200];
/** Reserved for the entries of `cut`. */
const spareCharacters = 2_000;

/**
 * An answer of at most 100,000 characters as text. Longer strings are cut first, then lists, with their length and the
 * call that returns them completely.
 */
export function boundAnswer(call: ToolAnswer, stringify: Stringify): Answer {
  const fits = (answer: unknown) => stringify(answer).length <= maximum;
  if (fits(call.answer)) {
    return call.answer;
  }
  const piece = shorterPiece(call, stringify);
  if (piece !== undefined) {
    return piece;
  }
  const whole = callOf(call);
  for (const length of textLengths) {
    const cut = cutTexts(call.answer, length, whole) as Answer;
    if (fits(cut)) {
      return cut;
    }
  }
  return cutLists(cutTexts(call.answer, textLengths.at(-1) ?? 0, whole) as Answer, call, stringify);
}

const documentReads = ['read_document', 'fetch'];

/** A shorter piece of a document's text, with the next offset at its end. */
function shorterPiece({ tool, args, answer }: ToolAnswer, stringify: Stringify): Answer | undefined {
  const { text, metadata } = answer;
  if (!documentReads.includes(tool.name) || typeof text !== 'string') {
    return undefined;
  }
  const start = Number(args.offset ?? 0);
  const pieceOf = (length: number): Answer => {
    const shown = withoutHalf(text.slice(0, length));
    const next_offset = start + shown.length;
    return tool.name === 'fetch'
      ? { ...answer, text: shown, metadata: { ...(metadata as Answer), next_offset } }
      : { ...answer, text: shown, next_offset };
  };
  const length = largest(text.length, (characters) => stringify(pieceOf(characters)).length <= maximum);
  return length === 0 ? undefined : pieceOf(length);
}

/** The largest number up to `most` for which `passes` is true; 0 if there is none. */
function largest(most: number, passes: (count: number) => boolean): number {
  let [low, high] = [0, most];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    [low, high] = passes(middle) ? [middle, high] : [low, middle - 1];
  }
  return low;
}

const resultTools = ['query_collection', 'resolve', 'resolve_records'];

/** The call that returns the omitted part: a tool if one can, otherwise the route. */
function callOf({ tool, args }: ToolAnswer): string {
  if (resultTools.includes(tool.name)) {
    return 'get_record with the external_id';
  }
  const { method, path }: RouteDefinition = routes[tool.operation];
  const { params, query } = tool.toInput(args);
  const filled = path.replaceAll(/\{(\w+)\}/g, (_whole, name: string) => encodeURIComponent(params[name] ?? ''));
  const search = new URLSearchParams(query).toString();
  return `${method} ${filled}${search === '' ? '' : `?${search}`}`;
}

/** A copy in which longer strings are cut. Exact numbers are objects of their own class and are not changed. */
function cutTexts(value: unknown, length: number, call: string): unknown {
  if (typeof value === 'string') {
    return value.length <= length
      ? value
      : `${withoutHalf(value.slice(0, length))}… [cut: ${value.length} characters, ${call} returns all]`;
  }
  if (Array.isArray(value)) {
    return value.map((item) => cutTexts(item, length, call));
  }
  return isPlain(value)
    ? Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, cutTexts(inner, length, call)]))
    : value;
}

/** Cuts the longest lists and objects of an answer until it is short enough. */
function cutLists(answer: Answer, call: ToolAnswer, stringify: Stringify): Answer {
  const cuts: Cut[] = [];
  let shorter: Answer = answer;
  const sizes = Object.entries(answer).map(([path, value]) => ({ path, size: stringify(value)?.length ?? 0 }));
  for (const { path } of sizes.sort((one, other) => other.size - one.size)) {
    if (stringify({ ...shorter, cut: cuts }).length <= maximum) {
      break;
    }
    const value = shorter[path];
    const entries = Array.isArray(value) ? value : isPlain(value) ? Object.entries(value) : [];
    const keep = (shown: number): Answer => ({
      ...shorter,
      [path]: Array.isArray(value) ? value.slice(0, shown) : Object.fromEntries(entries.slice(0, shown)),
    });
    if (entries.length > 0) {
      const room = maximum - spareCharacters;
      const shown = largest(entries.length, (items) => stringify(keep(items)).length <= room);
      shorter = keep(shown);
      cuts.push({ path, length: entries.length, shown, call: narrowerCall(call, shown) });
    }
  }
  // The cursor is removed, because it starts after the whole page and would skip the part that was cut.
  const { next_cursor: _cursor, ...rest } = shorter;
  return { ...('limit' in call.tool.input.shape ? rest : shorter), cut: cuts };
}

/** The call that returns the omitted entries of a list. */
function narrowerCall(call: ToolAnswer, shown: number): string {
  const { tool } = call;
  const narrowed = ['limit', 'top_k'].find((argument) => argument in tool.input.shape);
  if (narrowed === 'limit' && shown > 0) {
    return `${tool.name} with limit: ${shown}, then with its next_cursor`;
  }
  if (resultTools.includes(tool.name)) {
    return `${tool.name} with fewer ${tool.name === 'resolve_records' ? 'queries' : 'results (top_k)'} or fields at once`;
  }
  return callOf(call);
}

function withoutHalf(text: string): string {
  return /[\ud800-\udbff]$/.test(text) ? text.slice(0, -1) : text;
}

function isPlain(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}
