import { Badge, Button, Group, Stack, Text } from '@mantine/core';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { CallAnswer } from '@tessera/client';
import { useState } from 'react';
import { Hint, Loaded, Note, Refusal, sayFailed, sayUndoable, When } from '../../components/basics.js';
import { NextPage, Table } from '../../components/table.js';
import { api, useChange } from '../../data/api.js';
import { nodesOf, textOf } from '../../text.js';
import { type Collection, historyQuery, versionQuery } from './queries.js';
import type { StoredRecord } from './record-pages.js';
import { shownValue } from './values.js';

type Version = CallAnswer<'collections.list_record_versions'>['versions'][number];

/** The versions of a record, with authors, differences from the current version, and a button to restore one. */
export function RecordHistory({ collection, record }: { collection: Collection; record: StoredRecord }) {
  const { name } = collection;
  const history = useInfiniteQuery(historyQuery(name, record.external_id, record.version));
  const [compared, setCompared] = useState<string>();
  const { returnTo, isPending } = useReturn(name, record.external_id);
  if (history.error !== null) return <Refusal error={history.error} />;
  const versions = history.data?.pages.flatMap((page) => page.versions) ?? [];
  const mayRevert = collection.operations.includes('revert_records');
  return (
    <Stack gap="sm" role="region" aria-label={textOf('History')}>
      {versions.map((version, index) => {
        const next = versions[index - 1];
        return (
          <Stack key={version.version} gap={6}>
            <VersionLine version={version} />
            {next !== undefined && (
              <Group gap="xs">
                <Button
                  size="compact-xs"
                  variant="default"
                  onClick={() => setCompared(compared === version.version ? undefined : version.version)}
                >
                  {compared === version.version ? textOf('Hide comparison') : textOf('Compare with now')}
                </Button>
                {mayRevert && (
                  <Button
                    size="compact-xs"
                    variant="default"
                    disabled={isPending}
                    onClick={() => void returnTo(next.version).catch(sayFailed)}
                  >
                    {textOf('Return to this version')}
                  </Button>
                )}
              </Group>
            )}
            {compared === version.version && <Comparison name={name} record={record} version={version.version} />}
          </Stack>
        );
      })}
      <NextPage list={history} label={textOf('Show earlier ones')} />
      {versions.length === 0 && !history.isPending && <Note>{textOf('This collection keeps no history.')}</Note>}
    </Stack>
  );
}

/** Undoes the write that created a version and all later ones, which a person can undo in turn. */
function useReturn(name: string, id: string) {
  const { mutateAsync, isPending } = useChange('collections.revert_records');
  const revert = async (version: string): Promise<void> => {
    const { conflicts } = await mutateAsync({ params: { name }, body: { external_id: id, version, force: true } });
    if (conflicts[0] !== undefined) throw new Error(conflicts[0].message);
  };
  const returnTo = async (version: string): Promise<void> => {
    await revert(version);
    const { versions } = await api().call('collections.list_record_versions', { params: { name, id } });
    const latest = versions[0]?.version;
    sayUndoable(textOf('The record returned to the version before.'), async () => {
      if (latest !== undefined) await revert(latest);
    });
  };
  return { returnTo, isPending };
}

const statusNames: Readonly<Record<Version['status'], string>> = {
  created: textOf('created'),
  updated: textOf('updated'),
  revived: textOf('revived'),
  tombstoned: textOf('tombstoned'),
};

function VersionLine({ version }: { version: Version }) {
  const { status, at, actor, changed } = version;
  return (
    <div>
      <Group gap="xs">
        <Badge size="xs" color="gray">
          {statusNames[status]}{' '}
        </Badge>
        <Text size="sm">
          {actor === null ? (
            <When at={at} />
          ) : (
            nodesOf('{time} by {name}', { time: <When at={at} />, name: actor.name })
          )}
        </Text>
      </Group>
      {changed.length > 0 && <Hint lineClamp={2}>{changed.join(', ')}</Hint>}
    </div>
  );
}

function Comparison({ name, record, version }: { name: string; record: StoredRecord; version: string }) {
  const former = useQuery(versionQuery(name, record.external_id, version));
  return (
    <Loaded query={former}>
      {({ attributes }) => {
        const fields = [...new Set([...Object.keys(attributes), ...Object.keys(record.attributes)])];
        const rows = fields
          .map((field) => ({ field, former: attributes[field], now: record.attributes[field] }))
          .filter(({ former, now }) => JSON.stringify(former) !== JSON.stringify(now));
        return rows.length === 0 ? (
          <Note>{textOf('No field differs from now.')}</Note>
        ) : (
          <Table
            label={textOf('Comparison with now')}
            rows={rows}
            rowKey={({ field }) => field}
            columns={[
              { title: textOf('Field'), cell: ({ field }) => field },
              {
                title: textOf('Then'),
                cell: ({ former }) => (former === undefined ? textOf('Absent') : shownValue(former)),
              },
              { title: textOf('Now'), cell: ({ now }) => (now === undefined ? textOf('Absent') : shownValue(now)) },
            ]}
          />
        );
      }}
    </Loaded>
  );
}
