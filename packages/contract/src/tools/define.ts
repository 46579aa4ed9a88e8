import { z } from 'zod';
import type { OperationId } from '../endpoints.js';
import type { RouteRequest } from '../route.js';
import { type Routes, routes } from '../routes.js';

/** What the protocol lets a tool say about its effects. */
export interface ToolAnnotations {
  readonly readOnlyHint: boolean;
  /** Whether it may overwrite or remove something. */
  readonly destructiveHint: boolean;
  /** Whether a repeated call has no further effect. */
  readonly idempotentHint: boolean;
  readonly openWorldHint: boolean;
}

/** The parts of an operation's call in the form of an HTTP request, where query values are text. */
export interface ToolCall {
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  readonly body: unknown;
}

/** A tool: another way to call one operation, with the same rules and answer. */
export interface ToolDefinition {
  readonly name: string;
  readonly title: string;
  /** The description for a model that does not know the service. */
  readonly description: string;
  readonly operation: OperationId;
  /** `write` changes a workspace. The tool is not shown to callers that may never write. */
  readonly effect: 'read' | 'write';
  /** The arguments. Unknown ones are ignored, unless they resemble one of these. */
  readonly input: z.ZodObject;
  /** The answer of the operation's route; any object if that has several. */
  readonly output: z.ZodObject;
  readonly annotations: ToolAnnotations;
  /** Converts arguments that `input` has parsed to the operation's call. Pure; ignores other keys. */
  readonly toInput: (args: Readonly<Record<string, unknown>>) => ToolCall;
}

type ToolRoutes = {
  [Id in OperationId]: Routes[Id] extends { answer: z.ZodObject | z.ZodUnion; operation: string } ? Id : never;
};

/** Operations that can have a tool. */
export type ToolOperationId = ToolRoutes[OperationId];

interface ToolSource<Id extends ToolOperationId, Input extends z.ZodObject> {
  readonly title: string;
  readonly description: string;
  readonly input: Input;
  readonly annotations: Omit<ToolAnnotations, 'openWorldHint'>;
  readonly toInput: (args: z.output<Input>) => Partial<Pick<RouteRequest<Routes[Id]> & ToolCall, keyof ToolCall>>;
}

/** Defines the tool of an operation. Its name, effect and answer are those of the route. */
export function defineTool<const Id extends ToolOperationId, Input extends z.ZodObject>(
  operation: Id,
  source: ToolSource<Id, Input>,
): ToolDefinition {
  const route = routes[operation];
  return {
    name: route.operation,
    title: source.title,
    description: source.description,
    operation,
    effect: route.policy.effect,
    input: source.input,
    output: route.answer instanceof z.ZodObject ? route.answer : z.looseObject({}),
    annotations: { ...source.annotations, openWorldHint: false },
    toInput: (args) => {
      // A surface such as the relay adds arguments, which are not part of the operation's call.
      const own = Object.entries(args).filter(([key]) => key in source.input.shape);
      // The caller has parsed the arguments with `input`.
      const request = source.toInput(Object.fromEntries(own) as z.output<Input>);
      return { params: request.params ?? {}, query: request.query ?? {}, body: request.body ?? {} };
    },
  };
}

/** Annotations of a tool that only reads. */
export const looks = { readOnlyHint: true, destructiveHint: false, idempotentHint: true } as const;
