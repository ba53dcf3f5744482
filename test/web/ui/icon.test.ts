import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { appStrokes } from '#web/ui/app-icons.ts';

const web = path.resolve(import.meta.dirname, '../../../web');
/** The icons of guests' pages, and those that all pages share. */
const guestFiles = [
  'features/auth/*.tsx',
  'app/{auth-layout,guest-only,restricted-notice,site-footer,theme-toggle}.tsx',
  'ui/{button,card-drawing,code-input,field,lazy-part,loading,logo,notice,spinner,toast}.tsx',
].flatMap((pattern) => globSync(pattern, { cwd: web }));

it('draws on guests’ pages only icons that guests fetch', () => {
  expect(guestFiles.length).toBeGreaterThan(15);
  for (const file of guestFiles) {
    const text = readFileSync(path.join(web, file), 'utf8');
    const named = [...text.matchAll(/(?:<Icon name=|icon=|icons: [^;]*?|\? |: )\{?['"]([a-z-]+)['"]/g)].map(
      ([, name]) => name,
    );
    expect(
      named.filter((name) => name !== undefined && name in appStrokes),
      file,
    ).toEqual([]);
  }
});
