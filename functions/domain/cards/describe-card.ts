import type * as z from 'zod/mini';
import type {
  AutoLoad,
  Card as WireCard,
  CardTile,
  CardTransaction as WireTransaction,
  Operation as WireOperation,
} from '#shared/contract/cards.ts';
import { limits } from '#shared/limits.ts';
import { sum } from '#shared/money.ts';
import type { Card, CardTransaction } from '#functions/ports/entities/cards.ts';
import type { Operation } from '#functions/ports/entities/operations.ts';
import type { Services } from '#functions/ports/services.ts';
import { readSteering, type Steering } from '../steering/read-steering.ts';
import { autoLoadAt, autoLoadedIn, monthOf } from './orders/auto-load.ts';
import { roomOf } from './card-room.ts';
import { isPayment } from './card-transaction.ts';
import { codeOfWords } from './decline-meaning.ts';
import { asOf } from './frozen-reasons.ts';
import { expectedAtMs, waitReasonOf } from '../operations/load-queue.ts';
import { statusOf, statusReasonOf } from './visible-card.ts';

/** A card as the dashboard's tile shows it. */
export function describeTile(stored: Card, nowMs: number): z.input<typeof CardTile> {
  const card = asOf(stored, nowMs);
  return {
    _id: card.cardId,
    name: card.name,
    last4Digits: card.last4Digits,
    balance: card.balanceCents,
    status: statusOf(card),
  };
}

/** Describes a card for the API as it is now. Reads the settings while the card is still being read. */
export async function describeCardNow(
  needs: Pick<Services, 'store' | 'clock'>,
  reading: Card | Promise<Card>,
): Promise<z.input<typeof WireCard>> {
  const steering = readSteering(needs);
  // Reading the card may fail first: then nobody awaits this promise, and its rejection must not be unhandled.
  steering.catch(() => undefined);
  const card = await reading;
  return describeCard(card, needs.clock.now(), await steering);
}

/** Describes a card for the API. */
export function describeCard(
  stored: Card,
  nowMs: number,
  steering: Pick<Steering, 'limits'>,
): z.input<typeof WireCard> {
  const card = asOf(stored, nowMs);
  const { unfrozenUntilMs = 0 } = card;
  const withdrawableAtMs = card.lastUnloadAtMs + limits.withdrawalCooldownMs;
  const room = roomOf(card, steering, nowMs);
  return {
    ...describeTile(card, nowMs),
    colour: card.colour ?? null,
    brand: card.brand,
    expiry: null,
    held: sum(card.pendingInCents, card.pendingOutCents),
    frozenReasons: [...card.frozenReasons],
    statusReason: statusReasonOf(card) ?? null,
    declines: { short: card.shortDeclines, freezesAt: limits.declinesUntilFrozen },
    unfrozenUntil:
      card.lifecycle === 'open' && unfrozenUntilMs > nowMs ? new Date(unfrozenUntilMs).toISOString() : null,
    withdrawableAt: withdrawableAtMs > nowMs ? new Date(withdrawableAtMs).toISOString() : null,
    lowBalance: card.lowBalanceCents ?? null,
    autoLoad: describeAutoLoad(card, nowMs) ?? null,
    limits: {
      balance: room.balanceCents,
      transaction: room.transactionCents,
      monthlySpend: room.monthlySpendCents,
      holdable: room.holdableCents,
      spentThisMonth: room.spentThisMonthCents,
    },
    createdAt: new Date(card.createdAtMs).toISOString(),
    updatedAt: new Date(card.updatedAtMs).toISOString(),
  };
}

function describeAutoLoad(card: Card, nowMs: number): z.input<typeof AutoLoad> | undefined {
  const order = autoLoadAt(card, nowMs);
  return (
    order && {
      below: order.belowCents,
      amount: order.amountCents,
      monthlyMax: order.monthlyMaxCents,
      until: order.untilMs === undefined ? null : new Date(order.untilMs).toISOString(),
      loadedThisMonth: autoLoadedIn(card, monthOf(nowMs)),
      failures: order.failures,
      failure: order.failure ?? null,
    }
  );
}

const operationStatus = {
  reserved: 'pending',
  submitted: 'pending',
  settled: 'completed',
  released: 'failed',
  review: 'review',
} as const satisfies Record<Operation['state'], string>;

/** Describes an operation of a card for the API; undefined for one that cardholders do not see. */
export function describeOperation(
  operation: Operation,
  card: Card | undefined,
  nowMs: number,
): z.input<typeof WireOperation> | undefined {
  if (operation.kind === 'holder_registration') return undefined;
  const expected = card && expectedAtMs(card, operation, nowMs);
  return {
    _id: operation.operationId,
    kind: operation.kind,
    // The rest of a deleted card is credited at once; closing the card at the issuer does not concern the cardholder.
    status: operation.isCredited ? 'completed' : operationStatus[operation.state],
    amount: operation.amountCents,
    fee: operation.feeCents,
    cardId: operation.cardId ?? null,
    reason: (card && waitReasonOf(card, operation, nowMs)) ?? operation.reason ?? null,
    estimatedAt: expected === undefined ? null : new Date(expected).toISOString(),
    createdAt: new Date(operation.createdAtMs).toISOString(),
    updatedAt: new Date(operation.updatedAtMs).toISOString(),
  };
}

/** Describes a line of a card's history for the API. */
export function describeCardTransaction(line: CardTransaction): z.input<typeof WireTransaction> {
  return {
    _id: `${line.cardId}-${line.number}`,
    // Whole seconds, as the issuer states them: a purchase right after a load must not look older than the load.
    transaction_date: new Date(Math.floor(line.atMs / 1000) * 1000).toISOString(),
    description: line.description,
    card_transaction_type: line.direction === 'credit' ? 'CREDIT' : 'DEBIT',
    kind: line.kind,
    status: line.status,
    reference: isPayment(line) ? line.reference : null,
    decline_reason: line.declineReason ?? null,
    decline_code: line.declineReason === undefined ? null : (line.declineCode ?? codeOfWords(line.declineReason)),
    amount: line.amountCents,
    currency: line.currency,
    enriched_data: {
      merchant_name: line.merchantName,
      merchant_logo: line.merchantLogo,
      is_recurring: line.isRecurring,
      transaction_category: line.category,
      transaction_group: line.group,
    },
  };
}
