import { textOf } from '../../text.js';

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
  table: `| ${textOf('Column')} | ${textOf('Column')} |\n| --- | --- |\n|  |  |\n|  |  |`,
  callout: `> [!NOTE]\n> ${textOf('Text')}`,
  diagram: '```mermaid\nflowchart LR\n  Start --> End\n```',
  formula: '$$\na^2 + b^2 = c^2\n$$',
} as const;

/** The entries of the slash menu, in order. */
export const menu: readonly (readonly [label: string, choice: Format | 'image'])[] = [
  [textOf('Heading'), 'heading'],
  [textOf('List'), 'list'],
  [textOf('Numbered list'), 'numbered'],
  [textOf('Task list'), 'task'],
  [textOf('Quote'), 'quote'],
  [textOf('Callout'), 'callout'],
  [textOf('Table'), 'table'],
  [textOf('Image or file'), 'image'],
  [textOf('Code block'), 'code'],
  [textOf('Diagram'), 'diagram'],
  [textOf('Formula'), 'formula'],
  [textOf('Divider'), 'line'],
  [textOf('Link'), 'link'],
];
