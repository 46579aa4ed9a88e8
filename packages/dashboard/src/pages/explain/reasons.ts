/** Why someone can or cannot read a path, in words. */
export const reasonWords = {
  unconfined: 'Not limited to groups: reads every document.',
  pattern_matches: 'A pattern of one of their groups matches this path.',
  no_pattern_matches: 'They have groups, but no pattern of these matches this path.',
  no_groups: 'They have no group, so they cannot read anything.',
  revoked: 'Their access was revoked.',
  expired: 'Their access has expired.',
  not_started: 'Their access has not started yet.',
} as const;

/** Names of the kinds of holders. */
export const kindNames = { membership: 'Person', reader: 'Magic link', token: 'Agent token' } as const;
