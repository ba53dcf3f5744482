import type { Id } from '#shared/ids.ts';
import { limits } from '#shared/limits.ts';
import { cents } from '#shared/money.ts';
import type { User } from '#functions/ports/entities/accounts.ts';
import type { Deposit } from '#functions/ports/entities/deposits.ts';
import type { EventMessage } from '#functions/ports/queue.ts';
import { handler as receiver } from '#functions/api/webhooks/payments.ts';
import { openInvoice } from '#functions/domain/deposits/open-invoice.ts';
import { pollDeposits } from '#functions/domain/deposits/poll-deposits.ts';
import { requestDeposit } from '#functions/domain/deposits/request-deposit.ts';
import { handler as worker } from '#functions/workers/payment-events.ts';
import { callEndpoint } from '#test/support/call-endpoint.ts';
import { moneyWorld, type MoneyWorld } from '#test/support/money-world.ts';
import { sqsEvent } from '#test/support/sqs-event.ts';
import { createDice, type Dice } from './dice.ts';
import { createScriptedProvider, paymentKey, type ScriptedProvider } from './scripted-provider.ts';
import { replayStory, type Story } from './stories.ts';

/** The options of a run. */
export type ProofSettings = { readonly payments: number; readonly seed: number };

/** The events of a run, and every broken rule. */
export type Proof = {
  readonly figures: Readonly<Record<string, number>>;
  readonly violations: readonly string[];
};

type StagedDeposit = {
  readonly depositId: Id<'deposit'>;
  readonly user: User;
  readonly story: Story;
  mostCents: number;
};
type Action = { readonly atMs: number; readonly run: () => Promise<void> | void };

/** Percentage of webhooks that never come, and number of forged ones per hundred beside them. */
const lostPercent = 20;
const forgedPercent = 5;
const copiesMax = 5;

/** Number of tries of a message before it is set aside, as the queue's definition says. */
const receivesMax = 5;

const minute = 60_000;
const day = 24 * 60 * minute;

/**
 * Lets many payments of every kind happen at once, with webhooks that are lost, repeated, late, out of order and
 * forged, a provider that does not always answer, and a queue that repeats messages. Then the poller finds the rest. At
 * the end each person has exactly the worth of the payments, and never had more. The receiver, the worker, the poller
 * and the signature check are the real ones. The code that signs and the code that computes the due amounts are
 * independent of them.
 */
export async function proveWebhooks({ payments: count, seed }: ProofSettings): Promise<Proof> {
  const dice = createDice(seed);
  const provider = createScriptedProvider(dice);
  const world = withProvider(provider);
  const violations: string[] = [];
  const figures: Record<string, number> = { payments: count };
  const add = (name: string, by = 1): void => void (figures[name] = (figures[name] ?? 0) + by);

  const staged = await openDeposits(world, count, dice);
  const post = async (body: string, token: string): Promise<number> => {
    const answer = await callEndpoint(receiver, world.services, { params: { inbox: token }, text: body });
    return answer.status;
  };
  const actions: Action[] = [];
  for (const each of staged) {
    let atMs = dice.below(60_000);
    for (const step of each.story.steps) {
      const takenAtMs = (atMs += dice.below(20_000));
      actions.push({
        atMs: takenAtMs,
        run: async () => {
          provider.take(each.depositId, step);
          each.mostCents = Math.max(each.mostCents, provider.worthCents(each.depositId));
          const body = provider.webhook(each.depositId);
          if (body === undefined) return add('webhooks not sent: silent statuses');
          add('webhooks sent');
          const token = await world.services.keys.callbackToken(each.depositId);
          if (dice.percent(forgedPercent)) later(() => forge(each));
          if (dice.percent(lostPercent)) return add('lost');
          for (let copies = 1 + dice.below(copiesMax); copies > 0; copies -= 1) {
            later(async () => {
              add('delivered, copies included');
              const status = await post(body, token);
              if (status !== 200) violations.push(`an authentic webhook of ${each.depositId} was answered ${status}`);
            });
          }
        },
      });
    }
  }
  actions.sort((a, b) => a.atMs - b.atMs);

  /** Webhooks on their way, which arrive in any order. */
  const underWay: (() => Promise<void>)[] = [];
  function later(deliver: () => Promise<void>): void {
    underWay.push(deliver);
  }
  async function forge({ depositId }: StagedDeposit): Promise<void> {
    const token = await world.services.keys.callbackToken(depositId);
    const stranger = staged[dice.below(staged.length)]?.depositId ?? depositId;
    const strangersToken = await world.services.keys.callbackToken(stranger);
    const authentic = provider.lie(depositId, paymentKey);
    const [kind, body, at, expected] = dice.pick<readonly [string, string, string, number]>([
      ['by another key', provider.lie(depositId, 'test_a-guessed-key'), token, 401],
      ['changed after it was signed', authentic.replace('"is_final":false', '"is_final":true'), token, 401],
      ['without a signature', authentic.replace(/,"sign":"[0-9a-f]+"/, ''), token, 401],
      ['at another deposit’s address', authentic, stranger === depositId ? 'x' : strangersToken, 401],
      // The provider's own test call signs such webhooks: the signature is right, the content is false.
      ['well signed, but not true', authentic, token, 200],
    ]);
    add('forged');
    const status = await post(body, at);
    if (status !== expected) violations.push(`a webhook ${kind} was answered ${status}`);
    if (status === 401) add('forged and refused');
  }

  const dead: EventMessage[] = [];
  const receives = new Map<EventMessage, number>();
  async function work(): Promise<void> {
    const at = dice.below(Math.max(1, world.queued.length));
    const batch = world.queued.splice(at, 1 + dice.below(10));
    // Delivers some messages twice, because the queue guarantees delivery at least once, not exactly once.
    const bodies = batch.flatMap((message) => (dice.percent(5) ? [message, message] : [message]));
    if (bodies.length === 0) return;
    add('messages worked on', bodies.length);
    const { batchItemFailures } = await worker.using(world.services)(sqsEvent(bodies));
    const failed = new Set(
      batchItemFailures.map(({ itemIdentifier }) => bodies[Number(itemIdentifier.replace('message-', '')) - 1]),
    );
    for (const message of failed) {
      if (message === undefined) continue;
      add('messages that came again');
      const tries = (receives.get(message) ?? 0) + 1;
      receives.set(message, tries);
      if (tries >= receivesMax) dead.push(message);
      else world.queued.push(message);
    }
  }
  async function deliver(most: number): Promise<void> {
    const now: Promise<void>[] = [];
    for (let left = Math.min(most, underWay.length); left > 0; left -= 1) {
      const [next] = underWay.splice(dice.below(underWay.length), 1);
      if (next) now.push(next());
    }
    await Promise.all(now);
  }

  for (const [index, action] of actions.entries()) {
    // The provider is down for a tenth of the run, so that some messages fail until they become dead letters.
    provider.health = index * 10 >= actions.length * 5 && index * 10 < actions.length * 6 ? 'down' : 'shaky';
    await action.run();
    // Deliveries and the worker run at the same time, and sometimes fall behind.
    if (dice.percent(45)) await Promise.all([deliver(8), work()]);
    if (dice.percent(2)) world.clock.advance(dice.below(minute));
    if (dice.percent(0.5)) await pollDeposits(world.services);
  }
  while (underWay.length > 0) await Promise.all([deliver(8), work()]);
  while (world.queued.length > 0) await work();
  add('set aside in the dead-letter queue', dead.length);
  figures['right before the poller ran to the end'] = staged.length - (await wrong(world, provider, staged)).length;

  provider.health = 'well';
  // Redrives each dead letter three times, although most of their work is done already.
  world.queued.push(...dead, ...dead, ...dead);
  while (world.queued.length > 0) await work();
  for (const waitMs of [2 * minute, 10 * minute, 60 * minute, 5 * 60 * minute, day, 2 * day, 4 * day, 8 * day]) {
    world.clock.advance(waitMs);
    for (;;) {
      const { deposits, failed } = await pollDeposits(world.services);
      add('reads by the poller', deposits);
      if (failed > 0) violations.push(`${failed} deposits could not be polled`);
      if (deposits === 0) break;
    }
  }

  const late = await wrong(world, provider, staged);
  violations.push(...late);
  figures['right at the end'] = staged.length - late.length;
  figures['of these left to a person, because all news before the last was lost'] = late.leftToPerson;
  violations.push(...brokenBooks(world, staged));
  figures['credited in all, cents'] = world.store.all('deposit').reduce((sum, each) => sum + each.creditedCents, 0);
  return { figures, violations };
}

function withProvider(provider: ScriptedProvider): MoneyWorld {
  const world = moneyWorld();
  return { ...world, services: { ...world.services, payments: provider.gateway } };
}

/** Opens deposits, for each person as many as may be open at once, so that one wallet has many writers. */
async function openDeposits(world: MoneyWorld, count: number, dice: Dice): Promise<StagedDeposit[]> {
  const staged: StagedDeposit[] = [];
  let user: User | undefined;
  for (let index = 0; index < count; index += 1) {
    if (index % limits.depositsOpenMax === 0 || user === undefined) user = await world.cardholder(0);
    const depositId = await requestDeposit(world.services, {
      user,
      currency: 'USDT',
      network: 'TRON',
      // All amounts of a person differ: an equal deposit that can still be paid would be returned instead of a new one.
      amountCents: cents(500 + dice.below(20_000) * limits.depositsOpenMax + (index % limits.depositsOpenMax)),
      claim: undefined,
    });
    await openInvoice(world.services, depositId);
    staged.push({ depositId, user, story: replayStory(index, dice), mostCents: 0 });
  }
  return staged;
}

/** Returns the deposits that are not worth their payments, and the number of others that only staff can settle. */
async function wrong(
  world: MoneyWorld,
  provider: ScriptedProvider,
  staged: readonly StagedDeposit[],
): Promise<string[] & { leftToPerson: number }> {
  const found = Object.assign([] as string[], { leftToPerson: 0 });
  for (const { depositId, story } of staged) {
    const deposit = await world.store.get('deposit', { depositId });
    const due = dueCents(story, provider.worthCents(depositId), deposit);
    const frozen = story.ends === 'all that came, frozen' ? due : 0;
    const isRight =
      deposit?.creditedCents === due && deposit.frozenCents === frozen && deposit.state === provider.stateOf(depositId);
    // The only reports about it were a lock or a failed refund, which do not say that it had to be credited before.
    const isUndecidable =
      ['locked after it was paid', 'refund failed'].includes(story.name) &&
      deposit?.creditedCents === 0 &&
      deposit.state === provider.stateOf(depositId) &&
      (deposit.state === 'locked' || deposit.reviewReason !== undefined);
    if (isUndecidable) found.leftToPerson += 1;
    else if (!isRight) {
      found.push(
        `${depositId} (${story.name}) has ${deposit?.creditedCents} cents credited and ${deposit?.frozenCents} frozen in ${deposit?.state}; due are ${due} and ${frozen}`,
      );
    }
  }
  return found;
}

function dueCents({ ends }: Story, worth: number, deposit: Deposit | undefined): number {
  if (ends === 'nothing') return 0;
  return ends === 'the invoice' ? (deposit?.amountCents ?? 0) : worth;
}

/** Returns all errors of the books: records, wallets, the provider's money, and credits above all receipts. */
function brokenBooks(world: MoneyWorld, staged: readonly StagedDeposit[]): string[] {
  const found: string[] = [];
  const totals = new Map<string, number>();
  const credited = new Map<string, number>();
  const most = new Map(staged.map(({ depositId, mostCents }) => [depositId as string, mostCents]));
  for (const record of world.store.all('journal').toSorted((a, b) => a.atMs - b.atMs)) {
    let sum = 0;
    for (const { account, amountCents } of record.legs) {
      sum += amountCents;
      totals.set(account, (totals.get(account) ?? 0) + amountCents);
    }
    if (sum !== 0) found.push(`${record.journalId} does not balance`);
    if (record.kind !== 'deposit_credited' && record.kind !== 'deposit_taken_back') continue;
    const clearing = record.legs.find(({ account }) => account === 'PROV:CLEARING')?.amountCents ?? 0;
    const after = (credited.get(record.cause) ?? 0) + clearing;
    credited.set(record.cause, after);
    if (after > (most.get(record.cause) ?? 0)) found.push(`${record.cause} had ${after} cents, more than ever came`);
  }
  const deposits = world.store.all('deposit');
  for (const wallet of world.store.all('wallet')) {
    const own = deposits.filter(({ userId }) => userId === wallet.userId);
    const due = own.reduce((sum, { creditedCents, frozenCents }) => sum + creditedCents - frozenCents, 0);
    const has = wallet.availableCents - wallet.debtCents;
    if (has !== due) found.push(`${wallet.userId} has ${has} cents; due are ${due}`);
    if (-(totals.get(`U:${wallet.userId}:AVAIL`) ?? 0) + 0 !== wallet.availableCents) {
      found.push(`the balance of ${wallet.userId} is not the journal's`);
    }
  }
  const inAll = deposits.reduce(
    (sum, { creditedCents, surplusCents, commissionCents = 0 }) => sum + creditedCents + surplusCents - commissionCents,
    0,
  );
  if ((totals.get('PROV:CLEARING') ?? 0) !== inAll) found.push('what came from the provider is not what was credited');
  return found;
}
