import { type JsonSchema, type OperationId, type RouteDefinition, routes, toInlineJsonSchema } from '@tessera/contract';

/** One parameter of an operation: the part of the request that contains it, and its description in the contract. */
export interface Parameter {
  readonly part: 'params' | 'query' | 'body';
  readonly key: string;
  readonly schema: JsonSchema;
  readonly required: boolean;
}

/**
 * Cached, because translating schemas is most of the work of building the program, and tests build it for each command
 * line.
 */
const translated = new Map<OperationId, readonly Parameter[]>();

/** All parameters of an operation: those of the path in order, then query, then body. */
export function parametersOf(id: OperationId): readonly Parameter[] {
  const parameters = translated.get(id) ?? translate(id);
  translated.set(id, parameters);
  return parameters;
}

function translate(id: OperationId): readonly Parameter[] {
  const route: RouteDefinition = routes[id];
  const inPath = [...route.path.matchAll(/\{(\w+)\}/g)].map(([, key = '']) => key);
  const params = fromSchema('params', route.params);
  return [
    ...inPath.flatMap((key) => params.filter((parameter) => parameter.key === key)),
    ...fromSchema('query', route.query),
    ...fromSchema('body', route.body),
  ];
}

function fromSchema(part: Parameter['part'], source: RouteDefinition['body']): Parameter[] {
  if (source === undefined) return [];
  const { properties = {}, required = [] } = toInlineJsonSchema(source, 'input');
  return Object.entries(properties).map(([key, schema]) => ({
    part,
    key,
    schema: typeof schema === 'boolean' ? {} : withoutNull(schema),
    required: required.includes(key),
  }));
}

/** Removes `null` from a schema. In some bodies it resets a value, for which the command line has an option. */
function withoutNull(schema: JsonSchema): JsonSchema {
  if (Array.isArray(schema.type)) {
    const [type, ...others] = schema.type.filter((name) => name !== 'null');
    return type === undefined || others.length > 0 ? schema : { ...schema, type };
  }
  const branches = (schema.anyOf ?? []).filter((branch) => typeof branch === 'object' && branch.type !== 'null');
  const [only] = branches;
  if (branches.length !== 1 || typeof only !== 'object') return schema;
  const { anyOf: _branches, ...rest } = schema;
  return { ...only, ...rest };
}
