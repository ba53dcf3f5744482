import type { ExportPart } from '#shared/contract/data-export.ts';
import type { ReplyOf } from '#shared/contract/index.ts';
import { partNames } from './data-export-words.ts';

/** A reply of the export: parts of the data, and where the next one goes on. */
type ExportPage = ReplyOf<'user.export-read'>;

/**
 * Reads the whole export, reply by reply, and returns the text of its file. Every part is in the file, empty ones too.
 * Amounts are in US cents. `onItems` gets the number of items so far. Throws what `read` throws.
 */
export async function collectExport(
  read: (cursor: string | undefined) => Promise<ExportPage>,
  { at, onItems }: { readonly at: Date; readonly onItems: (items: number) => void },
): Promise<string> {
  const data = new Map<ExportPart, object[]>(Object.keys(partNames).map((part) => [part as ExportPart, []]));
  let count = 0;
  let cursor: string | undefined;
  do {
    const page = await read(cursor);
    for (const { part, items } of page.parts) {
      data.set(part, [...(data.get(part) ?? []), ...items]);
      count += items.length;
    }
    onItems(count);
    cursor = page.cursor ?? undefined;
  } while (cursor !== undefined);
  const file = { from: 'Satchel', exportedAt: at.toISOString(), amounts: 'US cents', contents: partNames };
  return JSON.stringify({ ...file, ...Object.fromEntries(data) }, null, 2);
}
