import { createServer, type Server } from 'node:http';
import { json } from 'node:stream/consumers';

/** A record as Odoo returns it: relations are `[id, label]` or lists of ids, and empty values are `false`. */
export interface OdooRecord {
  readonly id: number;
  readonly write_date: string;
  readonly [field: string]: unknown;
}

type Domain = readonly (readonly [field: string, operator: string, value: never])[];

/** Responds like Odoo's external API to the calls of the example. */
export class FakeOdoo {
  readonly models = new Map<string, OdooRecord[]>();
  /** Size of the largest response in bytes. */
  largestBytes = 0;
  readonly server: Server = createServer(async (request, response) => {
    const { id, params } = (await json(request)) as { id: number; params: { service: string; args: unknown[] } };
    const answer = params.service === 'common' ? this.authenticate(params.args) : this.execute(params.args);
    const body = JSON.stringify({ jsonrpc: '2.0', id, ...answer });
    this.largestBytes = Math.max(this.largestBytes, body.length);
    response.setHeader('Content-Type', 'application/json; charset=utf-8').end(body);
  });

  private authenticate([, , key]: unknown[]) {
    return { result: key === 'key' ? 7 : false };
  }

  private execute(args: unknown[]) {
    const [, , , model, method, [domain] = [[]], options] = args as unknown[] & { 5?: unknown[] };
    const records = this.models.get(model as string);
    if (records === undefined) return refused(`Object ${model} doesn't exist`);
    if (method === 'fields_get') return { result: fieldsOf(records) };
    const { fields, order = 'id', limit } = options as { fields?: readonly string[]; order?: string; limit?: number };
    const unknown = (fields ?? []).find((field) => records[0] && !Object.hasOwn(records[0], field));
    if (unknown !== undefined) return refused(`Invalid field '${unknown}' on model '${model}'`);
    const [field = 'id', direction] = order.split(' ');
    const sign = direction === 'desc' ? -1 : 1;
    const found = records
      .filter((record) => (domain as Domain).every(([name, operator, value]) => matches(record[name], operator, value)))
      .sort((a, b) => ((a[field] as never) > (b[field] as never) ? sign : -sign))
      .slice(0, limit);
    return { result: method === 'search' ? found.map(({ id }) => id) : found.map((record) => read(record, fields)) };
  }
}

function fieldsOf([first]: readonly OdooRecord[]) {
  return Object.fromEntries(Object.keys(first ?? { id: 0, write_date: '' }).map((name) => [name, { type: 'char' }]));
}

function read(record: OdooRecord, fields: readonly string[] | undefined) {
  return fields === undefined
    ? record
    : { id: record.id, ...Object.fromEntries(fields.map((field) => [field, record[field]])) };
}

function refused(message: string) {
  const data = { name: 'builtins.ValueError', message, debug: 'Traceback', arguments: [message], context: {} };
  return { error: { code: 200, message: 'Odoo Server Error', data } };
}

function matches(stored: unknown, operator: string, wanted: never): boolean {
  return operator === '>' ? (stored as never) > wanted : (stored as never) >= wanted;
}
