import { Button, NativeSelect, Stack, TextInput } from '@mantine/core';
import { useId } from 'react';
import { IconButton } from '../../components/basics.js';
import { Choices } from '../../components/choices.js';
import { Icon } from '../../components/icon.js';
import { textOf } from '../../text.js';
import classes from './collection.module.css';
import { type Condition, type Operator, operators } from './conditions.js';

/** Lets a person edit conditions on fields. A record must meet all of them. */
export function ConditionEditor(props: {
  fields: readonly {
    readonly name: string;
    readonly type: string | null;
    readonly values?: readonly { readonly value: string }[] | undefined;
  }[];
  conditions: readonly Condition[];
  onChange: (conditions: readonly Condition[]) => void;
  add?: string;
}) {
  const { fields, conditions, onChange, add = textOf('Add a filter') } = props;
  const list = useId();
  const change = (index: number, part: Partial<Condition>): void =>
    onChange(conditions.map((condition, position) => (position === index ? { ...condition, ...part } : condition)));
  const types = new Map(fields.map(({ name, type }) => [name, type]));
  return (
    <Stack gap="xs">
      <Choices id={list} values={fields.map(({ name }) => name)} />
      {Array.from(conditions.entries(), ([index, condition]) => (
        <div key={index} className={classes.condition}>
          <Choices
            id={`${list}-${index}`}
            values={fields.find(({ name }) => name === condition.field)?.values?.map(({ value }) => value) ?? []}
          />
          <TextInput
            aria-label={textOf('Field {number}', { number: index + 1 })}
            placeholder={textOf('Field')}
            list={list}
            value={condition.field}
            onChange={({ currentTarget }) => change(index, { field: currentTarget.value })}
          />
          <NativeSelect
            aria-label={textOf('Comparison {number}', { number: index + 1 })}
            value={condition.operator}
            onChange={({ currentTarget }) => change(index, { operator: currentTarget.value as Operator })}
            data={[...operators]}
          />
          <TextInput
            aria-label={textOf('Value {number}', { number: index + 1 })}
            placeholder={condition.operator === 'in' ? textOf('One, two') : textOf('Value')}
            list={`${list}-${index}`}
            type={types.get(condition.field) === 'date' && condition.operator !== 'in' ? 'date' : 'text'}
            disabled={condition.operator === 'exists' || condition.operator === 'absent'}
            value={condition.value}
            onChange={({ currentTarget }) => change(index, { value: currentTarget.value })}
          />
          <IconButton
            icon="x"
            label={textOf('Remove filter {number}', { number: index + 1 })}
            onClick={() => onChange(conditions.filter((_, position) => position !== index))}
          />
        </div>
      ))}
      <Button
        variant="subtle"
        size="xs"
        w="fit-content"
        leftSection={<Icon name="plus" size={14} />}
        onClick={() => onChange([...conditions, { field: '', operator: 'is', value: '' }])}
      >
        {add}
      </Button>
    </Stack>
  );
}
