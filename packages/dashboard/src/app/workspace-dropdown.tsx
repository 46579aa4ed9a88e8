import { Menu } from '@mantine/core';
import type { ReactNode } from 'react';
import { textOf } from '../text.js';
import { otherWorkspaces, useSession } from './session.js';

/** The menu of the other workspaces, open below its button. */
export function WorkspaceDropdown({ button }: { button: ReactNode }) {
  return (
    <Menu width="target" position="bottom-start" defaultOpened>
      <Menu.Target>{button}</Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{textOf('Switch to')}</Menu.Label>
        {otherWorkspaces(useSession()).map(({ id, name }) => (
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
