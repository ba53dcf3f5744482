import { randomBytes } from 'node:crypto';
import type { Id } from '#shared/ids.ts';
import type { Access } from '#shared/contract/route.ts';
import type { ApiClient } from '#infra/local/seed/api-client.ts';
import {
  depositAndPay,
  openAccount,
  until,
  untilCardholder,
  type StackAddresses,
} from '#infra/local/seed/open-account.ts';
import { openLocalAdmin } from '#infra/local/seed/open-local-admin.ts';

/** The accounts that wrong requests are sent from, and what they own. */
export type Cast = {
  readonly user: ApiClient;
  readonly admin: ApiClient;
  readonly userId: Id<'user'>;
  readonly cardId: Id<'card'>;
  readonly depositId: string;
  readonly operationId: string;
  /** Another person's card. */
  readonly strangersCardId: Id<'card'>;
  /** Signs everyone in again, because sessions last fifteen minutes. */
  readonly signIn: () => Promise<void>;
};

const password = 'Long-Walks-88';

/**
 * Opens new accounts with money, a card and a deposit, without open work. `servicesFile` is the stack's services.json.
 */
export async function castActors(stack: StackAddresses, servicesFile: string): Promise<Cast> {
  const tag = randomBytes(4).toString('hex');
  const person = (name: string) => ({
    email: `${name}.${tag}@example.com`,
    password,
    firstname: 'Fay',
    lastname: 'Zed',
  });
  const [user, stranger, boss] = [person('fuzz'), person('stranger'), person('boss')];
  const [mine, theirs] = [await openHolder(stack, user), await openHolder(stack, stranger)];
  const { client: admin, signIn: signAdminIn } = await openLocalAdmin(stack, servicesFile, boss);
  const announced = new Set<string>();
  return {
    user: mine.client,
    admin,
    userId: mine.userId,
    cardId: mine.cardId,
    depositId: mine.depositId,
    operationId: mine.operationId,
    strangersCardId: theirs.cardId,
    signIn: async () => {
      await mine.client.done('POST', '/auth/login', { email: user.email, password });
      await signAdminIn();
      await untilAnnounced(admin, announced);
    },
  };
}

/** Returns the cookies for a route of this kind. */
export function callerFor(cast: Cast, access: Access): ApiClient | undefined {
  if (access === 'public') return undefined;
  return access === 'admin' ? cast.admin : cast.user;
}

/**
 * Waits for the notification of the recovery code that an admin has just used, and adds its id to `announced`: it comes
 * through the table's stream, and would look like a trace of a refused request.
 */
async function untilAnnounced(admin: ApiClient, announced: Set<string>): Promise<void> {
  type Listed = readonly { readonly _id: string; readonly title: string }[];
  const id = await until('the notification of the used code', async () => {
    const notifications = await admin.done<Listed>('GET', '/notifications');
    return notifications.find(({ _id, title }) => title === 'Recovery code used' && !announced.has(_id))?._id;
  });
  announced.add(id);
}

async function openHolder(stack: StackAddresses, person: Parameters<typeof openAccount>[1]) {
  const client = await openAccount(stack, person);
  const [depositId] = await Promise.all([depositAndPay(stack, client, 20_000), untilCardholder(client)]);
  type Made = { readonly card: { readonly _id: Id<'card'> } };
  const { card } = await client.done<Made>('POST', '/cards/create', { name: 'Sturdy', pin: 4826 });
  await until('the card', async () => {
    const { status } = await client.done<{ status: string }>('GET', `/cards/${card._id}/public`);
    return status === 'active' ? true : undefined;
  });
  const { _id } = await client.done<{ _id: Id<'user'> }>('GET', '/user');
  const transactions = await client.done<{ _id: string; kind: string }[]>('GET', '/transactions');
  const operation = transactions.find(({ kind }) => kind === 'card_creation');
  return { client, userId: _id, cardId: card._id, depositId, operationId: operation?._id ?? '' };
}
