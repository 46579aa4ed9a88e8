/**
 * Runs before anything is drawn, so that a page never shows another theme first. The choice stays in the browser, under the
 * name that the dashboard keeps it by.
 */
export const schemeScript = `'use strict';
(() => {
  const name = 'mantine-color-scheme-value';
  const root = document.documentElement;
  const show = () => {
    let kept;
    try { kept = localStorage.getItem(name); } catch {}
    root.dataset.scheme = kept === 'light' || kept === 'dark' ? kept : 'system';
    for (const choice of document.querySelectorAll('.theme select')) choice.value = root.dataset.scheme;
  };
  show();
  document.addEventListener('DOMContentLoaded', show);
  addEventListener('storage', show);
  addEventListener('pageshow', show);
  document.addEventListener('change', ({ target }) => {
    if (!target.matches('.theme select')) return;
    try { localStorage.setItem(name, target.value === 'system' ? 'auto' : target.value); } catch {}
    root.dataset.scheme = target.value;
  });
})();
`;
