import { readFileSync } from 'node:fs';

import type { TestProject } from 'vitest/node';

import type { Services } from '#infra/local/supervisor/services.ts';
import { startLocalStack, type LocalStack } from './local-stack.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The addresses of the demo stack that all files of the project share. Whoever kills a stack starts another. */
    readonly services: Services;
  }
}

let stack: LocalStack | undefined;

/** Starts the stack that the tests share, with the demo in it; or takes the running one whose file `SERVICES` names. */
export async function setup(project: TestProject): Promise<void> {
  const running = process.env['SERVICES'];
  if (running !== undefined && running !== '') {
    project.provide('services', JSON.parse(readFileSync(running, 'utf8')) as Services);
    return;
  }
  stack = await startLocalStack({ seed: 'demo', readyWithinMs: 180_000 });
  project.provide('services', stack.services);
}

/** Ends it and removes its data. */
export async function teardown(): Promise<void> {
  await stack?.[Symbol.asyncDispose]();
}
