import { beforeAll, expect, inject, it } from 'vitest';
import { ApiClient } from '#infra/local/seed/api-client.ts';
import { until } from '#infra/local/seed/open-account.ts';
import type { ReplyOf } from '#shared/contract/index.ts';
import {
  callDoor,
  openCard,
  openFundedAccount,
  readIssuedCard,
  type Account,
  type HeldCard,
} from '#test/support/money-stack.ts';
import { openStaffClient } from '#test/support/staff-client.ts';

type Webhook = ReplyOf<'admin.webhooks'>[number];

const services = inject('services');
const servicesFile = inject('servicesFile');
const admin = new ApiClient(services.site);
let person: ApiClient;
let depositId: string;
let callback: string;

const webhooks = (query: string) => admin.done<Webhook[]>('GET', `/admin/webhooks?${query}`);
const settled = (query: string, outcome: Webhook['outcome']) =>
  until(outcome, async () => (await webhooks(query)).find((each) => each.outcome === outcome));
const replay = (id: string) => admin.done<Webhook>('POST', `/admin/webhooks/${id}/replay`);

beforeAll(async () => {
  await admin.done('POST', '/auth/login', services.demo?.admin);
  person = await openFundedAccount(services, 10_000, 'inboxed');
  const order = { network: 'TRON', currency: 'USDT', amountInUsd: 1_000 };
  const opened = await person.done<{ transaction: { _id: string } }>('POST', '/transactions', order);
  depositId = opened.transaction._id;
  const invoice = await callDoor<{ url_callback: string }>(
    `${services.payments}/sandbox/invoices/${depositId}`,
    undefined,
    'GET',
  );
  callback = invoice.url_callback;
});

it('records a webhook with a wrong signature, without its content', async () => {
  const text = JSON.stringify({ order_id: depositId, note: 'from-a-stranger', sign: 'f'.repeat(32) });
  const headers = { 'content-type': 'application/json' };
  expect((await fetch(callback, { method: 'POST', headers, body: text })).status).toBe(401);
  const [refused] = await webhooks('verdict=bad_signature&provider=payments');
  expect(refused).toMatchObject({ outcome: 'none', about: null, canReplay: false });
  const file = await admin.done<ReplyOf<'admin.webhook'>>('GET', `/admin/webhooks/${refused?._id}`);
  expect(file.body).toBeNull();
  expect(await admin.call('POST', `/admin/webhooks/${refused?._id}/replay`)).toMatchObject({ status: 409 });
});

it('shows a webhook that its worker could not process, and books it once when it is replayed twice', async () => {
  const { balance } = await person.done<Account>('GET', '/user');
  // The provider answers no question about a payment, so the message is retried again and again.
  await callDoor(`${services.payments}/sandbox/faults`, { path: '=/v1/payment/info', mode: 'status', status: 500 });
  await callDoor(`${services.payments}/sandbox/invoices/${depositId}/pay`);
  const failing = await settled(`about=${depositId}`, 'failing');
  expect(failing).toMatchObject({ verdict: 'accepted', words: expect.stringContaining('did not answer') });
  expect(failing.failures).toBeGreaterThan(0);
  await callDoor(`${services.payments}/sandbox/faults`, {}, 'DELETE');

  expect(await replay(failing._id)).toMatchObject({ outcome: 'waiting' });
  await replay(failing._id);
  await until('the credit', async () => {
    const { balance: now } = await person.done<Account>('GET', '/user');
    return now === balance + 1_000 || undefined;
  });
  await until('both replays', async () => {
    const [webhook] = await webhooks(`about=${depositId}`);
    return (webhook?.outcome === 'done' || webhook?.outcome === 'no_effect') && webhook;
  });
  const { _id: userId } = await person.done<{ _id: string }>('GET', '/user');
  const records = await admin.done<unknown[]>('GET', `/admin/audit?subject=${userId}&kind=replay-webhook`);
  expect(records).toHaveLength(2);
  expect((await person.done<Account>('GET', '/user')).balance).toBe(balance + 1_000);
});

it('has the provider resend a webhook, which is recorded as a duplicate and books nothing', async () => {
  const { balance } = await person.done<Account>('GET', '/user');
  const asked = await admin.done<ReplyOf<'admin.ask-deposit'>>('POST', `/admin/deposits/${depositId}/ask`);
  expect(asked).toEqual({ record: 'applied', status: 'paid', credited: 1_000, webhook: 'asked' });
  expect(await admin.call('POST', `/admin/deposits/${depositId}/ask`)).toMatchObject({ status: 429 });
  await until('the duplicate', async () => (await webhooks(`about=${depositId}&verdict=duplicate`))[0]);
  expect((await person.done<Account>('GET', '/user')).balance).toBe(balance);
});

it('shows the event of a one-time code without the code, and finds it by our id of the card', async () => {
  const cardId = await openCard(person, 'Inbox');
  const { last4Digits } = await person.done<HeldCard>('GET', `/cards/${cardId}/public`);
  const { cardId: issuerCardId } = await readIssuedCard(services, last4Digits);
  const basket = { merchant: 'Corner Inbox', amount: 1234 };
  const { otp } = await callDoor<{ otp: string }>(`${services.issuer}/sandbox/cards/${issuerCardId}/otp`, basket);
  const { _id: id } = await until('the event', async () =>
    (await webhooks(`about=${cardId}`)).find(({ words }) => words?.includes('one-time code')),
  );
  const { body, cardId: about } = await admin.done<ReplyOf<'admin.webhook'>>('GET', `/admin/webhooks/${id}`);
  expect(about).toBe(cardId);
  expect(body).toContain('Corner Inbox');
  expect(body).not.toContain(otp);
});

it('can be read by support, who may neither replay a webhook nor ask the provider', async () => {
  const support = await openStaffClient(services, servicesFile, { name: 'inbox-reader', role: 'support' });
  const [webhook] = await support.done<Webhook[]>('GET', `/admin/webhooks?about=${depositId}`);
  expect((await support.call('GET', `/admin/webhooks/${webhook?._id}`)).status).toBe(200);
  expect(await support.call('POST', `/admin/webhooks/${webhook?._id}/replay`)).toMatchObject({ status: 403 });
  expect(await support.call('POST', `/admin/deposits/${depositId}/ask`)).toMatchObject({ status: 403 });
});
