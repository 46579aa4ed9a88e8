import { describe, expect, it } from 'vitest';
import { QueryWords, snippetOf } from './snippet.js';

describe('snippetOf', () => {
  it('returns plain text, without markup and the heading above it', () => {
    const text = '## Folding\n\nFold **every** [half hour](a.md).\n\n```text\n18:00 mix\n```\n';
    expect(snippetOf(text, new QueryWords('fold')).snippet).toBe('Fold every half hour. 18:00 mix');
  });

  it('separates the entries of a list', () => {
    expect(snippetOf('- flour\n- water\n  1. salt\n', new QueryWords('water')).snippet).toBe('flour · water · salt');
  });

  it('returns the heading if there is nothing else', () => {
    expect(snippetOf('## Folding\n', new QueryWords('folding')).snippet).toBe('Folding');
  });

  it('marks the words of the query and their forms, and no word that only starts in the same way', () => {
    const { snippet, highlights } = snippetOf(
      'Receipts and a receipt, starters, starch and stories.',
      new QueryWords('receipt starter story'),
    );
    expect(highlights.map(([start, end]) => snippet.slice(start, end))).toEqual([
      'Receipts',
      'receipt',
      'starters',
      'stories',
    ]);
    expect(new QueryWords('starter').areIn('starch')).toBe(false);
  });

  it('marks words in any case and with any accents', () => {
    const text = 'CRÈME Brûlée, straße, ﬁre and Kelvin; écrémer.';
    const { highlights } = snippetOf(text, new QueryWords('creme BRULEE Straße fire kelvin ecremer'));
    expect(highlights.map(([start, end]) => text.slice(start, end))).toEqual([
      'CRÈME',
      'Brûlée',
      'straße',
      'ﬁre',
      'Kelvin',
      'écrémer',
    ]);
  });
});

describe('QueryWords', () => {
  it.each([
    ['uebung', 'Übung'],
    ['Übung', 'Uebung'],
    ['ubung', 'Übung'],
    ['Übung', 'ubung'],
    ['U\u0308bung', 'uebung'],
    ['uebung', 'U\u0308bung'],
    ['souffle', 'Soufflé'],
    ['soufflé', 'Souffle\u0301'],
    ['strasse', 'Straße'],
    ['Straße', 'STRASSE'],
    ['koebenhavn', 'København'],
    ['oeuf', 'œuf'],
    ['aepfel', 'Äpfel'],
  ])('%s match a text with %s, whole and marked', (query, text) => {
    const { snippet, highlights } = snippetOf(`Die ${text} hier.`, new QueryWords(query));
    expect(highlights.map(([start, end]) => snippet.slice(start, end))).toEqual([text]);
  });

  it('does not match other words', () => {
    expect(new QueryWords('bung').areIn('Eine Übung')).toBe(false);
    expect(new QueryWords('Ofen').areIn('Eine Übung')).toBe(false);
  });
});
