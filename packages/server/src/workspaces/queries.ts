import type { ArchivedWorkspace, Language } from '@tessera/contract';
import { insertSql, updateSql } from '../platform/database/columns.js';
import type { Queryable } from '../platform/database/database.js';

/** A workspace with the settings of the operator, as responses show it. */
export interface WorkspaceRow {
  readonly id: string;
  readonly slug: string;
  readonly name: string;
  readonly reader_seats: number;
  readonly seats_used: number;
  readonly billing_active: boolean;
  readonly suspended: boolean;
  /** Days that queries of collections are kept; 0 for none. */
  readonly query_log_days: number;
}

/** A workspace with the settings of its admins. */
export interface WorkspaceDetailsRow extends WorkspaceRow {
  /** `#rrggbb`; null for the service's color. */
  readonly color: string | null;
  /** Data URL of an image, or null. */
  readonly logo: string | null;
  /** Default language of pages and mails. */
  readonly language: Language;
  readonly offer: { readonly show_locked: boolean; readonly text: string | null; readonly url: string | null };
  /** Hosts of embedded content, which pages load only after a click. */
  readonly embeds: string[];
  /** How a write that seems meant for another workspace of its person is treated. */
  readonly guard_writes: ArchivedWorkspace['guard_writes'];
  readonly directory: ArchivedWorkspace['directory'];
}

const columnsOf = (workspaceId: '$1' | 'workspaces.id') => `id, slug, name, reader_seats,
  (select count(*)::int from memberships m
   where m.workspace_id = ${workspaceId} and holds_seat(m.role, m.status, m.starts_at, m.expires_at)) as seats_used,
  billing_active, suspended, query_log_days`;

const settingsColumns = `color, logo, language,
  jsonb_build_object('show_locked', show_locked, 'text', offer_text, 'url', offer_url) as offer, embeds, guard_writes, directory`;

/** Adds a workspace. Undefined if its slug is taken. */
export async function insertWorkspace(
  transaction: Queryable,
  workspace: Omit<WorkspaceRow, 'seats_used' | 'suspended' | 'query_log_days'> & { readonly created_at: Date },
): Promise<WorkspaceRow | undefined> {
  const ending = `on conflict (slug) where deleted_at is null do nothing returning ${columnsOf('workspaces.id')}`;
  return (await transaction.query<WorkspaceRow>(...insertSql('workspaces', { ...workspace }, ending)))[0];
}

/** One page of all workspaces, sorted by name. Starts after the given name and id. */
export function listWorkspaces(
  transaction: Queryable,
  page: { readonly after: readonly [string, string] | null; readonly limit: number },
): Promise<WorkspaceRow[]> {
  return transaction.query<WorkspaceRow>(
    `select ${columnsOf('workspaces.id')} from workspaces
     where deleted_at is null and ($1::text is null or (name, id) > ($1, $2::uuid)) order by name, id limit $3`,
    [page.after?.[0] ?? null, page.after?.[1] ?? null, page.limit],
  );
}

/** Number of workspaces. */
export async function countWorkspaces(transaction: Queryable): Promise<number> {
  const [row] = await transaction.query<{ count: number }>(
    'select count(*)::int as count from workspaces where deleted_at is null',
  );
  return row?.count ?? 0;
}

/** One workspace, or undefined. */
export async function findWorkspace(transaction: Queryable, id: string): Promise<WorkspaceRow | undefined> {
  const [row] = await transaction.query<WorkspaceRow>(`select ${columnsOf('$1')} from workspaces where id = $1`, [id]);
  return row;
}

/** One workspace with its settings, or undefined. */
export async function findWorkspaceDetails(
  transaction: Queryable,
  id: string,
): Promise<WorkspaceDetailsRow | undefined> {
  const [row] = await transaction.query<WorkspaceDetailsRow>(
    `select ${columnsOf('$1')}, ${settingsColumns} from workspaces where id = $1`,
    [id],
  );
  return row;
}

/** The fields that admins and the operator can change. Null removes a color, a logo or a part of the offer. */
type WorkspaceChange = Partial<Omit<WorkspaceDetailsRow, 'id' | 'slug' | 'seats_used' | 'offer'>> & {
  readonly offer?: Partial<WorkspaceDetailsRow['offer']>;
};

/** Changes the given fields of a workspace. */
export async function updateWorkspace(
  transaction: Queryable,
  id: string,
  { offer = {}, ...change }: WorkspaceChange,
): Promise<void> {
  const offered = { show_locked: offer.show_locked, offer_text: offer.text, offer_url: offer.url };
  await transaction.query(...updateSql('workspaces', { id }, { ...change, ...offered }));
}

/** The seats of every workspace. */
export function listSeats(
  transaction: Queryable,
): Promise<Pick<WorkspaceRow, 'slug' | 'reader_seats' | 'seats_used'>[]> {
  return transaction.query(
    `select ${columnsOf('workspaces.id')} from workspaces where deleted_at is null order by slug`,
  );
}
