import { Text, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { lazy } from 'react';
import { Icon } from '../components/icon.js';
import { textOf } from '../text.js';
import { MenuWhenOpened } from './menu-when-opened.js';
import { otherWorkspaces, useSession } from './session.js';
import classes from './shell.module.css';

const load = () => import('./workspace-dropdown.js').then((part) => ({ default: part.WorkspaceDropdown }));
const WorkspaceDropdown = lazy(load);

/** The current workspace and the others to switch to. Switching submits a form and reloads the page. */
export function WorkspaceSwitch() {
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
