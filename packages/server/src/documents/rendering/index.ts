/** Rendering of documents: Markdown to safe HTML, tables of contents, titles. */
export { isMarkdown } from './file-kinds.js';
export { splitFrontMatter } from './front-matter.js';
export { addressPath, documentPaths } from './links.js';
export { type Heading, type Outline, outlineOf, titleOf } from './outline.js';
export {
  createRenderer,
  type Renderer,
  type Rendering,
  type RenderRequest,
  type UnrenderedReason,
} from './renderer.js';
