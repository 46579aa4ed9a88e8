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
