import SCIMMY from 'scimmy';

const isFlag = /(?:^|[.:])(?:active|primary)$/i;

// What is stored of a user or group. Directories send many more attributes, which a service may ignore.
const isStored =
  /^(?:urn:ietf:params:scim:schemas:core:2\.0:(?:User|Group):)?(?:schemas|id|userName|displayName|externalId|active|name|emails|members)(?![\w-])/i;

interface Operation {
  readonly path?: unknown;
  readonly value?: unknown;
}

/**
 * Parses a resource, or a PATCH as Entra ID sends it: flags as text, and attributes that are not stored. Throws
 * `invalidSyntax`.
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
  try {
    message = JSON.parse(text, (key, value) => (isFlag.test(key) ? flagOf(value) : value));
  } catch {
    message = undefined;
  }
  if (typeof message !== 'object' || message === null || Array.isArray(message)) {
    throw new SCIMMY.Types.Error(400, 'invalidSyntax', 'the body is not a JSON object');
  }
  return message;
}

function readOperation(operation: Operation): Operation[] {
  const { path, value } = operation ?? {};
  if (typeof path === 'string') {
    const read = isFlag.test(path) ? { ...operation, value: flagOf(value) } : operation;
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
