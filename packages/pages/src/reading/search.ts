import { element } from '../element.js';
import { foundView, type Passage } from './found.js';
import * as texts from './texts.js';

const pauseMs = 200;
const shortestQuery = 2;

/**
 * Lists passages below the search field while a person types. The arrow keys select one, and `/` focuses the field.
 * After a rate limit, no calls are sent until its waiting time has passed.
 */
export function setUpSearch(): void {
  const field = document.querySelector<HTMLInputElement>('.find input');
  const form = field?.form;
  if (!field || !form) {
    return;
  }
  addEventListener('keydown', (event) => {
    const { target, ctrlKey, metaKey, altKey } = event;
    const isTyping = target instanceof Element && target.closest('input, textarea, select, [contenteditable]');
    if (event.key === '/' && !isTyping && !ctrlKey && !metaKey && !altKey) {
      event.preventDefault();
      field.focus();
    }
  });
  const list = new FoundList(field, form);
  listenForTyping(field, form, list);
  form.addEventListener('keydown', (event) => moveFocus(event, field, list));
}

function listenForTyping(field: HTMLInputElement, form: HTMLFormElement, list: FoundList): void {
  field.addEventListener('input', () => list.lookSoon());
  form.addEventListener('submit', () => list.close());
  form.addEventListener('focusout', ({ relatedTarget }) => {
    if (!(relatedTarget instanceof Node && form.contains(relatedTarget))) list.close();
  });
  // Text that was typed before this script was loaded.
  if (document.activeElement === field && field.value !== field.defaultValue) {
    void list.look();
  }
}

function moveFocus(event: KeyboardEvent, field: HTMLInputElement, list: FoundList): void {
  if (list.isClosed) {
    return;
  }
  if (event.key === 'Escape') {
    list.close();
    field.focus();
  } else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
    const stops = [field, ...list.links];
    const next = stops.findIndex((stop) => stop === document.activeElement) + (event.key === 'ArrowDown' ? 1 : -1);
    stops[Math.max(0, Math.min(stops.length - 1, next))]?.focus();
  } else {
    return;
  }
  event.preventDefault();
}

/** The list below the field, and its announcement for screen readers. */
class FoundList {
  // Private fields (#), because their names are shortened in the build, and the bytes of a reading page are limited.
  readonly #field: HTMLInputElement;
  readonly #form: HTMLFormElement;
  readonly #found = element('div', { class: 'found', hidden: '' });
  readonly #status = element('p', { class: 'unseen', role: 'status' });
  #timer: ReturnType<typeof setTimeout> | undefined;
  #running: AbortController | undefined;
  #waitsUntil = 0;
  #shown = '';

  constructor(field: HTMLInputElement, form: HTMLFormElement) {
    this.#field = field;
    this.#form = form;
    form.append(this.#found, this.#status);
    // Keep the focus in the field when a part without focus is pressed, such as the scroll bar of the list.
    this.#found.addEventListener('mousedown', (event) => {
      if (!(event.target as Element).closest('a')) event.preventDefault();
    });
  }

  get isClosed(): boolean {
    return this.#found.hidden === true;
  }

  get links(): Iterable<HTMLAnchorElement> {
    return this.#found.querySelectorAll('a');
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#running?.abort();
    this.#found.hidden = true;
    this.#shown = '';
    this.#status.textContent = '';
  }

  lookSoon(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.look(), pauseMs);
  }

  async look(): Promise<void> {
    const query = this.#field.value.trim();
    if (query.length < shortestQuery) {
      return this.close();
    }
    if (query === this.#shown || Date.now() < this.#waitsUntil) {
      return;
    }
    this.#running?.abort();
    this.#running = new AbortController();
    const { signal } = this.#running;
    try {
      await this.#list(query, signal);
    } catch {
      if (!signal.aborted) this.close();
    }
  }

  async #list(query: string, signal: AbortSignal): Promise<void> {
    const address = `${this.#form.getAttribute('action')}?${new URLSearchParams({ q: query, list: '' })}`;
    const response = await fetch(address, { signal, redirect: 'manual', headers: { Accept: 'application/json' } });
    const seconds = Number(response.headers.get('Retry-After'));
    if (seconds > 0) {
      this.#waitsUntil = Date.now() + seconds * 1_000;
      return this.#show(element('p', {}, texts.paused), texts.paused);
    }
    if (!response.ok) {
      return this.close();
    }
    const found: { all: string; passages: Passage[] } = await response.json();
    if (!signal.aborted) {
      this.#shown = query;
      const view = foundView(found);
      this.#show(view, statusOf(found.passages.length) ?? view.textContent);
    }
  }

  #show(view: Node, status: string | null): void {
    this.#found.replaceChildren(view);
    this.#found.hidden = false;
    this.#status.textContent = status;
  }
}

function statusOf(passages: number): string | undefined {
  if (passages === 0) {
    return undefined;
  }
  return passages === 1 ? texts.foundOne : texts.filled(texts.found, { count: String(passages) });
}
