import { Group, Text, Title } from '@mantine/core';
import { type ReactNode, useEffect } from 'react';
import classes from './components.module.css';

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
      <header className={classes.head}>
        {above}
        <Group justify="space-between" align="flex-start" gap="sm">
          <div className={classes.words}>
            <Title order={1}>{title}</Title>
            {lead !== undefined && (
              <Text component="div" c="dimmed" size="sm" mt={4}>
                {lead}
              </Text>
            )}
          </div>
          {actions !== undefined && <Group gap="xs">{actions}</Group>}
        </Group>
      </header>
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
      <div className={flush === true ? classes.flush : classes.panelBody}>{children}</div>
    </section>
  );
}
