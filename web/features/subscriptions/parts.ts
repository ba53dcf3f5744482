import { lazyPart } from '#web/ui/lazy-part.tsx';

/** The payments that come again on a card. */
export const LazySubscriptionsPanel = lazyPart(() =>
  import('./subscriptions-panel.tsx').then((m) => m.SubscriptionsPanel),
);
