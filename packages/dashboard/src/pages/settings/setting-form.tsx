import { Button, Group } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { FormEvent, ReactNode } from 'react';
import { sayDone } from '../../components/basics.js';
import { problemOf } from '../../data/api.js';

/**
 * A form of a setting. `save` returns what is said afterwards. The message of a refusal is shown at the field that
 * `children` renders, by the field's name in the request.
 */
export function SettingForm(props: {
  action: string;
  isChanged: boolean;
  save: () => Promise<string>;
  children: (refusal: string | undefined, fields: Readonly<Record<string, string>>) => ReactNode;
}) {
  const { action, isChanged, save, children } = props;
  const { mutate, error, isPending } = useMutation({ mutationFn: save, onSuccess: sayDone });
  const problem = error === null ? undefined : problemOf(error);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    mutate();
  };
  return (
    <form onSubmit={submit}>
      <Group align="flex-end">
        {children(problem?.message, problem?.fields ?? {})}
        <Button type="submit" loading={isPending} disabled={!isChanged}>
          {action}
        </Button>
      </Group>
    </form>
  );
}
