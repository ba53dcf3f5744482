import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { promisify } from 'node:util';

import type { LaunchOptions } from 'playwright-core';

import { findChrome, missingHere } from '#infra/local/machine.mjs';

const require = createRequire(import.meta.url);
const root = path.resolve(import.meta.dirname, '../..');

/**
 * Finds the Chromium that the tests drive: the one that `CHROME` or `CHROME_PATH` names; on Linux x64 the one that came
 * with `npm ci`; elsewhere an installed Chrome. Throws when there is none.
 */
export async function findChromium(): Promise<Pick<LaunchOptions, 'executablePath' | 'env'>> {
  const missing = missingHere({ browser: true });
  if (missing !== undefined) throw new Error(missing);
  const isChosen = Boolean(process.env['CHROME'] || process.env['CHROME_PATH']);
  const installed = isChosen || process.platform !== 'linux' || process.arch !== 'x64' ? findChrome() : undefined;
  if (installed !== undefined) return { executablePath: installed };
  const folder = await unpackOnce();
  const libraries = [path.join(folder, 'al2023', 'lib'), process.env['LD_LIBRARY_PATH']].filter(Boolean).join(':');
  return {
    executablePath: path.join(folder, 'chromium'),
    env: { ...process.env, LD_LIBRARY_PATH: libraries, FONTCONFIG_PATH: path.join(folder, 'fonts') },
  };
}

/**
 * Unpacks the package's browser into a folder named by its version and returns that folder. A separate process does it,
 * because the package reads and changes the environment. Unpacking elsewhere and renaming makes it safe to run twice at
 * once.
 */
async function unpackOnce(): Promise<string> {
  const folder = path.join(root, `.build/chromium-${packageVersion()}`);
  if (existsSync(path.join(folder, 'chromium'))) return folder;
  await mkdir(path.dirname(folder), { recursive: true });
  const draft = await mkdtemp(`${folder}-draft-`);
  try {
    await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', unpackScript], {
      cwd: root,
      env: { ...process.env, TMPDIR: draft, AWS_LAMBDA_JS_RUNTIME: 'nodejs24.x' },
    });
    await writeFontSettings(draft, folder);
    await rename(draft, folder).catch((error: unknown) => {
      // Another process was first; its files are the same.
      if (!existsSync(path.join(folder, 'chromium'))) throw error;
    });
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
  return folder;
}

const unpackScript = `
  const { default: chromium } = await import('@sparticuz/chromium');
  await chromium.executablePath();
`;

/** Writes settings for fonts, because the package's own settings look for fonts in /tmp. */
async function writeFontSettings(draft: string, folder: string): Promise<void> {
  const folders = [path.join(folder, 'fonts'), '/usr/share/fonts'].map((each) => `<dir>${each}</dir>`).join('');
  await mkdir(path.join(draft, 'fonts'), { recursive: true });
  await writeFile(
    path.join(draft, 'fonts', 'fonts.conf'),
    `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig>${folders}<cachedir>${folder}/fonts-cache</cachedir></fontconfig>`,
  );
}

function packageVersion(): string {
  const entry = require.resolve('@sparticuz/chromium');
  const file = path.join(entry.slice(0, entry.lastIndexOf('@sparticuz')), '@sparticuz/chromium/package.json');
  return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version;
}
