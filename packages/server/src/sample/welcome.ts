import { resolve } from 'node:path';
import type { OperationId } from '@tessera/contract';
import type { Dispatcher } from '../dispatch/dispatcher.js';
import type { AnswerOf } from '../dispatch/operation.js';
import type { Queryable } from '../platform/database/database.js';
import { recordOperatorEvent } from '../platform/operator-events.js';
import type { Services } from '../platform/services.js';
import { sampleDocuments, sampleGroups, sampleProducts, sampleRepos } from './contents.js';

/** Address of the first admin, who signs in with a link, because mail to it is not read. */
const sampleAdmin = 'admin@example.com';
const sampleMember = 'member@example.com';
const sampleAgent = 'sample agent';
const sampleBackend = 'sample backend';

// Callers cannot send this id, because it contains a space.
const requestId = 'first start';

/** Dependencies of the welcome. */
export interface WelcomeDependencies {
  readonly services: Services;
  readonly dispatcher: Dispatcher;
  readonly operatorToken: string;
  readonly print: (text: string) => void;
  /** Whether a person reads the output. Otherwise, address and credentials are lines of the log. */
  readonly isTerminal: boolean;
}

/**
 * Reports the address of the service. On a first start, also creates the sample workspace and prints its credentials.
 */
export async function welcome(dependencies: WelcomeDependencies): Promise<void> {
  const { services, print, isTerminal } = dependencies;
  const { baseUrl, settings, log } = services;
  const ready = `Tessera is ready at ${baseUrl}`;
  const links = { api_reference: `${baseUrl}/docs`, sign_in: `${baseUrl}/sign-in` };
  const folder = resolve(settings.SVC_DATA_DIR);
  const isText = isTerminal || !log.isLevelEnabled('info');
  if (isText) {
    print(
      `\n${ready}\n  API reference    ${links.api_reference}\n  Sign-in          ${links.sign_in}\n  Data folder      ${folder}\n`,
    );
  } else {
    log.info({ ...links, data_folder: folder }, ready);
  }
  const wanted =
    settings.SVC_DEMO === '1' || (settings.SVC_DEMO === undefined && services.database.engine !== 'postgres');
  if (wanted && (await isFirstStart(services))) {
    const sample = await makeSample(dependencies);
    if (isText) {
      print(describeSample(baseUrl, sample));
    } else {
      const { link, token, apiKey, ingestUrl, magicLink } = sample;
      const shown = {
        sign_in_link: link,
        agent_token: token,
        api_key: apiKey,
        ingest_url: ingestUrl,
        magic_link: magicLink,
      };
      log.info(shown, 'the sample workspace has been created; its credentials are shown only now');
    }
  }
}

/** Whether the database is empty, or contains only the incomplete sample of a crashed process, which is deleted. */
function isFirstStart({ database }: Services): Promise<boolean> {
  return database.asSystem(async (transaction) => {
    // In a shared database, another process may be creating the sample.
    if (database.engine !== 'postgres') {
      await deleteUnfinished(transaction, {
        requestId,
        credentials: [sampleAgent, sampleBackend],
        people: [sampleAdmin, sampleMember],
      });
    }
    return !(await hasWorkspaces(transaction));
  });
}

interface Sample {
  readonly link: string;
  readonly token: string;
  readonly apiKey: string;
  readonly ingestUrl: string;
  /** Opens the course as a paying reader. */
  readonly magicLink: string;
}

/** Creates the sample with the calls that clients use. */
async function makeSample({ services, dispatcher, operatorToken }: WelcomeDependencies): Promise<Sample> {
  const operator = caller(dispatcher, operatorToken);
  const { workspace } = await operator('operator.create_workspace', {
    body: { slug: 'sample', name: 'Sample workspace', admin_email: sampleAdmin },
  });
  const link = await operator('operator.create_sign_in_link', { params: { email: sampleAdmin }, body: undefined });
  const params = { id: workspace.id };
  const token = await operator('operator.create_token', {
    params,
    body: { name: sampleAgent, role: 'admin', access: 'read_write' },
  });
  const capabilities = ['manage_members', 'manage_permissions', 'manage_readers', 'create_sign_in_links'];
  const key = await operator('operator.create_api_key', { params, body: { name: sampleBackend, capabilities } });
  const agent = caller(dispatcher, token.secret);
  const collection = await agent('collections.create', {
    body: { name: 'products', description: 'Office furniture of a made-up shop' },
  });
  const roles = {
    embed_fields: ['name', 'categ_id', 'description'],
    id_match_fields: ['default_code', 'barcode'],
    field_types: { list_price: 'number' },
  };
  await agent('collections.update', { params: { name: 'products' }, body: roles });
  await agent('collections.import_records', { params: { name: 'products' }, body: { records: sampleProducts() } });
  const magicLink = await makeDocuments(agent, caller(dispatcher, key.secret));
  await services.database.asSystem(async (transaction) =>
    recordOperatorEvent(transaction, services, {
      action: completed,
      actor: null,
      target: workspace.id,
      detail: {},
      requestId,
    }),
  );
  return { link: link.url, token: token.secret, apiKey: key.secret, ingestUrl: collection.ingest_url, magicLink };
}

type Caller = ReturnType<typeof caller>;

/** Creates the repos, groups, a member and a magic link for the course. Returns the link. */
async function makeDocuments(agent: Caller, backend: Caller): Promise<string> {
  for (const { name, description } of sampleRepos) {
    await agent('repos.create', { body: { name, description } });
    const changes = sampleDocuments(name).map(({ path, text }) => {
      return { action: 'put', path: `${name}/${path}`, text, base: null };
    });
    await agent('documents.commit', { body: { repo: name, message: `Begin the ${name}`, changes } });
  }
  const groups: string[] = [];
  for (const group of sampleGroups) {
    groups.push((await backend('groups.create', { body: { ...group, paths: [...group.paths] } })).id);
  }
  const course = groups.slice(-1);
  const someone = { email: 'reader@example.com', name: 'Rosa Reader', groups: course, send_email: false };
  await backend('members.grant', { body: { ...someone, email: sampleMember, name: 'Mika Member' } });
  const link = await backend('readers.create', { body: someone });
  return link.magic_link ?? '';
}

function caller(dispatcher: Dispatcher, secret: string) {
  return async <Id extends OperationId>(
    operation: Id,
    input: { params?: Record<string, string>; body: unknown },
  ): Promise<AnswerOf<Id>> => {
    const outcome = await dispatcher.call({
      operation,
      credentials: { authorization: `Bearer ${secret}` },
      workspaceHeader: undefined,
      requestId,
      input: async () => ({ params: input.params ?? {}, query: {}, body: input.body }),
    });
    if (outcome.refusal !== undefined) {
      throw new Error(`the sample's ${operation} was refused: ${outcome.refusal.message}`, { cause: outcome.fault });
    }
    return outcome.answer as AnswerOf<Id>;
  };
}

function describeSample(baseUrl: string, { link, token, apiKey, ingestUrl, magicLink }: Sample): string {
  return `
Open this to sign in as the first admin (works once, for an hour):
  ${link}

A sample workspace with a collection "products" and the repos "handbook" and "course" has been made. Its credentials are shown only now:
  Agent token      ${token}
  API key (/v1)    ${apiKey}
  Ingest URL       ${ingestUrl}

Read the course as someone who has paid for it (member@example.com may sign in to the same):
  ${magicLink}

Resolve a record:
  curl -sS ${baseUrl}/collections/products/query \\
    -H 'Authorization: Bearer ${token}' \\
    -H 'Content-Type: application/json' -d '{"query": "DSK-160-OAK"}'

`;
}

/** Whether there is any workspace. */
async function hasWorkspaces(transaction: Queryable): Promise<boolean> {
  const rows = await transaction.query('select from workspaces limit 1');
  return rows.length > 0;
}

/** The action in the operator's log that says that a sample is complete. */
const completed = 'workspace.sample_completed';

/**
 * Deletes the workspace of a sample whose creation was interrupted, by the operator's log. Keeps it if it contains
 * credentials or people besides the sample's, because then someone uses it.
 */
async function deleteUnfinished(
  transaction: Queryable,
  sample: { readonly requestId: string; readonly credentials: readonly string[]; readonly people: readonly string[] },
): Promise<void> {
  await transaction.query(
    `delete from workspaces w
     where exists (select from operator_events e
                   where e.target = w.id::text and e.action = 'workspace.created' and e.request_id = $1)
       and not exists (select from operator_events e where e.target = w.id::text and e.action = $2)
       and not exists (select from tokens t where t.workspace_id = w.id and t.name <> all($3::text[]))
       and not exists (select from api_keys k where k.workspace_id = w.id and k.name <> all($3::text[]))
       and not exists (select from memberships m where m.workspace_id = w.id and m.email <> all($4::text[]))`,
    [sample.requestId, completed, sample.credentials, sample.people],
  );
}
