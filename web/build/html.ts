import { createHash } from 'node:crypto';

/** A document to write: what stands in its head and in its body. */
export type Document = {
  readonly title: string;
  readonly description: string;
  readonly themeScript: string;
  readonly fontFile: string;
  /** `https://…` of the site, where it is known: a site that previews our link needs the picture's full address. */
  readonly origin?: string;
  /** Inline style; the whole of it for pages without scripts. */
  readonly style: string;
  readonly head?: string;
  readonly body: string;
};

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}

/** Writes a document. The theme script comes first, so that nothing is drawn in the wrong theme. */
export function documentOf({
  title,
  description,
  themeScript,
  fontFile,
  origin = '',
  style,
  head = '',
  body,
}: Document): string {
  return [
    '<!doctype html><html lang="en"><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">',
    `<script>${themeScript}</script>`,
    `<title>${escapeHtml(title)}</title>`,
    `<meta name="description" content="${escapeHtml(description)}">`,
    '<meta property="og:site_name" content="Satchel"><meta property="og:type" content="website">',
    `<meta property="og:title" content="${escapeHtml(title)}">`,
    `<meta property="og:description" content="${escapeHtml(description)}">`,
    `<meta property="og:image" content="${escapeHtml(origin)}/og.jpg"><meta name="twitter:card" content="summary_large_image">`,
    '<meta name="theme-color" media="(prefers-color-scheme: light)" content="#f6f8f6">',
    '<meta name="theme-color" media="(prefers-color-scheme: dark)" content="#0b1110">',
    '<link rel="icon" href="/favicon.svg" type="image/svg+xml">',
    '<link rel="apple-touch-icon" href="/apple-touch-icon.png">',
    '<link rel="manifest" href="/manifest.webmanifest">',
    `<link rel="preload" href="/${fontFile}" as="font" type="font/woff2" crossorigin>`,
    style && `<style>${style}</style>`,
    head,
    `</head><body>${body}</body></html>`,
  ].join('');
}

/**
 * Writes an inline script. Values that differ from build to build, such as file names, belong into `data`, so that the
 * text and its hash in the policy stay the same. The policy is deployed minutes before the pages.
 */
export function inlineScript(text: string, data: Readonly<Record<string, string>> = {}): string {
  const attributes = Object.entries(data).map(
    ([name, value]) =>
      ` data-${name}='${escapeHtml(value).replaceAll('&quot;', '"').replaceAll("'", '&#39;').replaceAll('>', '&gt;')}'`,
  );
  return `<script${attributes.join('')}>${text}</script>`;
}

/** Returns the hash that allows a `<script>` or `<style>` in a Content-Security-Policy. */
export function cspHash(inline: string): string {
  return `'sha256-${createHash('sha256').update(inline).digest('base64')}'`;
}

/** The hashes of everything inline in some documents. Throws Error for a script that names a file of the build. */
export function inlineHashes(documents: readonly string[]): { readonly scripts: string[]; readonly styles: string[] } {
  const scripts = new Set<string>();
  const styles = new Set<string>();
  for (const document of documents) {
    for (const [, attributes = '', text = ''] of document.matchAll(/<script\b([^>]*)>([\s\S]*?)<\/script>/g))
      if (!attributes.includes('src=')) scripts.add(cspHash(withoutFiles(text)));
    for (const [, text = ''] of document.matchAll(/<style>([\s\S]*?)<\/style>/g)) styles.add(cspHash(text));
  }
  return { scripts: [...scripts].toSorted(), styles: [...styles].toSorted() };
}

function withoutFiles(script: string): string {
  const [file] = /assets\/[\w.-]+/.exec(script) ?? [];
  if (file === undefined) return script;
  throw new Error(`An inline script names ${file}: its hash would change with each build. Put the name into its data.`);
}
