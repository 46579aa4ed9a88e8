const framed = /<a (?=[^>]*\bdata-embed\b)[^>]*\bhref="(https:\/\/[^"]+)"/g;

/** The hosts of a rendered document's frames that its workspace allows, also with `www.`. */
export function embedHostsOf(html: string | null | undefined, allowed: readonly string[]): string[] {
  const hosts = [...(html ?? '').matchAll(framed)].map(([, address = '']) => new URL(address).host);
  return [...new Set(hosts)].filter((host) => allowed.includes(host) || allowed.includes(host.replace(/^www\./, '')));
}
