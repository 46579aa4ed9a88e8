import { limits } from '@tessera/contract';
import type { Context } from 'hono';
import { CallerChangedError } from '../../dispatch/confirmation.js';
import type { Mount } from '../../http/mount.js';
import type { RequestVariables } from '../../http/request.js';
import { recordAudit } from '../../platform/audit.js';
import type { Transaction } from '../../platform/database/database.js';
import { errors, ServiceError } from '../../platform/errors.js';
import { describeError } from '../../platform/log.js';
import type { Services } from '../../platform/services.js';
import { FairGate, type Turn } from '../../platform/turns/fair-gate.js';
import { actorOf } from '../../principals/principal.js';
import type { RepoRow } from '../store/index.js';
import { callerOf, type GitCaller, openRepo } from './access.js';
import { bodyOf } from './body.js';
import { answerFetch, answerFetchCommand } from './fetch/answer.js';
import { planFetch } from './fetch/plan.js';
import { type OpenPage, pageOpener } from './fetch/send.js';
import { Spool } from './pack/spool.js';
import { advertiseCommands, advertiseRefs, type GitService, listRefs } from './protocol/advertise.js';
import { type FetchRequest, readCommand, readFetchRequest } from './protocol/fetch-request.js';
import { ProtocolError, packet } from './protocol/pkt-line.js';
import { readPushRequest, reportLines } from './protocol/push-commands.js';
import { type PushParts, receivePush } from './push/receive.js';

const address = '/git/:workspace/:repo';
/** A request to fetch names commits, a thousand in 50 kB. */
const fetchRequestBytes = 1024 * 1024;
/** What comes before the pack of a push. */
const commandBytes = 1024 * 1024;
/** Pushes that are worked on at a time, of different workspaces: each may hold its pack in memory. */
const pushesAtATime = 2;

interface GitContext extends GitCaller {
  readonly c: Context<RequestVariables>;
  readonly services: Services;
  readonly repoName: string;
  readonly service: GitService;
  readonly openPage: OpenPage;
}

/** Adds git's smart HTTP protocol: clone and fetch in protocols 0 and 2, and push to `main`. */
export function mountGit(services: Services, parts: PushParts): Mount {
  const pushes = new FairGate({ atATime: pushesAtATime, placesPerShare: limits.pushesPerWorkspace });
  return (app) => {
    app.get(`${address}/info/refs`, (c) => answer(c, services, c.req.query('service'), advertise));
    app.post(`${address}/git-upload-pack`, (c) => answer(c, services, 'git-upload-pack', upload));
    app.post(`${address}/git-receive-pack`, (c) =>
      answer(c, services, 'git-receive-pack', (git) => receive(git, pushes, parts)),
    );
  };
}

/** Finds out who calls and opens the repo before anything else. Refusals are plain text, which git shows its user. */
async function answer(
  c: Context<RequestVariables>,
  services: Services,
  service: string | undefined,
  work: (git: GitContext) => Promise<Response>,
): Promise<Response> {
  c.header('Cache-Control', 'no-cache, max-age=0, must-revalidate');
  try {
    const { workspace = '', repo = '' } = c.req.param();
    if (service !== 'git-upload-pack' && service !== 'git-receive-pack') {
      throw errors.forbidden('Only the smart protocol of git is served: use git 1.6.6 or newer.');
    }
    if (!repo.endsWith('.git')) {
      throw errors.notFound('repo_not_found');
    }
    const authorization = c.req.header('authorization');
    const caller = await callerOf(services, { authorization, workspaceSlug: workspace });
    c.set('principal', caller.principal);
    const repoName = repo.slice(0, -'.git'.length);
    const openPage = pageOpener(
      (inside) => services.database.inWorkspace(caller.workspace.id, inside),
      (transaction) => openRepo(transaction, caller, { name: repoName, service }),
    );
    const refuseChanged = async (error: unknown) => {
      if (!(error instanceof CallerChangedError)) {
        throw error;
      }
      const changed = await callerOf(services, { authorization, workspaceSlug: workspace });
      await services.database.inWorkspace(changed.workspace.id, (transaction) =>
        openRepo(transaction, changed, { name: repoName, service }),
      );
      // It may still push, though not as what it was.
      throw errors.unavailable('Your access changed while this was received: push again.');
    };
    return await work({ ...caller, c, services, repoName, service, openPage }).catch(refuseChanged);
  } catch (error) {
    return refused(c, error);
  }
}

function refused(c: Context<RequestVariables>, error: unknown): Response {
  if (error instanceof ProtocolError) {
    return c.body(bytesFor(packet(`ERR ${error.message}\n`)), 200);
  }
  if (!(error instanceof ServiceError)) {
    throw error;
  }
  c.set('refusal', error);
  for (const [name, value] of Object.entries(error.headers)) {
    c.header(name, value);
  }
  if (error.status === 401) {
    c.header('WWW-Authenticate', 'Basic realm="Tessera", charset="UTF-8"');
  }
  return c.text(`${error.message}\n`, error.status as 400);
}

/** Bytes as `Response` takes them. */
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
  const { c, openPage } = git;
  // Asked first, so that nobody without the right has its body read.
  const head = await openPage(async (_transaction, repo) => repo.head);
  const pieces: Uint8Array[] = [];
  for await (const piece of bodyOf(c.req.raw, fetchRequestBytes)) {
    pieces.push(piece);
  }
  const body = Buffer.concat(pieces);
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
  const { c, services, openPage } = git;
  if (request.wants.length === 0) {
    throw new ProtocolError('the request wants nothing');
  }
  const plan = await openPage((transaction, repo) => {
    recordFetch(git, transaction, repo);
    return planFetch(transaction, repo, request);
  });
  const onFault = (error: unknown) =>
    services.log.error({ request_id: c.get('requestId'), error: describeError(error) }, 'a fetch by git broke off');
  return c.body(streamOf(answerWith({ request, plan, openPage, onFault })));
}

/** A fetch takes a repo's contents out of the service, so the trail says who has them. */
function recordFetch({ c, services, principal, workspace }: GitContext, transaction: Transaction, repo: RepoRow): void {
  recordAudit(transaction, {
    workspaceId: workspace.id,
    at: services.clock(),
    action: 'repo.fetched',
    actor: actorOf(principal),
    target: repo.name,
    detail: { commit: repo.head?.toString('hex') ?? null },
    requestId: c.get('requestId'),
  });
}

/** Nothing is read ahead: what the client does not take yet stays in the database. */
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

async function receive(git: GitContext, pushes: FairGate, parts: PushParts): Promise<Response> {
  await git.openPage(async () => undefined);
  // Its place is taken before its body arrives, which may take disk space for as long as it waits.
  return pushes.admit(git.workspace.id, (turn) => receiveBody(git, parts, turn));
}

async function receiveBody(git: GitContext, parts: PushParts, turn: Turn): Promise<Response> {
  const { c, services, repoName, principal, workspace, confirmation } = git;
  const spool = Spool.create();
  try {
    for await (const piece of bodyOf(c.req.raw, limits.pushBytes)) {
      spool.append(piece);
    }
    const request = readPushRequest(spool.read(0, Math.min(spool.bytes, commandBytes)));
    c.header('Content-Type', 'application/x-git-receive-pack-result');
    if (request.commands.length === 0) {
      return c.body(null);
    }
    const caller = { principal, workspace, confirmation };
    const requestId = c.get('requestId');
    const push = { services, ...parts, caller, repoName, requestId, request, spool };
    const report = await turn(() => receivePush(push));
    return c.body(bytesFor(reportLines(report, request.capabilities)));
  } finally {
    spool.unlink();
    spool.close();
  }
}
