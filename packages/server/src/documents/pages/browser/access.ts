/**
 * Asks again whether the page may be read, when someone comes back to it and each minute, and takes it away as soon as it
 * may not.
 */
export const accessScript = `{
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
  // Someone looks at the page, which following a link alone does not say.
  const noteSeen = () => {
    if (document.hidden) return document.addEventListener('visibilitychange', noteSeen, { once: true });
    fetch('/r/seen', { method: 'POST' }).catch(() => {});
  };
  if (document.querySelector('.forwardable')) noteSeen();
  let asking = false;
  const ask = async () => {
    if (asking || document.hidden) return;
    asking = true;
    try {
      const answer = await fetch(location.href, { method: 'HEAD', redirect: 'manual', cache: 'no-store' });
      // The page of a locked document leads to its offer.
      if (answer.status === 402 && !document.querySelector('.locked-page')) return location.reload();
      if (answer.type === 'opaqueredirect' || [401, 403, 404, 410].includes(answer.status)) blank();
    } catch {
      // Offline: what was read stays.
    } finally {
      asking = false;
    }
  };
  // A page that anybody can read stays.
  const timer = document.body.dataset.reader ? setInterval(ask, 60000) : undefined;
  if (timer) {
    addEventListener('focus', ask);
    addEventListener('pageshow', (event) => { if (event.persisted) ask(); });
    document.addEventListener('visibilitychange', ask);
  }
}
`;
