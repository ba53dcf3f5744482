import { useSyncExternalStore } from 'react';

type Theme = 'light' | 'dark';

const themeKey = 'satchel.theme';
const listeners = new Set<() => void>();

/** Runs in the head of every page before anything is drawn, so that a chosen theme never flashes. */
export const themeScript = `try{const t=localStorage.getItem('${themeKey}');if(t==='dark'||t==='light')document.documentElement.dataset.theme=t}catch{}`;

function systemDark(): MediaQueryList {
  return matchMedia('(prefers-color-scheme: dark)');
}

function presentTheme(): Theme {
  const chosen = document.documentElement.dataset['theme'];
  if (chosen === 'dark' || chosen === 'light') return chosen;
  return systemDark().matches ? 'dark' : 'light';
}

function listen(listener: () => void): () => void {
  listeners.add(listener);
  const system = systemDark();
  system.addEventListener('change', listener);
  return () => {
    listeners.delete(listener);
    system.removeEventListener('change', listener);
  };
}

/** The theme that is shown. */
export function useTheme(): Theme {
  return useSyncExternalStore(listen, presentTheme, () => 'light');
}

/** Chooses the other theme; choosing the system's own goes back to following it. */
export function switchTheme(): void {
  const wanted: Theme = presentTheme() === 'dark' ? 'light' : 'dark';
  const followsSystem = (wanted === 'dark') === systemDark().matches;
  if (followsSystem) delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = wanted;
  try {
    if (followsSystem) localStorage.removeItem(themeKey);
    else localStorage.setItem(themeKey, wanted);
  } catch {
    // Without storage the choice lasts as long as the page.
  }
  for (const listener of listeners) listener();
}
