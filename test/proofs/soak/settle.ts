import { setTimeout as sleep } from 'node:timers/promises';
import { knock } from './knock.ts';
import { moveClocks } from './move-clocks.ts';
import {
  readAccount,
  readReferrals,
  readTheirCards,
  readTheirInvoices,
  worthOf,
  type TheirInvoice,
} from './read-books.ts';
import type { SoakPerson, SoakWorld } from './soak-world.ts';
import { askUntilAnswered } from './ask-until-answered.ts';

/** The action that ends an invoice, by its status. All other statuses are final. */
const endings: Readonly<Record<string, string>> = {
  check: 'pay',
  process: 'pay',
  confirm_check: 'pay',
  wrong_amount_waiting: 'pay',
  locked: 'release',
  refund_process: 'refund',
};

/** Statuses of transactions that are not final. */
const unended: ReadonlySet<string> = new Set(['pending', 'processing', 'confirm_check', 'locked', 'refund_process']);

/** Maximum time to settle, in milliseconds: much longer than any work needs, so that stuck work is reported. */
const patienceMs = 300_000;

/** Virtual time between two checks, in milliseconds. */
const stepMs = 5 * 60_000;

/** The result of settling. */
export type Settling = {
  /**
   * Real time from the end of the traffic until nothing was under way, in milliseconds: until the start of the full
   * check that found no open work.
   */
  readonly realMs: number;
  readonly virtualMs: number;
  /** Work that was still under way at the end. */
  readonly stuck: readonly string[];
};

/**
 * Removes the faults, ends every invoice and lets the product work until nothing is under way. Reading everybody takes
 * long, so only the first and the last check do; checks in between read people with open work.
 */
export async function settle(world: SoakWorld): Promise<Settling> {
  const { stack, people } = world;
  const begunAt = performance.now();
  const jobs = await askUntilAnswered<string[]>(`${stack.control}/jobs`, undefined, 'GET');
  const working = jobs.filter((name) => !/^(?:reconcile|expire|rebuild)/.test(name));
  for (const provider of [stack.issuer, stack.payments])
    await askUntilAnswered(`${provider}/sandbox/faults`, undefined, 'DELETE');
  let virtualMs = 0;
  let watched = people;
  for (;;) {
    const invoices = await endInvoices(world);
    for (const name of working) {
      // A failed job is in its log, and runs again in the next round.
      await askUntilAnswered(`${stack.control}/jobs/${name}`).catch(() => undefined);
    }
    const realMs = performance.now() - begunAt;
    const unsettled = await listUnsettled(world, watched, invoices);
    const stuck = [...unsettled.values()].flat();
    if (stuck.length === 0 && watched === people) return { realMs, virtualMs, stuck };
    if (realMs > patienceMs) return { realMs, virtualMs, stuck };
    watched = stuck.length === 0 ? people : [...unsettled.keys()];
    if (stuck.length === 0) continue;
    // Due work needs real time; for work that is due later, the clock is moved.
    await sleep(300);
    await moveClocks(stack, stepMs);
    virtualMs += stepMs;
  }
}

async function endInvoices(world: SoakWorld): Promise<readonly TheirInvoice[]> {
  for (const { uuid, status } of await readTheirInvoices(world)) {
    const action = endings[status];
    if (action !== undefined) await knock(`${world.stack.payments}/sandbox/invoices/${uuid}/${action}`);
  }
  return readTheirInvoices(world);
}

/** Lists the work under way, by person. */
async function listUnsettled(
  world: SoakWorld,
  people: readonly SoakPerson[],
  invoices: readonly TheirInvoice[],
): Promise<ReadonlyMap<SoakPerson, readonly string[]>> {
  const theirs = new Map((await readTheirCards(world)).map((card) => [card.ref, card]));
  const worth = new Map(invoices.map((invoice) => [invoice.order_id, worthOf(invoice)]));
  const lists = await Promise.all(
    people.map(async (person) => {
      const { held, transactions, cards } = await readAccount(world, person);
      const faults: string[] = held === 0 ? [] : [`${person.email} holds ${held} cents`];
      for (const { _id, kind, status, amountPaid, cardId } of transactions) {
        const isOpen = kind === 'card_closing' && theirs.get(cardId ?? '')?.state !== 'deleted';
        if (unended.has(status)) faults.push(`${kind} ${_id} of ${person.email} is ${status}`);
        else if (isOpen) faults.push(`card ${cardId} is deleted here and there is still one at the issuer`);
        else if (kind === 'deposit' && amountPaid !== (worth.get(_id) ?? 0)) {
          faults.push(`deposit ${_id} of ${person.email} was credited ${amountPaid}, but is worth ${worth.get(_id)}`);
        }
      }
      for (const { _id, balance, status, held: onItsWay } of cards) {
        const book = theirs.get(_id)?.bookCents;
        if (onItsWay !== 0 || status === 'pending') faults.push(`card ${_id} is ${status} and holds ${onItsWay} cents`);
        else if (balance !== book) faults.push(`card ${_id} has ${balance} cents here and ${book} at the issuer`);
      }
      if (person.referredBy === undefined) {
        const { stats, rewards } = await readReferrals(world, person);
        if (stats.pendingRequest !== null)
          faults.push(`${person.email} waits for ${stats.pendingRequest.amount} cents`);
        const booked = rewards.filter(({ event, stage }) => event === 'card_created' && stage === 'pending');
        if (booked.length > 0) faults.push(`${booked.length} rewards of ${person.email} are not booked yet`);
      }
      return [person, faults] as const;
    }),
  );
  return new Map(lists.filter(([, faults]) => faults.length > 0));
}
