import type * as z from 'zod/mini';
import type { Deposit as WireDeposit, StaffTransaction, Transaction } from '#shared/contract/transactions.ts';
import type { ActivityLine } from '#functions/ports/entities/books.ts';
import type { Deposit } from '#functions/ports/entities/deposits.ts';
import { formatDecimal, parseDecimal } from '#shared/decimal.ts';
import { lineDescription } from '../activity/line-description.ts';
import { shownStatus } from './deposit-status.ts';

/** Describes a line of the activity list for the API. */
export function describeActivityLine(line: ActivityLine): z.input<typeof Transaction> {
  return {
    _id: line.subjectId,
    tid: line.tid,
    kind: line.kind,
    type: line.direction,
    amount: line.amountCents,
    amountPaid: line.paidCents,
    fee: line.feeCents,
    email: line.email,
    status: line.status,
    description: lineDescription(line),
    ...(line.failure === undefined ? {} : { failure: line.failure }),
    cardId: line.cardId ?? null,
    paymentUrl: line.paymentUrl ?? null,
    createdAt: new Date(line.createdAtMs).toISOString(),
    updatedAt: new Date(line.updatedAtMs).toISOString(),
  };
}

/** Describes a line of everybody's activity for staff. */
export function describeStaffLine(line: ActivityLine): z.input<typeof StaffTransaction> {
  return { ...describeActivityLine(line), userId: line.userId };
}

/** Describes a deposit with everything that its page shows. */
export function describeDeposit(deposit: Deposit): z.input<typeof WireDeposit> {
  return {
    _id: deposit.depositId,
    tid: deposit.paymentId ?? deposit.depositId,
    kind: 'deposit',
    type: 'credit',
    amount: deposit.amountCents,
    amountPaid: deposit.creditedCents,
    fee: 0,
    email: deposit.email,
    status: shownStatus(deposit),
    description: `Deposit in ${deposit.coin}`,
    cardId: null,
    paymentUrl: deposit.paymentUrl ?? null,
    currency: deposit.coin,
    network: deposit.network,
    payerAmount: deposit.payerAmount ?? null,
    receivedAmount: deposit.receivedAmount ?? null,
    remainingAmount: remainingOf(deposit) ?? null,
    rate: deposit.rate ?? null,
    address: deposit.address ?? null,
    txid: deposit.txid ?? null,
    expiresAt: deposit.invoiceExpiresAtMs === undefined ? null : new Date(deposit.invoiceExpiresAtMs).toISOString(),
    canceledAt: deposit.canceledAtMs === undefined ? null : new Date(deposit.canceledAtMs).toISOString(),
    review: deposit.reviewReason !== undefined ? 'open' : deposit.decision === undefined ? null : 'ended',
    surplus: deposit.surplusCents,
    events: deposit.events.map(({ status, atMs, creditedCents }) => ({
      status,
      at: new Date(atMs).toISOString(),
      amountPaid: creditedCents,
    })),
    createdAt: new Date(deposit.createdAtMs).toISOString(),
    updatedAt: new Date(deposit.updatedAtMs).toISOString(),
  };
}

/** Returns the amount of the coin that a partly paid invoice still lacks. */
function remainingOf(deposit: Deposit): string | undefined {
  if (deposit.state !== 'partly_paid') return undefined;
  const asked = parseDecimal(deposit.payerAmount);
  const received = parseDecimal(deposit.receivedAmount);
  return asked === undefined || received === undefined || received >= asked
    ? undefined
    : formatDecimal(asked - received);
}
