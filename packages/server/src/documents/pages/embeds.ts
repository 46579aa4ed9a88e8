const framed = /<a (?=[^>]*\bdata-embed\b)[^>]*\bhref="(https:\/\/[^"]+)"/g;

/** The hosts of embedded frames in a document that its workspace allows, each also with `www.`. */
export function embedHostsOf(html: string | null | undefined, allowed: readonly string[]): string[] {
  const hosts = [...(html ?? '').matchAll(framed)].map(([, address = '']) => new URL(address).host);
  return [...new Set(hosts)].filter((host) => allowed.includes(host) || allowed.includes(host.replace(/^www\./, '')));
}
