import { codeOf } from '../../platform/database/sqlstate.js';
import { AbortedRequest, errors, ServiceError } from '../../platform/errors.js';

/** A problem of an archive, and the file that contains it. */
export class ArchiveFault extends Error {
  constructor(
    readonly file: string,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/**
 * SQLSTATE classes of values that a column or constraint refuses. Such content can only come from an invalid archive.
 */
const refusedValue = /^2[23]/;

/** Adds the name of the file to an error, if the database refused a value in its content. */
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

/** Converts the problem of an archive to an error for the caller. Returns other errors unchanged. */
export function refusalOfImport(error: unknown): unknown {
  return error instanceof ArchiveFault
    ? errors.invalidRequest([{ path: error.file, message: `${error.message}. Nothing was imported` }])
    : error;
}

/** Whether an error is about the call or its sender instead of the archive. */
export function isOfCall(error: unknown): boolean {
  return error instanceof ServiceError || error instanceof AbortedRequest || error instanceof ArchiveFault;
}
