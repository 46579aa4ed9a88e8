import { Button, Checkbox, Group, NativeSelect, Popover, Stack, Text, TextInput, UnstyledButton } from '@mantine/core';
import { type FormEvent, useId, useState } from 'react';
import { counted, IconButton } from '../../components/basics.js';
import { Choices } from '../../components/choices.js';
import { Icon } from '../../components/icon.js';
import { textOf } from '../../text.js';
import classes from './collection.module.css';
import { type Condition, conditionInWords, type Operator, operators } from './conditions.js';
import type { Collection } from './queries.js';

/** The conditions of a list. Each is a chip that opens to be changed. */
export function FilterChips(props: {
  collection: Collection;
  conditions: readonly Condition[];
  onChange: (conditions: readonly Condition[]) => void;
}) {
  const { collection, conditions, onChange } = props;
  const names = [...new Set([...collection.exposed_fields, ...conditions.map(({ field }) => field)])];
  const fields = names.map((name) => collection.fields.find((each) => each.name === name) ?? { name, type: null });
  return (
    <Group gap={6}>
      {conditions.map((condition, index) => (
        <span key={JSON.stringify(condition)} className={classes.chip}>
          <ConditionPopover
            fields={fields}
            condition={condition}
            onApply={(changed) => onChange(conditions.with(index, changed))}
          >
            {(toggle) => (
              <UnstyledButton className={classes.chipText} fz="xs" onClick={toggle}>
                {conditionInWords(condition)}
              </UnstyledButton>
            )}
          </ConditionPopover>
          <IconButton
            icon="x"
            iconSize={12}
            size={24}
            label={textOf('Remove the filter {filter}', { filter: conditionInWords(condition) })}
            onClick={() => onChange(conditions.filter((_, position) => position !== index))}
          />
        </span>
      ))}
      <ConditionPopover
        fields={fields}
        condition={{ field: names[0] ?? '', operator: 'is', value: '' }}
        onApply={(added) => onChange([...conditions, added])}
      >
        {(toggle) => (
          <Button variant="default" size="xs" leftSection={<Icon name="filter" size={14} />} onClick={toggle}>
            {textOf('Filter')}
          </Button>
        )}
      </ConditionPopover>
      {conditions.length > 1 && (
        <Button variant="subtle" size="xs" onClick={() => onChange([])}>
          {textOf('Clear all')}
        </Button>
      )}
    </Group>
  );
}

type Field = Pick<Collection['fields'][number], 'name' | 'type' | 'values'>;

function ConditionPopover(props: {
  fields: readonly Field[];
  condition: Condition;
  onApply: (condition: Condition) => void;
  children: (toggle: () => void) => React.ReactNode;
}) {
  const { fields, condition, onApply, children } = props;
  const [opened, setOpened] = useState(false);
  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-start" width={300} trapFocus returnFocus shadow="md">
      <Popover.Target>{children(() => setOpened(!opened))}</Popover.Target>
      <Popover.Dropdown aria-label={textOf('Filter')}>
        <ConditionForm
          fields={fields}
          condition={condition}
          onApply={(changed) => {
            setOpened(false);
            onApply(changed);
          }}
        />
      </Popover.Dropdown>
    </Popover>
  );
}

function ConditionForm(props: {
  fields: readonly Field[];
  condition: Condition;
  onApply: (condition: Condition) => void;
}) {
  const { fields, condition, onApply } = props;
  const [{ field, operator, value }, setDraft] = useState(condition);
  const list = useId();
  const chosen = fields.find(({ name }) => name === field);
  // The values of a condition are separated by commas, so a value with a comma cannot be offered.
  const choices = (chosen?.values ?? []).filter((each) => !each.value.includes(','));
  const needsValue = operator !== 'exists' && operator !== 'absent';
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    onApply({ field, operator, value: needsValue ? value.trim() : '' });
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="xs">
        <NativeSelect
          size="xs"
          label={textOf('Field')}
          data={fields.map(({ name }) => name)}
          value={field}
          onChange={({ currentTarget }) => setDraft({ field: currentTarget.value, operator, value })}
        />
        <NativeSelect
          size="xs"
          label={textOf('Comparison')}
          data={[...operators]}
          value={operator}
          onChange={({ currentTarget }) => setDraft({ field, operator: currentTarget.value as Operator, value })}
        />
        {choices.length > 0 && (operator === 'is' || operator === 'in') ? (
          <ValueChoices
            choices={choices}
            chosen={valuesIn(value)}
            onChange={(values) =>
              setDraft({ field, operator: values.length > 1 ? 'in' : 'is', value: values.join(', ') })
            }
          />
        ) : needsValue ? (
          <TextInput
            size="xs"
            label={operator === 'in' ? textOf('Values, separated by commas') : textOf('Value')}
            list={list}
            type={chosen?.type === 'date' && operator !== 'in' ? 'date' : 'text'}
            value={value}
            onChange={({ currentTarget }) => setDraft({ field, operator, value: currentTarget.value })}
          />
        ) : null}
        <Choices id={list} values={chosen?.values?.map(({ value }) => value) ?? []} />
        <Button type="submit" size="xs" disabled={needsValue && value.trim() === ''}>
          {textOf('Apply')}
        </Button>
      </Stack>
    </form>
  );
}

/** The values of a field to choose from, with the number of records that have each. */
function ValueChoices(props: {
  choices: NonNullable<Field['values']>;
  chosen: readonly string[];
  onChange: (values: readonly string[]) => void;
}) {
  const { choices, chosen, onChange } = props;
  return (
    <Stack component="fieldset" gap={6} mah="14rem" fz="xs" style={{ overflowY: 'auto' }}>
      <Text component="legend" inherit fw={500} pb={4}>
        {textOf('Values')}
      </Text>
      {choices.map(({ value, count }) => (
        <Group key={value} justify="space-between" wrap="nowrap" gap="xs">
          <Checkbox
            size="xs"
            label={value}
            checked={chosen.includes(value)}
            onChange={({ currentTarget }) =>
              onChange(currentTarget.checked ? [...chosen, value] : chosen.filter((each) => each !== value))
            }
          />
          <span className="soft num">{counted(count)}</span>
        </Group>
      ))}
    </Stack>
  );
}

function valuesIn(text: string): string[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}
