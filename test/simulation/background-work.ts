import { handler as issuerWebhook } from '#functions/api/webhooks/issuer.ts';
import { handler as paymentsWebhook } from '#functions/api/webhooks/payments.ts';
import { handler as catchUpCards } from '#functions/jobs/catch-up-cards.ts';
import { handler as payReferrals } from '#functions/jobs/pay-referrals.ts';
import { handler as closeBooks } from '#functions/jobs/close-books.ts';
import { handler as eraseAccounts } from '#functions/jobs/erase-accounts.ts';
import { handler as pollDeposits } from '#functions/jobs/poll-deposits.ts';
import { handler as readFloat } from '#functions/jobs/read-float.ts';
import { handler as rebuildAggregates } from '#functions/jobs/rebuild-aggregates.ts';
import { handler as remindPeople } from '#functions/jobs/remind-people.ts';
import { handler as sweepOperations } from '#functions/jobs/sweep-operations.ts';
import { handler as aggregates } from '#functions/workers/aggregates.ts';
import { handler as issuerEvents } from '#functions/workers/issuer-events.ts';
import { handler as paymentEvents } from '#functions/workers/payment-events.ts';
import { entityFields } from '#functions/adapters/dynamo/entity-reader.ts';
import { notePurchases } from '#functions/domain/subscriptions/note-purchases.ts';
import type { EntityChange } from '#functions/ports/table-change.ts';
import { entitiesOf } from './audit.ts';
import { pick } from './choices.ts';
import type { SimulatedWorld } from './simulated-world.ts';
import { day, startMs } from './story-times.ts';

/** Delivers one webhook of the payment provider; sometimes it is lost, sometimes it comes twice. */
export async function deliverPaymentNews(world: SimulatedWorld): Promise<void> {
  const news = world.payments.news.splice(world.choices.below(world.payments.news.length), 1)[0];
  if (!news) return;
  if (world.choices.oneIn(5)) return world.narrate(`a webhook about ${news.reference} is lost`);
  if (world.choices.oneIn(5)) world.payments.news.push(news);
  const token = `callback-${news.reference}`;
  const repeat = (): void => void world.payments.news.push(news);
  await world.deliver('webhooks.payments', paymentsWebhook, { token, body: news, repeat });
}

/** Delivers one webhook of the issuer; sometimes it is lost, sometimes it comes twice. */
export async function deliverIssuerNews(world: SimulatedWorld): Promise<void> {
  const news = world.issuer.news.splice(world.choices.below(world.issuer.news.length), 1)[0];
  if (!news) return;
  if (world.choices.oneIn(6)) return world.narrate(`the issuer's webhook about ${news.type} is lost`);
  if (world.choices.oneIn(5)) world.issuer.news.push(news);
  const repeat = (): void => void world.issuer.news.push(news);
  await world.deliver('webhooks.issuer', issuerWebhook, { token: 'issuer-token', body: news, repeat });
}

/** Ends a pending transfer of the issuer, or all of them; a fault may make one fail. */
export function endTransfers(world: SimulatedWorld, isAll: boolean): void {
  const pending = [...world.issuer.transfers].filter(([, { state }]) => state === 'pending');
  for (const [reference, { kind }] of isAll ? pending : pending.slice(0, 1)) {
    const isWanted = isAll || !world.choices.oneIn(6);
    world.issuer.end(reference, isWanted);
    world.narrate(`the issuer ends ${kind} ${reference}: ${world.issuer.transfers.get(reference)?.state}`);
  }
}

/** Hands a visible message to its worker. */
export async function workOn(world: SimulatedWorld): Promise<void> {
  const visible = world.queued.filter(({ visibleAtMs }) => visibleAtMs <= world.scheduler.nowMs);
  const queued = pick(world, visible);
  if (queued) await world.receive(queued, queued.queue === 'payment-events' ? paymentEvents : issuerEvents);
}

/** Has the next news of the issuer come and its message processed, unless something goes wrong. */
export async function hearOfCards(world: SimulatedWorld): Promise<void> {
  await world.settle();
  await deliverIssuerNews(world);
  await world.settle();
  await workOn(world);
  await world.settle();
}

/** Lets every process go on to its end, however long it waits. */
export async function letProcessesEnd(world: SimulatedWorld): Promise<void> {
  const { scheduler } = world;
  for (let rounds = 0; rounds < 50; rounds += 1) {
    await world.settle();
    if (scheduler.nextWakeMs === undefined) return;
    scheduler.nowMs = Math.max(scheduler.nowMs, scheduler.nextWakeMs);
  }
}

/** True while a time is not so late that the product no longer watches the payments from before the story. */
export function isWatched(atMs: number): boolean {
  return atMs < startMs + 13 * day;
}

/** True while an order is under way: none stays so for days in which the jobs stand still. */
export function isBusy({ table }: SimulatedWorld): boolean {
  return entitiesOf(table, 'operation').some(({ state }) => state !== 'settled' && state !== 'released');
}

/**
 * Hands the changes of cards to the worker that notes whose cards were charged: from the beginning of a subscription,
 * and again until it has ended. Returns false when there are none.
 */
export async function noteCharges(world: SimulatedWorld): Promise<boolean> {
  const { stream } = world.table;
  const to = stream.length;
  const changes = stream.slice(world.chargesFrom ?? to).flatMap(({ before, after }) => {
    if (before === undefined || after?.['entity'] !== 'card') return [];
    return [{ kind: 'card', before: entityFields(before), after: entityFields(after) } as unknown as EntityChange];
  });
  if (changes.length === 0) return false;
  await world.byStaff('worker.notifications', async (services) => {
    await notePurchases(services, changes);
    world.chargesFrom = to;
  });
  await world.settle();
  return true;
}

export function sweep(world: SimulatedWorld): Promise<void> {
  return world.run('sweep-operations', sweepOperations);
}

export function remind(world: SimulatedWorld): Promise<void> {
  return world.run('remind-people', remindPeople);
}

export function catchUp(world: SimulatedWorld): Promise<void> {
  return world.run('catch-up-cards', catchUpCards);
}

export function poll(world: SimulatedWorld): Promise<void> {
  return world.run('poll-deposits', pollDeposits);
}

export function eraseDue(world: SimulatedWorld): Promise<void> {
  return world.run('erase-accounts', eraseAccounts);
}

export function readFloatNow(world: SimulatedWorld): Promise<void> {
  return world.run('read-float', readFloat);
}

export function bookDays(world: SimulatedWorld): Promise<void> {
  world.hasBooks = true;
  return world.run('close-books', closeBooks);
}

export function payOut(world: SimulatedWorld): Promise<void> {
  return world.run('pay-referrals', payReferrals);
}

/** Delivers some records of one shard of the stream. */
export async function countNext(world: SimulatedWorld): Promise<void> {
  const shard = pick(world, world.feed.waiting);
  if (shard) await world.stream(shard, 1 + world.choices.below(12), aggregates);
}

/** Delivers records of all shards of the stream, each a full batch. */
export async function countAll(world: SimulatedWorld): Promise<void> {
  for (const shard of world.feed.waiting) await world.stream(shard, 100, aggregates);
}

/** Drops a record that the stream gave up on after ten attempts: only the nightly count can find it. */
export function loseNext(world: SimulatedWorld): void {
  const shard = pick(world, world.feed.waiting);
  const lost = shard?.records[shard.done];
  if (!shard || lost?.dynamodb?.NewImage?.['journalId'] === undefined) return;
  world.narrate(`the stream gives up on ${lost.dynamodb.NewImage['journalId'].S}`);
  shard.done += 1;
  world.isStreamLossy = true;
}

/** Has the statistics of all days of the story counted again. */
export function rebuild(world: SimulatedWorld): Promise<void> {
  const dayOf = (atMs: number): number => Math.floor(atMs / day);
  const days = dayOf(world.scheduler.nowMs) - dayOf(startMs);
  return world.run('rebuild-aggregates', rebuildAggregates, { aheadMs: 60_000, days });
}
