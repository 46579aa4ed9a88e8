import type { LexicalView } from '@tessera/search-engine';
import { isStrongCode } from '../text/codes.js';
import { fold, squeeze } from '../text/fold.js';
import { quantityWords } from '../text/quantities.js';
import { codeKey, identifierKey, valueKey } from '../text/terms.js';

/** A query with its glued quantities written apart. */
export interface SplitQuery {
  readonly text: string;
  /** Whether a quantity may also be a part of a longer code that no record has: "VS12x3". */
  readonly isOpen: boolean;
}

const words = [...quantityWords].sort((a, b) => b.length - a.length).join('|');
const behind = new RegExp(`^(.+?)(${words})(\\d{1,3})$`, 'i');
const before = new RegExp(`^(\\d{1,3})(${words})(.+)$`, 'i');
const tokens = /[^\s,;()"“”„«»]+/g;
/** Four or five digits that are not a round number, as sizes often are, or more. */
const codeNumber = /^(?:\d{3}[1-9]|\d{3}(?:\d[1-9]|[1-9]0)|\d{6,})$/;

/** Writes "15799x3" and "3x15799" as "15799 x 3" and "3 x 15799" if records have the code, but not the whole. */
export function splitGluedQuantities(text: string, index: LexicalView): SplitQuery {
  let isOpen = false;
  const split = text.replace(tokens, (token) => {
    if (!/\d/.test(token)) {
      return token;
    }
    for (const [expression, place] of [
      [behind, 1],
      [before, 3],
    ] as const) {
      const match = expression.exec(token);
      const code = squeeze(fold(match?.[place] ?? ''));
      const isNumber = codeNumber.test(code);
      if (match !== null && isHeldAlone(code, squeeze(fold(token)), index)) {
        isOpen ||= !isNumber;
        return match.slice(1).join(' ');
      }
    }
    return token;
  });
  return { text: split, isOpen };
}

function isHeldAlone(code: string, whole: string, index: LexicalView): boolean {
  const has = (key: number) => index.frequency(index.find(key)) > 0;
  const isHeld = (spelling: string) => has(identifierKey(spelling)) || has(codeKey(spelling));
  const isMixed = /\d/.test(code) && /\p{L}/u.test(code);
  const isCode = /^\d+$/.test(code)
    ? codeNumber.test(code) && isHeld(code)
    : has(identifierKey(code))
      ? isMixed || isStrongCode(code)
      : isMixed && isStrongCode(code) && has(codeKey(code));
  return isCode && !isHeld(whole) && !has(valueKey(whole));
}
