import { makeToken, makeWorkspace, ok } from './http.js';
import type { Target } from './service.js';

const words = ['blue', 'oak', 'desk', 'lamp', 'chair', 'round', 'table', 'steel', 'green', 'shelf'];
const named = (index: number) =>
  [0, 3, 7].map((step) => words[(index * (step + 1) + step) % words.length]).join(' ') + ` ${1000 + index}`;

/** Fills a new workspace, and returns a token. */
export async function fill(target: Target, records: number): Promise<{ id: string; slug: string; token: string }> {
  const { id, slug } = await makeWorkspace(target);
  const token = await makeToken(id, { target });
  await ok('POST /collections', { target, token, body: { name: 'goods' } });
  for (let first = 0; first < records; first += 500) {
    const body = Array.from({ length: Math.min(500, records - first) }, (_, position) => first + position).map(
      (index) => ({
        id: `g-${index}`,
        name: named(index),
        price: index / 4,
      }),
    );
    await ok('POST /collections/goods/import', { target, token, body: { records: body } });
  }
  await ok('POST /repos', { target, token, body: { name: 'notes' } });
  for (const name of ['a', 'b']) {
    const body = { path: `notes/${name}.md`, text: `# ${name}\n\nText of ${name}.`, base: null };
    await ok('PUT /documents/content', { target, token, body });
  }
  return { id, slug, token };
}

/** Query results and all records. */
export async function recordAnswers(target: Target, token: string): Promise<unknown[]> {
  const found: unknown[] = [];
  for (let index = 0; index < 40; index += 1) {
    const query = index % 3 === 0 ? `g-${index}` : named(index * 7).slice(0, -2);
    found.push(await ok('POST /collections/goods/query', { target, token, body: { query, top_k: 5 } }));
  }
  found.push(await ok('GET /collections/goods/records?limit=500', { target, token }));
  return found;
}

/** The content of a workspace as the API returns it. */
export async function answers(target: Target, token: string): Promise<unknown[]> {
  const found = await recordAnswers(target, token);
  for (const path of ['/collections', '/collections/goods/describe', '/audit']) {
    found.push(await ok(`GET ${path}`, { target, token }));
  }
  for (const path of [
    '/documents',
    '/documents/content?path=notes/a.md',
    '/documents/history?path=notes/b.md',
    '/repos',
  ]) {
    found.push(JSON.parse(JSON.stringify(await ok(`GET ${path}`, { target, token })).replaceAll(target.url, '')));
  }
  return found;
}
