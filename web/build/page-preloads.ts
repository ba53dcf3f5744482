import { routes } from '#shared/contract/index.ts';
import { limits } from '#shared/limits.ts';
import { roleKey } from '#web/lib/session-hint.ts';
import { refreshedAtKey, refreshLock } from '#web/lib/session-refresh.ts';
import { chunksOf, type Manifest } from './manifest.ts';

type Page = {
  readonly module: string;
  /** Set for a page of staff, whose calls are not among those that the app starts with. */
  readonly isOfStaff?: true;
  /** First reads of a user's page and of an admin's; `*` is the rest of the address. */
  readonly user?: readonly string[];
  readonly admin?: readonly string[];
};

const staffCalls = 'lib/later-facts.ts';

const firstRows = `?limit=${limits.listDefault}`;
/** A table begins with two of its pages (`tableBegin` in web/lib/use-list.ts). */
const tableRows = `?limit=${2 * limits.tableRowsPerPage}`;

/** Pages behind the sign-in by the beginning of their addresses, each with its files and first reads. */
const pages: Readonly<Record<string, Page>> = {
  '/dashboard': {
    module: 'features/dashboard/dashboard-page.tsx',
    user: ['/cards', `/transactions${tableRows}`, '/prices'],
    admin: ['/admin/stats/dashboard'],
  },
  '/cards/': { module: 'features/cards/card-page.tsx', user: ['/cards', '/cards/*/public'] },
  '/activity': { module: 'features/history/activity-page.tsx', user: ['/cards', `/activity${firstRows}`] },
  '/cases': { module: 'features/cases/case-parts.ts' },
  '/users/': { module: 'features/admin/admin-pages.ts', isOfStaff: true },
  '/users': { module: 'features/admin/users-page.tsx', isOfStaff: true, admin: [`/user/all${tableRows}`] },
  '/admin/desk': {
    module: 'features/admin/admin-pages.ts',
    isOfStaff: true,
    admin: ['/admin/desk', '/admin/deposits'],
  },
  '/admin/float': { module: 'features/admin/admin-pages.ts', isOfStaff: true, admin: ['/admin/float'] },
  '/audit': { module: 'features/admin/admin-pages.ts', isOfStaff: true },
  '/transactions': {
    module: 'features/admin/admin-pages.ts',
    isOfStaff: true,
    admin: [`/transactions/all${tableRows}`],
  },
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
 * Returns the data of `pagePreloadScript`: for each page the beginning of its addresses, its files and its reads.
 * `known` are the files that the document names anyway.
 */
export function pagePreloads(manifest: Manifest, known: readonly string[]): string {
  const table = Object.entries(pages).map(([start, { module, isOfStaff, user = [], admin = [] }]) => {
    const parts = [module, ...(isOfStaff ? [staffCalls] : [])].map((each) => chunksOf(manifest, each));
    const files = new Set(parts.flatMap(({ scripts, styles }) => [...scripts, ...styles]));
    return [start, [...files].filter((file) => !known.includes(file)), { user, admin }] as const;
  });
  return JSON.stringify(table);
}

/**
 * Age at which the access token is renewed before anything is read with it, in milliseconds: a minute before it
 * expires.
 */
export const renewedAtAgeMs = 14 * 60_000;

const refresh = routes['auth.refresh'];

/**
 * Fetches the files of the page at the present address along with the app's first files, instead of after them. Also
 * begins the page's first reads (`earlyReads`, which `web/lib/early-reads.ts` takes): who is signed in, and what that
 * person's page shows. Its data holds `pages`. Where this browser has noted a role, all reads go out in one flight,
 * after a renewal of an old session; otherwise the person is read first. The reads come before the files: with six
 * connections to a host, the call for the person and the reads that wait for it would otherwise queue behind the files.
 */
export const pagePreloadScript = [
  `{const at=location.pathname,page=JSON.parse(document.currentScript.dataset.pages).find(([start])=>at.startsWith(start));`,
  `if(page){const[start,files,reads]=page,early=window.earlyReads={},init={headers:{accept:'application/json'},credentials:'same-origin',cache:'no-store'};`,
  `let role,renewed,isOld;try{role=localStorage.getItem('${roleKey}');isOld=()=>{const at=localStorage.getItem('${refreshedAtKey}');return at&&Date.now()-at>${renewedAtAgeMs}};`,
  // The renewal must outlive the page: its reply is a new token, without which the next renewal is refused.
  `if(role&&isOld())renewed=navigator.locks?.request('${refreshLock}',async()=>{if(isOld()&&(await fetch('/api${refresh.path}',{...init,method:'${refresh.method}',keepalive:true})).ok)localStorage.setItem('${refreshedAtKey}',Date.now())}).catch(()=>{})}catch{}`,
  `const ask=(url)=>fetch(url,init).catch(()=>{}),read=(url)=>renewed?renewed.then(()=>ask(url)):ask(url),user=early['/api/user']=read('/api/user'),`,
  `said=user.then((reply)=>reply?.ok?reply.clone().json():{}).then((person)=>person.role,()=>{});`,
  `for(const who in reads)for(const what of reads[who]){const url='/api'+what.replace('*',at.slice(start.length));early[url]=who===role?read(url):said.then((is)=>is===who?read(url):undefined)}`,
  `for(const file of files)document.head.append(Object.assign(document.createElement('link'),{href:'/'+file,crossOrigin:''},file.endsWith('.css')?{rel:'preload',as:'style'}:{rel:'modulepreload'}))}}`,
].join('');
