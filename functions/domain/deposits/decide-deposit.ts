import { DecisionReason } from '#shared/contract/decision-reason.ts';
import { AppError } from '#shared/errors.ts';
import type { Id } from '#shared/ids.ts';
import { limits } from '#shared/limits.ts';
import { acceptableMismatches } from '#shared/payment-mismatches.ts';
import { formatCents, least, minus, sum, zero, type Cents } from '#shared/money.ts';
import type { Deposit, DepositDecision, PaymentMismatch } from '#functions/ports/entities/deposits.ts';
import type { Payment } from '#functions/ports/payment-gateway.ts';
import type { Services } from '#functions/ports/services.ts';
import { update } from '#functions/ports/store.ts';
import { auditWrites } from '../admin/audit-write.ts';
import { decidingAdmin, mayDecide } from '../admin/deciding-admin.ts';
import { withRetries } from '../with-retries.ts';
import { applyOnce } from './apply-payment.ts';
import { receivedCents } from './credit-target.ts';
import { rememberedPayment } from './remembered-payment.ts';
import { isRefused, isSettled } from './holding-decision.ts';
import { isSameWord, mismatchesOf, mismatchWords, wordOf } from './payment-identity.ts';
import { providerDown } from './request-deposit.ts';
import { stateName } from './deposit-status.ts';
import { meanings } from './transitions.ts';

/** Without `issuerEvents` (in an operator's command), the next sweep freezes the cards. */
type Needs = Pick<Services, 'store' | 'clock' | 'random' | 'log' | 'payments' | 'requestId'> &
  Partial<Pick<Services, 'issuerEvents'>>;

/** One admin's decision on a deposit. */
export type DepositDecisionCommand = {
  readonly depositId: Id<'deposit'>;
  /** The admin who decides. */
  readonly actorId: Id<'user'>;
  /**
   * `credit`: the deposit is worth `creditCents` in all. `refuse`: the waiting part is not credited; credited money
   * stays.
   */
  readonly outcome: 'credit' | 'refuse';
  /** Cents in all, only with `credit`. @default all that the provider's record says was received */
  readonly creditCents?: Cents | undefined;
  /** Differences between the payment and the invoice that are accepted by name, only with `credit`. */
  readonly accept?: readonly PaymentMismatch[];
  readonly reason: string;
};

/** State of a decision: carried out, or stored until another admin takes the same one. */
export type DecidedDeposit = { readonly status: 'decided' | 'waiting_for_second'; readonly deposit: Deposit };

/**
 * Decides the worth of a deposit where the rules leave it to an admin: a surplus, a change of state that is not
 * believed, a payment that differs from its invoice. The decision stores the provider's report of a fresh read and
 * holds until that report changes. A payment that the provider does not know any more can be refused, on its last report. Decision, money and audit record are one write: of two concurrent decisions, the
 * later one is based on the result of the first.
 * A second admin must take the same decision when the amounts that one admin alone made spendable would exceed
 * `limits.decisionAloneMaxCents` in all, and for any amount of a refused rest.
 * Throws AppError Forbidden (no admin, or an own deposit), NotFound, ValidationFailed, Conflict (no invoice, a state or
 * a mismatch that cannot be decided on, nothing that waits, a credit below the spendable amount that was received),
 * AmountTooLarge (a credit above the received amount), ProviderUnavailable.
 */
export async function decideDeposit(needs: Needs, command: DepositDecisionCommand): Promise<DecidedDeposit> {
  const { store, clock, log, payments } = needs;
  const { depositId, actorId } = command;
  const reason = reasonOf(command);
  return withRetries(needs, async (): Promise<DecidedDeposit> => {
    const deposit = await store.get('deposit', { depositId });
    if (!deposit) throw new AppError('NotFound', 'Deposit not found.');
    await decidingAdmin(store, { actorId, ownerId: deposit.userId });
    if (deposit.lifecycle !== 'open') throw new AppError('Conflict', 'The deposit has no invoice yet.');
    // Read after the deposit: an older read may have been overtaken by what is stored.
    const answer = await payments.readPayment(depositId);
    if (answer.outcome !== 'success') throw providerDown();
    // A payment that the provider has forgotten is never credited, but must not wait for ever.
    const payment = answer.value ?? (command.outcome === 'refuse' ? rememberedPayment(deposit) : undefined);
    if (payment === undefined) throw new AppError('Conflict', 'The payment provider does not know this payment.');
    if (answer.value !== undefined) refuseFrozen(payment);
    const decision = decisionOn(deposit, payment, command);
    const { targetCents } = decision;
    const isSecond = await isSecondOfTwo(needs, deposit, decision, actorId);
    const gainCents = gainOf(deposit, targetCents);
    // Summed over all decisions, so that an amount that is credited in steps needs a second admin as well.
    const aloneCents = sum(deposit.decidedAloneCents ?? zero, gainCents);
    const needsTwo = aloneCents > limits.decisionAloneMaxCents || (gainCents > 0 && isRefused(deposit, payment));
    const isWaiting = !isSecond && needsTwo;
    if (isWaiting && isRepeat(deposit, decision, command)) return { status: 'waiting_for_second', deposit };
    const writes = auditWrites(needs, {
      action: isWaiting ? 'propose-deposit-decision' : 'decide-deposit',
      actorId,
      subjectId: deposit.userId,
      about: depositId,
      before: { creditedCents: deposit.creditedCents, state: deposit.state },
      after: {
        creditedCents: targetCents,
        state: payment.state,
        outcome: command.outcome,
        ...(decision.accepted === undefined ? {} : { accepted: decision.accepted.join(' ') }),
      },
      reason,
    });
    const facts = { depositId, state: payment.state, targetCents };
    if (isWaiting) {
      const proposal = { ...decision, actorId, reason };
      const changes = { proposal, waitsSinceMs: deposit.waitsSinceMs ?? clock.now() };
      await store.commit([update('deposit', deposit, changes), ...writes]);
      log.warn('a decision on a deposit waits for a second admin', facts);
      return { status: 'waiting_for_second', deposit: { ...deposit, ...changes, version: deposit.version + 1 } };
    }
    const changes = {
      decision,
      proposal: undefined,
      updatedAtMs: clock.now(),
      ...(isSecond || gainCents === 0 ? {} : { decidedAloneCents: aloneCents }),
    };
    const moved = await applyOnce(needs, deposit, payment, { deposit, changes, writes });
    log.warn('an admin decided on a deposit', facts);
    return { status: 'decided', deposit: moved };
  });
}

function reasonOf({ reason, outcome, creditCents, accept = [] }: DepositDecisionCommand): string {
  const words = DecisionReason.safeParse(reason);
  const fields: Record<string, string> = {};
  if (!words.success) fields['reason'] = `must have 1 to ${limits.decisionReasonMax} characters that can be shown`;
  if (outcome === 'refuse' && creditCents !== undefined) fields['creditCents'] = 'is only for the outcome credit';
  if (outcome === 'refuse' && accept.length > 0) fields['accept'] = 'is only for the outcome credit';
  const odd = accept.find((name) => !acceptableMismatches.some((known) => known === name));
  if (odd !== undefined) fields['accept'] = `${odd} cannot be accepted: ${mismatchWords[odd]}`;
  const [message] = Object.entries(fields).map(([name, why]) => `${name} ${why}.`);
  if (message !== undefined) throw new AppError('ValidationFailed', message, { fields });
  return words.data ?? '';
}

/** Throws AppError Conflict for a payment that the provider has locked, sends back or has sent back. */
function refuseFrozen({ state }: Payment): void {
  const { credit } = meanings[state];
  if (credit !== 'frozen' && credit !== 'nothing') return;
  const next = credit === 'nothing' ? 'The money went back to its payer.' : 'Wait for its end.';
  throw new AppError('Conflict', `The provider says “${stateName(state)}” now, and nobody decides on that. ${next}`);
}

/** Returns the decision to be stored. Throws AppError Conflict or AmountTooLarge outside its bounds. */
function decisionOn(
  deposit: Deposit,
  payment: Payment,
  { outcome, creditCents, accept = [] }: DepositDecisionCommand,
): DepositDecision {
  const decision = { state: payment.state, takenOn: wordOf(payment) };
  if (outcome === 'credit' && isUnderWay(payment)) {
    const now = stateName(payment.state);
    throw new AppError(
      'Conflict',
      `The provider says “${now}” now: it may still fail. Wait until it has come for good.`,
    );
  }
  const spendable = minus(deposit.creditedCents, deposit.frozenCents);
  const unchanged = (): AppError =>
    new AppError('Conflict', `Nothing of it waits for a decision: ${formatCents(spendable)} of it can be spent.`);
  if (outcome === 'refuse') {
    if (isSettled(deposit, payment)) throw unchanged();
    return { ...decision, targetCents: spendable, isRefusal: true };
  }
  const mismatches = mismatchesOf(deposit, payment);
  const open = mismatches.filter((name) => !accept.includes(name));
  if (open.length > 0) {
    const words = open.map((name) => `${mismatchWords[name]} (${name})`).join(', ');
    throw new AppError('Conflict', `Accept it by name or refuse the deposit: ${words}.`);
  }
  const most = receivedCents(deposit, payment);
  // A decision takes back no money that was received: that is an adjustment, which needs two admins.
  const fewest = least(spendable, most);
  const targetCents = creditCents ?? most;
  if (targetCents < fewest || targetCents > most) {
    const fields = { creditCents: `must be ${fewest} to ${most}` };
    if (targetCents > most) {
      const message = `The provider's record says that ${formatCents(most)} was received.`;
      throw new AppError('AmountTooLarge', message, { fields });
    }
    const message = `${formatCents(spendable)} of it can be spent already. Take money back by an adjustment.`;
    throw new AppError('Conflict', message, { fields });
  }
  if (targetCents === spendable && isSettled(deposit, payment)) throw unchanged();
  return { ...decision, targetCents, ...(mismatches.length > 0 ? { accepted: mismatches } : {}) };
}

/** True while a payment is on its way: if it failed after an early credit, the credit would not be taken back. */
function isUnderWay({ state }: Payment): boolean {
  return state === 'waiting' || state === 'confirming' || state === 'partly_paid';
}

/** Returns the amount by which a decision raises the spendable part of a deposit; a frozen part cannot be spent. */
function gainOf({ creditedCents, frozenCents }: Deposit, targetCents: Cents): Cents {
  const gain = minus(targetCents, minus(creditedCents, frozenCents));
  return gain > 0 ? gain : zero;
}

/** True when another person, who is still an admin, took the same decision before. */
async function isSecondOfTwo(
  { store }: Needs,
  { proposal }: Deposit,
  decision: DepositDecision,
  actorId: Id<'user'>,
): Promise<boolean> {
  if (!proposal || proposal.actorId === actorId) return false;
  if (!isSameDecision(proposal, decision)) return false;
  const first = await store.get('user', { userId: proposal.actorId });
  return first !== undefined && mayDecide(first);
}

/** True when the same admin took the same decision for the same reason before. */
function isRepeat(
  { proposal }: Deposit,
  decision: DepositDecision,
  { actorId, reason }: DepositDecisionCommand,
): boolean {
  if (proposal?.actorId !== actorId || proposal.reason !== reason.trim()) return false;
  return isSameDecision(proposal, decision);
}

function isSameDecision(proposal: DepositDecision, { targetCents, takenOn, accepted = [] }: DepositDecision): boolean {
  if (!proposal.takenOn || !takenOn) return false;
  return (
    proposal.targetCents === targetCents &&
    isSameWord(proposal.takenOn, takenOn) &&
    (proposal.accepted ?? []).join(' ') === accepted.join(' ')
  );
}
