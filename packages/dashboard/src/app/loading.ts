import { textOf } from '../text.js';

const notLoaded = (): string => textOf('A part of the dashboard could not be loaded.');

/** Gives every chunk that fails to load the same error message, and makes it possible to load it again. */
export function watchLoading(): void {
  window.addEventListener('vite:preloadError', ({ payload }) => {
    // With the browser's own message, the router would reload the page, even without a connection.
    payload.message = notLoaded();
    for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')) {
      // A stylesheet link that failed stays in the document, and a retry would count it as loaded.
      if (link.sheet === null) link.remove();
    }
  });
}

/** Whether an error means that a chunk of the dashboard could not be loaded. */
export function isNotLoaded(error: unknown): boolean {
  return error instanceof Error && error.message === notLoaded();
}

/** Whether the service has the same build as this page. Rejects while it is unreachable. */
export async function isSameBuild(): Promise<boolean> {
  const answer = await fetch(window.location.href, { cache: 'no-store' });
  const script = document.querySelector('script[type="module"]')?.getAttribute('src') ?? '';
  return (await answer.text()).includes(script);
}
