/**
 * The demo: a cardholder with money, a card and a few purchases, and an admin. It goes the way of any user, over HTTP,
 * against a running local stack, and does nothing for a stack that has it already.
 *
 *     node bin/seed.ts <path of services.json>
 */
import { ApiClient } from '#infra/local/seed/api-client.ts';
import { makeLocalAdmin } from '#infra/local/seed/make-local-admin.ts';
import { openFloat } from '#infra/local/seed/open-float.ts';
import { depositAndPay, openAccount, untilCardholder, type StackAddresses } from '#infra/local/seed/open-account.ts';
import { runCommand } from './command-line/run-command.ts';
import { readServices } from './operator/read-services.ts';
import { localServicesFile } from './operator/services-file.ts';

type Login = { readonly email: string; readonly password: string };
type SeededStack = StackAddresses & {
  readonly dynamodb: string;
  readonly demo: { readonly user: Login; readonly admin: Login } | null;
};

/** Purchases of the demo's cardholder: cents, merchant, merchant category. */
const purchases = [
  { amount: 1549, merchant: 'Nimbus Stream', mcc: '5815', recurring: true },
  { amount: 420, merchant: 'Corner Coffee', mcc: '5814' },
  { amount: 3875, merchant: 'Greenleaf Market', mcc: '5411' },
] as const;

await runCommand(
  import.meta,
  {
    summary: 'Makes the demo of a running local stack, unless it is there.',
    positionals: { services: localServicesFile },
  },
  async ({ services }) => {
    const stack = readServices<SeededStack>(services);
    if (!stack.demo) return;
    // One after the other: at the same time, they would start every function that both need twice.
    await openFloat(services, stack.issuer);
    await seedUser(stack, stack.demo.user);
    await seedAdmin(stack, stack.demo.admin, services);
  },
);

async function isThere(stack: SeededStack, login: Login): Promise<boolean> {
  return (await new ApiClient(stack.site).call('POST', '/auth/login', login)).status === 200;
}

async function seedUser(addresses: SeededStack, login: Login): Promise<void> {
  if (await isThere(addresses, login)) return;
  const client = await openAccount(addresses, { ...login, firstname: 'Dana', lastname: 'Demo' });
  await Promise.all([untilCardholder(client), depositAndPay(addresses, client, 25_000)]);
  const { card } = await client.done<{ card: { _id: string; last4Digits: string } }>('POST', '/cards/create', {
    name: 'Everyday',
    pin: '4826',
  });
  await client.done('PATCH', `/cards/${card._id}/load`, { amount: 10_000, includesFee: false });
  const secrets = await cardAtIssuer(addresses, card.last4Digits);
  for (const purchase of purchases) {
    await fetch(`${addresses.issuer}/sandbox/purchases`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...secrets, ...purchase }),
    });
  }
}

type IssuedCard = {
  readonly cardId: string;
  readonly cardNumber: string;
  readonly expiry: string;
  readonly cvv: string;
};

/**
 * Returns a card as the simulator's control door shows it. Revealing it through the product would make the demo wait
 * for a rate limit.
 */
async function cardAtIssuer(addresses: SeededStack, last4Digits: string): Promise<IssuedCard> {
  const read = async <T>(path: string): Promise<T> =>
    (await (await fetch(`${addresses.issuer}/sandbox/cards${path}`)).json()) as T;
  const { cards } = await read<{ cards: readonly { cardId: string; last4: string }[] }>('');
  const found = cards.find((card) => card.last4 === last4Digits);
  if (!found) throw new Error(`the issuer has no card that ends in ${last4Digits}`);
  return read<IssuedCard>(`/${found.cardId}`);
}

async function seedAdmin(addresses: SeededStack, login: Login, servicesFile: string): Promise<void> {
  if (await isThere(addresses, login)) return;
  await openAccount(addresses, { ...login, firstname: 'Ada', lastname: 'Admin' });
  await makeLocalAdmin(servicesFile, login.email);
}
