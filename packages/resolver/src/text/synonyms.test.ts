import { describe, expect, it } from 'vitest';
import { CollectionIndex } from '../collection-index.js';
import { builtinEmbedder } from '../embedding/builtin-embedder.js';
import { Synonyms } from './synonyms.js';

const lists = [
  ['couch', 'sofa', 'settee'],
  ['TV', 'flat screen', 'telly'],
  ['telly', 'television'],
  ['沙发', '长椅'],
];

describe('Synonyms.replace', () => {
  const synonyms = new Synonyms(lists);
  const same = (texts: readonly string[]) => expect(new Set(texts.map((text) => synonyms.replace(text))).size).toBe(1);

  it('replaces the phrases of a list by one of them, in any case, number and spacing', () => {
    same(['red settee', 'red sofa', 'red Sofas', 'red COUCH']);
    same(['flat screen 55"', 'Flat-Screens 55"', 'TVs 55"', 'television 55"']);
    expect(synonyms.replace('3-Sitzer-Sofa')).toBe('3-Sitzer-settee');
  });

  it('merges lists that share a phrase', () => same(['TV', 'television', 'telly', 'flat screen']));

  it('finds phrases in scripts without spaces', () => {
    expect(synonyms.replace('红色沙发')).toBe(synonyms.replace('红色长椅'));
  });

  it.each(['TV-100', 'DK-12-SOFA', 'www.sofa.example', 'info@sofa.example', 'flat, screen', 'sofabed'])(
    'does not change %s',
    (text) => expect(synonyms.replace(text)).toBe(text),
  );

  it('does nothing without lists, or for a list without words', () => {
    expect(new Synonyms().replace('red sofa')).toBe('red sofa');
    expect(new Synonyms([['?', 'sofa'], []]).replace('red sofa ?')).toBe('red sofa ?');
  });
});

describe('search: synonyms', () => {
  const records = [
    { id: 'leather', text: 'Leather sofa\nLiving room', identifiers: ['SOFA-RED-7'] },
    { id: 'velvet', text: 'Velvet couch\nLiving room', identifiers: [] },
    { id: 'screen', text: 'Flat screen 55 inch\nLiving room', identifiers: [] },
    { id: 'bed', text: 'Oak bed\nBedroom', identifiers: [] },
    { id: 'lamp', text: 'Brass lamp\nBedroom', identifiers: [] },
  ];
  const index = new CollectionIndex({ embedderId: builtinEmbedder.id, synonyms: new Synonyms(lists) });
  for (const { id: externalId, text, identifiers } of records) {
    index.upsert({ externalId, text, identifiers, vector: null });
  }
  const find = (text: string) => {
    const { hits, verdict, reasons } = index.search({ text, vector: null, limit: 3 });
    return { ids: hits.map(({ externalId }) => externalId), verdict, reasons };
  };

  it.each([
    ['leather settee', 'leather', 'Leather Sofa'],
    ['velvet sofa', 'velvet', 'velvet couch'],
    ['television 55 inch', 'screen', 'flat screen 55 inch'],
  ])('returns for "%s" the same as for the words of the record', (query, id, same) => {
    expect(find(query)).toEqual(find(same));
    expect(find(query)).toMatchObject({ verdict: 'high' });
    expect(find(query).ids[0]).toBe(id);
  });

  it('has verdict low if other records contain a synonym', () => {
    expect(find('sofa').verdict).toBe('low');
    expect(find('sofa').ids.slice(0, 2).sort()).toEqual(['leather', 'velvet']);
  });

  it('finds a record by a single word of its phrase, and by an identifier that contains one', () => {
    expect(find('screen 55 inch').ids[0]).toBe('screen');
    expect(find('the SOFA-RED-7 please').verdict).toBe('high');
    expect(find('SOFA-RED-7').ids[0]).toBe('leather');
  });
});
