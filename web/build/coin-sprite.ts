import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { coins } from '#shared/catalogue.ts';
import type { Plugin } from 'vite';

type IconSet = { readonly width?: number; readonly icons: Readonly<Record<string, { readonly body: string }>> };

const virtualId = 'virtual:coin-sprite';

function iconSet(name: string): IconSet {
  const file = createRequire(import.meta.url).resolve(`@iconify-json/${name}/icons.json`);
  return JSON.parse(readFileSync(file, 'utf8')) as IconSet;
}

/** Hamster Kombat has no picture under a free license: a monogram stands in. */
const hamsterMonogram =
  '<circle cx="12" cy="12" r="10" fill="#5b3fa8"/><path fill="#fff" d="M7.5 7.5h2.3V11h4.4V7.5h2.3v9h-2.3V13H9.8v3.5H7.5z"/>';

/** Makes an icon's ids its own, so that no two coins share one. Gives a gradient a plain color to fall back to. */
function ownIds(code: string, body: string): string {
  const firstStop = /stop-color="([^"]+)"/.exec(body)?.[1] ?? 'currentColor';
  return body
    .replaceAll(/id="([^"]+)"/g, `id="${code}-$1"`)
    .replaceAll(/url\(#([^)]+)\)/g, `url(#${code}-$1) ${firstStop}`);
}

function symbolOf(code: string, branded: IconSet, coloured: IconSet): string {
  if (code === 'HMSTR') return `<symbol id="${code}" viewBox="0 0 24 24">${hamsterMonogram}</symbol>`;
  // The branded set's DOGE alone is 26 kB.
  const set = code === 'DOGE' ? coloured : branded;
  const body = set.icons[code.toLowerCase()]?.body;
  if (body === undefined) throw new Error(`no picture for ${code}`);
  const scaled = code === 'DOGE' ? `<g transform="translate(2 2) scale(.625)">${body}</g>` : body;
  return `<symbol id="${code}" viewBox="0 0 24 24">${ownIds(code, scaled)}</symbol>`;
}

/** Returns the view of a coin for use as a picture, `<img src="…#view-BTC">`. The views stand one below the other. */
function viewOf(code: string, index: number): string {
  const y = index * 24;
  return `<view id="view-${code}" viewBox="0 ${y} 24 24"/><use href="#${code}" y="${y}" width="24" height="24"/>`;
}

/** All coins in one file, each a `<symbol>` and a `<view>`: built from the icon sets, so nothing is drawn twice. */
export function buildCoinSprite(): { readonly file: string; readonly content: string } {
  const branded = iconSet('token-branded');
  const coloured = iconSet('cryptocurrency-color');
  const symbols = Object.keys(coins).map((code) => symbolOf(code, branded, coloured));
  const views = Object.keys(coins).map(viewOf);
  const content = `<svg xmlns="http://www.w3.org/2000/svg">${symbols.join('')}${views.join('')}</svg>`;
  const hash = createHash('sha256').update(content).digest('base64url').slice(0, 8);
  return { file: `assets/coins-${hash}.svg`, content };
}

/** Gives the code the sprite's address as `virtual:coin-sprite`; build.ts writes the file itself. */
export function coinSprite(): Plugin {
  const { file } = buildCoinSprite();
  return {
    name: 'satchel:coin-sprite',
    resolveId: (id) => (id === virtualId ? `\0${virtualId}` : undefined),
    load: (id) => (id === `\0${virtualId}` ? `export const coinSpriteUrl = '/${file}';` : undefined),
  };
}
