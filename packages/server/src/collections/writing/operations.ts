import type { InputOf, Operation, OperationContext } from '../../dispatch/operation.js';
import type { Principal } from '../../principals/principal.js';
import { openCollection } from '../access/view.js';
import { countsOf, presentOutcomes, type WriteParts, type WritePath, writeRecords } from './write.js';

/** The agent path and import: many records with a caller's own credential. */
export function recordWriteOperations({ embedding, indexes }: WriteParts) {
  const upsert: Operation<'collections.upsert_records'> = async (context, principal, { params, body }) => {
    const { outcomes } = await writeRecords(context, principal, body.records, {
      open: (transaction) =>
        openCollection(transaction, principal, {
          name: params.name,
          level: 'write',
          operation: 'collections.upsert_records',
        }),
      embedding,
      indexes,
      embedFirst: true,
      dryRun: body.dry_run,
      auditAction: 'collection.records_written',
      agentPath: true,
    });
    const { written, failed } = countsOf(outcomes);
    return {
      written,
      failed,
      dry_run: body.dry_run,
      results: presentOutcomes(outcomes),
      workspace: context.workspaceReference,
    };
  };

  const importRecords = async (
    context: OperationContext,
    principal: Principal,
    { params, body }: InputOf<'collections.import_records'>,
  ) => {
    const path: WritePath = {
      open: (transaction) =>
        openCollection(transaction, principal, {
          name: params.name,
          level: 'write',
          operation: 'collections.import_records',
        }),
      embedding,
      indexes,
      embedFirst: true,
      dryRun: false,
      auditAction: 'collection.records_imported',
      agentPath: false,
    };
    const { outcomes } = await writeRecords(context, principal, body.records, path);
    const { written, failed, embedded } = countsOf(outcomes);
    return {
      imported: written,
      failed,
      embedded,
      results: presentOutcomes(outcomes),
      workspace: context.workspaceReference,
    };
  };

  return { 'collections.upsert_records': upsert, 'collections.import_records': importRecords };
}
