/**
 * Words that prose avoids, each with what to write instead.
 * @typedef {{ pattern: RegExp, instead: string }} Word
 */

/** Avoided in documents, comments, test titles and texts for users. @type {Word[]} */
export const everywhere = [
  { pattern: /\b(mend(s|ed|ing)?|put(s|ting)? right)\b/i, instead: 'fix' },
  { pattern: /\b(whoever|whosoever|somebody)\b/i, instead: 'anyone who, or the user' },
  {
    pattern: /(^|[.:;,] )(Who|[Tt]o who) (holds?|reads?|has|have|is|may|can(?! read)|asks?|writes?)\b(?![^.]*\?)/,
    instead: 'holders of, or the subject first',
  },
  { pattern: /\bmay be left out\b/i, instead: 'optional' },
  { pattern: /\b(does|do|did) not fit\b/i, instead: 'invalid, or the rule that the value breaks' },
  {
    pattern: /(?<!\bt?here )\b(is|are) no (?!longer|more|less|such|match|one\b|other|use\b|index\b)(?=[a-z])/i,
    instead: 'is not a',
  },
  { pattern: /\b(is|are|was|were|be|been) told\b/i, instead: 'returns, reports, or receives' },
  { pattern: /\bin turns\b/i, instead: 'alternately, or in time slices' },
  { pattern: /\b(is|are|was|were|be) taken in\b|\btakes? in\b/i, instead: 'indexes, applies, or accepts' },
  {
    pattern: /\b(it|which|that|they|row|value|text|record|name) stands?\b/i,
    instead: 'is stored, is sent, or is',
  },
  { pattern: /\bas far as\b/i, instead: 'because, if, or to' },
  { pattern: /\bno more than as\b/i, instead: 'no longer than' },
  { pattern: /\b(shelf|shelves|desk clerk)\b/i, instead: 'registry, store, or harness' },
  { pattern: /\b(all|these|those|the|many|of) texts\b/i, instead: 'text, strings, or documents' },
  { pattern: /\bbeside (Meilisearch|Citus|pgvector|a peer|peers)\b/i, instead: 'compared with' },
  { pattern: /\b(anymore|any longer|any more|as before|from now on)\b/i, instead: 'nothing; describe what is' },
];

/** Also avoided in comments and test titles. @type {Word[]} */
export const inComments = [
  { pattern: /\b(stands?|stood|standing)\b(?! for\b)/i, instead: 'is, is stored, or membership' },
  {
    pattern: /\b(holds?|holding|held)\b(?! (?:the |a |an |its |no )?(?:\w+ )?(?:locks?|back|open)\b)/i,
    instead: 'contains, has, or keeps',
  },
  { pattern: /\bnobody\b/i, instead: 'no one, or the subject first' },
  { pattern: /\btravel(s|led|ling)?\b/i, instead: 'is sent' },
  { pattern: /\b(tells?|told)\b/i, instead: 'returns, reports, or says' },
  { pattern: /\basked\b(?! for\b)/i, instead: 'queried, requested, or called' },
  {
    pattern: /\b(made|makes?|making) (a|the|its|their|of|all|these|those) (\w+ )?(vectors?|embeddings?)\b/i,
    instead: 'computes',
  },
  { pattern: /\btexts\b/i, instead: 'text, strings, or documents' },
  { pattern: /\bas of\b/i, instead: 'since, at, or because' },
  { pattern: /\bgoes\b/i, instead: 'is sent, is written, or leads' },
  { pattern: /\banew\b/i, instead: 'again' },
  { pattern: /\b(it|as|that|which) is said\b|\bthat which\b/i, instead: 'the subject first' },
  { pattern: /\bno longer\b(?! than\b)/i, instead: 'nothing; describe what is' },
  { pattern: /\b(lies|lay|lain)\b/i, instead: 'is, or is stored' },
];
