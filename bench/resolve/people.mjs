/**
 * Generates fictional people, and their records in another source, with typos, swapped names, former addresses, other
 * spellings and missing fields. Deterministic for a seed.
 */
import { randomSource } from '../relevance/random.mjs';

const firstNames =
  `Anna Maria Peter Michael Thomas Andreas Sabine Petra Klaus Martin Julia Laura Lukas Leon Felix Sophie Emma Hannah Paul
   Jonas Monika Ursula Christine Wolfgang Stefan Daniel Tobias Katharina Elena Nina Markus Alexander Sandra Nicole Claudia
   Sebastian Florian Johannes Franziska Charlotte Amelie Mateo Diego Lucia Carmen Pierre Camille Giulia Marco Ewa Piotr
   Fatima Mehmet Aylin Olga Dmitri Bjorn Ingrid Sven Astrid`.split(/\s+/);
const lastNames =
  `Mueller Schmidt Schneider Fischer Weber Meyer Wagner Becker Schulz Hoffmann Koch Bauer Richter Klein Wolf Schroeder
   Neumann Schwarz Zimmermann Braun Krueger Hofmann Hartmann Lange Werner Krause Lehmann Koehler Herrmann Walter Mayer Huber
   Kaiser Fuchs Peters Lang Scholz Moeller Weiss Jung Hahn Keller Vogel Friedrich Guenther Frank Berger Winkler Roth Beck
   Lorenz Baumann Albrecht Schuster Simon Ludwig Boehm Winter Kraus Martin Schumacher Vogt Jaeger Stein Otto Gross Sommer Haas
   Graf Heinrich Seidel Schreiber Ziegler Brandt Kuhn Dietrich Engel Pohl Horn Sauer Arnold Thomas Bergmann Pfeiffer Garcia
   Lopez Rossi Ferrari Dubois Moreau Nowak Kowalski Yilmaz Kaya Ivanov Petrov Larsen Hansen`.split(/\s+/);
const streetNames =
  `Haupt Schul Garten Bahnhof Dorf Berg Birken Linden Kirch Wald Ring Wiesen Amsel Rosen Mozart Goethe Schiller Eichen
   Buchen Tannen Mühlen Markt Park See Post`.split(/\s+/);
const cities =
  `Berlin Hamburg München Köln Frankfurt Stuttgart Düsseldorf Leipzig Dortmund Essen Bremen Dresden Hannover Nürnberg
   Duisburg Bochum Bonn Münster Mannheim Augsburg Wiesbaden Kiel Aachen Halle Freiburg Lübeck Erfurt Mainz Kassel Potsdam`.split(
    /\s+/,
  );
const hosts = ['mail.example', 'post.example', 'web.example', 'box.example'];

/** Generates `count` people, some with the same name or household. */
export function people(count, seed = 1) {
  const tools = toolsOf(seed);
  const made = [];
  for (let id = 1; id <= count; id += 1) {
    const isFamily = id > 1 && tools.chance(0.1);
    made.push(person(`p${id}`, tools, isFamily ? made.at(-1) : undefined));
  }
  return made;
}

/** The same people in another source, with their correct id, and strangers with null. */
export function mentions(known, { strangers = 0, seed = 2 } = {}) {
  const tools = toolsOf(seed);
  const written = known.map(({ id, ...fields }) => ({ answer: id, record: rewritten(fields, tools) }));
  const others = Array.from({ length: strangers }, (_, at) => {
    const { id, ...fields } = person(`s${at}`, tools);
    return { answer: null, record: rewritten(fields, tools) };
  });
  return [...written, ...others];
}

function toolsOf(seed) {
  const random = randomSource(seed);
  const below = (limit) => Math.floor(random() * limit);
  return {
    below,
    chance: (share) => random() < share,
    pick: (list) => list[below(list.length)],
    // Few names are common.
    pickCommon: (list) => list[Math.floor(list.length * random() ** 1.7)],
  };
}

function person(id, tools, relative) {
  const first_name = tools.pickCommon(firstNames);
  const last_name = relative?.last_name ?? tools.pickCommon(lastNames);
  const year = 1940 + tools.below(65);
  const birth_date = `${year}-${two(1 + tools.below(12))}-${two(1 + tools.below(28))}`;
  // A unique address.
  const email = `${first_name}.${last_name}.${id}@${tools.pick(hosts)}`.toLowerCase();
  const address = relative ?? addressOf(tools);
  const { street, postcode, city } = address;
  const phone = relative?.phone ?? `+49 ${170 + tools.below(10)} ${1_000_000 + tools.below(9_000_000)}`;
  return { id, first_name, last_name, birth_date, street, postcode, city, email, phone };
}

function addressOf(tools) {
  const at = tools.below(cities.length);
  const street = `${tools.pick(streetNames)}straße ${1 + tools.below(150)}`;
  return { street, postcode: String(10_000 + at * 2_500 + tools.below(60)), city: cities[at] };
}

const two = (number) => String(number).padStart(2, '0');

/** A person's record in another source. Each kind of change is frequent enough to affect the result. */
function rewritten(person, tools) {
  const { chance } = tools;
  const written = { ...person };
  if (chance(0.2)) Object.assign(written, addressOf(tools));
  if (chance(0.2)) written.first_name = mistyped(written.first_name, tools);
  if (chance(0.2)) written.last_name = mistyped(written.last_name, tools);
  if (chance(0.05)) written.first_name = `${written.first_name[0]}.`;
  if (chance(0.1)) [written.first_name, written.last_name] = [written.last_name, written.first_name];
  if (chance(0.15)) written.street = mistyped(written.street, tools);
  if (chance(0.3)) written.street = written.street.replace('straße', 'str.');
  if (chance(0.1)) written.city = mistyped(written.city, tools);
  if (chance(0.05)) written.birth_date = written.birth_date.replace(/-(\d\d)-(\d\d)$/, '-$2-$1');
  if (chance(0.05)) written.birth_date = written.birth_date.replace(/\d$/, (digit) => String((Number(digit) + 3) % 10));
  if (chance(0.1)) written.email = `${written.email.split('@')[0]}@other.example`;
  if (chance(0.5)) written.phone = written.phone.replace('+49 ', '0').replace(/(\d{3})(\d{4})$/, '$1-$2');
  if (chance(0.1)) written.phone = `0${170 + tools.below(10)} ${1_000_000 + tools.below(9_000_000)}`;
  for (const [field, share] of [
    ['birth_date', 0.25],
    ['email', 0.45],
    ['phone', 0.45],
    ['street', 0.1],
    ['postcode', 0.1],
  ]) {
    if (chance(share)) delete written[field];
  }
  return written;
}

/** Drops, doubles, changes or swaps one letter of a word. */
function mistyped(word, { below, pick }) {
  const at = 1 + below(Math.max(1, word.length - 2));
  const [before, after] = [word.slice(0, at), word.slice(at)];
  const other = pick('abcdefghijklmnopqrstuvwxyz'.split(''));
  return pick([
    before + after.slice(1),
    before + before.at(-1) + after,
    before + other + after.slice(1),
    before + (after[1] ?? '') + after[0] + after.slice(2),
  ]);
}
