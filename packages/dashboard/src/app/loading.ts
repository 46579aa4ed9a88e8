const notLoaded = 'A part of the dashboard could not be loaded.';

/** Gives every part that fails to load one message, and lets it be loaded again. */
export function watchLoading(): void {
  window.addEventListener('vite:preloadError', ({ payload }) => {
    // At the browser's own message the router would load the page anew, without a connection too.
    payload.message = notLoaded;
    for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')) {
      // What failed stays in the document, and would count as loaded.
      if (link.sheet === null) link.remove();
    }
  });
}

/** Whether an error says that a part of the dashboard could not be loaded. */
export function isNotLoaded(error: unknown): boolean {
  return error instanceof Error && error.message === notLoaded;
}

/** Whether the service has the build that this page is of; rejects while it cannot be reached. */
export async function isSameBuild(): Promise<boolean> {
  const answer = await fetch(window.location.href, { cache: 'no-store' });
  const script = document.querySelector('script[type="module"]')?.getAttribute('src') ?? '';
  return (await answer.text()).includes(script);
}
