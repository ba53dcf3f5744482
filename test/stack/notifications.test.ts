import { beforeAll, expect, inject, it } from 'vitest';

import { ApiClient } from '#infra/local/seed/api-client.ts';
import { mailIdOf, mailsTo } from '#infra/local/seed/open-account.ts';
import type { Id } from '#shared/ids.ts';
import { limits } from '#shared/limits.ts';
import { eventually } from '#test/support/eventually.ts';
import {
  openCard,
  openFundedAccount,
  passTime,
  readIssuedCard,
  runJob,
  callDoor,
  type HeldCard,
} from '#test/support/money-stack.ts';

type ListedNotification = {
  readonly _id: string;
  readonly kind: string;
  readonly title: string;
  readonly body: string;
  readonly readAt: string | null;
};

const services = inject('services');
let client: ApiClient;
let email: string;
let cardId: Id<'card'>;

beforeAll(async () => {
  client = await openFundedAccount(services, 30_000, 'notified');
  ({ email } = await client.done<{ email: string }>('GET', '/user'));
  cardId = await openCard(client, 'Travel');
});

const notifications = () => client.done<ListedNotification[]>('GET', '/notifications');
const unread = async () => (await client.done<{ unread: number }>('GET', '/notifications/unread')).unread;
const kinds = async () => (await notifications()).map(({ kind }) => kind);
const card = () => client.done<HeldCard>('GET', `/cards/${cardId}/public`);
const mailsAbout = async (words: string) =>
  (await mailsTo(services, email)).filter(({ subject }) => subject?.includes(words));

async function buy(amount: number): Promise<void> {
  const { cardNumber, cvv, expiry } = await readIssuedCard(services, (await card()).last4Digits);
  await callDoor(`${services.issuer}/sandbox/purchases`, {
    cardNumber,
    cvv,
    expiry,
    amount,
    merchant: 'Corner Coffee',
  });
}

async function sweep(): Promise<void> {
  await passTime(services, 61_000);
  await client.done('GET', '/auth/refresh');
  await runJob(services, 'sweep-operations');
}

it('notifies of a deposit and a card at once, by mail too', async () => {
  await eventually(async () => {
    expect(await kinds()).toEqual(expect.arrayContaining(['card_ready', 'deposit_credited']));
    expect(await mailsAbout('$300.00 added to your balance')).toHaveLength(1);
    expect(await mailsAbout('Your card is ready')).toHaveLength(1);
  });
  // The first sign-in causes no security notification.
  expect(await kinds()).not.toContain('security');
  const credited = (await notifications()).filter(({ kind }) => kind === 'deposit_credited');
  const [mail] = await mailsAbout('$300.00');
  expect(credited).toMatchObject([{ _id: mail && mailIdOf(mail), title: '$300.00 added to your balance' }]);
});

it('mails a purchase once, with a link that freezes the card on a click, not when it is only fetched', async () => {
  await buy(150);
  await eventually(async () => expect(await kinds()).toContain('purchase'));
  await sweep();
  await eventually(async () => expect(await mailsAbout('$1.50 at Corner Coffee')).toHaveLength(1));
  const [mail] = await mailsAbout('$1.50 at Corner Coffee');
  const [address = '', token = ''] = /https?:\S+\/freeze-card#(\S+)/.exec(mail?.body?.text ?? '') ?? [];
  for (const method of ['GET', 'HEAD']) {
    await fetch(address, { method });
    await fetch(`${services.api}/cards/freeze-by-link?token=${token}`, { method });
  }
  expect(await card()).toMatchObject({ status: 'active' });
  const stranger = new ApiClient(services.site);
  for (let times = 0; times < 2; times += 1) {
    const { last4Digits } = await card();
    expect(await stranger.done('POST', '/cards/freeze-by-link', { token })).toMatchObject({
      card: { name: 'Travel', last4Digits },
    });
  }
  expect(await card()).toMatchObject({ status: 'freezed' });
  await client.done('PATCH', `/cards/${cardId}/unfreeze`);
});

it('gathers declines into one mail, and says how many are left before we freeze the card', async () => {
  for (let times = 0; times < 5; times += 1) await buy(90_000);
  await eventually(async () => {
    expect((await kinds()).filter((kind) => kind === 'decline')).toHaveLength(5);
    expect(await kinds()).toContain('card_frozen');
  });
  expect(await card()).toMatchObject({ declines: { short: 5, freezesAt: 5 } });
  await sweep();
  await eventually(async () => expect(await mailsAbout('5 purchases were declined')).toHaveLength(1));
  expect(await mailsAbout('We froze Travel')).toHaveLength(1);
  expect((await notifications()).filter(({ body }) => body.includes('2 of 5 declines'))).toHaveLength(1);
});

it('counts unread notifications until they are marked as read', async () => {
  const [newest, second] = await notifications();
  const count = (await notifications()).length;
  expect(await unread()).toBe(Math.min(count, limits.notificationsUnreadMax));
  expect(await client.done('POST', '/notifications/read', { through: second?._id })).toEqual({ unread: 1 });
  expect(await unread()).toBe(1);
  await client.done('POST', '/notifications/read', { through: newest?._id });
  expect([await unread(), (await notifications()).filter(({ readAt }) => readAt === null)]).toEqual([0, []]);
});

it('sends no mail of a kind that a person switched off, and every other mail once', async () => {
  await client.done('PATCH', '/user/notifications', { purchase: { mail: false } });
  await client.done('PATCH', `/cards/${cardId}/unfreeze`);
  await buy(125);
  await eventually(async () => expect((await notifications())[0]).toMatchObject({ title: '$1.25 at Corner Coffee' }));
  await sweep();
  await sweep();
  expect(await mailsAbout('$1.25')).toEqual([]);
  const ids = (await mailsTo(services, email)).map(mailIdOf).filter((id) => id !== undefined);
  expect(new Set(ids).size).toBe(ids.length);
});

it('mails a change of the account’s security at once, under the id of its notification', async () => {
  await client.done('POST', '/user/lock');
  await eventually(async () => {
    const [mail] = await mailsAbout('Your account is locked');
    const [locked] = (await notifications()).filter(({ title }) => title === 'Account locked');
    expect(mail && mailIdOf(mail)).toBe(locked?._id);
    expect(mail?.body?.text).toContain('/password/forgot');
  });
});
