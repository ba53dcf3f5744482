import { useEffect, useRef } from 'react';
import { keepLastBalances } from '#web/lib/last-balances.ts';
import { forgetLastBalances } from '#web/lib/session-hint.ts';
import { useRead } from '#web/lib/use-api.ts';
import { useUser } from '#web/session/use-user.ts';

/** Options of a read that only takes what other components have read. */
const onlyWhatIsThere = { revalidateOnMount: false, revalidateOnFocus: false, revalidateOnReconnect: false };

/** Keeps a cardholder's balances on this device whenever they were read; none while the account is locked. */
export function useKeptBalances(): void {
  const user = useUser();
  const cards = useRead('cards.list', {}, onlyWhatIsThere);
  const userAtMs = useRef(0);
  const cardsAtMs = useRef(0);
  useEffect(() => {
    if (user.data && !user.isValidating && !user.error) userAtMs.current = Date.now();
  }, [user.data, user.isValidating, user.error]);
  useEffect(() => {
    if (cards.data && !cards.isValidating && !cards.error) cardsAtMs.current = Date.now();
  }, [cards.data, cards.isValidating, cards.error]);
  useEffect(() => {
    if (user.data?.role !== 'user') return;
    if (user.data.lockedAt !== undefined) return forgetLastBalances();
    if (!cards.data || user.isValidating || cards.isValidating || user.error || cards.error) return;
    keepLastBalances({
      owner: user.data._id,
      readAtMs: Math.min(userAtMs.current, cardsAtMs.current),
      balance: user.data.balance,
      cards: cards.data
        .filter(({ status }) => status !== 'deleted')
        .map(({ name, last4Digits, balance }) => ({ name, last4Digits, balance })),
    });
  }, [user.data, user.isValidating, user.error, cards.data, cards.isValidating, cards.error]);
}
