import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** The package of Lighthouse, fetched on first use: it would be a fifth of all installed files, for one command. */
const lighthouse = 'lighthouse@13.5.0';

/** The fields of a report that we read. */
export type LighthouseReport = {
  readonly audits: Readonly<Record<string, Audit | undefined>>;
  readonly categories: Readonly<Record<string, Category>>;
  readonly finalDisplayedUrl: string;
  readonly runtimeError?: { readonly message: string };
};
type Audit = {
  readonly score: number | null;
  readonly numericValue?: number;
  readonly details?: { readonly type: string; readonly items?: readonly unknown[] };
};
type Category = {
  readonly score: number | null;
  readonly auditRefs: readonly { readonly id: string; readonly weight: number }[];
};

/** Runs Lighthouse on a page of the browser that listens on `port`. Throws when it cannot run or makes no report. */
export async function runLighthouse(url: string, port: number): Promise<LighthouseReport> {
  const folder = await mkdtemp(path.join(tmpdir(), 'satchel-report-'));
  const file = path.join(folder, 'report.json');
  try {
    const flags = [
      `--port=${port}`,
      '--output=json',
      `--output-path=${file}`,
      '--quiet',
      '--no-enable-error-reporting',
    ];
    const child = spawn('npx', ['--yes', lighthouse, url, ...flags], {
      stdio: ['ignore', 'ignore', 'inherit'],
      // Runs Lighthouse under this Node, not under the one that the machine has installed.
      env: { ...process.env, PATH: `${path.dirname(process.execPath)}${path.delimiter}${process.env['PATH'] ?? ''}` },
    });
    const code = await new Promise<number | null>((resolve, reject) => {
      child.once('error', reject);
      child.once('close', resolve);
    });
    // When the page did not load, Lighthouse exits with 1 and a report that says why.
    const report = await readFile(file, 'utf8').catch(() => undefined);
    if (report === undefined) throw new Error(`${lighthouse} ended with ${code} and without a report of ${url}`);
    return JSON.parse(report) as LighthouseReport;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
