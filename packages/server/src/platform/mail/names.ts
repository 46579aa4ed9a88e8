import { limits } from '@tessera/contract';

/** What mail programs turn into links: anything with a scheme, an `@` or `www.`. */
const address = /\S*(?::\/\/|www\.|\S@|@\S)\S*/giu;
/** A dot between letters or digits, as in a host name, in any script. */
const hostDot = /(?<=[\p{L}\p{N}\]])[.。]+(?=[\p{L}\p{N}[])/gu;

/**
 * A name of a person or workspace as mails show it: one line, cut, and without addresses, because tenants choose names and
 * the service sends the mail. Dots of host names become spaces.
 */
export function mailName(name: string): string {
  const line = name
    .normalize('NFKC')
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .replace(/\p{Cf}/gu, '');
  const kept = line.replace(address, ' ');
  const words = (/[\p{L}\p{N}]/u.test(kept) ? kept : line.replace(/[:/@]/g, ' ')).replace(hostDot, ' ');
  const letters = [...words.replace(/\s+/g, ' ').trim()];
  const { mailNameCharacters: most } = limits;
  return letters.length > most
    ? `${letters
        .slice(0, most - 1)
        .join('')
        .trimEnd()}…`
    : letters.join('');
}
