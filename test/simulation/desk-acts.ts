import { describeWebhook } from '#functions/domain/events/describe-webhook.ts';
import { replayWebhook } from '#functions/domain/events/replay-webhook.ts';
import { redrive } from '#functions/domain/dead-letters/redrive.ts';
import { askDeposit } from '#functions/domain/desk/ask-deposit.ts';
import { askAboutOperation as askIssuer, reviewedState } from '#functions/domain/desk/waiting-operation.ts';
import type { Deposit } from '#functions/ports/entities/deposits.ts';
import type { Payment } from '#functions/ports/payment-gateway.ts';
import { cents } from '#shared/money.ts';
import { entitiesOf, Violation } from './audit.ts';
import { deliverIssuerNews, deliverPaymentNews, poll, sweep, workOn } from './background-work.ts';
import { pick } from './choices.ts';
import { pay } from './outside.ts';
import { visibilityMs, type SimulatedWorld } from './simulated-world.ts';
import { decideOnDeposit, decideOnOperations, twoOf } from './staff.ts';

function isBehind(deposit: Deposit, payment: Payment | undefined): boolean {
  return (
    payment !== undefined && (payment.state !== deposit.state || payment.receivedAmount !== deposit.receivedAmount)
  );
}

/**
 * Has staff ask the payment provider about a deposit, mostly one of which it has news. A webhook, the poller, a
 * decision or the other admin's question often comes at that very moment.
 */
export async function askAboutDeposit(world: SimulatedWorld): Promise<void> {
  const { choices, payments, table } = world;
  const all = () => entitiesOf(table, 'deposit').filter(({ lifecycle }) => lifecycle === 'open');
  const behind = () => all().filter((deposit) => isBehind(deposit, payments.invoices.get(deposit.depositId)));
  if (behind().length === 0) pay(world);
  const deposit = (choices.oneIn(5) ? undefined : pick(world, behind())) ?? pick(world, all());
  if (deposit === undefined) return;
  const { depositId } = deposit;
  const [first, second] = twoOf(world);
  for (const actorId of choices.oneIn(3) ? [first, second] : [first]) {
    const before = payments.invoices.get(depositId);
    const from = table.stream.length;
    await world.byStaff(
      'admin.ask-deposit',
      (services) => askDeposit(services, { actorId, depositId }),
      ({ record, credited }) => {
        world.narrate(`the provider's record of ${depositId} is ${record}, ${credited} cents are credited`);
        const now = entitiesOf(table, 'deposit').find((each) => each.depositId === depositId);
        const since = table.stream.slice(from).map(({ after }) => after as unknown as Deposit | undefined);
        const known = [deposit, ...since.filter((after) => after?.depositId === depositId)];
        if (!known.some((each) => each?.creditedCents === credited))
          world.broken ??= new Violation('I46', `of ${depositId} ${credited} are said to be credited`);
        const isNew = before !== payments.invoices.get(depositId);
        if (record === 'applied' && !isNew && now?.reviewReason === undefined && now && isBehind(now, before))
          world.broken ??= new Violation('I46', `${depositId} was asked about, and is still ${now.state}`);
      },
    );
  }
  if (choices.oneIn(3)) await deliverPaymentNews(world);
  if (choices.oneIn(3)) await workOn(world);
  if (choices.oneIn(4)) await poll(world);
  if (choices.oneIn(4)) await decideOnDeposit(world);
}

/** Has staff ask the issuer about operations in review, with the sweep or the other admin's decision at the same time. */
export async function askAboutOperation(world: SimulatedWorld): Promise<void> {
  const { choices, table } = world;
  const all = entitiesOf(table, 'operation');
  const inReview = all.filter(({ state }) => state === 'review');
  // Of one that is not in review the question is refused.
  const asked = inReview.length > 0 ? inReview : [pick(world, all)].filter((each) => each !== undefined);
  for (const { operationId } of asked) {
    if (choices.oneIn(4)) await sweep(world);
    const actors = twoOf(world);
    for (const actorId of choices.oneIn(3) ? actors : actors.slice(0, 1)) {
      await world.byStaff(
        'admin.ask-operation',
        async (services) => {
          const { verdict, operation } = await askIssuer(services, { operationId, actorId });
          return { verdict, state: reviewedState(operation) };
        },
        ({ verdict, state }) => {
          world.narrate(`the issuer's word on ${operationId} is ${verdict}`);
          const now = entitiesOf(table, 'operation').find((each) => each.operationId === operationId)?.state;
          const isWrong = state === 'review' ? verdict === 'ended' : state !== now;
          if (isWrong) world.broken ??= new Violation('I46', `${operationId} is said to be ${state}, and is ${now}`);
        },
      );
    }
    if (choices.oneIn(3)) await decideOnOperations(world);
    if (choices.oneIn(4)) await workOn(world);
    if (choices.oneIn(2)) await world.settle();
  }
}

/** Has staff give a webhook of any age to its worker again; its message is often worked on together with others. */
export async function replay(world: SimulatedWorld): Promise<void> {
  const { choices, table } = world;
  const events = entitiesOf(table, 'event');
  const unsolved = events.filter((event) => describeWebhook(event).outcome !== 'done');
  const event = (choices.oneIn(2) ? pick(world, unsolved) : undefined) ?? pick(world, events);
  if (event === undefined) return;
  const { eventId } = event;
  const [actorId] = twoOf(world);
  for (let times = choices.oneIn(4) ? 2 : 1; times > 0; times -= 1)
    await world.byStaff('admin.replay-webhook', (services) => replayWebhook(services, { actorId, eventId }));
  if (choices.oneIn(3)) return;
  await world.settle();
  for (let messages = world.queued.length; messages > 0; messages -= 1) await workOn(world);
}

/** One provider gives no answers until the message of a webhook is set aside. Then it answers again. */
export async function beSetAside(world: SimulatedWorld): Promise<void> {
  const { choices, issuer, payments, scheduler } = world;
  await world.settle();
  const isIssuer = choices.oneIn(2);
  const card = isIssuer ? pick(world, [...issuer.cards.values()]) : undefined;
  if (card) issuer.purchase(card.issuerCardId, cents(1 + choices.below(400)));
  else for (let tries = 0; tries < 4 && payments.news.length === 0; tries += 1) pay(world);
  world.silentProvider = isIssuer ? 'issuer' : 'payments';
  world.silence = 'lost';
  world.narrate(`the ${world.silentProvider} provider gives no answers`);
  await (isIssuer ? deliverIssuerNews(world) : deliverPaymentNews(world));
  await world.settle();
  const before = world.deadLetters.length;
  for (let rounds = 0; rounds < 8 && world.deadLetters.length === before && world.queued.length > 0; rounds += 1) {
    await workOn(world);
    await world.settle();
    scheduler.nowMs += visibilityMs + 1;
    world.ripen();
  }
  world.silence = undefined;
  world.silentProvider = 'issuer';
  world.narrate('it answers again');
}

/** Has staff give the messages that were set aside back to their queue, sometimes both admins at once. */
export async function giveBack(world: SimulatedWorld): Promise<void> {
  const { choices } = world;
  const queue = pick(world, world.deadLetters)?.queue ?? 'payment-events';
  const admins = twoOf(world);
  for (const actorId of choices.oneIn(4) ? admins : admins.slice(0, 1))
    await world.byStaff('admin.redrive', (services) => redrive(services, { queue, actorId }));
  if (choices.oneIn(3)) return;
  await world.settle();
  for (let messages = world.queued.length; messages > 0; messages -= 1) await workOn(world);
}
