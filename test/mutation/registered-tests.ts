/*
 * Stands in for `vitest` while mutants are run. Tests are only registered here, so that the runner can call the few
 * that reach a mutant thousands of times in one process, without loading anything again.
 */

import { vi as vitestVi } from '../../node_modules/vitest/dist/index.js';

export { expect, chai, assert } from '../../node_modules/vitest/dist/index.js';

const RealDate = globalThis.Date;
let nowMs = 0;

class StoppedDate extends RealDate {
  constructor(...given: readonly unknown[]) {
    super(...((given.length === 0 ? [nowMs] : given) as [number]));
  }

  static override now(): number {
    return nowMs;
  }
}

const envBefore = new Map<string, string | undefined>();

function setEnv(name: string, value: string | undefined): void {
  if (value === undefined) delete process.env[name];
  else process.env[name] = value;
}

/** `vi` without a worker of vitest: can stop the date, set the environment and wait for a condition. */
export const vi: typeof vitestVi = Object.assign(Object.create(vitestVi) as typeof vitestVi, {
  useFakeTimers: ({ now = RealDate.now() }: { readonly now?: number | Date } = {}) => {
    nowMs = Number(now);
    globalThis.Date = StoppedDate as DateConstructor;
    return vi;
  },
  setSystemTime: (now: number | Date) => vi.useFakeTimers({ now }),
  advanceTimersByTime: (milliseconds: number) => {
    nowMs += milliseconds;
    return vi;
  },
  useRealTimers: () => {
    globalThis.Date = RealDate;
    return vi;
  },
  stubEnv: (name: string, value: string | undefined) => {
    if (!envBefore.has(name)) envBefore.set(name, process.env[name]);
    setEnv(name, value);
    return vi;
  },
  unstubAllEnvs: () => {
    for (const [name, value] of envBefore) setEnv(name, value);
    envBefore.clear();
    return vi;
  },
  waitFor: async <T>(look: () => T | Promise<T>): Promise<T> => {
    const untilMs = performance.now() + 10_000;
    for (;;) {
      try {
        return await look();
      } catch (thrown) {
        if (performance.now() > untilMs) throw thrown;
        await new Promise((resolve) => void setTimeout(resolve, 20));
      }
    }
  },
});

type Body = (...args: unknown[]) => unknown;

type Suite = {
  readonly parent: Suite | undefined;
  readonly name: string;
  readonly hooks: Record<'beforeAll' | 'beforeEach' | 'afterEach' | 'afterAll', Body[]>;
  hasBegun: boolean;
};

/** A test as its file registered it. */
export type RegisteredTest = { readonly id: string; readonly suite: Suite; readonly body: Body };

const registered = new Map<string, RegisteredTest>();
const begun: Suite[] = [];
let current = newSuite(undefined, '');

function newSuite(parent: Suite | undefined, name: string): Suite {
  return { parent, name, hooks: { beforeAll: [], beforeEach: [], afterEach: [], afterAll: [] }, hasBegun: false };
}

/** Loads a file of tests. Afterwards its tests are among `registeredTests`. */
export async function registerFile(name: string, url: string): Promise<void> {
  current = newSuite(undefined, name);
  await import(url);
}

/** Returns all tests of the loaded files, in their order. */
export function registeredTests(): readonly RegisteredTest[] {
  return [...registered.values()];
}

/** Runs a test with the hooks around it. Throws what it throws. Forgets earlier calls of mocks first, as vitest does. */
export async function runTest({ suite, body }: RegisteredTest): Promise<void> {
  const around: Suite[] = [];
  for (let each: Suite | undefined = suite; each; each = each.parent) around.unshift(each);
  for (const each of around) {
    if (!each.hasBegun) for (const hook of each.hooks.beforeAll) await hook();
    if (!each.hasBegun) begun.unshift(each);
    each.hasBegun = true;
  }
  vitestVi.clearAllMocks();
  const cleanups: Body[] = [];
  try {
    for (const hook of around.flatMap(({ hooks }) => hooks.beforeEach)) {
      const cleanup = await hook({});
      if (typeof cleanup === 'function') cleanups.push(cleanup as Body);
    }
    await body({});
  } finally {
    for (const hook of around.toReversed().flatMap(({ hooks }) => hooks.afterEach)) await hook({});
    for (const cleanup of cleanups) await cleanup();
  }
}

/** Runs the `afterAll` hooks of suites that have begun. */
export async function endSuites(): Promise<void> {
  for (const hook of begun.splice(0).flatMap(({ hooks }) => hooks.afterAll)) await hook();
}

function addTest(name: string, body: Body): void {
  const path = [name];
  for (let each: Suite | undefined = current; each; each = each.parent) path.unshift(each.name);
  let id = path.filter(Boolean).join(' › ');
  while (registered.has(id)) id += ' (again)';
  registered.set(id, { id, suite: current, body });
}

function addSuite(name: string, fill: () => unknown): void {
  const outer = current;
  current = newSuite(outer, name);
  fill();
  current = outer;
}

/** Returns the function of `it(name, fn)`, `it(name, options, fn)` or `it(name, fn, timeout)`. */
function bodyOf(args: readonly unknown[]): Body {
  const body = args.find((arg) => typeof arg === 'function');
  if (body === undefined) throw new Error('a test without a body');
  return body as Body;
}

function eachOf(add: (name: string, body: Body) => void) {
  return (cases: readonly unknown[]) =>
    (name: string, ...args: readonly unknown[]): void => {
      const body = bodyOf(args);
      const areLists = cases.every((row) => Array.isArray(row));
      cases.forEach((row, index) => {
        add(`${name} #${index}`, () => (areLists ? body(...(row as unknown[])) : body(row)));
      });
    };
}

const nothing = (): void => undefined;

function withVariants<T extends (name: string, ...args: readonly unknown[]) => void>(
  run: T,
  add: (name: string, body: Body) => void,
) {
  return Object.assign(run, {
    each: eachOf(add),
    skip: nothing,
    skipIf: (isSkipped: unknown) => (isSkipped ? nothing : run),
    runIf: (isRun: unknown) => (isRun ? run : nothing),
  });
}

export const it = withVariants((name, ...args) => addTest(name, bodyOf(args)), addTest);
export const test = it;
export const describe = withVariants((name, ...args) => addSuite(name, bodyOf(args)), addSuite);
export const beforeAll = (hook: Body): void => void current.hooks.beforeAll.push(hook);
export const beforeEach = (hook: Body): void => void current.hooks.beforeEach.push(hook);
export const afterEach = (hook: Body): void => void current.hooks.afterEach.push(hook);
export const afterAll = (hook: Body): void => void current.hooks.afterAll.push(hook);
