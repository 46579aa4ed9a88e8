import { limits } from '@tessera/contract';
import { t } from '../../http/pages/language.js';
import { documentPaths } from '../rendering/index.js';
import type { Calls, PageRequest } from './calls.js';
import { answerReadingPage } from './layout.js';
import { choiceView, headingOf, type NamedDocument, reposView, resultAddress, searchView } from './list-views.js';
import { addressOn } from './site.js';
import { folderAddress, pageAddress } from './tree.js';

const foundMax = 30;
const listedMax = 8;

/**
 * Responds with the home page: all repos, search results (`?q=`), or a redirect to a named document (`?name=&from=`).
 */
export async function homePage(c: PageRequest, calls: Calls): Promise<Response> {
  const [query, name] = [c.req.query('q')?.trim(), c.req.query('name')?.trim()];
  if (query) {
    return c.req.query('list') === undefined ? searchPage(c, calls, { query }) : foundList(c, calls, query);
  }
  return name ? namedPage(c, calls, { name, from: c.req.query('from') ?? '' }) : reposPage(c, calls);
}

async function reposPage(c: PageRequest, calls: Calls): Promise<Response> {
  const { repos: all } = await calls.ask('repos.list', { query: { locked: 'true' } });
  const repos = all.filter(({ documents, locked = 0 }) => documents + locked > 0);
  const [only] = repos;
  if (only !== undefined && repos.length === 1) {
    return c.redirect(addressOn(calls.site, folderAddress(only.name)), 303);
  }
  const workspace = calls.caller()?.scope?.workspace.name ?? 'Tessera';
  const content = reposView(repos, workspace);
  const found = { title: workspace, address: documentPaths.pages };
  return answerReadingPage(c, calls, { title: workspace, found, content, ...(repos.length > 0 && { openTo: '' }) });
}

async function searchPage(
  c: PageRequest,
  calls: Calls,
  { query, problem }: { readonly query: string; readonly problem?: string },
): Promise<Response> {
  const body = { query: query.slice(0, limits.queryCharacters), limit: foundMax };
  const content = searchView(query, await calls.ask('documents.search', { body }), problem);
  const view = { title: t('search.title', { query }), content, openTo: '', query };
  return answerReadingPage(c, calls, { ...view, status: problem === undefined ? 200 : 404 });
}

/** Responds with the passages that the page's script shows while a person types. */
async function foundList(c: PageRequest, calls: Calls, query: string): Promise<Response> {
  const body = { query: query.slice(0, limits.queryCharacters), limit: listedMax };
  const { results } = await calls.ask('documents.search', { body });
  const passages = results.map((result) => ({
    address: addressOn(calls.site, resultAddress(result)),
    title: result.title,
    heading: headingOf(result),
    snippet: result.snippet,
    highlights: result.highlights,
  }));
  const all = addressOn(calls.site, `${documentPaths.pages}?${new URLSearchParams({ q: query })}`);
  return c.json({ all, passages });
}

/** Redirects `[[Name]]` to the readable document with that title or file name. The nearest to the link is preferred. */
async function namedPage(
  c: PageRequest,
  calls: Calls,
  { name, from }: { readonly name: string; readonly from: string },
): Promise<Response> {
  const query = { named: name.slice(0, limits.queryCharacters), locked: 'true', limit: String(limits.pageMax) };
  const { documents, locked = [] } = await calls.ask('documents.list', { query });
  const everywhere: NamedDocument[] = [...documents, ...locked];
  const inRepo = everywhere.filter(({ path }) => path.startsWith(`${from.split('/')[0]}/`));
  const found = inRepo.length > 0 ? inRepo : everywhere;
  const near = found.filter(({ path }) => path.startsWith(from) && !path.slice(from.length).includes('/'));
  const [first, second] = near.length === 1 ? near : found;
  if (first === undefined) {
    return searchPage(c, calls, { query: name, problem: t('name.none', { name }) });
  }
  if (second === undefined) {
    return c.redirect(addressOn(calls.site, pageAddress(first.path)), 303);
  }
  return answerReadingPage(c, calls, { title: name, content: choiceView(name, found), openTo: '' });
}
