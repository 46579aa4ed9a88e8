import { type SpanKind, scan, signSpan } from '../text/spans.js';
import { stopWords } from '../text/stop-words.js';
import { stem } from '../text/words.js';
import { codeMin, type Title } from './title.js';

/** Whether a stored record has a code of the sent one. `other`: it has none of them. `none`: the sent one has no code. */
export type CodeAgreement = 'same' | 'other' | 'none';

/** Compares the codes in titles and identifiers. A longer code is another one. */
export function compareCodes(ours: Title, theirs: Title): CodeAgreement {
  const isSame = (code: string) => theirs.codes.has(code) || isInside(code, theirs);
  const isShared = [...ours.codes].some(isSame) || [...theirs.codes].some((code) => isInside(code, ours));
  return isShared ? 'same' : ours.codes.size === 0 ? 'none' : 'other';
}

/** Whether a title contains a code, perhaps apart, such as "PS-LX 350 H" for "PSLX350H". */
function isInside(code: string, { tokens }: Title): boolean {
  const isAt = (start: number) => {
    let joined = '';
    for (let at = start; at < tokens.length && joined.length < code.length; at++) {
      joined += tokens[at];
    }
    return joined === code;
  };
  return code.length >= codeMin && /\d/.test(code) && tokens.some((token, at) => code.startsWith(token) && isAt(at));
}

/** Whether two titles share a word that is not weak and no code. If both consist of weak words only, any shared word. */
export function sharesWord(ours: Title, theirs: Title, weak: ReadonlySet<string>): boolean {
  const [words, others] = [ours, theirs].map(({ chunks }) =>
    chunks.map(({ text }) => text).filter((text) => /^\p{L}{2,}$/u.test(text)),
  ) as [string[], string[]];
  const isTelling = (word: string) => !weak.has(word) && !stopWords.has(word);
  const shared = words.filter((word) => others.includes(word));
  return shared.some(isTelling) || (shared.length > 0 && ![...words, ...others].some(isTelling));
}

/** Kinds of marks of which a title has one value for one thing. */
const telling = new Set<SpanKind>([
  ...(['quantity', 'size', 'fraction', 'pack', 'ordinal', 'sign', 'colour', 'opposite', 'letter', 'version'] as const),
]);

/**
 * Whether two titles name different things: another measure, size, pack, colour, letter or opposite, another code of the
 * same form, what one is without, or what only one is for.
 */
export function isOtherMark(ours: Title, theirs: Title): boolean {
  const [own, others] = [marksIn(ours), marksIn(theirs)];
  const isOther = [...own.values].some(([group, values]) => {
    const other = others.values.get(group);
    return other !== undefined && ![...values].some((value) => other.has(value));
  });
  const differs = (one: Marks, { words, without }: Marks, { head }: Title) =>
    [...one.without].some((word) => words.has(word) && !without.has(word)) ||
    (head.length > 0 && !head.some((word) => words.has(word)));
  return isOther || differs(own, others, ours) || differs(others, own, theirs);
}

type Marks = ReturnType<typeof marksIn>;

function marksIn({ folded, chunks }: Title) {
  const spans = scan({ folded, chunks });
  // By kind and group. A code has the group of its form, in which digits are zeros: "S22" and "S23".
  const values = new Map<string, Set<string>>();
  const add = (group: string, value: string) => values.set(group, (values.get(group) ?? new Set()).add(value));
  const signed = new Set(spans.flatMap(({ kind, first }) => (kind === 'sign' ? [first] : [])));
  const unsigned = chunks.flatMap(({ text }, at) => (signed.has(at) ? [] : [signSpan(at, text)]));
  for (const { kind, groups } of [...spans, ...unsigned].filter((span) => telling.has(span.kind))) {
    for (const { name, value } of groups) {
      add(`${kind} ${name}`, value);
    }
  }
  for (const { text } of chunks.filter(({ kind }) => kind === 'code')) {
    add(`code ${text.replace(/\d/g, '0')}`, text);
  }
  const without = new Set(spans.flatMap((span) => (span.kind === 'without' ? span.values : [])));
  return { values, without, words: new Set(chunks.map(({ text }) => stem(text))) };
}
