import { element } from '../element.js';
import { store, stored } from '../storage.js';

const marksMax = 5_000;

/**
 * Marks the pages that a person has read, in the table of contents and in lists of folders. Marks are stored in this
 * browser, separately for each person and workspace. The link to the next page marks the page it is on.
 */
export function markReadPages(): void {
  const { reader } = document.body.dataset;
  if (!reader) {
    return;
  }
  const name = `tessera.read.${reader}`;
  const box = document.querySelector<HTMLInputElement>('.done input');
  const show = () => showMarks(readPaths(name), box);
  const mark = (isRead: boolean) => {
    const paths = readPaths(name);
    paths.delete(location.pathname);
    if (isRead) paths.add(location.pathname);
    store(name, JSON.stringify([...paths].slice(-marksMax)));
    show();
  };
  if (box) {
    box.addEventListener('change', () => mark(box.checked));
    document.querySelector('.neighbours .next')?.addEventListener('click', () => mark(true));
  }
  addEventListener('storage', show);
  addEventListener('pageshow', show);
  show();
}

function readPaths(name: string): Set<string> {
  try {
    const kept: unknown = JSON.parse(stored(name) ?? '[]');
    return new Set(Array.isArray(kept) ? kept.map(String) : []);
  } catch {
    return new Set();
  }
}

function showMarks(paths: ReadonlySet<string>, box: HTMLInputElement | null): void {
  if (box) {
    box.checked = paths.has(location.pathname);
  }
  for (const link of document.querySelectorAll<HTMLAnchorElement>('.tree a.document, .entries a.document')) {
    const isRead = paths.has(link.pathname);
    if (isRead === link.classList.contains('is-read')) {
      continue;
    }
    link.classList.toggle('is-read', isRead);
    if (isRead) link.append(element('span', { class: 'unseen' }, ' (read)'));
    else link.querySelector('.unseen')?.remove();
  }
}
