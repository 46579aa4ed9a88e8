import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestService, type TestService } from '../../testing/service.js';
import { type Library, openLibrary } from '../testing/library.js';

let service: TestService;
let library: Library;
beforeAll(async () => {
  service = await startTestService();
  library = await openLibrary(service, 'handbook', 'course');
});
afterAll(() => service.close());

it('lists what was changed last first, page by page, and otherwise by path', async () => {
  const written = ['handbook/b.md', 'course/c.md', 'handbook/a.md', 'course/d.md', 'handbook/b.md'];
  for (const [minute, path] of written.entries()) {
    service.setTime(new Date(Date.UTC(2026, 4, 1, 10, minute)));
    await library.put(path, `Minute ${minute}`);
  }
  // The last two at one moment, which their paths then decide.
  await library.put('course/c.md', 'Changed');
  const pages = async (order: string): Promise<string[]> => {
    const paths: string[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const page = `/documents?order=${order}&limit=2${cursor === '' ? '' : `&cursor=${cursor}`}`;
      const { body } = await library.call('GET', page);
      paths.push(...body.documents.map(({ path }: { path: string }) => path));
      cursor = body.next_cursor;
    }
    return paths;
  };
  expect(await pages('changed')).toEqual(['course/c.md', 'handbook/b.md', 'course/d.md', 'handbook/a.md']);
  expect(await pages('path')).toEqual(['course/c.md', 'course/d.md', 'handbook/a.md', 'handbook/b.md']);
});
