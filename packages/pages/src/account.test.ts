// @vitest-environment happy-dom
import { expect, it } from 'vitest';
import { schemeName } from './scheme.js';

it('shows the account page in the chosen theme, with times in the language of the page', async () => {
  localStorage.setItem(schemeName, 'dark');
  document.documentElement.lang = 'de';
  document.body.innerHTML = '<time datetime="2031-05-17T12:00:00.000Z">2031-05-17 12:00 UTC</time>';
  await import('./account.js');
  document.dispatchEvent(new Event('DOMContentLoaded'));
  expect(document.documentElement.dataset.scheme).toBe('dark');
  expect(document.querySelector('time')?.textContent).toMatch(/^1[678]\.05\.2031, \d\d:00$/);
});
