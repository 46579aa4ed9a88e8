import { CommandFailure } from '../failure.js';
import type { Session } from '../session/session.js';
import { runAgent } from './run-agent.js';

/** `svc agent`: serves the personal agent on this process's stdin and stdout until stdin ends. Throws when signed out. */
export async function serveAgent(
  session: Session,
  { version, readOnly }: { readonly version: string; readonly readOnly: boolean },
): Promise<void> {
  const { host, baseUrl, pin } = session;
  await runAgent({
    baseUrl,
    token: () => currentCredential(session),
    choice: { pin, stored: session.chosen(session.credential())?.id },
    version,
    readOnly,
    input: host.stdin,
    output: host.stdout,
    report: (line) => host.stderr.write(`svc agent: ${line}\n`),
  });
}

/** The credential as it is now; undefined after signing out. */
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
