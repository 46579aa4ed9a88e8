/** What the roles are called here. */
export const roleNames = { admin: 'Admin', member: 'Editor', reader: 'Member' } as const;

/** The roles to choose from, with what each may do. */
export const roleChoices = [
  { value: 'reader', label: 'Member: reads what their groups name, takes a seat' },
  { value: 'member', label: 'Editor: reads and writes' },
  { value: 'admin', label: 'Admin: also manages the workspace' },
];
