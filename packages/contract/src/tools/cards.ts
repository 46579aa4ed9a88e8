import { askingTools } from './asking.js';
import type { ToolListing } from './present.js';

/**
 * The card on which a person chooses between the records of a query with verdict `low`: a resource of MCP Apps
 * (revision 2026-01-26). It loads nothing, so it keeps the specification's default content security policy.
 */
export const choiceCard = {
  uri: 'ui://tessera/choice',
  mimeType: 'text/html;profile=mcp-app',
  _meta: { ui: { csp: {}, prefersBorder: true } },
} as const;

const extension = 'io.modelcontextprotocol/ui';

/** Whether a client can show cards. */
export function showsCards(
  capabilities: { readonly extensions?: Readonly<Record<string, unknown>> | undefined } | undefined,
): boolean {
  const settings = capabilities?.extensions?.[extension] as { readonly mimeTypes?: unknown } | null | undefined;
  return Array.isArray(settings?.mimeTypes) && settings.mimeTypes.includes(choiceCard.mimeType);
}

/** Adds the card to the listing of a tool whose answer can leave a choice. */
export function withCard(listing: ToolListing) {
  return askingTools.includes(listing.name) ? { ...listing, _meta: { ui: { resourceUri: choiceCard.uri } } } : listing;
}
