import { randomUUID } from 'node:crypto';
import type { FaultRule, Holder, JsonObject } from '../books/records.ts';
import { findEffect } from './fault-modes.ts';
import { type Issuer, issuingAppId, schedule } from './issuer.ts';
import { refusal } from './issuer-refusal.ts';
import { limitRate } from './rate-limits.ts';
import { emit } from './webhook-outbox.ts';

/** A person's data in a registration. */
export type HolderInput = Pick<
  Holder,
  'firstName' | 'lastName' | 'phone' | 'email' | 'address' | 'identity' | 'metaData' | 'livemode'
>;

/** The end of an identity check, or a decision of the program's operator about a holder. */
export type HolderDecision = 'successful' | 'failed' | 'manual_review' | 'blacklisted';

/** Every decision the control door may take. */
export const holderDecisions: readonly HolderDecision[] = ['successful', 'failed', 'manual_review', 'blacklisted'];

/** Registers a holder: at once verified, or after a while with an event. */
export function registerHolder(
  issuer: Issuer,
  input: HolderInput,
  how: 'synchronously' | 'asynchronously',
  effects: readonly FaultRule[],
): Holder {
  const { books, clock } = issuer;
  const settings = issuer.settings();
  const bvn = typeof input.identity?.['bvn'] === 'string' ? input.identity['bvn'] : null;
  if (bvn !== null && books.holders.where('bvn', bvn).some((holder) => !holder.deleted)) {
    throw refusal(400, 'A cardholder already exists with this BVN');
  }
  limitRate(issuer, `register:${input.email.toLowerCase()}`, settings.minuteLimitSeconds);
  const holder: Holder = {
    ...input,
    id: randomUUID().replaceAll('-', ''),
    state: how === 'synchronously' && !findEffect(effects, 'async_fail') ? 'verified' : 'pending',
    blacklisted: false,
    deleted: false,
    bvn,
    createdAt: clock.now(),
  };
  if (how === 'synchronously' && holder.state === 'pending')
    throw refusal(400, 'Invalid ID, the identity check failed');
  books.holders.put(holder);
  if (how === 'asynchronously' && (settings.verification === 'auto' || findEffect(effects, 'async_fail'))) {
    schedule(issuer, { kind: 'verify_holder', holderId: holder.id, effects }, settings.verificationDelayMs);
  }
  return holder;
}

/** Ends the identity check that a registration began. */
export function finishVerification(issuer: Issuer, holderId: string, effects: readonly FaultRule[]): void {
  const holder = issuer.books.holders.get(holderId);
  if (!holder || holder.deleted || holder.state !== 'pending') return;
  decideHolder(issuer, holder, findEffect(effects, 'async_fail') ? 'failed' : 'successful', effects);
}

/** Puts a holder into a state and sends the event. Blacklisting is silent: later calls get 451. */
export function decideHolder(
  issuer: Issuer,
  holder: Holder,
  decision: HolderDecision,
  effects: readonly FaultRule[] = [],
): Holder {
  if (decision === 'blacklisted') return issuer.books.holders.put({ ...holder, blacklisted: true });
  const state = decision === 'successful' ? 'verified' : decision;
  const decided = issuer.books.holders.put({ ...holder, state, blacklisted: false });
  const outcome: JsonObject =
    decision === 'failed'
      ? { is_active: false, error_description: 'The identity could not be verified' }
      : { is_active: decision === 'successful' };
  const data = { cardholder_id: holder.id, issuing_app_id: issuingAppId, livemode: holder.livemode, ...outcome };
  emit(issuer, { name: `cardholder_verification.${decision}`, key: holder.id, data }, effects);
  return decided;
}
