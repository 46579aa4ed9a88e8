import { errorCodes, resourceOf } from '@tessera/contract';
import { html } from 'hono/html';
import { fontPreload } from '../pages/font.js';
import { mark } from '../pages/icon.js';
import type { Markup } from '../pages/layout.js';
import { codesOf, type Located, type OpenApi, operationsOf } from './document.js';
import { methodView, operationView } from './operation-view.js';
import { referencePath } from './paths.js';
import { fieldsView } from './schema-view.js';
import { inWords } from './words.js';

/** Addresses of the style and the script of the reference. */
export interface ReferenceAssets {
  readonly style: string;
  readonly script: string;
}

/** One page of the reference: the last segment of its address, its title and its content. */
interface ReferencePage {
  readonly name: string;
  readonly title: string;
  readonly content: () => Markup;
}

/** Operations with a page of their own, such as those of groups. */
interface Resource {
  readonly name: string;
  readonly title: string;
  readonly operations: readonly Located[];
}

interface Area {
  readonly title: string;
  readonly description: string;
  readonly resources: readonly Resource[];
}

/**
 * The pages of the reference by name: one for each resource, one for errors, one for schemas. The first page's name is
 * `''`.
 */
export function referencePages(document: OpenApi, assets: ReferenceAssets): ReadonlyMap<string, () => Markup> {
  const operations = operationsOf(document);
  const general = generalCodes(operations);
  const areas = document.tags.map(
    ({ name, description }): Area => ({
      title: name,
      description,
      resources: resourcesOf(operations.filter(({ operation }) => operation.tags[0] === name)),
    }),
  );
  const pages: ReferencePage[] = [
    { name: '', title: 'API reference', content: () => introductionView(document, areas) },
    ...areas.flatMap(({ description, resources }) =>
      resources.map(({ name, title, operations: own }) => ({
        name,
        title,
        content: () => html`<p>${inWords(description)}</p>
${credentialsForm}
${own.map((operation) => operationView(operation, document, general))}`,
      })),
    ),
    { name: 'errors', title: 'Errors', content: () => errorsView(general) },
    { name: 'schemas', title: 'Schemas', content: () => schemasView(document) },
  ];
  return new Map(pages.map((page) => [page.name, () => frame(page, areas, assets)]));
}

function frame({ name, title, content }: ReferencePage, areas: readonly Area[], assets: ReferenceAssets): Markup {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${name === '' ? title : `${title} · API reference`} · Tessera</title>
<link rel="icon" href="/favicon.ico" sizes="32x32">
${fontPreload}
<link rel="stylesheet" href="${assets.style}">
<script src="${assets.script}"></script>
</head>
<body>
<a class="skip" href="#text">Skip to the content</a>
<header class="top"><a class="brand" href="/">${mark}<span>Tessera</span></a><a href="${referencePath()}"${name === '' ? html` aria-current="page"` : ''}>API reference</a><a href="/guide">Guide</a><a class="last" href="/">Back to Tessera</a></header>
<nav aria-label="Contents">
<input class="needs-script" type="search" aria-label="Search the operations" placeholder="Search" autocomplete="off" spellcheck="false">
<p class="unseen" role="status"></p>
${entryView('', 'Introduction', name)}
${areas.map(
  ({ title: area, resources }) =>
    html`${resources.length > 1 ? html`<p>${area}</p>` : ''}${resources.map(
      (resource) =>
        html`<div class="${resource.name === name ? 'current' : ''}${resources.length > 1 ? '' : ' alone'}">${entryView(resource.name, resource.title, name)}<ul>${resource.operations.map((operation) => operationEntry(resource, operation))}</ul></div>`,
    )}`,
)}
${entryView('errors', 'Errors', name)}${entryView('schemas', 'Schemas', name)}
</nav>
<main id="text"${name === '' || name === 'errors' || name === 'schemas' ? html` class="plain"` : ''}>
<h1>${title}</h1>
${content()}
</main>
</body>
</html>
`;
}

function entryView(name: string, title: string, current: string): Markup {
  return html`<a href="${referencePath(name)}"${name === current ? html` aria-current="page"` : ''}>${title}</a>`;
}

function operationEntry(resource: Resource, { method, path, operation }: Located): Markup {
  const [action] = operation.summary.split(/[,;]/, 1);
  const found = `${operation.operationId} ${method} ${path} ${operation.summary}`.toLowerCase();
  return html`<li data-found="${found}"><a href="${referencePath(resource.name, operation.operationId)}">${methodView(method)}<span>${action}</span></a></li>`;
}

function introductionView({ info }: OpenApi, areas: readonly Area[]): Markup {
  return html`${info.description.split('\n\n').map((text) => html`<p>${inWords(text)}</p>`)}
<p>The same for programs: <a href="/openapi.json">openapi.json</a>. The ideas behind it: <a href="/guide">the guide</a>.</p>
${areas.map(
  ({ title, description, resources }) => html`<h2>${title}</h2>
<p>${inWords(firstSentence(description))}</p>
<ul class="resources">${resources.map(
    ({ name, title: resource, operations: own }) =>
      html`<li><a href="${referencePath(name)}"><strong>${resource}</strong><span class="soft">${own.length} ${own.length === 1 ? 'operation' : 'operations'}</span></a></li>`,
  )}</ul>`,
)}`;
}

function resourcesOf(operations: readonly Located[]): Resource[] {
  const pages = operations.map(({ operation }) => resourceOf(operation.operationId));
  return [...new Map(pages.map((page) => [page.name, page])).values()].map(({ name, title }) => ({
    name,
    title,
    operations: operations.filter((_, position) => pages[position]?.name === name),
  }));
}

function firstSentence(text: string): string {
  return /^.*?[.](?= |$)/.exec(text)?.[0] ?? text;
}

const credentialsForm = html`<details class="credentials needs-script"><summary>Credential for “Try it”</summary><form class="credential">
<label>Token or API key <input type="password" name="token" autocomplete="off" spellcheck="false" placeholder="svc_…"></label>
<label>Workspace id, for a personal token <input name="workspace" autocomplete="off" spellcheck="false"></label>
<p class="soft">Used by every “Try it” on this page and not stored. Without a token, calls use your session in this browser.</p>
</form></details>`;

function errorsView(general: ReadonlySet<string>): Markup {
  return html`<p>Every code, with its status. Any route can return the codes marked “any”; they are not repeated there.</p>
<table><thead><tr><th scope="col">Code</th><th scope="col">Status</th><th scope="col">Meaning</th></tr></thead><tbody>
${Object.entries(errorCodes).map(
  ([code, { status, meaning }]) =>
    html`<tr id="error.${code}"><td><code>${code}</code>${general.has(code) ? ' any' : ''}</td><td>${status}</td><td>${inWords(meaning)}</td></tr>`,
)}
</tbody></table>`;
}

function schemasView({ components }: OpenApi): Markup {
  return html`${Object.entries(components.schemas).map(
    ([name, schema]) => html`<section id="schema.${name}"><h2>${name}</h2>
${schema.description === undefined ? '' : html`<p>${inWords(schema.description)}</p>`}${fieldsView(schema)}</section>`,
  )}`;
}

/** Error codes that more than half of the operations can return. */
function generalCodes(operations: readonly Located[]): ReadonlySet<string> {
  const answered = operations.map(({ operation }) => new Set(codesOf(operation)));
  return new Set(
    Object.keys(errorCodes).filter(
      (code) => answered.filter((codes) => codes.has(code)).length > operations.length / 2,
    ),
  );
}
