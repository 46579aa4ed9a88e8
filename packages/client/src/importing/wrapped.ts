/** Names of lists in the answers of APIs, such as Shopify's, Stripe's and OData's. */
export const listNames =
  /^(?:records|data|results?|values?|rows|entries|list|elements|objects|products|customers|orders|contacts|companies|users|members|live_ids|ids)$/;
/** A name that a record has, but not an object around records. */
const recordName = /"(?:id|uuid|key|sku|code|number|name|title|email|\w+_(?:id|key|code|number))"\s*:/i;
/** Names of objects around the object that contains the list, as in OData 2 and GraphQL. */
const outerNames = /^(?:d|data|response|result)$/;

const collection = /"type"\s*:\s*"FeatureCollection"/;
const keyStart = /\s*"((?:[^"\\]|\\.)*)"\s*:\s*/y;
const scalar = /(?:"(?:[^"\\]|\\.)*"|[\w.+-]+)/y;
const comma = /\s*,/y;

/** The start of an object around a list of records: its length up to the list's bracket, and how many objects are open. */
export interface Wrapping {
  readonly length: number;
  readonly objects: number;
}

/**
 * Finds the list in text that starts with an object around a list of records, such as `{"object": "list", "data": [`, a
 * FeatureCollection of GeoJSON, or `{"d": {"results": [`.
 */
export function wrappingOf(text: string): Wrapping | undefined {
  let [at, objects, from] = [text.startsWith('{') ? 1 : text.length, 1, 0];
  while (at < text.length) {
    const name = matchAt(keyStart, text, at);
    if (name === undefined) return undefined;
    at = keyStart.lastIndex;
    const before = text.slice(from, at);
    if (text[at] === '[' && isListName(name, before)) return { length: at + 1, objects };
    if (text[at] === '{' && outerNames.test(name) && !recordName.test(before)) {
      [at, objects, from] = [at + 1, objects + 1, at];
      continue;
    }
    const isNested = text[at] === '{' || text[at] === '[';
    const end = isNested && !collection.test(before) ? undefined : endOfValue(text, at);
    if (end === undefined || matchAt(comma, text, end) === undefined) return undefined;
    at = comma.lastIndex;
  }
  return undefined;
}

function isListName(name: string, before: string): boolean {
  if (name === 'features') return collection.test(before);
  return listNames.test(name) && !recordName.test(before.slice(0, before.lastIndexOf(`"${name}"`)));
}

function matchAt(pattern: RegExp, text: string, at: number): string | undefined {
  pattern.lastIndex = at;
  const found = pattern.exec(text);
  return found === null ? undefined : (found[1] ?? found[0]);
}

/** The index after a value. Undefined if it does not end in the text. */
function endOfValue(text: string, from: number): number | undefined {
  if (text[from] !== '{' && text[from] !== '[')
    return matchAt(scalar, text, from) === undefined ? undefined : scalar.lastIndex;
  let depth = 0;
  for (let at = from; at < text.length; at += 1) {
    const character = text[at];
    if (character === '"') {
      if (matchAt(scalar, text, at) === undefined) return undefined;
      at = scalar.lastIndex - 1;
    } else if (character === '{' || character === '[') depth += 1;
    else if (character === '}' || character === ']') {
      depth -= 1;
      if (depth === 0) return at + 1;
    }
  }
  return undefined;
}
