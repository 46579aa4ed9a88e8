import { limits } from '@tessera/contract';
import type { Operation } from '../../dispatch/operation.js';
import { textOf } from '../model/content.js';
import { documentErrors } from '../model/errors.js';
import { isText, mediaTypeOf } from '../model/media-type.js';
import { nameOf } from '../model/path.js';
import type { Outlines, Renderer } from '../rendering/index.js';
import { presentEntry } from '../store/present.js';
import { findWithContent } from './find.js';

/** Reads a document as text. */
export function readOperation(outlines: Outlines): Operation<'documents.read'> {
  return async (context, principal, { query }) => {
    const { found, content } = await findWithContent({ context, principal, outlines }, query);
    const { repo, row, rights } = found;
    const text = textOf(content);
    const piece = text === null || query.offset === undefined ? text : pieceOf(text, query.offset);
    const end = query.offset === undefined ? 0 : query.offset + (piece?.length ?? 0);
    const document = { path: row.path, text: text ?? '', blob: row.blob.toString('hex') };
    return {
      ...presentEntry(repo, row),
      version: row.version_id,
      front_matter: await outlines.frontMatterOf(context.workspace.id, document),
      text: piece,
      next_offset: text !== null && query.offset !== undefined && end < text.length ? end : null,
      can_write: rights.write.canRead(query.path),
    };
  };
}

/** At most as many characters as one answer holds, which do not end in half a surrogate pair. */
function pieceOf(text: string, offset: number): string {
  const piece = text.slice(offset, offset + limits.documentPieceCharacters);
  return /[\ud800-\udbff]$/.test(piece) && offset + piece.length < text.length ? piece.slice(0, -1) : piece;
}

/** Documents as HTML: what is stored, and what a caller is about to write. */
export function renderOperations(renderer: Renderer, outlines: Outlines) {
  const rendered: Operation<'documents.rendered'> = async (context, principal, { query }) => {
    const { found, content } = await findWithContent({ context, principal, outlines }, query);
    const { repo, row } = found;
    const text = textOf(content);
    if (text === null) {
      return { title: row.title, html: null, toc: [], reason: 'not_text' };
    }
    const rendering = await renderer.render({
      workspaceId: context.workspace.id,
      path: `${repo}/${row.path}`,
      text,
      blob: query.version === undefined ? row.blob.toString('hex') : undefined,
    });
    return { ...rendering, title: row.title, toc: [...rendering.toc] };
  };

  const render: Operation<'documents.render'> = async (context, _principal, { body }) => {
    const bytes = Buffer.from(body.text);
    if (!isText(bytes) || mediaTypeOf(body.path, bytes) === 'application/octet-stream') {
      throw documentErrors.notText(body.path);
    }
    const workspaceId = context.workspace.id;
    const rendering = await renderer.render({ workspaceId, ...body });
    // While the text is rendered, a further task of the workspace would wait for that to end.
    const isTitled = rendering.title !== undefined || rendering.reason === 'pending';
    const [outlined] = isTitled ? [] : await outlines.titlesOf(workspaceId, [body]);
    const title = rendering.title ?? outlined ?? nameOf(body.path);
    return { ...rendering, title, toc: [...rendering.toc] };
  };

  return { 'documents.rendered': rendered, 'documents.render': render };
}
