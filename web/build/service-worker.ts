import { createHash } from 'node:crypto';
import type { Shell } from '../service-worker/answered-by.ts';
import { chunksOf, type Manifest } from './manifest.ts';

/** Modules that the app needs to start without a connection: its frame, its first page, and the parts shown offline. */
const startModules = [
  'app.html',
  'app/app-frame.tsx',
  'features/dashboard/dashboard-page.tsx',
  'app/offline-parts.ts',
] as const;

/**
 * Returns the shell of a build. `documents` holds all documents by their file, `fonts` the font files of every page.
 */
export function shellOf(manifest: Manifest, documents: ReadonlyMap<string, string>, fonts: readonly string[]): Shell {
  const parts = startModules.map((module) => chunksOf(manifest, module));
  const files = [...new Set([...parts.flatMap(({ scripts, styles }) => [...scripts, ...styles]), ...fonts])];
  const version = createHash('sha256')
    .update(JSON.stringify([...documents]))
    .update(files.join())
    .digest('base64url');
  return {
    version: version.slice(0, 12),
    entry: `/${parts[0]?.scripts[0]}`,
    files: files.map((file) => `/${file}`),
    documents: [...documents.keys()]
      .filter((file) => file !== 'app.html')
      .map((file) => (file === 'index.html' ? '/' : `/${file.replace(/\.html$/, '')}`)),
  };
}
