import type { RefusedCall } from '../../dispatch/dispatcher.js';
import { describeError } from '../../platform/log.js';
import { hashSecret } from '../../platform/secrets.js';
import type { Services } from '../../platform/services.js';
import { recordFindings } from './store.js';

/**
 * Statuses that the body of a delivery can cause. One of them is 401: the URL is known, but the signature is invalid.
 */
const bodyStatuses: ReadonlySet<number> = new Set([400, 401, 409, 413, 415, 422]);

/** The finding about refused deliveries. It contains the reason of the latest one. */
export function refusedDelivery(code: string, message: string) {
  return { field: code, kind: 'delivery' as const, message: `Deliveries are refused. The last one: ${message}` };
}

/** Adds findings for refused calls of ingest URLs: invalid bodies and rotated URLs. */
export function noteRefusedDelivery(services: Services): (call: RefusedCall) => Promise<void> {
  return async (call) => {
    const secret = call.credentials.ingestSecret;
    if (secret === undefined || !call.operation.startsWith('ingest.')) {
      return;
    }
    try {
      await noteRefusal(services, call, secret);
    } catch (error) {
      // If the finding cannot be stored, the response must stay the same.
      services.log.warn({ error: describeError(error) }, 'a refused delivery could not be noted');
    }
  };
}

async function noteRefusal(services: Services, call: RefusedCall, secret: string): Promise<void> {
  const { database, clock } = services;
  const { principal, refusal } = call;
  if (refusal.code === 'invalid_ingest_secret') {
    await noteRotatedUrl(services, secret);
  } else if (principal?.scope != null && bodyStatuses.has(refusal.status)) {
    const raised = { ...refusedDelivery(refusal.code, refusal.message), externalId: null };
    await database.inWorkspace(principal.scope.workspace.id, (transaction) =>
      recordFindings(transaction, { collectionId: principal.id, now: clock() }, [raised]),
    );
  }
}

/** Counts a call of a rotated ingest URL, by day. Ignores secrets that were never valid. */
async function noteRotatedUrl({ database, clock }: Services, secret: string): Promise<void> {
  const now = clock();
  const text = 'select workspace_id, id from find_rotated_ingest($1, $2)';
  const [rotated] = await database.withoutWorkspace((queryable) =>
    queryable.query<{ workspace_id: string; id: string }>(text, [hashSecret(secret), now]),
  );
  if (rotated === undefined) {
    return;
  }
  const day = now.toISOString().slice(0, 10);
  const message = `Calls arrived on ${day} at an ingest URL that has been replaced: give the source the current one.`;
  const finding = {
    field: 'ingest_url',
    key: `ingest_url ${day}`,
    kind: 'delivery' as const,
    message,
    externalId: null,
  };
  await database.inWorkspace(rotated.workspace_id, (transaction) =>
    recordFindings(transaction, { collectionId: rotated.id, now }, [finding]),
  );
}
