import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { WorkspaceReference } from '@tessera/contract';
import type { Operation } from '../../dispatch/operation.js';
import { lockAddresses } from '../../identity/people/queries.js';
import { recordAudit } from '../../platform/audit.js';
import { mailFolder } from '../../platform/data-folder.js';
import type { SystemTransaction } from '../../platform/database/database.js';
import { errors } from '../../platform/errors.js';
import { requireAddress, uuidFrom } from '../../platform/identifiers.js';
import { recordOperatorEvent } from '../../platform/operator-events.js';
import { outboxEvent } from '../../platform/outbox/events.js';
import type { Services } from '../../platform/services.js';
import type { Settings } from '../../platform/settings.js';
import { actorOf, type Principal } from '../../principals/principal.js';
import { wireGranteeKinds } from '../../principals/wire.js';
import {
  type AddressIdentities,
  deleteIdentities,
  endAccess,
  findIdentities,
  type Grantee,
  listWorkspaceIds,
} from './queries.js';
import { type ErasedPerson, withoutAddress } from './redaction.js';
import { rewriteAudit, rewriteOthers } from './rewrite.js';

const remains = [
  'Commits of git repos name their authors: an author is part of the id of every later commit. Rewrite and push the history to change them.',
  'Documents, drafts of others, records, views and queries keep what was written in them.',
  'The query log can keep queries of the last seconds before this call until its days are over.',
  'A name that another member of the workspace has too stays where only the name was stored.',
  'Data folders of other processes keep their mails.',
  'A directory that calls SCIM sends the person again until they are removed there.',
  'Backups keep the person until they are deleted; erase the person again after restoring one.',
  'Mails that were sent are with the mail server and the person.',
  'The log of the process and of a proxy may contain the address of this call.',
  'Systems that received webhooks keep what they received.',
];

/**
 * Ends a person's access in every workspace, then removes their address and names in pieces. The identities are removed
 * last, so that an interrupted call can be repeated.
 */
const erasePerson: Operation<'operator.erase_person'> = async ({ services, requestId }, principal, { params }) => {
  const email = requireAddress(params.email);
  const { database } = services;
  const knownAs = await database.asSystem(async (transaction) => {
    await lockAddresses(transaction, [email]);
    const found = await findIdentities(transaction, email);
    await endAccess(transaction, email, found);
    return found;
  });
  const { personId, holders } = knownAs;
  const id = personId ?? holders[0]?.id ?? uuidFrom(services.random);
  const names = [...new Set([knownAs.personName, ...holders.map(({ name }) => name)])].filter(
    (name) => name !== null && name.toLowerCase() !== email,
  ) as string[];
  const person: ErasedPerson = { id, email, names };
  const ids = [id, ...holders.map((holder) => holder.id)];
  const rewritten = await rewriteEverywhere(services, { person, ids, knownAs });
  const mails = await deleteMails(services.settings, person);
  await database.asSystem(async (transaction) => {
    await lockAddresses(transaction, [email]);
    const deleted = await deleteIdentities(transaction, email, knownAs);
    if (deleted + rewritten.audit + rewritten.texts + mails === 0) {
      throw errors.notFound('person_not_found');
    }
    recordErasure(transaction, services, { id, holders, requestId, principal });
  });
  return {
    id,
    status: 'erased',
    memberships: holders.filter(({ kind }) => kind === 'membership').length,
    readers: holders.filter(({ kind }) => kind === 'magicLink').length,
    audit_entries: rewritten.audit,
    mails,
    workspaces: workspacesOf(holders),
    remains,
  };
};

function workspacesOf(holders: readonly Grantee[]): WorkspaceReference[] {
  return [...new Map(holders.map(({ workspace }) => [workspace.id, workspace])).values()];
}

async function rewriteEverywhere(
  services: Services,
  erased: { readonly person: ErasedPerson; readonly ids: readonly string[]; readonly knownAs: AddressIdentities },
): Promise<{ readonly audit: number; readonly texts: number }> {
  const rewritten = { audit: 0, texts: 0 };
  for (const workspaceId of await services.database.asSystem(listWorkspaceIds)) {
    rewritten.audit += await rewriteAudit(services, workspaceId, erased);
    rewritten.texts += await rewriteOthers(services, workspaceId, erased);
  }
  return rewritten;
}

interface Erasure {
  readonly id: string;
  readonly holders: readonly Grantee[];
  readonly requestId: string;
  readonly principal: Principal;
}

/** Records the erasure in the person's workspaces and notifies webhooks, with opaque ids only. */
function recordErasure(
  transaction: SystemTransaction,
  services: Services,
  { id, holders, requestId, principal }: Erasure,
): void {
  for (const holder of holders) {
    const data = { id: holder.id, email: id };
    const event = holder.kind === 'membership' ? 'member.revoked' : 'reader.revoked';
    recordAudit(transaction, {
      workspaceId: holder.workspace.id,
      at: services.clock(),
      action: 'person.erased',
      actor: actorOf(principal),
      target: id,
      detail: { [wireGranteeKinds[holder.kind]]: holder.id },
      requestId,
      events: holder.isActive ? [outboxEvent(event, data)] : [],
    });
  }
  const detail = { workspaces: workspacesOf(holders).map((workspace) => workspace.id) };
  recordOperatorEvent(transaction, services, {
    action: 'person.erased',
    actor: principal,
    target: id,
    detail,
    requestId,
  });
}

/** The operation that erases a person. */
export const erasureOperations = { 'operator.erase_person': erasePerson };

/**
 * Deletes the mails in the data folder that are addressed to a person or contain their address. Returns their number.
 */
export async function deleteMails(settings: Pick<Settings, 'SVC_DATA_DIR'>, person: ErasedPerson): Promise<number> {
  const folder = mailFolder(settings);
  const names = await readdir(folder).catch(() => []);
  let deleted = 0;
  for (const name of names.filter((each) => each.endsWith('.eml'))) {
    const file = join(folder, name);
    // Quoted-printable encoding breaks long lines and escapes `@`. Undo both, so that the search finds the address.
    const text = (await readFile(file, 'utf8')).replace(/=\r?\n/g, '').replace(/=40/g, '@');
    if (withoutAddress(text, person) !== text) {
      await rm(file, { force: true });
      deleted += 1;
    }
  }
  return deleted;
}
