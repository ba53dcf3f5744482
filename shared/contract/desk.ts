import * as z from 'zod/mini';
import { idSchema } from '../ids.ts';
import { acceptableMismatches } from '../payment-mismatches.ts';
import { DecisionReason } from './decision-reason.ts';
import { Amount, IsoDate, ListQuery, PositiveAmount } from './fields.ts';
import { defineRoutes } from './route.ts';
import { moneyStaff, readingStaff } from './staff.ts';
import { Deposit } from './transactions.ts';

/** The waiting items of one kind. A `count` of 100 means 100 or more. `oldestAt` is null when nothing waits. */
const Waiting = z.object({ count: z.int(), oldestAt: z.nullable(IsoDate) });

/** The first of two decisions on the same thing. */
const proposalOf = <T extends z.core.$ZodShape>(fields: T) =>
  z.nullable(
    z.object({ ...fields, by: idSchema('user'), byEmail: z.nullable(z.string()), reason: z.nullable(z.string()) }),
  );

/** A deposit that waits for a person. */
export const WaitingDeposit = z.object({
  _id: idSchema('deposit'),
  userId: idSchema('user'),
  email: z.string(),
  /** The amount of the invoice, and the parts that are credited, frozen or set aside as surplus. */
  amount: Amount,
  credited: Amount,
  frozen: Amount,
  surplus: Amount,
  /** The part that staff refused and nobody has sent back yet; below zero when it was sent back twice. */
  refused: Amount,
  currency: z.string(),
  /** The amount received and its coin, which may be another than was asked for; null before anything was. */
  received: z.nullable(z.object({ amount: z.string(), coin: z.string() })),
  /** The status that its owner sees. */
  status: Deposit.shape.status,
  /** Why it needs a decision, in words for staff; null for a deposit that is shown without needing one. */
  why: z.nullable(z.string()),
  since: IsoDate,
  proposal: proposalOf({ credit: Amount }),
});

/** A deposit's whole file: our record, and the provider's from a read at this moment. */
export const DepositFile = z.object({
  waiting: WaitingDeposit,
  deposit: Deposit,
  /** The provider's record of the payment; null when the provider does not answer, or does not know the payment. */
  provider: z.nullable(
    z.object({
      paymentId: z.string(),
      status: Deposit.shape.status,
      final: z.boolean(),
      invoice: z.string(),
      asked: z.nullable(z.string()),
      received: z.nullable(z.string()),
      network: z.nullable(z.string()),
      address: z.nullable(z.string()),
      sourceAddress: z.nullable(z.string()),
      txid: z.nullable(z.string()),
      /** Fields in which the payment differs from the deposit's invoice, in words for staff. */
      mismatches: z.array(z.object({ name: z.string(), words: z.string(), acceptable: z.boolean() })),
    }),
  ),
  /**
   * The outcomes that the provider's record allows, or why it allows none. `creditMax` is the amount received by it.
   */
  decision: z.object({
    credit: z.boolean(),
    refuse: z.boolean(),
    creditMax: Amount,
    /** The sum that stays credited when the deposit is refused. */
    kept: Amount,
    /** The sum that one admin may add alone; beyond it a second one takes the same decision. */
    aloneLeft: Amount,
    closedBecause: z.nullable(z.string()),
  }),
});

const operationKinds = [
  'card_creation',
  'card_load',
  'card_withdrawal',
  'card_closing',
  'holder_registration',
] as const;

/** An operation in review: nothing is sent any more, and the card issuer is asked on. */
export const WaitingOperation = z.object({
  _id: idSchema('operation'),
  userId: idSchema('user'),
  email: z.nullable(z.string()),
  kind: z.enum(operationKinds),
  cardId: z.nullable(z.string()),
  amount: Amount,
  fee: Amount,
  /** Number of requests that were sent, and of those with an unknown outcome. */
  attempts: z.int(),
  unresolved: z.int(),
  /** True when the issuer accepted a request. */
  accepted: z.boolean(),
  lastSentAt: z.nullable(IsoDate),
  /** When staff last asked the issuer, and what it said; null before. */
  lastAsk: z.nullable(z.object({ at: IsoDate, verdict: z.enum(['pending', 'unknown']) })),
  /** When the issuer is asked next by itself; null after 30 days. */
  nextAskAt: z.nullable(IsoDate),
  since: IsoDate,
  createdAt: IsoDate,
  /** The outcomes that a person may decide for this kind. */
  outcomes: z.array(z.enum(['happened', 'never'])),
  needsSecond: z.boolean(),
  proposal: proposalOf({ outcome: z.enum(['happened', 'never']), moved: Amount }),
});

const DecisionStatus = z.enum(['decided', 'waiting_for_second']);

const DepositParams = z.strictObject({ id: idSchema('deposit') });
const OperationParams = z.strictObject({ id: idSchema('operation') });

export const deskRoutes = defineRoutes({
  'admin.desk': {
    method: 'GET',
    path: '/admin/desk',
    access: 'admin',
    staff: readingStaff,
    summary: 'What waits for a person, by kind, with its count and age.',
    reply: z.object({
      deposits: Waiting,
      operations: Waiting,
      breaks: Waiting,
      /** Null when a queue does not answer: the rest of the desk is shown without it. */
      deadLetters: z.nullable(Waiting),
      cases: Waiting,
      adjustments: Waiting,
      /** Payouts and top-ups of our own money. */
      treasury: Waiting,
    }),
    status: 200,
    errors: [],
  },
  'admin.deposits': {
    method: 'GET',
    path: '/admin/deposits',
    access: 'admin',
    staff: readingStaff,
    summary:
      'Deposits that wait for a person, longest first: the first hundred. Or those with refused money, newest first.',
    query: z.extend(ListQuery, {
      /** Only those that do not wait and have refused money that was not sent back. */
      state: z.optional(z.literal('refused', 'must be refused')),
    }),
    reply: z.array(WaitingDeposit),
    status: 200,
    errors: [],
  },
  'admin.deposit': {
    method: 'GET',
    path: '/admin/deposits/{id}',
    access: 'admin',
    staff: readingStaff,
    summary:
      'One deposit with its timeline and the provider’s record, read now. Each read is recorded in the audit log.',
    params: DepositParams,
    changesState: true,
    reply: DepositFile,
    status: 200,
    errors: ['NotFound'],
  },
  'admin.decide-deposit': {
    method: 'POST',
    path: '/admin/deposits/{id}/decide',
    access: 'admin',
    staff: moneyStaff,
    summary:
      'Decide what a deposit is worth in all, on what the provider says now. Above $200 beyond what is credited, 202 until another admin makes the same call.',
    params: DepositParams,
    body: z.strictObject({
      /** `refuse`: nothing more is credited. */
      outcome: z.enum(['credit', 'refuse'], 'must be credit or refuse'),
      /** Total worth of the deposit, in cents, with `credit` only; left out for all that was received. */
      creditCents: z.optional(z.union([PositiveAmount, z.literal(0)], 'must be a whole number of cents')),
      /** Differences between the payment and the deposit's invoice that a `credit` accepts, by name. */
      accept: z.optional(z.array(z.enum(acceptableMismatches, 'is not a difference that can be accepted'))),
      reason: DecisionReason,
    }),
    reply: z.object({ status: DecisionStatus, deposit: Deposit }),
    status: 200,
    accepted: true,
    errors: ['NotFound', 'AmountTooLarge', 'ProviderUnavailable'],
  },
  'admin.ask-deposit': {
    method: 'POST',
    path: '/admin/deposits/{id}/ask',
    access: 'admin',
    staff: moneyStaff,
    summary:
      'Ask the payment provider about a deposit: its record is read and applied now, and it sends its webhook again where it offers that. Once in 30 seconds.',
    params: DepositParams,
    reply: z.object({
      /**
       * `another`: the record is of another payment, and the deposit waits for a person. `unknown`: the provider does not
       * know this payment. `silent`: it did not reply, and nothing was done.
       */
      record: z.enum(['applied', 'another', 'unknown', 'silent']),
      status: Deposit.shape.status,
      credited: Amount,
      /** `not_offered`: the provider sends it again only for paid deposits. `too_often`: at most ten times for each. */
      webhook: z.enum(['asked', 'not_offered', 'too_often', 'silent']),
    }),
    status: 200,
    errors: ['NotFound', 'Conflict'],
  },
  'admin.operations': {
    method: 'GET',
    path: '/admin/operations',
    access: 'admin',
    staff: readingStaff,
    summary: 'Operations in review, longest first: the first hundred, with their evidence.',
    reply: z.array(WaitingOperation),
    status: 200,
    errors: [],
  },
  'admin.ask-operation': {
    method: 'POST',
    path: '/admin/operations/{id}/ask',
    access: 'admin',
    staff: moneyStaff,
    summary: 'Ask the card issuer again about an operation in review. Sends nothing, and ends it if the issuer knows.',
    params: OperationParams,
    reply: z.object({
      /**
       * `ended`: the issuer reported the outcome. `pending`: it is still working on it. `unknown`: it could not say.
       */
      verdict: z.enum(['ended', 'pending', 'unknown']),
      state: z.enum(['settled', 'released', 'review']),
    }),
    status: 200,
    errors: ['NotFound', 'Conflict'],
  },
  'admin.decide-operation': {
    method: 'POST',
    path: '/admin/operations/{id}/decide',
    access: 'admin',
    staff: moneyStaff,
    summary:
      'Decide what became of an operation in review, after asking the card issuer. Above $200, 202 until another admin makes the same call.',
    params: OperationParams,
    body: z.strictObject({
      /** The outcome of the order at the card issuer. */
      outcome: z.enum(['happened', 'never'], 'must be happened or never'),
      /** Cents that a withdrawal moved; left out for the whole amount. */
      movedCents: z.optional(PositiveAmount),
      reason: DecisionReason,
    }),
    reply: z.object({
      /** `ended_by_issuer`: the issuer reported the outcome when it was asked, and no decision was taken. */
      status: z.enum(['decided', 'waiting_for_second', 'ended_by_issuer']),
      state: z.enum(['settled', 'released', 'review']),
    }),
    status: 200,
    accepted: true,
    errors: ['NotFound', 'Conflict'],
  },
});
