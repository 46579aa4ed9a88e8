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

describe('links in a rendered document', () => {
  it.each([
    ['[x](next.md)', '/d/docs/guide/next.md'],
    ['[x](./next.md#a-b)', '/d/docs/guide/next.md#a-b'],
    ['[x](../other/a%20b.md)', '/d/docs/other/a%20b.md'],
    ['[x](/top.md)', '/d/docs/top.md'],
    ['[x](next.md?plain=1)', '/d/docs/guide/next.md'],
    ['[[Refund policy]]', '/d/?name=Refund+policy&#x26;from=docs%2Fguide%2F'],
    ['[[Refund policy#Late fees!]]', '/d/?name=Refund+policy&#x26;from=docs%2Fguide%2F#late-fees'],
    ['[[Refund policy#Fees#Late]]', '/d/?name=Refund+policy&#x26;from=docs%2Fguide%2F#late'],
    ['[[Refund policy#^block]]', '/d/?name=Refund+policy&#x26;from=docs%2Fguide%2F'],
    ['[[#Late fees!]]', '#late-fees'],
    ['![[Refund policy]]', '/d/?name=Refund+policy&#x26;from=docs%2Fguide%2F'],
    ['[x](..\\other\\a.md)', '/d/docs/other/a.md'],
    ['[x](u\u0308ber.md)', '/d/docs/guide/%C3%BCber.md'],
    ['[x](../../pro/README.md#a)', '/d/pro/README.md#a'],
    ['[x](../../pro/)', '/d/pro/'],
    ['[x](/d/pro/)', '/d/pro/'],
    ['[x](/d/pro/a.md#b)', '/d/pro/a.md#b'],
    ['[x](#there)', '#there'],
    ['[x](mailto:a@b.test)', 'mailto:a@b.test'],
  ])('%s leads to %s', (text, address) => {
    expect(html(text)).toContain(`href="${address}"`);
  });

  it.each(['[x](../../../secret.md)', '[x](/../../secret.md)', '[x](%2e%2e/%2e%2e/%2e%2e)', '[x](/d/../account)'])(
    '%s does not leave the repos',
    (text) => {
      expect(html(text)).toBe('<p><a>x</a></p>');
    },
  );

  it('lead only to pages, whatever the document contains', () => {
    const piece = fc.constantFrom(
      '..',
      '.',
      '/',
      '\\',
      '%2e%2e',
      '%2f',
      '%5c',
      'a',
      'd',
      '//',
      '/d/',
      '#',
      '?',
      'x.md',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
        const [, address] = / href="([^"]*)"/.exec(html(`<a href="${pieces.join('')}">x</a>`)) ?? [];
        if (address !== undefined && URL.canParse(address, 'http://reading.test/')) {
          const { origin, pathname } = new URL(address, 'http://reading.test/d/docs/guide/start.md');
          expect(origin === 'http://reading.test' ? pathname : '/d/').toMatch(/^\/d\//);
        }
      }),
    );
  });

  it('have line numbers, which include the lines of the front matter', () => {
    const page = html('---\ntags: [a]\n---\nText\nand [a](a.md)\n\n- [b](b.md)\n- [[C]]\n- [d](#d)\n');
    const lines = [...page.matchAll(/ data-line="(\d+)" href="([^"?]*)/g)].map(([, line, address]) => [line, address]);
    expect(lines).toEqual([
      ['4', '/d/docs/guide/a.md'],
      ['6', '/d/docs/guide/b.md'],
      ['7', '/d/'],
      ['8', '#d'],
    ]);
  });

  it('to a heading or anchor of the page ignore upper and lower case', () => {
    const page = html('[a](#Named) [b](#old) [c](#OWN)\n\n## Named\n\n<a name="old"></a>\n\n## Prices {#own}');
    expect(page).toContain('<a data-line="0" href="#named">a</a> <a data-line="0" href="#user-content-old">b</a>');
    expect(page).toContain('<a id="user-content-old"></a>');
    expect(page).toMatch(/<h2 id="own">Prices<a /);
  });

  it('send no referrer to other sites', () => {
    expect(html('[x](//evil.test/a)')).toContain('href="https://evil.test/a" rel="noopener noreferrer nofollow"');
  });

  it('have the same ids in the table of contents, the page and the outline', () => {
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
          // In quotes and lists, other markers precede the heading.
          expect(lines[line]).toMatch(new RegExp(`^[ >*-]*#{${level}}(?!#)`));
        }
      }),
    );
  });
});

describe('images in a rendered document', () => {
  it('of the repo are shown', () => {
    expect(html('![A map](img/map.png "Title")')).toBe(
      '<p><img src="/raw/docs/guide/img/map.png" alt="A map" title="Title" loading="lazy"></p>',
    );
  });

  it('from other sites become links, because fetching them would reveal the reader', () => {
    expect(html('![A map](https://x.test/map.png)')).toBe(
      '<p><a href="https://x.test/map.png" rel="noopener noreferrer nofollow">A map</a></p>',
    );
    expect(html('[![A map](//x.test/map.png)](next.md)')).toBe(
      '<p><a data-line="0" href="/d/docs/guide/next.md">A map</a></p>',
    );
  });
});

describe('rendered Markdown', () => {
  it('aligns columns of tables without a style', () => {
    const table = html('|a|b|\n|:-:|--:|\n|1|2|');
    expect(table).toContain('<td align="center">1</td>');
    expect(table).not.toContain('style');
  });

  it('labels task lists for screen readers', () => {
    const list = html('- [x] ship\n- [ ] rest');
    expect(list).toMatch(/checked disabled aria-label="Done"> ship/);
    expect(list).toMatch(/disabled aria-label="To do"> rest/);
  });

  it.each([
    ['see README.md, notes.de and example.com', 0],
    ['http://a.example, https://b.example and www.c.org', 3],
    ['ada@example.com', 1],
  ])('links addresses in text as GitHub does: %s', (text, links) => {
    expect(html(text).split('<a href="').length - 1).toBe(links);
  });

  it('has footnotes with links in both directions', () => {
    const page = html('Text[^1].\n\n[^1]: Note.');
    for (const [, target] of page.matchAll(/href="#([^"]+)"/g)) {
      expect(page).toContain(`id="${target}"`);
    }
    expect(page).toContain('aria-label="Back to the text"');
  });

  it('has math as MathML, and shows an invalid formula as source', () => {
    expect(html('$x^2$')).toContain('<msup><mi>x</mi><mn>2</mn></msup>');
    expect(html('$$\n\\frac{1}{2}\n$$')).toContain('display="block"');
    expect(html('$\\nosuch{x}$')).toContain('<code class="math-error"');
    expect(html('It costs $5 and $6.')).toBe('<p>It costs $5 and $6.</p>');
  });

  it('highlights code with classes', () => {
    expect(html('```js\nconst a = 1;\n```')).toContain('<span class="hljs-keyword">const</span>');
    expect(html('const a = 1;', 'docs/a.ts')).toContain('<span class="hljs-keyword">const</span>');
  });

  it.each(['$USER/$HOME', 'A$5 or US$ 7', '10$/15$', 'from $5 to $10', '$ 5$', '$5 $', 'a$b$', '$a$b', '$x$5', '1$a$'])(
    'shows %s as text',
    (text) => {
      expect(html(text)).toBe(`<p>${text}</p>`);
    },
  );

  it.each(['$x$', '($x$)', '$x$, $y$', 'is $a b$.', '**$x$**', '$\\$5$'])('shows %s as a formula', (text) => {
    expect(html(text)).toContain('<math');
  });

  it('renders no formula next to a letter, a digit or a space', () => {
    const side = fc.constantFrom('', ' ', 'a', 'é', '5', ',', '(', '/');
    fc.assert(
      fc.property(side, side, side, side, (before, first, last, after) => {
        const text = `-${before}$${first}x${last}$${after}-`;
        const isFormula = !/[aé5]/.test(before + after) && first !== ' ' && last !== ' ';
        expect(html(text).includes('<math'), text).toBe(isFormula);
      }),
    );
  });

  it('shows embedded images with their alternative text', () => {
    expect(html('![[jar.png]]')).toBe('<p><img src="/raw/docs/guide/jar.png" alt="jar.png" loading="lazy"></p>');
    expect(html('![[img/The jar.png|300]]')).toContain('src="/raw/docs/guide/img/The%20jar.png" alt="img/The jar.png"');
    expect(html('![[jar.png|A jar]]')).toContain('alt="A jar"');
    expect(html('![[jar.png|A jar|300x200]]')).toContain('alt="A jar"');
  });

  it('has callouts with titles in the syntax of GitHub and Obsidian', () => {
    expect(html('> [!tip]- Save *time*\n> Use a scale.')).toBe(
      '<blockquote class="callout tip"><p class="callout-title">Save <em>time</em></p>\n<p>Use a scale.</p>\n</blockquote>',
    );
    expect(html('> [!bug]\n> Mind.')).toContain('<blockquote class="callout caution"><p class="callout-title">Bug</p>');
    expect(html('> [!note|wide] Mind.\n> Text')).toContain('<p class="callout-title">Mind.</p>');
    expect(html('> [!nosuch] Mind.')).toContain('<blockquote>\n<p>[!nosuch] Mind.');
  });

  it('has notes and warnings in the syntax of GitHub', () => {
    expect(html('> [!WARNING]\n> Mind the gap.')).toContain(
      '<blockquote class="callout warning"><p class="callout-title">Warning</p>',
    );
  });

  it('does not show the front matter', () => {
    expect(html('---\ntitle: A\n---\n\nText')).toBe('<p>Text</p>');
  });
});

describe('the title of a document', () => {
  it.each([
    ['---\ntitle: Named\n---\n# First', 'Named'],
    ['intro\n\n# The *first* `one`\n\n# Second', 'The first one'],
    ['## No first', 'No first'],
    ['---\ntitle: [no, text]\n---\n', 'a.md'],
    ['--- \nnot: [closed\n---\n# Still', 'Still'],
    ['---\na: &a [*a]\n---\n# Loop', 'Loop'],
    ['---\ntitle: 2024\n---\n', '2024'],
    ['---\ntitle: 1.10\n---\n', '1.10'],
    ['---\ntitle: true\n---\n', 'true'],
    ['---\ntitle: 2026-01-02\n---\n', '2026-01-02'],
    ['---\ntitle:\n---\n# First', 'First'],
    ["---\ntitle: 'It''s here'\n---\n", "It's here"],
    ["---\ntitle: 'It's here'\n---\n# First", 'First'],
    ['---\ntitle: Part 1: The start\n---\n# First', 'Part 1: The start'],
    ['+++\ntitle = "In TOML"\ndate = 2026-01-02\n+++\n# First', 'In TOML'],
    ['+++\ntitle = 2024\n+++\n', '2024'],
  ])('for %j is %s', (text, title) => {
    expect(outlineOf(text).title).toBe(title);
  });
});

describe('the outline of a document', () => {
  it('ends after 5,000 headings', () => {
    expect(outlineOf('# a\n'.repeat(20_000)).headings).toHaveLength(5_000);
  });

  it('contains the front matter as JSON, regardless of the YAML', () => {
    const { frontMatter } = outlineOf('---\nday: 2026-01-02\nn: .nan\n__proto__: x\n---\n');
    expect(JSON.parse(JSON.stringify(frontMatter))).toEqual(frontMatter);
    expect(Object.getPrototypeOf(frontMatter)).toBe(Object.prototype);
  });
});

describe('rendered text that is written from right to left', () => {
  it.each([
    ['مرحبا', 'p'],
    ['# שלום', 'h1'],
    ['- قائمة\n- second', 'ul'],
    ['> اقتباس', 'blockquote'],
    ['| عنوان |\n|---|\n| قيمة |', 'div'],
    ['Words, then شيء', 'p'],
  ])('%j is laid out by its own direction', (text, tag) => {
    expect(html(text)).toMatch(new RegExp(`^<${tag}[^>]* dir="auto"`));
  });

  it('changes nothing of other text', () => {
    expect(html('# Words\n\n- Größe\n- Цена')).not.toContain('dir=');
  });
});
