import { flushPacket, packet } from './pkt-line.js';

/** The two services of git's protocol: `git-upload-pack` for fetches, `git-receive-pack` for pushes. */
export type GitService = 'git-upload-pack' | 'git-receive-pack';

/** The only ref of a repo. */
export const mainRef = 'refs/heads/main';

/** The id that means no object. */
export const noObject = '0'.repeat(40);

const agent = 'agent=tessera';

const capabilities: Readonly<Record<GitService, readonly string[]>> = {
  'git-upload-pack': [
    'multi_ack_detailed',
    'no-done',
    'side-band-64k',
    'ofs-delta',
    'shallow',
    'no-progress',
    'filter',
    'allow-tip-sha1-in-want',
    'allow-reachable-sha1-in-want',
    `symref=HEAD:${mainRef}`,
  ],
  'git-receive-pack': ['report-status', 'delete-refs', 'side-band-64k', 'ofs-delta', 'atomic', 'quiet'],
};

/** The first response in protocol 0: the refs and the capabilities. */
export function advertiseRefs(service: GitService, head: Buffer | null): Buffer {
  const can = [...capabilities[service], 'object-format=sha1', agent].join(' ');
  const refs = head === null ? [] : service === 'git-upload-pack' ? ['HEAD', mainRef] : [mainRef];
  const lines = refs.map((ref) => `${head?.toString('hex')} ${ref}`);
  const [first = `${noObject} capabilities^{}`, ...others] = lines;
  return Buffer.concat([
    packet(`# service=${service}\n`),
    flushPacket,
    packet(`${first}\0${can}\n`),
    ...others.map((line) => packet(`${line}\n`)),
    flushPacket,
  ]);
}

/** The first response in protocol 2: the commands. */
export function advertiseCommands(): Buffer {
  const lines = ['version 2', agent, 'ls-refs=unborn', 'fetch=shallow filter', 'object-format=sha1'];
  return Buffer.concat([...lines.map((line) => packet(`${line}\n`)), flushPacket]);
}

/** The response to `ls-refs`: `HEAD` and `main`, if the client requests them. */
export function listRefs(head: Buffer | null, args: readonly string[]): Buffer {
  const prefixes = args.filter((line) => line.startsWith('ref-prefix ')).map((line) => line.slice(11));
  const isRequested = (ref: string) => prefixes.length === 0 || prefixes.some((prefix) => ref.startsWith(prefix));
  const target = args.includes('symrefs') ? ` symref-target:${mainRef}` : '';
  const lines: string[] = [];
  if (isRequested('HEAD')) {
    lines.push(
      ...(head !== null
        ? [`${head.toString('hex')} HEAD${target}`]
        : args.includes('unborn')
          ? [`unborn HEAD symref-target:${mainRef}`]
          : []),
    );
  }
  if (head !== null && isRequested(mainRef)) {
    lines.push(`${head.toString('hex')} ${mainRef}`);
  }
  return Buffer.concat([...lines.map((line) => packet(`${line}\n`)), flushPacket]);
}
