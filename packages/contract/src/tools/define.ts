import type { z } from 'zod';
import type { OperationId } from '../endpoints.js';
import type { RouteRequest } from '../route.js';
import { type Routes, routes } from '../routes.js';

/** What a client may assume about a tool, as the protocol names it. */
export interface ToolAnnotations {
  readonly readOnlyHint: boolean;
  /** May overwrite or remove something. */
  readonly destructiveHint: boolean;
  /** Repeating the same call changes nothing further. */
  readonly idempotentHint: boolean;
  readonly openWorldHint: boolean;
}

/** The parts of an operation's call as an HTTP request would carry them: query values are text. */
export interface ToolCall {
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  readonly body: unknown;
}

/** A tool of an agent's surface: another way to say one operation, with the same rules and the same answer. */
export interface ToolDefinition {
  readonly name: string;
  readonly title: string;
  /** Written for a model that has never seen the service. */
  readonly description: string;
  readonly operation: OperationId;
  /** `write` changes a workspace; a caller that never can is not shown the tool. */
  readonly effect: 'read' | 'write';
  /** Arguments; unknown ones are refused. */
  readonly input: z.ZodObject;
  /** The body that the operation's route answers. */
  readonly output: z.ZodObject;
  readonly annotations: ToolAnnotations;
  /** Maps arguments that `input` has parsed to the operation's call. Pure; further keys are ignored. */
  readonly toInput: (args: Readonly<Record<string, unknown>>) => ToolCall;
}

type ToolRoutes = { [Id in OperationId]: Routes[Id] extends { answer: z.ZodObject; operation: string } ? Id : never };

/** Operations that a tool can stand for. */
export type ToolOperationId = ToolRoutes[OperationId];

interface ToolSource<Id extends ToolOperationId, Input extends z.ZodObject> {
  readonly title: string;
  readonly description: string;
  readonly input: Input;
  readonly annotations: Omit<ToolAnnotations, 'openWorldHint'>;
  readonly toInput: (args: z.output<Input>) => Partial<Pick<RouteRequest<Routes[Id]> & ToolCall, keyof ToolCall>>;
}

/** Defines the tool of an operation; its name, effect and answer are the route's. */
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
    output: route.answer,
    annotations: { ...source.annotations, openWorldHint: false },
    toInput: (args) => {
      // What a surface adds is for the surface, and no part of the operation's call.
      const own = Object.entries(args).filter(([key]) => key in source.input.shape);
      // The caller has parsed the arguments with `input`, which is what their type says.
      const request = source.toInput(Object.fromEntries(own) as z.output<Input>);
      return { params: request.params ?? {}, query: request.query ?? {}, body: request.body ?? {} };
    },
  };
}

/** Annotations of a tool that only looks. */
export const looks = { readOnlyHint: true, destructiveHint: false, idempotentHint: true } as const;
