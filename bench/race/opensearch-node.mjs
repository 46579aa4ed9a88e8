/** Starts a node of OpenSearch from the packages of Maven Central, with the k-NN plugin. Needs mvn, java (17) and unzip. */
import { spawn, spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const version = '2.19.1';
const distribution = `org.opensearch.distribution.integ-test-zip:opensearch:${version}:zip`;
const plugin = `org.opensearch.plugin:opensearch-knn:${version}.0:zip`;
/** The k-NN plugin extends the module of the scripting language. */
const painless = [
  `org.opensearch.plugin:lang-painless:${version}`,
  `org.opensearch.plugin:opensearch-scripting-painless-spi:${version}`,
  'org.antlr:antlr4-runtime:4.13.1',
  ...['asm', 'asm-util', 'asm-tree', 'asm-commons', 'asm-analysis'].map((name) => `org.ow2.asm:${name}:9.7`),
];
const descriptor = `description=A scripting language
version=${version}
name=lang-painless
classname=org.opensearch.painless.PainlessPlugin
java.version=11
opensearch.version=${version}
extended.plugins=
has.native.controller=false
`;
const policy = `grant {
  permission java.lang.RuntimePermission "createClassLoader";
  permission java.lang.RuntimePermission "getClassLoader";
  permission org.opensearch.script.ClassPermission "<<STANDARD>>";
};
`;
const packages = fileURLToPath(new URL('../../node_modules/.cache/opensearch', import.meta.url));
const startSeconds = 240;
/** OpenSearch refuses to run as root. */
const nobody = 65_534;

/** @returns {string | undefined} why OpenSearch cannot run here */
export function whyNoOpenSearch() {
  const missing = ['mvn', 'java', 'unzip'].find((program) => spawnSync(program, ['-version']).error);
  if (missing !== undefined) return `no ${missing} here`;
  const failed = [distribution, plugin, ...painless].find((artifact) => !fetch(artifact));
  return failed && `${failed} cannot be fetched from Maven Central`;
}

/** @param {string} artifact @returns {boolean} whether it is there */
function fetch(artifact) {
  const [, name, number, type = 'jar'] = artifact.split(':');
  mkdirSync(packages, { recursive: true });
  if (readdirSync(packages).includes(`${name}-${number}.${type}`)) return true;
  const copy = ['-q', 'dependency:copy', `-Dartifact=${artifact}`, `-DoutputDirectory=${packages}`];
  return spawnSync('mvn', copy, { timeout: 300_000 }).status === 0;
}

/** Starts one node with half a gigabyte of heap. */
export async function startOpenSearch({ port = 9_471, heapMegabytes = 512 } = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'tessera-opensearch-'));
  const child = start(layOut(folder), { folder, port, heapMegabytes });
  const url = `http://127.0.0.1:${port}`;
  const stop = async () => {
    await killed(child);
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    await untilStarted(url);
  } catch (error) {
    await stop();
    throw error;
  }
  return { url, pid: child.pid, stop };
}

/** @param {string} folder @returns {string} the home of OpenSearch in it */
function layOut(folder) {
  const unzip = (/** @type {string} */ name, /** @type {string} */ to) =>
    spawnSync('unzip', ['-q', join(packages, name), '-d', to]);
  unzip(`opensearch-${version}.zip`, folder);
  const home = join(folder, `opensearch-${version}`);
  unzip(`opensearch-knn-${version}.0.zip`, join(home, 'plugins/opensearch-knn'));
  const module = join(home, 'modules/lang-painless');
  mkdirSync(module);
  for (const artifact of painless) {
    const [, name, number] = artifact.split(':');
    copyFileSync(join(packages, `${name}-${number}.jar`), join(module, `${name}-${number}.jar`));
  }
  writeFileSync(join(module, 'plugin-descriptor.properties'), descriptor);
  writeFileSync(join(module, 'plugin-security.policy'), policy);
  spawnSync('chmod', ['-R', 'a+rX', folder]);
  return home;
}

/**
 * @param {string} home
 * @param {{ folder: string, port: number, heapMegabytes: number }} node
 * @returns {import('node:child_process').ChildProcess}
 */
function start(home, { folder, port, heapMegabytes }) {
  const own = join(folder, 'node');
  spawnSync('cp', ['-r', join(home, 'config'), own]);
  for (const name of ['data', 'logs', 'tmp']) mkdirSync(join(own, name));
  const settings = [
    'network.host: 127.0.0.1',
    `http.port: ${port}`,
    `transport.port: ${port + 100}`,
    `path.data: ${join(own, 'data')}`,
    `path.logs: ${join(own, 'logs')}`,
    'node.store.allow_mmap: false',
    'cluster.routing.allocation.disk.threshold_enabled: false',
    'discovery.type: single-node',
  ];
  writeFileSync(join(own, 'opensearch.yml'), `${settings.join('\n')}\n`);
  spawnSync('chown', ['-R', String(nobody), own]);
  const properties = [`-Dopensearch.path.home=${home}`, `-Dopensearch.path.conf=${own}`, '-Dlog4j2.disable.jmx=true'];
  const folders = [`-Djava.io.tmpdir=${join(own, 'tmp')}`, `-Djna.tmpdir=${join(own, 'tmp')}`];
  const machine = [
    `-Xms${heapMegabytes}m`,
    `-Xmx${heapMegabytes}m`,
    '-XX:+UseSerialGC',
    '-Djava.security.manager=allow',
  ];
  const classes = ['-cp', join(home, 'lib/*'), 'org.opensearch.bootstrap.OpenSearch'];
  const user = process.getuid?.() === 0 ? { uid: nobody, gid: nobody } : {};
  return spawn('java', [...machine, ...properties, ...folders, ...classes], { cwd: own, stdio: 'ignore', ...user });
}

/** @param {string} url */
async function untilStarted(url) {
  const isUp = async () => (await globalThis.fetch(`${url}/_cluster/health?timeout=5s`)).ok;
  for (const end = Date.now() + startSeconds * 1_000; Date.now() < end; ) {
    if (await isUp().catch(() => false)) return;
    await pause(500);
  }
  throw new Error(`OpenSearch did not start within ${startSeconds} s.`);
}

/** @param {import('node:child_process').ChildProcess} child */
async function killed(child) {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const over = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGKILL');
  await over;
}
