import { describe, expect, it } from 'vitest';

import { findChrome, findJava, missingHere, type Machine } from '#infra/local/machine.mjs';

const bare: Machine = { platform: 'darwin', arch: 'arm64', env: {}, exists: () => false, javaVersion: () => 0 };
const both = { engine: true, browser: true };
const chromeOfMac = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome';

describe('a machine', () => {
  it('needs nothing on Linux x64', () => {
    expect(missingHere(both, { ...bare, platform: 'linux', arch: 'x64' })).toBeUndefined();
  });

  it('needs Java on other systems, and says so in one sentence', () => {
    expect(missingHere(both, bare)).toBe(
      'On darwin-arm64 the database is DynamoDB Local, which needs Java 17 or newer, and none was found: install one, or set JAVA_HOME, and try again.',
    );
    expect(missingHere({ engine: true }, { ...bare, javaVersion: () => 16 })).toMatch(/needs Java 17/);
    expect(missingHere({ engine: true }, { ...bare, javaVersion: () => 17 })).toBeUndefined();
  });

  it('needs an installed Chrome for the tests on other systems, and none to start', () => {
    const withJava = { ...bare, javaVersion: () => 21 };
    expect(missingHere(both, withJava)).toMatch(
      /^On darwin-arm64 the tests drive an installed Chrome, .* CHROME_PATH /,
    );
    expect(missingHere({ engine: true }, withJava)).toBeUndefined();
    expect(missingHere(both, { ...withJava, exists: (file) => file === chromeOfMac })).toBeUndefined();
  });

  it('needs neither for a part of the checks that runs no engine', () => {
    expect(missingHere({}, bare)).toBeUndefined();
  });

  it.each(['CHROME', 'CHROME_PATH'])('refuses a %s that is not there, also on Linux x64', (name) => {
    const machine = { ...bare, platform: 'linux', arch: 'x64', env: { [name]: '/no/chrome' } };
    expect(missingHere(both, machine)).toMatch(/\/no\/chrome, and there is no such file/);
    expect(missingHere({ engine: true }, machine)).toBeUndefined();
  });

  it('finds a Chrome that is named before one in a usual place', () => {
    expect(findChrome({ ...bare, env: { CHROME_PATH: '/mine' }, exists: () => true })).toBe('/mine');
    expect(findChrome({ ...bare, exists: (file) => file.startsWith('/Users/ada/') })).toBeUndefined();
    expect(findChrome({ ...bare, env: { HOME: '/Users/ada' }, exists: (file) => file.startsWith('/Users/ada/') })).toBe(
      '/Users/ada/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    );
    const edge = 'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe';
    const windows = { ...bare, platform: 'win32', env: { 'PROGRAMFILES(X86)': 'C:\\Program Files (x86)' } };
    expect(findChrome({ ...windows, exists: (file) => file === edge })).toBe(edge);
    expect(findChrome({ ...bare, platform: 'linux', exists: (file) => file === '/usr/bin/chromium' })).toBe(
      '/usr/bin/chromium',
    );
  });

  it('takes the first Java that is new enough', () => {
    const versions: Record<string, number> = { '/old/bin/java': 11, java: 0, '/usr/local/opt/openjdk/bin/java': 23 };
    const javaVersion = (command: string): number => versions[command] ?? 0;
    const machine = { ...bare, env: { JAVA_HOME: '/old' }, javaVersion };
    expect(findJava(machine)).toBe('/usr/local/opt/openjdk/bin/java');
    expect(findJava({ ...machine, platform: 'linux' })).toBeUndefined();
    expect(findJava({ ...machine, env: { JAVA_HOME: '/new' }, javaVersion: () => 17 })).toBe('/new/bin/java');
  });
});
