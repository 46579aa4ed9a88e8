import { readerWarning } from '@tessera/contract';
import type { AnswerOf, Operation } from '../../dispatch/operation.js';
import { originOf } from '../../http/domain.js';
import { errors } from '../../platform/errors.js';
import { readExpiry } from '../../platform/expiry.js';
import { existing, uuidFrom } from '../../platform/identifiers.js';
import { magicLinkMail } from '../../platform/mail/templates.js';
import { outboxEvent } from '../../platform/outbox/events.js';
import { newSecret } from '../../platform/secrets.js';
import { assignGroups, requireGroups } from '../groups/assignments.js';
import { readIdentifier } from '../identifier.js';
import { notifyGrantee } from '../notify.js';
import {
  deleteSessions,
  listMagicLinks,
  lockMagicLink,
  type MagicLinkRow,
  markRevoked,
  saveMagicLink,
} from './queries.js';
import { hintForStart } from './start.js';

const create: Operation<'readers.create'> = async (context, _principal, { body }) => {
  const { services, workspaceReference } = context;
  const at = services.clock();
  const ownBase = services.settings.SVC_MAGIC_LINK_BASE ?? services.baseUrl;
  const sentExpiry = body.expires_at === undefined ? undefined : readExpiry(body.expires_at ?? undefined, at);
  const { secret: token, hash: linkHash } = newSecret('', services.random);
  const minted = await context.transaction(async (transaction) => {
    const link = { id: uuidFrom(services.random), email: body.email, name: body.name ?? null, start: body.start };
    const saved = await saveMagicLink(transaction, { ...link, linkHash, expiresAt: sentExpiry, at });
    const { id, email, name, status, start, expires_at: expiresAt } = saved;
    if (expiresAt !== null && expiresAt <= at) {
      const message = 'the link has expired: send a new time, or null for a link that does not expire';
      throw errors.invalidRequest([{ path: 'expires_at', message }]);
    }
    // The replaced secret is invalid, so the sessions that it opened end too.
    await deleteSessions(transaction, id);
    const groups = body.groups === undefined ? saved.groups : await requireGroups(transaction, body.groups);
    if (body.groups !== undefined) {
      const assignments = groups.map((groupId) => ({ groupId, access: 'read_only' as const }));
      assignGroups(transaction, { kind: 'magicLink', id }, assignments);
    }
    const detail = { email, groups, expires_at: expiresAt?.toISOString() ?? null, replaced: id !== link.id };
    const events = [outboxEvent('reader.created', { id, ...detail })];
    context.audit(transaction, { action: 'reader.link_minted', target: id, detail, events });
    const origin = await originOf(transaction, transaction.workspaceId, ownBase);
    const hint = await hintForStart(transaction, { start, groups });
    return { id, email, name, status, groups, start, ...hint, expiresAt, origin };
  });
  const { expiresAt, origin, ...shown } = minted;
  const magicLink = `${origin}/r?token=${token}`;
  const mail = { ...shown, workspaceName: workspaceReference.name, magicLink, expiresAt };
  const emailSent =
    body.send_email && (await notifyGrantee(context, minted.email, (face) => magicLinkMail(mail, face)));
  return {
    ...shown,
    expires_at: expiresAt?.toISOString() ?? null,
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
    if (link.status === 'active') {
      await markRevoked(transaction, link.id, context.services.clock());
      await deleteSessions(transaction, link.id);
      assignGroups(transaction, { kind: 'magicLink', id: link.id }, []);
      context.audit(transaction, {
        action: 'reader.revoked',
        target: link.id,
        detail: { email: link.email },
        events: [outboxEvent('reader.revoked', { id: link.id, email: link.email })],
      });
    }
    return { id: link.id, email: link.email, status: 'revoked', workspace: context.workspaceReference };
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

/** Operations that create, list and revoke magic links. */
export const magicLinkOperations = {
  'readers.create': create,
  'readers.list': list,
  'readers.revoke': revoke,
  'settings.revoke_reader': revokeById,
};
