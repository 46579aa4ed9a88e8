import { drawDiagrams } from './draw.js';

const root = document.documentElement;
const dark = window.matchMedia('(prefers-color-scheme: dark)');

/** The theme that the reader chose, otherwise that of the system. */
function schemeOf(): 'light' | 'dark' {
  const { scheme } = root.dataset;
  return scheme === 'light' || scheme === 'dark' ? scheme : dark.matches ? 'dark' : 'light';
}

const drawn = schemeOf();
drawDiagrams(document.body, drawn);

function drawAnew(): void {
  if (schemeOf() !== drawn) {
    window.location.reload();
  }
}

dark.addEventListener('change', drawAnew);
new MutationObserver(drawAnew).observe(root, { attributeFilter: ['data-scheme'] });
