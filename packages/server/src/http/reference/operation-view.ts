import { html } from 'hono/html';
import type { Markup } from '../pages/layout.js';
import { codesOf, type Located, mainContent, type OpenApi, type Operation, type Schema } from './document.js';
import { fieldsView, typeView } from './schema-view.js';
import { inWords } from './words.js';

/** One operation: what it takes and answers, an example, and a form that calls it. */
export function operationView(located: Located, document: OpenApi, generalCodes: ReadonlySet<string>): Markup {
  const { method, path, operation } = located;
  const { operationId, summary, description } = operation;
  const codes = codesOf(operation).filter((code) => !generalCodes.has(code));
  const answer = mainContent(operation.responses[200]?.content);
  const body = mainContent(operation.requestBody?.content);
  return html`<section class="operation" id="${operationId}">
<h3><a href="#${operationId}">${summary}</a></h3>
<p class="address"><b>${method}</b> <code>${path}</code></p>
${description === undefined ? '' : html`<p>${inWords(description)}</p>`}
<p class="soft">Credential: ${credentialsOf(operation, document)}.${
    codes.length === 0 ? '' : html` Errors of its own: ${codes.map(errorLink)}.`
  }</p>
${parametersView(operation)}
${body === undefined ? '' : html`<h4>Body: ${typeView(body.schema)}</h4>${fieldsView(resolved(body.schema, document))}`}
<h4>Answer: ${answer === undefined ? '' : typeView(answer.schema)}</h4>${answer === undefined ? '' : fieldsView(answer.schema)}
<h4>Example</h4>
<pre>${curlOf(located, document)}</pre>
<pre>${textOf(answer?.example)}</pre>
${tryView(located)}
</section>`;
}

/** The schema behind a name. */
function resolved(schema: Schema, { components }: OpenApi): Schema {
  return components.schemas[schema.$ref?.split('/').at(-1) ?? ''] ?? schema;
}

/** A link to where an error is described, with what separates it from the one before. */
function errorLink(code: string, index: number): Markup {
  return html`${index > 0 ? ', ' : ''}<a href="#error.${code}"><code>${code}</code></a>`;
}

function credentialsOf({ security }: Operation, { components }: OpenApi): Markup {
  const names = security.map((each) => Object.keys(each)[0]);
  const words = names.map((name) =>
    name === undefined ? 'none' : (components.securitySchemes[name]?.description ?? name).replace(/[.]$/, ''),
  );
  return html`${words.join('; or ')}`;
}

function parametersView({ parameters }: Operation): Markup | '' {
  if (parameters.length === 0) {
    return '';
  }
  return html`<h4>Parameters</h4><dl>${parameters.map(({ name, in: place, required, description, schema }) => {
    const note = description ?? schema.description ?? '';
    const preset = schema.default === undefined ? '' : ` Default \`${JSON.stringify(schema.default)}\`.`;
    return html`<dt><code>${name}</code> <span class="type">${place}, ${typeView(schema)}${required ? '' : ', optional'}</span></dt>
<dd>${inWords(`${note}${preset}`)}</dd>`;
  })}</dl>`;
}

/** The example's path with its query. */
function addressOf({ path, operation: { parameters } }: Located): string {
  const filled = path.replace(/\{(\w+)\}/g, (placeholder, name: string) => {
    const example = parameters.find((parameter) => parameter.name === name)?.example;
    return example === undefined ? placeholder : encodeURIComponent(example);
  });
  const query = parameters.flatMap(({ in: place, name, example }): [string, string][] =>
    place === 'query' && example !== undefined ? [[name, example]] : [],
  );
  return query.length === 0 ? filled : `${filled}?${new URLSearchParams(query)}`;
}

function headersOf({ operation }: Located): [name: string, value: string][] {
  const sent = operation.parameters.flatMap(({ in: place, name, example }): [string, string][] =>
    place === 'header' && example !== undefined ? [[name, example]] : [],
  );
  const type = Object.keys(operation.requestBody?.content ?? {})[0];
  return [...(type === undefined || type === '*/*' ? [] : [['Content-Type', type] as [string, string]]), ...sent];
}

function curlOf(located: Located, { servers }: OpenApi): string {
  const { method, operation } = located;
  const needsCredential = operation.security.every((each) => Object.keys(each).length > 0);
  const body = mainContent(operation.requestBody?.content);
  const lines = [
    `curl -sS ${method === 'GET' ? '' : `-X ${method} `}'${servers[0]?.url ?? ''}${addressOf(located)}'`,
    ...(needsCredential ? ['-H "Authorization: Bearer $TOKEN"'] : []),
    ...headersOf(located).map(([name, value]) => `-H '${name}: ${value}'`),
    ...(body === undefined ? [] : [`--data-binary '${inQuotes(textOf(body.example))}'`]),
  ];
  return lines.join(' \\\n  ');
}

function inQuotes(text: string): string {
  return text.replaceAll("'", `'\\''`);
}

function textOf(example: unknown): string {
  return typeof example === 'string' ? example : JSON.stringify(example, undefined, 2);
}

/** Hidden until the script that it needs is there. */
function tryView(located: Located): Markup {
  const body = mainContent(located.operation.requestBody?.content);
  return html`<details hidden><summary>Try it</summary>
<form data-method="${located.method}" data-headers="${JSON.stringify(Object.fromEntries(headersOf(located)))}">
<label>Address <input name="address" value="${addressOf(located)}"></label>
${body === undefined ? '' : html`<label>Body <textarea name="body" rows="6">${textOf(body.example)}</textarea></label>`}
<button>Send</button>
<pre role="status" hidden></pre>
</form></details>`;
}
