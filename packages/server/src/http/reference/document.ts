/** The parts of an OpenAPI document that the reference shows. */
export interface OpenApi {
  readonly info: { readonly description: string };
  readonly servers: readonly { readonly url: string }[];
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>;
    readonly securitySchemes: Readonly<Record<string, { readonly description: string }>>;
  };
}

/** One operation. */
export interface Operation {
  readonly operationId: string;
  readonly tags: readonly [string];
  readonly summary: string;
  readonly description?: string;
  readonly security: readonly Readonly<Record<string, unknown>>[];
  readonly parameters: readonly Parameter[];
  readonly requestBody?: { readonly content: Content };
  readonly responses: Readonly<Record<string, { readonly description: string; readonly content: Content }>>;
}

/** A parameter in the path, the query or a header. */
export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required: boolean;
  readonly description?: string;
  readonly schema: Schema;
  readonly example?: string;
}

type Content = Readonly<Record<string, { readonly schema: Schema; readonly example?: unknown }>>;

/** A JSON Schema of the contract. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly description?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly default?: unknown;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly maxLength?: number;
  readonly maxItems?: number;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
}

/** An operation with its method and path. */
export interface Located {
  readonly method: string;
  readonly path: string;
  readonly operation: Operation;
}

/** All operations in the order of the document. */
export function operationsOf({ paths }: OpenApi): Located[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  );
}

/** The first content type of a body or response. It is JSON except for files. */
export function mainContent(content: Content | undefined): Content[string] | undefined {
  return content && Object.values(content)[0];
}

/** The body of the example; undefined if the call has no body. */
export function sentBody({ requestBody }: Operation): Content[string] | undefined {
  const body = mainContent(requestBody?.content);
  return body?.example === undefined ? undefined : body;
}

/** The error codes in the descriptions of an operation's responses. */
export function codesOf({ responses }: Operation): string[] {
  return Object.values(responses).flatMap(({ description }) =>
    [...description.matchAll(/^`(\w+)`/gm)].map(([, code = '']) => code),
  );
}
