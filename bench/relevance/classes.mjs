// Test cases of the classes of queries whose verdict must be or must not be `high`, generated from any collection.
import { titleCounts } from './collections.mjs';
import { squeezedText } from './data.mjs';
import { misspell } from './queries.mjs';
import { randomSource } from './random.mjs';

const casesMax = 60;

/**
 * The classes with their goal, and the cases of a collection: `{text, answer}`, `answer` null if no record is correct.
 */
export const classes = {
  'an identifier that nobody has': { goal: 'neverHigh', make: unknownIdentifiers },
  'the same, alone: none': {
    goal: 'none',
    make: (scene) => unknownIdentifiers(scene).filter(({ isAlone }) => isAlone),
  },
  'part of a code that several share': { goal: 'neverHigh', make: codeParts },
  'a number or short value that is not an identifier': { goal: 'neverHigh', make: plainValues },
  'a code that contradicts its words': { goal: 'neverHigh', make: contradictions },
  'a name or place that several have': { goal: 'neverHigh', make: sharedNames },
  'the exact title first': { goal: 'first', make: exactTitles },
  'a declared identifier in another spelling': { goal: 'high', make: otherSpellings, isDeclaredOnly: true },
  'an identifier with a quantity or label': { goal: 'high', make: labelled },
  'a mistyped letter in a name': { goal: 'found', make: mistypedNames },
  'spellings of languages and units': { goal: 'found', make: spellings },
  "a source's own way of naming": { goal: 'found', make: namings },
};

/** What the cases of a collection are generated from; `isDeclared` as it is indexed. */
export function sceneOf({ records }, seed, isDeclared) {
  const counts = titleCounts(records);
  const holders = new Map();
  for (const record of records) {
    for (const identifier of new Set([record.id, ...record.identifiers].map(squeezedText))) {
      holders.set(identifier, (holders.get(identifier) ?? 0) + 1);
    }
  }
  const random = randomSource(seed);
  const codes = records.flatMap((record) => record.identifiers.map((code) => ({ record, code })));
  return {
    records,
    random,
    isDeclared,
    codes: pick(
      codes.filter(({ code }) => holders.get(squeezedText(code)) === 1),
      random,
    ),
    named: pick(
      records.filter(({ title }) => counts.get(squeezedText(title)) === 1 && /\p{L}{3}/u.test(title)),
      random,
    ),
    isHeld: (code) => holders.has(squeezedText(code)),
    isTitle: (title) => counts.has(squeezedText(title)),
  };
}

function pick(list, random) {
  return list
    .map((value) => ({ value, at: random() }))
    .sort((a, b) => a.at - b.at)
    .slice(0, casesMax)
    .map(({ value }) => value);
}

const isEmail = (text) => text.includes('@');
const isPhone = (text) => /^[+(]?[\d ()./-]{7,}$/.test(text) && /[ ()+/-]/.test(text);
const letters = 'abcdefghijklmnopqrstuvwxyz';

/** Changes a letter, digit, domain or suffix. */
function altered(code, random) {
  const indexMatching = (test) => {
    const positions = [...code].flatMap((character, i) => (test.test(character) ? [i] : []));
    return positions[Math.floor(random() * positions.length)];
  };
  const put = (at, character) => code.slice(0, at) + character + code.slice(at + 1);
  const otherDigit = () => {
    const at = indexMatching(/\d/);
    return at === undefined ? code : put(at, String((Number(code[at]) + 1 + Math.floor(random() * 8)) % 10));
  };
  const otherLetter = () => {
    const at = indexMatching(/[a-z]/i);
    return at === undefined
      ? otherDigit()
      : put(at, letters[(letters.indexOf(code[at].toLowerCase()) + 1 + Math.floor(random() * 24)) % 26]);
  };
  if (isEmail(code)) {
    const [name, domain] = code.split('@');
    return [otherLetter, otherDigit, () => `${name}@gmail.com`, () => `${name}@${domain.replace(/\.[a-z]+$/, '.net')}`][
      Math.floor(random() * 4)
    ]();
  }
  return random() < 0.5 ? otherDigit() : otherLetter();
}

function unknownIdentifiers({ codes, random, isHeld }) {
  return codes.flatMap(({ code }, i) => {
    const other = altered(code, random);
    if (isHeld(other) || other === code) {
      return [];
    }
    return i % 2 === 0
      ? [{ text: other, answer: null, isAlone: true }]
      : [{ text: `do we have ${other}?`, answer: null, isAlone: true }];
  });
}

/** Prefixes of codes that end before a separator and that at least two records share. */
function codeParts({ codes, records, isHeld }) {
  const all = records.flatMap(({ identifiers }) => identifiers).filter((code) => !isEmail(code) && !isPhone(code));
  return codes.flatMap(({ code }) => {
    const ends = [...code.matchAll(/[-_/]/g)].map(({ index }) => index).filter((at) => /\d/.test(code.slice(0, at)));
    const part = code.slice(0, ends.at(-1) ?? 0);
    const isShared = all.filter((other) => other.startsWith(part)).length > 1;
    return part.length >= 4 && isShared && !isEmail(code) && !isPhone(code) && !isHeld(part)
      ? [{ text: part, answer: null }]
      : [];
  });
}

function plainValues({ records, isHeld, isTitle, random }) {
  const values = records.flatMap((record) =>
    record.values.filter((value) => value.length <= 8 && /^(?:[\d.,]+|\p{L}{1,3})$/u.test(value)),
  );
  const short = values.filter((value) => !isHeld(value) && !isTitle(value));
  return pick([...new Set(short)], random).map((text) => ({ text, answer: null }));
}

function contradictions({ codes, named, random }) {
  const words = (title) => new Set(title.toLowerCase().match(/[\p{L}\p{N}]+/gu));
  return codes.flatMap(({ record, code }) => {
    const other = named[Math.floor(random() * named.length)];
    const own = words(record.title);
    if (
      isEmail(code) ||
      isPhone(code) ||
      other === undefined ||
      [...words(other.title)].every((word) => own.has(word))
    ) {
      return [];
    }
    const forms = [`[${code}] ${other.title}`, `${code} ${other.title}`, `${other.title} (${code})`];
    return [{ text: forms[Math.floor(random() * forms.length)], answer: null }];
  });
}

/** Titles of records that differ only in word order, and values of several records that are not titles. */
function sharedNames({ records, random, isTitle }) {
  const twins = records.filter(({ twinOf }) => twinOf !== undefined);
  const originals = twins.map(({ twinOf }) => records.find(({ id }) => id === twinOf));
  const counts = new Map();
  for (const value of records.flatMap(({ values }) => [...new Set(values)])) {
    counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  const shared = [...counts].filter(
    ([value, count]) => count > 1 && /^\p{L}[\p{L} .-]{3,30}$/u.test(value) && !isTitle(value),
  );
  return [...twins, ...originals]
    .map(({ title }) => ({ text: title, answer: null }))
    .concat(pick(shared, random).map(([text]) => ({ text, answer: null })));
}

function exactTitles({ records, named }) {
  const reversed = records.filter(({ id }) => String(id).startsWith('reversed-'));
  const originals = reversed.map(({ twinOf }) => records.find(({ id }) => id === twinOf));
  return [...reversed, ...originals, ...named].map(({ id, title }) => ({ text: title, answer: id }));
}

function otherSpellings({ codes, isHeld, random }) {
  return codes.flatMap(({ record, code }) => {
    const spelled = spelledOtherwise(code).filter((text) => text !== code);
    const text = spelled[Math.floor(random() * spelled.length)];
    return text === undefined || (text !== code && !isHeld(text) && !isPhone(code))
      ? []
      : [{ text, answer: record.id }];
  });
}

function spelledOtherwise(code) {
  if (isEmail(code)) {
    return [code.toUpperCase(), code[0].toUpperCase() + code.slice(1), ` ${code.toUpperCase()} `];
  }
  const cases = [
    code.toLowerCase(),
    code.toUpperCase(),
    code.replace(/[-_/.]/g, ' '),
    code.replace(/[-_/ .()]/g, ''),
    code.replace(/[ _/]/g, '-'),
  ];
  const apart = code.replace(/([A-Za-z])(?=\d)/, '$1-');
  if (!isPhone(code)) {
    return [...cases, apart, code.replace(/[-_ ]/g, '.')];
  }
  return code.startsWith('+')
    ? [
        ...cases,
        code.replace('+', '00'),
        code.replace(/\D/g, '').replace(/^/, '00'),
        code.replace(/^\+\d{1,2}[ -]?/, '0'),
        code.replace(/\D/g, '').replace(/^/, '+'),
      ]
    : [...cases.slice(3), code.replace(/[ ()./-]+/g, ' ').trim(), code.replace(/[ ()./-]+/g, '.').replace(/^\./, '')];
}

function labelled({ codes, isDeclared, random }) {
  const forms = [
    (code) => `500 x ${code}`,
    (code) => `${code}, 12 pcs`,
    (code) => `SKU: ${code}`,
    (code) => `3 pieces of ${code}`,
    (code) => `${code} (2x)`,
    (code) => `ref. ${code}`,
    (code) => `Artikelnummer ${code}`,
    (code) => `order no. ${code}`,
    (code) => `qty 5 ${code}`,
  ];
  const addresses = [
    (code) => `e-mail: ${code}`,
    (code) => `phone ${code}`,
    (code) => `contact ${code}`.replace('contact', 'tel.'),
  ];
  return codes
    .filter(({ code }) => isEmail(code) || (/\d/.test(code) && (isDeclared || !/^\d{1,8}$/.test(code))))
    .map(({ record, code }) => {
      const used = isEmail(code) || isPhone(code) ? addresses : forms;
      return { text: used[Math.floor(random() * used.length)](code), answer: record.id };
    });
}

function mistypedNames({ named, random, isTitle }) {
  return named.flatMap(({ id, title }) => {
    const text = misspell(title, random);
    return text === title || isTitle(text) ? [] : [{ text, answer: id }];
  });
}

const umlauts = { ä: 'ae', ö: 'oe', ü: 'ue', Ä: 'Ae', Ö: 'Oe', Ü: 'Ue', ß: 'ss', ø: 'oe', Ø: 'Oe' };

function spellings({ records, named, random }) {
  const written = records.flatMap(({ id, title }) => {
    const spelled = title.replace(/[äöüÄÖÜßøØ]/g, (letter) => umlauts[letter]);
    return spelled === title ? [] : [{ text: spelled, answer: id }];
  });
  const measured = named.flatMap(({ id, title }) => {
    const apart = title
      .replace(/(\d)(GB|MB|TB|mm|cm|ft|oz|kg|ml|mAh|W|V|in)\b/g, '$1 $2')
      .replace(/(\d)x(?=\d)/gi, '$1 x ');
    const closed = title
      .replace(/(\d) (GB|MB|TB|mm|cm|ft|oz|kg|ml|mAh|W|V)\b/g, '$1$2')
      .replace(/(\d) x (?=\d)/gi, '$1x');
    return [apart, closed].filter((text) => text !== title).map((text) => ({ text, answer: id }));
  });
  return pick([...written, ...measured], random);
}

function namings({ records, named, codes }) {
  const children = records
    .filter(({ parent }) => parent)
    .map(({ id, title, parent }) => ({ text: `${parent}, ${title}`, answer: id }));
  const articles = named.map(({ id, title }) => ({
    text: /^the /i.test(title) ? title.slice(4) : `The ${title}`,
    answer: id,
  }));
  const displayed = codes
    .filter(({ code }) => !isEmail(code) && !isPhone(code))
    .map(({ record, code }) => ({ text: `[${code}] ${record.title}`, answer: record.id }));
  return [...children, ...articles.slice(0, 20), ...displayed.slice(0, 20)];
}
