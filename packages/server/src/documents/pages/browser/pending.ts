/** Looks again for the text of a page that was still being rendered, less often as time passes, and shows it. */
export const pendingScript = `{
  let seconds = 2;
  const look = async () => {
    try {
      const answer = await fetch(location.href, { method: 'HEAD', redirect: 'manual', cache: 'no-store' });
      if (answer.ok && !answer.headers.has('Retry-After')) return location.reload();
    } catch {
      // Offline: what is there stays.
    }
    seconds = Math.min(seconds * 1.5, 30);
    setTimeout(look, seconds * 1000);
  };
  if (document.querySelector('.pending')) setTimeout(look, seconds * 1000);
}
`;
