import { AppShell, Burger, Group, Kbd, NavLink, Text, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { useDisclosure, useHotkeys, useWindowEvent } from '@mantine/hooks';
import { Link, Outlet, useNavigate, useRouterState } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { filesIn } from '../components/files.js';
import { Icon } from '../components/icon.js';
import { Mark } from '../components/mark.js';
import { givenFiles, importJobs } from '../data/imports.js';
import { textOf } from '../text.js';
import { AccountMenu } from './account-menu.js';
import { Conflict } from './conflict.js';
import { MenuWhenOpened } from './menu-when-opened.js';
import { isAt, isForAdmins, type NavigationSection, navigationFor } from './navigation.js';
import { Outage } from './outage.js';
import { NotAllowed } from './outside.js';
import { useNotedObjects } from './recent.js';
import { otherWorkspaces, useSession } from './session.js';
import classes from './shell.module.css';

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

/** Takes files that are dropped anywhere on a page, and leads to their import. Editors and forms take their own. */
function FileDrops({ collection }: { collection: string | undefined }) {
  const [isOver, setOver] = useState(false);
  const navigate = useNavigate();
  useWindowEvent('dragover', (event) => {
    setOver(isTaken(event));
    if (isTaken(event)) event.preventDefault();
  });
  useWindowEvent('dragleave', ({ relatedTarget }) => {
    if (relatedTarget === null) setOver(false);
  });
  useWindowEvent('drop', (event) => {
    setOver(false);
    if (event.defaultPrevented || event.dataTransfer === null || !isTaken(event)) return;
    event.preventDefault();
    void filesIn(event.dataTransfer).then((files) => {
      if (files.length === 0) return;
      givenFiles.set(files);
      void navigate({ to: '/import', search: { collection } as never });
    });
  });
  return isOver ? (
    <div className={classes.drop}>
      <Icon name="upload" size={28} />
      {collection === undefined
        ? textOf('Drop a file or a folder to import it')
        : textOf('Drop a file or a folder to import it into {collection}', { collection })}
    </div>
  ) : null;
}

function isTaken({ target, dataTransfer }: DragEvent): boolean {
  const isFiles = dataTransfer?.types.includes('Files') === true;
  return isFiles && (target as Element | null)?.closest('[contenteditable], fieldset, [role="dialog"]') === null;
}

const Palette = lazy(() => import('./palette.js').then(({ Palette: component }) => ({ default: component })));
const KeysDialog = lazy(() => import('./keys-dialog.js').then((part) => ({ default: part.KeysDialog })));

/** Opens the command palette, also by Ctrl-K (or Command-K). The `?` key opens the list of shortcuts. */
function PaletteButton() {
  const [opened, { open, close }] = useDisclosure(false);
  const [keys, { open: openKeys, close: closeKeys }] = useDisclosure(false);
  useHotkeys([['mod+K', open]], []);
  // `?` is typed with Shift on most keyboards, and without it on some.
  useHotkeys([
    ['shift+?', openKeys],
    ['?', openKeys],
  ]);
  return (
    <>
      <UnstyledButton className={classes.palette} onClick={open}>
        <Icon name="search" size={16} />
        <span>{textOf('Find or go to…')}</span>
        <VisuallyHidden>{textOf('Ctrl K')}</VisuallyHidden>
        <Kbd size="xs" visibleFrom="sm" aria-hidden="true">
          {textOf('Ctrl K')}
        </Kbd>
      </UnstyledButton>
      <Suspense>
        {opened && <Palette onClose={close} onKeys={openKeys} />}
        {keys && <KeysDialog onClose={closeKeys} />}
      </Suspense>
    </>
  );
}

const load = () => import('./workspace-dropdown.js').then((part) => ({ default: part.WorkspaceDropdown }));
const WorkspaceDropdown = lazy(load);

/** The current workspace and the others to switch to. Switching submits a form and reloads the page. */
function WorkspaceSwitch() {
  const session = useSession();
  const { workspace } = session;
  const hasOthers = otherWorkspaces(session).length > 0;
  const button = (
    <UnstyledButton className={classes.workspace}>
      <span style={{ display: 'flex', alignItems: 'center', gap: '0.625rem' }}>
        <span className={classes.tile} aria-hidden="true">
          {workspace.name.slice(0, 1).toUpperCase()}
        </span>
        <Text size="sm" fw={600} truncate flex={1}>
          {workspace.name}
        </Text>
        <VisuallyHidden>{textOf(', the workspace shown')}</VisuallyHidden>
        {hasOthers && <Icon name="down" size={16} />}
      </span>
    </UnstyledButton>
  );
  return hasOthers ? (
    <MenuWhenOpened menu={WorkspaceDropdown} load={load}>
      {button}
    </MenuWhenOpened>
  ) : (
    button
  );
}
