/** Why someone can or cannot read a path, in words. */
export const reasonWords = {
  unconfined: 'Not confined to groups: admins and editors like this read every document.',
  pattern_matches: 'A pattern of a group that they hold takes this path.',
  no_pattern_matches: 'They hold groups, but no pattern of them takes this path.',
  no_groups: 'They hold no group, so they read nothing.',
  revoked: 'Their access was revoked.',
  expired: 'Their access has expired.',
  not_started: 'Their access has not started yet.',
} as const;

/** What the kinds of holders are called. */
export const kindNames = { membership: 'Person', reader: 'Magic link', token: 'Agent token' } as const;
