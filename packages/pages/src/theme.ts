/** Applies the theme of a reading page. It is loaded before the first paint, so that no other theme appears. */
import { chosenScheme, schemeName } from './scheme.js';
import { store } from './storage.js';

const root = document.documentElement;

function show(): void {
  root.dataset.scheme = chosenScheme() ?? 'system';
  for (const choice of document.querySelectorAll<HTMLSelectElement>('.theme select')) {
    choice.value = root.dataset.scheme;
  }
}

show();
document.addEventListener('DOMContentLoaded', show);
addEventListener('storage', show);
addEventListener('pageshow', show);
document.addEventListener('change', ({ target }) => {
  if (target instanceof HTMLSelectElement && target.matches('.theme select')) {
    store(schemeName, target.value === 'system' ? 'auto' : target.value);
    root.dataset.scheme = target.value;
  }
});
