import { openAccount, untilCardholder, type StackAddresses } from '#bin/seed/open-account.ts';
import { inParallel } from '#functions/domain/in-parallel.ts';
import type { SoakPerson } from './soak-world.ts';

/** How many sign up at once: hashing passwords is work for whole cores. */
const atOnce = 3;

/** Opens so many accounts before anything is killed, all known to the card issuer. */
export async function openPeople(stack: StackAddresses, seed: number, size: number): Promise<readonly SoakPerson[]> {
  const people: SoakPerson[] = [];
  await inParallel(
    Array.from({ length: size }, (_, index) => index),
    atOnce,
    async (index) => {
      people.push(await openPerson(stack, seed, index));
    },
    (_index, thrown) => {
      throw thrown;
    },
  );
  return people.toSorted((a, b) => (a.email < b.email ? -1 : 1));
}

async function openPerson(stack: StackAddresses, seed: number, index: number): Promise<SoakPerson> {
  const email = `soak.${seed}.${String(index).padStart(3, '0')}.${Date.now()}@example.com`;
  const password = 'Long-Walks-88';
  const name = { firstname: 'Sona', lastname: 'Keller' };
  const client = await openAccount(stack, { email, password, ...name });
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
