import { Alert, Button, Checkbox, Group, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type CallAnswer, type FormatChoice, type MemberList, type Plans, UndecidedRows } from '@tessera/client';
import { useState } from 'react';
import { Loaded, sayDone, sayFailed } from '../../components/basics.js';
import { DropZone } from '../../components/drop-zone.js';
import { Modal } from '../../components/overlays.js';
import { read, useChange } from '../../data/api.js';
import type { RecordFile } from '../../data/imports.js';
import { textOf } from '../../text.js';
import { openRecordFile } from '../import/parse.js';
import {
  MemberColumns,
  type MemberMapping,
  membersIn,
  PlanGroups,
  plansIn,
  plansOf,
  usualMapping,
} from './member-file.js';
import { type RowChoice, RowsOfStatus } from './row-choice.js';

type Synced = CallAnswer<'settings.sync_members'>;

interface Chosen {
  readonly source: File;
  readonly choice: FormatChoice;
  readonly file: RecordFile;
}

/**
 * Grants and revokes access by a list of members. A person chooses a file and sees a preview of the changes. The button
 * states them.
 */
export function SyncDialog({ onClose }: { onClose: () => void }) {
  const [chosen, setChosen] = useState<Chosen>();
  const [problem, setProblem] = useState<string>();
  const open = async (source: File, choice: FormatChoice): Promise<void> => {
    try {
      setChosen({ source, choice, file: await openRecordFile(source, choice) });
      setProblem(undefined);
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error));
    }
  };
  return (
    <Modal onClose={onClose} title={textOf('Sync members')} size="lg">
      <Stack>
        <Text size="sm">
          {textOf(
            'A list of members, or an export of orders, with a column for the e-mail and one for the groups (ids with spaces between them) or the plan. Rows of one person are joined. No invites are sent.',
          )}
        </Text>
        {problem !== undefined && <Alert color="red">{problem}</Alert>}
        {chosen === undefined ? (
          <DropZone
            label={textOf('Drop a list of members')}
            accept=".csv,.tsv,.xlsx,.json,.ndjson"
            onFiles={([source]) => source !== undefined && void open(source, {})}
          />
        ) : (
          <Members
            key={chosen.file.columns?.join()}
            {...chosen}
            onChoice={(choice) => void open(chosen.source, choice)}
            onClose={onClose}
          />
        )}
      </Stack>
    </Modal>
  );
}

function Members(props: Chosen & { onChoice: (choice: FormatChoice) => void; onClose: () => void }) {
  const { file, choice, onChoice, onClose } = props;
  const [mapping, setMapping] = useState<MemberMapping>(() => usualMapping(file));
  const [plans, setPlans] = useState<Plans>(new Map());
  const [rows, setRows] = useState<RowChoice>({});
  const names = useQuery({
    queryKey: ['member-plans', file.name, file.modifiedAt, choice, mapping.plan],
    queryFn: () => plansIn(file, mapping.plan ?? ''),
    enabled: mapping.plan !== undefined,
    gcTime: 0,
  });
  const known = mapping.plan === undefined ? [] : (names.data ?? []);
  const wanted = new Map([...plansOf(known, new Map()), ...plans]);
  const isComplete = mapping.email !== undefined && (mapping.groups !== undefined || plans.size > 0);
  const list = useQuery({
    queryKey: ['member-list', file.name, file.modifiedAt, choice, mapping, [...wanted], rowsKey(rows)],
    queryFn: () => membersIn(file, mapping, { ...rows, plans: wanted }),
    enabled: isComplete,
    retry: false,
    structuralSharing: false,
    gcTime: 0,
  });
  return (
    <>
      <MemberColumns {...{ file, choice, onChoice, mapping }} onMapping={setMapping} />
      {known.length > 0 && <PlanGroups names={known} onPlans={setPlans} />}
      {list.error instanceof UndecidedRows && <RowsOfStatus found={list.error} onChoice={setRows} />}
      {isComplete && !(list.error instanceof UndecidedRows) && (
        <Loaded query={list} lines={4}>
          {(read) => (
            <>
              <Joined list={read} />
              <Preview key={JSON.stringify(read.members)} list={read} onClose={onClose} />
            </>
          )}
        </Loaded>
      )}
      {!isComplete && (
        <Text size="sm">{textOf('Choose the columns of the e-mail, and of the groups or the plan.')}</Text>
      )}
    </>
  );
}

function rowsKey({ where = new Map(), allRows }: RowChoice): unknown {
  return [allRows === true, [...where].map(([column, values]) => [column, [...values]])];
}

const shownJoined = 5;

function Joined({ list: { rows, members, joined } }: { list: MemberList }) {
  const shown = joined
    .slice(0, shownJoined)
    .map(({ email, lines }) => textOf('{email} (lines {lines})', { email, lines: lines.join(', ') }))
    .join(', ');
  const more = joined.length - shownJoined;
  const items = more > 0 ? textOf('{items} and {count} more', { items: shown, count: more }) : shown;
  return (
    <Text size="sm" role="status">
      {textOf('{count} row|{count} rows', { count: rows })},{' '}
      {textOf('{count} member|{count} members', { count: members.length })}.{' '}
      {joined.length > 0 && textOf('Joined: {items}.', { items })}
    </Text>
  );
}

function Preview({ list, onClose }: { list: MemberList; onClose: () => void }) {
  const [revokes, setRevokes] = useState(false);
  const sync = useChange('settings.sync_members', ['people', 'settings']);
  const body = { members: [...list.members], revoke_missing: revokes, list_changes: true };
  // The dry run needs no limit, because a person reviews its revocations.
  const dryRun = { body: { ...body, dry_run: true, max_revoked: Number.MAX_SAFE_INTEGER } };
  const preview = useQuery({ ...read('settings.sync_members', dryRun), refetchOnWindowFocus: false });
  const apply = (shown: Synced): void => {
    sync.mutate(
      { body: { ...body, max_revoked: shown.revoked } },
      {
        onSuccess: (done) => {
          sayDone(textOf('Done: {action}.', { action: inWords(done) }));
          onClose();
        },
        onError: sayFailed,
      },
    );
  };
  return (
    <>
      <Checkbox
        label={textOf('Revoke members who are not in the file')}
        checked={revokes}
        onChange={({ currentTarget }) => setRevokes(currentTarget.checked)}
      />
      <Loaded query={preview} lines={4}>
        {(shown) => (
          <>
            <Addresses title={textOf('Gain access')} emails={emailsOf(shown, ['granted', 'regranted'])} />
            <Addresses title={textOf('Change')} emails={emailsOf(shown, ['updated'])} />
            <Addresses title={textOf('Lose access')} emails={emailsOf(shown, ['revoked'])} />
            <Addresses title={textOf('Refused')} emails={refusedIn(shown, list)} />
            <Text size="sm">
              {textOf('{count} member unchanged.|{count} members unchanged.', { count: shown.unchanged })}
            </Text>
            <Group justify="flex-end" gap="xs">
              <Button variant="default" onClick={onClose}>
                {textOf('Cancel')}
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
      <Title order={3}>{textOf('{title}: {count}', { title, count: emails.length })}</Title>
      <ul className="lines">
        {emails.slice(0, shownAddresses).map((email) => (
          <li key={email}>{email}</li>
        ))}
        {emails.length > shownAddresses && (
          <li>{textOf('and {count} other|and {count} others', { count: emails.length - shownAddresses })}</li>
        )}
      </ul>
    </section>
  );
}

function refusedIn({ failed }: Synced, { linesOf }: MemberList): string[] {
  return failed.map(({ email, message }) =>
    textOf('Line {lines}: {email}: {message}', { lines: linesOf(email).join(', '), email, message }),
  );
}

function emailsOf({ changes = [] }: Synced, results: readonly string[]): string[] {
  return changes.filter(({ result }) => results.includes(result)).map(({ email }) => email);
}

/** The changes of a sync in words, such as "Grant 2, change 1, revoke 3". */
function inWords({ granted, regranted, updated, revoked }: Synced): string {
  const counts = [
    ...(granted + regranted > 0 ? [textOf('grant {count}', { count: granted + regranted })] : []),
    ...(updated > 0 ? [textOf('change {count}', { count: updated })] : []),
    ...(revoked > 0 ? [textOf('revoke {count}', { count: revoked })] : []),
  ].join(', ');
  return counts === '' ? textOf('Nothing changes') : counts.charAt(0).toUpperCase() + counts.slice(1);
}
