import { openAccount, until, untilCardholder, type StackAddresses } from '#infra/local/seed/open-account.ts';
import { inParallel } from '#functions/domain/in-parallel.ts';
import { limits } from '#shared/limits.ts';
import type { Dice } from '../webhooks/dice.ts';
import { beginWithMoney } from './begin-with-money.ts';
import type { SoakPerson, SoakWorld } from './soak-world.ts';

/** Number of sign-ups at once: hashing a password keeps a whole core busy. */
const atOnce = 3;

/** Number of people per referrer. */
const peoplePerReferrer = 20;

/** Timeout for a credit, in milliseconds: much longer than it takes. */
const creditWithinMs = 120_000;

/**
 * Opens accounts before the first kill, all registered at the card issuer. Referrers come first, because a link is
 * active only once its owner has money.
 */
export async function openPeople(world: SoakWorld, dice: Dice, size: number): Promise<readonly SoakPerson[]> {
  const { stack, seed } = world;
  const indexes = Array.from({ length: size }, (_, index) => index);
  const referrerCount = Math.ceil(size / peoplePerReferrer);
  const referrers = await openAll(indexes.slice(0, referrerCount), (index) => openPerson(stack, { seed, index }));
  for (const referrer of referrers) {
    await beginWithMoney(world, dice, referrer);
    await until(`the first credit of ${referrer.email}`, () => hasActiveLink(referrer), creditWithinMs);
  }
  const others = await openAll(indexes.slice(referrerCount), (index) =>
    openPerson(stack, { seed, index, referrer: referrers[index % referrerCount] }),
  );
  return [...referrers, ...others];
}

async function hasActiveLink({ client }: SoakPerson): Promise<true | undefined> {
  const { balance } = await client.done<{ balance: number }>('GET', '/user');
  return balance >= limits.referralLinkActiveCents ? true : undefined;
}

async function openAll(
  indexes: readonly number[],
  open: (index: number) => Promise<SoakPerson>,
): Promise<readonly SoakPerson[]> {
  const people: SoakPerson[] = [];
  await inParallel(
    indexes,
    atOnce,
    async (index) => {
      people.push(await open(index));
    },
    (_index, thrown) => {
      throw thrown;
    },
  );
  return people.toSorted((a, b) => (a.email < b.email ? -1 : 1));
}

async function openPerson(
  stack: StackAddresses,
  {
    seed,
    index,
    referrer,
  }: { readonly seed: number; readonly index: number; readonly referrer?: SoakPerson | undefined },
): Promise<SoakPerson> {
  const email = `soak.${seed}.${String(index).padStart(3, '0')}.${Date.now()}@example.com`;
  const password = 'Long-Walks-88';
  const name = { firstname: 'Sona', lastname: 'Keller' };
  const client = await openAccount(stack, {
    email,
    password,
    ...name,
    ...(referrer && { referredBy: referrer.userId }),
  });
  await untilCardholder(client);
  const { _id: userId } = await client.done<{ _id: string }>('GET', '/user');
  return {
    email,
    password,
    userId,
    referredBy: referrer?.userId,
    client,
    cards: new Map(),
    deposits: [],
    marks: new Set(),
    renewal: undefined,
  };
}
