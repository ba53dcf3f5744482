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

/** Manage: nickname, color, alerts, 3DS code, deletion. */
export const LazyManageModal = lazyPart(() => load().then((m) => m.ManageModal));

/** Low-balance alert. */
export const LazyLowBalanceModal = lazyPart(() => load().then((m) => m.LowBalanceModal));

/** Auto-load. */
export const LazyAutoLoadModal = lazyPart(() => load().then((m) => m.AutoLoadModal));

/** 3DS Code. */
export const LazyPinModal = lazyPart(() => load().then((m) => m.PinModal));

/** The question before deleting. */
export const LazyDeleteCardModal = lazyPart(() => load().then((m) => m.DeleteCardModal));
