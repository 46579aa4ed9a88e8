/**
 * The entry of `svc agent` in the registry of the Model Context Protocol, from the manifest of its package. `mcpName`
 * proves to the registry that package and entry have the same owner.
 * @param {{ name: string, mcpName?: string, version: string }} manifest
 */
export function registryEntry({ name, mcpName, version }) {
  const variable = (/** @type {string} */ name, /** @type {string} */ description, rest = {}) => ({
    name,
    description,
    ...rest,
  });
  return {
    $schema: 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json',
    name: mcpName,
    title: 'Tessera',
    description: 'Resolves business records with a verdict, and reads and writes versioned documents.',
    version,
    packages: [
      {
        registryType: 'npm',
        identifier: name,
        version,
        runtimeHint: 'npx',
        transport: { type: 'stdio' },
        packageArguments: [{ type: 'positional', value: 'agent' }],
        environmentVariables: [
          variable('SVC_BASE_URL', 'Address of the service; default: that of `svc login`'),
          variable('SVC_TOKEN', 'Personal or pinned token; default: that of `svc login`', { isSecret: true }),
          variable('SVC_WORKSPACE', 'Slug or id of the only workspace to write to'),
        ],
      },
    ],
  };
}
