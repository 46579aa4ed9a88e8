import { Alert, Button, Checkbox, Group, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type CallAnswer, type ListedMember, readMembers } from '@tessera/client';
import { useState } from 'react';
import { read, useChange } from '../../data/queries.js';
import { DropZone } from '../../parts/drop-zone.js';
import { Loaded, sayDone, sayFailed } from '../../parts/notices.js';
import { Modal } from '../../parts/overlays.js';
import { countOf } from '../../parts/when.js';
import { openRecordFile } from '../import/parse.js';
import classes from './people.module.css';

type Synced = CallAnswer<'settings.sync_members'>;

/** Grants and revokes by a list of members: a file, a preview of who gains and loses, and a button that says what it does. */
export function SyncDialog({ onClose }: { onClose: () => void }) {
  const [members, setMembers] = useState<readonly ListedMember[]>();
  const [problem, setProblem] = useState<string>();
  const choose = async (file: File): Promise<void> => {
    try {
      setMembers((await readMembers(await openRecordFile(file))).members);
      setProblem(undefined);
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error));
    }
  };
  return (
    <Modal onClose={onClose} title="Sync members" size="lg">
      <Stack>
        <Text size="sm">
          A CSV file with the columns email and groups (ids with spaces between them), and optionally name and
          expires_at. No invites are sent.
        </Text>
        {problem !== undefined && <Alert color="red">{problem}</Alert>}
        {members === undefined ? (
          <DropZone
            label="Drop a list of members"
            accept=".csv,.tsv,.json,.ndjson"
            onFile={(file) => void choose(file)}
          />
        ) : (
          <Preview members={members} onClose={onClose} />
        )}
      </Stack>
    </Modal>
  );
}

function Preview({ members, onClose }: { members: readonly ListedMember[]; onClose: () => void }) {
  const [revokes, setRevokes] = useState(false);
  const sync = useChange('settings.sync_members', ['people', 'settings']);
  const body = { members: [...members], revoke_missing: revokes, list_changes: true };
  // A person looks at what would be revoked, so that the preview needs no limit.
  const dryRun = { body: { ...body, dry_run: true, max_revoked: Number.MAX_SAFE_INTEGER } };
  const preview = useQuery({ ...read('settings.sync_members', dryRun), refetchOnWindowFocus: false });
  const apply = (shown: Synced): void => {
    sync.mutate(
      { body: { ...body, max_revoked: shown.revoked } },
      {
        onSuccess: (done) => {
          sayDone(`Done: ${inWords(done)}.`);
          onClose();
        },
        onError: sayFailed,
      },
    );
  };
  return (
    <>
      <Checkbox
        label="Revoke members who are not in the file"
        checked={revokes}
        onChange={({ currentTarget }) => setRevokes(currentTarget.checked)}
      />
      <Loaded query={preview} lines={4}>
        {(shown) => (
          <>
            <Addresses title="Gain access" emails={emailsOf(shown, ['granted', 'regranted'])} />
            <Addresses title="Change" emails={emailsOf(shown, ['updated'])} />
            <Addresses title="Lose access" emails={emailsOf(shown, ['revoked'])} />
            <Addresses title="Refused" emails={shown.failed.map(({ email, message }) => `${email}: ${message}`)} />
            <Text size="sm">{countOf(shown.unchanged, 'member')} unchanged.</Text>
            <Group justify="flex-end" gap="xs">
              <Button variant="default" onClick={onClose}>
                Cancel
              </Button>
              <Button
                {...(shown.revoked > 0 ? { color: 'red' } : {})}
                disabled={shown.changes?.length === 0}
                loading={sync.isPending}
                onClick={() => apply(shown)}
              >
                {inWords(shown)}
              </Button>
            </Group>
          </>
        )}
      </Loaded>
    </>
  );
}

const shownAddresses = 50;

function Addresses({ title, emails }: { title: string; emails: readonly string[] }) {
  if (emails.length === 0) {
    return null;
  }
  return (
    <section>
      <Title order={3}>
        {title}: {emails.length}
      </Title>
      <ul className={classes.documents}>
        {emails.slice(0, shownAddresses).map((email) => (
          <li key={email}>{email}</li>
        ))}
        {emails.length > shownAddresses && <li>and {countOf(emails.length - shownAddresses, 'other')}</li>}
      </ul>
    </section>
  );
}

function emailsOf({ changes = [] }: Synced, results: readonly string[]): string[] {
  return changes.filter(({ result }) => results.includes(result)).map(({ email }) => email);
}

/** What a sync does, such as "Grant 2, change 1, revoke 3". */
function inWords({ granted, regranted, updated, revoked }: Synced): string {
  const parts = [
    ...(granted + regranted > 0 ? [`grant ${granted + regranted}`] : []),
    ...(updated > 0 ? [`change ${updated}`] : []),
    ...(revoked > 0 ? [`revoke ${revoked}`] : []),
  ].join(', ');
  return parts === '' ? 'Nothing changes' : parts.charAt(0).toUpperCase() + parts.slice(1);
}
