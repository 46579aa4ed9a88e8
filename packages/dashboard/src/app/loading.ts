const notLoaded = 'A part of the dashboard could not be loaded.';

/** Gives every chunk that fails to load the same message, and lets it be loaded again. */
export function watchLoading(): void {
  window.addEventListener('vite:preloadError', ({ payload }) => {
    // The router reloads the page on the browser's own message, even without a connection.
    payload.message = notLoaded;
    for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')) {
      // A failed link element stays in the document and would count as loaded.
      if (link.sheet === null) link.remove();
    }
  });
}

/** Whether an error means that a chunk of the dashboard could not be loaded. */
export function isNotLoaded(error: unknown): boolean {
  return error instanceof Error && error.message === notLoaded;
}

/** Whether the service has the same build as this page. Rejects while it is unreachable. */
export async function isSameBuild(): Promise<boolean> {
  const answer = await fetch(window.location.href, { cache: 'no-store' });
  const script = document.querySelector('script[type="module"]')?.getAttribute('src') ?? '';
  return (await answer.text()).includes(script);
}
