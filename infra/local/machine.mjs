/**
 * Software that the machine itself has to bring: nothing on Linux x64. Elsewhere npm has no build of the first database
 * engine and no browser, so Java and an installed Chrome stand in.
 *
 * Runs before anything is installed, under whichever Node a machine has: no dependencies and no new syntax.
 */
import { spawnSync } from 'child_process';
import { existsSync } from 'fs';
import path from 'path';

/** The oldest Java that DynamoDB Local runs on. */
const oldestJava = 17;

const thisMachine = {
  platform: process.platform,
  arch: process.arch,
  env: process.env,
  exists: existsSync,
  /** The major version of a Java by its command; 0 when it does not run. */
  javaVersion: (command) => {
    const stderr = spawnSync(command, ['-version'], { encoding: 'utf8' }).stderr || '';
    const found = /version "(\d+)/.exec(stderr);
    return found ? Number(found[1]) : 0;
  },
};

/** Finds a Java that is new enough: JAVA_HOME, the PATH, then where Homebrew leaves it. Returns its command, or undefined. */
export function findJava(machine = thisMachine) {
  const home = machine.env.JAVA_HOME;
  const places = home ? [path.join(home, 'bin/java')] : [];
  places.push('java');
  if (machine.platform === 'darwin') {
    ['/opt/homebrew', '/usr/local'].forEach((prefix) => {
      ['openjdk', 'openjdk@21', 'openjdk@17'].forEach((name) => places.push(`${prefix}/opt/${name}/bin/java`));
    });
  }
  return places.find((command) => machine.javaVersion(command) >= oldestJava);
}

/** Finds a Chrome to drive: CHROME or CHROME_PATH, then the usual places. Returns its path, or undefined. */
export function findChrome(machine = thisMachine) {
  const chosen = machine.env.CHROME || machine.env.CHROME_PATH;
  if (chosen) return machine.exists(chosen) ? chosen : undefined;
  return usualChromes(machine).find((file) => machine.exists(file));
}

function usualChromes({ platform, env }) {
  if (platform === 'darwin') {
    const names = ['Google Chrome', 'Chromium', 'Microsoft Edge', 'Brave Browser'];
    const folders = ['/Applications'].concat(env.HOME ? [`${env.HOME}/Applications`] : []);
    return folders
      .map((folder) => names.map((name) => `${folder}/${name}.app/Contents/MacOS/${name}`))
      .reduce((all, some) => all.concat(some), []);
  }
  if (platform === 'win32') {
    const files = ['Google\\Chrome\\Application\\chrome.exe', 'Microsoft\\Edge\\Application\\msedge.exe'];
    return [env.PROGRAMFILES, env['PROGRAMFILES(X86)'], env.LOCALAPPDATA]
      .filter(Boolean)
      .map((folder) => files.map((file) => `${folder}\\${file}`))
      .reduce((all, some) => all.concat(some), []);
  }
  const names = ['google-chrome', 'google-chrome-stable', 'chromium', 'chromium-browser', 'microsoft-edge'];
  return names.map((name) => `/usr/bin/${name}`).concat(['/opt/google/chrome/chrome', '/snap/bin/chromium']);
}

/** Says in one sentence what this machine lacks for an engine, or for a browser; undefined when it lacks nothing. */
export function missingHere({ engine, browser }, machine = thisMachine) {
  const here = `${machine.platform}-${machine.arch}`;
  const chosen = machine.env.CHROME || machine.env.CHROME_PATH;
  if (browser && chosen && !machine.exists(chosen)) {
    return `CHROME or CHROME_PATH is ${chosen}, and there is no such file: name the browser's program, or leave it out.`;
  }
  if (here === 'linux-x64') return undefined;
  if (engine && findJava(machine) === undefined) {
    return (
      `On ${here} the database is DynamoDB Local, which needs Java ${oldestJava} or newer, and none was found: ` +
      'install one, or set JAVA_HOME, and try again.'
    );
  }
  if (browser && findChrome(machine) === undefined) {
    return (
      `On ${here} the tests drive an installed Chrome, and none was found in the usual places: ` +
      'install one, or set CHROME_PATH to its program, and try again.'
    );
  }
  return undefined;
}
