import { limits } from '@tessera/contract';
import type { Context } from 'hono';
import SCIMMY from 'scimmy';
import type { CallRules } from '../../dispatch/admission.js';
import type { Dispatcher } from '../../dispatch/dispatcher.js';
import { formLimit } from '../../http/body.js';
import type { Mount } from '../../http/mount.js';
import { type RequestVariables, setHeaders } from '../../http/request.js';
import { refusalOf } from '../../platform/database/sqlstate.js';
import { errors } from '../../platform/errors.js';
import { once } from '../../platform/once.js';
import { areNames, isSimpleFilter, readMessage } from './message.js';
import { declareScim, invalidFilter, type ScimCall } from './resources.js';

type ScimContext = Context<RequestVariables>;

// A deactivation has to work in a suspended workspace too.
const rules: CallRules = {
  policy: { credentials: ['api_key'], effect: 'write', endsAccess: true, workspace: 'one', capability: 'provision' },
  name: 'scim',
  usesRecentCallers: true,
};

const { User, Group, Schema, ResourceType, ServiceProviderConfig } = SCIMMY.Resources;
/** The resources that are searched by POST, by path. */
const searched = new Map([
  ['/scim/v2/.search', [User, Group]],
  ['/scim/v2/Users/.search', [User]],
  ['/scim/v2/Groups/.search', [Group]],
]);
const resources = new Map(
  [User, Group, Schema, ResourceType, ServiceProviderConfig].map((resource) => [resource.endpoint.slice(1), resource]),
);

/** Adds SCIM 2.0 (RFC 7643, RFC 7644): users and groups of a directory, as the share of source `scim`. */
export function mountScim(baseUrl: string, dispatcher: Dispatcher): Mount {
  declareScim(baseUrl);
  return (app) => {
    app.use('/scim/v2/*', formLimit(limits.scimBytes));
    app.all('/scim/v2/:resource/:id?', (c) => answer(c, dispatcher));
  };
}

async function answer(c: ScimContext, dispatcher: Dispatcher): Promise<Response> {
  try {
    const text = once(() => c.req.text());
    const call = {
      credentials: { authorization: c.req.header('authorization') },
      workspace: {},
      rules: { ...rules, storesMore: c.req.method === 'POST' && !searched.has(c.req.path) },
      requestId: c.get('requestId'),
      onCaller: (principal: RequestVariables['Variables']['principal']) => c.set('principal', principal),
    };
    return await dispatcher.admit(call, async (context) => {
      const message = await text();
      return context.transaction((transaction) => perform(c, message, { context, transaction }));
    });
  } catch (error) {
    return refuse(c, error);
  }
}

async function perform(c: ScimContext, text: string, call: ScimCall): Promise<Response> {
  const types = searched.get(c.req.path);
  if (types !== undefined && c.req.method === 'POST') {
    const message = readMessage(text);
    const { startIndex, count } = constraintsOf({ ...message });
    const request = new SCIMMY.Messages.SearchRequest(message as never);
    const { attributes } = request;
    // Schemas show which resources are users.
    const selected = attributes && { attributes: [...attributes, 'schemas'] };
    request.prepare({ ...request, ...selected, startIndex, count });
    return send(c, inPage(await request.apply(types as never, call), call));
  }
  const { resource: name = '', id } = c.req.param();
  const Resource = resources.get(name);
  if (Resource === undefined) {
    throw errors.routeNotFound();
  }
  const isStored = Resource === User || Resource === Group;
  const methods = isStored ? (id === undefined ? ['GET', 'POST'] : ['GET', 'PUT', 'PATCH', 'DELETE']) : ['GET'];
  if (!methods.includes(c.req.method)) {
    throw errors.methodNotAllowed(methods);
  }
  try {
    const resource = new Resource(id, isStored ? constraintsOf(c.req.query()) : {});
    switch (c.req.method) {
      case 'GET':
        return send(c, inPage(withSchemas(Resource, await resource.read(call)), call));
      case 'PATCH':
        // The library checks the message.
        return send(c, (await resource.patch(readMessage(text) as never, call)) ?? (await resource.read(call)));
      case 'DELETE':
        await resource.dispose(call);
        return c.body(null, 204);
      default:
        return send(c, await resource.write(readMessage(text), call), id === undefined ? 201 : 200);
    }
  } catch (error) {
    throw call.failure ?? error;
  }
}

/** A list with the position of its page. */
const inPage = (shown: object, { startIndex }: ScimCall) => ({ ...shown, ...(startIndex && { startIndex }) });

/** Clients need the schemas of a resource even if they select other attributes. */
function withSchemas(Resource: { readonly endpoint: string }, shown: { readonly schemas?: unknown }): object {
  const schema = { [User.endpoint]: User.schema, [Group.endpoint]: Group.schema }[Resource.endpoint];
  return schema === undefined ? shown : { ...shown, schemas: shown.schemas ?? [schema.definition.id] };
}

/** The parameters of a list, from a query or from the message of a search. */
function constraintsOf({ startIndex = 1, count = limits.scimPage, filter, ...rest }: Record<string, unknown>) {
  if (filter !== undefined && !isSimpleFilter(filter)) {
    throw invalidFilter();
  }
  if (!Object.values(rest).flat().every(areNames)) {
    const text = `a parameter has at most ${limits.scimCharacters} characters, and names attributes`;
    throw new SCIMMY.Types.Error(400, 'invalidValue', text);
  }
  const page = { startIndex: Math.min(Number(startIndex), lastIndex), count: Math.min(Number(count), limits.scimPage) };
  return { ...rest, ...(filter !== undefined && { filter: String(filter) }), ...page };
}

/** A position after all users and groups. */
const lastIndex = 2 ** 31 - 1;

function send(c: ScimContext, value: unknown, status = 200): Response {
  const { location } = (value as { readonly meta?: { readonly location?: string } }).meta ?? {};
  const headers = { 'Content-Type': 'application/scim+json', ...(location !== undefined && { Location: location }) };
  return c.body(JSON.stringify(value), status as 200, headers);
}

function refuse(c: ScimContext, error: unknown): Response {
  const refusal = refusalOf(error);
  if (refusal !== undefined) {
    c.set('refusal', refusal);
    setHeaders(c, refusal.headers);
    return sendError(c, { status: refusal.status, detail: refusal.message });
  }
  if (error instanceof SCIMMY.Types.Error) {
    return sendError(c, { status: error.status, scimType: error.scimType, detail: error.message });
  }
  throw error;
}

function sendError(
  c: ScimContext,
  { status, scimType, detail }: { status: number; scimType?: string; detail: string },
) {
  const schemas = ['urn:ietf:params:scim:api:messages:2.0:Error'];
  return send(c, { schemas, status: String(status), ...(scimType && { scimType }), detail }, status);
}
