import { expect, it } from 'vitest';
import { routes } from '#shared/contract/index.ts';
import { calls } from '#web/lib/contract-facts.ts';
import { laterCalls } from '#web/lib/later-facts.ts';

it('knows method and path of every route that a browser calls, and which ones move money', () => {
  const ids = Object.keys(routes).filter((id) => !id.startsWith('webhooks.'));
  expect([...Object.keys(calls), ...Object.keys(laterCalls)].toSorted()).toEqual(ids.toSorted());
  expect(calls['cards.load']).toEqual(['PATCH', '/cards/{id}/load', true]);
  expect(calls['user.read']).toEqual(['GET', '/user']);
  // A write of money asks for its key before anything is fetched.
  expect(calls['admin.propose-adjustment']).toEqual(['POST', '/admin/adjustments', true]);
  expect(laterCalls['user.export']).toEqual(['POST', '/user/export']);
  expect(laterCalls['admin.desk']).toEqual(['GET', '/admin/desk']);
  expect(Object.keys(calls).filter((id) => id.startsWith('admin.'))).toEqual([
    'admin.propose-treasury',
    'admin.propose-adjustment',
  ]);
});
