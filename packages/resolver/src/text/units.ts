const spellings: Readonly<Record<string, readonly string[]>> = {
  in: ['inch', 'inches', '"', '”', '″'],
  ft: ['foot', 'feet'],
  yd: ['yard', 'yards'],
  mm: ['millimeter', 'millimeters', 'millimetre', 'millimetres'],
  cm: ['centimeter', 'centimeters', 'centimetre', 'centimetres'],
  m: ['meter', 'meters', 'metre', 'metres', 'mtr'],
  km: ['kilometer', 'kilometers', 'kilometre', 'kilometres'],
  mg: ['milligram', 'milligrams'],
  g: ['gram', 'grams', 'gr'],
  kg: ['kilo', 'kilos', 'kilogram', 'kilograms', 'kgs'],
  oz: ['ounce', 'ounces'],
  lb: ['lbs', 'pound', 'pounds'],
  ml: ['milliliter', 'milliliters', 'millilitre', 'millilitres'],
  cl: ['centiliter', 'centilitre'],
  l: ['liter', 'liters', 'litre', 'litres', 'ltr'],
  gal: ['gallon', 'gallons'],
  qt: ['quart', 'quarts'],
  w: ['watt', 'watts'],
  kw: ['kilowatt', 'kilowatts'],
  v: ['volt', 'volts'],
  a: ['amp', 'amps', 'ampere', 'amperes'],
  mah: [],
  hz: ['hertz'],
  khz: ['kilohertz'],
  mhz: ['megahertz'],
  ghz: ['gigahertz'],
  kb: ['kilobyte', 'kilobytes'],
  mb: ['megabyte', 'megabytes', 'meg'],
  gb: ['gigabyte', 'gigabytes', 'gig', 'gigs'],
  tb: ['terabyte', 'terabytes'],
  mp: ['megapixel', 'megapixels'],
  dpi: [],
  rpm: [],
  fps: [],
  pc: ['pcs', 'piece', 'pieces'],
  pk: ['pack', 'packs'],
  ct: ['count'],
};

const canonical = new Map<string, string>();
for (const [unit, others] of Object.entries(spellings)) {
  for (const spelling of [unit, ...others]) {
    canonical.set(spelling, unit);
  }
}

/** The short form of a folded unit of measure, or `undefined` for any other word. */
export function unitOf(word: string): string | undefined {
  return canonical.get(word);
}
