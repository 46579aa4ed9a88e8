import { Button, Stack, Text } from '@mantine/core';
import { Modal } from '../components/overlays.js';
import { textOf } from '../text.js';
import { useSession } from './session.js';

/** Shown when another tab has switched this browser to another workspace. Offers to switch this tab too. */
export function ConflictDialog() {
  const { workspace } = useSession();
  return (
    <Modal onClose={() => undefined} withCloseButton={false} title={textOf('You switched workspaces in another tab')}>
      <Stack>
        <Text size="sm">
          {textOf(
            'This page shows {workspace}, but this browser has switched to another workspace. Nothing was changed there.',
            { workspace: workspace.name },
          )}
        </Text>
        <Button onClick={() => window.location.assign('/app/')} data-autofocus>
          {textOf('Reload in the other workspace')}
        </Button>
      </Stack>
    </Modal>
  );
}
