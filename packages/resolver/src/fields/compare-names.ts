import { isKnownWord } from '../text/meaning-table.js';
import { stopWords, wordSet } from '../text/stop-words.js';
import { fold, spellOut, squeeze } from '../text/words.js';
import { compareWords, isMistyped, pairWords, wordsOf } from './compare-words.js';
import type { Agreement, FieldValue } from './field-value.js';

/** Legal forms of firms, folded and without punctuation. */
const legalForms = wordSet(
  `gmbh mbh gesmbh ag ek ekfr ekfm kg kgaa ohg gbr ug ev eg ltd limited inc incorporated llc llp lp plc corp corporation co
   company cie sa sas sasu sarl srl spa sl slu snc bv nv vof oy oyj ab aps kft zrt sro doo pty pte sp zoo`,
);
const formPairs = 'limited ltd, incorporated inc, corporation corp, company co, gesmbh gmbh, mbh gmbh, sarl srl';
const sameForms = new Map(formPairs.split(', ').map((pair) => pair.split(' ') as [string, string]));
/** Maximum words of a name. More describe a thing. */
const nameWords = 4;

/**
 * Compares two names or titles by their words. A legal form, a place and a common word (`weak`) confirm no name: names
 * that differ in another word are different.
 */
export function compareNames(sent: FieldValue, stored: FieldValue, weak: ReadonlySet<string>): Agreement {
  if (sent.texts.length === 0 || stored.texts.length === 0) {
    return 'absent';
  }
  const found = sent.texts.flatMap((one) => stored.texts.map((other) => compareTwo(one, other, weak)));
  return found.includes('yes') ? 'yes' : found.includes('close') ? 'close' : 'no';
}

function compareTwo(sent: string, stored: string, weak: ReadonlySet<string>): Agreement {
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

/** Whether a name has a legal form. */
export function isFirm(name: string): boolean {
  return namedIn(name).form !== '';
}

/** Whether two names of few words differ in a word that is similar, but another name: both words are known. */
export function isOtherName(sent: string, stored: string): boolean {
  const [one, other] = [sent, stored].map((text) => spelled(namedIn(text).name));
  if (one === undefined || other === undefined || Math.max(one.length, other.length) > nameWords) {
    return false;
  }
  const known = (word: string, own: readonly string[]) => word.length > 1 && !own.includes(word) && isKnownWord(word);
  return one.some((word) => known(word, other) && other.some((each) => known(each, one) && isMistyped(word, each)));
}

/** Whether a name is one word of a longer one. */
export function isPartOfName(sent: string, stored: string): boolean {
  const [one, other] = [sent, stored].map((text) => wordsOf(namedIn(text).name).length) as [number, number];
  return one === 1 && other > 1 && other <= nameWords;
}

/** Whether both names have a legal form, and not the same one. */
export function isOtherForm(sent: string, stored: string): boolean {
  const [one, other] = [namedIn(sent).form, namedIn(stored).form];
  return one !== '' && other !== '' && one !== other;
}

const spelled = (name: string) => wordsOf(spellOut(name) ?? name);

/** A name without the legal form behind it. A legal form alone is the name. */
function namedIn(text: string): { readonly name: string; readonly form: string } {
  const words = text.trim().split(/\s+/);
  let end = words.length;
  while (end > 1 && isForm(words, end - 1)) {
    end--;
  }
  const forms = words.slice(end).map((word) => sameForms.get(squeeze(word)) ?? squeeze(word));
  return { name: words.slice(0, end).join(' '), form: forms.join('') };
}

/** Whether a word behind a name belongs to its legal form. "5 KG" is a weight. */
function isForm(words: readonly string[], at: number): boolean {
  const form = squeeze(words[at] ?? '');
  return form === '' || (legalForms.has(form) && !/\d$/.test(words[at - 1] ?? ''));
}

/** Whether two titles share a word that is not weak and no code. If both consist of weak words only, any shared word. */
export function sharesWord(sent: string, stored: string, weak: ReadonlySet<string>): boolean {
  const [ours, theirs] = [sent, stored].map((text) => wordsOf(fold(text)).filter((word) => /^\p{L}{2,}$/u.test(word)));
  const isTelling = (word: string) => !weak.has(word) && !stopWords.has(word);
  const shared = (ours ?? []).filter((word) => theirs?.includes(word));
  return shared.some(isTelling) || (shared.length > 0 && ![...(ours ?? []), ...(theirs ?? [])].some(isTelling));
}
