import { readerWarning } from '@tessera/contract';
import { type PathGroup, readAccess } from '@tessera/path-access';
import type { AnswerOf, Operation } from '../../dispatch/operation.js';
import { originOf } from '../../http/domain.js';
import type { Transaction } from '../../platform/database/database.js';
import { existing } from '../../platform/identifiers.js';
import { magicLinkMail } from '../../platform/mail/templates.js';
import { newSecret } from '../../platform/secrets.js';
import { readIdentifier } from '../identifier.js';
import { readTimes } from '../memberships/times.js';
import { notifyGrantee } from '../notify.js';
import { endLinkSource, revokeAllOfLink, stateLink } from './link-shares.js';
import { listMagicLinks, lockMagicLink, type MagicLinkRow, requireMagicLink } from './queries.js';

const create: Operation<'readers.create'> = async (context, _principal, { body }) => {
  const { services, workspaceReference } = context;
  const ownBase = services.settings.SVC_MAGIC_LINK_BASE ?? services.baseUrl;
  const { secret: token, hash: linkHash } = newSecret('', services.random);
  const minted = await context.transaction(async (transaction) => {
    const { id, result } = await stateLink(context, transaction, { body, linkHash });
    if (id === undefined) {
      const none = { id: null, email: body.email, name: body.email, status: 'revoked' as const, start: null };
      return { shown: { ...none, groups: [], result, expires_at: null }, origin: '', expiresAt: null };
    }
    const link = await requireMagicLink(transaction, id);
    const { email, name, status, groups, start, expires_at: expiresAt } = link;
    const origin = await originOf(transaction, transaction.workspaceId, ownBase);
    const hint = await hintForStart(transaction, { start, groups });
    const expires_at = expiresAt?.toISOString() ?? null;
    return { shown: { id, email, name, status, groups, start, expires_at, result, ...hint }, origin, expiresAt };
  });
  const { shown, origin, expiresAt } = minted;
  const magicLink = shown.result === 'stale' ? null : `${origin}/r?token=${token}`;
  const mail = { ...shown, workspaceName: workspaceReference.name, magicLink: magicLink ?? '', expiresAt };
  const emailSent =
    body.send_email &&
    magicLink !== null &&
    (await notifyGrantee(context, shown.email, (face) => magicLinkMail(mail, face)));
  return {
    ...shown,
    magic_link: magicLink,
    warning: readerWarning,
    email_sent: emailSent,
    workspace: workspaceReference,
  };
};

const list: Operation<'readers.list'> = (context, _principal, { query }) =>
  context.transaction(async (transaction) => {
    const { rows, count, next } = await listMagicLinks(transaction, query);
    return { readers: rows.map(present), count, ...next };
  });

const revoke: Operation<'readers.revoke'> = (context, _principal, { params }) =>
  context.transaction(async (transaction) => {
    const link = existing('reader_not_found', await lockMagicLink(transaction, readIdentifier(params.identifier)));
    await revokeAllOfLink(context, transaction, link);
    return { id: link.id, email: link.email, status: 'revoked', workspace: context.workspaceReference };
  });

const endSource: Operation<'readers.end_source'> = (context, _principal, { params, query }) =>
  context.transaction(async (transaction) => {
    const identifier = readIdentifier(params.identifier);
    const email = identifier.email ?? existing('reader_not_found', await lockMagicLink(transaction, identifier)).email;
    const statement = { email, source: params.source, asOf: readTimes(query).asOf };
    const { id, result } = await endLinkSource(context, transaction, statement);
    const reader = id === undefined ? null : present(await requireMagicLink(transaction, id));
    return { result, reader, workspace: context.workspaceReference };
  });

const revokeById: Operation<'settings.revoke_reader'> = (context, principal, { params, ...rest }) =>
  revoke(context, principal, { ...rest, params: { identifier: params.id } });

function present(row: MagicLinkRow): AnswerOf<'readers.list'>['readers'][number] {
  return {
    ...row,
    expires_at: row.expires_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
    last_seen_at: row.last_seen_at?.toISOString() ?? null,
  };
}

/** Returns a hint if a link with these groups does not show the document that it opens. */
async function hintForStart(
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

/** Operations that create, list and revoke magic links. */
export const magicLinkOperations = {
  'readers.create': create,
  'readers.list': list,
  'readers.revoke': revoke,
  'readers.end_source': endSource,
  'settings.revoke_reader': revokeById,
};
