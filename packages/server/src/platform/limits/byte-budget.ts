import { errors } from '../errors.js';

/** The part of the free bytes that one credential and one client address can have. */
const shares = { credential: 1 / 4, address: 1 / 2 } as const;

/** Whom bytes count for; undefined if unknown. */
export interface ByteHolder {
  readonly address?: string | undefined;
  readonly credential?: string;
}

/**
 * Counts the bytes that this process keeps for its callers. The fuller it is, the less each of them can have: a part of
 * what is left for all others. So a few callers cannot take everything.
 */
export class ByteBudget {
  private readonly taken = new Map<string, number>();
  private takenInAll = 0;

  /** `freeBytes` limits all bytes further, if their storage has less space. */
  constructor(
    private readonly maxBytes: number,
    private readonly freeBytes: () => number = () => Number.POSITIVE_INFINITY,
  ) {}

  /** Throws `rate_limited` if the holder has too many bytes already, and `unavailable` if all together have. */
  take(holder: ByteHolder, bytes: number): void {
    const free = Math.min(this.maxBytes - this.takenInAll, this.freeBytes()) - bytes;
    if (free < 0) {
      throw errors.unavailable('The service receives too many bytes at the moment: try again shortly.');
    }
    for (const [kind, key] of keysOf(holder)) {
      if ((this.taken.get(key) ?? 0) + bytes > free * shares[kind]) {
        const message =
          'Too many bytes of your requests are on their way: wait for the responses, and send fewer at a time.';
        throw errors.rateLimited(message, 2);
      }
    }
    this.add(holder, bytes);
  }

  /** Returns bytes that the holder has taken. */
  give(holder: ByteHolder, bytes: number): void {
    this.add(holder, -bytes);
  }

  private add(holder: ByteHolder, bytes: number): void {
    this.takenInAll += bytes;
    for (const [, key] of keysOf(holder)) {
      const sum = (this.taken.get(key) ?? 0) + bytes;
      if (sum === 0) {
        this.taken.delete(key);
      } else {
        this.taken.set(key, sum);
      }
    }
  }
}

function keysOf(holder: ByteHolder): (readonly [keyof typeof shares, string])[] {
  return (['credential', 'address'] as const).flatMap((kind) =>
    holder[kind] === undefined ? [] : [[kind, `${kind}:${holder[kind]}`] as const],
  );
}
