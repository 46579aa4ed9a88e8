/** Calls an example from the page with the credential in the one box for it. Without it the page is all there to read. */
export const script = `
const credentials = document.querySelector('form.credentials');
for (const hidden of document.querySelectorAll('form.credentials, details')) hidden.hidden = false;
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
:root { color-scheme: light dark; --page: #fff; --side: #f6f8f8; --text: #1a2226; --soft: #55636a; --line: #dfe5e7;
  --link: #0a5a6c; --accent: #0b5566; --on-accent: #fff; --focus: #c96f2f; }
@media (prefers-color-scheme: dark) { :root { --page: #14191b; --side: #181e21; --text: #dbe2e4; --soft: #9dabb1;
  --line: #2c363a; --link: #86cfdf; --accent: #86cfdf; --on-accent: #0c1316; --focus: #eba46c; } }
* { box-sizing: border-box; }
html { scroll-padding-top: 1rem; }
body { margin: 0; display: grid; grid-template-columns: 16rem minmax(0, 1fr); background: var(--page); color: var(--text);
  font: 1rem/1.5 system-ui, sans-serif; overflow-wrap: anywhere; }
a { color: var(--link); }
:focus-visible { outline: 3px solid var(--focus); outline-offset: 2px; }
nav { position: sticky; top: 0; height: 100vh; overflow-y: auto; padding: 1.5rem 1rem; background: var(--side);
  border-right: 1px solid var(--line); font-size: .875rem; }
nav a { display: block; padding: .2rem .5rem; text-decoration: none; border-radius: .25rem; }
nav a:hover { text-decoration: underline; }
nav > a { margin-top: .5rem; color: var(--text); font-weight: 650; }
ul { margin: 0; padding: 0 0 0 .5rem; list-style: none; }
main { width: 100%; max-width: 56rem; margin: 0 auto; padding: 2rem 1.5rem 5rem; }
h1, h2, h3, h4 { line-height: 1.25; }
h2 { margin: 3.5rem 0 .75rem; font-size: 1.6rem; }
h3 { margin: 0 0 .25rem; font-size: 1.15rem; }
h3 a { color: inherit; text-decoration: none; }
h4 { margin: 1.25rem 0 .25rem; font-size: .9rem; }
section { padding: 1.75rem 0; border-top: 1px solid var(--line); }
p { margin: 0 0 .75rem; }
code, pre, textarea, .address { font-family: ui-monospace, Menlo, Consolas, monospace; font-size: .875em; }
pre { margin: .5rem 0; padding: .75rem 1rem; background: var(--side); border: 1px solid var(--line); border-radius: .5rem;
  white-space: pre-wrap; }
dl { margin: .25rem 0; }
dt { margin-top: .35rem; }
dd { margin: 0 0 0 1.25rem; color: var(--soft); }
dd:empty { display: none; }
.type, .soft { color: var(--soft); font-size: .875rem; }
summary { cursor: pointer; font-weight: 600; }
label { display: block; margin: .5rem 0; font-size: .875rem; font-weight: 600; }
input, textarea { display: block; width: 100%; padding: .5rem .75rem; color: inherit; font: inherit; font-weight: 400;
  background: var(--page); border: 1px solid var(--soft); border-radius: .375rem; }
button { padding: .5rem 1.25rem; color: var(--on-accent); font: inherit; font-weight: 600; background: var(--accent);
  border: 0; border-radius: .375rem; cursor: pointer; }
.credentials { margin: 1.5rem 0; padding: .5rem 1rem; border: 1px solid var(--line); border-radius: .5rem; }
table { width: 100%; border-collapse: collapse; font-size: .9rem; }
th, td { padding: .4rem .5rem; text-align: left; vertical-align: top; border-bottom: 1px solid var(--line); }
[hidden] { display: none; }
@media (max-width: 56rem) { body { grid-template-columns: minmax(0, 1fr); }
  nav { position: static; height: auto; max-height: 14rem; border-right: 0; border-bottom: 1px solid var(--line); } }
`;
