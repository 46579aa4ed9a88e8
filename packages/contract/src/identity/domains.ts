import { z } from 'zod';
import { pathText, timestamp, workspaceReference } from '../common.js';
import { canonicalHost } from '../email-address.js';
import { settingsCredentials } from '../policy.js';
import { defineRoute } from '../route.js';

const admin = { credentials: settingsCredentials, workspace: 'one', role: 'admin' } as const;

const host = z
  .string()
  .trim()
  .max(253)
  .transform((value, context) => {
    const canonical = canonicalHost(value);
    if (canonical === undefined) {
      context.addIssue({ code: 'custom', message: 'must be the name of a host such as courses.example.com' });
    }
    return canonical ?? z.NEVER;
  })
  .meta({ type: 'string' });

const domainFields = {
  host: z.string(),
  status: z.enum(['pending', 'active']).describe('active: the record was found, and the host serves the workspace'),
  checked_at: timestamp.nullable().describe('When the record was found; null: not yet'),
  record: z
    .object({ type: z.literal('TXT'), name: z.string(), value: z.string() })
    .describe('The DNS record that proves the host, to be kept'),
  points_to: z
    .string()
    .describe('The host of the service, which the DNS of the host must name (CNAME or its addresses)'),
};

const domain = z.object({ ...domainFields, workspace: workspaceReference }).meta({ id: 'Domain' });

/** A workspace's own host, which serves only that workspace's pages. */
export const domainRoutes = {
  'settings.put_domain': defineRoute('settings.put_domain', 'PUT /settings/workspace/domain', {
    summary: "Set the workspace's own host, and look for its DNS record",
    description:
      'Set the record in the DNS of the host, then send the call again: once the record is found, the host serves ' +
      'reading pages, sign-in and account of this workspace alone, with cookies of its own. Another host ' +
      'replaces the first. Until the record of one workspace is found, others can set the same host.',
    policy: { ...admin, effect: 'write' },
    body: z.strictObject({ host }).meta({ id: 'DomainPut' }),
    answer: domain,
    errors: ['host_taken'],
  }),
  'settings.get_domain': defineRoute('settings.get_domain', 'GET /settings/workspace/domain', {
    summary: "Show the workspace's own host and its DNS record",
    policy: { ...admin, effect: 'read' },
    answer: domain,
    errors: ['domain_not_found'],
  }),
  'settings.delete_domain': defineRoute('settings.delete_domain', 'DELETE /settings/workspace/domain', {
    summary: "Remove the workspace's own host, which then serves nothing of it",
    policy: { ...admin, effect: 'write' },
    answer: z
      .object({ host: z.string(), deleted: z.literal(true), workspace: workspaceReference })
      .meta({ id: 'DomainDeleted' }),
    errors: ['domain_not_found'],
  }),
  'operator.get_domain': defineRoute('operator.get_domain', 'GET /operator/domains/{host}', {
    summary: 'Tell whether a host is an active domain of a workspace, for the TLS certificates of a proxy',
    policy: { credentials: ['operator'], operatorScope: 'domains', workspace: 'none', effect: 'read' },
    params: z.strictObject({ host: pathText }),
    answer: z.object({ host: z.string(), workspace: workspaceReference }).meta({ id: 'OperatorDomain' }),
    errors: ['domain_not_found'],
  }),
} as const;
