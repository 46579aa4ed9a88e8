import { Checkbox, Stack, Text } from '@mantine/core';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api, useChange } from '../data/api.js';
import { textOf } from '../text.js';
import { Hint, Loaded, sayDone } from './basics.js';
import { FormDialog } from './dialogs.js';

/** The writes to undo: those of one request, those of an actor in a span of time, or the write that created a version of a record. */
export type UndoSelection =
  | { readonly request_id: string }
  | { readonly since: string; readonly until: string; readonly actor: string }
  | { readonly external_id: string; readonly version: string; readonly force: true };

const shownConflicts = 10;

/** A dry run of the undo. It is never cached, because others may have written meanwhile. */
const previewQuery = (name: string, selection: UndoSelection, force: boolean) => {
  const body = { force, ...selection, dry_run: true };
  return queryOptions({
    queryKey: ['collections.revert_records', name, body] as const,
    queryFn: ({ signal }) => api().call('collections.revert_records', { params: { name }, body }, { signal }),
    staleTime: 0,
    gcTime: 0,
  });
};

/** Shows what undoing writes of a collection would change, and undoes them. */
export function UndoDialog(props: {
  title: string;
  collection: string;
  selection: UndoSelection;
  onClose: () => void;
  onDone?: () => void;
}) {
  const { title, collection, selection, onClose, onDone } = props;
  const [force, setForce] = useState(false);
  const [hadConflicts, setHadConflicts] = useState(false);
  const preview = useQuery(previewQuery(collection, selection, force));
  const revert = useChange('collections.revert_records');
  const undo = async (): Promise<void> => {
    const body = { force, ...selection };
    const { reverted } = await revert.mutateAsync({ params: { name: collection }, body });
    sayDone(
      textOf('{count} record returned to the version before.|{count} records returned to the version before.', {
        count: reverted,
      }),
    );
    onClose();
    onDone?.();
  };
  const conflicts = preview.data?.conflicts ?? [];
  if (conflicts.length > 0 && !hadConflicts) setHadConflicts(true);
  return (
    <FormDialog
      title={title}
      action={
        preview.data === undefined
          ? textOf('Undo')
          : textOf('Return {count} record|Return {count} records', { count: preview.data.reverted })
      }
      isDisabled={preview.data === undefined || preview.data.reverted === 0}
      onClose={onClose}
      submit={undo}
    >
      {() => (
        <Loaded query={preview}>
          {({ reverted, unchanged }) => (
            <>
              <Text size="sm">
                {textOf(
                  '{count} record of {collection} would return to the version before.|{count} records of {collection} would return to the version before.',
                  { count: reverted, collection },
                )}{' '}
                {unchanged > 0 &&
                  textOf(
                    '{count} record would stay, as nothing differs.|{count} records would stay, as nothing differs.',
                    { count: unchanged },
                  )}
              </Text>
              {conflicts.length > 0 && (
                <Stack gap={4}>
                  <Text size="sm" fw={550}>
                    {textOf('{count} record would stay as now:|{count} records would stay as now:', {
                      count: conflicts.length,
                    })}
                  </Text>
                  {conflicts.slice(0, shownConflicts).map(({ external_id, message }) => (
                    <Text key={external_id} size="xs" c="dimmed">
                      {external_id}: {message}
                    </Text>
                  ))}
                </Stack>
              )}
              {hadConflicts && (
                <Checkbox
                  label={textOf('Undo later changes too')}
                  checked={force}
                  onChange={({ currentTarget }) => setForce(currentTarget.checked)}
                />
              )}
              <Hint>{textOf('You can undo this too, from its entry in the audit log.')}</Hint>
            </>
          )}
        </Loaded>
      )}
    </FormDialog>
  );
}
