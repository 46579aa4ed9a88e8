/** The formats that the toolbar, shortcuts and the slash menu can apply. */
export type Format =
  | 'bold'
  | 'italic'
  | 'heading'
  | 'list'
  | 'numbered'
  | 'task'
  | 'quote'
  | 'link'
  | 'code'
  | 'table'
  | 'callout'
  | 'diagram'
  | 'formula'
  | 'line';

/** The Markdown with which new blocks start. */
export const blockTexts = {
  table: '| Column | Column |\n| --- | --- |\n|  |  |\n|  |  |',
  callout: '> [!NOTE]\n> Text',
  diagram: '```mermaid\nflowchart LR\n  Start --> End\n```',
  formula: '$$\na^2 + b^2 = c^2\n$$',
} as const;

/** The entries of the slash menu, in order. */
export const menu: readonly (readonly [label: string, choice: Format | 'image'])[] = [
  ['Heading', 'heading'],
  ['List', 'list'],
  ['Numbered list', 'numbered'],
  ['Task list', 'task'],
  ['Quote', 'quote'],
  ['Callout', 'callout'],
  ['Table', 'table'],
  ['Image or file', 'image'],
  ['Code block', 'code'],
  ['Diagram', 'diagram'],
  ['Formula', 'formula'],
  ['Divider', 'line'],
  ['Link', 'link'],
];
