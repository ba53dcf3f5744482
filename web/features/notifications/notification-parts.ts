/** The page of notifications and the choice of mails, as one file of the build. */
export { NotificationsPage } from './notifications-page.tsx';
export { PreferencesPanel } from './preferences-panel.tsx';
