import { type PathGroup, readAccess } from '@tessera/path-access';
import type { Transaction } from '../../platform/database/database.js';

/** Returns a hint if a link with these groups does not show the document that it opens. */
export async function hintForStart(
  transaction: Transaction,
  { start, groups }: { readonly start: string | null; readonly groups: readonly string[] },
): Promise<{ readonly hint?: string }> {
  if (start === null) {
    return {};
  }
  const [repo = '', ...path] = start.split('/');
  const shown = await transaction.query<PathGroup>(
    `select g.id, g.name, g.paths from groups g
     where g.workspace_id = $1 and (g.id = any($2::uuid[]) or g.public) and exists (
       select from documents d join repos r on r.workspace_id = $1 and r.id = d.repo_id
       where d.workspace_id = $1 and r.name = $3 and d.path = $4)`,
    [transaction.workspaceId, groups, repo, path.join('/')],
  );
  // The same hint for both, because the key may not know which documents exist outside of its groups.
  return readAccess(shown).canRead(start)
    ? {}
    : {
        hint: `The groups of this link show no document at \`${start}\` yet: until then the link opens a missing page.`,
      };
}
