/** A plain Okapi BM25 (k1 1.2, b 0.75) over lower-case runs of letters and digits, as a baseline. */
export class Bm25 {
  constructor(records) {
    this.records = records.map(({ id, text }) => ({ id, words: wordsOf(text) }));
    this.average = this.records.reduce((sum, { words }) => sum + words.length, 0) / this.records.length;
    this.postings = new Map();
    this.records.forEach(({ words }, i) => {
      for (const word of words) {
        const postings = this.postings.get(word) ?? new Map();
        postings.set(i, (postings.get(i) ?? 0) + 1);
        this.postings.set(word, postings);
      }
    });
  }

  search(query, limit) {
    const scores = new Map();
    for (const word of new Set(wordsOf(query))) {
      const postings = this.postings.get(word) ?? new Map();
      const inverse = Math.log(1 + (this.records.length - postings.size + 0.5) / (postings.size + 0.5));
      for (const [i, count] of postings) {
        const norm = 1.2 * (0.25 + (0.75 * this.records[i].words.length) / this.average);
        scores.set(i, (scores.get(i) ?? 0) + (inverse * count * 2.2) / (count + norm));
      }
    }
    return [...scores]
      .sort((a, b) => b[1] - a[1])
      .slice(0, limit)
      .map(([i]) => this.records[i].id);
  }
}

const wordsOf = (text) => text.toLowerCase().match(/[a-z0-9]+/g) ?? [];
