import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Outline, outlinesOf } from './outline.js';
import { renderDocument } from './render-document.js';

function outlineOf(text: string): Outline {
  return outlinesOf([{ path: 'docs/a.md', text }])[0] as Outline;
}

function html(text: string, path = 'docs/guide/start.md'): string {
  return renderDocument({ path, text }).html.trim();
}

describe('links', () => {
  it.each([
    ['[x](next.md)', '/d/docs/guide/next.md'],
    ['[x](./next.md#a-b)', '/d/docs/guide/next.md#a-b'],
    ['[x](../other/a%20b.md)', '/d/docs/other/a%20b.md'],
    ['[x](/top.md)', '/d/docs/top.md'],
    ['[x](next.md?plain=1)', '/d/docs/guide/next.md'],
    ['[[Refund policy]]', '/d/?name=Refund+policy&#x26;from=docs%2Fguide%2F'],
    ['[[Refund policy#Late]]', '/d/?name=Refund+policy&#x26;from=docs%2Fguide%2F#Late'],
    ['[x](#there)', '#there'],
    ['[x](mailto:a@b.test)', 'mailto:a@b.test'],
  ])('%s leads to %s', (text, address) => {
    expect(html(text)).toContain(`href="${address}"`);
  });

  it.each(['[x](../../other/secret.md)', '[x](/../other/secret.md)', '[x](%2e%2e/%2e%2e/other/secret.md)'])(
    '%s does not leave the repo',
    (text) => {
      expect(html(text)).toBe('<p><a>x</a></p>');
    },
  );

  it('say nothing to another site of where they were followed', () => {
    expect(html('[x](//evil.test/a)')).toContain('href="https://evil.test/a" rel="noopener noreferrer nofollow"');
  });

  it('of a table of contents, of the page and of the outline are the same', () => {
    const words = fc.stringMatching(/^[a-zA-Z0-9 äß*`_$#é-]{0,12}$/);
    const heading = fc
      .tuple(fc.integer({ min: 1, max: 6 }), words)
      .map(([level, text]) => `${'#'.repeat(level)} ${text}`);
    const block = fc.oneof(
      heading,
      words,
      fc.constant('<h2>Raw</h2>'),
      words.map((text) => `> # ${text}`),
    );
    fc.assert(
      fc.property(fc.array(block, { maxLength: 12 }), fc.boolean(), (blocks, hasFrontMatter) => {
        const text = `${hasFrontMatter ? '---\ntags: [a]\n---\n' : ''}${blocks.join('\n\n')}`;
        const { html: page, toc } = renderDocument({ path: 'docs/a.md', text });
        const ids = [...page.matchAll(/<h[1-6] id="([^"]*)"/g)].map((found) => found[1]);
        expect(toc.map(({ id }) => id)).toEqual(ids);
        expect(new Set(ids).size).toBe(ids.length);
        const lines = text.split('\n');
        for (const { id, line, level } of outlineOf(text).headings) {
          expect(toc.find((entry) => entry.id === id)?.level).toBe(level);
          // Behind the marks of the quotes and lists that it is in.
          expect(lines[line]).toMatch(new RegExp(`^[ >*-]*#{${level}}(?!#)`));
        }
      }),
    );
  });
});

describe('images', () => {
  it('of the repo are shown', () => {
    expect(html('![A map](img/map.png "Title")')).toBe(
      '<p><img src="/raw/docs/guide/img/map.png" alt="A map" title="Title" loading="lazy"></p>',
    );
  });

  it('from elsewhere are links, since to fetch one would tell its host who reads', () => {
    expect(html('![A map](https://x.test/map.png)')).toBe(
      '<p><a href="https://x.test/map.png" rel="noopener noreferrer nofollow">A map</a></p>',
    );
    expect(html('[![A map](//x.test/map.png)](next.md)')).toBe('<p><a href="/d/docs/guide/next.md">A map</a></p>');
  });
});

describe('Markdown', () => {
  it('has tables whose columns are aligned without a style', () => {
    const table = html('|a|b|\n|:-:|--:|\n|1|2|');
    expect(table).toContain('<td align="center">1</td>');
    expect(table).not.toContain('style');
  });

  it('has task lists that a screen reader can tell apart', () => {
    const list = html('- [x] ship\n- [ ] rest');
    expect(list).toMatch(/checked disabled aria-label="Done"> ship/);
    expect(list).toMatch(/disabled aria-label="To do"> rest/);
  });

  it('has footnotes that lead there and back', () => {
    const page = html('Text[^1].\n\n[^1]: Note.');
    for (const [, target] of page.matchAll(/href="#([^"]+)"/g)) {
      expect(page).toContain(`id="${target}"`);
    }
    expect(page).toContain('aria-label="Back to the text"');
  });

  it('has math as MathML, and shows a formula that cannot be read as it was written', () => {
    expect(html('$x^2$')).toContain('<msup><mi>x</mi><mn>2</mn></msup>');
    expect(html('$$\n\\frac{1}{2}\n$$')).toContain('display="block"');
    expect(html('$\\nosuch{x}$')).toContain('<code class="math-error"');
    expect(html('It costs $5 and $6.')).toBe('<p>It costs $5 and $6.</p>');
  });

  it('has code in colours by class', () => {
    expect(html('```js\nconst a = 1;\n```')).toContain('<span class="hljs-keyword">const</span>');
    expect(html('const a = 1;', 'docs/a.ts')).toContain('<span class="hljs-keyword">const</span>');
  });

  it('has notes and warnings as GitHub writes them', () => {
    expect(html('> [!WARNING]\n> Mind the gap.')).toContain(
      '<blockquote class="callout warning"><p class="callout-title">Warning</p>',
    );
  });

  it('does not show its front matter', () => {
    expect(html('---\ntitle: A\n---\n\nText')).toBe('<p>Text</p>');
  });
});

describe('a title', () => {
  it.each([
    ['---\ntitle: Named\n---\n# First', 'Named'],
    ['intro\n\n# The *first* `one`\n\n# Second', 'The first one'],
    ['## No first', 'a.md'],
    ['---\ntitle: [no, text]\n---\n', 'a.md'],
    ['--- \nnot: [closed\n---\n# Still', 'Still'],
    ['---\na: &a [*a]\n---\n# Loop', 'Loop'],
  ])('of %j is %s', (text, title) => {
    expect(outlineOf(text).title).toBe(title);
  });
});

describe('front matter', () => {
  it('ends after 5,000 headings, however many a hostile document has', () => {
    expect(outlineOf('# a\n'.repeat(20_000)).headings).toHaveLength(5_000);
  });

  it('is JSON, whatever YAML can say', () => {
    const { frontMatter } = outlineOf('---\nday: 2026-01-02\nn: .nan\n__proto__: x\n---\n');
    expect(JSON.parse(JSON.stringify(frontMatter))).toEqual(frontMatter);
    expect(Object.getPrototypeOf(frontMatter)).toBe(Object.prototype);
  });
});
