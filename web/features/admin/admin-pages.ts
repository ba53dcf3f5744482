/**
 * The admin's pages as one chunk that no cardholder ever fetches. The list of users, where most admins begin, has its
 * own.
 */
export { AdminDashboard } from './admin-dashboard.tsx';
export { AuditPage } from './audit-page.tsx';
export { DeskPage } from '#web/features/desk/desk-page.tsx';
export { FloatPage } from '#web/features/float/float-page.tsx';
export { AllTransactionsPage } from './all-transactions-page.tsx';
export { UserPage } from './user-page.tsx';
