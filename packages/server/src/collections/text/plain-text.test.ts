import { expect, test } from 'vitest';
import { plainText } from './plain-text.js';

test.each([
  ['<p>Two-tone <b>gray</b><br />hoodie.</p>', 'Two-tone gray hoodie.'],
  ['<a href="https://example.com/?a=1&amp;b=2">link</a>', 'link'],
  ['Tom &amp; Jerry&nbsp;&#39;s &#x1F600; &bull; &unknown; &#0; &#xD800;', "Tom & Jerry 's 😀 &unknown; &#0; &#xD800;"],
  ['  many\n\twhite \u00a0 spaces ', 'many white spaces'],
  ['if a < b and c > d', 'if a < b and c > d'],
  ['Map<String, List<Item>>', 'Map<String, List<Item>>'],
  ['', ''],
])('plainText > reads %j as %j', (text, expected) => {
  expect(plainText(text)).toBe(expected);
});

test('plainText > reads unfinished markup of any length in linear time', () => {
  const text = '<p '.repeat(50_000);
  expect(plainText(text)).toBe(text.trim());
});
