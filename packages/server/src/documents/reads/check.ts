import type { AnswerOf, Operation, OperationContext } from '../../dispatch/operation.js';
import { ServiceError } from '../../platform/errors.js';
import type { Principal } from '../../principals/principal.js';
import type { ListingDependencies } from '../listing/operations.js';
import { listOperation } from '../listing/operations.js';
import { textOf } from '../model/content.js';
import { isMarkdown, type Rendering, warningsAbout } from '../rendering/index.js';
import { findWithContent } from './find.js';
import type { RenderDependencies } from './operations.js';

type Check = AnswerOf<'documents.check'>;

/** A checked document: its HTML, and the problem of its front matter. */
interface Checked {
  readonly path: string;
  readonly rendering: Rendering;
  readonly warnings: Check['warnings'];
}

/** Lists the broken links and invalid front matter in all documents that the caller can read, in pages. */
export function checkOperation(dependencies: RenderDependencies & ListingDependencies): Operation<'documents.check'> {
  const list = listOperation(dependencies);
  return async (context, principal, { query }) => {
    const page = await list(context, principal, {
      params: {},
      query: { ...query, order: 'path', locked: false },
      body: {},
    });
    const checked: Checked[] = [];
    for (const { path } of page.documents.filter((document) => isMarkdown(document.path))) {
      checked.push(...(await checkOne(dependencies, { context, principal }, path)));
    }
    const pages = await dependencies.links.follow(
      { context, principal },
      checked.map(({ rendering }) => rendering.html ?? ''),
    );
    return {
      checked: checked.length,
      pending: checked.filter(({ rendering }) => rendering.reason === 'pending').map(({ path }) => path),
      dead_links: pages.flatMap(({ dead }, index) =>
        dead.map((link) => ({ path: checked[index]?.path ?? '', ...link })),
      ),
      warnings: checked.flatMap(({ warnings }) => warnings),
      next_cursor: page.next_cursor,
    };
  };
}

function unlessAbsent(error: unknown): undefined {
  if (!(error instanceof ServiceError && error.status === 404)) {
    throw error;
  }
}

/** Checks one document. Returns nothing if it was deleted after it was listed. */
async function checkOne(
  { renderer, outlines }: RenderDependencies,
  { context, principal }: { readonly context: OperationContext; readonly principal: Principal },
  path: string,
): Promise<Checked[]> {
  const document = await findWithContent({ context, principal, outlines }, { path }).catch(unlessAbsent);
  const text = document && textOf(document.content, document.found.row.media_type);
  if (document === undefined || text === undefined || text === null) {
    return [];
  }
  const [workspaceId, blob] = [context.workspace.id, document.found.row.blob.toString('hex')];
  const rendering = await renderer.render({ workspaceId, path, text, blob });
  const problem = await outlines.problemOf(workspaceId, { path: document.found.row.path, text, blob });
  return [{ path, rendering, warnings: warningsAbout(path, problem).map((warning) => ({ path, ...warning })) }];
}
