import { expect, it } from 'vitest';
import { routes } from '#shared/contract/index.ts';
import { calls } from '#web/lib/contract-facts.ts';

it('knows method and path of every route that a browser calls, and which ones move money', () => {
  expect(Object.keys(calls)).toEqual(Object.keys(routes).filter((id) => !id.startsWith('webhooks.')));
  expect(calls['cards.load']).toEqual(['PATCH', '/cards/{id}/load', true]);
  expect(calls['user.read']).toEqual(['GET', '/user']);
});
