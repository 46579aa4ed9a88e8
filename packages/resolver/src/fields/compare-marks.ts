import { chunksOf } from '../text/chunks.js';
import { type SpanKind, scan, signSpan } from '../text/spans.js';
import { fold, stem } from '../text/words.js';

/** Kinds of marks of which a title has one value for one thing. */
const telling = new Set<SpanKind>(['quantity', 'size', 'fraction', 'pack', 'ordinal', 'sign', 'colour', 'opposite']);

/** Whether two titles name different things: another measure, size, pack, colour or opposite, or what one is without. */
export function isOtherMark(sent: string, stored: string): boolean {
  const [ours, theirs] = [marksIn(sent), marksIn(stored)];
  const isLacking = (one: Marks, other: Marks) =>
    [...one.without].some((word) => other.words.has(word) && !other.without.has(word));
  const isOther = [...ours.values].some(([group, values]) => {
    const others = theirs.values.get(group);
    return others !== undefined && ![...values].some((value) => others.has(value));
  });
  return isOther || isLacking(ours, theirs) || isLacking(theirs, ours);
}

interface Marks {
  /** The values by kind and group. */
  readonly values: ReadonlyMap<string, ReadonlySet<string>>;
  readonly without: ReadonlySet<string>;
  readonly words: ReadonlySet<string>;
}

function marksIn(title: string): Marks {
  const chunks = chunksOf(title);
  const spans = scan({ folded: fold(title), chunks });
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
  return { values, without, words: new Set(chunks.map(({ text }) => stem(text))) };
}
