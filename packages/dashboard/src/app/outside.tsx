import { Button, Kbd } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect } from 'react';
import { Empty, Loading, Page, Panel, Refusal } from '../components/basics.js';
import { nodesOf, textOf } from '../text.js';
import { isNotLoaded, isSameBuild } from './loading.js';
import { pauseAfter } from './outage.js';

/** Shown at an unknown URL. */
export function NotFound() {
  return (
    <Page title={textOf('This page does not exist')}>
      <Panel>
        <Empty
          icon="search"
          title={textOf('There is nothing at {path}', { path: window.location.pathname })}
          action={
            <Button component={Link} to="/">
              {textOf('Go to the overview')}
            </Button>
          }
        >
          {nodesOf(
            'The address may have a typing error, or what was there was deleted. Choose a page from the menu, or press {keys} to find it by name.',
            { keys: <Kbd>{textOf('Ctrl K')}</Kbd> },
          )}
        </Empty>
      </Panel>
    </Page>
  );
}

/** Shown instead of a page for admins to people who are not admins. */
export function NotAllowed() {
  return (
    <Page title={textOf('This page is for admins')}>
      <Panel>
        <Empty
          icon="key"
          title={textOf('You do not have access to this page')}
          action={
            <Button component={Link} to="/">
              {textOf('Go to the overview')}
            </Button>
          }
        >
          {textOf('Ask an admin of the workspace to look it up for you, or to make you an admin.')}
        </Empty>
      </Panel>
    </Page>
  );
}

/** Shown after a page failed to load or render. */
export function RouteFailed({ error }: { error: unknown }) {
  return isNotLoaded(error) ? <PartMissing error={error} /> : <Failed error={error} />;
}

function Failed({ error }: { error: unknown }) {
  return (
    <Page title={textOf('This page could not be shown')}>
      <Refusal error={error} />
      <Button mt="md" onClick={reload}>
        {textOf('Load it again')}
      </Button>
    </Page>
  );
}

/** Shown if a chunk is missing, because the service cannot be reached or has another build. */
function PartMissing({ error }: { error: unknown }) {
  const build = useQuery({
    queryKey: ['build'],
    queryFn: isSameBuild,
    staleTime: 0,
    gcTime: 0,
    refetchOnReconnect: 'always',
    refetchInterval: ({ state }) => (state.data === undefined ? pauseAfter(state.errorUpdateCount) : false),
  });
  const isBack = build.data === true && build.errorUpdateCount > 0;
  useEffect(() => {
    if (isBack) reload();
  }, [isBack]);
  if (build.data === false) {
    return (
      <Page title={textOf('There is a newer version')} lead={textOf('The dashboard was updated since you opened it.')}>
        <Button onClick={reload}>{textOf('Load the newer version')}</Button>
      </Page>
    );
  }
  if (build.isError || isBack) {
    return (
      <Page
        title={textOf('The service cannot be reached')}
        lead={textOf('This page was not loaded before. It opens by itself as soon as the service answers.')}
      >
        <Button variant="default" onClick={() => void build.refetch()}>
          {textOf('Try again')}
        </Button>
      </Page>
    );
  }
  return build.data === true ? <Failed error={error} /> : <Loading />;
}

function reload(): void {
  window.location.reload();
}
