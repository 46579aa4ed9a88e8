import { chunksOf } from '../text/chunks.js';
import { mentionIn, type SpanKind, scan, signSpan } from '../text/spans.js';
import { fold, stem } from '../text/words.js';

/** Kinds of marks of which a title has one value for one thing. */
const telling = new Set<SpanKind>([
  ...(['quantity', 'size', 'fraction', 'pack', 'ordinal', 'sign', 'colour', 'opposite', 'letter', 'version'] as const),
]);

/**
 * Whether two titles name different things: another measure, size, pack, colour, letter or opposite, another code of the same form,
 * what one is without, or what only one is for.
 */
export function isOtherMark(sent: string, stored: string): boolean {
  const [ours, theirs] = [marksIn(sent), marksIn(stored)];
  const isLacking = (one: Marks, other: Marks) =>
    [...one.without].some((word) => other.words.has(word) && !other.without.has(word));
  const isOther = [...ours.values].some(([group, values]) => {
    const others = theirs.values.get(group);
    return others !== undefined && ![...values].some((value) => others.has(value));
  });
  const isFor = (one: Marks, other: Marks) => one.head.length > 0 && !one.head.some((word) => other.words.has(word));
  return (
    isOther ||
    [...ours.codes].some(([form, code]) => !theirs.words.has(code) && isAnother(form, code, theirs)) ||
    [isLacking, isFor].some((differ) => differ(ours, theirs) || differ(theirs, ours))
  );
}

/** Whether a title has a code of the same letters with other digits: "S22" and "S23". */
function isAnother(form: string, code: string, { codes }: Marks): boolean {
  const other = codes.get(form);
  return other !== undefined && other !== code;
}

interface Marks {
  /** The values by kind and group. */
  readonly values: ReadonlyMap<string, ReadonlySet<string>>;
  readonly without: ReadonlySet<string>;
  readonly words: ReadonlySet<string>;
  /** The words before what the thing is for. Empty if the title does not say so. */
  readonly head: readonly string[];
  /** Codes by their form, in which digits are zeros. */
  readonly codes: ReadonlyMap<string, string>;
}

function marksIn(title: string): Marks {
  const folded = fold(title);
  const chunks = chunksOf(folded);
  const spans = scan({ folded, chunks });
  const values = new Map<string, Set<string>>();
  const signed = new Set(spans.flatMap(({ kind, first }) => (kind === 'sign' ? [first] : [])));
  const unsigned = chunks.flatMap(({ text }, at) => (signed.has(at) ? [] : [signSpan(at, text)]));
  for (const { kind, groups } of [...spans, ...unsigned].filter((span) => telling.has(span.kind))) {
    for (const { name, value } of groups) {
      const group = `${kind} ${name}`;
      values.set(group, (values.get(group) ?? new Set()).add(value));
    }
  }
  const without = new Set(spans.flatMap((span) => (span.kind === 'without' ? span.values : [])));
  const { from = 0 } = mentionIn({ folded, chunks }) ?? {};
  const words = chunks.map(({ text }) => stem(text));
  const codes = chunks
    .filter(({ kind }) => kind === 'code')
    .map(({ text }) => [text.replace(/\d/g, '0'), text] as const);
  return { values, without, words: new Set(words), head: words.slice(0, from), codes: new Map(codes) };
}
