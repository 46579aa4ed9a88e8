import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { propertyRuns } from '../../../../../acceptance/full-size.mjs';
import { splitFrontMatter } from './front-matter.js';
import { mayHaveFrontMatter } from './head.js';

/** A document with this front matter. */
function documentWith(frontMatter: string): string {
  return `---\n${frontMatter}\n---\nBody\n`;
}

describe('front matter', () => {
  it('is read at ordinary depths of nesting', () => {
    const nested = `${'{a: '.repeat(11)}1${'}'.repeat(11)}`;
    const { data, body } = splitFrontMatter(documentWith(`title: A\ntags: [a, b]\nx:\n  y:\n    - z: ${nested}`));
    expect(data).toMatchObject({ title: 'A', tags: ['a', 'b'] });
    expect(body).toBe('Body\n');
  });

  // Each of these would crash a YAML parser, overflow its stack, or take it minutes.
  it.each(['[[', '{', '{a: ', '? ', '- ', '- - ? '])('nested more than 16 deep with %j stays text', (unit) => {
    for (const times of [20, 400, 4_000]) {
      const text = documentWith(unit.repeat(times));
      expect(splitFrontMatter(text)).toMatchObject({ data: null, body: text, lines: 0 });
    }
  });

  it('reads a value as text that YAML could read only in quotes', () => {
    const piece = fc.constantFrom('Chapter 2', ': ', '@home', '50% off', '`x`', ' - ', 'a', '"', "'", ':', ' # 1');
    fc.assert(
      fc.property(fc.constantFrom('Part 1: ', '@', '%', '`'), fc.array(piece, { maxLength: 4 }), (start, pieces) => {
        const title = `${start}${pieces.join('')}: end`;
        const { data, problem } = splitFrontMatter(documentWith(`lang: en\ntitle: ${title}\ntags: [a]`));
        expect([data, problem]).toEqual([{ lang: 'en', title, tags: ['a'] }, null]);
      }),
    );
  });

  it.each([
    ['title: Part 1: The start\ntags: [a', 2, 8],
    ["tags: [a]\ntitle: 'It's here'", 3, 12],
    ['title: [no', 2, 11],
    ['a: 1\na: 2', 3, 1],
  ])('with invalid content (%j) stays text, with the position of the error', (frontMatter, line, column) => {
    const text = documentWith(frontMatter);
    const message = expect.stringMatching(/^[A-Z].+\. Quote/);
    expect(splitFrontMatter(text)).toMatchObject({
      data: null,
      title: '',
      body: text,
      problem: { line, column, message },
    });
  });

  it('in TOML is read, and its errors have positions', () => {
    expect(splitFrontMatter('+++\ntitle = "A"\n[x]\ny = 1\n+++\nBody\n')).toMatchObject({
      data: { title: 'A', x: { y: 1 } },
      title: 'A',
      body: 'Body\n',
      lines: 5,
    });
    const text = '+++\ntitle = A\n+++\nBody\n';
    expect(splitFrontMatter(text)).toMatchObject({ data: null, body: text, problem: { line: 2 } });
    for (const deep of [`a = ${'['.repeat(4_000)}`, `${'a.'.repeat(3_000)}b = 1`]) {
      expect(splitFrontMatter(`+++\n${deep}\n+++\n`).data).toBeNull();
    }
  });

  it.each([
    '---\ntitle: A\n\nText',
    '---\ntitle: A\n----\nText',
    '---\r\ntitle: A\r\n...\r\nText',
    '+++\ntitle = 1\nText',
  ])('without its last line stays text, and is reported: %j', (text) => {
    const message = expect.stringContaining('must end with a line of ---');
    expect(splitFrontMatter(text)).toMatchObject({ data: null, body: text, problem: { line: 1, column: 1, message } });
    expect(mayHaveFrontMatter(text)).toBe(true);
  });

  it('that is too long stays text, and is reported', () => {
    const text = documentWith(`title: A\ntext: ${'x'.repeat(9_000)}`);
    expect(splitFrontMatter(text)).toMatchObject({ data: null, body: text, problem: { line: 1 } });
  });

  it.each(['---\n\nText', '---\nText', '---\nNote: text', '---', '+++\nText'])('is not begun by a rule: %j', (text) => {
    expect(splitFrontMatter(text)).toMatchObject({ data: null, body: text, problem: null });
  });

  it.each(['\nNote: keep this\n', 'Note: the shop is closed.', 'Please note: it is late', 'Only words', '- a list'])(
    'is ordinary text if it is not a mapping (%j)',
    (inside) => {
      const text = documentWith(inside);
      expect(splitFrontMatter(text)).toMatchObject({ data: null, body: text, problem: null });
    },
  );

  it('is read completely or not at all', () => {
    const value = fc.string({
      unit: fc.constantFrom('a', 'B', ':', ' ', "'", '"', '#', '1', '.', '-', '['),
      maxLength: 8,
    });
    fc.assert(
      fc.property(value, (written) => {
        const text = documentWith(`title: ${written}`);
        const { data, title, body, problem } = splitFrontMatter(text);
        if (data === null) {
          expect([body, title]).toEqual([text, '']);
          expect(problem).toMatchObject({ line: 2 });
        } else if (typeof data['title'] === 'string') {
          expect(title).toBe(data['title']);
        }
      }),
      { numRuns: propertyRuns(2_000) },
    );
  });

  it('made of random indicators does not crash the parser', () => {
    const indicators = fc.constantFrom(
      '[',
      ']',
      '{',
      '}',
      '? ',
      '- ',
      ': ',
      ',',
      '"',
      "'",
      '&a ',
      '*a ',
      '|',
      '\n',
      ' ',
      'a',
    );
    const frontMatter = fc
      .tuple(fc.array(indicators, { minLength: 1, maxLength: 8 }), fc.integer({ min: 1, max: 1_000 }))
      .map(([unit, times]) => unit.join('').repeat(times));
    fc.assert(
      fc.property(frontMatter, (yaml) => {
        const text = documentWith(yaml);
        const { data, body } = splitFrontMatter(text);
        expect(data === null ? body : 'Body\n').toBe(data === null ? text : body);
      }),
      { numRuns: propertyRuns(200) },
    );
  });
});
