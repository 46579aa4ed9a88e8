/** The capabilities of a key, in the order of the contract. */
export const capabilities = [
  'manage_members',
  'manage_permissions',
  'manage_readers',
  'create_sign_in_links',
  'provision',
] as const;

/** The capabilities in words. */
export const capabilityNames = {
  manage_members: {
    short: 'Grant members',
    long: 'Grant and revoke members',
    description: 'People who sign in as themselves. This is what a shop needs.',
  },
  manage_permissions: {
    short: 'Manage groups',
    long: 'Manage groups and who is in them',
    description: 'Says which documents a member reads.',
  },
  manage_readers: {
    short: 'Mint links',
    long: 'Create and revoke magic links',
    description: 'Links that can be forwarded, for free previews.',
  },
  create_sign_in_links: {
    short: 'Sign members in',
    long: 'Create links that sign a member in',
    description: 'Leads a customer from the payment to what they bought.',
  },
  provision: {
    short: 'Provision by SCIM',
    long: 'Provision people and groups by SCIM',
    description: 'The token of a directory such as Entra ID or Okta.',
  },
} as const;
