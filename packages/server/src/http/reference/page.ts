import { errorCodes } from '@tessera/contract';
import { html } from 'hono/html';
import { fontPreload } from '../pages/font.js';
import type { Markup } from '../pages/layout.js';
import { codesOf, type Located, type OpenApi, operationsOf } from './document.js';
import { methodView, operationView } from './operation-view.js';
import { fieldsView } from './schema-view.js';
import { inWords } from './words.js';

/** The reference as one page: introduction, areas with their operations, schemas, and every error once. */
export function referencePage(document: OpenApi, assets: { readonly style: string; readonly script: string }): Markup {
  const operations = operationsOf(document);
  const general = generalCodes(operations);
  const areas = document.tags.map((tag) => ({
    ...tag,
    operations: operations.filter(({ operation }) => operation.tags[0] === tag.name),
  }));
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>API reference · Tessera</title>
<link rel="icon" href="/favicon.ico" sizes="32x32">
${fontPreload}
<link rel="stylesheet" href="${assets.style}">
<script src="${assets.script}"></script>
</head>
<body>
<nav aria-label="Contents">
<input class="needs-script" type="search" aria-label="Search the operations" placeholder="Search" autocomplete="off" spellcheck="false">
<p class="unseen" role="status"></p>
<a href="#introduction">Introduction</a>
${areas.map(({ name, operations: own }) => html`<div><a href="#${anchorOf(name)}">${name}</a><ul>${own.map(entryView)}</ul></div>`)}
<a href="#errors">Errors</a><a href="#schemas">Schemas</a>
</nav>
<main>
<h1 id="introduction">API reference</h1>
${document.info.description.split('\n\n').map((text) => html`<p>${inWords(text)}</p>`)}
<p>The same for programs: <a href="/openapi.json">openapi.json</a>. The ideas behind it: <a href="/guide">the guide</a>.</p>
<form class="credentials needs-script">
<label>Token or API key <input type="password" name="token" autocomplete="off" spellcheck="false" placeholder="svc_…"></label>
<label>Workspace id, for a personal token <input name="workspace" autocomplete="off" spellcheck="false"></label>
<p class="soft">Used by every “Try it” on this page and not stored. Without a token, calls use your session in this browser.</p>
</form>
${areas.map(
  ({ name, description, operations: own }) => html`<h2 id="${anchorOf(name)}">${name}</h2>
<p>${inWords(description)}</p>
${own.map((operation) => operationView(operation, document, general))}`,
)}
<h2 id="errors">Errors</h2>
<p>Every code, with its status. Any route can return the codes marked “any”; they are not repeated above.</p>
<table><thead><tr><th scope="col">Code</th><th scope="col">Status</th><th scope="col">Meaning</th></tr></thead><tbody>
${Object.entries(errorCodes).map(
  ([code, { status, meaning }]) =>
    html`<tr id="error.${code}"><td><code>${code}</code>${general.has(code) ? ' any' : ''}</td><td>${status}</td><td>${inWords(meaning)}</td></tr>`,
)}
</tbody></table>
<h2 id="schemas">Schemas</h2>
${Object.entries(document.components.schemas).map(
  ([name, schema]) => html`<section id="schema.${name}"><h3>${name}</h3>
${schema.description === undefined ? '' : html`<p>${inWords(schema.description)}</p>`}${fieldsView(schema)}</section>`,
)}
</main>
</body>
</html>
`;
}

function entryView({ method, path, operation }: Located): Markup {
  const [action] = operation.summary.split(/[,;]/, 1);
  const found = `${operation.operationId} ${method} ${path} ${operation.summary}`.toLowerCase();
  return html`<li data-found="${found}"><a href="#${operation.operationId}">${methodView(method)}<span>${action}</span></a></li>`;
}

function anchorOf(area: string): string {
  return area.toLowerCase().replaceAll(' ', '-');
}

/** Codes that more than half of the operations can answer. */
function generalCodes(operations: readonly Located[]): ReadonlySet<string> {
  const answered = operations.map(({ operation }) => new Set(codesOf(operation)));
  return new Set(
    Object.keys(errorCodes).filter(
      (code) => answered.filter((codes) => codes.has(code)).length > operations.length / 2,
    ),
  );
}
