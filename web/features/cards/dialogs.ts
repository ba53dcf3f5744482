import { lazyPart } from '#web/ui/lazy-part.tsx';

/** Create Card, in a chunk of its own. */
export const LazyCreateCardModal = lazyPart(() => import('./create-card-modal.tsx').then((m) => m.CreateCardModal));

/** Load Money, in a chunk of its own. */
export const LazyLoadModal = lazyPart(() => import('./load-modal.tsx').then((m) => m.LoadModal));

/** The question before freezing, in a chunk of its own. */
export const LazyFreezeModal = lazyPart(() => import('./freeze-modal.tsx').then((m) => m.FreezeModal));
