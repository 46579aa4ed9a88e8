import { codeOf } from '../../platform/database/sqlstate.js';
import { AbortedRequest, errors, ServiceError } from '../../platform/errors.js';

/** A problem of an archive, and the file that has it. */
export class ArchiveFault extends Error {
  constructor(
    readonly file: string,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** SQLSTATE class of values that a column or constraint refuses: no workspace can have such content. */
const refusedValue = /^2[23]/;

/** Names the file in whose content the database found an invalid value. */
export async function inFile<Result>(file: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (refusedValue.test(codeOf(error) ?? '')) {
      const reason = error instanceof Error ? error.message : '';
      throw new ArchiveFault(file, `cannot be stored: ${reason}`, { cause: error });
    }
    throw error;
  }
}

/** The refusal that describes the problem of an archive; other errors are returned unchanged. */
export function refusalOfImport(error: unknown): unknown {
  return error instanceof ArchiveFault
    ? errors.invalidRequest([{ path: error.file, message: `${error.message}. Nothing was imported` }])
    : error;
}

/** Whether an error is about the call or its sender, not about the archive. */
export function isOfCall(error: unknown): boolean {
  return error instanceof ServiceError || error instanceof AbortedRequest || error instanceof ArchiveFault;
}
