import { limits } from '@tessera/contract';
import {
  advertiseCommands,
  advertiseRefs,
  type FetchRequest,
  type GitService,
  listRefs,
  ProtocolError,
  packet,
  readCommand,
  readFetchRequest,
  readPushRequest,
  reportLines,
} from '@tessera/git';
import type { Context } from 'hono';
import type { CallRules } from '../../dispatch/admission.js';
import type { AdapterCall, Dispatcher } from '../../dispatch/dispatcher.js';
import type { OperationContext } from '../../dispatch/operation.js';
import type { Mount } from '../../http/mount.js';
import { type RequestVariables, setHeaders } from '../../http/request.js';
import type { Transaction } from '../../platform/database/database.js';
import { errors, ServiceError } from '../../platform/errors.js';
import { describeError } from '../../platform/log.js';
import { FairGate, type Turn } from '../../platform/turns/fair-gate.js';
import type { Principal } from '../../principals/principal.js';
import type { ListingDependencies } from '../listing/operations.js';
import type { RepoRow } from '../store/index.js';
import { credentialsOf, openRepo } from './access.js';
import { bodyOf } from './body.js';
import { answerFetch, answerFetchCommand } from './fetch/answer.js';
import { planFetch } from './fetch/plan.js';
import { type OpenPage, pageOpener } from './fetch/send.js';
import { type PushDependencies, receivePush } from './push/receive.js';

const address = '/git/:workspace/:repo';
/** Maximum bytes of a fetch request. A list of 1,000 commits has 50 kB. */
const fetchRequestBytes = 1024 * 1024;
/** Maximum bytes of a push before its pack. */
const commandBytes = 1024 * 1024;
/**
 * Maximum pushes processed at the same time, each of a different workspace, because each may keep its pack in memory.
 */
const pushesAtATime = 2;

const rules: CallRules = {
  policy: { credentials: ['pinned_token', 'personal_token'], effect: 'read', workspace: 'one' },
  name: 'git',
  usesRecentCallers: true,
};

interface GitContext {
  readonly c: Context<RequestVariables>;
  readonly context: OperationContext;
  readonly principal: Principal;
  readonly repoName: string;
  readonly service: GitService;
  /** Returns the repo if the caller may fetch, or push, all of it. */
  readonly open: (transaction: Transaction) => Promise<RepoRow>;
  readonly openPage: OpenPage;
  /** Returns the body; call it once. Throws `unavailable` if the caller's rights change after the body was read. */
  readonly takeBody: (limitBytes: number) => AsyncGenerator<Uint8Array>;
}

/** Adds git's smart HTTP protocol: clone and fetch in protocols 0 and 2, and push to `main`. */
export function mountGit(dispatcher: Dispatcher, dependencies: PushDependencies): Mount {
  const pushes = new FairGate({ atATime: pushesAtATime, slotsPerShare: limits.pushesPerWorkspace });
  const source = { dispatcher, dependencies };
  return (app) => {
    app.get(`${address}/info/refs`, (c) => answer(c, source, c.req.query('service'), advertise));
    app.post(`${address}/git-upload-pack`, (c) => answer(c, source, 'git-upload-pack', upload));
    app.post(`${address}/git-receive-pack`, (c) =>
      answer(c, source, 'git-receive-pack', (git) => receive(git, pushes, dependencies)),
    );
  };
}

/** Admits the caller, then answers. Errors are plain text, because git shows that to its user. */
async function answer(
  c: Context<RequestVariables>,
  { dispatcher, dependencies }: { readonly dispatcher: Dispatcher; readonly dependencies: ListingDependencies },
  service: string | undefined,
  work: (git: GitContext) => Promise<Response>,
): Promise<Response> {
  c.header('Cache-Control', 'no-cache, max-age=0, must-revalidate');
  try {
    const { workspace: slug = '', repo = '' } = c.req.param();
    if (service !== 'git-upload-pack' && service !== 'git-receive-pack') {
      throw errors.forbidden('Only the smart protocol of git is served: use git 1.6.6 or newer.');
    }
    const repoName = repo.replace(/\.git$/, '');
    const takeBody = bodyTaker(c);
    const call: AdapterCall = {
      credentials: credentialsOf(c.req.header('authorization')),
      workspace: { slug },
      rules,
      requestId: c.get('requestId'),
      writes: true,
      onCaller: (principal) => c.set('principal', principal),
    };
    return await dispatcher.admit(call, (context, principal) => {
      const { listings, decisions } = dependencies;
      const open = (transaction: Transaction) =>
        openRepo(transaction, principal, { name: repoName, service, listings, decisions });
      return work({
        c,
        context,
        principal,
        repoName,
        service,
        open,
        openPage: pageOpener(context.read, open),
        takeBody,
      });
    });
  } catch (error) {
    const isUnreachable = error instanceof ServiceError && error.code === 'not_a_member';
    return refused(c, isUnreachable ? errors.notFound('repo_not_found') : error);
  }
}

function bodyTaker(c: Context<RequestVariables>): GitContext['takeBody'] {
  let isTaken = false;
  return (limitBytes) => {
    if (isTaken) {
      throw errors.unavailable('Your access changed during this request: repeat the command.');
    }
    isTaken = true;
    return bodyOf(c, limitBytes);
  };
}

function refused(c: Context<RequestVariables>, error: unknown): Response {
  if (error instanceof ProtocolError) {
    return c.body(bytesFor(packet(`ERR ${error.message}`)), 200);
  }
  if (!(error instanceof ServiceError)) {
    throw error;
  }
  c.set('refusal', error);
  setHeaders(c, error.headers);
  if (error.status === 401) {
    c.header('WWW-Authenticate', 'Basic realm="Tessera", charset="UTF-8"');
  }
  return c.text(`${error.message}\n`, error.status as 400);
}

/** Copies bytes, because `Response` does not accept a shared buffer. */
function bytesFor(bytes: Buffer): Uint8Array<ArrayBuffer> {
  return new Uint8Array(bytes);
}

function speaksProtocol2(c: Context<RequestVariables>): boolean {
  return (c.req.header('git-protocol') ?? '').split(':').includes('version=2');
}

async function advertise({ c, service, openPage }: GitContext): Promise<Response> {
  const head = await openPage(async (_transaction, repo) => repo.head);
  c.header('Content-Type', `application/x-${service}-advertisement`);
  const isCommands = service === 'git-upload-pack' && speaksProtocol2(c);
  return c.body(bytesFor(isCommands ? advertiseCommands() : advertiseRefs(service, head)));
}

async function upload(git: GitContext): Promise<Response> {
  const { c, openPage, takeBody } = git;
  // The rights are checked before the body is read.
  const head = await openPage(async (_transaction, repo) => repo.head);
  const body = await c.get('received').collect(takeBody(fetchRequestBytes));
  c.header('Content-Type', 'application/x-git-upload-pack-result');
  if (!speaksProtocol2(c)) {
    const request = readFetchRequest(body);
    return request === undefined ? c.body(null) : fetchAnswer(git, request, answerFetch);
  }
  const command = readCommand(body);
  if (command === undefined) {
    return c.body(null);
  }
  return command.name === 'ls-refs'
    ? c.body(bytesFor(listRefs(head, command.args)))
    : fetchAnswer(git, command.request, answerFetchCommand);
}

async function fetchAnswer(git: GitContext, request: FetchRequest, answerWith: typeof answerFetch): Promise<Response> {
  const { c, context, open, openPage } = git;
  if (request.wants.length === 0) {
    throw new ProtocolError('the request wants nothing');
  }
  const plan = await context.transaction(async (transaction) => {
    const repo = await open(transaction);
    // A fetch copies a repo out of the service, so the audit log records which commit was fetched by whom.
    const detail = { commit: repo.head?.toString('hex') ?? null };
    context.audit(transaction, { action: 'repo.fetched', target: repo.name, detail });
    return planFetch(transaction, repo, request);
  });
  const onFault = (error: unknown) =>
    context.services.log.error(
      { request_id: context.requestId, error: describeError(error) },
      'a fetch by git broke off',
    );
  return c.body(streamOf(answerWith({ request, plan, openPage, onFault })));
}

/** Reads no more than the client consumes, so the rest stays in the database. */
function streamOf(pieces: AsyncGenerator<Uint8Array>): ReadableStream<Uint8Array> {
  const source = {
    pull: async (controller: ReadableStreamDefaultController<Uint8Array>) => {
      const { done, value } = await pieces.next();
      if (done === true) {
        controller.close();
      } else {
        controller.enqueue(value);
      }
    },
    cancel: async () => {
      await pieces.return(undefined);
    },
  };
  return new ReadableStream(source, { highWaterMark: 0 });
}

async function receive(git: GitContext, pushes: FairGate, dependencies: PushDependencies): Promise<Response> {
  await git.openPage(async () => undefined);
  // The push enters the queue before its body arrives, because a body that waits occupies disk space.
  return pushes.admit(git.context.workspace.id, (turn) => receiveBody(git, dependencies, turn));
}

async function receiveBody(git: GitContext, dependencies: PushDependencies, turn: Turn): Promise<Response> {
  const { c, context, principal, repoName, takeBody } = git;
  const spool = await c.get('received').spool(takeBody(limits.pushBytes));
  const request = readPushRequest(spool.read(0, Math.min(spool.bytes, commandBytes)));
  c.header('Content-Type', 'application/x-git-receive-pack-result');
  if (request.commands.length === 0) {
    return c.body(null);
  }
  const push = { ...dependencies, context, principal, repoName, request, spool };
  const report = await turn(() => receivePush(push));
  return c.body(bytesFor(reportLines(report, request.capabilities)));
}
