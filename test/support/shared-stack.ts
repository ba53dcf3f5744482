import { readFileSync } from 'node:fs';
import path from 'node:path';

import type { TestProject } from 'vitest/node';

import type { Services } from '#infra/local/supervisor/services.ts';
import { assertNoSecrets, checkSecrets } from '#test/secrets/check-secrets.ts';
import { startLocalStack, type LocalStack } from './local-stack.ts';
import { recordTraffic } from './recorded-traffic.ts';
import { runTogether } from './run-together.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The addresses of the demo stack that all files of a project share. A test that kills a stack starts its own. */
    readonly services: Services;
    /** The path of services.json, next to which the local secrets are. */
    readonly servicesFile: string;
  }
}

let stack: LocalStack | undefined;
let traffic = '';

/** Starts the stack that the tests share, with the demo; or uses the running stack whose file `SERVICES` names. */
export async function setup(project: TestProject): Promise<void> {
  const running = process.env['SERVICES'];
  if (running !== undefined && running !== '') {
    project.provide('services', JSON.parse(readFileSync(running, 'utf8')) as Services);
    project.provide('servicesFile', running);
    return;
  }
  traffic = recordTraffic(project.name, project.vitest.config.shard);
  runTogether();
  stack = await startLocalStack({ seed: 'demo' });
  project.provide('services', stack.services);
  project.provide('servicesFile', path.join(stack.dataDir, 'services.json'));
}

/** Prints the first errors that no function expected: the stack's data is gone when a test has failed by a 500. */
function reportFailures(output: string): void {
  const failures = output.split('\n').filter((line) => line.includes('"message":"request failed"'));
  for (const line of failures.slice(0, 5)) process.stderr.write(`${line.slice(0, 1_500)}\n`);
}

/** Searches the data of the run for all its secrets, then ends the stack and removes its data. */
export async function teardown(): Promise<void> {
  if (stack === undefined) return;
  try {
    reportFailures(stack.output());
    const { demo } = stack.services;
    // Removes the demo's two passwords, which the stack prints on purpose.
    const said = [demo?.user, demo?.admin].reduce(
      (text, login) => text.replaceAll(login?.password ?? '\0', ''),
      stack.output(),
    );
    const logs = [{ name: 'what the stack said', text: said }];
    assertNoSecrets(await checkSecrets(path.join(stack.dataDir, 'services.json'), traffic, { logs }));
  } finally {
    await stack[Symbol.asyncDispose]();
  }
}
