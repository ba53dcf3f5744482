import { lazyPart } from '#web/ui/lazy-part.tsx';

/** The table on paper, fetched with the other ways out of the site when it is first printed. */
export const LazyPaperTable = lazyPart(() => import('./papers.ts').then((m) => m.PaperTable));
