const pageSize = 500;

/**
 * Reads from an Odoo through its external API (JSON-RPC).
 * @param {{ url: string, database: string, user: string, key: string }} account `key` is an API key of the user
 */
export async function connect({ url, database, user, key }) {
  const id = await call(url, 'common', 'authenticate', [database, user, key, {}]);
  if (!id) throw new Error(`Odoo does not know ${user} with that key in ${database}.`);
  /** @param {string} model @param {string} method @param {unknown[]} args @param {object} [options] */
  const execute = (model, method, args, options = {}) =>
    call(url, 'object', 'execute_kw', [database, id, key, model, method, args, options]);
  return {
    /** Time of the model's last change in Odoo's format; null for a model without records. */
    changedAt: async (/** @type {string} */ model) => {
      const [newest] = await execute(model, 'search_read', [[]], {
        fields: ['write_date'],
        order: 'write_date desc',
        limit: 1,
      });
      return newest?.write_date ?? null;
    },
    /** Names of the fields that the model has in this Odoo. */
    fieldsOf: async (/** @type {string} */ model) =>
      Object.keys(await execute(model, 'fields_get', [[]], { attributes: ['type'] })),
    /**
     * Records changed since a time (null: all), in pages sorted by id. Pages sorted by time would skip records that
     * change while they are read.
     * @param {string} model
     * @param {{ since: string | null, fields: readonly string[] }} wanted
     */
    async *changedSince(model, { since, fields }) {
      const changed = since === null ? [] : [['write_date', '>=', since]];
      for (let last = 0; ; ) {
        const page = await execute(model, 'search_read', [[...changed, ['id', '>', last]]], {
          // Without a list, Odoo computes and sends all fields, including images.
          fields: [...fields, 'write_date'],
          order: 'id',
          limit: pageSize,
        });
        if (page.length > 0) yield page;
        if (page.length < pageSize) return;
        last = page.at(-1).id;
      }
    },
    /** The ids of all existing records. */
    ids: (/** @type {string} */ model) => execute(model, 'search', [[]]),
  };
}

async function call(
  /** @type {string} */ url,
  /** @type {string} */ service,
  /** @type {string} */ method,
  /** @type {unknown[]} */ args,
) {
  const address = new URL('/jsonrpc', url);
  const response = await fetch(address, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', method: 'call', id: 1, params: { service, method, args } }),
    signal: AbortSignal.timeout(60_000),
  }).catch((error) => {
    throw new Error(`Odoo at ${address.origin} cannot be reached: ${error.cause?.message ?? error.message}.`);
  });
  if (!response.ok) throw new Error(`Odoo answered ${response.status}.`);
  const { result, error } = await response.json();
  if (error) throw new Error(`Odoo refused: ${error.data?.message ?? error.message}`);
  return result;
}
