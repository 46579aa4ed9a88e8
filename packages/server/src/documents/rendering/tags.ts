/** Tags in the form of rendering and pages: quoted attributes, and no quote in a value. */
const tags = /<[a-z][a-z0-9-]*(?:\s+[^\s=<>"]+(?:="[^"]*")?)*\s*\/?>/g;

/** Applies `change` to every tag of the HTML. Text that only looks like an attribute is unchanged. */
export function withTags(html: string, change: (tag: string) => string): string {
  return html.replace(tags, change);
}
