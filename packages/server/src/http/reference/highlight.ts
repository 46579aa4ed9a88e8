import { html } from 'hono/html';
import type { Markup } from '../pages/layout.js';

const tokens = new RegExp(
  [
    String.raw`(?<name>"(?:[^"\\]|\\.)*"(?=:))`,
    String.raw`(?<string>"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')`,
    String.raw`(?<word>\b(?:import|from|const|await|process|curl|true|false|null|True|False|None)\b|(?<= )-\w+|(?<= )--[\w-]+)`,
  ].join('|'),
  'g',
);

/** Code of an example with strings and words of the language coloured by class; names of fields stay as they are. */
export function highlighted(code: string): Markup {
  const parts: (string | Markup)[] = [];
  let from = 0;
  for (const { 0: text, index, groups = {} } of code.matchAll(tokens)) {
    if (groups.name !== undefined) {
      continue;
    }
    const kind = Object.keys(groups).find((name) => groups[name] !== undefined);
    parts.push(code.slice(from, index), html`<span class="${kind}">${text}</span>`);
    from = index + text.length;
  }
  return html`${[...parts, code.slice(from)]}`;
}
