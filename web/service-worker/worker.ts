import { answeredBy, shellPage, type Shell } from './answered-by.ts';
import { cacheNameOf, dropOlderShells, fillShell } from './shell-cache.ts';

/** Set by the build (web/build/service-worker.ts). */
declare const builtShell: Shell;

/** The parts of a service worker's scope that are used: the types of workers and of pages exclude each other. */
type ExtendableEvent = Event & { readonly waitUntil: (work: Promise<unknown>) => void };
type InstallEvent = ExtendableEvent & { readonly addRoutes?: (rules: object) => Promise<void> };
type FetchEvent = Event & {
  readonly request: Request;
  readonly preloadResponse: Promise<Response | undefined>;
  readonly respondWith: (reply: Promise<Response>) => void;
};
type WorkerScope = {
  readonly location: Location;
  readonly registration: ServiceWorkerRegistration;
  readonly clients: { readonly claim: () => Promise<void> };
  readonly skipWaiting: () => Promise<void>;
  readonly addEventListener: {
    (type: 'install', listener: (event: InstallEvent) => void): void;
    (type: 'activate', listener: (event: ExtendableEvent) => void): void;
    (type: 'fetch', listener: (event: FetchEvent) => void): void;
  };
};

const worker = self as unknown as WorkerScope;
/** Read once: the bundler writes the build's value out at every mention. */
const shell = builtShell;
const cacheName = cacheNameOf(shell);

/** Lets calls of the API go out before this worker has started, where the browser supports that. */
async function leaveApiToBrowser(event: InstallEvent): Promise<void> {
  await event.addRoutes?.({ condition: { urlPattern: '/api/*' }, source: 'network' });
}

worker.addEventListener('install', (event) => {
  // It takes over at once: pages come from the network first, so an open tab of another build loses nothing by it.
  void worker.skipWaiting();
  event.waitUntil(Promise.all([fillShell(caches, shell), leaveApiToBrowser(event).catch(() => undefined)]));
});

worker.addEventListener('activate', (event) => {
  event.waitUntil(
    Promise.all([
      dropOlderShells(caches, shell),
      // The request for a page does not wait for this worker to start either.
      worker.registration.navigationPreload?.enable(),
      worker.clients.claim(),
    ]),
  );
});

async function pageFrom(event: FetchEvent): Promise<Response> {
  try {
    return (await event.preloadResponse) ?? (await fetch(event.request));
  } catch (error) {
    const kept = await caches.match(shellPage, { cacheName });
    if (!kept) throw error;
    return kept;
  }
}

async function fileFrom({ request }: FetchEvent): Promise<Response> {
  return (await caches.match(request, { cacheName, ignoreVary: true })) ?? fetch(request);
}

worker.addEventListener('fetch', (event) => {
  const source = answeredBy(event.request, worker.location.origin, shell);
  if (source === 'page') event.respondWith(pageFrom(event));
  if (source === 'file') event.respondWith(fileFrom(event));
});
