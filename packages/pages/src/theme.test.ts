// @vitest-environment happy-dom
import { expect, it } from 'vitest';
import { schemeName } from './scheme.js';

const { dataset } = document.documentElement;

it("the theme is the browser's until a person chooses one, also in the dashboard", async () => {
  localStorage.clear();
  document.body.innerHTML = `<label class="theme"><select><option value="system"><option value="light"><option value="dark"></select></label>`;
  await import('./theme.js');
  const choice = document.querySelector('select') as HTMLSelectElement;
  expect([dataset.scheme, choice.value]).toEqual(['system', 'system']);

  choice.value = 'dark';
  choice.dispatchEvent(new Event('change', { bubbles: true }));
  expect([dataset.scheme, localStorage.getItem(schemeName)]).toEqual(['dark', 'dark']);

  localStorage.setItem(schemeName, 'light');
  dispatchEvent(new Event('storage'));
  expect([dataset.scheme, choice.value]).toEqual(['light', 'light']);

  choice.value = 'system';
  choice.dispatchEvent(new Event('change', { bubbles: true }));
  expect([dataset.scheme, localStorage.getItem(schemeName)]).toEqual(['system', 'auto']);
});
