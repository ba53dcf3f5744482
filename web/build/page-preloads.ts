import { chunksOf, type Manifest } from './manifest.ts';

/** How the addresses of the pages behind the sign-in begin, and the module of each. */
const pageModules = {
  '/dashboard': 'features/dashboard/dashboard-page.tsx',
  '/cards/': 'features/cards/card-page.tsx',
  '/users': 'features/admin/admin-pages.ts',
  '/transactions': 'features/admin/admin-pages.ts',
  '/referral-program': 'app/member-parts.ts',
  '/profile-settings': 'app/member-parts.ts',
} as const;

/**
 * Fetches what the page at the present address is made of beside what starts the app, instead of after it: a round trip
 * less. `known` is what the document names anyway.
 */
export function pagePreloadScript(manifest: Manifest, known: readonly string[]): string {
  const files = Object.entries(pageModules).map(([start, module]) => {
    const { scripts, styles } = chunksOf(manifest, module);
    return [start, [...scripts, ...styles].filter((file) => !known.includes(file))] as const;
  });
  return `for(const[start,files]of ${JSON.stringify(files)})if(location.pathname.startsWith(start))for(const file of files)document.head.append(Object.assign(document.createElement('link'),{href:'/'+file,crossOrigin:''},file.endsWith('.css')?{rel:'preload',as:'style'}:{rel:'modulepreload'}))`;
}
