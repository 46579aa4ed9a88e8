import { html } from 'hono/html';
import type { Markup } from '../pages/layout.js';
import { codesOf, type Located, mainContent, type OpenApi, type Operation, type Schema, sentBody } from './document.js';
import { referencePath } from './paths.js';
import { addressOf, headersOf, type Language, languages, samplesOf, textOf } from './samples.js';
import { fieldsView, typeView } from './schema-view.js';
import { inWords } from './words.js';

/** Renders an operation: input and response, an example, and a form that calls it. */
export function operationView(located: Located, document: OpenApi, generalCodes: ReadonlySet<string>): Markup {
  const { method, path, operation } = located;
  const { operationId, summary, description } = operation;
  const codes = codesOf(operation).filter((code) => !generalCodes.has(code));
  const answer = mainContent(operation.responses[200]?.content);
  const body = mainContent(operation.requestBody?.content);
  return html`<section class="operation" id="${operationId}">
<div class="words">
<h2><a href="#${operationId}">${summary}</a></h2>
<p class="address">${methodView(method)} <code>${path}</code></p>
${description === undefined ? '' : html`<p>${inWords(description)}</p>`}
<p class="soft">Credential: ${credentialsOf(operation, document)}.${
    codes.length === 0 ? '' : html` Errors of its own: ${codes.map(errorLink)}.`
  }</p>
${parametersView(operation)}
${body === undefined ? '' : html`<h3>Body: ${typeView(body.schema)}</h3>${fieldsView(resolved(body.schema, document))}`}
<h3>Answer: ${answer === undefined ? '' : typeView(answer.schema)}</h3>${answer === undefined ? '' : fieldsView(answer.schema)}
</div>
<div class="example">
<h3>Example</h3>
${samplesView(located, document)}
<pre class="answer" tabindex="0" aria-label="Answer">${highlighted(textOf(answer?.example))}</pre>
${tryView(located)}
</div>
</section>`;
}

/** Resolves a schema reference. */
function resolved(schema: Schema, { components }: OpenApi): Schema {
  return components.schemas[schema.$ref?.split('/').at(-1) ?? ''] ?? schema;
}

/** A link to the description of an error, after a separator. */
function errorLink(code: string, index: number): Markup {
  return html`${index > 0 ? ', ' : ''}<a href="${referencePath('errors', `error.${code}`)}"><code>${code}</code></a>`;
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
  return html`<h3>Parameters</h3><dl>${parameters.map(({ name, in: location, required, description, schema }) => {
    const note = description ?? schema.description ?? '';
    const preset = schema.default === undefined ? '' : ` Default \`${JSON.stringify(schema.default)}\`.`;
    return html`<dt><code>${name}</code> <span class="type">${location}, ${typeView(schema)}${required ? '' : ', optional'}</span></dt>
<dd>${inWords(`${note}${preset}`)}</dd>`;
  })}</dl>`;
}

/** The method of an operation, colored. */
export function methodView(method: string): Markup {
  return html`<span class="method ${method.toLowerCase()}">${method}</span>`;
}

/** The example call in each language. Without JavaScript, only curl is shown. */
function samplesView(located: Located, document: OpenApi): Markup {
  const samples = Object.entries(samplesOf(located, document)) as [Language, string][];
  return html`<div class="languages needs-script" role="group" aria-label="Language">${samples.map(
    ([language]) =>
      html`<button type="button" data-language="${language}" aria-pressed="${language === 'curl'}">${languages[language]}</button>`,
  )}</div>${samples.map(([language, code]) => html`<pre class="sample ${language}">${highlighted(code)}</pre>`)}`;
}

/** The form that calls the operation. Hidden without JavaScript. */
function tryView(located: Located): Markup {
  const body = sentBody(located.operation);
  return html`<details class="needs-script"><summary>Try it</summary>
<form data-method="${located.method}" data-headers="${JSON.stringify(Object.fromEntries(headersOf(located)))}">
<label>Address <input name="address" value="${addressOf(located)}"></label>
${body === undefined ? '' : html`<label>Body <textarea name="body" rows="6">${textOf(body.example)}</textarea></label>`}
<button>Send</button>
<pre role="status" hidden></pre>
</form></details>`;
}

const highlightedTokens = new RegExp(
  [
    String.raw`(?<name>"(?:[^"\\]|\\.)*"(?=:))`,
    String.raw`(?<string>"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')`,
    String.raw`(?<word>\b(?:import|from|const|await|process|curl|true|false|null|True|False|None)\b|(?<= )-\w+|(?<= )--[\w-]+)`,
  ].join('|'),
  'g',
);

/** Highlights strings and keywords of example code; field names stay plain. */
function highlighted(code: string): Markup {
  const pieces: (string | Markup)[] = [];
  let from = 0;
  for (const { 0: text, index, groups = {} } of code.matchAll(highlightedTokens)) {
    if (groups.name !== undefined) {
      continue;
    }
    const kind = Object.keys(groups).find((name) => groups[name] !== undefined);
    pieces.push(code.slice(from, index), html`<span class="${kind}">${text}</span>`);
    from = index + text.length;
  }
  return html`${[...pieces, code.slice(from)]}`;
}
