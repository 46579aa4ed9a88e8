import { CommandFailure } from '../failure.js';
import { setting } from '../host.js';
import type { Session } from '../session/session.js';
import { runAgent } from './run-agent.js';

/** `svc agent`: serves the personal agent on stdin and stdout until stdin ends. Throws if no one is signed in. */
export async function serveAgent(
  session: Session,
  { version, readOnly }: { readonly version: string; readonly readOnly: boolean },
): Promise<void> {
  const { host, baseUrl, pin } = session;
  const isOnly = setting(host, 'SVC_WORKSPACE_ONLY') === '1';
  if (isOnly && pin === undefined) {
    throw new CommandFailure('SVC_WORKSPACE_ONLY=1 needs SVC_WORKSPACE: set it to the slug or id of the workspace.');
  }
  await runAgent({
    baseUrl,
    token: () => currentCredential(session),
    choice: { pin, stored: session.chosen(session.credential())?.id, isOnly },
    version,
    readOnly,
    input: host.stdin,
    output: host.stdout,
    report: (line) => host.stderr.write(`svc agent: ${line}\n`),
  });
}

/** The credential at this moment. Undefined after signing out. */
function currentCredential(session: Session): string | undefined {
  try {
    return session.credential();
  } catch (error) {
    if (error instanceof CommandFailure) {
      return undefined;
    }
    throw error;
  }
}
