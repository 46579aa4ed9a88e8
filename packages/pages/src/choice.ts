/**
 * The card of an agent's client for a query with verdict `low`: a button for each record. Pressing one sends the record's
 * id to the conversation. It exchanges the messages of MCP Apps (revision 2026-01-26) with the page that frames it.
 */
import { element } from './element.js';

interface Result {
  readonly external_id: string;
  readonly rendered: string;
  readonly collection?: string;
  readonly workspace?: { readonly slug: string };
}

interface HostContext {
  readonly locale?: string;
  readonly theme?: string;
  readonly styles?: { readonly variables?: Readonly<Record<string, string | undefined>> };
}

interface Message {
  readonly id?: unknown;
  readonly method?: string;
  readonly error?: unknown;
  readonly result?: { readonly hostContext?: HostContext };
  readonly params?: HostContext & {
    readonly structuredContent?: { confidence?: unknown; results?: readonly Result[] };
  };
}

const root = document.documentElement;
const heading = document.querySelector('h1');
const list = document.querySelector('ul');
const host = window.parent;
const waiting = new Map<unknown, (message: Message) => void>();

function send(message: Readonly<Record<string, unknown>>): void {
  host.postMessage({ jsonrpc: '2.0', ...message }, '*');
}

function request(method: string, params: unknown, answered: (message: Message) => void): void {
  const id = waiting.size + 1;
  waiting.set(id, answered);
  send({ id, method, params });
}

/** Takes over the language and the look of the client. */
function adapt({ locale, theme, styles }: HostContext): void {
  const language = (locale ?? root.lang).toLowerCase().split('-')[0] ?? '';
  const question = heading?.dataset[language];
  if (heading !== null && question !== undefined) {
    root.lang = language;
    heading.textContent = question;
  }
  if (theme === 'light' || theme === 'dark') {
    root.style.colorScheme = theme;
  }
  for (const [name, value] of Object.entries(styles?.variables ?? {})) {
    if (value !== undefined) {
      root.style.setProperty(name, value);
    }
  }
}

function choose(button: HTMLButtonElement, { external_id, collection, workspace }: Result): void {
  const buttons = [...document.querySelectorAll('button')];
  const mark = (isChosen: boolean): void => {
    button.setAttribute('aria-pressed', String(isChosen));
    for (const each of buttons) {
      each.disabled = isChosen;
    }
  };
  const where = [
    collection === undefined ? '' : ` of the collection ${JSON.stringify(collection)}`,
    workspace === undefined ? '' : ` in the workspace ${JSON.stringify(workspace.slug)}`,
  ].join('');
  const text = `I mean the record with the external_id ${JSON.stringify(external_id)}${where}.`;
  mark(true);
  request('ui/message', { role: 'user', content: { type: 'text', text } }, ({ error }) => mark(error === undefined));
}

function show({ confidence, results = [] }: NonNullable<NonNullable<Message['params']>['structuredContent']>): void {
  const open = confidence === 'low' ? results : [];
  heading?.toggleAttribute('hidden', open.length === 0);
  list?.replaceChildren(
    ...open.map((result) => {
      const button = element('button', { type: 'button', 'aria-pressed': 'false' }, result.rendered);
      button.addEventListener('click', () => choose(button, result));
      return element('li', {}, button);
    }),
  );
  reportSize();
}

/** Reports the size of the card. It takes no height while there is nothing to choose. */
function reportSize(): void {
  const { width, height } = root.getBoundingClientRect();
  const shown = list?.childElementCount === 0 ? 0 : Math.ceil(height);
  send({ method: 'ui/notifications/size-changed', params: { width: Math.ceil(width), height: shown } });
}

window.addEventListener('message', ({ source, data }: MessageEvent<Message | null>) => {
  if (source !== host || data === null || typeof data !== 'object') {
    return;
  }
  if (data.method === undefined) {
    waiting.get(data.id)?.(data);
  } else if (data.method === 'ui/notifications/tool-result') {
    show(data.params?.structuredContent ?? {});
  } else if (data.method === 'ui/notifications/host-context-changed') {
    adapt(data.params ?? {});
  } else if (data.id !== undefined) {
    send({ id: data.id, result: {} });
  }
});

adapt({});
request(
  'ui/initialize',
  { protocolVersion: '2026-01-26', appInfo: { name: 'tessera', version: '1.0.0' }, appCapabilities: {} },
  ({ result }) => {
    adapt(result?.hostContext ?? {});
    send({ method: 'ui/notifications/initialized', params: {} });
    new ResizeObserver(reportSize).observe(root);
  },
);
