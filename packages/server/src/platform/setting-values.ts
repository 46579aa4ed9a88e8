import { isIP } from 'node:net';
import { type OperatorScope, operatorScopes } from '@tessera/contract';
import { z } from 'zod';

/** Text that is not empty. */
export const text = z.string().trim().min(1);

/** A setting that is off (0) or on (1). */
export const flag = z.enum(['0', '1'], { error: 'must be 0 or 1' });

/** A URL with one of these schemes. */
export const url = (...schemes: readonly string[]) =>
  z.url({
    protocol: new RegExp(`^(${schemes.join('|')})$`),
    error: `must be a URL that begins with ${schemes.map((scheme) => `${scheme}://`).join(' or ')}`,
  });

/** A whole number in a range. */
export const integer = (min: number, max: number) => {
  const message = { error: `must be a whole number from ${min} to ${max}` };
  // Check the digits first, because `Number` also accepts 1e3 and 0x50.
  return z.string().regex(/^\d+$/, message).transform(Number).pipe(z.int(message).min(min, message).max(max, message));
};

/** A comma-separated list whose entries satisfy `fits` and are converted by `read`. Empty by default. */
export function listOf(fits: (entry: string) => boolean, error: string, read = (entry: string) => entry) {
  return z
    .string()
    .transform((value) =>
      value
        .split(',')
        .map((entry) => read(entry.trim()))
        .filter(Boolean),
    )
    .pipe(z.array(z.string().refine(fits, { error })))
    .default([]);
}

/** Whether a value is a valid `Origin` header: scheme, host and port only. */
export function isOrigin(value: string): boolean {
  return /^https?:/.test(value) && URL.canParse(value) && new URL(value).origin === value;
}

/** The origin of an address. Refuses one that contains more than an origin and a trailing slash. */
export const baseUrl = z.string().transform((value, context) => {
  const { origin, href } = URL.canParse(value) ? new URL(value) : { origin: '', href: '' };
  if (/^https?:/.test(origin) && href === `${origin}/` && !/[?#]/.test(value)) {
    return origin;
  }
  const message = 'must be an origin such as https://records.example.com: leave out any path, query, fragment or user';
  context.addIssue({ code: 'custom', message });
  return z.NEVER;
});

/** Whether a value is an address or a network such as 10.0.0.0/8. */
export function isNetwork(value: string): boolean {
  const [address = '', bits, ...more] = value.split('/');
  const most = isIP(address) === 6 ? 128 : 32;
  return (
    isIP(address) !== 0 && more.length === 0 && (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= most))
  );
}

/** Whether a value is an address with an optional port. */
export function isNameServer(value: string): boolean {
  const [, address = '', port = '53'] = /^(?:\[(?=.*\]))?([^\]]+?)\]?(?::(\d{1,5}))?$/.exec(value) ?? [];
  return isIP(value) !== 0 || (isIP(address) !== 0 && Number(port) > 0 && Number(port) <= 65_535);
}

/** A named operator token. It is valid until `endsAt`. */
export interface NamedOperator {
  readonly name: string;
  readonly scopes: readonly OperatorScope[];
  readonly endsAt: Date;
  /** SHA-256 of the token. */
  readonly hash: Buffer;
}

const scope = `(?:${operatorScopes.join('|')})`;
const operatorEntry = new RegExp(
  `^([a-z][a-z0-9-]{0,39}):(${scope}(?:\\+${scope})*):(\\d{4}-\\d\\d-\\d\\d):([0-9a-f]{64})$`,
);

/** Named operator tokens, one per line or comma. The last day of each counts in full, in UTC. */
export const operatorTokens = z
  .string()
  .default('')
  .transform((value, context): NamedOperator[] =>
    value
      .split(/[\n,]/)
      .map((entry) => entry.trim())
      .filter(Boolean)
      .flatMap((entry) => {
        const [, name = '', scopes = '', day = '', hash = ''] = operatorEntry.exec(entry) ?? [];
        const endsAt = new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000);
        if (name === '' || name === 'operator' || Number.isNaN(endsAt.getTime())) {
          const message =
            'must be entries such as prometheus:metrics:2030-12-31:<hash>, with a name other than operator';
          context.addIssue({ code: 'custom', message });
          return [];
        }
        return [{ name, scopes: scopes.split('+') as OperatorScope[], endsAt, hash: Buffer.from(hash, 'hex') }];
      }),
  )
  .refine((named) => new Set(named.map(({ name }) => name)).size === named.length, {
    error: 'must name each operator once',
  });
