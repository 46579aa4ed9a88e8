/** What the roles are called here. */
export const roleNames = { admin: 'Admin', member: 'Editor', reader: 'Member' } as const;

/** What a person becomes with a role, as a button says it. */
export const rolePhrases = { admin: 'an admin', member: 'an editor', reader: 'a member' } as const;

/** The roles to choose from, with what each may do, in what a telephone has room for. */
export const roleChoices = [
  { value: 'reader', label: 'Member: reads by groups' },
  { value: 'member', label: 'Editor: reads and writes' },
  { value: 'admin', label: 'Admin: manages everything' },
];
