import { ActionIcon, Group, useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import { lazy } from 'react';
import { Icon } from '../components/icon.js';
import { textOf } from '../text.js';
import { MenuWhenOpened } from './menu-when-opened.js';
import { useSession } from './session.js';
import classes from './shell.module.css';

const load = () => import('./account-dropdown.js').then((part) => ({ default: part.AccountDropdown }));
const AccountDropdown = lazy(load);

/** The menu of the user: theme, account and sign-out. */
export function AccountMenu() {
  const { me } = useSession();
  return (
    <Group gap="xs" wrap="nowrap">
      <ColorSchemeButton />
      <MenuWhenOpened menu={AccountDropdown} load={load}>
        <ActionIcon variant="subtle" color="gray" size="lg" radius="xl" aria-label={textOf('Your account')}>
          <span className={classes.tile} aria-hidden="true">
            {me.name.slice(0, 1).toUpperCase()}
          </span>
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
    <ActionIcon
      variant="subtle"
      color="gray"
      size="lg"
      aria-label={label}
      title={label}
      onClick={() => setColorScheme(other)}
    >
      <Icon name={shown === 'dark' ? 'sun' : 'moon'} />
    </ActionIcon>
  );
}
