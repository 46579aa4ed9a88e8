import { Anchor, Box, CloseButton, Group, Stack, Tabs, Title, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Hint, IconButton, Loaded, sayDone, sayFailed, sayUndoable, When } from '../../components/basics.js';
import { ConfirmDialog } from '../../components/dialogs.js';
import { Icon } from '../../components/icon.js';
import { type RowAction, RowMenu } from '../../components/row-menu.js';
import { api, useChange } from '../../data/api.js';
import { nodesOf, textOf } from '../../text.js';
import classes from './collection.module.css';
import { recordsCurl, recordsJson } from './copies.js';
import { type After, FieldInput } from './field-input.js';
import { MatchesOf } from './matches.js';
import { type Collection, recordQuery } from './queries.js';
import { nameOfRecord, type RecordEdits } from './record-edits.js';
import { RecordHistory } from './record-history.js';
import type { StoredRecord } from './record-pages.js';
import { Value } from './value.js';
import { isLink } from './values.js';

/** The frame of a panel next to the grid, which stays usable. Escape closes it. */
export function SidePanel(props: {
  label: string;
  title: string;
  subtitle?: string | undefined;
  tools?: ReactNode;
  onClose: () => void;
  children: ReactNode;
}) {
  const { label, title, subtitle, tools, onClose, children } = props;
  const panel = useRef<HTMLElement>(null);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      // If a dialog or menu is open, Escape closes that first.
      if (event.key !== 'Escape' || document.querySelector('[aria-modal], [role="menu"]') !== null) return;
      const focused = document.activeElement;
      const isLost = focused === document.body || panel.current?.contains(focused);
      onClose();
      if (isLost) document.querySelector<HTMLElement>('[role="grid"] td[tabindex="0"]')?.focus();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [onClose]);
  return (
    <aside ref={panel} role="dialog" aria-label={label} className={classes.panel}>
      <Group justify="space-between" wrap="nowrap" pl="md" pr={8} py="xs">
        <Box miw={0}>
          <Title order={2} fz="md" dir="auto" title={title} className="ellipsis">
            {title}
          </Title>
          {subtitle !== undefined && <Hint truncate>{subtitle}</Hint>}
        </Box>
        <Group gap={4} wrap="nowrap">
          {tools}
          <CloseButton aria-label={textOf('Close')} onClick={onClose} />
        </Group>
      </Group>
      {children}
    </aside>
  );
}

/** A panel that shows one record: its fields, edited in place, its history, and records that may be the same. */
export function RecordPanel(props: {
  collection: Collection;
  id: string;
  edits: RecordEdits;
  /** Shows the previous or next record; undefined if there is none. */
  onPrevious: (() => void) | undefined;
  onNext: (() => void) | undefined;
  onClose: () => void;
}) {
  const { collection, id, edits, onPrevious, onNext, onClose } = props;
  const [tab, setTab] = useState<string | null>('fields');
  const { isDeleting, actionsOn, dialog } = useActions(collection, id, onClose);
  // While the record is being deleted, it is not read again, because the response would be 404.
  const record = useQuery({ ...recordQuery(collection.name, id), enabled: !isDeleting });
  const may = (operation: string): boolean => collection.operations.includes(operation);
  const tabs = [
    { value: 'fields', label: textOf('Fields') },
    ...(may('list_record_versions') ? [{ value: 'history', label: textOf('History') }] : []),
    ...(may('list_matches') ? [{ value: 'matches', label: textOf('Matches') }] : []),
  ];
  const name = record.data === undefined ? id : nameOfRecord(record.data);
  const tools = (
    <>
      <IconButton
        label={textOf('Previous record')}
        icon="up"
        disabled={onPrevious === undefined}
        onClick={onPrevious}
      />
      <IconButton label={textOf('Next record')} icon="down" disabled={onNext === undefined} onClick={onNext} />
      <RowMenu name={id} actions={record.data === undefined ? [] : actionsOn(record.data)} />
    </>
  );
  return (
    <SidePanel
      label={textOf('Record {id}', { id })}
      title={name}
      subtitle={name === id ? undefined : id}
      tools={tools}
      onClose={onClose}
    >
      <Tabs
        value={tab}
        onChange={setTab}
        keepMounted={false}
        display="flex"
        flex={1}
        mih={0}
        style={{ flexDirection: 'column' }}
      >
        <Tabs.List>
          {tabs.map(({ value, label }) => (
            <Tabs.Tab key={value} value={value}>
              {label}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {tabs.map(({ value }) => (
          <Tabs.Panel key={value} value={value} className={classes.panelBody} tabIndex={0}>
            <Loaded query={record}>
              {(data) => (
                <Stack key={data.external_id}>
                  {value === 'fields' && <RecordFields record={data} edits={edits} collection={collection} />}
                  {value === 'fields' && <Times record={data} />}
                  {value === 'history' && <RecordHistory collection={collection} record={data} />}
                  {value === 'matches' && <MatchesOf collection={collection} id={id} />}
                </Stack>
              )}
            </Loaded>
          </Tabs.Panel>
        ))}
      </Tabs>
      {dialog}
    </SidePanel>
  );
}

function Times({ record }: { record: StoredRecord }) {
  return (
    <Group gap="0.25rem 1rem" fz="xs" c="dimmed" className={classes.times}>
      <span>
        {nodesOf('Written {when}', { when: <When at={record.write_date} never={textOf('without a date')} /> })}
      </span>
      <span>{nodesOf('Stored {when}', { when: <When at={record.updated_at} /> })}</span>
      <span data-overdue={record.overdue}>
        {nodesOf(record.overdue ? 'Confirmed {when}, overdue' : 'Confirmed {when}', {
          when: <When at={record.confirmed_at} />,
        })}
      </span>
    </Group>
  );
}

/** What the menu of a record does: copying and deleting it. A deleted record can be brought back where it has versions. */
function useActions(collection: Collection, id: string, onClose: () => void) {
  const { name } = collection;
  const [asks, setAsks] = useState(false);
  const remove = useChange('collections.delete_record');
  const revert = useChange('collections.revert_records');
  const may = (operation: string): boolean => collection.operations.includes(operation);
  const undo = async (): Promise<void> => {
    const { versions } = await api().call('collections.list_record_versions', { params: { name, id } });
    const version = versions[0]?.version ?? '';
    await revert.mutateAsync({ params: { name }, body: { external_id: id, version } });
  };
  const remover = async (): Promise<void> => {
    await remove.mutateAsync({ params: { name, id } });
    if (may('revert_records')) sayUndoable(textOf('Record {id} deleted.', { id }), undo);
    else sayDone(textOf('Deleted.'));
    onClose();
  };
  const copy = (text: string): void =>
    void navigator.clipboard.writeText(text).then(() => sayDone(textOf('Copied.')), sayFailed);
  const actionsOn = (record: StoredRecord): RowAction[] => [
    { label: textOf('Copy as JSON'), onSelect: () => copy(recordsJson([record])) },
    {
      label: textOf('Copy as curl'),
      onSelect: () => copy(recordsCurl([record], { origin: window.location.origin, name })),
    },
    ...(may('delete_record')
      ? [
          {
            label: textOf('Delete'),
            isDestructive: true as const,
            onSelect: () => (may('revert_records') ? void remover().catch(sayFailed) : setAsks(true)),
          },
        ]
      : []),
  ];
  const dialog = asks && (
    <ConfirmDialog
      title={textOf('Delete record {id}?', { id })}
      action={textOf('Delete')}
      onClose={() => setAsks(false)}
      confirm={remover}
    >
      {textOf('Queries no longer find it. The source system keeps it, and it returns when the source sends it again.')}
    </ConfirmDialog>
  );
  return { isDeleting: asks || remove.isPending || remove.isSuccess, actionsOn, dialog };
}

/** The fields of a record in the order of the collection. Each is edited in its place. */
function RecordFields(props: { record: StoredRecord; edits: RecordEdits; collection: Collection }) {
  const { record, edits, collection } = props;
  const [editing, setEditing] = useState<string>();
  const own = Object.keys(record.attributes);
  const known = collection.exposed_fields.filter((name) => edits.isAllowed || own.includes(name));
  const names = [...known, ...own.filter((name) => !known.includes(name))];
  const done = (name: string, after: After | 'cancel'): void => {
    const step = after === 'right' ? 1 : after === 'left' ? -1 : 0;
    setEditing(step === 0 ? undefined : names[names.indexOf(name) + step]);
  };
  return (
    <dl className={classes.fields}>
      {names.map((name) => {
        const field = edits.fieldOf(record, name);
        const shown = <Value value={field.value} kind={field.kind} isText />;
        return (
          <div key={name}>
            <dt>{name}</dt>
            <dd dir="auto">
              {editing === name ? (
                <FieldInput
                  field={field}
                  onDone={(after, typed) => {
                    if (typed !== undefined) edits.save(record, name, typed.value);
                    done(name, after);
                  }}
                />
              ) : edits.isAllowed ? (
                <UnstyledButton className={classes.fieldValue} onClick={() => setEditing(name)}>
                  <VisuallyHidden>{textOf('Edit {name}:', { name })} </VisuallyHidden>
                  {shown}
                </UnstyledButton>
              ) : (
                shown
              )}
              {isLink(field.value) && editing !== name && (
                <Anchor
                  href={field.value}
                  target="_blank"
                  rel="noreferrer"
                  aria-label={textOf('Open {name}', { name })}
                >
                  <Icon name="link" size={14} />
                </Anchor>
              )}
            </dd>
          </div>
        );
      })}
    </dl>
  );
}
