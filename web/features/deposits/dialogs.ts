import { lazyPart } from '#web/ui/lazy-part.tsx';

const load = () => import('./deposit-modals.ts');

/** Add Funds, fetched on demand. */
export const LazyAddFundsModal = lazyPart(() => load().then((m) => m.AddFundsModal));

/** A deposit's timeline, fetched on demand. */
export const LazyDepositModal = lazyPart(() => load().then((m) => m.DepositModal));
