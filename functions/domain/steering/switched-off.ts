import type { SwitchName } from '#shared/contract/switches.ts';
import { AppError } from '#shared/errors.ts';
import type { SteeringValues } from '#functions/ports/entities/settings.ts';

/** Time after which a refused request is worth another try, in seconds. */
const retryAfterSeconds = 5 * 60;

const words: Readonly<Record<SwitchName, string>> = {
  signUp: 'New accounts can’t be opened right now. Please try again later.',
  deposits: 'New deposits are paused right now. Money that is already on its way is still credited.',
  cardCreation: 'New cards are paused right now. Nothing was charged; please try again later.',
  load: 'Loading cards is paused right now. Nothing was charged; please try again later.',
  withdrawal: 'Withdrawing from cards is paused right now. Nothing was moved; please try again later.',
  referrals: 'Withdrawing referral earnings is paused right now. They stay yours; please try again later.',
};

/**
 * Throws AppError TemporarilyUnavailable for what staff have switched off: an action, or a deposit in one coin. A route
 * calls it before it stores anything, and never for a repeat of what it has begun.
 */
export function refuseSwitchedOff({ switches, coinsOff }: SteeringValues, name: SwitchName, currency?: unknown): void {
  if (!switches[name]) throw new AppError('TemporarilyUnavailable', words[name], { retryAfterSeconds });
  if (name !== 'deposits' || !coinsOff.some((coin) => coin === currency)) return;
  throw new AppError(
    'TemporarilyUnavailable',
    `New deposits in ${String(currency)} are paused right now. Please choose another coin; money that is already on its way is still credited.`,
    { retryAfterSeconds },
  );
}
