/** The pages of cases and the dialog that opens one, as one file of the build. */
export { CasePage } from './case-page.tsx';
export { CasesPage } from './cases-page.tsx';
export { ReportDialog, ReportPayment } from './report-payment.tsx';
