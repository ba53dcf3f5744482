import { beforeAll, describe, expect, inject, it } from 'vitest';

import type { ApiClient } from '#infra/local/seed/api-client.ts';
import { openLocalAdmin } from '#infra/local/seed/open-local-admin.ts';
import type { Id } from '#shared/ids.ts';
import { ageSession } from '#test/support/age-session.ts';
import { eventually } from '#test/support/eventually.ts';
import {
  openCard,
  openFundedAccount,
  passTime,
  readIssuedCard,
  runJob,
  type HeldCard,
} from '#test/support/money-stack.ts';

/*
 * A person locks the account and unfreezes a card for a while, and an admin reads who did what, over real HTTP and with
 * a card at the issuer.
 */

const services = inject('services');
const servicesFile = inject('servicesFile');

type Shown = HeldCard & { readonly status: string; readonly frozenReasons: readonly string[] };
type AuditEntry = {
  readonly kind: string;
  readonly actor: string;
  readonly subject: string;
  readonly before: object;
  readonly after: object;
  readonly requestId: string | null;
};

let client: ApiClient;
let userId: Id<'user'>;
let cardId: Id<'card'>;
let last4: string;
beforeAll(async () => {
  client = await openFundedAccount(services, 20_000, 'locker');
  ({ _id: userId } = await client.done<{ _id: Id<'user'> }>('GET', '/user'));
  cardId = await openCard(client, 'Travel');
  ({ last4Digits: last4 } = await client.done<HeldCard>('GET', `/cards/${cardId}/public`));
});

const card = () => client.done<Shown>('GET', `/cards/${cardId}/public`);
const untilIssued = (state: string) =>
  eventually(async () => {
    await runJob(services, 'sweep-operations');
    expect(await readIssuedCard(services, last4)).toMatchObject({ state });
  });

describe('a lock', () => {
  it('freezes the card at the issuer, refuses every withdrawal of money, and ends with a proof of presence', async () => {
    await client.done('POST', '/user/lock');
    await untilIssued('frozen');
    expect(await card()).toMatchObject({ status: 'freezed', frozenReasons: ['lock'] });
    const locked = { status: 403, body: { code: 'AccountLocked' } };
    expect(await client.call('PATCH', `/cards/${cardId}/load`, { amount: 500 })).toMatchObject(locked);
    expect(await client.call('POST', '/cards/create', { name: 'Second', pin: 1 })).toMatchObject(locked);
    await ageSession(servicesFile, client.cookies.get('__Host-access'));
    expect(await client.call('GET', `/cards/${cardId}/private`)).toMatchObject(locked);
    expect(await client.call('POST', '/user/unlock')).toMatchObject({ status: 403, body: { code: 'ProofRequired' } });
    await client.done('POST', '/auth/prove', { method: 'password', password: 'Long-Walks-88' });
    await client.done('POST', '/user/unlock');
    await untilIssued('active');
    expect(await card()).toMatchObject({ status: 'active', frozenReasons: [] });
  });

  it('is recorded in the audit log once at its begin and end, with the request, and in the person’s own log', async () => {
    const admin = await openLocalAdmin(services, servicesFile, {
      email: `lock-reader.${Date.now()}@example.com`,
      password: 'Long-Walks-88',
      firstname: 'Ava',
      lastname: 'Admin',
    });
    const read = (kind: string) =>
      admin.client.done<AuditEntry[]>('GET', `/admin/audit?subject=${userId}&kind=${kind}&limit=100`);
    for (const [kind, isLocked] of [
      ['lock', true],
      ['unlock', false],
    ] as const) {
      const records = await read(kind);
      expect(records).toEqual([
        expect.objectContaining({
          actor: userId,
          subject: userId,
          before: { isLocked: !isLocked },
          after: { isLocked },
        }),
      ]);
      expect(records[0]?.requestId).toEqual(expect.any(String));
    }
    const own = await client.done<{ kind: string; by: string }[]>('GET', '/user/security/log');
    expect(own.map(({ kind, by }) => `${kind} ${by}`)).toEqual(expect.arrayContaining(['lock you', 'unlock you']));
    // An open page rereads by itself, which is recorded only once.
    for (let round = 0; round < 3; round += 1) await admin.client.done('GET', `/admin/stats/user/${userId}`);
    expect(await read('person-read')).toHaveLength(1);
  });
});

describe('an unfreeze for ten minutes', () => {
  it('lets the card pay for ten minutes, and freezes it at the issuer then', async () => {
    await client.done('PATCH', `/cards/${cardId}/freeze`);
    await untilIssued('frozen');
    await client.done('PATCH', `/cards/${cardId}/unfreeze`, { forMinutes: 10 });
    await untilIssued('active');
    await passTime(services, 9 * 60_000);
    await runJob(services, 'sweep-operations');
    expect(await readIssuedCard(services, last4)).toMatchObject({ state: 'active' });
    await passTime(services, 60_000);
    await untilIssued('frozen');
    await client.done('GET', '/auth/refresh');
    expect(await card()).toMatchObject({ status: 'freezed', frozenReasons: ['owner'] });
  });
});
