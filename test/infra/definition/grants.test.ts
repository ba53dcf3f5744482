import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { readImporters, stepsFrom } from '#bin/check/import-graph.ts';
import { repositoryRoot } from '#infra/build/content-addressed-build.ts';
import { definition } from '#infra/definition/index.ts';
import type { Grant } from '#infra/definition/types.ts';
import { routes, type Route } from '#shared/contract/index.ts';

/*
 * A grant that is too narrow fails in the tests of its function. One that is too wide fails nowhere but here: it may
 * hold only what the code that a function loads could use. Adapters and shells hold everything, so they say nothing.
 */

const texts = new Map(
  globSync('{functions,shared}/**/*.ts', { cwd: repositoryRoot })
    .map((file) => file.split(path.sep).join('/'))
    .filter((file) => !/^functions\/(adapters|ports|runtime)\//.test(file))
    .map((file) => [
      file,
      readFileSync(path.join(repositoryRoot, file), 'utf8').replaceAll(/^import type [^;]*;/gm, ''),
    ]),
);
const importers = readImporters(texts);

/** Uses of what can be granted, as code writes them. */
const uses = {
  issuer: /\bissuer\.\w+\(/,
  payments: /\bpayments\.\w+\(/,
  session: /\bkeys\b/,
  mail: /\bmailer\.send\(/,
  signIn: /\bkeys\.accessToken\(/,
  returnedMails: /\breturnedMails\b/,
  deadLetters: /\bdeadLetters\b/,
  erasures: /'erasure'/,
  floatFloor: /\bfloatFloorCents\b/,
  'issuer-events': /\b(?:issuerEvents|queue)\b/,
  'payment-events': /\b(?:paymentEvents|queue)\b/,
} as const;
type Use = keyof typeof uses;

/** Hashing of a password, which takes most of a core. */
const hashes = /\bkeys\.(?:hash|verify)Password\(/;

function leadingToUsersOf(use: RegExp): ReadonlySet<string> {
  const users = [...texts].filter(([, text]) => use.test(text)).map(([file]) => file);
  return new Set(stepsFrom(users, importers).keys());
}

/** The files that lead by imports to one that uses something. */
const leadingTo = new Map((Object.keys(uses) as Use[]).map((use) => [use, leadingToUsersOf(uses[use])]));

function namesOf({ secrets = [], send = [], ...grant }: Grant): readonly Use[] {
  const others = (Object.keys(grant) as (keyof typeof grant)[]).filter((name) => name !== 'table' && grant[name]);
  return [...secrets, ...send, ...others] as Use[];
}

const routeOf = (id: string): Route | undefined => routes[id as keyof typeof routes];

test('every right that can be granted is looked for here', () => {
  const granted = new Set(definition.functions.flatMap(({ grant }) => namesOf(grant)));
  expect([...granted].filter((name) => !(name in uses))).toEqual([]);
});

describe('no function has a right', () => {
  test.each(Object.keys(uses) as Use[])('to %s that its code never uses', (use) => {
    const idle = definition.functions.filter(
      ({ id, grant, entry }) =>
        namesOf(grant).includes(use) &&
        !leadingTo.get(use)?.has(entry) &&
        // The shell itself reads the session of a caller.
        !(use === 'session' && routeOf(id) !== undefined && routeOf(id)?.access !== 'public'),
    );
    expect(idle.map(({ id }) => id)).toEqual([]);
  });
});

test('a function that only reads may not write, but where a view catches up with a provider or starts a cardholder', () => {
  const writing = definition.functions.filter(
    ({ id, trigger, grant }) =>
      trigger.kind === 'http' && trigger.method === 'GET' && !routeOf(id)?.changesState && grant.table === 'write',
  );
  expect(writing.map(({ id }) => id).toSorted()).toEqual(['cards.transactions', 'transactions.read', 'user.read']);
});

test('the functions that note erasures reach the list of them, because it is apart from the table', () => {
  const noting = definition.functions.filter(({ entry }) => leadingTo.get('erasures')?.has(entry));
  expect(noting.map(({ id }) => id)).toEqual(['job.erase-accounts']);
  for (const { grant } of noting) expect(grant.erasures).toBe(true);
});

test('the functions that give dead letters back take them off their queue, and no others', () => {
  const givingBack = leadingToUsersOf(/\bgiveBack\b/);
  const taking = definition.functions.filter(({ grant }) => grant.deadLetters === 'move');
  expect(taking.map(({ id }) => id)).toEqual(
    definition.functions.flatMap(({ id, entry }) => (givingBack.has(entry) ? id : [])),
  );
});

test('the functions that hash passwords, and no others, have the memory of a whole core', () => {
  const hashing = leadingToUsersOf(hashes);
  const idsOf = (is: (fn: (typeof definition.functions)[number]) => boolean) =>
    definition.functions.filter((fn) => is(fn)).map(({ id }) => id);
  expect(idsOf(({ memoryMb }) => memoryMb === 1024)).toEqual(idsOf(({ entry }) => hashing.has(entry)));
});
