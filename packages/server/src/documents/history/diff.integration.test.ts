import { beforeAll, describe, expect, it } from 'vitest';
import { startSuiteService } from '../../testing/service.js';
import { at, createDocumentsFixture } from '../testing/documents-fixture.js';

/** The versions of the document `menu`, oldest first. The last one has another path. */
let versions: string[];

const texts = [
  'Menu\n\nSoup\nBread\nCheese\nWine\n',
  'Menu\n\nTomato soup\nBread\nCheese\nWine\n',
  'Menu\n\nTomato soup\nBread\nCheese\nWine\nCoffee\n',
];

const service = await startSuiteService();
const fixture = await createDocumentsFixture(service, 'kitchen');
beforeAll(async () => {
  for (const text of texts) {
    await fixture.put('kitchen/menu.md', text);
  }
  await fixture.call('POST', '/documents/move', { from: 'kitchen/menu.md', to: 'kitchen/dinner.md', base: 'any' });
  const { body } = await fixture.call('GET', `/documents/history${at('kitchen/dinner.md')}`);
  versions = body.versions.map(({ id }: { id: string }) => id).reverse();
});

const ask = async (route: string, more: Readonly<Record<string, string>> = {}) =>
  (await fixture.call('GET', `/documents/${route}${at('kitchen/dinner.md', more)}`)).body;

describe('documents.diff', () => {
  it('returns removed and added lines with three lines of context and line numbers', async () => {
    expect(await ask('diff', { from: versions[0] ?? '', to: versions[2] ?? '' })).toEqual({
      hunks: [
        {
          old_start: 1,
          old_lines: 6,
          new_start: 1,
          new_lines: 7,
          lines: [' Menu', ' ', '-Soup', '+Tomato soup', ' Bread', ' Cheese', ' Wine', '+Coffee'],
        },
      ],
      binary: false,
      truncated: false,
    });
  });

  it('also compares backwards; compares with the version before by default', async () => {
    const back = await ask('diff', { from: versions[1] ?? '', to: versions[0] ?? '' });
    expect(back.hunks[0].lines).toEqual([' Menu', ' ', '-Tomato soup', '+Soup', ' Bread', ' Cheese', ' Wine']);
    const last = await ask('diff', { to: versions[2] ?? '' });
    expect(last.hunks[0].lines).toEqual([' Bread', ' Cheese', ' Wine', '+Coffee']);
    const first = await ask('diff', { to: versions[0] ?? '' });
    expect(first.hunks[0]).toMatchObject({ old_start: 0, old_lines: 0, new_lines: 6 });
  });

  it('is empty for a move without changes', async () => {
    expect((await ask('diff', { from: versions[2] ?? '', to: versions[3] ?? '' })).hunks).toEqual([]);
  });
});

describe('documents.blame', () => {
  it('returns the version that added each line, across a move', async () => {
    expect(await ask('blame')).toEqual({
      lines: [
        { version: versions[0], count: 2 },
        { version: versions[1], count: 1 },
        { version: versions[0], count: 3 },
        { version: versions[2], count: 1 },
      ],
      complete: true,
    });
  });

  it('traces lines through many versions', async () => {
    const path = 'kitchen/list.md';
    const lines: string[] = [];
    for (let n = 0; n < 60; n += 1) {
      lines.push(`line ${n}`);
      await fixture.put(path, `${lines.join('\n')}\n`);
    }
    const { body: history } = await fixture.call('GET', `/documents/history${at(path)}`);
    const newestFirst = history.versions.map(({ id }: { id: string }) => id);
    const { body } = await fixture.call('GET', `/documents/blame${at(path)}`);
    expect(body).toEqual({
      lines: newestFirst.reverse().map((version: string) => ({ version, count: 1 })),
      complete: true,
    });
  });
});
