// @vitest-environment happy-dom
import { expect, it } from 'vitest';
import { offerEmbeds } from './embeds.js';
import * as texts from './texts.js';

const address = 'https://www.video.test/embed/1';

it('a frame of an allowed site > is loaded by a click, and other links are unchanged', () => {
  document.body.innerHTML = `<main data-embeds="www.video.test"><div class="prose">
<a data-embed href="${address}">Intro</a> <a data-embed href="https://other.test/1">Other</a> <a href="${address}">Link</a>
</div></main>`;
  offerEmbeds();
  const [button] = document.querySelectorAll('button');
  expect(button?.textContent).toBe(texts.filled(texts.embed, { label: 'Intro', host: 'www.video.test' }));
  expect(document.querySelector('iframe')).toBeNull();
  expect([...document.querySelectorAll('a')].map(({ textContent }) => textContent)).toEqual(['Other', 'Link']);
  button?.click();
  expect(document.querySelector('iframe')?.getAttribute('src')).toBe(address);
  expect(document.querySelectorAll('button')).toHaveLength(0);
});
