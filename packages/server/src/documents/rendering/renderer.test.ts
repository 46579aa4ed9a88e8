import { afterAll, expect, it } from 'vitest';
import { createLog } from '../../platform/log.js';
import { createIsolation } from '../isolation/isolated.js';
import { createRenderer } from './renderer.js';

const isolation = createIsolation(createLog('silent'), { timeoutMs: 1_000 });
const renderer = createRenderer(isolation.isolated);
afterAll(() => isolation.close());

function render(text: string, workspaceId = 'a'): ReturnType<typeof renderer.render> {
  return renderer.render({ workspaceId, path: 'docs/a.md', text });
}

it('a text nested 20,000 deep, a table of 100,000 cells and one above 1 MiB are not rendered', async () => {
  expect(await render('<div>'.repeat(20_000))).toEqual({ html: null, toc: [], reason: 'too_deep' });
  const table = `|${'a|'.repeat(10)}\n|${'-|'.repeat(10)}\n${`|${'1|'.repeat(10)}\n`.repeat(30_000)}`;
  // Whether its depth on the stack or its time ends first depends on the machine.
  expect(await render(table)).toEqual({ html: null, toc: [], reason: expect.stringMatching(/^too_(slow|deep)$/) });
  expect(await render('é'.repeat(600_000))).toEqual({ html: null, toc: [], reason: 'too_large' });
});

it('whoever asks after one of these is answered', async () => {
  const hostile = render(`${'*a'.repeat(500_000)}`, 'hostile');
  expect((await render('# Fine', 'other')).html).toContain('Fine');
  expect((await hostile).reason).toBe('too_slow');
  expect((await render('# Fine again', 'hostile')).html).toContain('Fine again');
});

it('one line of a MiB is rendered or refused, and never held up', async () => {
  for (const piece of ['x', '[', '$a', '<b', '> ']) {
    const { html, reason } = await render(piece.repeat(1_000_000 / piece.length));
    expect(html === null).toBe(reason !== undefined);
  }
});

it('a text that has been rendered is not rendered again for the same blob and path', async () => {
  const request = { workspaceId: 'a', path: 'docs/a.md', blob: 'b'.repeat(40) };
  const first = await renderer.render({ ...request, text: '# One' });
  expect(await renderer.render({ ...request, text: '# Another' })).toBe(first);
  expect(await renderer.render({ ...request, path: 'docs/b/a.md', text: '# Another' })).not.toBe(first);
  expect((await renderer.render({ ...request, workspaceId: 'b', text: '# Another' })).html).toContain('Another');
});
