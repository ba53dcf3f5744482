import { limits } from '#shared/limits.ts';
import { chunksOf, type Manifest } from './manifest.ts';

type Page = {
  readonly module: string;
  /** First reads of a user's page and of an admin's; `*` is the rest of the address. */
  readonly user?: readonly string[];
  readonly admin?: readonly string[];
};

const firstRows = `?limit=${limits.listDefault}`;
/** A table begins with two of its pages (`tableBegin` in web/lib/use-list.ts). */
const tableRows = `?limit=${2 * limits.tableRowsPerPage}`;

/** Pages behind the sign-in: how their addresses begin, and which files and reads each begins with. */
const pages: Readonly<Record<string, Page>> = {
  '/dashboard': {
    module: 'features/dashboard/dashboard-page.tsx',
    user: ['/cards', `/transactions${tableRows}`, '/prices'],
    admin: ['/admin/stats/dashboard'],
  },
  '/cards/': { module: 'features/cards/card-page.tsx', user: ['/cards', '/cards/*/public'] },
  '/activity': { module: 'features/history/activity-page.tsx', user: ['/cards', `/activity${firstRows}`] },
  '/cases': { module: 'features/cases/case-parts.ts' },
  '/users/': { module: 'features/admin/admin-pages.ts' },
  '/users': { module: 'features/admin/users-page.tsx', admin: [`/user/all${tableRows}`] },
  '/admin/desk': { module: 'features/admin/admin-pages.ts', admin: ['/admin/desk', '/admin/deposits'] },
  '/admin/float': { module: 'features/admin/admin-pages.ts', admin: ['/admin/float'] },
  '/audit': { module: 'features/admin/admin-pages.ts' },
  '/transactions': { module: 'features/admin/admin-pages.ts', admin: [`/transactions/all${tableRows}`] },
  '/referral-program': { module: 'app/member-parts.ts' },
  '/profile-settings': { module: 'app/member-parts.ts' },
  '/notifications': { module: 'features/notifications/notification-parts.ts' },
  '/security': {
    module: 'features/security/security-page.tsx',
    user: ['/user/security', '/user/sessions'],
    admin: ['/user/security', '/user/sessions'],
  },
};

/**
 * The pages for the data of `pagePreloadScript`: how addresses begin, files and reads. `known` is what the document names
 * anyway.
 */
export function pagePreloads(manifest: Manifest, known: readonly string[]): string {
  const table = Object.entries(pages).map(([start, { module, user = [], admin = [] }]) => {
    const { scripts, styles } = chunksOf(manifest, module);
    return [start, [...scripts, ...styles].filter((file) => !known.includes(file)), { user, admin }] as const;
  });
  return JSON.stringify(table);
}

/**
 * Fetches what the page at the present address is made of beside what starts the app, instead of after it, and begins to
 * read what it shows (`earlyReads`, which `web/lib/early-reads.ts` takes): who is signed in, then what such a person's page
 * reads first. Its data holds `pages`. The person is asked for before the files: where a browser has six connections to a
 * host, that call and all that waits for it would else come after them.
 */
export const pagePreloadScript = `{const at=location.pathname,page=JSON.parse(document.currentScript.dataset.pages).find(([start])=>at.startsWith(start));if(page){const[start,files,reads]=page;const early=window.earlyReads={},read=(url)=>fetch(url,{headers:{accept:'application/json'},credentials:'same-origin',cache:'no-store'}).catch(()=>{}),user=early['/api/user']=read('/api/user');for(const file of files)document.head.append(Object.assign(document.createElement('link'),{href:'/'+file,crossOrigin:''},file.endsWith('.css')?{rel:'preload',as:'style'}:{rel:'modulepreload'}));const role=user.then((reply)=>reply?.ok?reply.clone().json():{}).then((said)=>said.role,()=>{});for(const who in reads)for(const what of reads[who]){const url='/api'+what.replace('*',at.slice(start.length));early[url]=role.then((is)=>is===who?read(url):undefined)}}}`;
