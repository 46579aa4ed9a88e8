/** Matches tags as rendering and pages write them: values are in double quotes and contain no quote. */
const tags = /<[a-z][a-z0-9-]*(?:\s+[^\s=<>"]+(?:="[^"]*")?)*\s*\/?>/g;

/** Applies `change` to every tag of the HTML. Text that only looks like a tag is not changed. */
export function withTags(html: string, change: (tag: string) => string): string {
  return html.replace(tags, change);
}
