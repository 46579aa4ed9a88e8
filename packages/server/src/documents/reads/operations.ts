import { limits } from '@tessera/contract';
import type { Operation } from '../../dispatch/operation.js';
import type { LinkFollower, LinkReader } from '../links/follow.js';
import { textOf } from '../model/content.js';
import { documentErrors } from '../model/errors.js';
import { mediaTypeOf } from '../model/media-type.js';
import { nameOf } from '../model/path.js';
import type { FrontMatterProblem, Outlines, Renderer, Rendering } from '../rendering/index.js';
import { presentEntry } from '../store/present.js';
import { findWithContent } from './find.js';

/** Reads a document as text. */
export function readOperation(outlines: Outlines): Operation<'documents.read'> {
  return async (context, principal, { query }) => {
    const { found, content } = await findWithContent({ context, principal, outlines }, query);
    const { repo, row, rights } = found;
    const text = textOf(content, found.row.media_type);
    const piece = text === null || query.offset === undefined ? text : pieceOf(text, query.offset);
    const end = query.offset === undefined ? 0 : query.offset + (piece?.length ?? 0);
    const document = { path: row.path, text: text ?? '', blob: row.blob.toString('hex') };
    const problem = await outlines.problemOf(context.workspace.id, document);
    return {
      ...presentEntry(repo, row),
      version: row.version_id,
      front_matter: await outlines.frontMatterOf(context.workspace.id, document),
      ...(problem !== null && { warnings: [problem] }),
      text: piece,
      next_offset: text !== null && query.offset !== undefined && end < text.length ? end : null,
      can_write: rights.write.canRead(query.path),
    };
  };
}

/** A piece of text of at most the size of a response. It does not split a surrogate pair. */
function pieceOf(text: string, offset: number): string {
  const piece = text.slice(offset, offset + limits.documentPieceCharacters);
  return /[\ud800-\udbff]$/.test(piece) && offset + piece.length < text.length ? piece.slice(0, -1) : piece;
}

/** Renders documents and resolves their links. */
export interface RenderDependencies {
  readonly renderer: Renderer;
  readonly outlines: Outlines;
  readonly links: LinkFollower;
}

/** The operations that return documents as HTML: stored ones, and drafts of a caller. */
export function renderOperations({ renderer, outlines, links }: RenderDependencies) {
  const rendered: Operation<'documents.rendered'> = async (context, principal, { query }) => {
    const { found, content } = await findWithContent({ context, principal, outlines }, query);
    const { repo, row } = found;
    const text = textOf(content, row.media_type);
    if (text === null) {
      return { title: row.title, html: null, toc: [], warnings: [], dead_links: [], reason: 'not_text' };
    }
    const [workspaceId, path, blob] = [context.workspace.id, `${repo}/${row.path}`, row.blob.toString('hex')];
    const kept = query.version === undefined ? blob : undefined;
    const rendering = await renderer.render({ workspaceId, path, text, blob: kept });
    const isPending = rendering.reason === 'pending';
    const problem = isPending ? null : await outlines.problemOf(workspaceId, { path: row.path, text, blob });
    return { ...(await followed(rendering, { context, principal })), title: row.title, warnings: listOf(problem) };
  };

  const render: Operation<'documents.render'> = async (context, principal, { body }) => {
    const bytes = Buffer.from(body.text);
    if (textOf(bytes, mediaTypeOf(body.path, bytes)) === null) {
      throw documentErrors.notText(body.path);
    }
    const workspaceId = context.workspace.id;
    const rendering = await renderer.render({ workspaceId, ...body });
    // While the text is being rendered, no second task is started, which would have to wait for it.
    const [head] = rendering.reason === 'pending' ? [] : await outlines.headsOf(workspaceId, [body]);
    const title = rendering.title ?? head?.title ?? nameOf(body.path);
    return { ...(await followed(rendering, { context, principal })), title, warnings: listOf(head?.problem ?? null) };
  };

  const followed = async ({ html, toc, reason }: Rendering, reader: LinkReader) => {
    const [page] = html === null ? [] : await links.follow(reader, [html]);
    const shown = { html: page?.html ?? null, toc: [...toc], dead_links: [...(page?.dead ?? [])] };
    return reason === undefined ? shown : { ...shown, reason };
  };

  return { 'documents.rendered': rendered, 'documents.render': render };
}

function listOf(problem: FrontMatterProblem | null): FrontMatterProblem[] {
  return problem === null ? [] : [problem];
}
