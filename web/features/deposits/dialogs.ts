import { lazyPart } from '#web/ui/lazy-part.tsx';

/** Add Funds, in a chunk of its own. */
export const LazyAddFundsModal = lazyPart(() => import('./add-funds-modal.tsx').then((m) => m.AddFundsModal));

/** A deposit's timeline, in a chunk of its own. */
export const LazyDepositModal = lazyPart(() => import('./deposit-modal.tsx').then((m) => m.DepositModal));
