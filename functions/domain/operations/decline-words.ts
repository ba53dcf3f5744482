import type { ErrorCode } from '#shared/errors.ts';
import type { Operation } from '#functions/ports/entities/operations.ts';
import type { DeclineReason } from '#functions/ports/provider-answer.ts';

const words: Readonly<Record<DeclineReason, string>> = {
  insufficient_float: 'Cards can’t be loaded right now. Nothing was charged; please try again later.',
  card_balance_limit: 'The card cannot hold that much. Nothing was charged.',
  card_insufficient_funds: 'There is not enough money on the card. Nothing was moved.',
  card_not_found: 'The card issuer no longer has this card. Nothing was charged.',
  card_frozen: 'The card was frozen before it could be loaded. Nothing was charged.',
  holder_not_found: 'Your card profile is not ready yet. Nothing was charged; please try again in a minute.',
  holder_not_verified: 'Your card profile is not ready yet. Nothing was charged; please try again in a minute.',
  amount_too_small: 'The amount is too small for the provider. Nothing was charged.',
  amount_too_large: 'The amount is too large for the provider. Nothing was charged.',
  coin_unavailable: 'This coin isn’t available right now.',
  duplicate_reference: 'This is still in progress.',
  unavailable: 'Cards aren’t available right now. Nothing was charged; please try again later.',
  rejected: 'The card issuer did not accept it. Nothing was charged.',
};

/**
 * Words for a frozen card that the issuer does not unload. The card stays frozen, because an unfrozen card could be
 * spent from.
 */
export const debtNotTaken =
  "The card issuer doesn't release money from this card while it's frozen. Add funds instead: a deposit pays what you owe.";

/** Returns a provider's refusal in words for the person who asked. */
export function wordsFor(reason: DeclineReason, operation?: { readonly paysDebt?: boolean }): string {
  return operation?.paysDebt === true && reason === 'rejected' ? debtNotTaken : words[reason];
}

/** Refusals of the issuer for which a rule of ours has an error code, by kind of operation. */
const ruleOf: Readonly<Partial<Record<Operation['kind'], Readonly<Partial<Record<DeclineReason, ErrorCode>>>>>> = {
  card_load: { card_balance_limit: 'CardBalanceLimit', card_frozen: 'CardNotActive' },
  card_withdrawal: { card_insufficient_funds: 'InsufficientFunds' },
};

/** Returns the error code of a released operation: that of a rule, or else ProviderRefused. */
export function codeFor({ kind, declineReason }: Pick<Operation, 'kind' | 'declineReason'>): ErrorCode {
  return (declineReason && ruleOf[kind]?.[declineReason]) ?? 'ProviderRefused';
}
