import { Menu, Text, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { Icon } from '../components/icon.js';
import { useSession } from './session.js';
import classes from './shell.module.css';

/** The workspace shown and the others to switch to. Switching is a form that loads everything anew. */
export function WorkspaceSwitch() {
  const { workspace, workspaces } = useSession();
  const others = workspaces.filter(({ id, role }) => id !== workspace.id && role !== 'reader');
  return (
    <Menu width="target" position="bottom-start" disabled={others.length === 0}>
      <Menu.Target>
        <UnstyledButton className={classes.workspace}>
          <span style={{ display: 'flex', alignItems: 'center', gap: '0.625rem' }}>
            <span className={classes.tile} aria-hidden="true">
              {workspace.name.slice(0, 1).toUpperCase()}
            </span>
            <Text size="sm" fw={600} truncate flex={1}>
              {workspace.name}
            </Text>
            <VisuallyHidden>, the workspace shown</VisuallyHidden>
            {others.length > 0 && <Icon name="down" size={16} />}
          </span>
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>Switch to</Menu.Label>
        {others.map(({ id, name }) => (
          <Menu.Item key={id} onClick={() => switchTo(id)}>
            {name}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

function switchTo(workspaceId: string): void {
  const form = document.createElement('form');
  form.method = 'post';
  form.action = '/sign-in/workspace';
  for (const [name, value] of Object.entries({ next: '/app/', workspace: workspaceId })) {
    const field = document.createElement('input');
    field.type = 'hidden';
    field.name = name;
    field.value = value;
    form.append(field);
  }
  document.body.append(form);
  form.submit();
}
