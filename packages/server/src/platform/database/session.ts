/**
 * What sessions set. They act as the request role, so that no statement ever runs as the owner by accident. And they read
 * row by row by an index alone: every tenant's table has one that starts with the workspace. Other ways pass for cheaper by
 * statistics that are always somewhat old, and then read what is others', all of a table or all that a limit would have
 * left unread, which takes time that could be measured. Where there is no index, as of a catalogue, the planner still
 * takes another way, for so dear that compiling the statement would seem to pay.
 */
const settings = { role: 'svc_app', enable_seqscan: 'off', enable_bitmapscan: 'off', jit: 'off' } as const;

/** The same as options of a connection. */
export const sessionOptions = Object.entries(settings)
  .map(([name, value]) => `-c ${name}=${value}`)
  .join(' ');

/** The same as statements, for a session that is there already. */
export const sessionStatements = Object.entries(settings)
  .map(([name, value]) => `set ${name} = ${value}`)
  .join('; ');
