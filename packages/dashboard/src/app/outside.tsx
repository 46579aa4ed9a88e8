import { Anchor, Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Empty, Refusal } from '../parts/notices.js';
import { Page, Panel } from '../parts/page.js';

/** An address that names no page. */
export function NotFound() {
  return (
    <Page title="There is nothing here">
      <Panel>
        <Empty
          icon="search"
          title="This address names no page"
          action={
            <Anchor component={Link} to="/">
              To the overview
            </Anchor>
          }
        />
      </Panel>
    </Page>
  );
}

/** A page that failed to load or to draw: after an update its parts may have new names, so it is loaded anew. */
export function RouteFailed({ error }: { error: unknown }) {
  return (
    <Page title="This page could not be shown">
      <Refusal error={error} />
      <Button mt="md" onClick={() => window.location.reload()}>
        Load it again
      </Button>
    </Page>
  );
}
