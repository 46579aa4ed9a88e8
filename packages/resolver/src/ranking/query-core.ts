import { opposites, phraseAt } from '../text/marks.js';
import { prefixAt } from '../text/names.js';
import { isPlain, labels, nameFillers } from '../text/stop-words.js';
import type { QueryPlan } from './query-plan.js';

/** The positions of the words of a query between those of a request. */
export type Region = ReturnType<typeof coreOf>;

/** Words of requests that are marks elsewhere, such as "in" and "over". */
export const isMarkWord = (text: string) =>
  isPlain(text) && (opposites.has(text) || phraseAt([{ text }], 0)?.kind === 'with');

/** The words of a query that are not those of a request. A request has more than marks: "with Table" is none. */
export function coreOf({ chunks, counting, roles }: QueryPlan) {
  // Also with a label between: "part no. 15799".
  const isBeforeCode = (at: number): boolean => {
    const next = chunks[at + 1];
    const isLabel = next !== undefined && labels.has(next.text) && isBeforeCode(at + 1);
    return next !== undefined && (next.kind !== 'word' || roles[at + 1] === 'identifier' || isLabel);
  };
  const isRequest = (at: number) => {
    const [text, next] = [chunks[at]?.text ?? '', chunks[at + 1]];
    // "A-Link" and "O'Brien" have no article, and neither has "Series A".
    const isJoined = next?.sign === '-' || prefixAt(chunks, at) === 'name';
    const isNamed = next === undefined ? /^[a-z]$/.test(text) : isJoined && !isPlain(next.text);
    const isOfName = nameFillers.has(text) && next?.sign === '' && next.kind === 'word' && !isPlain(next.text);
    const isWord =
      (isPlain(text) && !isNamed && !(isOfName && roles[at + 1] === 'beside')) ||
      (labels.has(text) && isBeforeCode(at));
    return isWord || counting.has(at) || roles[at] === 'identifier';
  };
  let from = 0;
  let to = chunks.length;
  while (from < to && isRequest(from)) {
    from++;
  }
  while (to > from && isRequest(to - 1)) {
    to--;
  }
  const outside = chunks.flatMap(({ text }, at) => (isPlain(text) && (at < from || at >= to) ? [{ text, at }] : []));
  const marks = outside.every(({ text }) => isMarkWord(text)) ? outside.map(({ at }) => at) : [];
  return { from: Math.min(from, ...marks), to: Math.max(to, ...marks.map((at) => at + 1)) };
}
