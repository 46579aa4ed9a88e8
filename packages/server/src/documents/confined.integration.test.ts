import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { propertyRuns } from '../../../../acceptance/full-size.mjs';
import { startSuiteService } from '../testing/service.js';
import { at, createDocumentsFixture, type DocumentsFixture } from './testing/documents-fixture.js';

const service = await startSuiteService();

const words = ['lamp', 'receipt', 'travel', 'bread', 'starter', 'salary', 'garage', 'hotel', 'sun', 'contract'];
const text = fc
  .array(fc.constantFrom(...words), { minLength: 3, maxLength: 40 })
  .map((list) => `# ${list[0]} ${list[1]}\n\n${list.join(' ')}\n\n## ${list[2]}\n\n${list.toReversed().join(' ')}\n`);
const documents = fc.uniqueArray(fc.record({ name: fc.stringMatching(/^[a-z]{1,6}$/), text }), {
  minLength: 1,
  maxLength: 6,
  selector: ({ name }) => name,
});
const patterns = ['open/*.md', 'mixed/inside/*.md', 'mixed/*.txt'];

/** Creates a workspace with documents that match the patterns and, if given, others that do not. */
async function fill(
  inside: readonly { name: string; text: string }[],
  outside: readonly { name: string; text: string }[],
) {
  const fixture = await createDocumentsFixture(service, 'mixed', 'open', ...(outside.length > 0 ? ['secret'] : []));
  for (const [index, document] of outside.entries()) {
    await fixture.put(`secret/${document.name}.md`, document.text);
    await fixture.put(`mixed/${document.name}.md`, document.text);
    await fixture.put(`mixed/inside/below/${document.name}.md`, inside[index]?.text ?? document.text);
  }
  for (const document of inside) {
    await fixture.put(`open/${document.name}.md`, document.text);
    await fixture.put(`mixed/inside/${document.name}.md`, `${document.text}\nmore\n`);
    await fixture.put(`mixed/inside/${document.name}.md`, document.text);
    for (const other of outside.slice(0, 1)) {
      await fixture.put(`mixed/${other.name}.md`, `${other.text} ${document.name}`);
    }
  }
  return fixture;
}

// Ids are random, so they are removed. Everything else must be equal to the byte.
const withoutIds = (value: unknown) => JSON.stringify(value).replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, '#');

async function everything(
  fixture: DocumentsFixture,
  inside: readonly { name: string }[],
  asked: string,
): Promise<string[]> {
  const call = fixture.as(await fixture.tokenFor(patterns));
  const answers: unknown[] = [];
  const ask = async (method: string, path: string, body?: unknown) => {
    const { status, body: answer } = await call(method, path, body);
    answers.push({ path, status, answer });
  };
  await ask('GET', '/repos');
  await ask('GET', '/documents');
  await ask('GET', '/documents?depth=1');
  await ask('GET', '/documents?prefix=mixed&depth=1&limit=2');
  await ask('GET', '/documents?order=changed&limit=3');
  await ask('POST', '/documents/search', { query: asked });
  await ask('POST', '/documents/search', { query: asked, prefix: 'mixed', limit: 3 });
  for (const { name } of inside) {
    for (const path of [`open/${name}.md`, `mixed/inside/${name}.md`, `mixed/${name}.md`, `secret/${name}.md`]) {
      await ask('GET', `/documents/content${at(path)}`);
      await ask('GET', `/documents/history${at(path)}`);
      await ask('GET', `/documents/diff${at(path)}`);
      await ask('GET', `/documents/blame${at(path)}`);
      await ask('GET', `/documents/rendered${at(path)}`);
      await ask('GET', `/raw/${path}`);
      await ask('PUT', '/documents/content', { path, text: 'x', base: null });
    }
  }
  return answers.map(withoutIds);
}

describe('responses to a confined caller', () => {
  it('list a repo in which it could write, whatever else the repo contains', async () => {
    const fixture = await createDocumentsFixture(service, 'docs');
    const call = fixture.as(await fixture.tokenFor(['docs/mine/**'], 'read_write'));
    const before = withoutIds((await call('GET', '/repos')).body);
    await fixture.put('docs/theirs.md', 'theirs');
    expect(before).toContain('"docs"');
    expect(withoutIds((await call('GET', '/repos')).body)).toBe(before);
  });

  it('are identical to the byte, whatever other documents exist: lists, scores, order, history and errors', async () => {
    service.setTime(new Date('2026-05-01T08:00:00Z'));
    await fc.assert(
      fc.asyncProperty(documents, documents, fc.constantFrom(...words), async (inside, outside, word) => {
        const [alone, among] = [await fill(inside, []), await fill(inside, outside)];
        const asked = `${word} ${inside[0]?.name}`;
        const answers = await everything(among, inside, asked);
        expect(answers).toEqual(await everything(alone, inside, asked));
        expect(answers.join()).not.toMatch(/"commit"|"revision"/);
      }),
      { numRuns: propertyRuns(6) },
    );
  });
});
