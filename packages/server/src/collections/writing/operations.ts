import type { Operation } from '../../dispatch/operation.js';
import { openCollection } from '../access/view.js';
import { presentOutcomes } from './present.js';
import { countsOf, type WriteDependencies, writeRecords } from './write.js';

/** Upsert and import: writes of many records with the caller's own credential. */
export function recordWriteOperations(dependencies: WriteDependencies) {
  const upsert: Operation<'collections.upsert_records'> = async (context, principal, { params, body }) => {
    const { outcomes } = await writeRecords(context, principal, body.records, {
      ...dependencies,
      open: (transaction) => openCollection(transaction, principal, 'collections.upsert_records', params.name),
      auditAction: 'collection.records_written',
      mode: body.mode,
      expect: body.expect,
      dryRun: body.dry_run,
      isCapped: true,
    });
    const { written, stale, failed } = countsOf(outcomes);
    return {
      written,
      stale,
      failed,
      dry_run: body.dry_run,
      results: presentOutcomes(outcomes, body.dry_run),
      workspace: context.workspaceReference,
    };
  };

  const importRecords: Operation<'collections.import_records'> = async (context, principal, { params, body }) => {
    const { outcomes } = await writeRecords(context, principal, body.records, {
      ...dependencies,
      open: (transaction) => openCollection(transaction, principal, 'collections.import_records', params.name),
      auditAction: 'collection.records_imported',
      mode: 'replace',
    });
    const { written, stale, failed, embedded } = countsOf(outcomes);
    return {
      imported: written,
      stale,
      failed,
      embedded,
      results: presentOutcomes(outcomes),
      workspace: context.workspaceReference,
    };
  };

  return { 'collections.upsert_records': upsert, 'collections.import_records': importRecords };
}
