// @vitest-environment happy-dom
import { afterEach, describe, expect, it, vi } from 'vitest';
import { answerCalls } from '../testing/calls.js';
import { setUpCalls } from './calls.js';
import { setUpFilter } from './filter.js';
import { addressOf } from './fragments.js';
import { setUpLanguages } from './languages.js';

afterEach(() => vi.unstubAllGlobals());

describe('the search for operations', () => {
  it('lists the operations that contain all words', () => {
    document.body.innerHTML = `<nav><input><p role="status"></p>
<div><li data-found="groups.list get /v1/groups"></li><li data-found="groups.create post /v1/groups"></li></div>
<div><li data-found="me.get get /me"></li></div></nav>`;
    setUpFilter();
    const field = document.querySelector('input') as HTMLInputElement;
    const filter = (text: string) => {
      field.value = text;
      field.dispatchEvent(new Event('input', { bubbles: true }));
      const hidden = [...document.querySelectorAll<HTMLElement>('div, li')].map((each) => each.hidden);
      return [document.querySelector('[role=status]')?.textContent, ...hidden];
    };
    expect(filter('POST groups')).toEqual(['1 operation', false, true, false, true, true]);
    expect(filter('get')).toEqual(['2 operations', false, false, true, false, false]);
    expect(filter('nothing')).toEqual(['No operation has these words.', true, true, true, true, true]);
  });
});

it('redirects an operation, an error and a schema to their own addresses', () => {
  document.body.innerHTML = '<nav><li><a href="/docs/groups#groups.list"></a></li></nav>';
  const ids = ['groups.list', 'error.locked', 'schema.Group', 'introduction'];
  expect(ids.map(addressOf)).toEqual([
    '/docs/groups#groups.list',
    '/docs/errors#error.locked',
    '/docs/schemas#schema.Group',
    undefined,
  ]);
});

describe('the language of the examples', () => {
  it('is the last chosen one, and an unknown one changes nothing', () => {
    localStorage.setItem('tessera.samples', 'cobol');
    document.body.innerHTML = `<button data-language="curl"></button><button data-language="python"></button>`;
    setUpLanguages();
    expect(document.documentElement.dataset.samples).toBeUndefined();
    document.querySelector<HTMLElement>('[data-language=python]')?.click();
    const pressed = [...document.querySelectorAll('button')].map((button) => button.getAttribute('aria-pressed'));
    expect([document.documentElement.dataset.samples, pressed]).toEqual(['python', ['false', 'true']]);
    expect(localStorage.getItem('tessera.samples')).toBe('python');
  });
});

describe('a call from the page', () => {
  const open = (token: string) => {
    document.body.innerHTML = `<form class="credential"><input name="token" value="${token}"><input name="workspace" value=" w1 "></form>
<form class="call" data-method="POST" data-headers='{"Content-Type":"application/json"}'><input name="address" value="/groups"><textarea name="body">{}</textarea><pre hidden></pre></form>`;
    document.querySelector('.call')?.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }));
    return document.querySelector('pre') as HTMLElement;
  };
  setUpCalls();

  it('sends the entered credential and workspace, and shows the response', async () => {
    const calls = answerCalls(() => Response.json({ a: 1 }, { status: 201 }));
    const output = open(' svc_1 ');
    await vi.waitFor(() => expect(output.textContent).toBe('201\n{\n  "a": 1\n}'));
    const [address, init] = calls.mock.calls[0] ?? [];
    expect([address, init?.method, init?.body, init?.credentials]).toEqual(['/groups', 'POST', '{}', 'omit']);
    expect(Object.fromEntries(new Headers(init?.headers))).toEqual({
      'Content-Type': 'application/json',
      Authorization: 'Bearer svc_1',
      'X-Svc-Workspace': 'w1',
    });
  });

  it("uses the browser's session without a token, and reports a failure", async () => {
    const calls = answerCalls();
    const output = open('');
    await vi.waitFor(() => expect(output.textContent).toBe('The call failed: offline'));
    expect(calls.mock.calls[0]?.[1]?.credentials).toBe('same-origin');
  });
});
