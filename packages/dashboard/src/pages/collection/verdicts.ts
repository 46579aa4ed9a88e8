/** What a verdict means to the person who acts on it. */
export const verdictWords = {
  high: { title: 'High: act on it', text: 'The first result is what was asked for, clearly and alone.' },
  low: { title: 'Low: ask back first', text: 'Something plausible was found, but it is not clear which one is meant.' },
  none: { title: 'None: no match', text: 'Nothing fits. What is listed is only the nearest.' },
} as const;

/** How an answer was found. */
export const matchWords = {
  exact_id: 'By an exact id or identifier',
  semantic: 'By meaning and words',
  filter: 'By the filters alone',
} as const;
