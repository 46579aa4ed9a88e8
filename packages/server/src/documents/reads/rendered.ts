import type { Operation } from '../../dispatch/operation.js';
import { documentErrors } from '../errors.js';
import { textOf } from '../model/content.js';
import { isText, mediaTypeOf } from '../model/media-type.js';
import { nameOf } from '../model/path.js';
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
    return { ...rendering, title: row.title, toc: [...rendering.toc] };
  };

  const render: Operation<'documents.render'> = async (context, _principal, { body }) => {
    const bytes = Buffer.from(body.text);
    if (!isText(bytes) || mediaTypeOf(body.path, bytes) === 'application/octet-stream') {
      throw documentErrors.notText(body.path);
    }
    const workspaceId = context.workspace.id;
    const rendering = await renderer.render({ workspaceId, ...body });
    const title = rendering.title ?? (await outlines.titlesOf(workspaceId, [body]))[0] ?? nameOf(body.path);
    return { ...rendering, title, toc: [...rendering.toc] };
  };

  return { 'documents.rendered': rendered, 'documents.render': render };
}
