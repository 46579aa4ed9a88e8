/** Repos of the sample workspace, each with its documents by path. */
export const sampleRepos = [
  {
    name: 'handbook',
    description: 'How the made-up furniture shop Oak & Ember works',
    documents: {
      'start.md': `---
title: Welcome to Oak & Ember
---

# Welcome to Oak & Ember

We make desks and chairs for small offices, and we write down how we work. This handbook is for everybody who is new, and
for everybody who has forgotten where the key to the workshop hangs.

## Where to begin

1. Read [how we work](work/hours.md), which takes ten minutes.
2. Learn the four steps of [an order](orders/from-order-to-door.md).
3. Look up [delivery times](orders/delivery-times.md) before you promise one.

## How this handbook changes

Anybody may propose a change. Write what is true today, in short sentences, and say why where the reason is not plain.
Every version is kept, so nothing is lost by trying.

> A page that nobody corrects is a page that nobody reads.
`,
      'work/hours.md': `# How we work

The workshop is open from 7:00 to 16:00, Monday to Friday. The office answers the phone from 9:00 to 12:00 and from 13:00
to 17:00.

## Hours

| Team | Begins | Ends | Phone |
|:--|--:|--:|:--|
| Workshop | 7:00 | 16:00 | only the foreman's |
| Office | 9:00 | 17:00 | always somebody |
| Delivery | 6:30 | 15:00 | on the road |

## Days off

Tell your team two weeks before a single day, and two months before more than a week. Put it into the calendar yourself.

## When you are ill

- [ ] Call or write before 9:00
- [ ] Say who takes over what must happen today
- [ ] Send the doctor's note from the third day on
`,
      'orders/from-order-to-door.md': `# From order to door

Every order goes through the same four steps. If one of them is skipped, somebody at the door will notice.

## 1. Confirm

Check the item code against the price list and confirm **within one working day**. A code such as \`DSK-160-OAK\` names
size and wood: read it aloud on the phone.

## 2. Build

The workshop builds in the order of confirmation. A desk takes two days, a chair one.

## 3. Pack

Legs are packed apart, with the screws in a bag inside the drawer. Weigh the parcel; above 31.5 kg it goes by freight.

## 4. Deliver

Call an hour before. What is damaged is photographed at the door and replaced without discussion.[^1]

[^1]: It costs less than a discussion. We counted in 2024.
`,
      'orders/delivery-times.md': `# Delivery times

Times count from the confirmation, in working days.

| What | Stock | Made to order |
|:--|--:|--:|
| Desks | 3 | 12 |
| Chairs | 2 | 9 |
| Lamps | 2 | not offered |
| Acoustic panels | 4 | 15 |

For *n* desks made to order the workshop needs $12 + \\lceil n / 4 \\rceil$ days.

## Islands and mountains

Add four days for islands, and two above 1,200 metres in winter.
`,
      'private/suppliers.md': `# Suppliers and prices

**Only for the office.** What we pay is nobody's business but ours.

| Supplier | For | Terms |
|:--|:--|:--|
| Sägewerk Tann | oak tops | 30 days, 2 % within 10 |
| Feder & Sohn | gas springs | 14 days |
| Lumen | lamps | prepaid |

The oak contract ends in March. Ask for three offers before the end of January.
`,
    },
  },
  {
    name: 'course',
    description: 'A course on sourdough: the first lesson is free, the others are paid for',
    documents: {
      'README.md': `# Bread with time

A course in four lessons. You need flour, water, salt, an oven and a week in which you are at home in the evening.

## What you will bake

- a **country loaf** with a thick crust,
- rolls for Sunday morning,
- and a rye bread that is best on its third day.

## The lessons

1. [Why sourdough](free/1-why-sourdough.md), free for everybody
2. [Your first starter](paid/2-starter.md)
3. [Mixing and folding](paid/3-dough.md)
4. [Into the oven](paid/4-baking.md)
`,
      'free/1-why-sourdough.md': `# Why sourdough

Sourdough is flour and water in which yeasts and bacteria have settled. The yeasts make the gas that lifts the dough, the
bacteria the acid that gives it taste and keeps it fresh.

## Slow is the point

Bought yeast lifts a dough in an hour. A starter needs eight, and in these eight hours flour turns into flavour: enzymes
take starch and protein apart, so that the bread browns better and is easier to digest.

## What can go wrong

Very little. A dough that rose too long is sour and flat, and still makes good toast.
`,
      'paid/2-starter.md': `# Your first starter

Five days, five minutes each. Use a glass of half a litre and keep it at about 24 °C.

| Day | Rye flour | Water | What you see |
|--:|--:|--:|:--|
| 1 | 50 g | 50 g | nothing |
| 2 | 50 g | 50 g | a few bubbles, a smell of hay |
| 3 | 50 g | 50 g | many bubbles, it smells odd: go on |
| 4 | 50 g | 50 g | it doubles and falls |
| 5 | 50 g | 50 g | it doubles within eight hours: ready |

From day 3 on, keep only 50 g of the old before you feed it.

## Is it ready?

Put a spoonful into water. If it floats, bake. If it sinks, feed it once more.

## Keeping it

In the fridge it sleeps for two weeks. Feed it the evening before you bake.
`,
      'paid/3-dough.md': `# Mixing and folding

For one loaf of a kilogram:

- 500 g of wheat flour, strong
- 350 g of water
- 100 g of starter that is ready
- 10 g of salt

## Baker's percentages

Everything is counted in parts of the flour. Water is $350 / 500 = 70\\,\\%$, which is easy to handle; the bakery on the
corner goes to 80.

## Folding in place of kneading

1. Mix flour and water, and wait for half an hour.
2. Add starter and salt.
3. Fold the dough over itself from four sides, every thirty minutes, four times.
4. Let it rest until it has grown by half.

\`\`\`text
18:00  mix            20:30  last fold
18:30  starter, salt  23:00  shape, into the fridge
19:00  first fold     07:00  bake
\`\`\`
`,
      'paid/4-baking.md': `# Into the oven

Heat a heavy pot with its lid to 250 °C for forty minutes. It must be **really** hot.

## The bake

1. Turn the loaf out of its basket onto paper and cut it once, deep and at an angle.
2. Into the pot, lid on: 25 minutes at 250 °C.
3. Lid off: 20 minutes at 220 °C, until it is darker than you dare.

## The hardest part

Wait for an hour before you cut it. Inside it is still baking.

> When you knock on its bottom, it should sound like a door that somebody will open.
`,
    },
  },
] as const;

/** Groups of the sample workspace, with the paths that each may read. */
export const sampleGroups = [
  {
    name: 'Handbook for all',
    description: 'What everybody at Oak & Ember may read',
    paths: ['handbook/{start.md,work/**,orders/**}'],
  },
  { name: 'Course participants', description: 'Who has paid for the course', paths: ['course/**'] },
] as const;
