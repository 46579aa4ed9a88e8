/** Sends an example from the page, with the credential and workspace entered there. */
export function setUpCalls(): void {
  document.addEventListener('submit', async (event) => {
    event.preventDefault();
    const form = event.target as HTMLFormElement;
    const output = form.querySelector('pre');
    if (form.matches('.credential') || output === null) {
      return;
    }
    output.hidden = false;
    output.textContent = 'Waiting for the answer …';
    try {
      output.textContent = await call(form);
    } catch (error) {
      output.textContent = `The call failed: ${error instanceof Error ? error.message : error}`;
    }
  });
}

async function call(form: HTMLFormElement): Promise<string> {
  const credentials = document.querySelector('form.credential');
  const token = textOf(credentials, 'token')?.trim();
  const workspace = textOf(credentials, 'workspace')?.trim();
  const headers = new Headers(JSON.parse(form.dataset.headers ?? '{}'));
  if (token) headers.set('Authorization', `Bearer ${token}`);
  if (workspace) headers.set('X-Svc-Workspace', workspace);
  const body = textOf(form, 'body');
  const response = await fetch(textOf(form, 'address') ?? '', {
    method: form.dataset.method ?? 'GET',
    headers,
    ...(body !== undefined && { body }),
    // Without a token, calls use the session of this browser.
    credentials: token ? 'omit' : 'same-origin',
  });
  const text = await response.text();
  const isJson = response.headers.get('Content-Type')?.startsWith('application/json');
  return `${response.status}\n${isJson ? JSON.stringify(JSON.parse(text), undefined, 2) : text}`;
}

function textOf(form: Element | null, name: string): string | undefined {
  return form?.querySelector<HTMLInputElement | HTMLTextAreaElement>(`[name=${name}]`)?.value;
}
