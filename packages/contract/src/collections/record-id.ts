// Not in the file of the schemas, because the dashboard uses it and may not load zod, which calls eval.

/** The canonical form of a record id: trimmed, and without the `.0` that spreadsheets add to an integer. */
export function canonicalIdText(text: string): string {
  const trimmed = text.trim();
  const integer = /^(-?[0-9]+)\.0+$/.exec(trimmed)?.[1] ?? trimmed;
  return integer === '-0' ? '0' : integer;
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
