import { beforeAll, describe, expect, inject, it } from 'vitest';

import { ApiClient } from '#infra/local/seed/api-client.ts';
import { depositAndPay, openAccount, until } from '#infra/local/seed/open-account.ts';
import type { ReplyOf } from '#shared/contract/index.ts';
import { openFundedAccount, runJob } from '#test/support/money-stack.ts';
import { openRing } from '#test/support/open-ring.ts';

type Held = ReplyOf<'admin.held-referrals'>;
type Tickets = ReplyOf<'admin.breaks'>;

const services = inject('services');
const admin = new ApiClient(services.site);
let referrer: ApiClient;
let referrerId: string;

beforeAll(async () => {
  await admin.done('POST', '/auth/login', services.demo?.admin);
  referrer = await openFundedAccount(services, 6_000, 'ringleader');
  ({ _id: referrerId } = await referrer.done<{ _id: string }>('GET', '/user'));
});

const held = () => admin.done<Held>('GET', `/admin/held-referrals?user=${referrerId}`);
const ticket = async () =>
  (await admin.done<Tickets>('GET', '/admin/breaks')).find(({ subject }) => subject === referrerId);

describe('a referral ring of four people', () => {
  it('is held with one ticket, moves money as before, and earns only what staff release', async () => {
    const network = `127.${(Date.now() % 200) + 20}.7`;
    const [first = ''] = await openRing(services, { referredBy: referrerId, network, people: 4 });
    const waiting = await until('the holds', async () => {
      const found = await held();
      return found.length === 4 ? found : undefined;
    });
    expect(waiting.map(({ signals }) => signals)).toEqual([['ring'], ['ring'], ['ring'], ['ring']]);
    const opened = await until('the ticket', ticket);
    expect(opened).toMatchObject({ part: 'signals', class: 'REFERRALS', userId: referrerId });

    const member = new ApiClient(services.site);
    await member.done('POST', '/auth/login', { email: first, password: 'Long-Walks-88' });
    await depositAndPay(services, member, 2_500);
    await runJob(services, 'pay-referrals');
    expect(await referrer.done('GET', '/referrals/stats')).toMatchObject({ totalEarnings: 0 });

    const [released, ...others] = waiting.toSorted((a, b) => Number(b.email === first) - Number(a.email === first));
    const decide = (id: string | undefined, outcome: string) =>
      admin.call('POST', `/admin/held-referrals/${id}/decide`, { outcome, reason: 'Looked into.' });
    expect((await member.call('POST', `/admin/held-referrals/${released?.referee}/decide`, {})).status).toBe(403);
    expect(await decide(released?.referee, 'released')).toMatchObject({ status: 200, body: { state: 'released' } });
    expect((await decide(released?.referee, 'refused')).status).toBe(409);
    for (const { referee } of others) expect((await decide(referee, 'refused')).status).toBe(200);

    expect(await referrer.done('GET', '/referrals/stats')).toMatchObject({ totalEarnings: 100 });
    expect(await held()).toEqual([]);
    expect(await ticket()).toBeUndefined();
    const { referrals } = await referrer.done<ReplyOf<'referrals.summary'>>('GET', '/referrals');
    expect(referrals.map(({ stage }) => stage).toSorted()).toEqual(['cancelled', 'cancelled', 'cancelled', 'matured']);
  });
});

describe('a plus-address', () => {
  it('of a mailbox that was referred before makes its referral held', async () => {
    const name = `twice${Date.now()}`;
    const person = { password: 'Long-Walks-88', firstname: 'Twice', lastname: 'Again', referredBy: referrerId };
    await openAccount(services, { ...person, email: `${name}@example.com` });
    await openAccount(services, { ...person, email: `${name}+again@example.com` });
    const [found, ...others] = await until('the hold', async () => {
      const now = await held();
      return now.length > 0 ? now : undefined;
    });
    expect([found?.email, found?.signals, others]).toEqual([`${name}+again@example.com`, ['mailbox'], []]);
  });
});
