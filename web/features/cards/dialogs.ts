import { lazyPart } from '#web/ui/lazy-part.tsx';

const load = () => import('./card-modals.ts');

/** Create Card, fetched on demand like all of a card's dialogs, with all of them. */
export const LazyCreateCardModal = lazyPart(() => load().then((m) => m.CreateCardModal));

/** Load Money. */
export const LazyLoadModal = lazyPart(() => load().then((m) => m.LoadModal));

/** Withdraw Funds. */
export const LazyWithdrawModal = lazyPart(() => load().then((m) => m.WithdrawModal));

/** The question before freezing. */
export const LazyFreezeModal = lazyPart(() => load().then((m) => m.FreezeModal));

/** 3DS Code. */
export const LazyPinModal = lazyPart(() => load().then((m) => m.PinModal));

/** The question before deleting. */
export const LazyDeleteCardModal = lazyPart(() => load().then((m) => m.DeleteCardModal));
