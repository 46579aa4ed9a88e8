import { InvalidObjectError, pushInParts } from '../objects/objects.js';
import type { EntryHeader } from './format.js';

/** Limits of a pack. Reading stops before memory beyond a limit is allocated. */
export interface PackLimits {
  readonly objects: number;
  /** Maximum bytes of one file. */
  readonly fileBytes: number;
  /** Larger files are stored in parts, so that each can be read alone. */
  readonly wholeBytes: number;
  /** Maximum bytes of all objects and their deltas. */
  readonly inflatedBytes: number;
  /** Maximum bytes of all commits. */
  readonly commitBytes: number;
  /** Maximum bytes in memory at a time while chains of deltas are resolved. */
  readonly memoryBytes: number;
  /** Maximum instructions of all deltas. */
  readonly deltaInstructions: number;
}

/** Maximum bytes of a folder or commit. A folder of 5,000 entries with the longest names has less than 2 MiB. */
const smallObjectBytes = 2 * 1024 * 1024;

/** What a pack has used of its limits. */
export class PackBudget {
  private inflatedBytes = 0;
  private commitBytes = 0;
  /** How many instructions the remaining deltas may have. */
  instructionsLeft: number;

  constructor(private readonly limits: PackLimits) {
    this.instructionsLeft = limits.deltaInstructions;
  }

  /** Counts an object before it is inflated. Throws `InvalidObjectError` if it is too large, or the pack is. */
  count(type: EntryHeader['type'], size: number): void {
    const { limits } = this;
    const isSmall = type === 'tree' || type === 'commit' || type === 'tag';
    const limit = isSmall ? smallObjectBytes : limits.fileBytes;
    // The instructions of a delta can be larger than the file that results, so a delta may have some more bytes.
    if (size > (type.endsWith('_delta') ? limit + smallObjectBytes : limit)) {
      throw new InvalidObjectError(
        isSmall ? `a ${type} of ${size} bytes is too large` : `a file of ${size} bytes is too large: at most ${limit}`,
      );
    }
    this.inflatedBytes += size;
    if (this.inflatedBytes > limits.inflatedBytes) {
      throw new InvalidObjectError(`the push unpacks to more than ${limits.inflatedBytes} bytes: ${pushInParts}`);
    }
    this.commitBytes += type === 'commit' ? size : 0;
    if (this.commitBytes > limits.commitBytes) {
      throw new InvalidObjectError(
        `the commits of the push take more than ${limits.commitBytes} bytes: ${pushInParts}`,
      );
    }
  }

  /** Throws `InvalidObjectError` if chains of deltas need more memory at a time than the limit. */
  refuseMemory(bytes: number): void {
    if (bytes > this.limits.memoryBytes) {
      throw new InvalidObjectError(`the pack builds too many large objects on one another: ${pushInParts}`);
    }
  }
}
