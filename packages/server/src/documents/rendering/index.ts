/** Rendering of documents: Markdown to safe HTML, tables of contents, titles. */
export { isMarkdown } from './file-kinds.js';
export { addressPath, documentPaths } from './links.js';
export type { Outline } from './outline.js';
export { Outlines } from './outlines.js';
export {
  createRenderer,
  type Renderer,
  type Rendering,
  type RenderRequest,
  type UnrenderedReason,
} from './renderer.js';
