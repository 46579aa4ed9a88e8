import { Alert, Button, Group, Skeleton, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { isOutage, problemOf } from '../data/api.js';
import { textOf } from '../text.js';
import classes from './components.module.css';
import { CopyButton } from './copy-button.js';
import { Icon, type IconName } from './icon.js';
import { Note } from './words.js';

/** The message of an error from the service, with the request id, which a person can quote. */
export function Refusal({ error, onRetry }: { error: unknown; onRetry?: () => void }) {
  const { message, requestId } = problemOf(error);
  return (
    <Alert color="red" variant="light" icon={<Icon name="alert" />} role="alert">
      <Stack gap="xs">
        <Text size="sm">{message}</Text>
        {requestId !== undefined && (
          <Group gap={4}>
            <Text size="xs">{textOf('Request {id}', { id: requestId })}</Text>
            <CopyButton value={requestId} label={textOf('Copy the request id')} />
          </Group>
        )}
        {onRetry !== undefined && (
          <Button variant="default" size="xs" w="fit-content" onClick={onRetry}>
            {textOf('Try again')}
          </Button>
        )}
      </Stack>
    </Alert>
  );
}

/** Shows a confirmation of an action for a few seconds. */
export function sayDone(message: string): void {
  notifications.show({ message, color: 'green', icon: <Icon name="check" size={16} /> });
}

/**
 * Shows a confirmation of an action, with a button that undoes the action as long as it is visible. Returns a function
 * that does the same at any time; false if the action is undone already.
 */
export function sayUndoable(message: string, undo: () => Promise<unknown>): () => boolean {
  let isUndone = false;
  const run = (): boolean => {
    const isFirst = !isUndone;
    isUndone = true;
    notifications.hide(id);
    if (isFirst) undo().catch(sayFailed);
    return isFirst;
  };
  const id = notifications.show({
    autoClose: 15_000,
    color: 'green',
    icon: <Icon name="check" size={16} />,
    message: (
      <Group justify="space-between" gap="xs" wrap="nowrap">
        <span style={{ minWidth: 0 }}>{message}</span>
        <Button size="compact-sm" variant="default" flex="none" onClick={run}>
          {textOf('Undo')}
        </Button>
      </Group>
    ),
  });
  return run;
}

/** Reports an error outside of forms and dialogs. */
export function sayFailed(error: unknown): void {
  const { message, requestId } = problemOf(error);
  const text = requestId === undefined ? message : textOf('{message} (request {id})', { message, id: requestId });
  notifications.show({ message: text, color: 'red', icon: <Icon name="alert" size={16} />, autoClose: 10_000 });
}

/** Shown instead of an empty list: what the list is for, and what to do next. */
export function Empty(props: { icon: IconName; title: string; children?: ReactNode; action?: ReactNode }) {
  return (
    <div className={classes.empty}>
      <span className={classes.emptyIcon}>
        <Icon name={props.icon} size={24} />
      </span>
      <Text fw={600}>{props.title}</Text>
      {props.children !== undefined && (
        <Note maw={460} component="div">
          {props.children}
        </Note>
      )}
      {props.action}
    </div>
  );
}

const widths = ['92%', '81%', '70%', '59%', '48%', '37%'];

/** Shows the data of a query. Until there is data, shows a placeholder of `lines` lines, or the error. */
export function Loaded<Data>(props: {
  query: UseQueryResult<Data>;
  lines?: number;
  children: (data: Data) => ReactNode;
}) {
  const { query, lines, children } = props;
  if (query.data !== undefined) {
    return (
      <>
        {query.isError && !isOutage(query.error) && (
          <Refusal error={query.error} onRetry={() => void query.refetch()} />
        )}
        {children(query.data)}
      </>
    );
  }
  // A missing connection is reported once, in the frame of the page.
  if (query.isError && !isOutage(query.error)) {
    return (
      <div style={{ padding: '1rem' }}>
        <Refusal error={query.error} onRetry={() => void query.refetch()} />
      </div>
    );
  }
  return <Loading lines={lines} />;
}

/** A placeholder of `lines` lines for loading data. */
export function Loading({ lines = 4 }: { lines?: number | undefined }) {
  return (
    <Stack gap="sm" p="lg" role="status" aria-label={textOf('Loading')}>
      {widths.slice(0, lines).map((width) => (
        <Skeleton key={width} height={18} width={width} />
      ))}
    </Stack>
  );
}
