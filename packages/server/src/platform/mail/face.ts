import type { Language } from '@tessera/contract';
import type { Queryable } from '../database/database.js';

/** The name, color and logo of the workspace that sends a mail. */
export interface MailWorkspace {
  readonly name: string;
  /** `#rrggbb`; null for the color of the service. */
  readonly color: string | null;
  /** Data URL of an image; null for none. */
  readonly logo: string | null;
}

/** The language and the workspace of a mail. The workspace is undefined if the service itself sends it. */
export interface MailFace {
  readonly language: Language;
  readonly workspace?: MailWorkspace;
  /** The custom domain of the workspace, if it is active. */
  readonly domain?: string;
}

/** The appearance of the service's own mails, in English. */
export const plainFace: MailFace = { language: 'en' };

/**
 * Finds the appearance of a workspace's mail to a person. The language is the one that the person chose, else `wanted`,
 * the language of their browser.
 */
export async function findMailFace(
  queryable: Queryable,
  { workspaceId, email, wanted }: { readonly workspaceId: string; readonly email: string; readonly wanted?: Language },
): Promise<MailFace> {
  const [row] = await queryable.query<MailWorkspace & { language: Language; domain: string | null }>(
    `select name, color, logo, coalesce(language_of_address($2), $3, language) as language,
       case when domain_checked_at is not null then domain end as domain from workspaces where id = $1`,
    [workspaceId, email, wanted ?? null],
  );
  if (row === undefined) {
    return plainFace;
  }
  const { language, domain, ...workspace } = row;
  return { language, workspace, ...(domain !== null && { domain }) };
}
