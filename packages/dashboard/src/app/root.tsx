import {
  AppShell,
  Box,
  Burger,
  Center,
  Group,
  NavLink,
  Stack,
  Text,
  UnstyledButton,
  VisuallyHidden,
} from '@mantine/core';
import { useDisclosure, useWindowEvent } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { Link, Outlet, useNavigate, useRouterState } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { Refusal, Tile } from '../components/basics.js';
import { filesIn } from '../components/files.js';
import { Icon } from '../components/icon.js';
import { Mark } from '../components/mark.js';
import { listenForConflict, read } from '../data/api.js';
import { givenFiles, importJobs } from '../data/imports.js';
import { textOf } from '../text.js';
import { AccountMenu, PaletteButton } from './header.js';
import { MenuWhenOpened } from './menu-when-opened.js';
import { isAt, isForAdmins, type NavigationSection, navigationFor } from './navigation.js';
import { Outage } from './outage.js';
import { NotAllowed } from './outside.js';
import { useNotedObjects } from './recent.js';
import { otherWorkspaces, type Session, SessionProvider, sessionOf, useSession } from './session.js';
import classes from './shell.module.css';

/** Reads who is signed in, and shows the frame. */
export function Root({ strip }: { strip: ReactNode }) {
  const me = useQuery(read('me.get', {}));
  const workspaces = useQuery(read('workspaces.list', {}));
  const failed = me.error ?? workspaces.error;
  const found = me.data && workspaces.data && sessionOf(me.data, workspaces.data.workspaces);
  // Callers who lose their role keep the page, and each of their calls is refused.
  const last = useRef<Session>(undefined);
  const session = found ?? last.current;
  useEffect(() => {
    last.current = session;
  }, [session]);
  if (failed !== null && session === undefined) {
    return (
      <Center h="100vh" p="lg">
        <Refusal error={failed} onRetry={() => window.location.reload()} />
      </Center>
    );
  }
  // The skeleton from `index.html` stays visible until then.
  if (session === undefined) {
    return null;
  }
  return (
    <SessionProvider session={session}>
      <Shell strip={strip} />
    </SessionProvider>
  );
}

// On a phone, its text and its buttons have a row each.
const withStrip = { base: 48 + 68, md: 48 + 40 };

/** The frame around every page: navigation, workspace, palette, account, and `strip` while files are imported. */
function Shell({ strip }: { strip: ReactNode }) {
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
      <AppShell.Header className={classes.bar}>
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
      <AppShell.Navbar className={classes.bar} px="sm" id="navigation">
        <Navigation onClose={close} opened={opened} />
      </AppShell.Navbar>
      <AppShell.Main id="content" tabIndex={-1} bg="var(--app-ground)" style={{ outline: 'none' }}>
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
      <Group h={48} px={8} flex="none" justify="space-between" wrap="nowrap">
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
    <Box pb="md">
      <Text size="xs" px="sm" py={4} c="dimmed" fw={600}>
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
    </Box>
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
    <Stack className={classes.drop} align="center" justify="center" gap="sm" fw={600}>
      <Icon name="upload" size={28} />
      {collection === undefined
        ? textOf('Drop a file or a folder to import it')
        : textOf('Drop a file or a folder to import it into {collection}', { collection })}
    </Stack>
  ) : null;
}

function isTaken({ target, dataTransfer }: DragEvent): boolean {
  const isFiles = dataTransfer?.types.includes('Files') === true;
  return isFiles && (target as Element | null)?.closest('[contenteditable], fieldset, [role="dialog"]') === null;
}

const loadWorkspaces = () => import('./workspace-dropdown.js').then((part) => ({ default: part.WorkspaceDropdown }));
const WorkspaceDropdown = lazy(loadWorkspaces);

/** The current workspace and the others to switch to. Switching submits a form and reloads the page. */
function WorkspaceSwitch() {
  const session = useSession();
  const { workspace } = session;
  const hasOthers = otherWorkspaces(session).length > 0;
  const button = (
    <UnstyledButton className={classes.workspace} w="100%" px="sm" py={8}>
      <Group component="span" gap={10} wrap="nowrap">
        <Tile size={28} radius="md">
          {workspace.name.slice(0, 1).toUpperCase()}
        </Tile>
        <Text size="sm" fw={600} truncate flex={1}>
          {workspace.name}
        </Text>
        <VisuallyHidden>{textOf(', the workspace shown')}</VisuallyHidden>
        {hasOthers && <Icon name="down" size={16} />}
      </Group>
    </UnstyledButton>
  );
  return hasOthers ? (
    <MenuWhenOpened menu={WorkspaceDropdown} load={loadWorkspaces}>
      {button}
    </MenuWhenOpened>
  ) : (
    button
  );
}

const ConflictDialog = lazy(() => import('./conflict-dialog.js').then((part) => ({ default: part.ConflictDialog })));

/** Shows the dialog when a call reports that another tab has switched the workspace. */
function Conflict() {
  const [found, setFound] = useState(false);
  useEffect(() => listenForConflict(() => setFound(true)), []);
  return found ? (
    <Suspense>
      <ConflictDialog />
    </Suspense>
  ) : null;
}
