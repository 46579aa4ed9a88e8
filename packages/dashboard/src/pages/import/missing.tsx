import { Alert, Button, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Icon } from '../../components/icon.js';
import { Loaded, sayDone, sayFailed } from '../../components/notices.js';
import { Modal } from '../../components/overlays.js';
import { When } from '../../components/when.js';
import { api } from '../../data/api.js';
import type { RecordFile } from '../../data/imports.js';
import { useChange } from '../../data/queries.js';
import { nodesOf, textOf } from '../../text.js';
import { idsOf } from './parse.js';

/** Finds the records that a complete file lacks, and deletes them on request. */
export function MissingRecords(props: { file: RecordFile; collection: string; onClose: () => void }) {
  const { file, collection, onClose } = props;
  const params = { name: collection };
  const reconcile = useChange('collections.reconcile_records');
  const compared = useQuery({
    queryKey: ['import-missing', collection, file.name, file.modifiedAt],
    queryFn: async () => {
      const { id_field: idField } = await api().call('collections.describe', { params });
      const body = { live_ids: await idsOf(file, idField), as_of: file.modifiedAt };
      const answer = await api().call('collections.reconcile_records', { params, body: { ...body, dry_run: true } });
      return { body, missing: answer.tombstoned, keptNewer: answer.kept_newer };
    },
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
  return (
    <Modal title={textOf('Records that the file lacks')} size="lg" onClose={onClose}>
      <Stack>
        <Text size="sm">
          {nodesOf(
            'If the file contains every record of the source, the other records no longer exist there. Records written after the file was saved, {time}, are kept. A deleted record comes back when its source sends it again.',
            { time: <When at={file.modifiedAt} /> },
          )}
        </Text>
        <Loaded query={compared} lines={1}>
          {({ body, missing, keptNewer }) => (
            <>
              <Alert color={missing === 0 ? 'green' : 'yellow'} role="status" icon={<Icon name="alert" />}>
                {textOf(
                  'The file lacks {count} record of {collection}.|The file lacks {count} records of {collection}.',
                  { count: missing, collection },
                )}{' '}
                {keptNewer > 0 &&
                  textOf('{count} newer record would be kept.|{count} newer records would be kept.', {
                    count: keptNewer,
                  })}
              </Alert>
              {missing > 0 && (
                <Button
                  color="red"
                  w="fit-content"
                  loading={reconcile.isPending}
                  onClick={() =>
                    // At most as many records are deleted as were listed.
                    void reconcile
                      .mutateAsync({ params, body: { ...body, max_tombstones: missing } })
                      .then(({ tombstoned: count }) =>
                        sayDone(textOf('{count} record deleted.|{count} records deleted.', { count })),
                      )
                      .then(onClose, sayFailed)
                  }
                >
                  {textOf('Delete {count} record|Delete {count} records', { count: missing })}
                </Button>
              )}
            </>
          )}
        </Loaded>
      </Stack>
    </Modal>
  );
}
