/**
 * Lists passages below the field of the search while someone types, and takes the keyboard there. What is listed comes from
 * the page of the search, which knows what its caller may read. A refusal for too many calls ends asking until it is over.
 */
export const searchScript = `{
  const pauseMs = 200;
  const field = document.querySelector('.find input');
  addEventListener('keydown', (event) => {
    const typing = event.target instanceof Element && event.target.closest('input, textarea, select, [contenteditable]');
    if (event.key === '/' && !typing && !event.ctrlKey && !event.metaKey && !event.altKey && field) {
      event.preventDefault();
      field.focus();
    }
  });

  const setUp = () => {
    const form = field.form;
    const found = document.createElement('div');
    found.className = 'found';
    found.hidden = true;
    const status = document.createElement('p');
    status.className = 'unseen';
    status.setAttribute('role', 'status');
    form.append(found, status);
    let timer, under, waitsUntil = 0, shown = '';

    const close = () => {
      clearTimeout(timer);
      under?.abort();
      found.hidden = true;
      shown = status.textContent = '';
    };
    const say = (text) => {
      const note = document.createElement('p');
      note.textContent = status.textContent = text;
      found.replaceChildren(note);
      found.hidden = false;
    };
    const list = (text) => {
      found.innerHTML = text;
      found.hidden = false;
      const count = found.querySelectorAll('li:not(.more)').length;
      status.textContent = count === 0 ? found.textContent : (count === 1 ? 'One passage' : count + ' passages') + '. The down arrow leads to them.';
    };
    const look = async () => {
      const query = field.value.trim();
      if (query.length < 2) return close();
      if (query === shown || Date.now() < waitsUntil) return;
      under?.abort();
      const { signal } = under = new AbortController();
      try {
        const answer = await fetch(form.getAttribute('action') + '?' + new URLSearchParams({ q: query, list: '' }), { signal, redirect: 'manual', headers: { Accept: 'text/html' } });
        const seconds = Number(answer.headers.get('Retry-After'));
        if (seconds > 0) {
          waitsUntil = Date.now() + seconds * 1000;
          return say('Suggestions are paused. Press Enter to search.');
        }
        if (!answer.ok) return close();
        const text = await answer.text();
        if (signal.aborted) return;
        shown = query;
        list(text);
      } catch {
        if (!signal.aborted) close();
      }
    };
    field.addEventListener('input', () => {
      clearTimeout(timer);
      timer = setTimeout(look, pauseMs);
    });
    form.addEventListener('focusout', ({ relatedTarget }) => {
      if (!form.contains(relatedTarget)) close();
    });
    // A press on what cannot have the focus, such as the scroll bar of the list, leaves it where it is.
    found.addEventListener('mousedown', (event) => {
      if (!event.target.closest('a')) event.preventDefault();
    });
    form.addEventListener('keydown', (event) => {
      if (found.hidden) return;
      const stops = [field, ...found.querySelectorAll('a')];
      const at = stops.indexOf(document.activeElement);
      if (event.key === 'Escape') {
        close();
        field.focus();
      } else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
        stops[Math.max(0, Math.min(stops.length - 1, at + (event.key === 'ArrowDown' ? 1 : -1)))].focus();
      } else return;
      event.preventDefault();
    });
    form.addEventListener('submit', close);
    // Typed before this script came.
    if (document.activeElement === field && field.value !== field.defaultValue) look();
  };
  if (field) setUp();
}
`;
