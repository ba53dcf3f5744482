import { lazyPart } from '#web/ui/lazy-part.tsx';

/** The dialog that reports a payment. */
export const LazyReportDialog = lazyPart(() => import('./case-parts.ts').then((m) => m.ReportDialog));
/** The button that reports a payment, with its dialog. */
export const LazyReportPayment = lazyPart(() => import('./case-parts.ts').then((m) => m.ReportPayment));
