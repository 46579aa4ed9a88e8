import { Button, Group, TextInput } from '@mantine/core';
import type { FormEvent } from 'react';
import { problemOf } from '../../data/api.js';

/** A form for one setting. An error is shown next to the field; `field` is its name in the request. */
export function SettingForm(props: {
  field: string;
  label: string;
  description?: string;
  type?: 'text' | 'number';
  value: string;
  onChange: (value: string) => void;
  action: string;
  isChanged: boolean;
  isBusy: boolean;
  error: unknown;
  onSave: () => void;
}) {
  const { field, label, description, type = 'text', value, onChange, action, isChanged, isBusy, error, onSave } = props;
  const problem = error === null ? undefined : problemOf(error);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    onSave();
  };
  return (
    <form onSubmit={submit}>
      <Group align="flex-end">
        <TextInput
          type={type}
          label={label}
          description={description}
          {...(type === 'number' ? { min: 0 } : {})}
          value={value}
          onChange={({ currentTarget }) => onChange(currentTarget.value)}
          error={problem && (problem.fields[field] ?? problem.message)}
          flex="1 1 16rem"
        />
        <Button type="submit" loading={isBusy} disabled={!isChanged}>
          {action}
        </Button>
      </Group>
    </form>
  );
}
