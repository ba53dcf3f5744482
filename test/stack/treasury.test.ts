import { expect, inject, it } from 'vitest';

import { ApiClient } from '#infra/local/seed/api-client.ts';
import type { ReplyOf } from '#shared/contract/index.ts';
import { readBankBalance } from '#test/support/read-bank-balance.ts';
import { openStaffClient } from '#test/support/staff-client.ts';

/* Two people enter and approve a movement of the company's own money, over real HTTP and a real table. */

type Move = ReplyOf<'admin.propose-treasury'>;

const services = inject('services');

it('a top-up is entered once per bank reference, and posted once despite simultaneous approvals', async () => {
  const servicesFile = inject('servicesFile');
  const [first, second, third, reader] = [
    new ApiClient(services.site),
    await openStaffClient(services, servicesFile, { name: 'treasury-two', role: 'finance' }),
    await openStaffClient(services, servicesFile, { name: 'treasury-three', role: 'finance' }),
    await openStaffClient(services, servicesFile, { name: 'treasury-reader', role: 'support' }),
  ];
  await first.done('POST', '/auth/login', services.demo?.admin);
  const reference = `WIRE-${process.pid}`;
  const body = { kind: 'top_up', direction: 'out', amount: 12_300, fee: 45, reference, reason: 'Top-up of the week.' };
  const propose = (client: ApiClient, key: string) =>
    client.call<Move>('POST', '/admin/treasury', body, { 'idempotency-key': key });
  expect(await propose(reader, 'treasury-0')).toMatchObject({ status: 403 });

  const entered = await propose(first, 'treasury-1');
  expect(entered.status).toBe(201);
  const { _id, createdAt } = entered.body;
  expect(await propose(first, 'treasury-1')).toMatchObject({ status: 201, body: { _id } });
  expect(await propose(second, 'treasury-2')).toMatchObject({ status: 409 });
  const waits = async () => (await reader.done<ReplyOf<'admin.desk'>>('GET', '/admin/desk')).treasury;
  expect(await waits()).toEqual({ count: 1, oldestAt: createdAt });

  const bank = () => readBankBalance(services, [first, second, third, reader]);
  const before = await bank();
  const approve = (client: ApiClient) =>
    client.call('POST', `/admin/treasury/${_id}/decide`, { outcome: 'approve', reason: 'On the statement.' });
  expect(await approve(reader)).toMatchObject({ status: 403 });
  expect(await approve(first)).toMatchObject({ status: 403 });
  expect(await bank()).toBe(before);

  const answers = await Promise.all([approve(second), approve(third), approve(second), approve(third)]);
  const [one, other, again, otherAgain] = answers.map(({ status }) => status);
  expect(new Set([one, other])).toEqual(new Set([200, 409]));
  expect([again, otherAgain]).toEqual([one, other]);
  expect(await bank()).toBe(before - 12_345);
  expect(await waits()).toEqual({ count: 0, oldestAt: null });

  // No money really moved, so the entry is undone for the books of later tests.
  const undo = { ...body, direction: 'back', reason: 'It was another account.' };
  const undone = await second.done<Move>('POST', '/admin/treasury', undo);
  await first.done('POST', `/admin/treasury/${undone._id}/decide`, { outcome: 'approve', reason: 'On the statement.' });
  expect(await bank()).toBe(before);
  const log = await second.done<{ kind: string; about: string }[]>('GET', '/admin/audit?subject=platform');
  const about = log.filter((record) => record.about === _id).map(({ kind }) => kind);
  expect(about).toEqual(['approve-treasury', 'propose-treasury']);
});
