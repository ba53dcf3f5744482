/** The page and the panel of the data export, as one file of the build. */
export { DataExportPage } from './data-export-page.tsx';
export { DataExportPanel } from './data-export-panel.tsx';
