import { chunksOf } from '../text/chunks.js';
import { measureOfCode } from '../text/keys.js';
import { mentionIn } from '../text/spans.js';
import { wordSet } from '../text/stop-words.js';
import { fold, squeeze, stem } from '../text/words.js';

/** The title of a record with its identifiers, as it is compared. */
export type Title = ReturnType<typeof readTitle>;

/** Minimum characters of a code in a title. Shorter ones name a series, such as "S-310". */
export const codeMin = 5;

/** Reads the title and the identifiers of a record. */
export function readTitle(title: string, identifiers: readonly string[]) {
  const folded = fold(title);
  const chunks = chunksOf(folded);
  const from = mentionIn({ folded, chunks })?.from;
  const parts = folded.slice(0, chunks[from ?? chunks.length]?.start).split(/[\s,;()[\]|]+/);
  const codes = parts.filter((part) => !/^\d{1,3}(?:-\p{L}+|[/.]\d.*)$/u.test(part)).map(squeeze);
  const isSome = (text: string) => text !== '';
  return {
    ...{ folded, chunks, ...namedIn(title) },
    /** The words before what the thing is for. Empty if the title does not say so. */
    head: chunks.slice(0, from ?? 0).map(({ text }) => stem(text)),
    /** The squeezed parts of the title before what the thing is for. */
    tokens: parts.map(squeeze).filter(isSome),
    /** Those of them that are codes, and the identifiers. */
    codes: new Set([...codes.filter(isCode), ...identifiers.map(squeeze).filter(isSome)]),
  };
}

function isCode(token: string): boolean {
  const isSize = measureOfCode(token) !== undefined || /^\d+(?:[a-z]|x\d+)$/.test(token);
  return /\d/.test(token) && token.length >= codeMin && !isSize;
}

/** Legal forms of firms, folded and without punctuation. */
const legalForms = wordSet(
  `gmbh mbh gesmbh ag ek ekfr ekfm kg kgaa ohg gbr ug ev eg ltd limited inc incorporated llc llp lp plc corp corporation co
   company cie sa sas sasu sarl srl spa sl slu snc bv nv vof oy oyj ab aps kft zrt sro doo pty pte sp zoo`,
);
const formPairs = 'limited ltd, incorporated inc, corporation corp, company co, gesmbh gmbh, mbh gmbh, sarl srl';
const sameForms = new Map(formPairs.split(', ').map((pair) => pair.split(' ') as [string, string]));

/** A name without the legal form behind it, and the legal form. A legal form alone is the name. */
export function namedIn(text: string): { readonly name: string; readonly form: string } {
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
