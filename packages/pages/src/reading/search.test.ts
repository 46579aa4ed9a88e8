// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { answerCalls } from '../testing/calls.js';
import { setUpSearch } from './search.js';
import * as texts from './texts.js';

const passage = {
  address: '/d/course/flour.md#rye',
  title: 'Flour',
  heading: 'Rye',
  snippet: 'A <b>tired</b> starter',
  highlights: [[5, 10]],
};

const found = (...passages: unknown[]) => Response.json({ all: '/d/?q=tired', passages });

function open(value = ''): { field: HTMLInputElement; list: HTMLElement; status: HTMLElement } {
  document.body.innerHTML = `<form class="find" action="/d/"><input name="q"></form>`;
  const field = document.querySelector('input') as HTMLInputElement;
  if (value !== '') {
    field.focus();
    field.value = value;
  }
  setUpSearch();
  const [list, status] = ['.found', '[role=status]'].map((selector) => document.querySelector<HTMLElement>(selector));
  return { field, list: list as HTMLElement, status: status as HTMLElement };
}

async function type(field: HTMLInputElement, text: string): Promise<void> {
  field.value = text;
  field.dispatchEvent(new Event('input', { bubbles: true }));
  await vi.advanceTimersByTimeAsync(200);
}

const press = (key: string) =>
  document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('the search of reading pages', () => {
  it('lists results for text that was typed before the script was loaded', async () => {
    const calls = answerCalls(() => found(passage));
    const { list } = open('tired');
    await vi.advanceTimersByTimeAsync(0);
    expect(calls.mock.calls[0]?.[0]).toBe('/d/?q=tired&list=');
    expect(list.querySelector('a')?.getAttribute('href')).toBe(passage.address);
  });

  it('sends one call when a person has stopped typing, and none for a single letter', async () => {
    const calls = answerCalls(() => found(passage));
    const { field } = open();
    for (const text of ['t', 'ti', 'tir']) {
      field.value = text;
      field.dispatchEvent(new Event('input', { bubbles: true }));
      await vi.advanceTimersByTimeAsync(100);
    }
    await vi.advanceTimersByTimeAsync(200);
    expect(calls.mock.calls.map(([address]) => address)).toEqual(['/d/?q=tir&list=']);
    await type(field, 't');
    expect(calls).toHaveBeenCalledTimes(1);
  });

  it('shows markup of a document as text, and marks matches in it', async () => {
    answerCalls(() => found(passage));
    const { field, list, status } = open();
    await type(field, 'tired');
    expect(list.querySelector('b')).toBeNull();
    expect(list.querySelector('strong')?.textContent).toBe('Flour › Rye');
    expect(list.querySelector('.snippet')?.innerHTML).toBe('A &lt;b&gt;<mark>tired</mark>&lt;/b&gt; starter');
    expect(status.textContent).toBe(texts.foundOne);
  });

  it('reports that nothing was found', async () => {
    answerCalls(() => found());
    const { field, list, status } = open();
    await type(field, 'tired');
    expect([list.hidden, list.textContent]).toEqual([false, status.textContent]);
    expect(status.textContent).toBe(texts.nothingFound);
  });

  it('moves between field and list with the arrow keys, and closes with Escape', async () => {
    answerCalls(() => found(passage));
    const { field, list } = open();
    field.focus();
    await type(field, 'tired');
    const [first, all] = list.querySelectorAll('a');
    press('ArrowDown');
    expect(document.activeElement).toBe(first);
    press('ArrowDown');
    press('ArrowDown');
    expect(document.activeElement).toBe(all);
    press('ArrowUp');
    press('ArrowUp');
    press('ArrowUp');
    expect(document.activeElement).toBe(field);
    press('Escape');
    expect([list.hidden, field.value]).toEqual([true, 'tired']);
  });

  it('sends no call until the waiting time of a refusal has passed', async () => {
    const calls = answerCalls(
      () => new Response('', { status: 429, headers: { 'Retry-After': '30' } }),
      () => found(passage),
    );
    const { field, list } = open();
    await type(field, 'tired');
    expect(list.textContent).toBe(texts.paused);
    await type(field, 'tired starter');
    expect(calls).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(30_000);
    await type(field, 'tired rye');
    expect(list.querySelector('a')).not.toBeNull();
  });

  it.each([
    ['a redirect to sign-in', () => Response.error()],
    ['an error', () => new Response('', { status: 500 })],
  ])('closes the list after %s', async (_, respond) => {
    answerCalls(() => found(passage), respond);
    const { field, list } = open();
    await type(field, 'tired');
    await type(field, 'tired starter');
    expect(list.hidden).toBe(true);
  });
});
