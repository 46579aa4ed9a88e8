import { describe, expect, test } from 'vitest';
import { routes } from '../routes.js';
import { logoCharacters, logoFrom } from './logo.js';

const starts = {
  png: Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
  jpeg: Buffer.from('\xff\xd8\xff\xe0', 'latin1'),
  webp: Buffer.from('RIFF\0\0\0\0WEBP', 'latin1'),
};
const urlOf = (type: string, bytes: Uint8Array) => `data:image/${type};base64,${Buffer.from(bytes).toString('base64')}`;
const sized = (type: keyof typeof starts, bytes: number) =>
  urlOf(type, Buffer.concat([starts[type], Buffer.alloc(bytes - starts[type].length)]));
const { body } = routes['settings.update_workspace'];
const problems = (sent: object) => body.safeParse(sent).error?.issues.map(({ path, message }) => [path[0], message]);

describe('a logo', () => {
  test.each(['png', 'jpeg', 'webp'] as const)('is a %s image of up to 8,192 bytes', (type) => {
    for (const bytes of [20, 8_190, 8_191, 8_192]) {
      expect(body.parse({ logo: sized(type, bytes) })).toEqual({ logo: sized(type, bytes) });
    }
    for (const bytes of [8_193, 8_194, 8_195, 100_000]) {
      expect(problems({ logo: sized(type, bytes) })).toEqual([['logo', 'must be an image of at most 8,192 bytes']]);
    }
  });

  test('read from a file has the type of its content', () => {
    for (const [type, start] of Object.entries(starts)) {
      expect(logoFrom(start)).toEqual({ url: urlOf(type, start) });
    }
    expect(logoFrom(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'))).toHaveProperty('problem');
    expect(logoFrom(Buffer.concat([starts.png, Buffer.alloc(8_192)]))).toHaveProperty('problem');
  });

  test('is never SVG, an address or other text', () => {
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>');
    for (const logo of [
      urlOf('svg+xml', svg),
      `data:image/svg+xml,${svg}`,
      urlOf('gif', Buffer.from('GIF89a')),
      'https://example.com/logo.png',
      'javascript:alert(1)',
      '',
      ` ${sized('png', 20)}`,
      sized('png', 20).replace('data:', 'DATA:'),
      sized('png', 20).replace(';base64', ';charset=x;base64'),
    ]) {
      expect(problems({ logo })).toEqual([['logo', expect.stringContaining('PNG, JPEG or WebP')]]);
    }
  });

  test('contains exactly the image of its type', () => {
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>');
    for (const type of ['png', 'jpeg', 'webp'] as const) {
      expect(problems({ logo: urlOf(type, svg) })).toEqual([['logo', `must contain the ${type} image that it names`]]);
    }
    expect(problems({ logo: urlOf('png', starts.webp) })).toHaveLength(1);
    for (const after of ['"><script>', '\n', ' ', '=', 'A', '#', '%00']) {
      expect(problems({ logo: sized('png', 21) + after })).toHaveLength(1);
    }
  });

  test('is not decoded if it is too long', () => {
    expect(sized('jpeg', 8_192).length).toBeLessThanOrEqual(logoCharacters);
    expect(problems({ logo: `${sized('jpeg', 20)}${'!'.repeat(logoCharacters)}` })).toEqual([
      ['logo', 'must be an image of at most 8,192 bytes'],
    ]);
  });
});

describe('a color', () => {
  test('is stored in lower case', () => {
    expect(body.parse({ color: '#0B5566' })).toEqual({ color: '#0b5566' });
  });

  test.each([
    '0b5566',
    '#0b556',
    '#0b55667',
    '#0b556g',
    '#fff',
    'red',
    '#0b5566;}body{background:red',
    '#0b5566</style><script>alert(1)</script>',
    '#0b5566\n',
    ' #0b5566',
    'var(--text)',
    '',
  ])('refuses %j', (color) => {
    expect(problems({ color })).toEqual([['color', 'must be a colour such as #0b5566']]);
  });

  test('the logo and the color can be removed', () => {
    expect(body.parse({ color: null, logo: null })).toEqual({ color: null, logo: null });
  });
});
