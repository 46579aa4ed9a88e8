import { Alert, Anchor, Badge, Button, Stack, Tabs, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useRef } from 'react';
import { useFilters, useSession } from '../../app/session.js';
import { Bar } from '../../components/bar.js';
import { Loaded, Loading, Page, When } from '../../components/basics.js';
import { Icon } from '../../components/icon.js';
import { isRefusal } from '../../data/api.js';
import { nodesOf, textOf } from '../../text.js';
import classes from './collection.module.css';
import { type Collection, describeQuery } from './queries.js';

const RecordsTab = lazy(() => import('./records.js').then((part) => ({ default: part.RecordsTab })));
const AskTab = lazy(() => import('./ask.js').then((part) => ({ default: part.AskTab })));
const FieldsTab = lazy(() => import('./fields.js').then((part) => ({ default: part.FieldsTab })));
const FindingsTab = lazy(() => import('./findings.js').then((part) => ({ default: part.FindingsTab })));
const QualityTab = lazy(() => import('./quality.js').then((part) => ({ default: part.QualityTab })));
const MatchesTab = lazy(() => import('./matches.js').then((part) => ({ default: part.MatchesTab })));
const SharingTab = lazy(() => import('./sharing.js').then((part) => ({ default: part.SharingTab })));
const SourcesTab = lazy(() => import('./sources.js').then((part) => ({ default: part.SourcesTab })));

const tabs = [
  { value: 'records', label: textOf('Records'), part: RecordsTab, needs: 'list_records' },
  { value: 'ask', label: textOf('Ask'), part: AskTab, needs: 'query_collection' },
  { value: 'quality', label: textOf('Quality'), part: QualityTab, needs: 'list_queries' },
  { value: 'fields', label: textOf('Fields'), part: FieldsTab, needs: 'collection_fields' },
  { value: 'findings', label: textOf('Findings'), part: FindingsTab, needs: 'collection_fields' },
  { value: 'matches', label: textOf('Matches'), part: MatchesTab, needs: 'list_matches' },
  { value: 'sharing', label: textOf('Access'), part: SharingTab, needs: 'share_collection' },
  { value: 'sources', label: textOf('Sources'), part: SourcesTab, needs: 'update_collection' },
] as const;

/** One collection: its records, queries, fields and sharing. */
export function CollectionPage() {
  const { name } = useParams({ strict: false }) as { name: string };
  const described = useQuery(describeQuery(name));
  const above = (
    <Anchor component={Link} to="/collections" size="sm">
      {textOf('Collections')}
    </Anchor>
  );
  if (isRefusal(described.error, 'collection_not_found')) {
    return (
      <Page title={textOf('Collection not found')} above={above}>
        <Text size="sm">{textOf('It may have been deleted, or is not shared with you.')}</Text>
      </Page>
    );
  }
  return <Loaded query={described}>{(collection) => <CollectionTabs collection={collection} />}</Loaded>;
}

function ImportLink({ collection }: { collection: Collection }) {
  return collection.operations.includes('import_records') ? (
    <Button
      component={Link}
      to={`/import?collection=${collection.name}`}
      variant="default"
      size="xs"
      flex="none"
      leftSection={<Icon name="upload" size={14} />}
    >
      {textOf('Import')}
    </Button>
  ) : null;
}

function Health({ collection }: { collection: Collection }) {
  const { records, pending_embed: pending, failed_embed: failed, last_ingest_at: last, freshness } = collection;
  return (
    <span className={classes.health}>
      <strong>{textOf('{count} record|{count} records', { count: records })}</strong>
      <span className="soft">
        {nodesOf('Last data: {when}', { when: <When at={last} never={textOf('none yet')} /> })}
      </span>
      {freshness.expected_every !== null && freshness.oldest !== null && (
        <span className="soft">{nodesOf('Oldest confirmation: {when}', { when: <When at={freshness.oldest} /> })}</span>
      )}
      {freshness.overdue > 0 && <Badge color="yellow">{textOf('{count} overdue', { count: freshness.overdue })}</Badge>}
      {pending > 0 && (
        <Stack component="span" gap={4} miw="12rem" role="status">
          <Bar share={1 - pending / Math.max(1, records)} />
          {textOf('{count} waiting to be embedded', { count: pending })}
        </Stack>
      )}
      {failed > 0 && <Badge color="red">{textOf('{count} could not be embedded', { count: failed })}</Badge>}
      {collection.record_filter !== undefined && <Badge color="yellow">{textOf('You see a slice')}</Badge>}
    </span>
  );
}

/** Focuses the current cell of the grid. */
function goToRecords(): void {
  document.querySelector<HTMLElement>('[role="grid"] td[tabindex="0"]')?.focus();
}

function CollectionTabs({ collection }: { collection: Collection }) {
  const { search, setSearch } = useFilters();
  const { isAdmin } = useSession();
  const shown = tabs.filter(
    ({ value, needs }) => collection.operations.includes(needs) && (value !== 'sharing' || isAdmin),
  );
  const current = shown.find(({ value }) => value === search.tab) ?? shown[0];
  const Part = current?.part;
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    document.title = `${collection.name} · Tessera`;
  }, [collection.name]);
  useEffect(() => {
    // On a phone, the tab of this page may be scrolled out of view.
    list.current
      ?.querySelector(`[value="${current?.value}"], [data-active]`)
      ?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [current?.value]);
  return (
    <Tabs
      value={current?.value ?? ''}
      onChange={(tab) => setSearch({ tab: tab ?? undefined })}
      keepMounted={false}
      className={classes.page}
      data-wide={current?.value === 'records' ? 'grid' : 'tab'}
    >
      {current?.value === 'records' && (
        <button type="button" className="skip-link" onClick={goToRecords}>
          {textOf('Skip to the records')}
        </button>
      )}
      <header className={classes.pageBar}>
        <span className={classes.pageTitle}>
          <Anchor component={Link} to="/collections" size="sm">
            {textOf('Collections')}
          </Anchor>
          <span aria-hidden="true">/</span>
          <h1 title={collection.description ?? undefined}>{collection.name}</h1>
        </span>
        <Tabs.List ref={list} className={classes.tabs}>
          {shown.map(({ value, label }) => (
            <Tabs.Tab key={value} value={value}>
              {label}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Health collection={collection} />
        <ImportLink collection={collection} />
      </header>
      {collection.constraints.length > 0 && current?.value === 'records' && (
        <Alert color="gray" mb="md" p="sm">
          {collection.constraints.join(' ')}
        </Alert>
      )}
      {current !== undefined && Part !== undefined && (
        <Tabs.Panel value={current.value} className={classes.tabPanel}>
          <Suspense fallback={<Loading />}>
            <Part collection={collection} />
          </Suspense>
        </Tabs.Panel>
      )}
    </Tabs>
  );
}
