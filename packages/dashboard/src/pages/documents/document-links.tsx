import { ActionIcon } from '@mantine/core';
import { CopyButton } from '../../components/basics.js';
import { Icon } from '../../components/icon.js';
import { textOf } from '../../text.js';

/** Buttons that copy the address of a reading page and open it. */
export function DocumentLinks({ path }: { path: string }) {
  const address = `/d/${path.split('/').map(encodeURIComponent).join('/')}`;
  return (
    <>
      <CopyButton value={new URL(address, window.location.href).href} label={textOf('Copy the link for readers')} />
      <ActionIcon
        component="a"
        href={address}
        variant="subtle"
        color="gray"
        aria-label={textOf('Open the reading page')}
      >
        <Icon name="eye" />
      </ActionIcon>
    </>
  );
}
