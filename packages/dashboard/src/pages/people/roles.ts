import { textOf } from '../../text.js';

/** The buttons that give a person a role. */
export const roleActions = {
  admin: (name: string) => textOf('Make {name} an admin', { name }),
  member: (name: string) => textOf('Make {name} an editor', { name }),
  reader: (name: string) => textOf('Make {name} a member', { name }),
};

/** The roles to choose from, each with its rights in words. The text is short enough for a phone. */
export const roleChoices = [
  { value: 'reader', label: textOf('Member: reads by groups') },
  { value: 'member', label: textOf('Editor: reads and writes') },
  { value: 'admin', label: textOf('Admin: manages everything') },
];
