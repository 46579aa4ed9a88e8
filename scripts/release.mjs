/** `npm run release -- X.Y.Z [--dry-run]`: see `usage`. Releases the checkout in which npm was started. */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { isNewer, Refusal, unreleasedNotes, withReleasedSection, withVersion } from './release-version.mjs';

const usage = `npm run release -- X.Y.Z [--dry-run]

Makes a release in this checkout: one commit and one tag. It pushes and publishes nothing.

  1. sets the version X.Y.Z everywhere it is stated: each package.json, package-lock.json, the API and the documents
  2. gives the unreleased section of CHANGELOG.md this version and the date of today (UTC)
  3. runs npm run check
  4. keeps the data of this release for the test of upgrades (npm run release-data, which needs PostgreSQL)
  5. commits "Release X.Y.Z"
  6. runs npm run pack on that commit, which writes to dist/: the packages, an SBOM of their dependencies (CycloneDX)
     and server.json
  7. writes dist/provenance.json: the SHA-256 of each of these files, and the commit that they are made from
  8. tags the commit vX.Y.Z

It refuses to start on a branch other than main, with uncommitted changes, with a version that is not newer than the
one of package.json or is tagged already, and with an empty unreleased section. If a step fails, it takes its changes back.

  --dry-run   checks all of that, and prints what would change
  --help      prints this
`;

const root = process.cwd();

try {
  const { values, positionals } = parsed();
  if (values.help) console.log(usage);
  else release(positionals, values['dry-run'] === true);
} catch (error) {
  if (!(error instanceof Refusal)) throw error;
  console.error(`Not released: ${error.message}`);
  process.exitCode = 1;
}

function parsed() {
  try {
    const options = /** @type {const} */ ({ 'dry-run': { type: 'boolean' }, help: { type: 'boolean', short: 'h' } });
    return parseArgs({ options, allowPositionals: true });
  } catch (error) {
    throw new Refusal(`${error instanceof Error ? error.message : error}. See npm run release -- --help.`);
  }
}

/** @param {string[]} versions @param {boolean} isDryRun */
function release(versions, isDryRun) {
  const [to = ''] = versions;
  if (versions.length !== 1) throw new Refusal('name one version, such as 1.2.3. See npm run release -- --help.');
  const from = JSON.parse(read('package.json')).version;
  confirm(to, from);
  const manifests = git('ls-files', 'package.json', '**/package.json').split('\n').filter(Boolean);
  const changes = withVersion(root, { from, to, manifests });
  const date = new Date().toISOString().slice(0, 10);
  changes.set('CHANGELOG.md', withReleasedSection(read('CHANGELOG.md'), to, date));
  if (isDryRun) {
    const files = [...changes.keys()].map((path) => `  ${path}`).join('\n');
    console.log(`Would release ${to} (${date}) after ${from}. Files that change:\n${files}\n`);
    console.log(`Notes of the release:\n\n${unreleasedNotes(read('CHANGELOG.md'))}\n\nNothing was changed.`);
    return;
  }
  for (const [path, text] of changes) writeFileSync(join(root, path), text);
  build(to);
  console.log(`
Released ${to} in this checkout: one commit, the tag v${to}, and packages in dist/. Nothing has left this machine. Next:

  git show --stat v${to}           look at it; git tag -d v${to} && git reset --hard HEAD~1 takes it back
  .ci/run                          run all tests on it
  git push origin main v${to}      push the commit and the tag
  npm publish dist/tessera-client-${to}.tgz    and -cli- and -server-, if you publish packages
  mcp-publisher publish dist/server.json        list svc agent in the registry of the Model Context Protocol
`);
}

/** Checks the requirements of a release. @param {string} to @param {string} from */
function confirm(to, from) {
  const newer = isNewer(to, from);
  if (newer === undefined) throw new Refusal(`${to} is not a version: write three numbers, such as 1.2.3.`);
  if (!newer) throw new Refusal(`${to} is not newer than ${from}, the version of package.json.`);
  const branch = git('branch', '--show-current');
  if (branch !== 'main') throw new Refusal(`this is ${branch || 'no branch'}: releases are made on main.`);
  const dirty = git('status', '--porcelain');
  if (dirty) throw new Refusal(`there are uncommitted changes. Commit or stash them first:\n${dirty}`);
  if (git('tag', '--list', `v${to}`)) throw new Refusal(`the tag v${to} exists already.`);
  if (!unreleasedNotes(read('CHANGELOG.md'))) {
    throw new Refusal('the unreleased section of CHANGELOG.md is empty: say what a user notices.');
  }
}

/** Checks, keeps the data, commits, packs and tags, and undoes all of that if a step fails. @param {string} version */
function build(version) {
  const data = join(root, 'packages/server/src/testing/fixtures/releases', `${version}.sql.gz`);
  const before = git('rev-parse', 'HEAD');
  try {
    run('check');
    run('release-data', '--', version);
    git('add', '--all');
    git('commit', '--quiet', '--message', `Release ${version}`);
    // Packing reads the commit, which the service names in /health.
    rmSync(join(root, 'dist'), { recursive: true, force: true });
    run('pack');
    writeFileSync(join(root, 'dist/provenance.json'), JSON.stringify(provenance(version), null, 2));
    git('tag', '--annotate', `v${version}`, '--message', `Release ${version}`);
  } catch (error) {
    git('reset', '--quiet', before);
    rmSync(data, { force: true });
    git('restore', '.');
    const reason = error instanceof Error ? error.message : String(error);
    throw new Refusal(`a step failed, and the changes have been taken back. ${reason}`);
  }
}

/** @param {string[]} words */
function run(...words) {
  console.log(`npm run ${words.join(' ')} ...`);
  execFileSync('npm', ['run', '--silent', ...words], { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] });
}

/**
 * An in-toto statement with SLSA provenance: which files of dist/ this commit made, by which command. It is not signed.
 * @param {string} version
 */
function provenance(version) {
  const dist = join(root, 'dist');
  const subject = readdirSync(dist).map((name) => ({
    name,
    digest: {
      sha256: createHash('sha256')
        .update(readFileSync(join(dist, name)))
        .digest('hex'),
    },
  }));
  return {
    _type: 'https://in-toto.io/Statement/v1',
    subject,
    predicateType: 'https://slsa.dev/provenance/v1',
    predicate: {
      buildDefinition: {
        buildType: 'https://docs.npmjs.com/cli/commands/npm-pack',
        externalParameters: { command: `npm run release -- ${version}` },
        internalParameters: { node: process.version },
        resolvedDependencies: [
          { uri: `git+file:.@refs/tags/v${version}`, digest: { gitCommit: git('rev-parse', 'HEAD') } },
          {
            uri: 'package-lock.json',
            digest: { sha256: createHash('sha256').update(read('package-lock.json')).digest('hex') },
          },
        ],
      },
      runDetails: { builder: { id: 'npm run release' }, metadata: { finishedOn: new Date().toISOString() } },
    },
  };
}

/** @param {string} path */
function read(path) {
  return readFileSync(join(root, path), 'utf8');
}

/**
 * @param {string[]} words @returns {string} the output of git
 */
function git(...words) {
  return execFileSync('git', words, { cwd: root, encoding: 'utf8' }).trim();
}
