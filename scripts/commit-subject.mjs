const charactersMax = 72;
/** Verbs whose imperative looks like another form of a verb. */
const imperatives = new Set(['Embed', 'Feed', 'Need', 'Seed', 'Speed', 'Bring', 'Ping']);

/**
 * The problem of a commit's subject; undefined if it is valid.
 * @param {string} subject
 * @returns {string | undefined}
 */
export function subjectProblem(subject) {
  const [verb = ''] = subject.split(' ');
  if (subject.length > charactersMax) {
    return `has ${subject.length} characters; at most ${charactersMax}. Say why in the body.`;
  }
  if (!/^[A-Z][a-z]+$/.test(verb) || (/(ed|ing)$/.test(verb) && !imperatives.has(verb))) {
    return 'does not start with an imperative and a capital letter, such as "Limit" or "Fix".';
  }
  return subject.endsWith('.') ? 'ends with a full stop: leave it out.' : undefined;
}
