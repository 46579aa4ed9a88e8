import type { RowRecord } from './record-pages.js';

/** Records as JSON to paste: a single record as an object, several as a list of objects with their ids. */
export function recordsJson(records: readonly RowRecord[]): string {
  const objects = records.map(({ external_id: id, attributes }) => ({ external_id: id, attributes }));
  return JSON.stringify(objects.length === 1 ? objects[0] : objects, null, 2);
}

/** One shell command per record that fetches it from the API, with a token from the environment. */
export function recordsCurl(records: readonly RowRecord[], { origin, name }: { origin: string; name: string }) {
  return records
    .map(({ external_id: id }) => {
      const url = `${origin}/collections/${encodeURIComponent(name)}/records/${encodeURIComponent(id)}`;
      return `curl ${quoted(url)} -H "Authorization: Bearer $TESSERA_TOKEN"`;
    })
    .join('\n');
}

/** Quotes text as one word of a shell command. `encodeURIComponent` does not escape the apostrophe. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
