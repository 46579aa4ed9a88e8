import { ActionIcon, Group, Menu, Text, Tooltip, useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import { Icon } from '../components/icon.js';
import { dropAllDrafts } from '../data/drafts.js';
import { useSession } from './session.js';
import classes from './shell.module.css';

/** Light or dark, and what concerns the person: account, sign out. */
export function AccountMenu() {
  const { me } = useSession();
  return (
    <Group gap="xs" wrap="nowrap">
      <ColorSchemeButton />
      <Menu position="bottom-end" width={240}>
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" size="lg" radius="xl" aria-label="Your account">
            <span className={classes.tile} aria-hidden="true">
              {me.name.slice(0, 1).toUpperCase()}
            </span>
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Label>
            <Text size="sm" fw={600} c="var(--mantine-color-text)">
              {me.name}
            </Text>
            {me.email !== me.name && <Text size="xs">{me.email}</Text>}
          </Menu.Label>
          <Menu.Item component="a" href="/account" leftSection={<Icon name="people" size={16} />}>
            Your account
          </Menu.Item>
          <Menu.Item component="a" href="/docs" leftSection={<Icon name="document" size={16} />}>
            API reference
          </Menu.Item>
          <Menu.Divider />
          <form method="post" action="/sign-out" onSubmit={dropAllDrafts}>
            <Menu.Item component="button" type="submit" leftSection={<Icon name="door" size={16} />}>
              Sign out
            </Menu.Item>
          </form>
        </Menu.Dropdown>
      </Menu>
    </Group>
  );
}

function ColorSchemeButton() {
  const { setColorScheme } = useMantineColorScheme();
  const shown = useComputedColorScheme('light');
  const other = shown === 'dark' ? 'light' : 'dark';
  return (
    <Tooltip label={`Use the ${other} theme`}>
      <ActionIcon
        variant="subtle"
        color="gray"
        size="lg"
        aria-label={`Use the ${other} theme`}
        onClick={() => setColorScheme(other)}
      >
        <Icon name={shown === 'dark' ? 'sun' : 'moon'} />
      </ActionIcon>
    </Tooltip>
  );
}
