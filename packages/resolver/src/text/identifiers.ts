import { askedPhone, type Phone, storedPhone, writtenPhones } from './phones.js';
import { squeeze } from './words.js';

/** An e-mail address, URL or telephone number in a text, recognised by its form. */
export interface WrittenIdentifier {
  /** Positions of its first character and after its last. */
  readonly start: number;
  readonly end: number;
  /** Spellings that a record with it is indexed by. */
  readonly stored: readonly string[];
  /** Spellings that a query with it searches. Those of `near` can mean another identifier. */
  readonly asked: readonly string[];
  readonly near: readonly string[];
  /** Whether its letters and digits alone are a different identifier. */
  readonly isMarked: boolean;
}

/** At most 64 characters before the @ (RFC 5321). Without a limit, matching takes quadratic time in a long word. */
const email = /[^\s@<>()[\]{},;:"'|]{1,64}@[a-z0-9-]+(?:\.[a-z0-9-]+)+/g;
const domainEndings =
  'com|net|org|info|biz|eu|de|at|ch|fr|es|it|nl|be|lu|uk|ie|pt|pl|cz|se|no|dk|fi|us|ca|mx|br|au|nz|jp|cn|in|io|co|ai|app|dev|shop|store|online|site|tech|cloud|example|test';
/** An international bank account number, possibly in groups of four characters. */
const account = /(?<![a-z0-9])[a-z]{2}\d{2}(?:[ -]?[a-z0-9]{4}){2,7}(?:[ -]?[a-z0-9]{1,3})?(?![a-z0-9])/g;
const accountMin = { digits: 10, characters: 15 } as const;
const url = new RegExp(
  `(?:https?://|www\\.)[^\\s<>"'|,;()]+|(?<![\\w@.-])[a-z0-9][a-z0-9-]*(?:\\.[a-z0-9-]+)*\\.(?:${domainEndings})(?![\\w@.-])(?:/[^\\s<>"'|,;()]*)?`,
  'g',
);

/** Finds the identifiers of a folded text by their form, in order. */
export function writtenIdentifiers(folded: string, country?: string): WrittenIdentifier[] {
  const found: WrittenIdentifier[] = [];
  const add = (identifier: WrittenIdentifier) => {
    if (!found.some(({ start, end }) => identifier.start < end && identifier.end > start)) {
      found.push(identifier);
    }
  };
  const take = (expression: RegExp, spell: (text: string) => string | undefined) => {
    for (const { 0: match, index } of folded.matchAll(expression)) {
      const text = match.replace(/[.,;:!?/]+$/, '');
      const spelling = spell(text);
      if (spelling === undefined) {
        continue;
      }
      add({
        start: index,
        end: index + text.length,
        stored: [spelling],
        asked: [spelling],
        near: [],
        isMarked: false,
      });
    }
  };
  if (folded.includes('@')) {
    take(email, squeeze);
  }
  if (folded.includes('.')) {
    take(url, squeezeUrl);
  }
  take(account, squeezeAccount);
  for (const { start, end, isPlus, phone } of writtenPhones(folded, country)) {
    add(
      phoneIdentifier(
        phone,
        { start, end, isMarked: isPlus },
        { squeezed: squeeze(folded.slice(start, end)), country },
      ),
    );
  }
  return found.sort((a, b) => a.start - b.start);
}

/** Digits alone can also be a code, where leading zeros count: they match a telephone number, but not other digits as one. */
function phoneIdentifier(
  phone: Phone,
  written: Pick<WrittenIdentifier, 'start' | 'end' | 'isMarked'>,
  { squeezed, country }: { readonly squeezed: string; readonly country: string | undefined },
): WrittenIdentifier {
  const { start, end, isMarked } = written;
  const asked = askedPhone(phone);
  const shorter = phone.extension === undefined ? [] : askedPhone({ ...phone, extension: undefined });
  const isBare = country === undefined && !isMarked && squeezed.length === end - start;
  if (isBare) {
    const stored = storedPhone(phone).map(bare);
    return { start, end, stored, asked: [squeezed, ...asked], near: asked.map(bare), isMarked };
  }
  const isInternational = phone.international !== undefined;
  return {
    start,
    end,
    stored: storedPhone(phone),
    asked: [...(isInternational ? [] : [squeezed]), ...asked, ...asked.map(bare)],
    near: [...(isInternational ? [squeezed] : []), ...shorter, ...shorter.map(bare)],
    isMarked,
  };
}

function bare(spelling: string): string {
  return `bare ${spelling}`;
}

/** The letters and digits of an account number; undefined for too few of them. */
function squeezeAccount(text: string): string | undefined {
  const squeezed = squeeze(text);
  const digits = squeezed.replace(/\D/g, '').length;
  return digits >= accountMin.digits && squeezed.length >= accountMin.characters ? squeezed : undefined;
}

/** A URL without scheme, `www.` and final slash. */
function squeezeUrl(text: string): string {
  return squeeze(text.replace(/^https?:\/\//, '').replace(/^www\./, ''));
}
