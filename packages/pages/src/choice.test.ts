// @vitest-environment happy-dom
import { beforeEach, expect, it, vi } from 'vitest';

interface Sent {
  readonly id?: number;
  readonly method?: string;
  readonly params?: Readonly<Record<string, unknown>>;
}

const posted: Sent[] = [];
const host = { postMessage: (message: Sent) => posted.push(message) };
const receive = (data: unknown, source: unknown = host): boolean =>
  window.dispatchEvent(Object.assign(new MessageEvent('message', { data }), { source }));
const buttons = () => [...document.querySelectorAll('button')];
const found = (confidence: string) => ({
  method: 'ui/notifications/tool-result',
  params: {
    structuredContent: {
      confidence,
      results: [
        { external_id: 'a"1', rendered: '<b>Oak</b> desk', collection: 'desks' },
        { external_id: '2', rendered: 'Oak desk, blue', collection: 'desks' },
      ],
    },
  },
});
const last = (method: string) => posted.filter((message) => message.method === method).at(-1);

beforeEach(async () => {
  posted.length = 0;
  vi.resetModules();
  Object.defineProperty(window, 'parent', { value: host, configurable: true });
  document.documentElement.lang = 'en';
  document.body.innerHTML = '<h1 data-en="Which?" data-de="Welcher?" hidden></h1><ul></ul>';
  await import('./choice.js');
});

it('starts in the language and the colors of the client', () => {
  const start = last('ui/initialize');
  expect(start?.params).toMatchObject({ protocolVersion: '2026-01-26', appCapabilities: {} });
  expect(document.querySelector('h1')?.textContent).toBe('Which?');
  const styles = { variables: { '--color-text-primary': 'red' } };
  receive({ id: start?.id, result: { hostContext: { locale: 'de-AT', theme: 'dark', styles } } });
  expect(last('ui/notifications/initialized')).toBeDefined();
  receive({ method: 'ui/notifications/host-context-changed', params: { theme: 'light', locale: 'ja' } });
  expect([document.documentElement.lang, document.querySelector('h1')?.textContent]).toEqual(['de', 'Welcher?']);
  const { style } = document.documentElement;
  expect([style.colorScheme, style.getPropertyValue('--color-text-primary')]).toEqual(['light', 'red']);
});

it('has a button for each record of an answer with verdict low, which sends its id once', () => {
  receive(found('low'));
  expect(document.querySelector('h1')?.hidden).toBe(false);
  expect(buttons().map((button) => button.textContent)).toEqual(['<b>Oak</b> desk', 'Oak desk, blue']);
  expect(last('ui/notifications/size-changed')).toBeDefined();
  buttons()[0]?.click();
  const chosen = last('ui/message');
  const text = 'I mean the record with the external_id "a\\"1" of the collection "desks".';
  expect(chosen?.params).toEqual({ role: 'user', content: { type: 'text', text } });
  expect(buttons().map((button) => [button.disabled, button.getAttribute('aria-pressed')])).toEqual([
    [true, 'true'],
    [true, 'false'],
  ]);
  receive({ id: chosen?.id, error: { code: -32_000, message: 'denied' } });
  expect(buttons().map((button) => [button.disabled, button.getAttribute('aria-pressed')])).toEqual([
    [false, 'false'],
    [false, 'false'],
  ]);
});

it('shows nothing for another verdict, and takes no height', () => {
  receive(found('low'));
  receive(found('high'));
  expect([buttons(), document.querySelector('h1')?.hidden]).toEqual([[], true]);
  expect(last('ui/notifications/size-changed')?.params).toMatchObject({ height: 0 });
});

it('ignores messages that the client did not send, and answers its requests', () => {
  receive(found('low'), window);
  receive(null);
  receive('text');
  expect(buttons()).toEqual([]);
  receive({ id: 7, method: 'ui/resource-teardown', params: {} });
  expect(posted.at(-1)).toEqual({ jsonrpc: '2.0', id: 7, result: {} });
});
