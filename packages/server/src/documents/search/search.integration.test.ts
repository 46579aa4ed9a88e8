import { describe, expect, it, vi } from 'vitest';
import { startSuiteService } from '../../testing/service.js';
import { at, createDocumentsFixture } from '../testing/documents-fixture.js';
import { DocumentIndexes } from './indexes.js';

const service = await startSuiteService();
const fixture = await createDocumentsFixture(service, 'handbook', 'course');
await fixture.put(
  'handbook/travel.md',
  '# Travel\n\nBook trains early.\n\n## Hotels\n\nAny quiet hotel near the office is fine.\n',
);
await fixture.put('handbook/expenses.md', '# Expenses\n\n## Receipts\n\nSend each *receipt* within thirty days.\n');
await fixture.put('handbook/private.md', '# Salaries\n\nReceipts of salaries are secret.\n');
await fixture.put('course/lesson-1.md', '# Sourdough\n\nFeed the starter before you bake the bread.\n');

const searchOnce = async (token: string, body: object) =>
  (await fixture.as(token)('POST', '/documents/search', body)).body;
/** Searches when everything is indexed. */
async function search(token: string, body: object) {
  await expect.poll(async () => (await searchOnce(token, body)).warnings).toBeUndefined();
  return searchOnce(token, body);
}

describe('documents.search', () => {
  it('finds a passage under its heading, with the matching words', async () => {
    const { results, count } = await search(fixture.workspace.token, { query: 'receipts' });
    expect(count).toBe(results.length);
    const [first] = results.filter(({ path }: { path: string }) => path === 'handbook/expenses.md');
    expect(first).toMatchObject({ title: 'Expenses', heading: 'Receipts', anchor: 'receipts' });
    const words = first.highlights.map(([start, end]: [number, number]) => first.snippet.slice(start, end));
    expect(words).toContain('receipt');
    expect(first.relevance).toBeGreaterThan(0);
  });

  it('finds short documents although one long document about another topic has many chunks', async () => {
    const long = Array.from({ length: 60 }, (_, n) => `## Ferry ${n}\n\nThe ferry of line ${n} leaves at ${n}.\n`);
    await fixture.put('handbook/ferries.md', `# Ferries\n\n${long.join('\n')}`);
    await fixture.put('handbook/harbour.md', '# Harbour\n\nBeside cranes and sheds there is a small ferry too.\n');
    const { results } = await search(fixture.workspace.token, { query: 'ferry', limit: 2 });
    const paths = results.map(({ path }: { path: string }) => path);
    expect(paths).toEqual(['handbook/ferries.md', 'handbook/harbour.md']);
  });

  it('finds nothing in comments, which pages do not show, and everything around them', async () => {
    const comments = [
      '%%quagga%%',
      '{/* quagga */}',
      '{% comment %}\n# quagga\n\n{% endcomment %}',
      '<!-- quagga\n\n -->',
    ];
    for (const [n, comment] of comments.entries()) {
      const code = n === 0 ? '`%% tapir %%`\n\n```\n%% tapir %%\n```' : 'tapir';
      await fixture.put(`handbook/hidden-${n}.md`, `# Zoo ${n}\n\nokapi\n\n${comment}\n\n## Later\n\n${code}\n`);
    }
    await fixture.put('handbook/hidden-4.md', '# Zoo\n\nokapi %% quagga %% tapir\n');
    const paths = async (query: string) =>
      (await search(fixture.workspace.token, { query })).results.map(({ path, snippet }: Record<string, string>) =>
        snippet?.includes(query) ? path : undefined,
      );
    const all = Array.from({ length: 5 }, (_, n) => `handbook/hidden-${n}.md`);
    for (const query of ['okapi', 'tapir']) expect(await paths(query)).toEqual(expect.arrayContaining(all));
    expect((await search(fixture.workspace.token, { query: 'quagga' })).results).toEqual([]);
  });

  it('returns what is indexed, with a warning, while documents are being indexed', async () => {
    const endless = vi.spyOn(DocumentIndexes.prototype, 'follow');
    const body = { query: 'receipts' };
    const whole = await search(fixture.workspace.token, body);
    endless.mockReturnValue({ state: 'building', update: new Promise(() => {}) });
    const [late, found] = await Promise.all([
      searchOnce(fixture.workspace.token, body),
      fixture.call('GET', '/search?query=receipts'),
    ]);
    endless.mockRestore();
    expect(whole.warnings).toBeUndefined();
    expect(late).toEqual({ ...whole, warnings: [{ message: expect.stringContaining('search again') }] });
    expect(found.body.warnings).toEqual(late.warnings);
  });

  it('searches only below its prefix', async () => {
    const { results } = await search(fixture.workspace.token, { query: 'bread receipts hotel', prefix: 'course/' });
    expect(results.map(({ path }: { path: string }) => path)).toEqual(['course/lesson-1.md']);
  });

  it('finds no document that the caller cannot read, and finds later writes', async () => {
    const token = await fixture.tokenFor(['handbook/{travel,expenses,new}.md', 'course/**']);
    const found = await search(token, { query: 'salaries receipts secret' });
    expect(JSON.stringify(found)).not.toMatch(/private|[Ss]alaries/);
    await fixture.put('handbook/new.md', '# Parking\n\nThe garage opens at six.\n');
    expect((await search(token, { query: 'garage' })).results[0]).toMatchObject({ path: 'handbook/new.md' });
  });

  it('does not find deleted, moved or newly hidden documents from the next request on', async () => {
    await fixture.put('course/gone.md', '# Zucchini\n\nZucchini wants sun.\n');
    const token = await fixture.tokenFor(['course/**']);
    const paths = async () =>
      (await search(token, { query: 'zucchini' })).results.map((one: { path: string }) => one.path);
    expect(await paths()).toEqual(['course/gone.md']);
    await fixture.call('POST', '/documents/move', { from: 'course/gone.md', to: 'course/there.md', base: 'any' });
    expect(await paths()).toEqual(['course/there.md']);
    await fixture.call('DELETE', `/documents/content${at('course/there.md', { base: 'any' })}`);
    expect(await paths()).toEqual([]);
  });
});
