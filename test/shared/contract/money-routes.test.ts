import { readFileSync } from 'node:fs';
import path from 'node:path';

import { expect, it } from 'vitest';

import { routeIds, routes, type Route } from '#shared/contract/index.ts';
import { repositoryRoot } from '#infra/build/content-addressed-build.ts';

/** True for a route whose function takes an `Idempotency-Key`. */
function takesKey(id: string): boolean {
  const file = path.join(repositoryRoot, 'functions/api', `${id.replace('.', '/')}.ts`);
  return readFileSync(file, 'utf8').includes('moneyEndpoint(');
}

it('the routes that the contract calls money are those whose functions take an Idempotency-Key', () => {
  const declared = routeIds.filter((id) => (routes[id] as Route).money === true);
  expect(declared).toContain('cards.delete');
  // The site relies on this: for these routes it sends a key, and asks for the outcome after a lost answer.
  expect(declared).toEqual(routeIds.filter(takesKey));
});
