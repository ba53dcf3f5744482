import { ApiClient } from '#infra/local/seed/api-client.ts';
import {
  depositAndPay,
  openAccount,
  until,
  untilCardholder,
  type StackAddresses,
} from '#infra/local/seed/open-account.ts';
import {
  callDoor,
  openCard,
  passTime,
  readIssuedCard,
  type Account,
  type HeldCard,
} from '#test/support/money-stack.ts';

/** A person of the rehearsal. */
export type Person = {
  readonly email: string;
  readonly card: HeldCard;
  /** A deposit that was open at the backup. */
  readonly invoice: string;
  /**
   * True when the providers know everything that the person did after the backup under ids that the backup has. For the
   * others, the backup lacks an order or a deposit.
   */
  readonly isKnown: boolean;
  /** Ids in the breaks that the person's orders after the backup cause. */
  readonly subjects: Set<string>;
  client: ApiClient;
};

const password = 'Long-Walks-88';
const coin = { currency: 'USDT', network: 'TRON' } as const;

/**
 * Opens accounts with money, a card, a purchase and an unpaid deposit each. The first of all closes the account, and
 * `closedForMs` passes before the others come.
 */
export async function openPeople(
  stack: StackAddresses,
  count: number,
  closedForMs: number,
): Promise<readonly Person[]> {
  const leaver = await openAccount(stack, {
    email: 'leaver@example.com',
    password,
    firstname: 'Lea',
    lastname: 'Vere',
  });
  await untilCardholder(leaver);
  await leaver.done('POST', '/user/close', {});
  await passTime(stack, closedForMs);
  const people: Person[] = [];
  for (let index = 0; index <= count; index += 1) people.push(await openPerson(stack, index));
  return people;
}

async function openPerson(stack: StackAddresses, index: number): Promise<Person> {
  const email = `person.${index}@example.com`;
  const client = await openAccount(stack, { email, password, firstname: 'Mara', lastname: 'Lind' });
  await Promise.all([untilCardholder(client), depositAndPay(stack, client, 20_000 + index)]);
  const cardId = await openCard(client, 'Everyday');
  await client.done('PATCH', `/cards/${cardId}/load`, { amount: 5_000, includesFee: false });
  const card = await until('the load', async () => {
    const found = await client.done<HeldCard>('GET', `/cards/${cardId}/public`);
    return found.balance > 5_000 && found.held === 0 ? found : undefined;
  });
  const isKnown = index > 0;
  const person = {
    email,
    client,
    card,
    isKnown,
    subjects: new Set<string>(),
    invoice: await openInvoice(client, 3_000),
  };
  await buy(stack, person, 420);
  return person;
}

/** Plays the day after the backup: everybody pays the open deposit and buys; one also loads a card and deposits. */
export async function liveTheDay(stack: StackAddresses, people: readonly Person[]): Promise<void> {
  for (const person of people) {
    const { client, invoice, card, isKnown } = person;
    await callDoor(`${stack.payments}/sandbox/invoices/${invoice}/pay`);
    await until('the credit', async () => {
      const { amountPaid } = await client.done<{ amountPaid: number }>('GET', `/transactions/${invoice}`);
      return amountPaid > 0 ? true : undefined;
    });
    await buy(stack, person, 1_999);
    if (isKnown) continue;
    const { _id } = await client.done<{ _id: string }>('PATCH', `/cards/${card._id}/load`, {
      amount: 1_000,
      includesFee: false,
    });
    const unknown = await openInvoice(client, 4_000);
    await callDoor(`${stack.payments}/sandbox/invoices/${unknown}/pay`);
    person.subjects.add(_id).add(unknown).add(card._id);
    await until('the load', async () => ((await client.done<Account>('GET', '/user')).held === 0 ? true : undefined));
  }
}

async function openInvoice(client: ApiClient, amountInUsd: number): Promise<string> {
  const { transaction } = await client.done<{ transaction: { _id: string } }>('POST', '/transactions', {
    ...coin,
    amountInUsd,
  });
  return transaction._id;
}

/** Pays with the card and waits until its owner sees the purchase. */
async function buy(
  stack: StackAddresses,
  { client, card }: Pick<Person, 'client' | 'card'>,
  amount: number,
): Promise<void> {
  const balanceOf = async () => (await client.done<HeldCard>('GET', `/cards/${card._id}/public`)).balance;
  const before = await balanceOf();
  const { cardNumber, expiry, cvv } = await readIssuedCard(stack, card.last4Digits);
  await callDoor(`${stack.issuer}/sandbox/purchases`, {
    cardNumber,
    expiry,
    cvv,
    amount,
    merchant: 'Corner Coffee',
    mcc: '5814',
  });
  await until('the purchase', async () => ((await balanceOf()) === before - amount ? true : undefined));
}

/** Returns each person's money and numbers of lines as the API shows them, in words. */
export async function moneyOf(stack: StackAddresses, people: readonly Person[]): Promise<ReadonlyMap<Person, string>> {
  const money = new Map<Person, string>();
  for (const person of people) {
    // The clock has moved, so the earlier session may have expired.
    person.client = new ApiClient(stack.site);
    await person.client.done('POST', '/auth/login', { email: person.email, password });
    const { client, card } = person;
    const { balance, held } = await client.done<Account>('GET', '/user');
    const { balance: onCard } = await client.done<HeldCard>('GET', `/cards/${card._id}/public`);
    const lines = await client.done<readonly unknown[]>('GET', '/transactions?limit=100');
    const { transactions } = await client.done<{ transactions: readonly unknown[] }>(
      'GET',
      `/cards/${card._id}/transactions?page_no=1`,
    );
    money.set(
      person,
      `${balance} cents and ${held} held in ${lines.length} lines, ${onCard} on the card in ${transactions.length}`,
    );
  }
  return money;
}
