import { useEffect, useState } from 'react';

/** Minimum time between two checks for a new version, in milliseconds. A check runs when the tab becomes visible. */
const lookEveryMs = 30 * 60_000;

/** The script that started this document, as its page names it. */
function ownEntry(): string | null {
  return document.querySelector('script[type="module"][src]')?.getAttribute('src') ?? null;
}

/** True when the server's page starts another script than this document: a deployment has been made since. */
async function isOutdated(): Promise<boolean> {
  const own = ownEntry();
  if (own === null) return false;
  try {
    const page = await fetch('/app.html', { cache: 'no-store', credentials: 'omit' });
    return page.ok && !(await page.text()).includes(own);
  } catch {
    return false;
  }
}

/** Registers the service worker. Returns true once the server has a newer version of the site than this document. */
export function useNewVersion(): boolean {
  const [isNew, setNew] = useState(false);
  useEffect(() => {
    const workers = 'serviceWorker' in navigator ? navigator.serviceWorker : undefined;
    if (!workers || !import.meta.env.PROD) return undefined;
    let wanted = true;
    let lookedAtMs = Date.now();
    const registered = workers.register('/service-worker.js').catch(() => undefined);
    const compare = async (): Promise<void> => {
      if ((await isOutdated()) && wanted) setNew(true);
    };
    // Compares, because the browser's very first worker takes over here too.
    const changed = (): void => void compare();
    const looked = (): void => {
      if (document.visibilityState === 'hidden' || Date.now() - lookedAtMs < lookEveryMs) return;
      lookedAtMs = Date.now();
      void registered.then((registration) => registration?.update()).catch(() => undefined);
    };
    workers.addEventListener('controllerchange', changed);
    document.addEventListener('visibilitychange', looked);
    return () => {
      wanted = false;
      workers.removeEventListener('controllerchange', changed);
      document.removeEventListener('visibilitychange', looked);
    };
  }, []);
  return isNew;
}
