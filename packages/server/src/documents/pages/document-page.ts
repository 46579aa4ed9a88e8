import type { AnswerOf } from '../../dispatch/operation.js';
import { ServiceError } from '../../platform/errors.js';
import { isIndex } from '../model/names.js';
import { folderOf } from '../model/path.js';
import type { Calls, PageRequest } from './calls.js';
import { documentView, tocAside } from './document-views.js';
import { answerReadingPage, hasDiagrams } from './layout.js';
import { markdownSuffix } from './negotiation.js';
import { neighboursOf } from './neighbours.js';
import { addressOn } from './site.js';
import { folderAddress, folderAt, pageAddress } from './tree.js';

/** Seconds after which the browser reloads a page that is still being rendered. */
const lookAgainSeconds = 3;

/** Responds with a document's page. If the URL omits the extension, redirects to the folder or Markdown file. */
export async function documentPage(c: PageRequest, calls: Calls, path: string): Promise<Response> {
  const version = c.req.query('version');
  const query = { path, ...(version === undefined ? {} : { version }) };
  try {
    const rendered = await calls.ask('documents.rendered', { query });
    if (rendered.reason === 'pending') {
      c.header('Retry-After', String(lookAgainSeconds));
      // Browsers follow `Refresh` on a page. They ignore `Retry-After`.
      c.header('Refresh', String(lookAgainSeconds));
    }
    c.header('Link', `<${new URL(c.req.url).pathname}${markdownSuffix}>; rel="alternate"; type="text/markdown"`);
    if (c.req.method === 'HEAD') {
      return c.body(null);
    }
    const entry = await calls.ask('documents.read', { query: { ...query, offset: '0' } });
    const neighbours = await neighboursOf(calls, path);
    const content = documentView({ entry, rendered, version, neighbours, caller: calls.caller() });
    const view = {
      title: rendered.title,
      found: {
        title: rendered.title,
        description: descriptionOf(entry),
        address: isIndex(path) ? folderAddress(folderOf(path)) : pageAddress(path),
      },
      content,
      openTo: path,
      path: isIndex(path) ? folderOf(path) : path,
      aside: tocAside(rendered.toc),
      html: rendered.html,
      hasDiagrams: hasDiagrams(rendered.html),
    };
    return await answerReadingPage(c, calls, view);
  } catch (error) {
    const elsewhere = isAbsent(error) && version === undefined ? await targetOf(calls, path) : undefined;
    if (elsewhere === undefined) {
      throw error;
    }
    return c.redirect(addressOn(calls.site, elsewhere), 303);
  }
}

/** The description in a document's front matter, or null. */
export function descriptionOf({ front_matter: frontMatter }: AnswerOf<'documents.read'>): string | null {
  const description = frontMatter?.['description'];
  return typeof description === 'string' ? description : null;
}

/** The target of a URL without extension: a folder or a Markdown file. Undefined if neither exists. */
async function targetOf(calls: Calls, path: string): Promise<string | undefined> {
  const { entries, index } = await folderAt(calls, path);
  if (entries.length > 0 || index !== undefined) {
    return folderAddress(path);
  }
  const file = `${path}.md`;
  const found = await calls.ask('documents.rendered', { query: { path: file } }).catch(unlessAbsent);
  return found && pageAddress(file);
}

/** Whether an error means that the caller can read nothing at a path. */
export function isAbsent(error: unknown): boolean {
  return error instanceof ServiceError && (error.code === 'document_not_found' || error.code === 'invalid_path');
}

/** Handles such an error; throws any other. */
export function unlessAbsent(error: unknown): undefined {
  if (!isAbsent(error)) {
    throw error;
  }
}
