import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { propertyRuns } from '../../../../../acceptance/full-size.mjs';
import { splitFrontMatter } from './front-matter.js';

/** A document with this front matter. */
function documentWith(frontMatter: string): string {
  return `---\n${frontMatter}\n---\nBody\n`;
}

describe('front matter', () => {
  it('is read as deep as people write it', () => {
    const nested = `${'{a: '.repeat(11)}1${'}'.repeat(11)}`;
    const { data, body } = splitFrontMatter(documentWith(`title: A\ntags: [a, b]\nx:\n  y:\n    - z: ${nested}`));
    expect(data).toMatchObject({ title: 'A', tags: ['a', 'b'] });
    expect(body).toBe('Body\n');
  });

  // Each of these ends the process, overflows the stack or takes minutes in a YAML parser that composes it.
  it.each(['[[', '{', '{a: ', '? ', '- ', '- - ? '])('that nests %j more than 16 deep stays text', (unit) => {
    for (const times of [20, 400, 4_000]) {
      const text = documentWith(unit.repeat(times));
      expect(splitFrontMatter(text)).toEqual({ data: null, body: text, lines: 0 });
    }
  });

  it('of any indicators is answered', () => {
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
