import { type DiagramLabels, drawDiagrams } from './draw.js';

const root = document.documentElement;
const dark = window.matchMedia('(prefers-color-scheme: dark)');

/** The theme that the reader chose, else that of the system. */
function schemeOf(): 'light' | 'dark' {
  const { scheme } = root.dataset;
  return scheme === 'light' || scheme === 'dark' ? scheme : dark.matches ? 'dark' : 'light';
}

/** The labels in the language of the page, from the element of this script. Undefined if it has none. */
function labelsOf(script: HTMLElement | null): DiagramLabels | undefined {
  const { title, source, failed } = script?.dataset ?? {};
  return title && source && failed ? { title, source, failed } : undefined;
}

const drawn = schemeOf();
drawDiagrams(document.body, drawn, labelsOf(document.querySelector('script[data-failed]')));

function drawAnew(): void {
  if (schemeOf() !== drawn) {
    window.location.reload();
  }
}

dark.addEventListener('change', drawAnew);
new MutationObserver(drawAnew).observe(root, { attributeFilter: ['data-scheme'] });
