import { AppShell, Burger, Group, NavLink, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Link, Outlet, useRouterState } from '@tanstack/react-router';
import { type ReactNode, Suspense } from 'react';
import { Icon } from '../components/icon.js';
import { Mark } from '../components/mark.js';
import { importJobs } from '../data/imports.js';
import { textOf } from '../text.js';
import { AccountMenu } from './account-menu.js';
import { Conflict } from './conflict.js';
import { FileDrops } from './file-drops.js';
import { isAt, isForAdmins, type NavigationSection, navigationFor } from './navigation.js';
import { Outage } from './outage.js';
import { NotAllowed } from './outside.js';
import { PaletteButton } from './palette-button.js';
import { useNotedObjects } from './recent.js';
import { useSession } from './session.js';
import classes from './shell.module.css';
import { WorkspaceSwitch } from './workspace-switch.js';

// On a phone, its text and its buttons have a row each.
const withStrip = { base: 48 + 68, md: 48 + 40 };

/** The frame around every page: navigation, workspace, palette, account, and `strip` while files are imported. */
export function Shell({ strip }: { strip: ReactNode }) {
  const [opened, { toggle, close }] = useDisclosure(false);
  const { isAdmin, canWrite } = useSession();
  const path = usePath();
  const isImporting = importJobs.use().length > 0;
  useNotedObjects();
  return (
    <AppShell
      layout="alt"
      header={{ height: isImporting ? withStrip : 48 }}
      navbar={{ width: 248, breakpoint: 'sm', collapsed: { mobile: !opened } }}
      padding={0}
    >
      <a className="skip-link" href="#content">
        {textOf('Skip to the content')}
      </a>
      <AppShell.Header className={classes.header}>
        <Group h={48} px="md" justify="space-between" wrap="nowrap">
          <Group gap="xs" wrap="nowrap" hiddenFrom="sm">
            <Burger opened={opened} onClick={toggle} size="sm" aria-label={textOf('Menu')} />
            <Mark size={22} />
          </Group>
          <PaletteButton />
          <AccountMenu />
        </Group>
        {isImporting && <Suspense>{strip}</Suspense>}
      </AppShell.Header>
      <AppShell.Navbar className={classes.navbar} id="navigation">
        <Navigation onClose={close} opened={opened} />
      </AppShell.Navbar>
      <AppShell.Main id="content" tabIndex={-1} className={classes.main}>
        <div className={classes.page}>
          <Outage />
          {isAdmin || !isForAdmins(path) ? <Outlet /> : <NotAllowed />}
        </div>
      </AppShell.Main>
      <Conflict />
      {canWrite && <FileDrops collection={/^\/collections\/([^/]+)/.exec(path)?.[1]} />}
    </AppShell>
  );
}

/** The path of the page without the common prefix. */
function usePath(): string {
  return useRouterState({ select: (state) => state.location.pathname.replace(/^\/app/, '') || '/' });
}

function Navigation({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const session = useSession();
  return (
    <>
      <Group className={classes.brand} justify="space-between" wrap="nowrap">
        <Group gap="xs" wrap="nowrap">
          <Mark />
          <Text fw={650}>Tessera</Text>
        </Group>
        <Burger opened={opened} onClick={onClose} size="sm" aria-label={textOf('Close the menu')} hiddenFrom="sm" />
      </Group>
      <WorkspaceSwitch />
      <nav aria-label={textOf('Pages')} className={classes.sections}>
        {navigationFor(session).map((section) => (
          <Section key={section.title} section={section} onClose={onClose} />
        ))}
      </nav>
    </>
  );
}

function Section(props: { section: NavigationSection; onClose: () => void }) {
  const { section, onClose } = props;
  const path = usePath();
  return (
    <div className={classes.section}>
      <Text size="xs" className={classes.title}>
        {section.title}
      </Text>
      {section.entries.map(({ to, label, icon }) => {
        const active = isAt(path, { to });
        return (
          <NavLink
            key={to}
            component={Link}
            to={to}
            label={label}
            active={active}
            {...(active ? { 'aria-current': 'page' as const } : {})}
            leftSection={<Icon name={icon} />}
            className={classes.link}
            onClick={onClose}
          />
        );
      })}
    </div>
  );
}
