import { Group, NativeSelect } from '@mantine/core';
import { joinedField, joinedFields } from '@tessera/client';
import { sayDone, sayFailed } from '../../components/notices.js';
import { useChange } from '../../data/queries.js';

/** Lets a person choose the column from which record ids are read, or several columns that are joined. */
export function IdField(props: { collection: string; idField: string; columns: readonly string[] }) {
  const { collection, idField, columns } = props;
  const update = useChange('collections.update');
  const choices = columns.includes(idField) ? columns : [idField, ...columns];
  const parts = columns.includes(idField) ? [idField] : joinedFields(idField);
  const others = columns.filter((column) => column !== idField && !parts.includes(column));
  const change = (field: string): void => {
    update.mutate(
      { params: { name: collection }, body: { id_field: field } },
      { onSuccess: () => sayDone(`Records are identified by “${field}”.`), onError: sayFailed },
    );
  };
  return (
    <Group align="flex-end">
      <NativeSelect
        label="Column with the id"
        description="Identifies a record: a row with the same id updates the record"
        value={idField}
        onChange={({ currentTarget }) => change(currentTarget.value)}
        disabled={update.isPending}
        data={[...choices]}
        maw={320}
      />
      {columns.includes(parts[0] ?? '') && others.length > 0 && (
        <NativeSelect
          label="Join another column"
          description="If the id alone is in several rows, such as an order and its line"
          value=""
          onChange={({ currentTarget }) => change(joinedField([...parts, currentTarget.value]))}
          disabled={update.isPending}
          data={[{ value: '', label: 'None' }, ...others]}
          maw={320}
        />
      )}
    </Group>
  );
}
