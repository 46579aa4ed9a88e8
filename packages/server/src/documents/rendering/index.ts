/** Rendering of documents: Markdown to safe HTML, tables of contents, titles. */

export { isMarkdown } from '../model/names.js';
export type { TocEntry } from './decorate.js';
export type { FrontMatterProblem } from './front-matter-problem.js';
export { keptRenderings, rendererVersion } from './kept-renderings.js';
export { type Addresses, addressPath, decoded, documentPaths } from './links.js';
export type { Outline } from './outline.js';
export { Outlines } from './outlines.js';
export { Renderer } from './renderer.js';
export type { Rendering } from './rendering.js';
export { withTags } from './tags.js';
export { warningsAbout } from './warnings.js';
