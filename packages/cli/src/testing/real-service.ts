import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { createClient } from '@tessera/client';
import { startService } from '../../../../acceptance/service.js';

/** The built command line client. */
export const cliEntry = fileURLToPath(new URL('../../dist/main.js', import.meta.url));

/** The built service with what a person or agent needs to work with it. */
export interface RealService {
  readonly url: string;
  readonly operatorToken: string;
  /** Makes a workspace and a pinned token of an admin in it. */
  readonly createWorkspace: (slug: string) => Promise<{ readonly id: string; readonly token: string }>;
  /** Invites a person as an admin of the workspace. */
  readonly invite: (workspaceId: string, email: string) => Promise<void>;
  /** The next sign-in code that is mailed to an address, each one once. */
  readonly nextCode: (email: string) => Promise<string>;
  readonly stop: () => Promise<void>;
}

/** Starts the built service on the embedded engine. */
export async function startRealService(): Promise<RealService> {
  const service = await startService();
  const { url, operatorToken } = service;
  const client = createClient({ baseUrl: url, token: operatorToken });
  const used = new Set<string>();
  return {
    url,
    operatorToken,
    createWorkspace: async (slug) => {
      const { workspace } = await client.operator.create_workspace({ body: { slug, name: slug.toUpperCase() } });
      const { secret } = await client.operator.create_token({
        params: { id: workspace.id },
        body: { name: 'tests', role: 'admin', access: 'read_write' },
      });
      return { id: workspace.id, token: secret };
    },
    invite: async (id, email) => {
      await client.operator.add_person({ params: { id }, body: { email, role: 'admin' } });
    },
    nextCode: async (email) => {
      // A code is mailed once the page that asks for it has been answered.
      for (;;) {
        const fresh = codesIn(join(service.dataFolder, 'mail'), email).find(({ mail }) => !used.has(mail));
        if (fresh !== undefined) {
          used.add(fresh.mail);
          return fresh.code;
        }
        await sleep(20);
      }
    },
    stop: service.dispose,
  };
}

interface MailedCode {
  readonly mail: string;
  readonly code: string;
}

/** The codes that were mailed to an address, oldest first. */
function codesIn(folder: string, email: string): MailedCode[] {
  const names = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.eml')) : [];
  return names.sort().flatMap((mail) => {
    const text = readFileSync(join(folder, mail), 'utf8');
    const code = /^Subject: (\d{6}) /m.exec(text)?.[1];
    return code !== undefined && text.includes(`To: ${email}`) ? [{ mail, code }] : [];
  });
}

/** A command that runs in a process of its own. */
export interface RunningCommand {
  readonly process: ChildProcess;
  /** Everything that it wrote, once it has ended; the status is null when a signal ended it. */
  readonly ended: Promise<{ readonly status: number | null; readonly stdout: string; readonly stderr: string }>;
}

/** Starts the built command line client. */
export function startSvc(args: readonly string[], environment: Readonly<Record<string, string>>): RunningCommand {
  return startProcess(process.execPath, [cliEntry, ...args], environment);
}

/** Starts the built command line client in a terminal of its own; stdout is what the terminal shows. */
export function startSvcInTerminal(
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
): RunningCommand {
  const command = [process.execPath, cliEntry, ...args].map((word) => `'${word}'`).join(' ');
  const line = `stty cols 100 rows 40; ${command}`;
  return startProcess('script', ['--quiet', '--return', '--flush', '--command', line, '/dev/null'], environment);
}

function startProcess(
  program: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
): RunningCommand {
  const child = spawn(program, args, {
    env: { PATH: process.env.PATH, HOME: process.env.HOME, TERM: 'xterm', ...environment },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const status = new Promise<number | null>((resolve, reject) => {
    child.once('close', resolve);
    child.once('error', reject);
  });
  const ended = Promise.all([status, text(child.stdout), text(child.stderr)]).then(([code, stdout, stderr]) => {
    return { status: code, stdout, stderr };
  });
  return { process: child, ended };
}
