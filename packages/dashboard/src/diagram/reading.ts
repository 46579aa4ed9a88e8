import { drawDiagrams } from './draw.js';

const root = document.documentElement;
const dark = window.matchMedia('(prefers-color-scheme: dark)');

/** The theme that the reader chose, else that of the system. */
function schemeOf(): 'light' | 'dark' {
  const { scheme } = root.dataset;
  return scheme === 'light' || scheme === 'dark' ? scheme : dark.matches ? 'dark' : 'light';
}

const drawn = schemeOf();
// The element of this script has the labels in the language of the page.
const script = document.querySelector<HTMLElement>('script[data-failed]');
const { title = '', source = '', failed = '' } = script?.dataset ?? {};
drawDiagrams(document.body, drawn, { title, source, failed });

function drawAnew(): void {
  if (schemeOf() !== drawn) {
    window.location.reload();
  }
}

dark.addEventListener('change', drawAnew);
new MutationObserver(drawAnew).observe(root, { attributeFilter: ['data-scheme'] });
