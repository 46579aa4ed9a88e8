import { displayName } from '@tessera/contract';
import type { ApplyDirectories, DirectoryPerson } from '../../identity/pages/dependencies.js';
import { recordAudit } from '../../platform/audit.js';
import type { Transaction } from '../../platform/database/database.js';
import type { Services } from '../../platform/services.js';
import { recordShares } from '../memberships/record-shares.js';
import { stateShares } from '../memberships/state-shares.js';
import { entriesFor, grantOfEntries, oidcSource } from './grants.js';
import { findDirectoryState, listDirectoryWorkspaces } from './queries.js';

/**
 * States the share of source `oidc` of a person who has signed in, in each workspace whose directory is the issuer. A
 * refusal, such as that of the last admin, leaves the share as it was, and is logged.
 */
export const applyDirectories: ApplyDirectories = async (services, person) => {
  const { database } = services;
  for (const id of await database.asSystem((transaction) => listDirectoryWorkspaces(transaction, person))) {
    await database.inWorkspace(id, (transaction) => apply(services, transaction, person));
  }
};

async function apply(services: Services, transaction: Transaction, person: DirectoryPerson): Promise<void> {
  const { workspaceId } = transaction;
  const { email, issuer, requestId } = person;
  const { directory, groups, isMember, isGranted } = await findDirectoryState(transaction, person);
  const entries = entriesFor(directory, person.values);
  const isGiven = entries.length > 0;
  if (isGiven ? !isMember && directory?.create !== true : !isGranted) {
    return;
  }
  const grant = isGiven ? grantOfEntries(entries, new Set(groups)) : { isEnded: true };
  const name = isMember ? undefined : displayName.safeParse(person.name).data;
  const statement = { email, source: oidcSource, by: 'directory', name, ...grant } as const;
  const outcomes = await stateShares({ services }, transaction, [statement]);
  for (const outcome of outcomes) {
    if ('refusal' in outcome) {
      const { code } = outcome.refusal;
      services.log.warn({ workspace: workspaceId, code }, 'a directory could not change the access of a person');
    }
  }
  const entry = {
    workspaceId,
    at: services.clock(),
    actor: { kind: 'directory', id: issuer, name: new URL(issuer).host },
    requestId,
  };
  recordShares({ audit: (tx, event) => recordAudit(tx, { ...entry, ...event }) }, transaction, outcomes);
}
