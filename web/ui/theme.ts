import { useSyncExternalStore } from 'react';

type Theme = 'light' | 'dark';

const themeKey = 'satchel.theme';
const listeners = new Set<() => void>();

/** Runs in the head of every page before anything is drawn, so that a chosen theme never flashes. */
export const themeScript = `try{const t=localStorage.getItem('${themeKey}');if(t==='dark'||t==='light')document.documentElement.dataset.theme=t}catch{}`;

function systemDark(): MediaQueryList {
  return matchMedia('(prefers-color-scheme: dark)');
}

/** The chosen theme, or to follow the system. */
export type ThemeChoice = Theme | 'system';

function presentChoice(): ThemeChoice {
  const chosen = document.documentElement.dataset['theme'];
  return chosen === 'dark' || chosen === 'light' ? chosen : 'system';
}

function presentTheme(): Theme {
  const chosen = presentChoice();
  return chosen === 'system' ? (systemDark().matches ? 'dark' : 'light') : chosen;
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

/** The choice that is in force. */
export function useThemeChoice(): ThemeChoice {
  return useSyncExternalStore(listen, presentChoice, () => 'system');
}

/** Applies a choice, and keeps it for the next visit. */
export function chooseTheme(choice: ThemeChoice): void {
  if (choice === 'system') delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = choice;
  try {
    if (choice === 'system') localStorage.removeItem(themeKey);
    else localStorage.setItem(themeKey, choice);
  } catch {
    // Without storage the choice lasts as long as the page.
  }
  for (const listener of listeners) listener();
}

/** Chooses the other theme; choosing the system's own goes back to following it. */
export function switchTheme(): void {
  const wanted: Theme = presentTheme() === 'dark' ? 'light' : 'dark';
  chooseTheme((wanted === 'dark') === systemDark().matches ? 'system' : wanted);
}
