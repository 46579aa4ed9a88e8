import { Anchor } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Hint, Loaded, Note } from '../../components/basics.js';
import { recordAddress, Table } from '../../components/table.js';
import { api } from '../../data/api.js';
import { textOf } from '../../text.js';
import { shownValue } from '../collection/values.js';
import type { AuditEvent, Burst } from './bursts.js';

const shownRecords = 10;

interface Change {
  readonly id: string;
  readonly field: string;
  readonly before: unknown;
  readonly after: unknown;
}

/** The fields of the first records that a burst wrote, with their values before and after. */
export function RecordChanges({ burst }: { burst: Burst }) {
  const name = burst[0].target ?? '';
  const written = burst.flatMap((event) => idsOf(event).map((id) => ({ event, id })));
  const changes = useQuery({
    queryKey: ['audit-changes', burst[0].id, burst.length],
    queryFn: async ({ signal }) =>
      (await Promise.all(written.slice(0, shownRecords).map(({ event, id }) => changesOf(event, id, signal)))).flat(),
  });
  return (
    <Loaded query={changes} lines={2}>
      {(rows) => (
        <>
          {rows.length === 0 ? (
            <Note>{textOf('The versions before are not kept, or no shown field differs.')}</Note>
          ) : (
            <Table
              label={textOf('Before and after')}
              rows={rows}
              rowKey={({ id, field }) => `${id} ${field}`}
              columns={[
                {
                  title: textOf('Record'),
                  cell: ({ id }) => (
                    <Anchor component={Link} size="sm" to={recordAddress(name, id)}>
                      {id}
                    </Anchor>
                  ),
                },
                { title: textOf('Field'), cell: ({ field }) => field },
                {
                  title: textOf('Before'),
                  cell: ({ before }) => (before === undefined ? textOf('Absent') : shownValue(before)),
                },
                {
                  title: textOf('After'),
                  cell: ({ after }) => (after === undefined ? textOf('Absent') : shownValue(after)),
                },
              ]}
            />
          )}
          {written.length > shownRecords && (
            <Hint>{textOf('Of the first {count} records', { count: shownRecords })}</Hint>
          )}
        </>
      )}
    </Loaded>
  );
}

function idsOf({ detail: { external_ids: ids } }: AuditEvent): string[] {
  return Array.isArray(ids) ? ids.map(String) : [];
}

async function changesOf({ target, request_id: request }: AuditEvent, id: string, signal: AbortSignal) {
  const params = { name: target ?? '', id };
  try {
    const { versions } = await api().call(
      'collections.list_record_versions',
      { params, query: { limit: 100 } },
      { signal },
    );
    const index = versions.findIndex(({ request_id }) => request_id === request);
    const attributesOf = async (at: number): Promise<Readonly<Record<string, unknown>>> => {
      const version = versions[at];
      if (index === -1 || version === undefined || version.status === 'tombstoned') return {};
      const each = { ...params, version: version.version };
      return (await api().call('collections.get_record_version', { params: each }, { signal })).attributes;
    };
    const [before, after] = await Promise.all([attributesOf(index + 1), attributesOf(index)]);
    return [...new Set([...Object.keys(before), ...Object.keys(after)])]
      .map((field): Change => ({ id, field, before: before[field], after: after[field] }))
      .filter((change) => JSON.stringify(change.before) !== JSON.stringify(change.after));
  } catch {
    // A record that was deleted, or that its collection took along, has no history to show.
    return [];
  }
}
