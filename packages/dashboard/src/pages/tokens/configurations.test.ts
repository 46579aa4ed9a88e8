import { expect, it } from 'vitest';
import { configurationsOf } from './configurations.js';

it('fills address and secret into the configuration of each client, and no secret where a person signs in', () => {
  const configurations = configurationsOf('https://tessera.example', 'svc_tk_secret');
  const textOf = (name: string): string => configurations.find((each) => each.name === name)?.text ?? '';
  const server = { url: 'https://tessera.example/mcp/http/', headers: { Authorization: 'Bearer svc_tk_secret' } };
  expect(JSON.parse(textOf('Cursor'))).toEqual({ mcpServers: { tessera: server } });
  expect(JSON.parse(textOf('VS Code'))).toEqual({ servers: { tessera: { type: 'http', ...server } } });
  expect(textOf('ChatGPT')).toBe('https://tessera.example/mcp/http/');
  for (const name of ['Claude', 'curl', 'TypeScript', 'Python']) {
    expect(textOf(name)).toContain('https://tessera.example');
    expect(textOf(name)).toContain('svc_tk_secret');
  }
});
