import { describe, expect, it } from 'vitest';
import { describeStaffRoutes, staffRequest } from '#bin/operator/staff-routes.ts';
import { routeIds, routes } from '#shared/contract/index.ts';
import { unknownIds } from '#test/support/endpoint-suite.ts';

describe('the command of a route of staff', () => {
  it('exists for every route of staff, and for no other route', () => {
    const named = describeStaffRoutes()
      .split('\n')
      .filter((line) => !line.startsWith(' '))
      .map((line) => line.split(' ')[0]);
    const staff = routeIds.filter((id) => routes[id].access === 'admin').map((id) => id.replace(/^admin\./, ''));
    expect(named).toEqual(staff);
    expect(() => staffRequest('cards.load', [])).toThrow('"cards.load" is no command of staff.');
  });

  it('puts each field where the route has it, as text, number or JSON', () => {
    const id = unknownIds.deposit;
    const given = [`id=${id}`, 'outcome=credit', 'creditCents=500', 'reason=12', 'accept=["address"]'];
    expect(staffRequest('decide-deposit', given)).toEqual({
      method: 'POST',
      path: `/admin/deposits/${id}/decide`,
      body: { outcome: 'credit', creditCents: 500, reason: '12', accept: ['address'] },
    });
    expect(staffRequest('note', [`id=${unknownIds.user}`, 'text=Paid by 2 + 2 = 4.'])).toMatchObject({
      body: { text: 'Paid by 2 + 2 = 4.' },
    });
    expect(staffRequest('audit', ['kind=note', 'limit=5'])).toEqual({
      method: 'GET',
      path: '/admin/audit?kind=note&limit=5',
    });
  });

  it('refuses a field that the route does not have, and one that is missing in its path', () => {
    expect(() => staffRequest('note', ['id=usr_1', 'words=x'])).toThrow('It has: id, text.');
    expect(() => staffRequest('note', ['id'])).toThrow('"id" is no field of note.');
    expect(() => staffRequest('note', ['text=x'])).toThrow('note needs id=….');
  });

  it('refuses values before anything is sent, and names every field that is wrong', () => {
    const wrong = (given: readonly string[]) => () => staffRequest('decide-deposit', given);
    expect(wrong(['id=dep_1'])).toThrow(
      'id must be an id that begins with dep_. outcome must be credit or refuse. reason is missing.',
    );
    expect(wrong([`id=${unknownIds.card}`, 'outcome=refuse', 'reason=x'])).toThrow(
      'id must be an id that begins with dep_.',
    );
    expect(wrong([`id=${unknownIds.deposit}`, 'outcome=refuse', 'reason= '])).toThrow('reason is missing.');
    expect(() => staffRequest('user', ['id=a/../b'])).toThrow('id must be an id that begins with usr_.');
    expect(() => staffRequest('audit', ['limit=many'])).toThrow('limit');
  });
});
