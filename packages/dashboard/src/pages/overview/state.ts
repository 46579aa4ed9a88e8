import { useQuery } from '@tanstack/react-query';
import { useSession } from '../../app/session.js';
import { collectionsQuery } from '../../components/collection-table.js';
import { devicesQuery, peopleQuery, tokensQuery, workspaceQuery } from '../../data/api.js';
import { groupsQuery } from '../groups/queries.js';
import { webhooksQuery } from '../webhooks/queries.js';
import { findingsQuery } from './queries.js';

/** The facts that the overview shows. Those for admins are undefined for other people. */
export function useWorkspaceState() {
  const { isAdmin } = useSession();
  const collections = useQuery(collectionsQuery());
  const managed = collections.data?.collections.filter(({ access }) => access === 'manage').map(({ name }) => name);
  const findings = useQuery(findingsQuery(managed));
  const admins = { enabled: isAdmin } as const;
  const people = useQuery({ ...peopleQuery(), ...admins });
  const settings = useQuery({ ...workspaceQuery(), ...admins });
  const groups = useQuery({ ...groupsQuery(), ...admins });
  const tokens = useQuery({ ...tokensQuery(), ...admins });
  const devices = useQuery({ ...devicesQuery(), ...admins });
  const webhooks = useQuery({ ...webhooksQuery(), ...admins });
  const all = [collections, findings, ...(isAdmin ? [people, settings, groups, tokens, devices, webhooks] : [])];
  return {
    collections: collections.data?.collections,
    /** Names of the collections that the caller manages. */
    managed,
    findings: findings.data,
    people: people.data?.people,
    seats: settings.data?.workspace,
    groups: groups.data?.groups,
    tokens: tokens.data?.tokens,
    devices: devices.data?.devices,
    webhooks: webhooks.data?.webhooks,
    /** Whether every call has returned or failed. */
    isSettled: !all.some(({ isLoading }) => isLoading) && (collections.isError || !findings.isPending),
    /** Whether no call has failed. */
    isComplete: all.every(({ data }) => data !== undefined),
  };
}

/** The facts on the overview. */
export type WorkspaceState = ReturnType<typeof useWorkspaceState>;
