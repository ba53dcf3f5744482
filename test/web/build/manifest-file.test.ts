import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { documentOf } from '#web/build/html.ts';

const publicFolder = path.resolve(import.meta.dirname, '../../../web/public');

/** The size of a PNG, from its head. */
function sizeOf(file: string): string {
  const bytes = readFileSync(file);
  return `${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`;
}

it('every page links the manifest, the icon for home screens and the preview picture', () => {
  const page = documentOf({ title: '', description: '', themeScript: '', fontFile: '', style: '', body: '' });
  expect(page).toContain('<link rel="manifest" href="/manifest.webmanifest">');
  expect(page).toContain('<link rel="apple-touch-icon" href="/apple-touch-icon.png">');
  expect(sizeOf(path.join(publicFolder, 'apple-touch-icon.png'))).toBe('180x180');
  expect(page).toContain('<meta property="og:image" content="/og.jpg">');
  const known = documentOf({
    title: '',
    description: '',
    themeScript: '',
    fontFile: '',
    style: '',
    body: '',
    origin: 'https://satchel.example',
  });
  expect(known).toContain('<meta property="og:image" content="https://satchel.example/og.jpg">');
  expect(existsSync(path.join(publicFolder, 'og.jpg'))).toBe(true);
});

it('the manifest names icons that exist, in the sizes that it says', () => {
  const text = readFileSync(path.join(publicFolder, 'manifest.webmanifest'), 'utf8');
  const { icons } = JSON.parse(text) as { icons: { src: string; sizes: string; type: string; purpose?: string }[] };
  for (const { src, sizes, type } of icons) {
    const file = path.join(publicFolder, src);
    if (type === 'image/png') expect(sizeOf(file), src).toBe(sizes);
    else expect(readFileSync(file, 'utf8')).toContain('<svg');
  }
  expect(icons.some(({ sizes, purpose }) => sizes === '512x512' && purpose === 'maskable')).toBe(true);
});
