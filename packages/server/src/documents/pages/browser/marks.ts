/**
 * Marks what a person has read, in the contents and in lists of folders. The marks stay in this browser, apart for each person
 * and workspace. Going on to the next page marks the one before.
 */
export const marksScript = `{
  const name = 'tessera.read.' + document.body.dataset.reader;
  const most = 5000;
  const box = document.querySelector('.done input');
  const keptMarks = () => {
    try {
      const kept = JSON.parse(localStorage.getItem(name));
      return new Set(Array.isArray(kept) ? kept : []);
    } catch {
      return new Set();
    }
  };
  const show = () => {
    const marks = keptMarks();
    if (box) box.checked = marks.has(location.pathname);
    for (const link of document.querySelectorAll('.tree a.document, .entries a.document')) {
      const isRead = marks.has(link.pathname);
      if (isRead === link.classList.contains('is-read')) continue;
      link.classList.toggle('is-read', isRead);
      const words = link.querySelector('.unseen');
      if (words) words.remove();
      if (isRead) {
        const said = document.createElement('span');
        said.className = 'unseen';
        said.textContent = ' (read)';
        link.append(said);
      }
    }
  };
  const keep = (isRead) => {
    const marks = keptMarks();
    marks.delete(location.pathname);
    if (isRead) marks.add(location.pathname);
    try { localStorage.setItem(name, JSON.stringify([...marks].slice(-most))); } catch {}
    show();
  };
  if (document.body.dataset.reader) {
    box?.addEventListener('change', () => keep(box.checked));
    if (box) document.querySelector('.neighbours .next')?.addEventListener('click', () => keep(true));
    addEventListener('storage', show);
    addEventListener('pageshow', show);
    show();
  }
}
`;
