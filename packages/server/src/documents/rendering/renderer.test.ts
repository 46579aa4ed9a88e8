import { createHash } from 'node:crypto';
import { afterAll, describe, expect, it } from 'vitest';
import { errors } from '../../platform/errors.js';
import { createLog } from '../../platform/log.js';
import { createIsolation, type Isolated } from '../isolation/isolated.js';
import type { Outcome } from '../isolation/isolated-process.js';
import { type KeptRendering, type KeptRenderings, rendererVersion } from './kept-renderings.js';
import { renderDocument } from './render-document.js';
import { Renderer } from './renderer.js';

const log = createLog('silent');
const isolation = createIsolation(log, { timeoutMs: 1_000 });
const nothingKept: KeptRenderings = { find: async () => undefined, keep: async () => undefined };
/** Long waits, because the machine that runs the tests may be busy. */
const waitMs = { first: 100_000, again: 100_000 };
const renderer = new Renderer({ isolated: isolation.isolated, log, kept: nothingKept, waitMs });
afterAll(() => isolation.close());

function render(text: string, workspaceId = 'a'): ReturnType<typeof renderer.render> {
  return renderer.render({ workspaceId, path: 'docs/a.md', text });
}

it('renderText > refuses text nested 20,000 deep, a table of 100,000 cells and text above 1 MiB', async () => {
  expect(await render('<div>'.repeat(20_000))).toEqual({ html: null, toc: [], reason: 'too_deep' });
  const table = `|${'a|'.repeat(10)}\n|${'-|'.repeat(10)}\n${`|${'1|'.repeat(10)}\n`.repeat(30_000)}`;
  // Either the stack or the time can run out first, depending on the machine.
  expect(await render(table)).toEqual({ html: null, toc: [], reason: expect.stringMatching(/^too_(slow|deep)$/) });
  expect(await render('é'.repeat(600_000))).toEqual({ html: null, toc: [], reason: 'too_large' });
});

it('renderText > serves the next request after a refused text', async () => {
  const hostile = render(`${'*a'.repeat(500_000)}`, 'hostile');
  expect((await render('# Fine', 'other')).html).toContain('Fine');
  expect((await hostile).reason).toBe('too_slow');
  expect((await render('# Fine again', 'hostile')).html).toContain('Fine again');
});

it('renderText > renders or refuses a line of 1 MiB in time', async () => {
  for (const piece of ['x', '[', '$a', '<b', '> ']) {
    const { html, reason } = await render(piece.repeat(1_000_000 / piece.length));
    expect(html === null).toBe(reason !== undefined);
  }
});

it('Renderer > does not render the same text at the same path again', async () => {
  const request = { workspaceId: 'a', path: 'docs/a.md', text: '# One' };
  const first = await renderer.render(request);
  expect(await renderer.render(request)).toBe(first);
  expect(await renderer.render({ ...request, path: 'docs/b/a.md' })).not.toBe(first);
  expect(await renderer.render({ ...request, workspaceId: 'b' })).not.toBe(first);
  expect((await renderer.render({ ...request, text: '# Another' })).html).toContain('Another');
});

it('rendererVersion > is incremented with every change of the HTML', () => {
  const { html } = renderDocument({ path: 'docs/a.md', text: sample });
  expect([rendererVersion, createHash('sha256').update(html).digest('hex').slice(0, 16)]).toMatchInlineSnapshot(`
    [
      8,
      "744a9d3e496b7853",
    ]
  `);
});

const sample = `# A\n\n[b](b.md) [c](../other/c.md) [[D#E]] [[#A]] [own](#own) ![f](f.png) ![g](https://g.test/g.png) $x$ \`code\`[^1]\n
> [!NOTE] Mind\n> this\n\n| a | b |\n|---|--:|\n| 1 | 2 |\n\n- [x] done\n\n\`\`\`js\nconst a = 1;\n\`\`\`\n\n<h2 id="raw">Raw</h2>\n
## Named {#own}\n\n[^1]: Note.\n`;

/** Results of isolated processes, prepared by a test. They are used in order. A task without a result waits. */
class Processes {
  readonly tasks: string[] = [];
  private readonly waiting: ((outcome: Outcome<unknown>) => void)[] = [];

  readonly isolated = ((name: string) => {
    this.tasks.push(name);
    if (name === 'outlines') {
      return Promise.resolve({ answer: [{ headings: [{ level: 2, text: 'Known', id: 'known', line: 0 }] }] });
    }
    return new Promise((resolve) => this.waiting.push(resolve));
  }) as unknown as Isolated;

  async end(outcome: Outcome<unknown>): Promise<void> {
    await expect.poll(() => this.waiting.length).toBeGreaterThan(0);
    this.waiting.shift()?.(outcome);
  }
}

const done = { answer: { title: 'A', html: '<p>New</p>', toc: [] } };
const request = { workspaceId: 'a', path: 'docs/a.md', text: '# A', blob: 'b'.repeat(40) };

function rendererWith(isolated: Isolated, last?: KeptRendering) {
  const kept: unknown[] = [];
  const store: KeptRenderings = {
    find: async () => last,
    keep: async (key, rendering) => {
      kept.push([key.blob, rendering.html]);
    },
  };
  return { renderer: new Renderer({ isolated, log, kept: store, waitMs: { first: 20, again: 10 } }), kept };
}

describe('a document that takes long to render', () => {
  it('is shown in its earlier version, while rendering continues', async () => {
    const processes = new Processes();
    const last = { html: '<p>Old</p>', toc: [], isCurrent: false };
    const { renderer: late, kept } = rendererWith(processes.isolated, last);
    expect(await late.render(request)).toEqual({ html: '<p>Old</p>', toc: [], reason: 'pending' });
    expect(await late.render(request)).toMatchObject({ reason: 'pending' });
    await processes.end(done);
    await expect.poll(() => late.render(request)).toMatchObject({ html: '<p>New</p>' });
    expect(processes.tasks).toEqual(['outlines', 'render']);
    expect(kept).toEqual([[request.blob, '<p>New</p>']]);
  });

  it('is shown as a list of its headings if no HTML is stored', async () => {
    const processes = new Processes();
    const { renderer: late } = rendererWith(processes.isolated);
    const toc = [{ level: 2, text: 'Known', id: 'known' }];
    expect(await late.render(request)).toEqual({ html: null, toc, reason: 'pending' });
    await processes.end(done);
  });

  it('is not "too complex" because the machine is busy, a process was killed or no process was free', async () => {
    const processes = new Processes();
    const { renderer: late } = rendererWith(processes.isolated);
    expect((await late.render(request)).reason).toBe('pending');
    await processes.end({ lost: 'stalled' });
    expect((await late.render(request)).reason).toBe('pending');
    await processes.end({ lost: 'failed' });
    await processes.end(done);
    await expect.poll(() => late.render(request)).toMatchObject({ html: '<p>New</p>' });
    const busy = rendererWith((() => Promise.reject(errors.unavailable())) as unknown as Isolated);
    expect((await busy.renderer.render(request)).reason).toBe('pending');
  });

  it('is shown from stored HTML of the same content, without any task', async () => {
    const processes = new Processes();
    const { renderer: known } = rendererWith(processes.isolated, { html: '<p>Kept</p>', toc: [], isCurrent: true });
    expect(await known.render(request)).toEqual({ html: '<p>Kept</p>', toc: [] });
    expect(processes.tasks).toEqual([]);
  });

  it('does not use stored HTML if the text itself is not stored', async () => {
    const processes = new Processes();
    const { renderer: preview } = rendererWith(processes.isolated, { html: '<p>Old</p>', toc: [], isCurrent: true });
    expect(await preview.render({ ...request, blob: undefined })).toMatchObject({ html: null, reason: 'pending' });
    await processes.end(done);
  });
});
