import { Center } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { Refusal } from '../components/notices.js';
import { pinTo } from '../data/api.js';
import { read } from '../data/queries.js';
import { type Session, SessionProvider, sessionOf } from './session.js';
import { Shell } from './shell.js';

/** Reads who is signed in, pins the page to their workspace, and shows the frame. */
export function Root({ strip }: { strip: ReactNode }) {
  const me = useQuery({ ...read('me.get', {}), staleTime: 0 });
  const workspaces = useQuery(read('workspaces.list', {}));
  const failed = me.error ?? workspaces.error;
  // The page stays in its first workspace. If another tab switches, this page reports a conflict instead of switching
  // too.
  const [session, setSession] = useState<Session>();
  const found = me.data && workspaces.data && sessionOf(me.data, workspaces.data.workspaces);
  const known = session === undefined || session.workspace.id === found?.workspace.id ? found : session;
  useEffect(() => {
    if (found !== undefined && session === undefined) {
      pinTo(found.workspace.id);
      setSession(found);
    }
  }, [found, session]);
  if (failed !== null && session === undefined) {
    return (
      <Center h="100vh" p="lg">
        <Refusal error={failed} onRetry={() => window.location.reload()} />
      </Center>
    );
  }
  // The skeleton from `index.html` stays visible until then.
  if (session === undefined || known === undefined) {
    return null;
  }
  return (
    <SessionProvider session={known}>
      <Shell strip={strip} />
    </SessionProvider>
  );
}
