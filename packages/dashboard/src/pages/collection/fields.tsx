import { Alert, Badge, Button, Checkbox, Group, NativeSelect, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useBlocker } from '@tanstack/react-router';
import { useState } from 'react';
import { Bar } from '../../components/bar.js';
import { Empty, Hint, Loaded, Loading, Note, Panel, sayDone, sayFailed } from '../../components/basics.js';
import { ConfirmDialog } from '../../components/dialogs.js';
import { Icon } from '../../components/icon.js';
import { buttonsColumn, RowButton, Table } from '../../components/table.js';
import { useChange } from '../../data/api.js';
import { language, textOf } from '../../text.js';
import classes from './collection.module.css';
import { type Collection, fieldsQuery, reindexPreview } from './queries.js';
import {
  accept,
  type InspectedField,
  type Inspection,
  isSame,
  isSuggested,
  patchOf,
  type Roles,
  rolesOf,
  setIdentifier,
  setSemantic,
  setType,
  typeChoices,
} from './roles.js';
import { shownValue } from './values.js';
import { WhatChanges } from './what-changes.js';

/** The stored fields with their roles, and suggestions that a person can accept. */
export function FieldsTab({ collection }: { collection: Collection }) {
  const fields = useQuery(fieldsQuery(collection.name));
  // Its notice is shown above the fields, so both are loaded together.
  const preview = useQuery(reindexPreview(collection.name));
  if (preview.isPending) {
    return <Loading />;
  }
  return (
    <Loaded query={fields}>
      {(inspection) =>
        inspection.fields.length === 0 ? (
          <Panel>
            <Empty icon="table" title={textOf('No records to look at yet')}>
              {textOf('Fields are found in the records. Import some first.')}
            </Empty>
          </Panel>
        ) : (
          <FieldEditor key={JSON.stringify(rolesOf(inspection))} name={collection.name} inspection={inspection} />
        )
      }
    </Loaded>
  );
}

function FieldEditor({ name, inspection }: { name: string; inspection: Inspection }) {
  const saved = rolesOf(inspection);
  const [roles, setRoles] = useState<Roles>(saved);
  const open = inspection.fields.filter((field) => isSuggested(roles, field));
  return (
    <>
      <ReindexNotice name={name} />
      <Panel
        title={textOf('Found in {count} records', { count: inspection.sampled_records })}
        flush
        actions={
          open.length > 0 && (
            <Button
              size="xs"
              variant="light"
              leftSection={<Icon name="spark" size={14} />}
              onClick={() => setRoles((before) => inspection.fields.reduce(accept, before))}
            >
              {textOf('Accept all {count} suggestions', { count: open.length })}
            </Button>
          )
        }
      >
        <FieldTable fields={inspection.fields} roles={roles} onChange={setRoles} />
      </Panel>
      {inspection.unknown_fields.length > 0 && (
        <Note mb="md">
          {textOf('Configured, but not in any of these records: {fields}', {
            fields: inspection.unknown_fields.join(', '),
          })}
        </Note>
      )}
      {!isSame(roles, saved) && <SaveBar name={name} before={saved} after={roles} onDiscard={() => setRoles(saved)} />}
    </>
  );
}

function SaveBar(props: { name: string; before: Roles; after: Roles; onDiscard: () => void }) {
  const { name, before, after, onDiscard } = props;
  const update = useChange('collections.update');
  const body = patchOf(before, after);
  const changes = Object.keys(body)
    .map((key) => changeNames[key] ?? key)
    .join(', ');
  const leaving = useBlocker({ shouldBlockFn: () => true, withResolver: true });
  const save = (): void => {
    // Not `mutate` with callbacks: this bar disappears when the saved roles are read, and its callbacks would not be
    // called.
    update.mutateAsync({ params: { name }, body }).then(() => sayDone(textOf('The roles were saved.')), sayFailed);
  };
  return (
    <Group
      component="section"
      justify="space-between"
      gap="sm"
      px="lg"
      py="sm"
      className={classes.bar}
      aria-label={textOf('Unsaved changes')}
    >
      <Text size="sm">{textOf('Unsaved changes: {changes}', { changes })}</Text>
      <Group gap="xs">
        <Button variant="default" onClick={onDiscard}>
          {textOf('Discard')}
        </Button>
        <WhatChanges name={name} body={() => body} />
        <Button onClick={save} loading={update.isPending}>
          {textOf('Save roles')}
        </Button>
      </Group>
      {leaving.status === 'blocked' && (
        <ConfirmDialog
          title={textOf('Leave without saving the roles?')}
          action={textOf('Discard and leave')}
          onClose={leaving.reset}
          confirm={async () => leaving.proceed()}
        >
          {textOf('Your changes to the roles are not saved.')}
        </ConfirmDialog>
      )}
    </Group>
  );
}

const changeNames: Readonly<Record<string, string>> = {
  field_types: textOf('types'),
  id_match_fields: textOf('identifiers'),
  embed_fields: textOf('what is searched by meaning'),
};

function FieldTable(props: { fields: readonly InspectedField[]; roles: Roles; onChange: (roles: Roles) => void }) {
  const { fields, roles, onChange } = props;
  return (
    <Table
      label={textOf('Fields')}
      rows={fields}
      rowKey={({ name }) => name}
      columns={[
        { title: textOf('Field'), cell: ({ name }) => <strong>{name}</strong> },
        { title: textOf('Coverage'), cell: (field) => <Coverage field={field} />, width: [170, 200] },
        {
          title: textOf('Examples'),
          cell: ({ examples }) => <Hint lineClamp={2}>{examples.slice(0, 3).map(shownValue).join(' · ')}</Hint>,
        },
        {
          title: textOf('Type'),
          width: [160, 180],
          cell: ({ name, suggested_role: role }) =>
            role !== 'control' && (
              <NativeSelect
                size="xs"
                miw={136}
                aria-label={textOf('Type of {name}', { name })}
                value={roles.types[name] ?? ''}
                data={[{ value: '', label: textOf('Not declared') }, ...typeChoices]}
                onChange={({ currentTarget: { value } }) => onChange(setType(roles, name, (value || null) as never))}
              />
            ),
        },
        {
          title: textOf('Roles'),
          cell: (field) => <RoleBoxes field={field} roles={roles} onChange={onChange} />,
          width: [250, 300],
        },
        {
          title: textOf('Suggested'),
          cell: (field) => isSuggested(roles, field) && <span className="soft">{suggestionOf(field, roles)}</span>,
        },
        {
          ...buttonsColumn(136),
          cell: (field) =>
            isSuggested(roles, field) && (
              <RowButton
                label={textOf('Accept')}
                name={textOf('Accept {suggestion} for {name}', {
                  suggestion: suggestionOf(field, roles),
                  name: field.name,
                })}
                onClick={() => onChange(accept(roles, field))}
              />
            ),
        },
      ]}
    />
  );
}

function suggestionOf({ name, suggested_role: role, suggested_type: type }: InspectedField, roles: Roles): string {
  if (role === 'identifier' && !roles.identifiers.includes(name)) {
    return textOf('Identifier');
  }
  const suggested = typeChoices.find(({ value }) => value === type)?.label;
  return suggested ?? textOf('By meaning');
}

function Coverage({ field }: { field: InspectedField }) {
  const { coverage, distinct_count: distinct } = field;
  return (
    <Stack gap={4} miw="6rem" fz="xs">
      <Bar share={coverage} />
      <span>
        {textOf('{percent} % filled', { percent: Math.round(coverage * 100) })}
        {distinct !== undefined && <span className="soft">, {textOf('{count} different', { count: distinct })}</span>}
      </span>
    </Stack>
  );
}

function RoleBoxes(props: { field: InspectedField; roles: Roles; onChange: (roles: Roles) => void }) {
  const { field, roles, onChange } = props;
  const { name } = field;
  if (field.suggested_role === 'control') {
    return <Badge color="gray">{textOf('Id or clock')}</Badge>;
  }
  const byMeaning = roles.embed === null ? textOf('By meaning (default)') : textOf('By meaning');
  return (
    <Group gap="sm" py={4}>
      <Checkbox
        size="xs"
        label={textOf('Identifier')}
        aria-label={textOf('Identifier: {name}', { name })}
        checked={roles.identifiers.includes(name)}
        onChange={({ currentTarget }) => onChange(setIdentifier(roles, name, currentTarget.checked))}
      />
      <Checkbox
        size="xs"
        label={byMeaning}
        aria-label={textOf('{label}: {name}', { label: byMeaning, name })}
        checked={roles.embed?.includes(name) ?? false}
        disabled={roles.identifiers.includes(name)}
        onChange={({ currentTarget }) => onChange(setSemantic(roles, name, currentTarget.checked))}
      />
    </Group>
  );
}

const dollars = new Intl.NumberFormat(language, { style: 'currency', currency: 'USD' });

/**
 * Shows that records are still searched with an earlier configuration, and the cost of a reindex. Starts the reindex.
 */
function ReindexNotice({ name }: { name: string }) {
  const preview = useQuery(reindexPreview(name));
  const reindex = useChange('collections.reindex');
  if (preview.data === undefined || preview.data.would_reembed === 0) {
    return null;
  }
  const { would_reembed: count, estimated_tokens: tokens, estimated_cost_usd: cost } = preview.data;
  const start = (): void => {
    // Not `mutate` with callbacks: this notice disappears when the reindex is done, and its callbacks would not be
    // called.
    reindex
      .mutateAsync({ params: { name }, query: { dry_run: false } })
      .then(() => sayDone(textOf('The reindex has started. Queries work while it runs.')), sayFailed);
  };
  return (
    <Alert color="yellow" icon={<Icon name="refresh" />} title={textOf('Reindex required')} mb="md">
      <Group justify="space-between">
        <Text size="sm">
          {textOf(
            '{count} record is still searched with an earlier configuration.|{count} records are still searched with an earlier configuration.',
            { count },
          )}{' '}
          {cost > 0
            ? textOf('A reindex takes about {tokens} tokens and costs about {cost}.', {
                tokens,
                cost: dollars.format(cost),
              })
            : textOf('A reindex takes about {tokens} tokens and costs nothing with the built-in embedder.', { tokens })}
        </Text>
        <Button size="xs" onClick={start} loading={reindex.isPending}>
          {textOf('Reindex')}
        </Button>
      </Group>
    </Alert>
  );
}
