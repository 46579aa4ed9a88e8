// Not in the file of the schemas, because the dashboard uses it and may not load zod, which calls eval.

// Joiners and variation selectors, as in Persian words and emoji, change what is seen after some scripts and symbols.
const seenAfterSome = '[\\u200C\\u200D\\uFE00-\\uFE0F\\u{E0020}-\\u{E01EF}]';
const others = '[^\\0-\\x7F\\s\\p{Script=Latin}\\p{Script=Greek}\\p{Script=Cyrillic}]';
const unseen = new RegExp(
  `(?!${seenAfterSome})\\p{Default_Ignorable_Code_Point}|(?<!${others})${seenAfterSome}|` +
    '[\\u200C\\u200D](?=\\s|$)|[\\x01-\\x08\\x0E-\\x1F\\x7F-\\x9F]',
  'gu',
);

/**
 * The canonical form of a record id or identifier. Ids that look the same are the same: without outer spaces and
 * invisible characters, with one kind of space, in Unicode's form NFC. Without what spreadsheets add: the `.0` of an
 * integer, and the marks of text in `="00123"` and `'00123`.
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
  const visible = plain.replace(unseen, '').normalize('NFC').trim();
  // A character that followed a removed one can be invisible too.
  return visible === text ? text : visibleText(visible);
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
