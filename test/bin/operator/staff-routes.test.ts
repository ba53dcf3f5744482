import { describe, expect, it } from 'vitest';
import { describeStaffRoutes, staffRequest } from '#bin/operator/staff-routes.ts';
import { routeIds, routes } from '#shared/contract/index.ts';

describe('the command of a route of staff', () => {
  it('is there for every such route, and for no other', () => {
    const named = describeStaffRoutes()
      .split('\n')
      .filter((line) => !line.startsWith(' '))
      .map((line) => line.split(' ')[0]);
    const staff = routeIds.filter((id) => routes[id].access === 'admin').map((id) => id.replace(/^admin\./, ''));
    expect(named).toEqual(staff);
    expect(() => staffRequest('cards.load', [])).toThrow('"cards.load" is no command of staff.');
  });

  it('puts each field where the route has it, as text, number or JSON', () => {
    const given = ['id=dep_1', 'outcome=credit', 'creditCents=500', 'reason=12', 'accept=["address"]'];
    expect(staffRequest('decide-deposit', given)).toEqual({
      method: 'POST',
      path: '/admin/deposits/dep_1/decide',
      body: { outcome: 'credit', creditCents: 500, reason: '12', accept: ['address'] },
    });
    expect(staffRequest('audit', ['kind=note', 'limit=5'])).toEqual({
      method: 'GET',
      path: '/admin/audit?kind=note&limit=5',
    });
    expect(staffRequest('approve-adjustment', ['id=a/../b'])).toMatchObject({
      path: '/admin/adjustments/a%2F..%2Fb/approve',
    });
  });

  it('refuses a field that the route does not have, and one that is missing in its path', () => {
    expect(() => staffRequest('note', ['id=usr_1', 'words=x'])).toThrow('It has: id, text.');
    expect(() => staffRequest('note', ['id'])).toThrow('"id" is no field of note.');
    expect(() => staffRequest('note', ['text=x'])).toThrow('note needs id=….');
  });
});
