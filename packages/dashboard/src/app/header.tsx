import {
  ActionIcon,
  Group,
  Kbd,
  Text,
  UnstyledButton,
  useComputedColorScheme,
  useMantineColorScheme,
  VisuallyHidden,
} from '@mantine/core';
import { useDisclosure, useHotkeys } from '@mantine/hooks';
import { lazy, Suspense } from 'react';
import { IconButton, Tile } from '../components/basics.js';
import { Icon } from '../components/icon.js';
import { textOf } from '../text.js';
import { MenuWhenOpened } from './menu-when-opened.js';
import { useSession } from './session.js';
import classes from './shell.module.css';

const Palette = lazy(() => import('./palette.js').then(({ Palette: component }) => ({ default: component })));
const KeysDialog = lazy(() => import('./keys-dialog.js').then((part) => ({ default: part.KeysDialog })));

/** Opens the command palette, also by Ctrl-K (or Command-K). The `?` key opens the list of shortcuts. */
export function PaletteButton() {
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
      <UnstyledButton className={classes.palette} w="100%" miw={0} maw="24rem" px="sm" py={6} onClick={open}>
        <Group component="span" gap={10} wrap="nowrap" c="dimmed" fz="sm">
          <Icon name="search" size={16} />
          <Text span inherit truncate flex={1}>
            {textOf('Find or go to…')}
          </Text>
          <VisuallyHidden>{textOf('Ctrl K')}</VisuallyHidden>
          <Kbd size="xs" visibleFrom="sm" aria-hidden="true">
            {textOf('Ctrl K')}
          </Kbd>
        </Group>
      </UnstyledButton>
      <Suspense>
        {opened && <Palette onClose={close} onKeys={openKeys} />}
        {keys && <KeysDialog onClose={closeKeys} />}
      </Suspense>
    </>
  );
}

const loadAccount = () => import('./account-dropdown.js').then((part) => ({ default: part.AccountDropdown }));
const AccountDropdown = lazy(loadAccount);

/** The menu of the user: theme, account and sign-out. */
export function AccountMenu() {
  const { me } = useSession();
  return (
    <Group gap="xs" wrap="nowrap">
      <ColorSchemeButton />
      <MenuWhenOpened menu={AccountDropdown} load={loadAccount}>
        <ActionIcon variant="subtle" color="gray" size="lg" radius="xl" aria-label={textOf('Your account')}>
          <Tile size={28} radius="md">
            {me.name.slice(0, 1).toUpperCase()}
          </Tile>
        </ActionIcon>
      </MenuWhenOpened>
    </Group>
  );
}

function ColorSchemeButton() {
  const { setColorScheme } = useMantineColorScheme();
  const shown = useComputedColorScheme('light');
  const other = shown === 'dark' ? 'light' : 'dark';
  const label = textOf(other === 'dark' ? 'Use the dark theme' : 'Use the light theme');
  return (
    <IconButton
      icon={shown === 'dark' ? 'sun' : 'moon'}
      iconSize={18}
      size="lg"
      label={label}
      title={label}
      onClick={() => setColorScheme(other)}
    />
  );
}
