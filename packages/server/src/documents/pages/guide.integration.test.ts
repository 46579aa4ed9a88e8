import { readdirSync } from 'node:fs';
import { expect, it } from 'vitest';
import { startSuiteService } from '../../testing/service.js';

const service = await startSuiteService();

const files = readdirSync(new URL('../../../../../docs/', import.meta.url)).filter((name) => name.endsWith('.md'));
const pages = files.map((name) => (name === 'README.md' ? '/guide' : `/guide/${name.slice(0, -'.md'.length)}`));

async function open(address: string): Promise<{ status: number; text: string }> {
  const answer = await service.app.http.request(`http://tessera.test${address}`, { headers: { accept: 'text/html' } });
  return { status: answer.status, text: await answer.text() };
}

it('guide > serves every page, and each lists the others', async () => {
  const { text: first } = await open('/guide');
  for (const page of pages) {
    const { status, text } = await open(page);
    expect([page, status]).toEqual([page, 200]);
    expect(text.match(/<h1/g), page).toHaveLength(1);
    expect(first, page).toContain(`href="${page}"`);
  }
});

it('guide > has no broken link', async () => {
  for (const page of pages) {
    const { text } = await open(page);
    for (const [, href = ''] of text.matchAll(/\shref="([^"]+)"/g)) {
      const [address = '', fragment] = href.split('#');
      const target = address === '' ? { status: 200, text } : await open(address);
      expect(target.status, `${page} leads to ${href}`).toBeLessThan(400);
      if (fragment !== undefined) {
        expect(target.text, `${page} leads to ${href}`).toContain(`id="${fragment}"`);
      }
    }
  }
});
