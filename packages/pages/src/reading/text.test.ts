// @vitest-environment happy-dom
import { afterEach, describe, expect, it, vi } from 'vitest';
import { offerCopies } from './code.js';
import { followFragments } from './fragments.js';
import { markCurrentHeading } from './headings.js';
import { offerEnlarging } from './images.js';
import * as texts from './texts.js';

afterEach(() => vi.unstubAllGlobals());

describe('a block of code', () => {
  const open = () => {
    document.body.innerHTML = `<main><div class="prose"><pre><code>a = 1\n</code></pre>
<pre><code class="language-mermaid">flowchart LR</code></pre></div></main>`;
    offerCopies();
    return document.querySelectorAll('button');
  };
  const statusText = () => document.querySelector('[role=status]')?.textContent;

  it('has a copy button unless it is the source of a diagram', async () => {
    const writeText = vi.fn(async () => undefined);
    vi.stubGlobal('navigator', { clipboard: { writeText } });
    const [button, ...others] = open();
    expect(others).toEqual([]);
    button?.click();
    await vi.waitFor(() => expect([button?.textContent, statusText()]).toEqual([texts.copied, texts.copied]));
    expect(writeText).toHaveBeenCalledWith('a = 1\n');
    button?.dispatchEvent(new Event('blur'));
    expect([button?.textContent, statusText()]).toEqual([texts.copy, '']);
  });

  it('reports that copying failed', async () => {
    vi.stubGlobal('navigator', { clipboard: { writeText: () => Promise.reject(new Error('denied')) } });
    const [button] = open();
    button?.click();
    await vi.waitFor(() => expect(statusText()).toBe(texts.notCopied));
  });
});

describe('the list of headings', () => {
  it('marks the last heading above the upper quarter of the window', () => {
    document.body.innerHTML = `<aside class="toc"><a href="#a">A</a><a href="#b%20c">B</a></aside><h2 id="a"></h2><h2 id="b c"></h2>`;
    const tops = { a: 0, 'b c': 500 };
    for (const heading of document.querySelectorAll('h2')) {
      heading.getBoundingClientRect = () => ({ top: tops[heading.id as keyof typeof tops] }) as DOMRect;
    }
    const current = () => [...document.querySelectorAll('[aria-current]')].map(({ textContent }) => textContent);
    markCurrentHeading();
    expect(current()).toEqual(['A']);
    tops['b c'] = 10;
    dispatchEvent(new Event('scroll'));
    expect(current()).toEqual(['B']);
  });
});

describe('a fragment of an address', () => {
  it.each([
    ['#Note', 'user-content-Note'],
    ['#Feeding', 'feeding'],
    ['#NOTE', 'user-content-note'],
    ['#same', undefined],
    ['#%', undefined],
  ])('%s scrolls to %s', (hash, id) => {
    document.body.innerHTML = `<h2 id="feeding"></h2><a id="${id ?? 'other'}"></a><h2 id="same"></h2>`;
    const scrolled: string[] = [];
    for (const each of document.querySelectorAll('[id]')) {
      each.scrollIntoView = () => scrolled.push(each.id);
    }
    location.hash = hash;
    followFragments();
    expect(new Set(scrolled)).toEqual(new Set(id === undefined ? [] : [id]));
  });
});

describe('an image', () => {
  const open = (naturalWidth: number) => {
    vi.stubGlobal(
      'ResizeObserver',
      class {
        readonly #onResize: (entries: { target: Element }[]) => void;
        constructor(onResize: (entries: { target: Element }[]) => void) {
          this.#onResize = onResize;
        }
        observe(target: Element): void {
          this.#onResize([{ target }]);
        }
      },
    );
    document.body.innerHTML = `<div class="prose"><img alt="Plan"></div>`;
    const image = document.querySelector('img') as HTMLImageElement;
    Object.defineProperties(image, { naturalWidth: { value: naturalWidth }, clientWidth: { value: 100 } });
    offerEnlarging();
    return image;
  };

  it('opens in a dialog if it is shown reduced', () => {
    const image = open(200);
    expect([image.getAttribute('role'), image.getAttribute('aria-label')]).toEqual([
      'button',
      texts.filled(texts.enlarge, { name: 'Plan' }),
    ]);
    image.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter' }));
    const dialog = document.querySelector('dialog');
    expect(dialog?.getAttribute('aria-label')).toBe('Plan');
    dialog?.click();
    expect(document.querySelector('dialog')).toBeNull();
  });

  it('does not open if it is shown in full size', () => {
    const image = open(100);
    image.click();
    expect([image.getAttribute('role'), document.querySelector('dialog')]).toEqual([null, null]);
  });
});
