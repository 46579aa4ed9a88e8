import {
  answerableErrors,
  areaOf,
  areas,
  type CredentialKind,
  checksWorkspaceHeader,
  deviceErrorAnswer,
  type Example,
  errorCodes,
  errorEnvelope,
  examples,
  type OperationId,
  type RouteDefinition,
  routes,
  toJsonSchema,
  version,
  webhookEventData,
  workspaceHeader,
} from '@tessera/contract';
import { z } from 'zod';
import { credentialCookies } from '../principals/credential.js';
import { type CookiePrefix, cookiePrefixOf } from './request.js';

type Json = Record<string, unknown>;

/** The base URL that the recorded examples contain. */
const exampleBaseUrl = 'http://127.0.0.1:8080';

const introduction = `Workspaces for knowledge that people and agents share: access grants, collections of records, documents.

Send JSON, and a credential as \`Authorization: Bearer …\`. A pinned token \`svc_tk_…\` works in its one workspace; a personal token \`svc_pt_…\` names the workspace in \`X-Svc-Workspace\`; an API key \`svc_ak_…\` is for the routes under \`/v1\`.

Every success is \`200\`. Every error is \`{"error": {"code", "message"}}\`, with the HTTP status of its code: branch on the code. Unknown keys of a body are refused. Lists are \`{<plural>: […], count}\`; where there is more, \`next_cursor\` is the \`cursor\` of the next page. Every answer carries \`X-Request-Id\`: quote it when something is wrong.`;

const securitySchemesWith = (cookiePrefix: CookiePrefix) =>
  ({
    apiKey: { type: 'http', scheme: 'bearer', description: 'Workspace API key, svc_ak_….' },
    apiKeyHeader: {
      type: 'apiKey',
      in: 'header',
      name: 'X-API-Key',
      description: 'The same key in a header of its own.',
    },
    token: { type: 'http', scheme: 'bearer', description: 'Pinned token svc_tk_… or personal token svc_pt_….' },
    session: {
      type: 'apiKey',
      in: 'cookie',
      name: cookiePrefix + credentialCookies.session,
      description: 'Dashboard session.',
    },
    reader: {
      type: 'apiKey',
      in: 'cookie',
      name: cookiePrefix + credentialCookies.magicLink,
      description: 'What a magic link was exchanged for. With a session as well, it counts on reading pages only.',
    },
    operator: { type: 'http', scheme: 'bearer', description: 'Operator token, svc_op_….' },
  }) as const;

type SecurityScheme = keyof ReturnType<typeof securitySchemesWith>;

const schemesOf: Readonly<Record<CredentialKind, readonly (SecurityScheme | undefined)[]>> = {
  anonymous: [undefined],
  // Visitors have no credential; they read public pages only.
  visitor: [],
  // These secrets are part of the path, so they need no security scheme.
  ingest_secret: [undefined],
  reconciliation_secret: [undefined],
  api_key: ['apiKey', 'apiKeyHeader'],
  pinned_token: ['token'],
  personal_token: ['token'],
  // Access tokens of assistants are valid at the relay only, which is not part of this document.
  assistant: [],
  session: ['session'],
  magic_link: ['reader'],
  operator: ['operator'],
};

const headers = {
  'X-Request-Id': { description: 'The id that the caller sent, or a new one.', schema: { type: 'string' } },
  'Retry-After': { description: 'Whole seconds after which to try again.', schema: { type: 'integer', minimum: 1 } },
  'RateLimit-Policy': {
    description: 'The limit of a credential, with its window in seconds.',
    schema: { type: 'string' },
  },
  RateLimit: { description: 'What is left of it, and the seconds until there is more.', schema: { type: 'string' } },
} as const;

const fileContent = { '*/*': { schema: { type: 'string', format: 'binary' } } };

/** Errors that are refused before a request reaches a route. Their envelope is that of all routes. */
const edgeErrors: ReadonlySet<string> = new Set(['request_timeout', 'headers_too_large', 'expectation_failed']);

const retriedStatuses: ReadonlySet<number> = new Set([errorCodes.rate_limited.status, errorCodes.unavailable.status]);

/** Generates the OpenAPI 3.1 description of all routes from their validation schemas. */
export function openApiDocument(baseUrl: string): Json {
  const components: Json = {};
  const paths: Record<string, Json> = {};
  for (const route of Object.values(routes) as RouteDefinition[]) {
    const described = describeRoute(route, components, exampleOf(route, baseUrl));
    paths[route.path] = { ...paths[route.path], [route.method.toLowerCase()]: described };
  }
  const error = schemaOf(errorEnvelope, 'output', components);
  return {
    openapi: '3.1.0',
    info: {
      title: 'Tessera',
      version,
      description: introduction,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: baseUrl }],
    tags: areas.map(({ name, introduction: description }) => ({ name, description })),
    paths,
    webhooks: describeWebhooks(components),
    components: {
      schemas: { ...components, ErrorAnswer: error },
      securitySchemes: securitySchemesWith(cookiePrefixOf(baseUrl)),
      headers,
    },
  };
}

/** The calls that webhooks receive, by event. */
function describeWebhooks(components: Json): Json {
  const common = { timestamp: z.iso.datetime(), workspace_id: z.uuid() };
  return Object.fromEntries(
    Object.entries(webhookEventData).map(([event, data]) => {
      const schema = schemaOf(z.object({ type: z.literal(event), ...common, data }), 'output', components);
      const call = {
        operationId: `webhook.${event}`,
        tags: [areaOf('webhooks.create').name],
        summary: data.description,
        description:
          'Signed as the Standard Webhooks specification says, with `webhook-id`, `webhook-timestamp` and `webhook-signature`.',
        security: [],
        requestBody: { required: true, content: { 'application/json': { schema } } },
        responses: { 200: { description: 'Any status from 200 to 299 means that the event was received.' } },
      };
      return [event, { post: call }];
    }),
  );
}

/** The example of a route with the base URL of this service. */
function exampleOf({ id }: RouteDefinition, baseUrl: string): Example {
  const example = JSON.stringify(examples.get(id) ?? {});
  return JSON.parse(example.replaceAll(exampleBaseUrl, baseUrl)) as Example;
}

/** The example of a parameter, with the type of its schema. Recorded calls contain text. */
function exampleValue({ params, query }: Example, { name, schema }: Json): Json {
  const value = params?.[String(name)] ?? query?.[String(name)];
  const isText = !['integer', 'number', 'boolean'].includes(String((schema as Json).type));
  return value === undefined ? {} : { example: isText ? value : JSON.parse(String(value)) };
}

function withExample(content: Json, example: unknown): Json {
  return Object.fromEntries(Object.entries(content).map(([type, body]) => [type, { ...(body as Json), example }]));
}

function describeRoute(route: RouteDefinition, components: Json, example: Example): Json {
  const body =
    route.body === undefined
      ? {}
      : {
          requestBody: {
            required: route.optionalBody !== true,
            content: withExample(bodyContent(route.body, route, components), example.body),
          },
        };
  const answer = route.bytes === 'answer' ? fileContent : answerContent(route, components);
  const schemes = [...new Set(route.policy.credentials.flatMap((kind) => schemesOf[kind]))];
  return {
    operationId: route.id,
    tags: [areaOf(route.id as OperationId).name],
    summary: route.summary,
    ...(route.description === undefined ? {} : { description: route.description }),
    security: schemes.map((scheme) => (scheme === undefined ? {} : { [scheme]: [] })),
    parameters: [
      ...parameters(route.params, () => 'path', components),
      ...parameters(route.query, (name) => (route.headers?.includes(name) ? 'header' : 'query'), components),
      ...workspaceSelector(route),
    ].map((parameter) => ({ ...parameter, ...exampleValue(example, parameter) })),
    ...body,
    responses: withHeaders(route, {
      200: { description: 'Done.', content: withExample(answer, example.answer) },
      ...errorAnswers(route),
      ...(route.errorShape === 'oauth' ? deviceErrorAnswers(route, components) : {}),
      ...(route.mayBeDegraded === true
        ? { 503: { description: 'Degraded.', content: content(route.answer, 'output', components) } }
        : {}),
    }),
  };
}

/** Adds headers to the responses of a route. */
function withHeaders({ policy }: RouteDefinition, answers: Readonly<Record<string, Json>>): Json {
  const isCounted = policy.credentials.includes('api_key') && !policy.credentials.includes('anonymous');
  return Object.fromEntries(
    Object.entries(answers).map(([status, answer]) => {
      const names: (keyof typeof headers)[] = [
        'X-Request-Id',
        ...(retriedStatuses.has(Number(status)) ? (['Retry-After'] as const) : []),
        ...(isCounted ? (['RateLimit-Policy', 'RateLimit'] as const) : []),
      ];
      const references = names.map((name) => [name, { $ref: `#/components/headers/${name}` }]);
      return [status, { ...answer, headers: Object.fromEntries(references) }];
    }),
  );
}

function bodyContent(body: z.ZodType, route: RouteDefinition, components: Json): Json {
  if (route.bytes === 'body' || route.bytes === 'stream') {
    return fileContent;
  }
  const json = content(body, 'input', components);
  return route.formBody === true ? { ...json, 'application/x-www-form-urlencoded': json['application/json'] } : json;
}

function answerContent(route: RouteDefinition, components: Json): Json {
  const json = content(route.answer, 'output', components);
  return route.page === true ? { 'text/html': json['application/json'] } : json;
}

function deviceErrorAnswers(route: RouteDefinition, components: Json): Record<string, Json> {
  const answer = { description: 'As RFC 8628 says.', content: content(deviceErrorAnswer, 'output', components) };
  const statuses = answerableErrors(route)
    .filter((code) => !edgeErrors.has(code))
    .map((code) => errorCodes[code].status);
  return Object.fromEntries(statuses.map((status) => [status, answer]));
}

function errorAnswers(route: RouteDefinition): Record<string, Json> {
  const byStatus = new Map<number, string[]>();
  for (const code of answerableErrors(route)) {
    const { status, meaning } = errorCodes[code];
    byStatus.set(status, [...(byStatus.get(status) ?? []), `\`${code}\`: ${meaning}`]);
  }
  return Object.fromEntries(
    [...byStatus].map(([status, lines]) => [
      status,
      {
        description: lines.join('\n\n'),
        content: { 'application/json': { schema: { $ref: '#/components/schemas/ErrorAnswer' } } },
      },
    ]),
  );
}

function workspaceSelector(route: RouteDefinition): Json[] {
  if (!checksWorkspaceHeader(route)) {
    return [];
  }
  const { workspace, credentials } = route.policy;
  const description =
    workspace === 'one' && credentials.includes('personal_token')
      ? 'The workspace that the call goes to. A personal token must name it; a pinned credential carries its own.'
      : 'Not needed; one that the credential does not reach is refused.';
  return [
    { name: workspaceHeader, in: 'header', required: false, description, schema: { type: 'string', format: 'uuid' } },
  ];
}

function parameters(
  schema: z.ZodObject | undefined,
  where: (name: string) => 'path' | 'query' | 'header',
  components: Json,
): Json[] {
  return Object.entries(schema?.shape ?? {}).map(([name, part]) => ({
    name,
    in: where(name),
    required: where(name) === 'path' || !z.safeParse(part as z.ZodType, undefined).success,
    schema: schemaOf(part as z.ZodType, 'input', components),
  }));
}

function content(schema: z.ZodType, io: 'input' | 'output', components: Json): Json {
  return { 'application/json': { schema: schemaOf(schema, io, components) } };
}

/** Converts a schema to JSON Schema, and moves named schemas (`meta({id})`) to the components. */
function schemaOf(schema: z.ZodType, io: 'input' | 'output', components: Json): Json {
  const { $schema: _dialect, $defs: definitions, ...own } = toJsonSchema(schema, io) as Json;
  // The input and output of a schema may differ, because defaults make fields optional in the input.
  const suffix = io === 'input' ? 'Input' : '';
  const rename = (value: unknown): unknown =>
    JSON.parse(JSON.stringify(value).replace(/"#\/\$defs\/([^"]+)"/g, `"#/components/schemas/$1${suffix}"`));
  for (const [name, definition] of Object.entries((definitions ?? {}) as Json)) {
    components[name + suffix] = rename(definition);
  }
  return rename(own) as Json;
}
