// Not in the file of the schemas, because the dashboard uses it and may not load zod, which calls eval.

// Joiners and variation selectors, as in Persian words and emoji, change what is seen after some scripts and symbols.
const seenAfterSome = '[\\u200C\\u200D\\uFE00-\\uFE0F\\u{E0020}-\\u{E01EF}]';
const others = '[^\\0-\\x7F\\s\\p{Script=Latin}\\p{Script=Greek}\\p{Script=Cyrillic}]';
const neverSeen = new RegExp(
  `(?!${seenAfterSome})\\p{Default_Ignorable_Code_Point}|[\\x01-\\x08\\x0E-\\x1F\\x7F-\\x84\\x86-\\x9F]`,
  'gu',
);
// Each run is removed as a whole: passes that remove one character take quadratic time.
const unseenRuns = new RegExp(
  `(?<!${others}|${seenAfterSome})${seenAfterSome}+|(?<![\\u200C\\u200D])[\\u200C\\u200D]+(?=\\s|$)`,
  'gu',
);
const spaces = /[\t-\r \x85\u2028\u2029]+/g;

/**
 * The canonical form of a record id or identifier. Ids that look the same are the same: without outer spaces and
 * invisible characters, with one kind of space, without tabs and line breaks, in Unicode's form NFC. Without what
 * spreadsheets add: the `.0` of an integer, and the marks of text in `="00123"` and `'00123`.
 */
export function canonicalIdText(text: string): string {
  const plain = /^[!-~]*$/.test(text) ? text : visibleText(text);
  const marked = /^="([^"]*)"$/.exec(plain)?.[1] ?? /^'(?=[^\s']*\d)([^']*)$/.exec(plain)?.[1];
  if (marked !== undefined) return canonicalIdText(marked);
  const integer = /^(-?[0-9]+)\.0+$/.exec(plain)?.[1] ?? plain;
  return integer === '-0' ? '0' : integer;
}

function visibleText(text: string): string {
  const plain = text.normalize('NFC').replace(/\p{Zs}/gu, ' ');
  const visible = plain
    .replace(neverSeen, '')
    .replace(unseenRuns, '')
    .replace(spaces, spacesAsShown)
    .normalize('NFC')
    .trim();
  // A joiner that followed a combining mark is invisible once NFC has added the mark to a letter.
  return visible === text ? text : visibleText(visible);
}

/** Several spaces stay. Tabs and line breaks are one space, with the spaces around them. */
function spacesAsShown(run: string): string {
  return /^ +$/.test(run) ? run : ' ';
}

/**
 * Whether a string is a number in the form in which spreadsheets show long ones, such as `4.00638E+12` or
 * `4,00638E+12`. Its last digits are lost, so different records would have the same id.
 */
export function isRoundedId(text: string): boolean {
  return /^[-+]?[0-9](?:[.,][0-9]+)?e\+[0-9]{2,3}$/i.test(text.trim());
}

/** The problem of a rounded id, with advice. */
export const roundedId = {
  message: 'A spreadsheet has rounded the id: its last digits are lost.',
  hint: 'Format the column as text or as a number without decimals in the spreadsheet, and export it again.',
} as const;
