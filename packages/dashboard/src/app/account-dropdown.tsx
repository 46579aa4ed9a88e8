import { Menu, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Icon } from '../components/icon.js';
import { dropAllDrafts } from '../data/drafts.js';
import { textOf } from '../text.js';
import { dropRecent } from './recent.js';
import { useSession } from './session.js';

/** The account menu, which is open below its button. */
export function AccountDropdown({ button }: { button: ReactNode }) {
  const { me } = useSession();
  return (
    <Menu position="bottom-end" width={240} defaultOpened>
      <Menu.Target>{button}</Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          <Text size="sm" fw={600} c="var(--mantine-color-text)" truncate>
            {me.name}
          </Text>
          {me.email !== me.name && (
            <Text size="xs" truncate>
              {me.email}
            </Text>
          )}
        </Menu.Label>
        <Menu.Item component="a" href="/account" leftSection={<Icon name="people" size={16} />}>
          {textOf('Your account')}
        </Menu.Item>
        <Menu.Item component="a" href="/docs" leftSection={<Icon name="document" size={16} />}>
          {textOf('API reference')}
        </Menu.Item>
        <Menu.Divider />
        <form method="post" action="/sign-out" onSubmit={forget}>
          <Menu.Item component="button" type="submit" leftSection={<Icon name="door" size={16} />}>
            {textOf('Sign out')}
          </Menu.Item>
        </form>
      </Menu.Dropdown>
    </Menu>
  );
}

/** Clears everything in this browser that reveals what the person did. */
function forget(): void {
  dropAllDrafts();
  dropRecent();
}
