import { cents } from '#shared/money.ts';
import { limits } from '#shared/limits.ts';
import type { Payment, PaymentState } from '#functions/ports/payment-gateway.ts';
import { entitiesOf } from './audit.ts';
import { endTransfers } from './background-work.ts';
import { amount, pick } from './choices.ts';
import type { SimulatedWorld } from './simulated-world.ts';

/** Events at the payment provider: state, received percentage of the invoice, and true when a webhook reports it. */
const payments: readonly (readonly [state: PaymentState, percent: number | undefined, isReported: boolean])[] = [
  ['paid', 100, true],
  ['paid', 100, true],
  ['paid_over', 130, true],
  ['paid_over', 260, true],
  ['paid_less', 60, true],
  ['partly_paid', 40, false],
  ['confirming', 100, true],
  ['expired', 0, true],
  ['paid', 100, false],
  ['refunded', undefined, true],
  ['refunding', undefined, true],
  ['refund_failed', undefined, true],
  ['locked', undefined, false],
  ['failed', undefined, true],
];

/** The states that a payment may reach from each state; a refunded payment stays refunded. */
const next: Readonly<Partial<Record<PaymentState, readonly PaymentState[]>>> = {
  waiting: ['paid', 'paid_over', 'paid_less', 'partly_paid', 'confirming', 'expired', 'locked', 'failed'],
  confirming: ['paid', 'paid_over', 'paid_less', 'partly_paid', 'locked'],
  partly_paid: ['paid', 'paid_over', 'paid_less', 'locked'],
  paid_less: ['paid', 'paid_over', 'refunding', 'refunded', 'locked'],
  paid: ['refunding', 'refunded', 'locked'],
  paid_over: ['refunding', 'refunded', 'locked'],
  expired: ['paid', 'paid_less', 'paid_over'],
  locked: ['paid', 'paid_over', 'refunding', 'refunded'],
  refunding: ['refunded', 'refund_failed'],
  refund_failed: ['refunding', 'paid'],
};

/** Picks a payment: mostly one that is under way, because nearly all of them were paid before the story. */
function somePayment(world: SimulatedWorld): Payment | undefined {
  const all = [...world.payments.invoices.values()];
  const underWay = all.filter(({ state }) => state !== 'paid' && next[state] !== undefined);
  return (world.choices.oneIn(4) ? undefined : pick(world, underWay)) ?? pick(world, all);
}

/** Changes the state of a payment, any one by default. Returns false when nothing changed. */
export function pay(world: SimulatedWorld, invoice = somePayment(world)): boolean {
  if (!invoice) return false;
  const receivedAt = (percent: number): number => Math.floor(Number(invoice.invoiceAmount) * percent);
  const before = Math.round(Number(invoice.receivedAmount ?? 0) * 100);
  // A received amount does not become less.
  const possible = payments.filter(
    ([state, percent]) =>
      next[invoice.state]?.includes(state) && (percent === undefined || receivedAt(percent) >= before),
  );
  // A payment that was paid mostly stays so: else refunds would leave little to spend in most stories.
  const chosen = pick(world, invoice.state === 'paid' ? payments : possible);
  if (!chosen || !possible.includes(chosen)) return false;
  const [state, percent, isReported] = chosen;
  const received = percent === undefined ? undefined : receivedAt(percent);
  world.narrate(`the provider says ${state} of ${invoice.reference}, ${received ?? 'as before'} cents received`);
  world.payments.become(invoice.reference, state, received === 0 ? undefined : received, isReported);
  return true;
}

/** Lets something happen to cards outside of the product. Returns true. */
export function happenElsewhere(world: SimulatedWorld): true {
  pick(world, elsewhere)?.(world);
  return true;
}

/** Events of cards outside of the product: at merchants and at the issuer. */
const elsewhere: readonly ((world: SimulatedWorld) => void)[] = [
  (world) => {
    // Mostly a card with an order to load it, which a purchase starts.
    const ordered = entitiesOf(world.table, 'card').filter(({ autoLoad: order }) => order !== undefined);
    const chosen = world.choices.oneIn(3) ? undefined : pick(world, ordered);
    const card = world.issuer.cards.get(chosen?.issuerCardId ?? '') ?? pick(world, [...world.issuer.cards.values()]);
    if (!card) return;
    const cost = cents(amount(world, 700));
    const isApproved = world.issuer.purchase(card.issuerCardId, cost);
    world.narrate(`a purchase of ${cost} cents with ${card.issuerCardId} is ${isApproved ? 'approved' : 'declined'}`);
  },
  (world) => {
    const card = pick(world, [...world.issuer.cards.values()]);
    if (!card) return;
    const back = cents(amount(world, 700));
    world.narrate(`${back} cents are refunded to ${card.issuerCardId}`);
    world.issuer.refund(card.issuerCardId, back);
  },
  (world) => {
    const bought = pick(
      world,
      world.issuer.transactions.filter(({ direction }) => direction === 'debit'),
    );
    if (!bought) return;
    world.narrate(`${bought.reference} is reversed`);
    world.issuer.reverse(bought);
  },
  (world) => {
    const card = pick(world, [...world.issuer.cards.values()]);
    if (!card) return;
    const cost = cents(amount(world, 900));
    world.narrate(`${cost} cents are captured from ${card.issuerCardId} without asking`);
    world.issuer.force(card.issuerCardId, cost);
  },
  (world) => {
    const card = pick(world, [...world.issuer.cards.values()]);
    if (!card || !world.choices.oneIn(3)) return;
    world.narrate(`a merchant tries ${card.issuerCardId} again and again for more than is on it`);
    for (let tries = 0; tries < limits.declinesUntilFrozen; tries += 1)
      world.issuer.purchase(card.issuerCardId, cents(Math.max(0, card.bookBalanceCents) + 1));
  },
  (world) => {
    const card = pick(world, [...world.issuer.cards.values()]);
    if (!card) return;
    world.narrate(`a month is charged to ${card.issuerCardId}`);
    world.issuer.chargeMonth(card.issuerCardId);
  },
  (world) => {
    const card = pick(world, [...world.issuer.cards.values()]);
    // Rarely, because the card buys nothing more until its owner unfreezes it.
    if (!card || !world.choices.oneIn(3)) return;
    world.narrate(`${card.issuerCardId} is frozen because nobody uses it`);
    world.issuer.freezeUnused(card.issuerCardId);
  },
  (world) => {
    const card = pick(world, [...world.issuer.cards.values()]);
    // Rarely, because a story without cards proves little.
    if (!card || !world.choices.oneIn(6)) return;
    world.narrate(`${card.issuerCardId} is deleted by its issuer`);
    world.issuer.deleteByItself(card.issuerCardId);
  },
  (world) => endTransfers(world, false),
  (world) => endTransfers(world, false),
  (world) => {
    world.issuer.isHonest = !world.issuer.isHonest;
    world.narrate(`the issuer ${world.issuer.isHonest ? 'freezes cards again' : 'only says that it freezes cards'}`);
  },
  (world) => {
    world.issuer.movesFrozen = !world.issuer.movesFrozen;
    world.narrate(`the issuer ${world.issuer.movesFrozen ? 'moves' : 'does not move'} money of frozen cards`);
  },
];
