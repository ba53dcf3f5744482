import { openAccount, untilCardholder, type StackAddresses } from '#bin/seed/open-account.ts';
import { inParallel } from '#functions/domain/in-parallel.ts';
import type { SoakPerson } from './soak-world.ts';

/** How many sign up at once: hashing passwords is work for whole cores. */
const atOnce = 3;

/**
 * Opens so many accounts before anything is killed, all known to the card issuer. The first one is open before the
 * others, who were referred by it.
 */
export async function openPeople(stack: StackAddresses, seed: number, size: number): Promise<readonly SoakPerson[]> {
  const first = await openPerson(stack, seed, 0, undefined);
  const others: SoakPerson[] = [];
  const { failed } = await inParallel(
    Array.from({ length: size - 1 }, (_, index) => index + 1),
    atOnce,
    async (index) => {
      others.push(await openPerson(stack, seed, index, first.userId));
    },
    (_index, thrown) => {
      throw thrown;
    },
  );
  if (failed > 0) throw new Error(`${failed} accounts could not be opened`);
  return [first, ...others].toSorted((a, b) => (a.email < b.email ? -1 : 1));
}

async function openPerson(
  stack: StackAddresses,
  seed: number,
  index: number,
  referredBy: string | undefined,
): Promise<SoakPerson> {
  const email = `soak.${seed}.${String(index).padStart(3, '0')}.${Date.now()}@example.com`;
  const password = 'Long-Walks-88';
  const name = { firstname: 'Sona', lastname: 'Keller' };
  const client = await openAccount(stack, { email, password, ...name, ...(referredBy ? { referredBy } : {}) });
  await untilCardholder(client);
  const { _id: userId } = await client.done<{ _id: string }>('GET', '/user');
  return {
    email,
    password,
    userId,
    client,
    cards: new Map(),
    deposits: [],
    marks: new Set(),
    renewal: undefined,
  };
}
