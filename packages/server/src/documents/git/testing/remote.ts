/** The URL of a service's repo, with a token in it, as git accepts it. */
export function remoteOf(
  url: string,
  { slug, token }: { readonly slug: string; readonly token: string },
  repo: string,
): string {
  return `http://git:${token}@${new URL(url).host}/git/${slug}/${repo}.git`;
}
