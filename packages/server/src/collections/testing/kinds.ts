import type { Caller, CallersWorkspace } from './callers.js';

/**
 * A kind of caller: whether it may write, is confined to groups or is an admin, and the error that it receives for a
 * write.
 */
export interface Kind {
  readonly make: (workspace: CallersWorkspace, group: string) => Promise<Caller> | Caller;
  readonly canWrite: boolean;
  readonly confined: boolean;
  readonly admin?: true;
  /** The maximum level of its token in collections. Absent if its token is not limited. */
  readonly collections?: 'write' | 'read';
  readonly personal?: true;
  readonly link?: true;
}

function tokensWithin(collections: 'write' | 'read'): Record<string, Kind> {
  const kind = { canWrite: true, collections };
  return {
    [`an admin's pinned token with collections: ${collections}`]: {
      ...kind,
      make: (w) => w.pinned({ role: 'admin', access: 'read_write', collections }),
      confined: false,
      admin: true,
    },
    [`an editor's pinned token with collections: ${collections}`]: {
      ...kind,
      make: (w) => w.pinned({ role: 'member', access: 'read_write', collections }),
      confined: false,
    },
    [`a confined pinned token with collections: ${collections}`]: {
      ...kind,
      make: (w, group) => w.pinned({ role: 'member', access: 'read_write', collections, groups: [group] }),
      confined: true,
    },
  };
}

/** Every kind of principal of the collection routes, by title. */
export const kinds: Readonly<Record<string, Kind>> = {
  "an admin's pinned token": { make: ({ admin }) => admin, canWrite: true, confined: false, admin: true },
  "an editor's pinned token": {
    make: (w) => w.pinned({ role: 'member', access: 'read_write' }),
    canWrite: true,
    confined: false,
  },
  "an admin's read-only pinned token": {
    make: (w) => w.pinned({ role: 'admin', access: 'read_only' }),
    canWrite: false,
    confined: false,
    admin: true,
  },
  "an editor's read-only pinned token": {
    make: (w) => w.pinned({ role: 'member', access: 'read_only' }),
    canWrite: false,
    confined: false,
  },
  ...tokensWithin('write'),
  ...tokensWithin('read'),
  'a pinned token confined to the group': {
    make: (w, group) => w.pinned({ role: 'member', access: 'read_write', groups: [group] }),
    canWrite: true,
    confined: true,
  },
  "an admin's pinned token confined to the group": {
    make: (w, group) => w.pinned({ role: 'admin', access: 'read_write', groups: [group] }),
    canWrite: true,
    confined: true,
  },
  'a read-only pinned token confined to the group': {
    make: (w, group) => w.pinned({ role: 'member', access: 'read_only', groups: [group] }),
    canWrite: false,
    confined: true,
  },
  "a member's pinned token with the group": {
    make: (w, group) => w.pinned({ role: 'reader', access: 'read_write', groups: [group] }),
    canWrite: false,
    confined: true,
  },
  "an admin's personal token": {
    make: (w) => w.person({ role: 'admin' }),
    canWrite: true,
    confined: false,
    admin: true,
    personal: true,
  },
  "an editor's personal token": {
    make: (w) => w.person({ role: 'member' }),
    canWrite: true,
    confined: false,
    personal: true,
  },
  "a confined editor's personal token": {
    make: (w, group) => w.person({ role: 'member', groups: [group] }),
    canWrite: true,
    confined: true,
    personal: true,
  },
  "a confined read-only editor's personal token": {
    make: (w, group) => w.person({ role: 'member', access: 'read_only', groups: [group] }),
    canWrite: false,
    confined: true,
    personal: true,
  },
  "a member's personal token, granted read_write": {
    make: (w, group) => w.member([group], 'read_write'),
    canWrite: false,
    confined: true,
    personal: true,
  },
  "an admin's session": {
    make: (w) => w.session({ role: 'admin' }),
    canWrite: true,
    confined: false,
    admin: true,
    personal: true,
  },
  "a confined editor's session": {
    make: (w, group) => w.session({ role: 'member', groups: [group] }),
    canWrite: true,
    confined: true,
    personal: true,
  },
  'a magic link': { make: (w, group) => w.guest([group]), canWrite: false, confined: true, link: true },
};
