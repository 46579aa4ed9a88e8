/** What sessions set: they act as the request role, so that no statement ever runs as the owner by accident. */
const settings = { role: 'svc_app', jit: 'off' } as const;

/** The same as options of a connection. */
export const sessionOptions = Object.entries(settings)
  .map(([name, value]) => `-c ${name}=${value}`)
  .join(' ');

/** The same as statements, for a session that is there already. */
export const sessionStatements = Object.entries(settings)
  .map(([name, value]) => `set ${name} = ${value}`)
  .join('; ');
