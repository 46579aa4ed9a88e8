/**
 * Units by dimension: a factor and the spellings that have it, folded, the short form first. Units of one dimension are
 * compared by their values, so 1.5 m is 150 cm.
 */
const dimensions: Readonly<Record<string, string>> = {
  length: `0.0254 in inch inches, 0.3048 ft foot feet, 0.9144 yd yard yards,
    0.001 mm millimeter millimeters millimetre millimetres, 0.01 cm centimeter centimeters centimetre centimetres,
    1 m meter meters metre metres mtr, 1000 km kilometer kilometers kilometre kilometres`,
  mass: `0.001 mg milligram milligrams, 1 g gram grams gr, 1000 kg kilo kilos kilogram kilograms kgs,
    28.349523125 oz ounce ounces, 453.59237 lb lbs pound pounds`,
  volume: `0.001 ml milliliter milliliters millilitre millilitres, 0.01 cl centiliter centilitre, 1 l liter liters litre
    litres ltr, 3.785411784 gal gallon gallons, 0.946352946 qt quart quarts`,
  power: '1 w watt watts, 1000 kw kilowatt kilowatts',
  'apparent power': '1 va, 1000 kva',
  voltage: '1 v volt volts',
  current: '1 a amp amps ampere amperes',
  charge: '1 mah, 1000 ah',
  resistance: '1 ohm ohms ω, 1000 kohm kω',
  capacitance: '1 pf, 1000 nf, 1000000 uf μf',
  energy: '1 wh, 1000 kwh',
  frequency: '1 hz hertz, 1000 khz kilohertz, 1000000 mhz megahertz, 1000000000 ghz gigahertz',
  storage: `1 kb kilobyte kilobytes, 1024 mb megabyte megabytes meg, 1048576 gb gigabyte gigabytes gig gigs,
    1073741824 tb terabyte terabytes`,
  rate: '1 kbps, 1000 mbps, 1000000 gbps',
  pixels: '1 mp megapixel megapixels',
  resolution: '1 dpi',
  lines: '1 p',
  turns: '1 rpm',
  frames: '1 fps',
  pressure: '1 psi',
  light: '1 lm lumen lumens',
  sound: '1 db decibel decibels',
  count: '1 pc pcs piece pieces, 1 pk pack packs, 1 ct count',
};

const units = new Map(
  Object.entries(dimensions).flatMap(([dimension, list]) =>
    list.split(/,\s+/).flatMap((each) => {
      const [factor, short = '', ...others] = each.trim().split(/\s+/);
      return [short, ...others].map((spelling) => [spelling, { short, dimension, factor: Number(factor) }] as const);
    }),
  ),
);

/** The short form of a folded unit of measure, or `undefined` for any other word. */
export function unitOf(word: string): string | undefined {
  return units.get(word)?.short;
}

/** A number with a folded unit in the base unit of its dimension; `undefined` for any other word. */
export function quantityIn(number: number, word: string) {
  const unit = units.get(word);
  return unit && { dimension: unit.dimension, value: comparable(number * unit.factor) };
}

/** A number as a string in which rounding makes no difference. */
export function comparable(number: number): string {
  return String(Number(number.toPrecision(9)));
}

/** A number without separators of thousands. Zeros after the point count: "USB 3.0" is not "3". */
export function plainNumber(text: string): string {
  const plain = /^\d{1,3}(?:,\d{3})+(?!\d)/.test(text) ? text.replaceAll(',', '') : text.replace(',', '.');
  return plain.replace(/^0+(?=\d)/, '');
}
