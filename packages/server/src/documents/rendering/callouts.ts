import type { Element, ElementContent, Text } from 'hast';

/** The kinds of callouts in GitHub and Obsidian, grouped by the five styles in which they are shown. */
const looks: Readonly<Record<string, readonly string[]>> = {
  note: ['info', 'todo', 'abstract', 'summary', 'tldr', 'question', 'help', 'faq', 'example', 'quote', 'cite'],
  tip: ['hint', 'success', 'check', 'done'],
  important: [],
  warning: ['attention'],
  caution: ['danger', 'error', 'failure', 'fail', 'missing', 'bug'],
};
const lookOf = new Map(
  Object.entries(looks).flatMap(([look, others]) => [look, ...others].map((kind) => [kind, look])),
);

/** Whether callouts of a kind are known, in any letter case. */
export function isCalloutKind(kind: string): boolean {
  return lookOf.has(kind.toLowerCase());
}

/**
 * Marks a quote as a callout if it starts with `[!NOTE]` or another kind. The rest of that line is its title.
 * Metadata of Obsidian after `|` is dropped.
 */
export function markCallout(quote: Element): void {
  const paragraph = quote.children.find((child) => child.type === 'element');
  const first = paragraph?.type === 'element' && paragraph.tagName === 'p' ? paragraph.children[0] : undefined;
  const found = first?.type === 'text' ? /^\[!([\w-]+)(?:\|[^\]\n]*)?\][+-]?[ \t]*/.exec(first.value) : null;
  const kind = found?.[1]?.toLowerCase() ?? '';
  const look = lookOf.get(kind);
  if (paragraph?.type !== 'element' || first?.type !== 'text' || found === null || look === undefined) {
    return;
  }
  first.value = first.value.slice(found[0].length);
  const [title, rest] = splitAtLine(paragraph.children);
  const label: Text = { type: 'text', value: kind.charAt(0).toUpperCase() + kind.slice(1) };
  quote.properties['className'] = ['callout', look];
  paragraph.children = rest;
  quote.children = quote.children.filter((child) => child !== paragraph || rest.length > 0);
  quote.children.unshift({
    type: 'element',
    tagName: 'p',
    properties: { className: ['callout-title'] },
    children: isEmpty(title) ? [label] : title,
  });
}

/** Splits a paragraph after its first line. */
function splitAtLine(children: readonly ElementContent[]): [ElementContent[], ElementContent[]] {
  const title: ElementContent[] = [];
  for (const [index, child] of children.entries()) {
    const end = child.type === 'text' ? child.value.indexOf('\n') : -1;
    if (child.type === 'text' && end !== -1) {
      const [before, after]: [Text, Text] = [
        { type: 'text', value: child.value.slice(0, end) },
        { type: 'text', value: child.value.slice(end + 1) },
      ];
      return [
        [...title, before],
        [after, ...children.slice(index + 1)].filter((one) => one !== after || after.value !== ''),
      ];
    }
    title.push(child);
  }
  return [title, []];
}

function isEmpty(title: readonly ElementContent[]): boolean {
  return title.every((child) => child.type === 'text' && child.value.trim() === '');
}
