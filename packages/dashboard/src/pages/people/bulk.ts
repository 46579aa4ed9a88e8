import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiError } from '@tessera/client';
import { useState } from 'react';
import { api, isRefusal } from '../../data/api.js';
import type { Person } from '../../data/people.js';
import { notSent } from './invite.js';

/** A person whose change was refused, with the reason. */
export interface Refused {
  readonly person: Person;
  readonly message: string;
}

/** One change of one person. */
export type Change = (person: Person) => Promise<unknown>;

/** Makes the same change for many people, one after the other, and collects the errors. */
export function useBulk() {
  const client = useQueryClient();
  const [done, setDone] = useState(0);
  const run = useMutation({
    mutationFn: async ({ people, change }: { people: readonly Person[]; change: Change }): Promise<Refused[]> => {
      const refused: Refused[] = [];
      setDone(0);
      for (const person of people) {
        try {
          await change(person);
        } catch (error) {
          if (!concernsOne(error)) throw error;
          refused.push({ person, message: error.message });
        }
        setDone((before) => before + 1);
      }
      return refused;
    },
    onSettled: () =>
      client.invalidateQueries({ predicate: ({ queryKey: [id] }) => /^(people|settings)\./.test(String(id)) }),
  });
  return { run, done };
}

/** The error of one entry in a call that succeeded as a whole. */
class EntryRefused extends Error {
  override readonly name = 'EntryRefused';
}

/** Whether an error is about one person, so that the change can continue with the others. */
function concernsOne(error: unknown): error is Error {
  const isConflict = isRefusal(error, 'workspace_conflict');
  return (
    error instanceof EntryRefused ||
    (error instanceof ApiError && error.status < 500 && error.status !== 401 && !isConflict)
  );
}

/** Sets the expiry of what a member was granted by hand; null for none. */
export function endChange(expiresAt: string | null): Change {
  return async ({ id, email }) => {
    const { by_hand: byHand } = await api().call('settings.get_access', { params: { id } });
    const groups = byHand.map(({ group_id: groupId }) => groupId);
    const members = [{ email, groups, expires_at: expiresAt }];
    const { failed } = await api().call('settings.sync_members', { body: { members } });
    const [refused] = failed;
    if (refused !== undefined) throw new EntryRefused(refused.message);
  };
}

/** Sends the invitation of a person again. Without a mail server this fails for everyone, so it stops at the first. */
export const sendInvite: Change = async ({ id }) => {
  const { reason } = await api().call('people.invite', { params: { id } });
  if (reason === 'no_mail_server') throw new Error(notSent.no_mail_server);
  if (reason !== null) throw new EntryRefused(notSent[reason]);
};
