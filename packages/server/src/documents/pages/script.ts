/**
 * What the pages do with script; all else works without. It asks again whether the page may be read, when someone comes
 * back to it and each minute, and takes it away as soon as it may not.
 */
export const script = `'use strict';
(() => {
  const blank = () => {
    const gone = document.createElement('main');
    gone.className = 'gone';
    const text = document.createElement('p');
    text.setAttribute('role', 'alert');
    text.textContent = 'You can no longer read this page. ';
    const again = document.createElement('a');
    again.href = '/d/';
    again.textContent = 'See what you can read';
    text.append(again);
    gone.append(text);
    document.title = 'No longer readable';
    document.body.replaceChildren(gone);
    clearInterval(timer);
  };
  let asking = false;
  const ask = async () => {
    if (asking || document.hidden) return;
    asking = true;
    try {
      const answer = await fetch(location.href, { method: 'HEAD', redirect: 'manual', cache: 'no-store' });
      if (answer.type === 'opaqueredirect' || [401, 403, 404, 410].includes(answer.status)) blank();
    } catch {
      // Offline: what was read stays.
    } finally {
      asking = false;
    }
  };
  const timer = setInterval(ask, 60000);
  addEventListener('focus', ask);
  addEventListener('pageshow', (event) => { if (event.persisted) ask(); });
  document.addEventListener('visibilitychange', ask);

  addEventListener('keydown', (event) => {
    const field = document.querySelector('.find input');
    const typing = event.target instanceof Element && event.target.closest('input, textarea, select, [contenteditable]');
    if (event.key === '/' && !typing && !event.ctrlKey && !event.metaKey && !event.altKey && field) {
      event.preventDefault();
      field.focus();
    }
  });

  const links = new Map([...document.querySelectorAll('aside.toc a')].map((link) => [decodeURIComponent(link.hash.slice(1)), link]));
  const headings = [...links.keys()].map((id) => document.getElementById(id)).filter(Boolean);
  const mark = () => {
    const line = innerHeight / 4;
    let current = headings[0];
    for (const heading of headings) if (heading.getBoundingClientRect().top <= line) current = heading;
    for (const [id, link] of links) {
      if (id === current.id) link.setAttribute('aria-current', 'location');
      else link.removeAttribute('aria-current');
    }
  };
  if (headings.length > 1) {
    addEventListener('scroll', mark, { passive: true });
    mark();
  }
})();
`;
