import { textOf } from '../../text.js';

/** A client with what it needs to use a token: where to put it, and the text with address and secret. */
interface Configuration {
  readonly name: string;
  readonly where: string;
  readonly text: string;
}

/** The clients that can be set up, with the address of this service and a token filled in. */
export function configurationsOf(origin: string, secret: string): Configuration[] {
  const url = `${origin}/mcp/http/`;
  const headers = { Authorization: `Bearer ${secret}` };
  const json = (value: object): string => JSON.stringify(value, undefined, 2);
  return [
    {
      name: 'Claude',
      where: textOf('Run it in a terminal. Claude on the web and desktop takes the address alone, and you sign in'),
      text: `claude mcp add --transport http tessera ${url} \\\n  --header "Authorization: Bearer ${secret}"`,
    },
    {
      name: 'Cursor',
      where: textOf('Put it in ~/.cursor/mcp.json'),
      text: json({ mcpServers: { tessera: { url, headers } } }),
    },
    {
      name: 'VS Code',
      where: textOf('Put it in .vscode/mcp.json'),
      text: json({ servers: { tessera: { type: 'http', url, headers } } }),
    },
    {
      name: 'ChatGPT',
      where: textOf(
        'Create a connector with this address in developer mode, and choose OAuth. You sign in, without the token',
      ),
      text: url,
    },
    {
      name: 'curl',
      where: textOf('Run it in a terminal'),
      text: `curl -sS ${origin}/collections \\\n  -H 'Authorization: Bearer ${secret}'`,
    },
    {
      name: 'TypeScript',
      where: textOf('With the package @tessera/client'),
      text: `import { createClient } from '@tessera/client';

const client = createClient({ baseUrl: '${origin}', token: '${secret}' });
console.log(await client.collections.list());`,
    },
    {
      name: 'Python',
      where: textOf('With the package tessera-client'),
      text: `from tessera import call, connect
from tessera_client.api.collections import collections_list

with connect("${origin}", "${secret}") as client:
    print(call(collections_list.sync, client=client))`,
    },
  ];
}
