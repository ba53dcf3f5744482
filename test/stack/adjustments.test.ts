import { expect, inject, it } from 'vitest';

import { makeAdmin } from '#bin/make-admin.ts';
import { localStore } from '#bin/operator/local-store.ts';
import { ApiClient } from '#infra/local/seed/api-client.ts';
import { mailTo, openAccount, until } from '#infra/local/seed/open-account.ts';
import type { ReplyOf } from '#shared/contract/index.ts';
import { openFundedAccount, type Account } from '#test/support/money-stack.ts';
import { totpAt } from '#test/support/totp-at.ts';

/* Two admins correct a balance, over real HTTP and a real table. */

type Adjustment = ReplyOf<'admin.propose-adjustment'>;

const services = inject('services');
const password = 'Correct-horse-1';

/** An admin of another address than the demo's, who has added an authenticator app. */
async function otherAdmin(): Promise<ApiClient> {
  const email = `second-admin-${process.pid}@example.com`;
  const client = await openAccount(services, { email, password, firstname: 'Grace', lastname: 'Hopper' });
  const { _id: userId } = await client.done<{ _id: string }>('GET', '/user');
  await makeAdmin(localStore(inject('servicesFile')), email);
  await client.done('POST', '/auth/login', { email, password });
  const code = await until('the digits', async () => /^(\d{6})$/m.exec(await mailTo(services, email))?.[1]);
  await client.done('POST', '/auth/2fa/verify', { code, userId });
  const { secret } = await client.done<{ secret: string }>('POST', '/user/totp');
  const { offsetMs } = (await (await fetch(`${services.control}/clock`)).json()) as { offsetMs: number };
  await client.done('POST', '/user/totp/confirm', { code: totpAt(secret, Date.now() + offsetMs) });
  return client;
}

it('an adjustment is posted once for many approvals at once, and its owner sees it', async () => {
  const person = await openFundedAccount(services, 10_000, 'adjusted');
  const { _id: userId } = await person.done<{ _id: string }>('GET', '/user');
  const [first, second] = [new ApiClient(services.site), await otherAdmin()];
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
