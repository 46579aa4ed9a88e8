import type { Language } from '@tessera/contract';
import type { Queryable } from '../database/database.js';

/** The workspace that a mail comes from, as it looks. */
export interface MailWorkspace {
  readonly name: string;
  /** `#rrggbb`; null: the colour of the service. */
  readonly color: string | null;
  /** Data URL of an image; null: none. */
  readonly logo: string | null;
}

/** The language of a mail, and the workspace that it comes from; undefined for the service itself. */
export interface MailFace {
  readonly language: Language;
  readonly workspace?: MailWorkspace;
  /** The host of the workspace's own, if it serves. */
  readonly domain?: string;
}

/** The mail of the service in English. */
export const plainFace: MailFace = { language: 'en' };

/** The face of a workspace's mail to an address. The person's own choice of language wins, then `asked`, their browser's. */
export async function findMailFace(
  queryable: Queryable,
  { workspaceId, email, asked }: { readonly workspaceId: string; readonly email: string; readonly asked?: Language },
): Promise<MailFace> {
  const [row] = await queryable.query<MailWorkspace & { language: Language; domain: string | null }>(
    `select name, color, logo, coalesce(language_of_address($2), $3, language) as language,
       case when domain_checked_at is not null then domain end as domain from workspaces where id = $1`,
    [workspaceId, email, asked ?? null],
  );
  if (row === undefined) {
    return plainFace;
  }
  const { language, domain, ...workspace } = row;
  return { language, workspace, ...(domain !== null && { domain }) };
}
