import { type Located, type OpenApi, type Parameter, sentBody } from './document.js';

/** The languages of the examples, in order, with their display names. */
export const languages = { curl: 'curl', typescript: 'TypeScript', python: 'Python' } as const;

// The packages that the example code imports. The service itself does not depend on them.
const clientPackage = '@tessera/client';
const environment = ['process', 'env'].join('.');

/** A language of the examples. */
export type Language = keyof typeof languages;

/** Generates the example call of an operation in each language. The code reads the credential from `TOKEN`. */
export function samplesOf(located: Located, document: OpenApi): Readonly<Record<Language, string>> {
  return {
    curl: curlOf(located, document),
    typescript: typescriptOf(located, document),
    python: pythonOf(located, document),
  };
}

/** The example's path with its query. */
export function addressOf(located: Located): string {
  const query = exampleOf(located, 'query').map(([name, value]): [string, string] => [name, String(value)]);
  const path = pathOf(located);
  return query.length === 0 ? path : `${path}?${new URLSearchParams(query)}`;
}

/** The headers of the example without its credential. */
export function headersOf(located: Located): [name: string, value: string][] {
  const sent = exampleOf(located, 'header').map(([name, value]): [string, string] => [name, String(value)]);
  const { operation } = located;
  const type = sentBody(operation) === undefined ? undefined : Object.keys(operation.requestBody?.content ?? {})[0];
  return [...(type === undefined || type === '*/*' ? [] : [['Content-Type', type] as [string, string]]), ...sent];
}

/** An example body as text: file bytes unchanged, otherwise JSON. */
export function textOf(example: unknown): string {
  return typeof example === 'string' ? example : JSON.stringify(example, undefined, 2);
}

function pathOf(located: Located): string {
  const values = new Map(exampleOf(located, 'path'));
  return located.path.replace(/\{(\w+)\}/g, (placeholder, name: string) => {
    const value = values.get(name);
    return value === undefined ? placeholder : encodeURIComponent(value);
  });
}

/** The example's values for one parameter location. Values are numbers if the contract says so. */
function exampleOf({ operation }: Located, location: Parameter['in']): [name: string, value: string | number][] {
  return operation.parameters.flatMap(({ in: own, name, example, schema }): [string, string | number][] => {
    if (own !== location || example === undefined) {
      return [];
    }
    return [[name, schema.type === 'integer' || schema.type === 'number' ? Number(example) : example]];
  });
}

function needsCredential({ operation }: Located): boolean {
  return operation.security.every((each) => Object.keys(each).length > 0);
}

function curlOf(located: Located, { servers }: OpenApi): string {
  const { method, operation } = located;
  const body = sentBody(operation);
  const lines = [
    `curl -sS ${method === 'GET' ? '' : `-X ${method} `}'${servers[0]?.url ?? ''}${addressOf(located)}'`,
    ...(needsCredential(located) ? ['-H "Authorization: Bearer $TOKEN"'] : []),
    ...headersOf(located).map(([name, value]) => `-H '${name}: ${value}'`),
    ...(body === undefined ? [] : [`--data-binary '${textOf(body.example).replaceAll("'", `'\\''`)}'`]),
  ];
  return lines.join(' \\\n  ');
}

function typescriptOf(located: Located, { servers }: OpenApi): string {
  const body = sentBody(located.operation);
  // The generated client accepts the headers of a route together with its query parameters.
  const query = [...exampleOf(located, 'query'), ...exampleOf(located, 'header')];
  const request = {
    ...objectUnless('params', exampleOf(located, 'path')),
    ...objectUnless('query', query),
    ...(body === undefined ? {} : { body: body.example }),
  };
  const token = needsCredential(located) ? `, token: ${environment}.TOKEN` : '';
  const sent = Object.keys(request).length === 0 ? '' : `, ${unquoted(JSON.stringify(request, undefined, 2))}`;
  return `import { createClient } from '${clientPackage}';

const client = createClient({ baseUrl: '${servers[0]?.url ?? ''}'${token} });
const answer = await client.call('${located.operation.operationId}'${sent});`;
}

function objectUnless(name: string, entries: [string, string | number][]): Record<string, unknown> {
  return entries.length === 0 ? {} : { [name]: Object.fromEntries(entries) };
}

/** Removes the quotes of field names in JSON, as TypeScript is usually written. */
function unquoted(json: string): string {
  return json.replace(/^(\s*)"([A-Za-z_]\w*)":/gm, '$1$2:');
}

function pythonOf(located: Located, { servers }: OpenApi): string {
  const { method, operation } = located;
  const [content] = sentBody(operation) === undefined ? [] : Object.entries(operation.requestBody?.content ?? {});
  const isJson = content?.[0] === 'application/json';
  const headers = headersOf(located).filter(([name]) => !(isJson && name === 'Content-Type'));
  const sent = headers.map(([name, value]) => `${JSON.stringify(name)}: ${JSON.stringify(value)}`);
  const all = needsCredential(located) ? [`"Authorization": f"Bearer {os.environ['TOKEN']}"`, ...sent] : sent;
  const query = exampleOf(located, 'query');
  const body = content?.[1].example;
  const lines = [
    `${JSON.stringify(method)},`,
    `${JSON.stringify(`${servers[0]?.url ?? ''}${pathOf(located)}`)},`,
    ...(all.length === 0 ? [] : [`headers={${all.join(', ')}},`]),
    ...(query.length === 0 ? [] : [`params=${literal(Object.fromEntries(query))},`]),
    ...(content === undefined
      ? []
      : [isJson ? `json=${literal(body)},` : `content=${literal(textOf(body))}.encode(),`]),
  ];
  const imports = needsCredential(located) ? 'import os\n\nimport httpx' : 'import httpx';
  return `${imports}\n\nanswer = httpx.request(\n    ${lines.join('\n    ')}\n)\nanswer.raise_for_status()`;
}

/** A JSON value as a Python literal. */
function literal(value: unknown, indent = '    '): string {
  const inner = `${indent}    `;
  if (Array.isArray(value)) {
    return value.length === 0 ? '[]' : `[${value.map((each) => literal(each, indent)).join(', ')}]`;
  }
  if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value).map(
      ([name, each]) => `${inner}${JSON.stringify(name)}: ${literal(each, inner)},`,
    );
    return entries.length === 0 ? '{}' : `{\n${entries.join('\n')}\n${indent}}`;
  }
  const words: Readonly<Record<string, string>> = { true: 'True', false: 'False', null: 'None' };
  const text = JSON.stringify(value);
  return typeof value === 'string' ? text : (words[text] ?? text);
}
