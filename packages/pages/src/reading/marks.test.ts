// @vitest-environment happy-dom
import { beforeEach, describe, expect, it } from 'vitest';
import { markReadPages } from './marks.js';

const page = `<nav class="tree"><a class="document" href="/d/a.md">A</a><a class="document" href="/d/b.md">B</a></nav>
<label class="done"><input type="checkbox"></label><p class="neighbours"><a class="next" href="#">Next</a></p>`;

function open(path: string, reader: string | undefined): HTMLInputElement {
  history.replaceState(null, '', path);
  document.body.innerHTML = page;
  if (reader === undefined) delete document.body.dataset.reader;
  else document.body.dataset.reader = reader;
  markReadPages();
  return document.querySelector('input') as HTMLInputElement;
}

const marked = () => [...document.querySelectorAll('.is-read')].map((link) => link.textContent);

beforeEach(() => localStorage.clear());

describe('the marks of pages that were read', () => {
  it('are set and removed with the check box of the page', () => {
    const box = open('/d/a.md', 'ada');
    box.click();
    expect(marked()).toEqual(['A (read)']);
    box.click();
    expect(marked()).toEqual([]);
  });

  it('are stored for the next page, separately for each person', () => {
    open('/d/a.md', 'ada').click();
    expect(open('/d/b.md', 'ada').checked).toBe(false);
    expect(marked()).toEqual(['A (read)']);
    open('/d/b.md', 'bob');
    expect(marked()).toEqual([]);
  });

  it('are set by the link to the next page', () => {
    open('/d/a.md', 'ada');
    document.querySelector<HTMLElement>('.next')?.click();
    expect(marked()).toEqual(['A (read)']);
  });

  it.each(['{', '{"a":1}', 'null'])('ignore the damaged stored value %s', (value) => {
    localStorage.setItem('tessera.read.ada', value);
    open('/d/a.md', 'ada').click();
    expect(marked()).toEqual(['A (read)']);
  });

  it('are not stored for visitors', () => {
    open('/d/a.md', undefined).click();
    expect([marked(), localStorage.length]).toEqual([[], 0]);
  });
});
