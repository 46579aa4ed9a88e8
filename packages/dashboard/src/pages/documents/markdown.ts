import {
  defineLanguageFacet,
  HighlightStyle,
  Language,
  languageDataProp,
  syntaxHighlighting,
} from '@codemirror/language';
import type { Extension } from '@codemirror/state';
import { tags } from '@lezer/highlight';
import { GFM, parser } from '@lezer/markdown';

const facet = defineLanguageFacet();

// Only the parser is used, because CodeMirror's package adds HTML, CSS and JavaScript, which are 70 kB more.
const language = new Language(
  facet,
  parser.configure([GFM, { props: [languageDataProp.add({ Document: facet })] }]),
  [],
  'markdown',
);

// The colors that code in documents has, which are readable on light and dark backgrounds.
const colors = HighlightStyle.define([
  { tag: tags.heading, color: 'var(--hl-title)', fontWeight: '700' },
  { tag: tags.strong, fontWeight: '700' },
  { tag: tags.emphasis, fontStyle: 'italic' },
  { tag: tags.strikethrough, textDecoration: 'line-through' },
  { tag: [tags.monospace, tags.labelName, tags.character], color: 'var(--hl-string)' },
  { tag: [tags.link, tags.url], color: 'var(--mantine-color-anchor)' },
  { tag: tags.quote, fontStyle: 'italic' },
  { tag: [tags.processingInstruction, tags.contentSeparator, tags.atom], color: 'var(--hl-keyword)' },
  { tag: [tags.comment, tags.meta], color: 'var(--mantine-color-dimmed)' },
]);

/** The Markdown language with syntax colors. */
export const markdown: Extension = [language, syntaxHighlighting(colors)];
