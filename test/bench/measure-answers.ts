import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import type { RouteId } from '#shared/contract/index.ts';
import { openBench } from './open-bench.ts';
import type { Quartiles } from './quartiles.ts';

const run = promisify(execFile);

/** The reads of every opening of the site, and a long list. */
const asked = [
  ['user.read', undefined],
  ['cards.list', undefined],
  ['transactions.list', { limit: '10' }],
  ['transactions.list', { limit: '100' }],
] as const satisfies readonly (readonly [RouteId, Readonly<Record<string, string>> | undefined])[];

/** The CPU of a warm answer, in microseconds, and of the bare calls of AWS that it makes. */
export type WarmAnswer = { readonly name: string; readonly bare: Quartiles; readonly ours: Quartiles };

/** Answers each request many times in one process, the bare calls by turns with it. */
export async function measureAnswers(runs: number): Promise<readonly WarmAnswer[]> {
  const bench = await openBench();
  const answers: WarmAnswer[] = [];
  try {
    for (const [route, query] of asked) {
      const script = path.join(import.meta.dirname, 'answer-often.ts');
      const env = {
        PATH: process.env['PATH'] ?? '',
        AWS_REGION: 'eu-west-1',
        AWS_ACCESS_KEY_ID: 'AKIDEXAMPLE',
        AWS_SECRET_ACCESS_KEY: 'of-nobody',
        AWS_ENDPOINT_URL: bench.address,
      };
      const given = [script, route, JSON.stringify(bench.eventOf(route, query)), String(runs)];
      const { stdout } = await run(process.execPath, given, { env });
      const measured = JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as Omit<WarmAnswer, 'name'>;
      answers.push({ name: query ? `${route}, ${query.limit} rows` : route, ...measured });
    }
  } finally {
    bench.close();
  }
  return answers;
}
