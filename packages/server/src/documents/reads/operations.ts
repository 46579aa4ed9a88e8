import { limits } from '@tessera/contract';
import type { Operation } from '../../dispatch/operation.js';
import { textOf } from '../model/content.js';
import { presentEntry } from '../present.js';
import type { Outlines } from '../rendering/index.js';
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
