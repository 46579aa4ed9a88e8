import { Badge, Group, NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { CallAnswer } from '@tessera/client';
import { useState } from 'react';
import { Empty, Hint, sayDone, saying, When } from '../../components/basics.js';
import { FormDialog } from '../../components/dialogs.js';
import { buttonsColumn, ListPanel, NameCell, RowButton, recordAddress } from '../../components/table.js';
import { useChange } from '../../data/api.js';
import { textOf } from '../../text.js';
import { type Collection, findingsQuery } from './queries.js';
import { typeChoices } from './roles.js';
import { translated } from './sentences.js';
import { Sentence } from './value.js';

type Finding = CallAnswer<'collections.list_findings'>['findings'][number];

const kindLabels: Readonly<Record<Finding['kind'], string>> = {
  unknown_field: textOf('Unknown field'),
  type_mismatch: textOf('Wrong type'),
  future_clock: textOf('Clock ahead'),
  delivery: textOf('Delivery'),
  id_spelling: textOf('Two spellings of an id'),
};

/** Values that do not match the declarations. For each, a person can declare the field or dismiss the finding. */
export function FindingsTab({ collection }: { collection: Collection }) {
  const [declaring, setDeclaring] = useState<Finding>();
  const findings = useQuery({ ...findingsQuery(collection.name), select: ({ findings }) => findings });
  const dismiss = useChange('collections.dismiss_finding');
  const isDeclared = collection.fields.some(({ type, required }) => type !== null || required);
  const onDismiss = ({ id }: Finding): void =>
    dismiss.mutate({ params: { name: collection.name, id } }, saying(textOf('Dismissed until it happens again.')));
  return (
    <>
      <ListPanel
        query={findings}
        empty={
          <Empty icon="check" title={isDeclared ? textOf('Every value fits') : textOf('No field is declared yet')}>
            {textOf(
              'Unknown fields and values of the wrong type are listed here, as soon as types are declared under Fields.',
            )}
          </Empty>
        }
        label={textOf('Findings')}
        rowKey={({ id }) => id}
        columns={[
          {
            title: textOf('Field'),
            wraps: true,
            cell: ({ kind, field, message }) => (
              <NameCell
                name={kind === 'delivery' ? textOf('Ingest URL') : field}
                description={<Sentence text={translated(message)} />}
              />
            ),
          },
          {
            title: textOf('Kind'),
            width: [150, 190],
            cell: ({ kind }) => (
              <Badge color={kind === 'unknown_field' ? 'yellow' : 'orange'}>{kindLabels[kind]}</Badge>
            ),
          },
          {
            title: textOf('Seen'),
            end: true,
            width: [110, 130],
            cell: (finding) => <Seen finding={finding} />,
          },
          {
            title: textOf('Such as'),
            width: [110, 160],
            cell: ({ example_ids: ids }) => (
              <Group gap={6}>
                {ids.slice(0, 3).map((id) => (
                  <Link key={id} to={recordAddress(collection.name, id)}>
                    {id}
                  </Link>
                ))}
              </Group>
            ),
          },
          {
            ...buttonsColumn(240),
            cell: (finding) => (
              <Group gap="xs" justify="flex-end" wrap="nowrap">
                {(finding.kind === 'unknown_field' || finding.kind === 'type_mismatch') && (
                  <RowButton
                    label={textOf('Declare')}
                    name={textOf('Declare {field}', finding)}
                    onClick={() => setDeclaring(finding)}
                  />
                )}
                <RowButton
                  label={textOf('Dismiss')}
                  name={textOf('Dismiss {field}', finding)}
                  onClick={() => onDismiss(finding)}
                />
              </Group>
            ),
          },
        ]}
      />
      {declaring !== undefined && (
        <DeclareDialog collection={collection} field={declaring.field} onClose={() => setDeclaring(undefined)} />
      )}
    </>
  );
}

function Seen({ finding: { count, last_seen_at: at } }: { finding: Finding }) {
  return (
    <>
      {textOf('{count} time|{count} times', { count })}
      <Hint>
        <When at={at} />
      </Hint>
    </>
  );
}

function DeclareDialog(props: { collection: Collection; field: string; onClose: () => void }) {
  const { collection, field, onClose } = props;
  const update = useChange('collections.update');
  return (
    <FormDialog
      title={textOf('Declare {field}', { field })}
      action={textOf('Declare')}
      onClose={onClose}
      submit={async (values) => {
        const type = values.text('type') as 'string';
        const others = Object.entries(collection.filterable_fields).filter(([name]) => name !== field);
        const body = { field_types: Object.fromEntries([...others, [field, type]]) };
        await update.mutateAsync({ params: { name: collection.name }, body });
        sayDone(textOf('{field} is declared, and its finding is cleared.', { field }));
        onClose();
      }}
    >
      {(errors) => (
        <NativeSelect
          name="type"
          label={textOf('Type')}
          description={textOf('Filters then compare by this type, and the finding is cleared.')}
          defaultValue={collection.filterable_fields[field] ?? 'string'}
          error={errors.field_types}
          data={typeChoices}
        />
      )}
    </FormDialog>
  );
}
