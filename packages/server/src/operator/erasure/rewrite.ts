import { type JsonValue, parseJson, stringifyJson } from '@tessera/json';
import type { Queryable } from '../../platform/database/database.js';
import type { Services } from '../../platform/services.js';
import {
  type AddressIdentities,
  type AuditSpan,
  listNaming,
  type NamingEntry,
  nextSpan,
  rewriteAuthors,
  rewriteEntry,
  rewriteTexts,
} from './queries.js';
import { type ErasedPerson, erasedName, redacted, withoutAddress } from './redaction.js';

/** Audit entries per transaction. */
const spanSize = 2_000;

/** Removes a person from a workspace's audit log, span by span. Returns the number of changed entries. */
export async function rewriteAudit(
  { database }: Pick<Services, 'database'>,
  workspaceId: string,
  erased: { readonly person: ErasedPerson; readonly ids: readonly string[] },
): Promise<number> {
  let changed = 0;
  for (let after: string | undefined = '0'; after !== undefined; ) {
    const from: string = after;
    after = await database.asSystem(async (transaction) => {
      const span = await nextSpan(transaction, { workspaceId, after: from, size: spanSize });
      if (span !== undefined) {
        changed += await rewriteSpan(transaction, span, erased);
      }
      return span?.upTo;
    });
  }
  return changed;
}

async function rewriteSpan(
  transaction: Queryable,
  span: AuditSpan,
  { person, ids }: { readonly person: ErasedPerson; readonly ids: readonly string[] },
): Promise<number> {
  const entries = await listNaming(transaction, span, { email: person.email, ids });
  for (const entry of entries) {
    const { id, target, detail } = entry;
    await rewriteEntry(transaction, {
      workspaceId: span.workspaceId,
      id,
      target: target === null ? null : withoutAddress(target, person),
      detail: stringifyJson(redacted(detail, person, isAbout(entry, person, ids))),
      actorName: ids.includes(entry.actor_id) ? erasedName : null,
    });
  }
  return entries.length;
}

/** Whether names in an entry are the person's. True if the person is its target, or it contains their address. */
function isAbout({ target, detail }: NamingEntry, { email }: ErasedPerson, ids: readonly string[]): boolean {
  return (
    (target !== null && ids.includes(target)) || `${target} ${stringifyJson(detail)}`.toLowerCase().includes(email)
  );
}

/** Removes a person from everything in a workspace except the audit log. Returns how many strings changed. */
export async function rewriteOthers(
  { database }: Pick<Services, 'database'>,
  workspaceId: string,
  erased: { readonly person: ErasedPerson; readonly ids: readonly string[]; readonly knownAs: AddressIdentities },
): Promise<number> {
  const { person, ids, knownAs } = erased;
  const changed = await database.asSystem((transaction) =>
    rewriteTexts(transaction, { workspaceId, email: person.email }, (text, isJson) =>
      isJson ? stringifyJson(redacted(parseJson(text) as JsonValue, person, true)) : withoutAddress(text, person),
    ),
  );
  const { deviceIds } = knownAs;
  const { email, names } = person;
  await database.asSystem((transaction) =>
    rewriteAuthors(transaction, workspaceId, { ids, deviceIds, email, names, erasedName }),
  );
  return changed;
}
