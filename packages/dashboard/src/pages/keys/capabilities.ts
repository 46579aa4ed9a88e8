import { textOf } from '../../text.js';
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
    short: textOf('Grant members'),
    long: textOf('Grant and revoke members'),
    description: textOf('People who sign in as themselves. This is what a shop needs.'),
  },
  manage_permissions: {
    short: textOf('Manage groups'),
    long: textOf('Manage groups and who is in them'),
    description: textOf('Says which documents a member reads.'),
  },
  manage_readers: {
    short: textOf('Mint links'),
    long: textOf('Create and revoke magic links'),
    description: textOf('Links that can be forwarded, for free previews.'),
  },
  create_sign_in_links: {
    short: textOf('Sign members in'),
    long: textOf('Create links that sign a member in'),
    description: textOf('Leads a customer from the payment to what they bought.'),
  },
  provision: {
    short: textOf('Provision by SCIM'),
    long: textOf('Provision people and groups by SCIM'),
    description: textOf('The token of a directory such as Entra ID or Okta.'),
  },
} as const;
