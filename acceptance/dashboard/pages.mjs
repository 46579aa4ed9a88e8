/**
 * A page of the dashboard: name, address in the workspace that `makeOakline` creates, and the button that opens its
 * dialog.
 * @typedef {{ name: string, path: string, opens?: string }} DashboardPage
 */

/**
 * All pages that tests check and screenshots show.
 * @type {readonly DashboardPage[]}
 */
export const pages = [
  { name: 'overview', path: '/app/' },
  { name: 'documents', path: '/app/documents', opens: 'New document' },
  { name: 'repos', path: '/app/documents?list=repos' },
  { name: 'deleted', path: '/app/documents?deleted=handbook' },
  { name: 'document', path: '/app/documents?path=handbook/welcome.md' },
  { name: 'diagram', path: '/app/documents?path=handbook/orders.md' },
  { name: 'editor', path: '/app/documents?path=handbook/pricing.md&view=edit' },
  { name: 'history', path: '/app/documents?path=handbook/pricing.md&view=history' },
  { name: 'search', path: '/app/documents?q=oil' },
  { name: 'collections', path: '/app/collections', opens: 'New collection' },
  { name: 'records', path: '/app/collections/products' },
  { name: 'record', path: '/app/collections/products?record=1' },
  { name: 'sorted-records', path: '/app/collections/products?order=list_price:desc' },
  { name: 'ask', path: '/app/collections/products?tab=ask&q=OAK-1007' },
  { name: 'explained', path: '/app/collections/products?tab=ask&q=oiled+oak+desk' },
  { name: 'quality', path: '/app/collections/products?tab=quality' },
  { name: 'fields', path: '/app/collections/products?tab=fields', opens: 'Accept all' },
  { name: 'findings', path: '/app/collections/products?tab=findings', opens: 'Declare' },
  { name: 'sharing', path: '/app/collections/products?tab=sharing', opens: 'Eva Lind' },
  { name: 'sources', path: '/app/collections/products?tab=sources', opens: 'Delete collection' },
  { name: 'open-refine', path: '/app/collections/products?tab=sources', opens: 'Create a reconciliation URL' },
  { name: 'import', path: '/app/import' },
  { name: 'people', path: '/app/people', opens: 'Add person' },
  { name: 'groups', path: '/app/groups' },
  { name: 'new-group', path: '/app/groups/new' },
  { name: 'readers', path: '/app/readers', opens: 'New link' },
  { name: 'access', path: '/app/documents?path=course/intro.md&view=access', opens: 'Course buyers' },
  { name: 'access-of-folder', path: '/app/documents?path=course/&view=access' },
  { name: 'keys', path: '/app/keys', opens: 'New key' },
  { name: 'tokens', path: '/app/tokens', opens: 'New token' },
  { name: 'webhooks', path: '/app/webhooks', opens: 'New webhook' },
  { name: 'audit', path: '/app/audit' },
  { name: 'settings', path: '/app/settings' },
  { name: 'sessions', path: '/app/settings?tab=sessions' },
  { name: 'operator', path: '/app/operator' },
];
