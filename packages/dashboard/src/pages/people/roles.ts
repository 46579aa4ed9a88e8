/** The roles as phrases for buttons. */
export const rolePhrases = { admin: 'an admin', member: 'an editor', reader: 'a member' } as const;

/** The roles to choose from, each with its rights in words. The text is short enough for a phone. */
export const roleChoices = [
  { value: 'reader', label: 'Member: reads by groups' },
  { value: 'member', label: 'Editor: reads and writes' },
  { value: 'admin', label: 'Admin: manages everything' },
];
