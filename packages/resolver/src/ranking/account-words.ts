import { wordKey } from '../text/keys.js';
import { isKnownWord } from '../text/meaning-table.js';
import { groupKey, spanKey } from '../text/spans.js';
import { linkWords } from '../text/stop-words.js';
import { stem } from '../text/words.js';
import type { Accounted, Has, Part } from './account-marks.js';
import { agreement, type TokenMatch } from './match.js';
import type { QueryToken } from './query-plan.js';
import { quality } from './vocabulary.js';

/** A word of a query, with its position. */
export interface WordPart extends Part {
  readonly at: number;
  readonly isInTitle: boolean;
}

/**
 * Reads the words and codes of a query, except at the positions that are covered by marks. Those of requests count only
 * where other words are.
 */
export function wordParts(
  matches: readonly TokenMatch[],
  covered: ReadonlySet<number>,
  { plan, record, core }: Accounted,
): WordPart[] {
  const { chunks, roles, counting, tokens, marks } = plan;
  const excluded = new Set(marks.flatMap(({ kind, values }) => (kind === 'without' ? values : [])));
  const words = tokens.map((token, i) => ({ token, ...(matches[i] as TokenMatch) }));
  const hasOf = (word: MatchedToken): Has => {
    const stemmed = stem(word.token.text);
    // Some words are also a part of an address of another record.
    const isSame = word.quality >= agreement || isCorrected(word, words) || record.has(wordKey(stemmed));
    const isAgainst =
      (!excluded.has(stemmed) && record.has(spanKey('without', stemmed))) || record.has(groupKey('name', stemmed));
    return !isSame ? 'nothing' : isAgainst ? 'other' : 'same';
  };
  return chunks.flatMap(({ text, kind }, at): WordPart[] => {
    const isIn = at >= core.from && at < core.to;
    // In "OR-3", the first part belongs to a code.
    const isOfCode = chunks[at + 1]?.joint === 'tight' && chunks[at + 1]?.kind === 'number';
    const isLink = linkWords.has(text) && !isOfCode;
    if (covered.has(at) || roles[at] === 'identifier' || !isIn || isLink) {
      return [];
    }
    const own = words.filter(({ token }) => token.at === at);
    if (own.length === 0) {
      const isInTitle = record.isInTitle(wordKey(stem(text)));
      const has = isInTitle ? 'same' : 'nothing';
      return counting.has(at) ? [] : [{ at, text, kind: isOfCode ? 'code' : 'word', has, isInTitle }];
    }
    return own.map((word) => ({
      at,
      text: word.token.text,
      kind: kind === 'code' ? 'code' : word.token.kind,
      has: hasOf(word),
      isInTitle: word.inTitle >= quality.mistyped,
    }));
  });
}

interface MatchedToken {
  readonly token: QueryToken;
  readonly quality: number;
}

/** Least number of other words that must agree, because one letter of a name is another name. */
const otherWordsMin = 2;

/** Whether a word is only mistyped: the typed word is unknown, the corrected one is known, and other words agree. */
function isCorrected({ token, quality: matched }: MatchedToken, words: readonly MatchedToken[]): boolean {
  const isMistyped = matched === quality.mistyped && token.kind === 'word' && token.corrected.length > 0;
  const others = words.filter((other) => other.token.kind === 'word' && other.quality >= agreement);
  return isMistyped && others.length >= otherWordsMin && !isKnownWord(token.text) && token.corrected.every(isKnownWord);
}
