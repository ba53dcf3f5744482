import { readFileSync } from 'node:fs';
import path from 'node:path';

import { expect, it } from 'vitest';

import { routeIds, routes, type Route } from '#shared/contract/index.ts';
import { repositoryRoot } from '#infra/build/content-addressed-build.ts';

/** True for a route whose function takes the key that makes a repetition harmless. */
function takesKey(id: string): boolean {
  const file = path.join(repositoryRoot, 'functions/api', `${id.replace('.', '/')}.ts`);
  return readFileSync(file, 'utf8').includes('moneyEndpoint(');
}

it('the routes that the contract calls money are those whose functions take an Idempotency-Key', () => {
  const declared = routeIds.filter((id) => (routes[id] as Route).money === true);
  expect(declared).toContain('cards.delete');
  // The site sends a key, and asks what became of a lost answer, where the contract says so.
  expect(declared).toEqual(routeIds.filter(takesKey));
});
