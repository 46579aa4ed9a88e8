import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { registryEntry } from './registry-entry.mjs';

const line = z.string().min(1).max(100);
const version = z.string().regex(/^\d+\.\d+\.\d+/);
const input = {
  description: z.string().optional(),
  value: z.string().optional(),
  isSecret: z.boolean().optional(),
};

/** The parts of the registry's schema of 2025-12-11 that the entry uses, without unknown keys. */
const entrySchema = z.strictObject({
  $schema: z.literal('https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json'),
  name: z
    .string()
    .max(200)
    .regex(/^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/),
  title: line,
  description: line,
  version,
  packages: z
    .array(
      z.strictObject({
        registryType: z.literal('npm'),
        identifier: z.string().min(1),
        version,
        runtimeHint: z.literal('npx'),
        transport: z.strictObject({ type: z.literal('stdio') }),
        packageArguments: z.array(z.strictObject({ ...input, type: z.literal('positional'), value: z.string() })),
        environmentVariables: z.array(z.strictObject({ ...input, name: z.string().regex(/^SVC_[A-Z_]+$/) })),
      }),
    )
    .length(1),
});

it('server.json > is an entry that the registry of the Model Context Protocol accepts', () => {
  const manifest = JSON.parse(readFileSync(new URL('../packages/cli/package.json', import.meta.url), 'utf8'));
  const entry = JSON.parse(JSON.stringify(registryEntry(manifest)));
  expect(entrySchema.parse(entry)).toEqual(entry);
  expect(entry).toMatchObject({ name: manifest.mcpName, version: manifest.version });
  const secrets = entry.packages[0].environmentVariables.filter(({ isSecret }: { isSecret?: boolean }) => isSecret);
  expect(secrets.map(({ name }: { name: string }) => name)).toEqual(['SVC_TOKEN']);
});
