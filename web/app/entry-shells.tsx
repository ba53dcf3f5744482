import { renderToString } from 'react-dom/server';
import { StaticRouter } from '#web/navigation/router.tsx';
import { documentTitle } from '#web/navigation/document-title.ts';
import { LoadingScreen } from '#web/ui/loading.tsx';
import { App } from './app.tsx';
import { pageAt } from './pages.ts';
import { paths } from '#web/navigation/paths.ts';

/** A page of the app that is drawn at build time and comes alive in the browser. */
type Shell = {
  readonly file: string;
  readonly page: string;
  readonly title: string;
  readonly description: string;
  readonly html: string;
  /** The module whose chunk has to be there before it comes alive. */
  readonly module: string;
};

async function shell(path: string, file: string, description: string, module: string): Promise<Shell> {
  const page = pageAt(path);
  if (!page) throw new Error(`no page at ${path}`);
  await page.component.preload();
  const html = renderToString(<App router={(children) => <StaticRouter path={path}>{children}</StaticRouter>} />);
  return { file, page: page.path, title: documentTitle(page.title), description, html, module };
}

/** Draws the pages for guests. */
export async function renderShells(): Promise<readonly Shell[]> {
  return [
    await shell(paths.login, 'login.html', 'Sign in to Satchel.', 'features/auth/login-page.tsx'),
    await shell(paths.signup, 'signup.html', 'Create a Satchel account.', 'features/auth/signup-page.tsx'),
    await shell(
      paths.forgotPassword,
      'password/forgot.html',
      'Get a link to choose a new password.',
      'features/auth/mailed-link-pages.ts',
    ),
    await shell(
      paths.resetPassword,
      'password/reset.html',
      'Choose a new password.',
      'features/auth/mailed-link-pages.ts',
    ),
  ];
}

/** Renders the app's page before its script runs: the loading screen that follows. */
export function renderLoading(): string {
  return renderToString(<LoadingScreen />);
}

export { themeScript } from '#web/ui/theme.ts';
