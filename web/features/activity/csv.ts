import { downloadFile } from '#web/ui/download-file.ts';

/** Hands a CSV file to the browser as `satchel-transactions-2026-11-21.csv`. */
export function downloadCsv(name: string, text: string): void {
  downloadFile(`satchel-${name}-${new Date().toISOString().slice(0, 10)}.csv`, 'text/csv', text);
}
