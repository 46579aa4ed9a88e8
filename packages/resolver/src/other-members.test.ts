import { expect, test } from 'vitest';
import { builtinEmbedder } from './embedding/builtin-embedder.js';
import { indexOf } from './testing/coded-items.js';

/** Titles of one trade, and things that it does not have, separated by semicolons. */
const trades: readonly (readonly [trade: string, titles: string, absent: string])[] = [
  [
    'medicines',
    'Paracetamol 500 mg tablets 20 pcs; Ibuprofen 400 mg capsules; Amoxicillin suspension 250 mg/5 ml',
    `Paracetamol 500 mcg tablets 20 pcs; Paracetamol 500 mg suppositories 20 pcs; Ibuprofen 400 mg tablets;
     Paracetamol 500 mg tablets 20 pcs for children; Amoxicillin suspension 125 mg/5 ml; Amoxicillin suspension 250 mg/10 ml;
     Paracetamol forte 500 mg tablets; Ibuprofen 400 mg capsules expired`,
  ],
  [
    'books',
    "Harry Potter and the Philosopher's Stone hardcover; The Lord of the Rings paperback; War and Peace volume 1",
    `Harry Potter and the Philosopher's Stone audiobook; Harry Potter and the Chamber of Secrets hardcover;
     The Lord of the Rings hardcover; The Lord of the Rings paperback book 2; War and Peace volume 2; War and Peace vol. II;
     not War and Peace volume 1; anything but War and Peace volume 1; The Lord of the Rings paperback in German`,
  ],
  [
    'spare parts of cars',
    'Brake pad front left Golf VII; Brake disc rear Passat B8; Oil filter Audi A4 2.0 TDI; Timing belt kit Skoda Octavia',
    `Brake pad front right Golf VII; Brake pad rear left Golf VII; Brake pad front left Golf VI; Brake disc front Passat B8;
     Oil filter Audi A6 2.0 TDI; Oil filter Audi A4 2.0 TFSI; Oil filter Audi A4 1.9 TDI; Timing chain kit Skoda Octavia;
     Timing belt Skoda Octavia without kit; Air filter Audi A4 2.0 TDI; Brake pad upper left Golf VII`,
  ],
  [
    'chemicals',
    'Sodium chloride 99.5 % 1 kg; Sulfuric acid 98 % 2.5 l; Ethanol absolute 500 ml; Sodium hydroxide pellets 1 kg',
    `Sodium chlorate 99.5 % 1 kg; Sodium chloride 98 % 1 kg; Sulfurous acid 98 % 2.5 l; Ethanol denatured 500 ml;
     Methanol absolute 500 ml; Potassium chloride 99.5 % 1 kg; Sodium hydroxide solution 1 kg; Sodium chloride 99.5 % 1 lb;
     Sulfuric acid 98 % 2.5 ml`,
  ],
  [
    'clothes',
    'T-shirt Basic men blue L; Jeans Slim 32/34 black; Hoodie Peak XL grey',
    `T-shirt Basic kids blue L; T-shirt Basic men blue XL; T-shirt Basic men navy L; Jeans Slim 34/32 black; Jeans Slim 32/32 black;
     Jeans Slim 32/34 black used; Hoodie Peak XXL grey; Jeans Regular 32/34 black; T-shirt Basic men blue L long sleeve`,
  ],
  [
    'papers of an office',
    `Invoice 2024-0815 Müller GmbH; Contract Weber & Söhne 2023; Ticket #4431 printer jam; Minutes board Q1 2025;
     Policy travel expenses 2024; Rent 1st floor Baker Street 221B; Meeting with Anna Weber on 3 May 2025`,
    `Invoice 2023-0815 Müller GmbH; Invoice 2024-0815 Möller GmbH; Invoice 2024-0815 Müller AG; Credit note 2024-0815 Müller GmbH;
     Contract Weber & Söhne 2024; Contract Weber & Töchter 2023; Contract Weber 2023 terminated; Minutes board Q2 2025;
     Reminder for invoice 2024-0815 Müller GmbH; Ticket #4433; Policy travel expenses 2023; Rent 3rd floor Baker Street 221B;
     Rent 1st floor Baker Street 212B; Meeting with Anna Meier on 3 May 2025; Meeting without Anna Weber on 3 May 2025`,
  ],
  [
    'people',
    'Anna Schmidt, accounting; Peter van den Berg, IT; John Smith Jr., logistics',
    `Anna Schmitt, accounting; Anna Schmidt, marketing; Anna-Lena Schmidt, accounting; Peter van der Berg, IT;
     Petra van den Berg, IT; John Smith Sr., logistics; mother of Anna Schmidt, accounting; former Anna Schmidt, accounting`,
  ],
  [
    'devices',
    'Galaxy S23 128 GB black Samsung; iPhone 14 Pro 256 GB; Google Pixel 7a; Nokia 3310; Kindle Paperwhite; Galaxy Watch 6 Classic',
    `Galaxy S23+ 128 GB black Samsung; Galaxy S23 Ultra 128 GB black Samsung; Galaxy S23 256 GB black Samsung; iPhone 15 Pro 256 GB;
     Galaxy S22 128 GB black Samsung; iPhone 14 Pro Max 256 GB; Google Pixel 7 Pro; Google Pixel 7a case; Nokia 3310 4G;
     screen protector Google Pixel 7a; Refurbished Nokia 3310; Galaxy S23 128 MB black Samsung; Kindle Paperwhite+;
     Galaxy Watch 6+ Classic; fake Google Pixel 7a`,
  ],
  [
    'food',
    `Red wine Rioja Reserva 2018 0.75 l; Whisky Lagavulin 16 years; Milk 3.5 % fat 1 l; Cheese Gouda young;
     Eggs size M 10 pcs free range; Shampoo with conditioner; Chair with armrests; Coffee decaffeinated 500 g`,
    `Red wine Rioja Crianza 2018 0.75 l; Red wine Rioja Gran Reserva 2018 0.75 l; Red wine Rioja Reserva 2019 0.75 l;
     Red wine Rioja Reserva 2018 0.375 l; Whisky Lagavulin 8 years; Milk 1.5 % fat 1 l; Milk fat-free 1 l; Cheese Gouda old;
     Eggs size L 10 pcs free range; Eggs size M 6 pcs free range; Milk lactose-free 3.5 % fat 1 l; Goat milk 3.5 % fat 1 l;
     Shampoo without conditioner; Shampoo minus conditioner; Chair with no armrests; Chair armless; Coffee with caffeine 500 g`,
  ],
  [
    'hardware',
    `Screw M6 x 40 stainless; Washer DIN 125 A 6.4; Hex nut M8 galvanized; Drill bit 6.5 mm HSS; Pipe 3/4 inch copper;
     Battery AA alkaline 4 pack; Bulb E27 60 W warm white; Cable NYM-J 3x1.5 50 m; Fuse 16 A slow; Thermometer -20 to 50 °C;
     Resistor 4.7 kΩ; Tape 19 mm x 66 m; Off road tyre; Converter VGA → DVI`,
    `Screw M6 x 40 galvanized; Screw M5 x 40 stainless; Screw M6 x 40 left-hand stainless; Washer DIN 125 B 6.4;
     Washer ISO 125 A 6.4; Hex nut M8 fine thread galvanized; Drill bit 6.5 in HSS; Pipe 1 3/4 inch copper; Pipe 3/4 inch steel;
     Battery AAA alkaline 4 pack; Battery AA lithium 4 pack; Bulb E14 60 W warm white; Bulb E27 60 W cool white;
     Cable NYM-O 3x1.5 50 m; Cable NYM-J 5x1.5 50 m; Fuse 16 A fast; Fuse 16 mA slow; Fuse holder 16 A slow;
     Thermometer 20 to 50 °C; Thermometer -20 to 50 °F; Resistor 4.7 MΩ; Resistor 47 kΩ; Tape 66 mm x 19 m; On road tyre;
     Converter DVI → VGA; Adapter from DVI to VGA`,
  ],
  [
    'places',
    'Table 7a; Seat 12B; Room 101; Section 3.2.1; Apartment 3C; Level -1 parking; Müllerstraße 12a; Terminal 2E',
    `Table 7b; Seat 12C; Seat 2B; Room 101a; Room 1010; Section 3.2.1.1; Section 3.21; Apartment 3D; Level 1 parking;
     Level +1 parking; Müllerstraße 12b; Müllerstraße 21a; Müllergasse 12a; Terminal 2F`,
  ],
  [
    'German and French goods',
    `Bohrmaschine 18 V mit 2 Akkus; Winterreifen 205/55 R16; Tür rechts 86 cm; Kaffee ganze Bohne 1 kg; Pompe à eau 12 V;
     Câble USB-C vers HDMI 2 m; Thé vert sans sucre; Robe courte rouge T38; Tondeuse sans fil`,
    `Bohrmaschine 18 V ohne Akkus; Bohrmaschine 12 V mit 2 Akkus; Sommerreifen 205/55 R16; Winterreifen 205/50 R16;
     Tür links 86 cm; Tür rechts 68 cm; Kaffee gemahlen 1 kg; Kaffee ganze Bohne 500 g; Pompe à air 12 V;
     Câble HDMI vers USB-C 2 m; Thé vert avec sucre; Thé noir sans sucre; Robe longue rouge T38; Robe courte rouge T40;
     Tondeuse avec fil; Tondeuse filaire`,
  ],
  [
    'firms',
    'Schulz Metallbau GmbH Köln; Bäckerei Hansen Flensburg; Smith & Wesson; Bank of Ireland; University of York; Lloyds Bank',
    `Schulze Metallbau GmbH Köln; Schulz Holzbau GmbH Köln; Schulz Metallbau AG Köln; Bäckerei Hanson Flensburg;
     Metzgerei Hansen Flensburg; Smith & Son; Bank of England; Royal Bank of Ireland; Bank of Northern Ireland;
     University of New York; University of Yorkshire; Lloyds Pharmacy`,
  ],
];

const listOf = (text: string) => text.split(/;\s+/);

test.each(trades)('among %s, each title is high, and nothing that is absent', async (_, titles, absent) => {
  const names = [
    ...listOf(titles),
    'Garden hose 25 m',
    'Wall clock Kronos',
    'Paper shredder DS-3',
    'Office chair Nimbus grey',
  ];
  const index = indexOf(
    names.map((name, at) => [`r${at}`, name] as const),
    true,
  );
  for (const text of [...listOf(absent), ...listOf(titles)]) {
    const [vector = null] = await builtinEmbedder.embed([text]);
    const { verdict, hits } = index.search({ text, vector, limit: 5 });
    const isThere = listOf(titles).includes(text);
    expect([text, verdict === 'high', isThere ? hits[0]?.externalId : '']).toEqual([
      text,
      isThere,
      isThere ? `r${names.indexOf(text)}` : '',
    ]);
  }
});
