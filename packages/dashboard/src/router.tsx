import { createRootRoute, createRoute, createRouter, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { lazy as lazyPart, type ReactNode } from 'react';
import { NotFound, RouteFailed } from './app/outside.js';
import { Root } from './app/root.js';
import { api, queryClient, read } from './data/api.js';

const rootRoute = createRootRoute({ notFoundComponent: NotFound });

const ImportStrip = lazyPart(() => import('./pages/import/strip.js').then((part) => ({ default: part.ImportStrip })));

// All pages except the operator's require a signed-in person.
const signedIn = createRoute({
  getParentRoute: () => rootRoute,
  id: 'signed-in',
  component: () => <Root strip={<ImportStrip />} />,
  // Reads what `Root` shows while the script of the page is loaded.
  loader: () =>
    Promise.all([
      queryClient.prefetchQuery(read('me.get', {})),
      queryClient.prefetchQuery(read('workspaces.list', {})),
    ]),
  shouldReload: false,
});

/** The query parameters of a page. Filters are part of the URL, so that a view can be shared as a link. */
type Search = Readonly<Record<string, string | undefined>>;

function textsOnly(search: Record<string, unknown>): Search {
  return Object.fromEntries(
    Object.entries(search).flatMap(([key, value]) =>
      value === undefined || value === '' ? [] : [[key, String(value)]],
    ),
  );
}

type Component = () => ReactNode;

type Load<Name extends string> = () => Promise<{ [Key in Name]: Component }>;

const lazy = <Name extends string>(load: Load<Name>, name: Name) =>
  lazyRouteComponent(load as () => Promise<Record<string, Component>>, name);

function page<Name extends string>(path: string, load: Load<Name>, name: Name) {
  return createRoute({
    getParentRoute: () => signedIn,
    path,
    loader: ({ cause, params, location }) => {
      if (load === loadCollection && cause === 'enter') void readCollection(params, location.searchStr === '');
    },
    validateSearch: textsOnly,
    component: lazy(load, name),
  });
}

/** Reads a collection, and its first records if the address names no others, while the script of the page is loaded. */
async function readCollection({ name = '' }: { readonly name?: string }, isPlain: boolean): Promise<void> {
  const collection = read('collections.describe', { params: { name } });
  const queryKey = ['collections.list_records', { name, page: 0 }];
  const queryFn = () => api().call('collections.list_records', { params: { name }, query: { limit: 100, offset: 0 } });
  const records = isPlain && queryClient.prefetchQuery({ queryKey, queryFn, staleTime: 30_000 });
  await Promise.all([queryClient.prefetchQuery(collection), records]);
  // An empty collection shows its first record when it arrives.
  if (queryClient.getQueryData(collection.queryKey)?.records === 0) queryClient.removeQueries({ queryKey });
}

/** Loads the page of a collection, and together with it the first tab, unless the address names another one. */
function loadCollection() {
  if (!new URLSearchParams(window.location.search).has('tab')) void import('./pages/collection/records.js');
  return import('./pages/collection/page.js');
}

const pages = [
  page('/', () => import('./pages/overview/page.js'), 'OverviewPage'),
  page('/documents', () => import('./pages/documents/page.js'), 'DocumentsPage'),
  page('/collections', () => import('./pages/collections/page.js'), 'CollectionsPage'),
  page('/collections/$name', loadCollection, 'CollectionPage'),
  page('/import', () => import('./pages/import/page.js'), 'ImportPage'),
  page('/people', () => import('./pages/people/page.js'), 'PeoplePage'),
  page('/groups', () => import('./pages/groups/page.js'), 'GroupsPage'),
  page('/groups/$id', () => import('./pages/groups/editor.js'), 'GroupPage'),
  page('/readers', () => import('./pages/readers/page.js'), 'ReadersPage'),
  page('/keys', () => import('./pages/keys/page.js'), 'KeysPage'),
  page('/tokens', () => import('./pages/tokens/page.js'), 'TokensPage'),
  page('/webhooks', () => import('./pages/webhooks/page.js'), 'WebhooksPage'),
  page('/audit', () => import('./pages/audit/page.js'), 'AuditPage'),
  page('/settings', () => import('./pages/settings/page.js'), 'SettingsPage'),
  // An address of earlier versions.
  createRoute({
    getParentRoute: () => signedIn,
    path: '/explain',
    validateSearch: textsOnly,
    beforeLoad: ({ search: { path, holder } }) => {
      throw redirect({ to: '/documents', search: { path, view: 'access', who: holder } as never });
    },
  }),
  // Signed-in people see the menu even at an unknown URL.
  createRoute({ getParentRoute: () => signedIn, path: '$', component: NotFound }),
];

const operatorPage = createRoute({
  getParentRoute: () => rootRoute,
  path: '/operator',
  component: lazy(() => import('./pages/operator/page.js'), 'OperatorPage'),
});

/** Every page by its path. A page is loaded when it is first opened. */
export const router = createRouter({
  routeTree: rootRoute.addChildren([signedIn.addChildren(pages), operatorPage]),
  basepath: '/app',
  // Each route shows its own error, so that the frame around it stays.
  defaultErrorComponent: RouteFailed,
  defaultPreload: 'intent',
  defaultPreloadStaleTime: 0,
  scrollRestoration: true,
  // Strings are kept unchanged. By default, the router would write `"12"` with quotes.
  parseSearch: (text) => Object.fromEntries(new URLSearchParams(text)),
  stringifySearch: (search) => {
    const given = Object.entries(textsOnly(search)).filter(
      (entry): entry is [string, string] => entry[1] !== undefined,
    );
    const text = new URLSearchParams(given).toString();
    return text === '' ? '' : `?${text}`;
  },
});
