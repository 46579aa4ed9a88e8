import { element } from '../element.js';
import * as texts from './texts.js';

const intervalMs = 60_000;

/** Statuses of a page that the reader may not or cannot read. */
const refusals = [401, 403, 404, 410];

/**
 * Checks access again every minute and when a person returns to the page, and clears the page once access has ended.
 * Public pages are not checked. Also reports views of a magic link's pages.
 */
export function watchAccess(): void {
  if (document.querySelector('.forwardable')) {
    recordVisit();
  }
  if (!document.body.dataset.reader) {
    return;
  }
  const check = checkAccess(() => {
    clearInterval(timer);
    clear();
  });
  const timer = setInterval(check, intervalMs);
  addEventListener('focus', check);
  addEventListener('pageshow', (event) => {
    if (event.persisted) void check();
  });
  document.addEventListener('visibilitychange', check);
}

/** A view is reported when the page is visible, because programs also follow links in mails. */
function recordVisit(): void {
  if (document.hidden) {
    document.addEventListener('visibilitychange', recordVisit, { once: true });
    return;
  }
  fetch('/r/seen', { method: 'POST' }).catch(() => undefined);
}

function checkAccess(onRefusal: () => void): () => Promise<void> {
  let isChecking = false;
  return async () => {
    if (isChecking || document.hidden) {
      return;
    }
    isChecking = true;
    try {
      const { status, type } = await fetch(location.href, { method: 'HEAD', redirect: 'manual', cache: 'no-store' });
      if (status === 402 && !document.querySelector('.locked-page')) {
        // The page of a locked document leads to its offer.
        location.reload();
      } else if (type === 'opaqueredirect' || refusals.includes(status)) {
        onRefusal();
      }
    } catch {
      // Offline: keep the page.
    } finally {
      isChecking = false;
    }
  };
}

function clear(): void {
  const link = element('a', { href: '/d/' }, texts.goneLink);
  const text = element('p', { role: 'alert' }, `${texts.gone} `, link);
  document.title = texts.goneTitle;
  document.body.replaceChildren(element('main', { class: 'gone' }, text));
}
