import { limits } from '@tessera/contract';
import SCIMMY from 'scimmy';

const isFlag = /(?:^|[.:])(?:active|primary)$/i;

// What is stored of a user or group. Directories send many more attributes, which a service may ignore.
const isStored =
  /^(?:urn:ietf:params:scim:schemas:core:2\.0:(?:User|Group):)?(?:schemas|id|userName|displayName|externalId|active|name|emails|members)(?![\w-])/i;

const quoted = /"(?:[^"\\]|\\.)*"/g;
const attribute = '(?:urn:[-\\w:.]+:)?[-\\w$]+(?:\\.[-\\w$]+)?';
const test = '(?: +pr| +(?:eq|ne|co|sw|ew|g[te]|l[te]) +(?:true|false|null|-?[\\d.]+|""))';
const joined = (comparison: string) => ` *${comparison}(?: +and +${comparison})* *`;
const parts = `\\[${joined(attribute + test)}\\](?:\\.${attribute}${test})?`;
const comparisons = new RegExp(`^${joined(`${attribute}(?:${test}|${parts})`)}$`, 'i');
const pathForm = /^[-\w:.$]+(?:\[([^[\]]*)\](?:\.[-\w$]+)?)?$/;

/** Names through which the library would change the prototype of all objects of the process. */
const isReserved = /(?:^|[^-\w])(?:__proto__|constructor|prototype)(?![-\w])/i;

/** Whether names of attributes are short, and none is reserved. */
export function areNames(names: unknown): boolean {
  return typeof names === 'string' && names.length <= limits.scimCharacters && !isReserved.test(names);
}

/** Whether a filter only joins comparisons by `and`. The library takes exponential time for alternatives. */
export function isSimpleFilter(filter: unknown): boolean {
  const form = typeof filter === 'string' && filter.length <= limits.scimCharacters && filter.replace(quoted, '""');
  return areNames(form) && comparisons.test(String(form));
}

function isSimplePath(path: string): boolean {
  const short = path.length <= limits.scimCharacters ? path.replace(quoted, '""') : undefined;
  const [form, filter] = (short !== undefined && areNames(short) && pathForm.exec(short)) || [];
  return form !== undefined && (filter === undefined || isSimpleFilter(filter));
}

interface Operation {
  readonly path?: unknown;
  readonly value?: unknown;
}

/**
 * Parses a resource, or a PATCH as Entra ID sends it: flags as text, and attributes that are not stored. Throws
 * `invalidSyntax`, `invalidPath`, and an error of status 413 for more values than the library compares in a few
 * milliseconds.
 */
export function readMessage(text: string): object {
  const message = parse(text);
  const { Operations: operations } = message as { readonly Operations?: unknown };
  if (!Array.isArray(operations)) {
    return message;
  }
  return { ...message, Operations: operations.flatMap(readOperation) };
}

function parse(text: string): object {
  let message: unknown;
  let values = 0;
  try {
    message = JSON.parse(text, (key, value) => {
      values += 1;
      if (values > limits.scimValues) {
        throw new SCIMMY.Types.Error(413, '', `a message has at most ${limits.scimValues} values: send several`);
      }
      if (isReserved.test(key)) {
        throw new SCIMMY.Types.Error(400, 'invalidPath', 'a name is reserved');
      }
      return isFlag.test(key) ? flagOf(value) : value;
    });
  } catch (error) {
    if (error instanceof SCIMMY.Types.Error) {
      throw error;
    }
  }
  if (typeof message !== 'object' || message === null || Array.isArray(message)) {
    throw new SCIMMY.Types.Error(400, 'invalidSyntax', 'the body is not a JSON object');
  }
  return message;
}

function readOperation(operation: Operation): Operation[] {
  if (typeof operation !== 'object' || operation === null) {
    throw new SCIMMY.Types.Error(400, 'invalidSyntax', 'an operation is not a JSON object');
  }
  const { path, value } = operation;
  if (typeof path === 'string') {
    const read = isFlag.test(path) ? { ...operation, value: flagOf(value) } : operation;
    if (isStored.test(path) && !isSimplePath(path)) {
      throw new SCIMMY.Types.Error(400, 'invalidPath', 'a path is an attribute, with comparisons joined by and');
    }
    return isStored.test(path) ? [read] : [];
  }
  if (typeof value !== 'object' || value === null) {
    return [operation];
  }
  return [{ ...operation, value: Object.fromEntries(Object.entries(value).filter(([name]) => isStored.test(name))) }];
}

function flagOf(value: unknown): unknown {
  const text = typeof value === 'string' ? value.toLowerCase() : '';
  return text === 'true' || text === 'false' ? text === 'true' : value;
}
