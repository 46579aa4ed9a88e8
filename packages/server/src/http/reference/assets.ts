import { fontStyle } from '../pages/font.js';
import { tokenStyle } from '../pages/token-style.js';

/**
 * Calls an example from the page with the credential in the one box for it, shows the examples in one language and finds
 * operations. Without it the page is all there to read. It starts before anything is drawn, so that nothing moves.
 */
export const script = `
const root = document.documentElement;
const kept = (name) => { try { return localStorage.getItem(name); } catch { return null; } };
const scheme = kept('mantine-color-scheme-value');
root.dataset.script = '';
if (scheme === 'light' || scheme === 'dark') root.dataset.scheme = scheme;
const showLanguage = (language) => {
  if (!['curl', 'typescript', 'python'].includes(language)) return;
  root.dataset.samples = language;
  for (const button of document.querySelectorAll('button[data-language]')) {
    button.setAttribute('aria-pressed', String(button.dataset.language === language));
  }
};
showLanguage(kept('tessera.samples'));
document.addEventListener('click', ({ target }) => {
  const button = target.closest('button[data-language]');
  if (button === null) return;
  const { top } = button.getBoundingClientRect();
  showLanguage(button.dataset.language);
  try { localStorage.setItem('tessera.samples', button.dataset.language); } catch {}
  // The examples above have other heights now.
  scrollBy({ top: button.getBoundingClientRect().top - top, behavior: 'instant' });
});
document.addEventListener('input', ({ target }) => {
  if (!target.matches('nav input')) return;
  const words = target.value.toLowerCase().split(/\\s+/);
  let count = 0;
  for (const area of document.querySelectorAll('nav div')) {
    let any = false;
    for (const entry of area.querySelectorAll('li')) {
      entry.hidden = !words.every((word) => entry.dataset.found.includes(word));
      if (!entry.hidden) { any = true; count += 1; }
    }
    area.hidden = !any;
  }
  document.querySelector('nav [role=status]').textContent = count === 0 ? 'No operation has these words.' : count + (count === 1 ? ' operation' : ' operations');
});
let credentials;
document.addEventListener('DOMContentLoaded', () => {
  credentials = document.querySelector('form.credentials');
  showLanguage(root.dataset.samples);
});
document.addEventListener('submit', async (event) => {
  event.preventDefault();
  const form = event.target;
  if (form === credentials) return;
  const shown = form.querySelector('pre');
  shown.hidden = false;
  shown.textContent = 'Waiting for the answer …';
  const { token, workspace } = credentials.elements;
  const headers = new Headers(JSON.parse(form.dataset.headers));
  if (token.value.trim()) headers.set('Authorization', 'Bearer ' + token.value.trim());
  if (workspace.value.trim()) headers.set('X-Svc-Workspace', workspace.value.trim());
  try {
    const answer = await fetch(form.elements.address.value, {
      method: form.dataset.method,
      headers,
      body: form.elements.body?.value,
      credentials: token.value.trim() ? 'omit' : 'same-origin',
    });
    const text = await answer.text();
    const isJson = answer.headers.get('Content-Type')?.startsWith('application/json');
    shown.textContent = answer.status + '\\n' + (isJson ? JSON.stringify(JSON.parse(text), undefined, 2) : text);
  } catch (error) {
    shown.textContent = 'The call failed: ' + error.message;
  }
});
`;

/** The whole style of the reference: light and dark, from 320 px to wide. */
export const style = `
${fontStyle}${tokenStyle}:root { --focus: var(--stone); }
* { box-sizing: border-box; }
html { scroll-padding-top: 1rem; }
body { margin: 0; display: grid; grid-template-columns: 16rem minmax(0, 1fr); background: var(--page); color: var(--text);
  font: 1rem/1.5 var(--sans); overflow-wrap: anywhere; }
a { color: var(--link); }
:focus-visible { outline: 3px solid var(--focus); outline-offset: 2px; }
nav { position: sticky; top: 0; height: 100vh; overflow-y: auto; padding: 1.5rem 1rem; background: var(--side);
  border-right: 1px solid var(--line); font-size: .875rem; }
nav a { display: block; padding: .2rem .5rem; text-decoration: none; border-radius: var(--radius-sm); }
nav a:hover { text-decoration: underline; }
nav > a, nav div > a { margin-top: .5rem; color: var(--text); font-weight: 650; }
nav li a { display: flex; gap: .5rem; align-items: baseline; }
nav input { margin-bottom: .5rem; }
nav [role=status] { margin: 0; }
.unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
:root:not([data-script]) .needs-script { display: none; }
.method { flex: none; padding: .1rem .4rem; color: var(--link); font: 700 .6875rem/1.4 var(--mono); background: color-mix(in srgb, currentColor 10%, transparent); border-radius: var(--radius-sm); }
.method.post { color: var(--hl-string); }
.method:is(.put, .patch) { color: var(--hl-number); }
.method.delete { color: var(--alert); }
nav .method { width: 3.4rem; padding: .1rem 0; text-align: center; }
.languages { display: flex; gap: .25rem; margin-top: .5rem; }
.languages button { padding: .3rem .8rem; color: var(--text); font-size: .875rem; background: none; border: 1px solid var(--line); }
.languages button[aria-pressed=true] { color: var(--on-action); background: var(--action); border-color: var(--action); }
.sample:not(.curl) { display: none; }
:root[data-samples=typescript] .sample, :root[data-samples=python] .sample { display: none; }
:root[data-samples=typescript] .sample.typescript, :root[data-samples=python] .sample.python { display: block; }
pre .string { color: var(--hl-string); }
pre .word { color: var(--hl-keyword); }
ul { margin: 0; padding: 0 0 0 .5rem; list-style: none; }
main { width: 100%; max-width: 56rem; margin: 0 auto; padding: 2rem 1.5rem 5rem; }
h1, h2, h3, h4 { line-height: 1.25; }
h2 { margin: 3.5rem 0 .75rem; font-size: 1.6rem; }
h3 { margin: 0 0 .25rem; font-size: 1.15rem; }
h3 a { color: inherit; text-decoration: none; }
h4 { margin: 1.25rem 0 .25rem; font-size: .9rem; }
section { padding: 1.75rem 0; border-top: 1px solid var(--line); }
p { margin: 0 0 .75rem; }
code, pre, textarea, .address { font-family: var(--mono); font-size: .875em; }
pre { margin: .5rem 0; padding: .75rem 1rem; background: var(--side); border: 1px solid var(--line); border-radius: var(--radius-md);
  white-space: pre-wrap; }
dl { margin: .25rem 0; }
dt { margin-top: .35rem; }
dd { margin: 0 0 0 1.25rem; color: var(--soft); }
dd:empty { display: none; }
.type, .soft { color: var(--soft); font-size: .875rem; }
summary { cursor: pointer; font-weight: 600; }
label { display: block; margin: .5rem 0; font-size: .875rem; font-weight: 600; }
input, textarea { display: block; width: 100%; padding: .5rem .75rem; color: inherit; font: inherit; font-weight: 400;
  background: var(--page); border: 1px solid var(--field); border-radius: var(--radius-sm); }
button { padding: .5rem 1.25rem; color: var(--on-action); font: inherit; font-weight: 600; background: var(--action);
  border: 0; border-radius: var(--radius-sm); cursor: pointer; }
.credentials { margin: 1.5rem 0; padding: .5rem 1rem; border: 1px solid var(--line); border-radius: var(--radius-md); }
table { width: 100%; border-collapse: collapse; font-size: .9rem; }
th, td { padding: .4rem .5rem; text-align: left; vertical-align: top; border-bottom: 1px solid var(--line); }
[hidden] { display: none; }
@media (max-width: 56rem) { body { grid-template-columns: minmax(0, 1fr); }
  nav { position: static; height: auto; max-height: 14rem; border-right: 0; border-bottom: 1px solid var(--line); } }
`;
