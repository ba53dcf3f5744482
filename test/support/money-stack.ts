import { expect } from 'vitest';

import type { ApiClient } from '#infra/local/seed/api-client.ts';
import {
  depositAndPay,
  openAccount,
  until,
  untilCardholder,
  type StackAddresses,
} from '#infra/local/seed/open-account.ts';
import type { Id } from '#shared/ids.ts';
import { eventually } from './eventually.ts';

/** The account as the API returns it. */
export type Account = { readonly balance: number; readonly held: number };
/** A card as the API returns it. */
export type HeldCard = {
  readonly _id: Id<'card'>;
  readonly last4Digits: string;
  readonly status: string;
  readonly balance: number;
  readonly held: number;
};
/** A card as the issuer's control door returns it. */
export type IssuedCard = {
  readonly cardId: string;
  readonly last4: string;
  readonly cardNumber: string;
  readonly expiry: string;
  readonly cvv: string;
  readonly state: string;
  /** Balance at the card's deletion, which went back to our float, in cents. */
  readonly returnedCents: number;
  readonly balances: { readonly bookCents: number; readonly availableCents: number };
  readonly transfers: readonly { readonly reference: string; readonly kind: string; readonly status: string }[];
};

/** Sends JSON to a control address and returns the JSON of its reply. Throws at a refusal. */
export async function callDoor<T>(address: string, body: unknown = {}, method = 'POST'): Promise<T> {
  const response = await fetch(address, {
    method,
    ...(method === 'GET' ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${method} ${address}: ${response.status} ${await response.text()}`);
  return (await response.json()) as T;
}

/** Runs a scheduled job now and returns its report. */
export async function runJob<T>(stack: StackAddresses, name: string): Promise<T> {
  return (await callDoor<{ result: T }>(`${stack.control}/jobs/${name}`)).result;
}

/** Moves the clock of the product and its providers forward. */
export async function passTime(stack: StackAddresses, advanceMs: number): Promise<void> {
  await callDoor(`${stack.control}/clock`, { advanceMs });
}

/** Opens an account with money whose owner is registered at the card issuer. */
export async function openFundedAccount(stack: StackAddresses, cents: number, name: string): Promise<ApiClient> {
  const client = await openAccount(stack, {
    email: `${name}.${Date.now()}@example.com`,
    password: 'Long-Walks-88',
    firstname: 'Mara',
    lastname: 'Lind',
  });
  await Promise.all([untilCardholder(client), depositAndPay(stack, client, cents)]);
  return client;
}

/** Orders a card and waits until it is active. */
export async function openCard(client: ApiClient, name: string): Promise<Id<'card'>> {
  const { card } = await client.done<{ card: HeldCard }>('POST', '/cards/create', { name, pin: 4826 });
  return until('the card', async () => {
    const { status } = await client.done<HeldCard>('GET', `/cards/${card._id}/public`);
    return status === 'active' ? card._id : undefined;
  });
}

/** Reads the issuer's own record of a card. */
export async function readIssuedCard(stack: StackAddresses, last4: string): Promise<IssuedCard> {
  const { cards } = await callDoor<{ cards: { cardId: string; last4: string }[] }>(
    `${stack.issuer}/sandbox/cards`,
    undefined,
    'GET',
  );
  const found = cards.filter((card) => card.last4 === last4);
  expect(found, `cards of the issuer ending in ${last4}`).toHaveLength(1);
  return callDoor(`${stack.issuer}/sandbox/cards/${found[0]?.cardId}`, undefined, 'GET');
}

/** Lets time pass and runs the sweeper until nothing of the account is under way. */
export async function untilSettled(stack: StackAddresses, client: ApiClient): Promise<void> {
  await eventually(async () => {
    await runJob(stack, 'sweep-operations');
    const { held } = await client.done<Account>('GET', '/user');
    const cards = await client.done<HeldCard[]>('GET', '/cards');
    if (held !== 0 || cards.some((card) => card.held !== 0 || card.status === 'pending')) {
      await passTime(stack, 20_000);
      throw new Error(`still on its way: ${held} cents, ${JSON.stringify(cards)}`);
    }
  });
}

/** Expects the account and its cards to have exactly this, at the issuer too, and a reconciliation without breaks. */
export async function expectBalances(
  stack: StackAddresses,
  client: ApiClient,
  expected: { readonly account: number; readonly cards: readonly number[] },
): Promise<void> {
  expect(await client.done<Account>('GET', '/user')).toMatchObject({ balance: expected.account, held: 0 });
  const cards = await client.done<HeldCard[]>('GET', '/cards');
  expect(cards.map(({ balance, held }) => [balance, held])).toEqual(expected.cards.map((cents) => [cents, 0]));
  const issued = await Promise.all(cards.map(({ last4Digits }) => readIssuedCard(stack, last4Digits)));
  expect(issued.map(({ balances }) => balances.bookCents)).toEqual(expected.cards);
  await expectSoundBooks(stack);
}

/** Expects a reconciliation without breaks. A run by which something was not read is repeated, as its job would be. */
export async function expectSoundBooks(stack: StackAddresses): Promise<void> {
  const read = await eventually(async () => {
    const report = await runJob<{ readonly found: readonly { readonly class: string }[] }>(stack, 'reconcile');
    if (report.found.length > 0 && report.found.every((each) => each.class === 'UNREADABLE'))
      throw new Error(`not read: ${JSON.stringify(report.found)}`);
    return report;
  });
  expect(read).toMatchObject({ found: [] });
}
