/** A field of a record. Its value is JSON text, so that numbers are unchanged. */
export type FieldText = readonly [name: string, value: string];

/** The fields in the JSON of a record, in order. The text must be a valid JSON object. */
export function fieldsOf(text: string): FieldText[] {
  const fields: FieldText[] = [];
  let at = afterSpace(text, afterSpace(text, 0) + 1);
  while (text[at] === '"') {
    const nameEnd = endOfString(text, at) + 1;
    const start = afterSpace(text, afterSpace(text, nameEnd) + 1);
    const end = endOfValue(text, start);
    fields.push([JSON.parse(text.slice(at, nameEnd)) as string, text.slice(start, end).trimEnd()]);
    at = afterSpace(text, end + 1);
  }
  return fields;
}

function afterSpace(text: string, from: number): number {
  let at = from;
  while (text[at] === ' ' || text[at] === '\n' || text[at] === '\r' || text[at] === '\t') at += 1;
  return at;
}

/** Index of the comma or bracket after a value. */
function endOfValue(text: string, from: number): number {
  let depth = 0;
  for (let at = from; at < text.length; at += 1) {
    const character = text[at];
    if (character === '"') at = endOfString(text, at);
    else if (character === '{' || character === '[') depth += 1;
    else if (depth === 0 && (character === ',' || character === '}')) return at;
    else if (character === '}' || character === ']') depth -= 1;
  }
  return text.length;
}

/** Index of the last character of the string that starts at a quote. */
function endOfString(text: string, quote: number): number {
  let at = quote + 1;
  while (at < text.length && text[at] !== '"') at += text[at] === '\\' ? 2 : 1;
  return at;
}

/** The JSON of a record with these fields. */
export function textOfFields(fields: Iterable<FieldText>): string {
  return `{${Array.from(fields, ([name, value]) => `${JSON.stringify(name)}:${value}`).join(',')}}`;
}

/** Whether a value is empty: null, blank text or an empty list. */
export function isEmptyText(value: string): boolean {
  if (value === 'null') return true;
  if (value.startsWith('"')) return (JSON.parse(value) as string).trim() === '';
  return /^\[\s*\]$/.test(value);
}
