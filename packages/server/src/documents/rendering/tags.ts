/** Tags as rendering and pages write them: attributes are quoted, and no value has a quote in it. */
const tags = /<[a-z][a-z0-9-]*(?:\s+[^\s=<>"]+(?:="[^"]*")?)*\s*\/?>/g;

/** HTML with every tag changed. Text that only looks like an attribute stays as it is. */
export function withTags(html: string, change: (tag: string) => string): string {
  return html.replace(tags, change);
}
