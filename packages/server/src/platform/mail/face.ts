import type { Language } from '@tessera/contract';
import type { Queryable } from '../database/database.js';

/** The appearance of the workspace that a mail is sent from. */
export interface MailWorkspace {
  readonly name: string;
  /** `#rrggbb`; null for the color of the service. */
  readonly color: string | null;
  /** Data URL of an image; null for none. */
  readonly logo: string | null;
}

/** The language and workspace of a mail; undefined workspace for the service itself. */
export interface MailFace {
  readonly language: Language;
  readonly workspace?: MailWorkspace;
  /** The custom domain of the workspace, if it is active. */
  readonly domain?: string;
}

/** The appearance of the service's own mails, in English. */
export const plainFace: MailFace = { language: 'en' };

/**
 * Finds the appearance of a workspace's mail. The language is the person's choice, else `asked`, that of their browser.
 */
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
