import { useCallback, useEffect, useRef, useState } from 'react';

import type { ReplyOf } from '#shared/contract/index.ts';
import { call } from '#web/lib/api.ts';

import type { CardId } from './card-id.ts';

const shownForMs = 60_000;

/** The card's secrets with what shows, keeps and hides them. */
export type RevealedCard = ReturnType<typeof useRevealedCard>;

/**
 * Reveals the card's secrets and billing address on a click, and keeps them in this component only. Forgets them after
 * a minute, when the tab is left, when money was moved (`moves` counts that), when the card is no longer usable, and
 * with the page.
 */
export function useRevealedCard(id: CardId, isUsable: boolean, moves: number, onError: (error: unknown) => void) {
  const [secrets, setSecrets] = useState<ReplyOf<'cards.reveal'>>();
  const [hidesAt, setHidesAt] = useState(0);
  const [secondsLeft, setSecondsLeft] = useState(0);
  const [busy, setBusy] = useState(false);
  const wanted = useRef(0);

  const hide = useCallback(() => {
    wanted.current += 1;
    setSecrets(undefined);
    setBusy(false);
  }, []);
  const keep = useCallback(() => {
    setHidesAt(Date.now() + shownForMs);
    setSecondsLeft(shownForMs / 1000);
  }, []);
  const show = useCallback(async () => {
    const turn = (wanted.current += 1);
    setBusy(true);
    try {
      const answer = await call('cards.reveal', { params: { id } });
      // Hidden or left in the meantime: the answer is dropped.
      if (wanted.current !== turn) return;
      keep();
      setSecrets(answer);
    } catch (error) {
      if (wanted.current === turn) onError(error);
    } finally {
      if (wanted.current === turn) setBusy(false);
    }
  }, [id, keep, onError]);

  const isShown = secrets !== undefined;
  useEffect(() => {
    if (!isShown) return undefined;
    const tick = (): void => {
      const left = Math.ceil((hidesAt - Date.now()) / 1000);
      if (left <= 0) hide();
      else setSecondsLeft(left);
    };
    const leave = (): void => {
      if (document.visibilityState === 'hidden') hide();
    };
    const timer = setInterval(tick, 1000);
    document.addEventListener('visibilitychange', leave);
    addEventListener('pagehide', hide);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', leave);
      removeEventListener('pagehide', hide);
    };
  }, [isShown, hidesAt, hide]);
  useEffect(() => hide, [hide]);
  // The card may have been frozen or locked meanwhile, here or elsewhere.
  const state = isUsable ? moves : undefined;
  const stateSeen = useRef(state);
  useEffect(() => {
    if (stateSeen.current === state) return;
    stateSeen.current = state;
    hide();
  }, [state, hide]);

  return { secrets, secondsLeft, busy, show, hide, keep };
}
