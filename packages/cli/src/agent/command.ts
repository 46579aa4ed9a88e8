import { isPinned } from '../session/credentials.js';
import type { Session } from '../session/session.js';
import { runAgent } from './run-agent.js';

/** `svc agent`: serves the personal agent on this process's stdin and stdout until stdin ends. */
export async function serveAgent(session: Session, version: string): Promise<void> {
  const { host, baseUrl, pin, stored } = session;
  const token = session.credential();
  await runAgent({
    baseUrl,
    token,
    // A pinned token has a workspace of its own; what a person chose for themselves is not for it.
    choice: { pin, stored: isPinned(token) ? undefined : stored.workspace?.id },
    version,
    input: host.stdin,
    output: host.stdout,
    report: (line) => host.stderr.write(`svc agent: ${line}\n`),
  });
}
