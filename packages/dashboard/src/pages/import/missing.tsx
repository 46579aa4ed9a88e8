import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ConfirmDialog } from '../../components/dialogs.js';
import { Icon } from '../../components/icon.js';
import { Refusal, sayDone } from '../../components/notices.js';
import { Panel } from '../../components/page.js';
import { countOf, When } from '../../components/when.js';
import { api } from '../../data/api.js';
import { useChange } from '../../data/queries.js';
import { idsOf, type RecordFile } from './parse.js';
import { describeQuery } from './queries.js';

/** The comparison of a collection with a file. `missing` is the number of records that the file lacks. */
interface Compared {
  readonly ids: readonly string[];
  readonly missing: number;
  readonly keptNewer: number;
}

/** After the import of a complete file, finds the records that the file lacks, and deletes them on request. */
export function MissingRecords({ file, collection }: { file: RecordFile; collection: string }) {
  const described = useQuery(describeQuery(collection));
  const [compared, setCompared] = useState<Compared>();
  const [error, setError] = useState<unknown>();
  const [busy, setBusy] = useState(false);
  if (described.data?.operations.includes('reconcile_records') !== true) {
    return null;
  }
  const idField = described.data.id_field;
  const compare = async (): Promise<void> => {
    setBusy(true);
    setError(undefined);
    try {
      const ids = await idsOf(file, idField);
      const body = { live_ids: [...ids], as_of: file.modifiedAt, dry_run: true };
      const answer = await api().call('collections.reconcile_records', { params: { name: collection }, body });
      setCompared({ ids, missing: answer.tombstoned, keptNewer: answer.kept_newer });
    } catch (refusal) {
      setError(refusal);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Panel title="Records that the file lacks">
      <Stack>
        <Text size="sm">
          If the file contains every record of the source, the other records no longer exist there. Records written
          after the file was saved, <When at={file.modifiedAt} />, are kept.
        </Text>
        {error !== undefined && <Refusal error={error} />}
        {compared === undefined ? (
          <Group>
            <Button variant="default" loading={busy} onClick={() => void compare()}>
              Find records that the file lacks
            </Button>
          </Group>
        ) : (
          <Found file={file} collection={collection} compared={compared} onDeleted={() => setCompared(undefined)} />
        )}
      </Stack>
    </Panel>
  );
}

function Found(props: { file: RecordFile; collection: string; compared: Compared; onDeleted: () => void }) {
  const { file, collection, compared, onDeleted } = props;
  const { ids, missing, keptNewer } = compared;
  const [asking, setAsking] = useState(false);
  const reconcile = useChange('collections.reconcile_records');
  const label = `Delete ${countOf(missing, 'record')}`;
  const confirm = async (): Promise<void> => {
    // At most as many records are deleted as were listed.
    const body = { live_ids: [...ids], as_of: file.modifiedAt, max_tombstones: missing };
    const answer = await reconcile.mutateAsync({ params: { name: collection }, body });
    sayDone(`${countOf(answer.tombstoned, 'record')} deleted.`);
    onDeleted();
  };
  const kept = keptNewer === 0 ? '' : ` ${countOf(keptNewer, 'newer record')} would be kept.`;
  return (
    <>
      <Alert
        color={missing === 0 ? 'green' : 'yellow'}
        role="status"
        icon={<Icon name={missing ? 'alert' : 'check'} />}
      >
        The file lacks {countOf(missing, 'record')} of this collection.{kept}
      </Alert>
      {missing > 0 && (
        <Group>
          <Button color="red" onClick={() => setAsking(true)}>
            {label}
          </Button>
        </Group>
      )}
      {asking && (
        <ConfirmDialog title={`${label}?`} action={label} onClose={() => setAsking(false)} confirm={confirm}>
          Queries no longer find these records of {collection}. A record comes back when its source sends it again.
        </ConfirmDialog>
      )}
    </>
  );
}
