const atom = "[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+";
const localPart = new RegExp(`^${atom}(?:\\.${atom})*$`);
const domainLabel = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;
const topLabel = /^(?:[a-z]{2,}|xn--[a-z0-9-]+)$/;

/**
 * The stored form of an address: in lower case, with its domain in ASCII. Undefined if it is not an address. Letters
 * are checked before the conversion: in lower case, the Kelvin sign would become a k, and the address that of another
 * person.
 */
export function canonicalAddress(address: string): string | undefined {
  const at = address.lastIndexOf('@');
  const local = address.slice(0, Math.max(at, 0));
  const labels = asciiLabels(address.slice(at + 1).split('.'));
  const top = labels?.at(-1) ?? '';
  const fits =
    localPart.test(local) &&
    labels !== undefined &&
    labels.length > 1 &&
    labels.every((label) => domainLabel.test(label));
  return fits && topLabel.test(top) ? `${local.toLowerCase()}@${labels.join('.')}` : undefined;
}

/** The labels of a domain in ASCII. Undefined if a label has no such form, or imitates an ASCII label. */
function asciiLabels(labels: readonly string[]): string[] | undefined {
  const converted = labels.map((label) =>
    /^[\x21-\x7e]*$/.test(label) ? label.toLowerCase() : internationalLabel(label),
  );
  return converted.every((label) => label !== undefined) ? converted : undefined;
}

function internationalLabel(label: string): string | undefined {
  // Any other character could end the host in a URL.
  if (!/^[\p{L}\p{M}\p{N}-]+$/u.test(label)) {
    return undefined;
  }
  const url = `http://${label}`;
  const ascii = URL.canParse(url) ? new URL(url).hostname : '';
  return /^xn--[a-z0-9-]+$/.test(ascii) ? ascii : undefined;
}

/**
 * The stored form of a host name: in lower case, in ASCII, without the dot of the root. Undefined for anything else,
 * such as an IP address.
 */
export function canonicalHost(host: string): string | undefined {
  return canonicalAddress(`host@${host.replace(/\.$/, '')}`)?.slice('host@'.length);
}

/** Why a string is refused as an address. */
export function addressProblem(address: string): string {
  const local = address.slice(0, Math.max(address.lastIndexOf('@'), 0));
  return /\P{ASCII}/u.test(local)
    ? 'must have only ASCII letters, digits and signs before the @, such as juergen@example.com; the domain may have any letters'
    : 'must be an e-mail address such as ada@example.com';
}
