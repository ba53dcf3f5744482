import { expect, it } from 'vitest';
import { routes, type Route } from '#shared/contract/index.ts';
import { calls, staffOf } from '#web/lib/contract-facts.ts';

it('knows method and path of every route that a browser calls, and which ones move money', () => {
  expect(Object.keys(calls)).toEqual(Object.keys(routes).filter((id) => !id.startsWith('webhooks.')));
  expect(calls['cards.load']).toEqual(['PATCH', '/cards/{id}/load', true]);
  expect(calls['user.read']).toEqual(['GET', '/user']);
});

it('knows the roles among the staff that may call each route for admins', () => {
  const ofAdmins = Object.entries<Route>(routes).filter(([, { access }]) => access === 'admin');
  expect(Object.keys(staffOf)).toEqual(ofAdmins.map(([id]) => id));
  expect(staffOf['admin.suspend']).toEqual(['admin']);
  expect(staffOf['user.all']).toEqual(['support', 'finance', 'admin']);
});
