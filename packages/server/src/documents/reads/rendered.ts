import type { Operation } from '../../dispatch/operation.js';
import { documentErrors } from '../errors.js';
import { textOf } from '../model/content.js';
import { isText, mediaTypeOf } from '../model/media-type.js';
import type { Outlines, Renderer } from '../rendering/index.js';
import { findWithContent } from './find.js';

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
      blob: row.blob.toString('hex'),
    });
    return { title: row.title, ...rendering, toc: [...rendering.toc] };
  };

  const render: Operation<'documents.render'> = async (context, _principal, { body }) => {
    const bytes = Buffer.from(body.text);
    if (!isText(bytes) || mediaTypeOf(body.path, bytes) === 'application/octet-stream') {
      throw documentErrors.notText(body.path);
    }
    const workspaceId = context.workspace.id;
    const [[title = ''], rendering] = await Promise.all([
      outlines.titlesOf(workspaceId, [body]),
      renderer.render({ workspaceId, ...body }),
    ]);
    return { title, ...rendering, toc: [...rendering.toc] };
  };

  return { 'documents.rendered': rendered, 'documents.render': render };
}
