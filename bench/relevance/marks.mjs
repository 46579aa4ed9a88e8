// Kinds of marks that distinguish records, and how each is changed, added or taken away in a title. The lists
// are those of a shopper or an accountant, not of the resolver.

const list = (text) => text.trim().split(/\s*,\s*/);
const groups = {
  colour: list(
    'black, white, red, blue, green, yellow, orange, purple, pink, brown, gray, silver, gold, beige, turquoise, ivory, graphite',
  ),
  material: list(
    'steel, wood, leather, plastic, cotton, glass, brass, aluminum, copper, oak, walnut, wool, linen, nylon',
  ),
  'clothing size': list('XS, S, M, L, XL, XXL'),
  'Roman numeral': list('II, III, IV, VI, VII'),
  'single letter': list('A, B, C, D'),
  ordinal: list('1st, 2nd, 3rd, 4th, 5th, first, second, third'),
  'legal form': list('GmbH, AG, Ltd, Inc, LLC, S.A., B.V., KG, Corp'),
  'point of the compass': list('North, South, East, West'),
};
const opposites = list(
  `wired/wireless, left/right, front/rear, indoor/outdoor, male/female, small/large, hot/cold, upper/lower, men/women,
   internal/external, analog/digital, single/double, hard/soft, new/refurbished, top/bottom, corded/cordless, inner/outer,
   open/closed, long/short, in/out, input/output, full/empty, day/night, mini/maxi, portable/stationary, gas/electric,
   with/without, over/under, am/pm, basic/advanced, light/dark, wet/dry, mono/stereo, standard/deluxe, low/high, hot/ice,
   adult/kids, active/passive, sweet/salty, raw/cooked, vertical/horizontal, flat/curved, manual/automatic, plus/minus`,
).map((pair) => pair.split('/'));
const units = {
  length: list('mm, cm, m, in, ft, inch, meter, feet'),
  mass: list('mg, g, kg, oz, lb, lbs'),
  volume: list('ml, cl, l, gal, qt'),
  storage: list('kb, mb, gb, tb'),
  electricity: list('w, v, a, mah, hz, watt, volt, amp, kw, mhz, ghz'),
  others: list('rpm, dpi, fps, mp, port, disc, piece, sheet, channel, page, button, cup'),
};
const unitNames = Object.values(units).flat();
const accessories = list(
  'Case for, Charger for, Replacement filter for, Mounting kit for, Cover for, Spare part for, Carrying bag for, Manual for, Remote control for, Sticker with',
);
const relations = list('replaces, compatible with, alternative to, fits, works with, instead of, not');
const made = ['Zentrox', 'Vandelin', 'Korbeck', 'Ullmara'];
const quantity = new RegExp(
  `(?<![\\p{L}\\p{N}.])(\\d+(?:\\.\\d+)?)([\\s-]?)(${unitNames.join('|')})(?![\\p{L}\\p{N}])`,
  'iu',
);
const number = /(?<![\p{L}\p{N}.,/'-])\d{1,5}(?![\p{L}\p{N}.,/'"%-]|\s?(?:x|×)\s?\d)/u;
const code = /(?<![\p{L}\p{N}])(?=[\p{L}\d]*\p{L})(?=[\p{L}\d]*\d)[\p{L}\d]{4,}(?![\p{L}\p{N}])/u;
const version = /(?<![\p{L}\p{N}.])v?\d{1,2}\.\d(?![\p{L}\p{N}."'])/iu;
const fraction = /(?<![\d.])\d\/\d{1,2}(?![\d/])/;
const pack = /\d+[\s-]?(?:pack|pk|count|ct)\b|(?:pack|set|box) of \d+/i;
const year = /(?<![\p{L}\p{N}])(?:19|20)\d\d(?![\p{L}\p{N}])/u;
const dimensions = /(\d+)(\s?[x×]\s?)(\d+)/i;

const inches = /(?<![\d./])\d+(?=["”])/;
const wordOf = (word, flags = 'iu') =>
  new RegExp(`(?<![\\p{L}\\p{N}])${word.replace(/\./g, '\\.')}(?![\\p{L}\\p{N}])`, flags);
const caseOf = (word, like) =>
  like === like.toUpperCase() && like.length > 1
    ? word.toUpperCase()
    : /^\p{Lu}/u.test(like)
      ? word[0].toUpperCase() + word.slice(1)
      : word;
const without = (title, part) =>
  title
    .replace(part, ' ')
    .replace(/\s+/g, ' ')
    .replace(/[\s,-]+$/, '')
    .trim();
const other = (values, pick, ...not) =>
  pick(values.filter((value) => !not.some((each) => each.toLowerCase() === value.toLowerCase())));
const otherNumber = (text, pick) => String(Number(text) + pick([1, 2, 3, 5, 10]));

/** One of a closed list of words: another of the list, one more, or none. */
function member(words) {
  // "S" is a size and "a" an article, "KG" a legal form and "kg" a unit.
  const isCapital = words.some((word) => word === word.toUpperCase() && word.length <= 2);
  const looks = words.map((word) => ({ word, look: wordOf(word, isCapital ? 'u' : 'iu') }));
  return (title, { pick }) => {
    const found = looks.find(({ look }) => look.test(title));
    if (found === undefined) {
      return { added: [`${title} ${pick(words)}`] };
    }
    const [like] = found.look.exec(title);
    return {
      changed: [title.replace(found.look, caseOf(other(words, pick, found.word), like))],
      taken: [without(title, found.look)],
    };
  };
}

function changedBy(look, change) {
  return (title, context) =>
    look.test(title) ? { changed: [title.replace(look, (...found) => change(found, context))] } : {};
}

const otherDigit = (text, pick) => {
  const at = text.search(/\d(?!.*\d)/);
  return text.slice(0, at) + ((Number(text[at]) + pick([1, 2, 3, 4, 7])) % 10) + text.slice(at + 1);
};

/** Whether a title contains a code of letters and digits. */
export const isCodeIn = (title) => code.test(title.replaceAll(new RegExp(quantity, 'giu'), ' '));

/**
 * The kinds. Each returns titles of which one mark is changed, added or taken away. The context has `pick`, the makers
 * of the catalogue, words of other titles, and real words that are one letter away from a word.
 */
export const kinds = {
  ...Object.fromEntries(Object.entries(groups).map(([name, words]) => [name, member(words)])),
  maker: (title, { pick, makers, makerOf }) => {
    const own = makerOf(title);
    return own === undefined
      ? { added: [`${pick([...makers, ...made])} ${title}`] }
      : {
          changed: [title.replace(own, () => pick([other(makers, pick, own) ?? pick(made), pick(made)]))],
          taken: [without(title, wordOf(own.replace(/[^\p{L}\p{N} .]/gu, '.')))],
        };
  },
  unit: changedBy(quantity, ([, count, gap, unit], { pick }) => {
    const family = Object.values(units).find((each) => each.includes(unit.toLowerCase()));
    const equal = { in: 'inch', inch: 'in', ft: 'feet', feet: 'ft', m: 'meter', meter: 'm', w: 'watt', watt: 'w' };
    const [also = unit] = [{ v: 'volt', volt: 'v', a: 'amp', amp: 'a', lb: 'lbs', lbs: 'lb' }[unit.toLowerCase()]];
    return `${count}${gap}${caseOf(other(family, pick, unit, also, equal[unit.toLowerCase()] ?? unit), unit)}`;
  }),
  'number before a unit': (title, { pick }) =>
    quantity.test(title)
      ? {
          changed: [title.replace(quantity, (_, count, gap, unit) => `${otherNumber(count, pick)}${gap}${unit}`)],
          taken: [without(title, quantity)],
        }
      : { added: [`${title} ${pick([2, 5, 15, 40, 250])} ${pick(['kg', 'cm', 'ml', 'W', 'GB'])}`] },
  number: (title, { pick }) =>
    number.test(title)
      ? { changed: [title.replace(number, (found) => otherNumber(found, pick))], taken: [without(title, number)] }
      : { added: [`${title} ${pick([3, 7, 12, 60, 450])}`] },
  inches: changedBy(inches, ([found], { pick }) => otherNumber(found, pick)),
  dimensions: changedBy(dimensions, ([, one, sign, two], { pick }) => `${one}${sign}${otherNumber(two, pick)}`),
  fraction: changedBy(fraction, ([found], { pick }) => other(['1/2', '3/4', '1/4', '5/8'], pick, found)),
  version: (title, { pick }) =>
    version.test(title)
      ? { changed: [title.replace(version, (found) => otherDigit(found, pick))] }
      : { added: [`${title} ${pick(['v2', '3.1', 'Version 4', '2.0'])}`] },
  year: (title, { pick }) =>
    year.test(title)
      ? { changed: [title.replace(year, (found) => otherNumber(found, pick))] }
      : { added: [`${title} ${pick([2003, 2009, 2014])}`] },
  'pack size': (title, { pick }) =>
    pack.test(title)
      ? {
          changed: [title.replace(pack, (found) => found.replace(/\d+/, (count) => otherNumber(count, pick)))],
          taken: [without(title, pack)],
        }
      : { added: [`${title} (${pick([2, 4, 10])}-Pack)`] },
  'model code': changedBy(code, ([found], { pick }) => otherDigit(found, pick)),
  'a letter more in a code': changedBy(code, ([found], { pick }) => found + pick(['X', 'B', 'S', 'N'])),
  opposite: (title, { pick }) => {
    const found = opposites.flatMap((pair) => pair.map((word, at) => ({ word, against: pair[1 - at] })));
    const own = found.filter(({ word }) => wordOf(word).test(title));
    if (own.length === 0) {
      return { added: [`${pick(found).word} ${title}`] };
    }
    const { word, against } = pick(own);
    const look = wordOf(word);
    return { changed: [title.replace(look, caseOf(against, look.exec(title)[0]))], taken: [without(title, look)] };
  },
  polarity: (title, { pick, words }) => {
    const word = pick(title.match(/\p{L}{4,}/gu) ?? []);
    const changed = /\bw\//i.test(title)
      ? title.replace(/\bw\//i, 'w/o ')
      : title.replace(word, pick([`non-${word}`, `${word}-free`]));
    return { changed: [changed], added: [`${title} without ${pick(words)}`] };
  },
  direction: (title) => {
    const look = /(?<![\p{L}\p{N}-])(?!up )([\p{L}\p{N}-]{2,})([ -]to[ -])(?!a |the )([\p{L}\p{N}]{2,})/iu;
    return look.test(title) ? { changed: [title.replace(look, '$3$2$1')] } : {};
  },
  accessory: (title, { pick }) => ({ added: [`${pick(accessories)} ${title}`] }),
  relation: (title, { pick, words }) => ({ added: [`${pick(words)} ${pick(relations)} ${title}`] }),
  'a word one letter away': (title, { pick, near }) => {
    const found = (title.match(/\p{L}{4,}/gu) ?? []).flatMap((word) => near(word).map((each) => [word, each]));
    const [word, each] = pick(found) ?? [];
    return word === undefined ? {} : { changed: [title.replace(word, caseOf(each, word))] };
  },
  'another word': (title, { pick, words }) => {
    const own = (title.match(/(?<![\p{L}\p{N}-])\p{L}{4,}(?![\p{L}\p{N}-])/gu) ?? []).slice(1);
    const word = pick(own);
    return {
      changed: word === undefined ? [] : [title.replace(word, caseOf(pick(words), word))],
      added: [`${title} ${pick(words)}`],
      taken: word === undefined ? [] : [without(title, word)],
    };
  },
  place: (title, { pick }) => ({
    added: [`${title} ${pick(['of Scotland', 'Berlin', 'Lyon', 'Rotterdam', 'Texas'])}`],
  }),
};

const requests = [
  (title) => `please send me ${title}`,
  (title) => `I am looking for ${title}`,
  (title) => `Show me ${title}, please`,
  (title) => `Ich brauche ${title}`,
  (title) => `je cherche ${title}`,
];
const quantities = [
  (title) => `3 x ${title}`,
  (title) => `${title}, 5 pcs`,
  (title) => `2 pcs of ${title}`,
  (title) => `${title} x 4`,
  (title) => `12 Stück ${title}`,
];
const questions = [
  (title) => `do you have ${title}?`,
  (title) => `Is ${title} in stock?`,
  (title) => `how much is ${title}?`,
  (title) => `Haben Sie ${title}?`,
];

/** The same title said otherwise, by kind. */
export const otherwise = {
  case: (title, pick) => pick([title.toLowerCase(), title.toUpperCase()]),
  spaces: (title) => `  ${title.replace(/ /g, '  ')} `,
  punctuation: (title, pick) =>
    pick([
      title.replace(/ - |, /g, ' '),
      title.replace(/ - /g, ', '),
      `"${title}"`,
      `${title}.`,
      title.replace(/[()]/g, ' '),
    ]),
  request: (title, pick) => pick(requests)(title),
  quantity: (title, pick) => pick(quantities)(title),
  question: (title, pick) => pick(questions)(title),
};
