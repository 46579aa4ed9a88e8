/** Rendering of documents: Markdown to safe HTML, tables of contents, titles. */
export { isMarkdown } from './file-kinds.js';
export { keptRenderings } from './kept-renderings.js';
export { addressPath, documentPaths } from './links.js';
export type { Outline } from './outline.js';
export { Outlines } from './outlines.js';
export { Renderer } from './renderer.js';
