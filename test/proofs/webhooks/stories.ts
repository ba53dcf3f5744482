import type { PaymentState } from '#functions/ports/payment-gateway.ts';
import type { Dice } from './dice.ts';

/** A step of a payment: its state, and the received amount in ten-thousandths of the invoice. */
export type Step = { readonly state: PaymentState; readonly parts: number };

/** The course of a payment, and the credit that its depositor has at the end. */
export type Story = {
  readonly name: string;
  readonly steps: readonly Step[];
  /** `all that came`, `the invoice` (more than twice came), `nothing`, or `all that came, frozen`. */
  readonly ends: 'all that came' | 'the invoice' | 'nothing' | 'all that came, frozen';
};

type Teller = (dice: Dice) => Omit<Story, 'name'>;

const step = (state: PaymentState, parts: number): Step => ({ state, parts });
const whole = 10_000;

/** Makes a story for each possible course of a payment. */
const tellers: Readonly<Record<string, Teller>> = {
  paid: () => ({ steps: [step('confirming', whole), step('paid', whole)], ends: 'all that came' }),
  'paid at once': () => ({ steps: [step('paid', whole)], ends: 'all that came' }),
  'paid over': (dice) => {
    const parts = whole + 1 + dice.below(whole - 1);
    return { steps: [step('confirming', parts), step('paid_over', parts)], ends: 'all that came' };
  },
  'paid much too much': (dice) => {
    const parts = 2 * whole + 1 + dice.below(5 * whole);
    return { steps: [step('confirming', parts), step('paid_over', parts)], ends: 'the invoice' };
  },
  'paid less': (dice) => {
    const parts = 1 + dice.below(whole - 1);
    const steps = [step('confirming', parts), step('partly_paid', parts), step('paid_less', parts)];
    return { steps, ends: 'all that came' };
  },
  'paid in two parts': (dice) => {
    const first = 1 + dice.below(whole - 1);
    const steps = [step('partly_paid', first), step('confirming', whole), step('paid', whole)];
    return { steps, ends: 'all that came' };
  },
  'topped up after it was closed': (dice) => {
    const first = 1 + dice.below(whole - 1);
    return { steps: [step('paid_less', first), step('paid', whole)], ends: 'all that came' };
  },
  'expired, then paid': () => ({
    steps: [step('expired', 0), step('confirming', whole), step('paid', whole)],
    ends: 'all that came',
  }),
  'expired, then paid less': (dice) => {
    const parts = 1 + dice.below(whole - 1);
    return { steps: [step('expired', 0), step('confirming', parts), step('paid_less', parts)], ends: 'all that came' };
  },
  expired: () => ({ steps: [step('expired', 0)], ends: 'nothing' }),
  failed: () => ({ steps: [step('confirming', whole), step('failed', 0)], ends: 'nothing' }),
  'locked, then released': () => ({
    steps: [step('confirming', whole), step('locked', whole), step('paid', whole)],
    ends: 'all that came',
  }),
  'locked, then refunded': () => ({
    steps: [step('locked', whole), step('refunding', whole), step('refunded', whole)],
    ends: 'nothing',
  }),
  'locked after it was paid': () => ({
    steps: [step('confirming', whole), step('paid', whole), step('locked', whole)],
    ends: 'all that came, frozen',
  }),
  refunded: () => ({
    steps: [step('confirming', whole), step('paid', whole), step('refunding', whole), step('refunded', whole)],
    ends: 'nothing',
  }),
  'refunded at once': (dice) => {
    const parts = whole + dice.below(whole);
    return { steps: [step('paid_over', parts), step('refunded', parts)], ends: 'nothing' };
  },
  'refund failed': () => ({
    steps: [step('paid', whole), step('refunding', whole), step('refund_failed', whole)],
    ends: 'all that came',
  }),
};

/** Returns the story of the n-th payment. All kinds are equally frequent. */
export function replayStory(index: number, dice: Dice): Story {
  const names = Object.keys(tellers);
  const name = names[index % names.length] ?? 'paid';
  const story = tellers[name]?.(dice);
  if (!story) throw new Error(`no such story: ${name}`);
  return { name, ...story };
}
