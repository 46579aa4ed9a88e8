/** What a verdict means to the person who acts on it. */
export const verdictWords = {
  high: { title: 'High: act on it', text: 'The first result matches, and no other result comes close.' },
  low: { title: 'Low: ask first', text: 'A record may match, but it is not certain which one is meant.' },
  none: { title: 'None: no match', text: 'No record matches. The results are only the nearest ones.' },
} as const;

/** How an answer was found. */
export const matchWords = {
  exact_id: 'By an exact id or identifier',
  semantic: 'By meaning and words',
  filter: 'By the filters alone',
} as const;
