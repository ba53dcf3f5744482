import { expect, it } from 'vitest';
import { exportParts } from '#shared/contract/data-export.ts';
import type { ReplyOf } from '#shared/contract/index.ts';
import { collectExport } from '#web/features/data-export/collect-export.ts';
import { partNames } from '#web/features/data-export/data-export-words.ts';

type ExportPage = ReplyOf<'user.export-read'>;

const at = new Date('2026-11-21T00:00:00.000Z');

it('makes one file of all pages, part by part, with the empty parts', async () => {
  const pages: Record<string, ExportPage> = {
    first: {
      parts: [
        { part: 'profile', items: [{ email: 'a@b.c' }] },
        { part: 'cases', items: [{ _id: 1 }] },
      ],
      cursor: 'x',
    },
    x: { parts: [{ part: 'cases', items: [{ _id: 2 }] }], cursor: 'y' },
    y: { parts: [], cursor: null },
  };
  const seen: number[] = [];
  const text = await collectExport(async (cursor = 'first') => pages[cursor] as ExportPage, {
    at,
    onItems: (items) => seen.push(items),
  });
  const file = JSON.parse(text) as Record<string, unknown>;
  expect(file).toMatchObject({
    exportedAt: at.toISOString(),
    profile: [{ email: 'a@b.c' }],
    cases: [{ _id: 1 }, { _id: 2 }],
    deposits: [],
  });
  expect(Object.keys(file).slice(-exportParts.length)).toEqual(exportParts);
  expect(seen).toEqual([2, 3, 3]);
});

it('makes no file when a page fails', async () => {
  const read = async (cursor: string | undefined): Promise<ExportPage> => {
    if (cursor !== undefined) throw new Error('offline');
    return { parts: [], cursor: 'x' };
  };
  await expect(collectExport(read, { at, onItems: () => undefined })).rejects.toThrow('offline');
});

it('names every part in the order of the file', () => {
  expect(Object.keys(partNames)).toEqual(exportParts);
});
