import { expect, it } from 'vitest';

import type { Manifest } from '#web/build/manifest.ts';
import { shellOf } from '#web/build/service-worker.ts';

const manifest: Manifest = {
  kit: { file: 'assets/kit-1.js', css: ['assets/kit-1.css'] },
  'app.html': { file: 'assets/app-1.js', imports: ['kit'] },
  'app/app-frame.tsx': { file: 'assets/frame-1.js', imports: ['kit'] },
  'features/dashboard/dashboard-page.tsx': { file: 'assets/dashboard-1.js', imports: ['kit'] },
  'app/offline-parts.ts': { file: 'assets/offline-1.js', css: ['assets/offline-1.css'] },
  'features/cards/card-page.tsx': { file: 'assets/card-1.js' },
};
const documents = new Map([
  ['index.html', 'landing'],
  ['login.html', 'sign in'],
  ['password/forgot.html', 'forgot'],
  ['app.html', 'app'],
]);

it('the shell lists the files that the app starts with, and the documents that are no page of the app', () => {
  expect(shellOf(manifest, documents, ['assets/font-1.woff2'])).toEqual({
    version: expect.stringMatching(/^[\w-]{12}$/),
    entry: '/assets/app-1.js',
    files: [
      '/assets/app-1.js',
      '/assets/kit-1.js',
      '/assets/kit-1.css',
      '/assets/frame-1.js',
      '/assets/dashboard-1.js',
      '/assets/offline-1.js',
      '/assets/offline-1.css',
      '/assets/font-1.woff2',
    ],
    documents: ['/', '/login', '/password/forgot'],
  });
});

it('the shell has one version per build: another build, another version', () => {
  const versionOf = (app: string, fonts: readonly string[] = []) =>
    shellOf(manifest, new Map([...documents, ['app.html', app]]), fonts).version;
  expect(versionOf('app')).toBe(versionOf('app'));
  expect(versionOf('next')).not.toBe(versionOf('app'));
  expect(versionOf('app', ['assets/font-2.woff2'])).not.toBe(versionOf('app'));
});
