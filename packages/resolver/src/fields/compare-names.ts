import { isKnownWord } from '../text/meaning-table.js';
import { innerArticles } from '../text/stop-words.js';
import { spellOut } from '../text/words.js';
import { compareWords, isMistyped, pairWords, wordsOf } from './compare-words.js';
import type { Agreement } from './field-value.js';
import { namedIn, type Title } from './title.js';

/** Maximum words of a name. More describe a thing. */
const nameWords = 4;

/**
 * Compares two names or titles by their words. A legal form, a place and a common word (`weak`) confirm no name: names
 * that differ in another word are different.
 */
export function compareNames(sent: string, stored: string, weak: ReadonlySet<string>): Agreement {
  const [one, other] = [namedIn(sent), namedIn(stored)];
  const plain = compareWords(one.name, other.name);
  if (plain !== 'close' || Math.max(wordsOf(one.name).length, wordsOf(other.name).length) > nameWords) {
    return plain === 'yes' && one.form !== other.form ? 'close' : plain;
  }
  const { paired, left, right } = pairWords(spelled(one.name), spelled(other.name));
  const isTelling = (word: string) => !weak.has(word);
  const isAnother = left.some(isTelling) && right.some(isTelling);
  const isAnyTelling = [...paired, ...left, ...right].some(isTelling);
  return isAnother || (isAnyTelling && !paired.some(isTelling)) ? 'no' : 'close';
}

/** Whether two names of few words differ in a word that is similar, but another name: both words are known. */
export function isOtherName(sent: Title, stored: Title): boolean {
  const [one, other] = [spelled(sent.name), spelled(stored.name)];
  if (Math.max(one.length, other.length) > nameWords) {
    return false;
  }
  const known = (word: string, own: readonly string[]) => word.length > 1 && !own.includes(word) && isKnownWord(word);
  return one.some((word) => known(word, other) && other.some((each) => known(each, one) && isMistyped(word, each)));
}

/** Whether a name is one word of a longer one. */
export function isPartOfName(sent: Title, stored: Title): boolean {
  const length = wordsOf(stored.name).length;
  return wordsOf(sent.name).length === 1 && length > 1 && length <= nameWords;
}

/** The words of a title that a record has neither in its own title, in a similar spelling, nor in other values. */
export function leftOver(sent: Title, stored: Title, others: readonly string[]): string[] {
  return pairWords(spelled(sent.name), [stored.name, ...others].flatMap(spelled)).left.filter(
    (word) => !innerArticles.has(word),
  );
}

const spelled = (name: string) => wordsOf(spellOut(name) ?? name);
