import { expect, inject, it } from 'vitest';

import { ApiClient } from '#infra/local/seed/api-client.ts';
import type { ReplyOf } from '#shared/contract/index.ts';
import { openFundedAccount, type Account } from '#test/support/money-stack.ts';
import { openStaffClient } from '#test/support/staff-client.ts';

/* Two admins correct a balance, over real HTTP and a real table. */

type Adjustment = ReplyOf<'admin.propose-adjustment'>;

const services = inject('services');

it('an adjustment is posted once for many approvals at once, and its owner sees it', async () => {
  const person = await openFundedAccount(services, 10_000, 'adjusted');
  const { _id: userId } = await person.done<{ _id: string }>('GET', '/user');
  const [first, second] = [
    new ApiClient(services.site),
    await openStaffClient(services, inject('servicesFile'), { name: 'second-admin' }),
  ];
  await first.done('POST', '/auth/login', services.demo?.admin);
  const body = { userId, amount: 2_500, direction: 'credit', reason: 'Charged twice by our mistake.' };
  const proposed = await first.done<Adjustment>('POST', '/admin/adjustments', body);
  const approve = (client: ApiClient) => client.call('POST', `/admin/adjustments/${proposed._id}/approve`);
  expect(await approve(first)).toMatchObject({ status: 403 });
  expect(await person.done<Account>('GET', '/user')).toMatchObject({ balance: 10_000 });

  const answers = await Promise.all([approve(second), approve(second), approve(second), approve(first)]);
  expect(answers.map(({ status }) => status)).toEqual([
    200,
    200,
    200,
    expect.toSatisfy((status) => status === 403 || status === 409),
  ]);
  expect(await person.done<Account>('GET', '/user')).toMatchObject({ balance: 12_500 });
  const activity = await person.done<{ reference: string; amount: number }[]>('GET', '/activity');
  expect(activity.filter(({ reference }) => reference === proposed._id)).toMatchObject([{ amount: 2_500 }]);
  const log = await second.done<{ kind: string; about: string }[]>('GET', `/admin/audit?subject=${userId}`);
  const about = log.filter((record) => record.about === proposed._id).map(({ kind }) => kind);
  expect(about).toEqual(['approve-adjustment', 'propose-adjustment']);

  const reversal = { ...body, direction: 'debit', reason: 'It was right.', link: proposed._id };
  const undo = await second.done<Adjustment>('POST', '/admin/adjustments', reversal);
  await first.done('POST', `/admin/adjustments/${undo._id}/approve`);
  expect(await person.done<Account>('GET', '/user')).toMatchObject({ balance: 10_000 });
  expect(await first.call('POST', '/admin/adjustments', reversal)).toMatchObject({ status: 409 });
});
