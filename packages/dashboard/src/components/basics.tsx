import {
  ActionIcon,
  type ActionIconProps,
  Alert,
  Box,
  Button,
  Group,
  Skeleton,
  Stack,
  Text,
  type TextProps,
  Title,
} from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';
import type { UseQueryResult } from '@tanstack/react-query';
import { type ComponentProps, type ReactNode, useEffect } from 'react';
import { isOutage, problemOf } from '../data/api.js';
import { language, textOf } from '../text.js';
import classes from './components.module.css';
import { Icon, type IconName } from './icon.js';

/** A page: its heading, purpose and actions, and its content. */
export function Page(props: {
  title: string;
  lead?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
  /** Content above the title, such as a link back. */
  above?: ReactNode;
  /** The title of the browser's tab, if it is longer than the heading. */
  tabTitle?: string | undefined;
}) {
  const { title, lead, actions, children, above, tabTitle = title } = props;
  useEffect(() => {
    document.title = `${tabTitle} · Tessera`;
  }, [tabTitle]);
  return (
    <>
      <Box component="header" mb="1.5rem">
        {above}
        <Group justify="space-between" align="flex-start" gap="sm">
          <Box flex="1 1 20rem" maw="44rem">
            <Title order={1}>{title}</Title>
            {lead !== undefined && (
              <Text component="div" c="dimmed" size="sm" mt={4}>
                {lead}
              </Text>
            )}
          </Box>
          {actions !== undefined && <Group gap="xs">{actions}</Group>}
        </Group>
      </Box>
      {children}
    </>
  );
}

/** A part of a page with a title and a background of its own. */
export function Panel(props: {
  title?: string;
  actions?: ReactNode;
  children: ReactNode;
  flush?: boolean;
  /** The id that links use to lead to it. */
  id?: string;
  /** Whether its action cannot be undone. */
  isDangerous?: true;
}) {
  const { title, actions, children, flush, id, isDangerous } = props;
  return (
    <section className={classes.panel} aria-label={title} id={id} data-dangerous={isDangerous}>
      {title !== undefined && (
        <Group className={classes.panelHead} justify="space-between" gap="xs">
          <Title order={2}>{title}</Title>
          {actions}
        </Group>
      )}
      {flush === true ? <div className={classes.flush}>{children}</div> : <Box p="1.25rem">{children}</Box>}
    </section>
  );
}

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

/** The options of a change after which `message` is shown, or why it failed. */
export const saying = (message: string) => ({ onSuccess: () => sayDone(message), onError: sayFailed });

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
    <Stack align="center" gap="sm" px="lg" py="3rem" ta="center">
      <Tile size={48} radius="lg">
        <Icon name={props.icon} size={24} />
      </Tile>
      <Text fw={600}>{props.title}</Text>
      {props.children !== undefined && (
        <Note maw={460} component="div">
          {props.children}
        </Note>
      )}
      {props.action}
    </Stack>
  );
}

/** A small tinted area with a letter or an icon. */
export function Tile(props: { size: number; radius: string; children: ReactNode }) {
  const { size, radius, children } = props;
  return (
    <Box component="span" className={classes.tile} w={size} h={size} bdrs={radius} aria-hidden="true">
      {children}
    </Box>
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

type Words = TextProps & { children?: ReactNode; component?: 'div' | 'span'; role?: string; title?: string };

/** A small explanation of what is next to it. */
export function Hint(props: Words) {
  return <Text size="xs" c="dimmed" {...props} />;
}

/** A quiet paragraph. */
export function Note(props: Words) {
  return <Text size="sm" c="dimmed" {...props} />;
}

const units: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
];
const relative = new Intl.RelativeTimeFormat(language, { numeric: 'auto' });
const exact = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' });

/** How long ago, or how soon, in words: "3 minutes ago". */
export function inWords(at: string, now: number = Date.now()): string {
  const seconds = (Date.parse(at) - now) / 1_000;
  const found = units.find(([, size]) => Math.abs(seconds) >= size);
  return found === undefined ? textOf('just now') : relative.format(Math.round(seconds / found[1]), found[0]);
}

/** A moment in relative words, with the exact time as a tooltip. `never` is shown if there is none. */
export function When({ at, never = textOf('Never') }: { at: string | null | undefined; never?: string }) {
  if (at === null || at === undefined) {
    return <span className="soft">{never}</span>;
  }
  return (
    <time dateTime={at} title={exact.format(new Date(at))}>
      {inWords(at)}
    </time>
  );
}

const day = new Intl.DateTimeFormat(language, { dateStyle: 'medium' });

/** A day in words. `never` is shown if there is none. */
export function Day({ at, never }: { at: string | null; never: string }) {
  return at === null ? <span className="soft">{never}</span> : <time dateTime={at}>{day.format(new Date(at))}</time>;
}

const whole = new Intl.NumberFormat(language);

/** A number with separators between thousands. */
export function counted(count: number): string {
  return whole.format(count);
}

interface IconButtonProps extends ActionIconProps, Omit<ComponentProps<'button'>, keyof ActionIconProps> {
  readonly icon: IconName;
  readonly label: string;
  readonly iconSize?: number;
}

/** A quiet button with an icon, of which `label` says what it does. */
export function IconButton({ icon, label, iconSize = 16, ...rest }: IconButtonProps) {
  return (
    <ActionIcon variant="subtle" color="gray" aria-label={label} {...rest}>
      <Icon name={icon} size={iconSize} />
    </ActionIcon>
  );
}

/** Copies text, and shows a confirmation for a moment. */
export function CopyButton({ value, label = textOf('Copy') }: { value: string; label?: string }) {
  const { copied, copy } = useClipboard({ timeout: 1_500 });
  const title = copied ? textOf('Copied') : label;
  return <IconButton icon={copied ? 'check' : 'copy'} label={title} title={title} onClick={() => copy(value)} />;
}
